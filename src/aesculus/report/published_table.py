"""A paper's rows with ours beside them, as a table for a terminal."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from aesculus.ciphers.aes.space import DesignPoint, nearest_legal, parse, violations
from aesculus.defaults import PAPER
from aesculus.families.model import AT
from aesculus.metrics import Row
from aesculus.pages import DASH, figure
from aesculus.papers.beside import Beside, beside
from aesculus.papers.measured import Measured
from aesculus.report.columns import fitting

_HEADS = (
    *("published", "MHz", "Gbit/s", "ns", "slices", "BRAM"),
    *("ours", "cycles", "blocks/\ncycle", "our slices ≈", "our BRAM"),
    *("routed on", "our MHz", "our Gbit/s", "our ns", "LUT"),
)
_FIRST = (
    *("published", "slices", "our slices ≈", "Gbit/s", "our Gbit/s", "BRAM", "our BRAM"),
    *("MHz", "our MHz", "ours", "LUT", "ns", "our ns", "cycles", "blocks/\ncycle", "routed on"),
)
"""The same, what is wanted most in front."""

_OURS = "our "
_FRAME = 3


class Refused(NamedTuple):
    """A point that cannot be built.

    Attributes:
        name: what it is called.
        reason: why it cannot be.
        nearest: label of the nearest one that can.
    """

    name: str
    reason: str
    nearest: str


def _title(key: str) -> str:
    """Return the head of a column: the published figure of the same name says not whose it is."""
    return key.replace(_OURS, _OURS.strip() + "\n")


def _width(key: str, cells: Sequence[str]) -> int:
    return max(map(cell_len, (*_title(key).split("\n"), *cells)))


def print_published(
    console: Console,
    rows: Sequence[Row | Measured],
    paper_id: str = PAPER,
    *,
    asked: Collection[str] | None = None,
) -> dict[str, Refused]:
    """Print a paper's rows with ours beside them: area on its device, and the best routed one.

    Args:
        console: where to; columns without room are left out, and those that say nothing.
        rows: what is measured.
        paper_id: one of `papers.ids()`.
        asked: canonical labels, and names of rows that cannot be built, that somebody asked for:
            no others stand in the table, and without a published one of them there is none.
            `None` for all.

    Returns:
        The points of these rows that cannot be built, by canonical label; not printed yet.
    """
    # A row that is not verified has no figures. Those of vendors' tools are not mixed in.
    verified = [row for row in rows if row.device and AT not in row.device]
    every = [found for found in beside(paper_id, verified) if _is_asked(found, asked)]
    if not any(found.row.table for found in every):
        return {}
    found_cells = [(*_published_cells(f), *_our_cells(f)) for f in every]
    columns = {key: [cells[n] for cells in found_cells] for n, key in enumerate(_HEADS)}
    telling = {key: cells for key, cells in columns.items() if set(cells) != {DASH}}
    widths = {key: _width(key, cells) + _FRAME for key, cells in telling.items()}
    # A figure that is cut looks like another one: what has no room is left out.
    names = fitting(widths, console.width - 1, _FIRST)
    table = Table(title=f"{paper_id}: published rows beside ours", header_style="bold")
    for key in names:
        left = key in {"published", "ours", "routed on"}
        table.add_column(_title(key), justify="left" if left else "right", no_wrap=True)
    for cells in zip(*(columns[key] for key in names), strict=True):
        table.add_row(*map(Text, cells))
    console.print(table)
    return {
        parse(found.row.label).label: Refused(found.row.name, found.refused, found.label)
        for found in every
        if found.refused
    }


def _is_asked(found: Beside, asked: Collection[str] | None) -> bool:
    return asked is None or (found.row.name if found.refused else found.label) in asked


def _published_cells(found: Beside) -> list[str]:
    row = found.row
    return [
        row.name,
        figure(row.figure("fmax_mhz"), 1),
        figure(row.figure("throughput_gbps"), 2),
        figure(row.figure("latency_ns"), 1),
        figure(row.figure("slices")),
        figure(row.figure("brams")),
    ]


def _our_cells(found: Beside) -> list[str]:
    name = found.label if found.exact else (f"({found.label})" if found.label else DASH)
    of_device = [m for m in found.measured if m.slice_estimate is not None]
    area = next((m for m in of_device if m.device == found.row.device), None) or next(
        iter(of_device), None
    )
    routed = max(
        (m for m in found.measured if m.fmax_mhz), key=lambda m: m.fmax_mhz or 0.0, default=None
    )
    any_one = area or routed or Measured(label=found.label or "-", device="")
    speed = any_one.blocks_per_cycle
    return [
        name,
        figure(any_one.latency_cycles),
        DASH if speed is None else str(speed),
        figure(area and area.slice_estimate),
        figure(any_one.bram_count),
        routed.device if routed else DASH,
        figure(routed and routed.fmax_mhz, 1),
        figure(routed and routed.throughput_gbps, 2),
        figure(routed and routed.latency_ns, 1),
        figure(routed and routed.area_luts),
    ]


def refused_points(points: Mapping[str, DesignPoint]) -> dict[str, Refused]:
    """Return what is told of points that cannot be, by canonical label.

    Args:
        points: as somebody spelt them, to the points.
    """
    return {
        point.label: Refused(
            name,
            "; ".join(violation.reason for violation in violations(point)),
            nearest_legal(point).label,
        )
        for name, point in points.items()
    }


def print_refused(console: Console, refused: Iterable[Refused]) -> None:
    """Print points that cannot be with the nearest that can, and each reason once."""
    by_reason: dict[str, list[Refused]] = {}
    for each in refused:
        by_reason.setdefault(each.reason, []).append(each)
    for reason, group in by_reason.items():
        names = ", ".join(each.name for each in group)
        nearest = ", ".join(each.nearest for each in group)
        console.print(Text(f"{names} cannot be: {reason}; nearest: {nearest}"))
