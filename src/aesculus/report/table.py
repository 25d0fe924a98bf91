"""The table that `aesculus show` prints."""

from collections.abc import Callable, Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from aesculus.catalogue import FIGURES
from aesculus.metrics import Row
from aesculus.report.marks import pareto_marks
from aesculus.report.text import checked, clock, number, shown, slices, spread, status

_LEFT = {"design", "device", "verified", "status"}


def _column(name: str) -> Callable[[Row], str]:
    return lambda row: shown(row, name)


_WRITTEN: dict[str, Callable[[Row], str]] = {
    "fmax_mhz": clock,
    "blocks_per_cycle": lambda row: row.blocks_per_cycle_exact or number(None),
    "slice_estimate": slices,
}
"""Figures whose cell tells more than their number."""

_SHOWN = (
    *("fmax_mhz", "", "throughput_gbps", "latency_ns", "latency_cycles", "blocks_per_cycle"),
    *("area_luts", "ff_count", "bram_count", "slice_estimate", "mbps_per_lut"),
)
"""Figures in the order of their columns; an empty name stands for the spread over the seeds."""

_COLUMNS: dict[str, Callable[[Row], str]] = {
    "design": lambda row: row.label,
    "device": lambda row: row.device,
    "verified": checked,
    **{
        FIGURES[name].title if name else "min…max\n(seeds)": (
            _WRITTEN.get(name, _column(name)) if name else spread
        )
        for name in _SHOWN
    },
    "status": status,
}
_NOTES = {
    "●": "Pareto-optimal on its device in throughput, latency, LUT and BRAM",
    "○": "so too, but its netlist is not verified yet",
    "*": "limited by the device's clock network",
    "≈": "estimate",
}


def _mark(row: Row, optimal: bool) -> str:
    if not optimal:
        return ""
    return "●" if row.netlist_verified else "○"


def show_table(rows: Sequence[Row]) -> Group:
    """Return the rows as a table with a legend and the reasons of what failed.

    Columns without any figure are left out. Pareto-optimal rows are marked with a dot, hollow while
    the netlist is not verified.
    """
    if not rows:
        return Group(Text("No results yet."))
    marks = [_mark(row, best) for row, best in zip(rows, pareto_marks(rows), strict=True)]
    cells = {title: [text(row) for row in rows] for title, text in _COLUMNS.items()}
    kept = {title: column for title, column in cells.items() if set(column) - {number(None)}}
    table = Table(header_style="bold", row_styles=["", "on grey7"])
    table.add_column("")
    for title in kept:
        left = title in _LEFT
        table.add_column(title, justify="left" if left else "right", no_wrap=title == "design")
    for index, row in enumerate(rows):
        style = "bold" if marks[index] else ("dim" if not row.verified else "")
        texts = [Text(column[index]) for column in kept.values()]
        table.add_row(Text(marks[index]), *texts, style=style)
    shown = "".join(marks) + "".join(text for column in kept.values() for text in column)
    notes = [Text(f"{mark} {note}") for mark, note in _NOTES.items() if mark in shown]
    reasons = [Text(f"{row.label} on {row.device}: {row.reason}") for row in rows if row.reason]
    return Group(table, *notes, *reasons)
