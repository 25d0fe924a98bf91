"""The static pictures of pages in Markdown, as SVG text; the report draws its own.

Every picture has one unit of area on its axis: LUTs and slices never share one.
"""

import io
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from aesculus.frontier.pareto import optimal
from aesculus.report.looks import LOOKS, OTHER

_FRONT = "#333333"
_RC: dict[Any, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#888888",
    "axes.grid": True,
    "grid.color": "#e4e4e4",
    "axes.axisbelow": True,
    "legend.frameon": False,
}
_CLEAR = (64.0, 15.0)
"""Width and height, in points, that a name beside a point needs for itself."""


@dataclass(frozen=True)
class Mark:
    """One point of a picture.

    Attributes:
        x: area.
        y: throughput or latency.
        name: what stands beside it when it is on the frontier.
        sbox: the S-box, which gives colour and shape.
        solid: filled; hollow says that the netlist is not verified.
        buildable: whether such a design can exist; if not it is crossed and on no frontier.
    """

    x: float
    y: float
    name: str
    sbox: str
    solid: bool = True
    buildable: bool = True


@dataclass(frozen=True)
class Picture:
    """What one picture shows.

    Attributes:
        title: short; above the axes.
        x_label: area with its unit.
        y_label: what is up, with its unit.
        maximise: whether more of `y` is better.
        marks: our points.
        frontier_name: what the frontier of `marks` is called.
    """

    title: str
    x_label: str
    y_label: str
    maximise: bool
    marks: Sequence[Mark]
    frontier_name: str = "our frontier"


@dataclass(frozen=True)
class Bars:
    """What a bar chart shows.

    Attributes:
        title: short; above the axes.
        x_label: what the bars measure, with its unit.
        bars: name, S-box and value of each bar, from top to bottom.
    """

    title: str
    x_label: str
    bars: Sequence[tuple[str, str, float]]


def frontier_of(marks: Sequence[Mark], maximise: bool) -> list[Mark]:
    """Return the points that none is better than in area and `y`, by area."""
    marks = [mark for mark in marks if mark.buildable]
    if not marks:
        return []
    sign = -1.0 if maximise else 1.0
    mask = optimal(np.array([[mark.x, sign * mark.y] for mark in marks]))
    return sorted(
        (mark for mark, keep in zip(marks, mask, strict=True) if keep), key=lambda m: (m.x, m.y)
    )


def pair_svg(pictures: Sequence[Picture], ident: str, *, width: float = 6.8) -> str:
    """Return pictures side by side as one SVG element.

    Args:
        pictures: from left to right; axes are not shared.
        ident: prefix of all ids in it, so that several pictures share a page.
        width: of each, in inches.
    """
    with _style(ident):
        figure = Figure(figsize=(width * len(pictures), 4.9), layout="constrained")
        for position, picture in enumerate(pictures):
            _draw(figure.add_subplot(1, len(pictures), position + 1), picture)
        return _embed(_rendered(figure), ident)


def bars_svg(charts: Sequence[Bars], ident: str) -> str:
    """Return bar charts side by side as one SVG element; arguments as for `pair_svg`."""
    most = max(len(chart.bars) for chart in charts)
    with _style(ident):
        size = (6.8 * len(charts), 1.3 + 0.24 * most)
        figure = Figure(figsize=size, layout="constrained")
        for position, chart in enumerate(charts):
            _draw_bars(figure.add_subplot(1, len(charts), position + 1), chart)
        return _embed(_rendered(figure), ident)


def _style(ident: str) -> AbstractContextManager[None]:
    return mpl.rc_context({**_RC, "svg.hashsalt": ident})


def _rendered(figure: Figure) -> str:
    stream = io.StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    return stream.getvalue()


def _draw_bars(axes: Axes, chart: Bars) -> None:
    axes.set_title(chart.title, loc="left", fontsize=11, fontweight="bold")
    axes.set_xlabel(chart.x_label)
    rows = range(len(chart.bars))
    kinds = [LOOKS.get(sbox, OTHER) for _, sbox, _ in chart.bars]
    drawn = axes.barh(rows, [bar[2] for bar in chart.bars], color=[kind.colour for kind in kinds])
    axes.bar_label(drawn, fmt="%.3g", padding=3, fontsize=7.5)
    axes.set_yticks(rows, [bar[0] for bar in chart.bars], fontsize=7.5)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.margins(x=0.12)
    names = {kind.name: kind.colour for kind in kinds}
    handles = [
        Line2D([], [], ls="", color=color, marker="s", label=name) for name, color in names.items()
    ]
    axes.legend(handles=handles, fontsize=8.5, loc="lower right")


def _draw(axes: Axes, picture: Picture) -> None:
    axes.set_title(picture.title, loc="left", fontsize=11, fontweight="bold")
    axes.set_xlabel(picture.x_label)
    axes.set_ylabel(picture.y_label)
    axes.set_xscale("log")
    axes.set_yscale("log")
    handles = _series(axes, picture.marks)
    handles += _crossed(axes, picture.marks, "cannot be built")
    handles += _frontier(
        axes, picture.marks, picture.maximise, (_FRONT, "-"), picture.frontier_name
    )
    axes.margins(x=0.18, y=0.14)
    for axis, (low, high) in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
        wide = high / low > 12
        axis.set_major_locator(LogLocator(subs=(1, 2, 5) if wide else (1, 1.5, 2, 3, 4, 5, 7)))
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.6g}"))
        axis.set_minor_locator(NullLocator())
    _annotate(axes, frontier_of(picture.marks, picture.maximise), picture.maximise)
    axes.legend(
        handles=handles, fontsize=8.5, loc="upper left", bbox_to_anchor=(1.0, 1.0), borderaxespad=0
    )


def _kinds(marks: Sequence[Mark]) -> list[str]:
    """Return the S-boxes among the marks, in the order of the styles, unknown ones last."""
    order = list(LOOKS)
    found = {mark.sbox for mark in marks}
    return sorted(found, key=lambda k: (order.index(k) if k in LOOKS else len(order), k))


def _series(axes: Axes, marks: Sequence[Mark]) -> list[Line2D]:
    handles = []
    for sbox in _kinds(marks):
        look = LOOKS.get(sbox, OTHER)
        color, shape = look.colour, look.marker
        handles.append(Line2D([], [], ls="", color=color, marker=shape, label=look.name))
        for solid in (True, False):
            chosen = [m for m in marks if m.sbox == sbox and m.solid is solid]
            axes.plot(
                [m.x for m in chosen],
                [m.y for m in chosen],
                ls="",
                color=color,
                marker=shape,
                markerfacecolor=color if solid else "white",
                markersize=7,
                zorder=3,
            )
    if any(not mark.solid for mark in marks):
        hollow = "hollow: netlist not verified"
        handles.append(Line2D([], [], ls="", c="#555555", marker="o", mfc="white", label=hollow))
    return handles


def _frontier(
    axes: Axes, marks: Sequence[Mark], maximise: bool, style: tuple[str, str], name: str
) -> list[Line2D]:
    front = frontier_of(marks, maximise)
    if not front:
        return []
    color, line = style
    xs, ys = [mark.x for mark in front], [mark.y for mark in front]
    axes.step(xs, ys, where="post", color=color, ls=line, lw=1.3, zorder=2)
    return [Line2D([], [], color=color, ls=line, lw=1.3, label=name)]


def _annotate(axes: Axes, front: Sequence[Mark], maximise: bool) -> None:
    """Write names on the side of the frontier where no point lies, as many as have room."""
    taken: list[tuple[float, float]] = []
    scale = 72 / axes.figure.dpi
    # The ends matter most: the best in y first, then the smallest, then what lies between.
    for mark in [*front[-1:], *front[:-1]]:
        x, y = axes.transData.transform((mark.x, mark.y)) * scale
        if any(abs(x - u) < _CLEAR[0] and abs(y - v) < _CLEAR[1] for u, v in taken):
            continue
        taken.append((x, y))
        axes.annotate(
            mark.name,
            (mark.x, mark.y),
            xytext=(-5, 5 if maximise else -12),
            textcoords="offset points",
            ha="right",
            fontsize=7.5,
            color="#222222",
        )


def _crossed(axes: Axes, marks: Sequence[Mark], name: str) -> list[Line2D]:
    """Cross the points that cannot be built."""
    crossed = [mark for mark in marks if not mark.buildable]
    if not crossed:
        return []
    (line,) = axes.plot(
        [m.x for m in crossed],
        [m.y for m in crossed],
        ls="",
        color="#b00020",
        marker="x",
        markersize=11,
        markeredgewidth=1.8,
        zorder=4,
        label=name,
    )
    return [line]


def _embed(text: str, ident: str) -> str:
    element = text[text.index("<svg") :]
    element = re.sub(r'\bid="([^"]+)"', rf'id="{ident}-\1"', element)
    element = re.sub(r'href="#([^"]+)"', rf'href="#{ident}-\1"', element)
    element = re.sub(r"url\(#([^)]+)\)", rf"url(#{ident}-\1)", element)
    return element.replace("<svg ", f'<svg role="img" aria-labelledby="{ident}-caption" ', 1)
