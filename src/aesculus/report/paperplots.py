"""The pictures of a paper: its own points and ours side by side, each side in its own units.

Published area is in slices, or LUTs and registers; ours is in LUTs of a routed device. They never
share an axis.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from aesculus.papers.beside import Beside
from aesculus.papers.measured import Measured
from aesculus.report.overlay import area_of, sbox_of
from aesculus.report.plots import Bars, Mark, Picture, bars_svg, pair_svg

_FIGURES = (
    ("throughput", "throughput_gbps", "Gbit/s", True),
    ("latency", "latency_ns", "ns", False),
)


@dataclass(frozen=True)
class PaperPicture:
    """A picture of a paper.

    Attributes:
        name: in a file name.
        svg: the element.
        caption: what it shows and how to read it.
    """

    name: str
    svg: str
    caption: str


def paper_pictures(paper: str, rows: Sequence[Beside], ident: str = "") -> list[PaperPicture]:
    """Return the pictures of a paper; one without any point is left out.

    Args:
        paper: its id.
        rows: published and measured, see `papers.beside`.
        ident: prefix of all ids in the pictures, so that several share a page.
    """
    return list(_pictures(paper, rows, ident or paper))


def _pictures(paper: str, rows: Sequence[Beside], ident: str) -> Iterator[PaperPicture]:
    for what, figure, unit, maximise in _FIGURES:
        left = _published(rows, figure)
        right = _measured(rows, figure)
        if not left and not right:
            continue
        label = f"{what} / {unit}"
        area = "LUTs and registers" if _counts_luts(rows) else "slices"
        sides = [
            Picture(
                f"{paper}, as published",
                f"area / {area}",
                label,
                maximise,
                left,
                frontier_name="its frontier",
            ),
            Picture(f"ours, {_device(rows)}", "area / LUT", label, maximise, right),
        ]
        name = f"{what}-over-area"
        yield PaperPicture(
            name,
            pair_svg([side for side in sides if side.marks], f"{ident}-{name}"),
            f"{what.capitalize()} over area, block RAM not counted: the points of {paper} as "
            "published and the same points routed here. A crossed point cannot be built; hollow: "
            "netlist not verified.",
        )
    sides_of_bars = [
        Bars(f"{paper}, as published", _unit_published(rows), _bars(rows, _published_efficiency)),
        Bars(f"ours, {_device(rows)}", "Mbit/s per LUT", _bars(rows, _measured_efficiency)),
    ]
    drawn = [side for side in sides_of_bars if side.bars]
    if drawn:
        yield PaperPicture(
            "efficiency",
            bars_svg(drawn, f"{ident}-efficiency"),
            "Throughput per area by technique, the best on top: colour is the S-box. Block RAM is "
            "not counted on either side.",
        )


def _counts_luts(rows: Sequence[Beside]) -> bool:
    return any("luts" in found.row.raw for found in rows)


def _unit_published(rows: Sequence[Beside]) -> str:
    return "Mbit/s per LUT or register" if _counts_luts(rows) else "Mbit/s per slice"


def _published(rows: Sequence[Beside], figure: str) -> list[Mark]:
    marks = []
    for found in rows:
        (area, _), value = area_of(found), found.row.figure(figure)
        if area and value:
            sbox = sbox_of(found.row.label)
            real = not found.refused
            marks.append(Mark(area, float(value), found.row.name, sbox, buildable=real))
    return marks


def _routed(found: Beside) -> Measured | None:
    return next((row for row in found.measured if row.fmax_mhz), None)


def _device(rows: Sequence[Beside]) -> str:
    return next((row.device for found in rows if (row := _routed(found))), "not routed yet")


def _each_once(rows: Sequence[Beside]) -> dict[str, Measured]:
    """Return our routed points; rows that share a point are one."""
    return {found.label: row for found in rows if (row := _routed(found)) is not None}


def _measured(rows: Sequence[Beside], figure: str) -> list[Mark]:
    marks = []
    for label, row in _each_once(rows).items():
        value = row.value(figure)
        if row.area_luts and value:
            marks.append(Mark(row.area_luts, value, label, sbox_of(label), row.netlist_verified))
    return marks


def _published_efficiency(found: Beside) -> tuple[str, float] | None:
    (area, _), rate = area_of(found), found.row.figure("throughput_gbps")
    if not area or not rate or found.refused:
        return None
    return found.row.name, 1000 * float(rate) / area


def _measured_efficiency(found: Beside) -> tuple[str, float] | None:
    row = _routed(found)
    value = row.value("efficiency") if row is not None else None
    return None if value is None else (found.label, value)


def _bars(
    rows: Sequence[Beside], value_of: Callable[[Beside], tuple[str, float] | None]
) -> list[tuple[str, str, float]]:
    """Return name, S-box and value, the highest value first, each name once."""
    found = {}
    for each in rows:
        pair = value_of(each)
        if pair is not None:
            found[pair[0]] = (pair[0], sbox_of(each.label), pair[1])
    return sorted(found.values(), key=lambda bar: -bar[2])
