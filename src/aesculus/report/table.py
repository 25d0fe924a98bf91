"""The table that `aesculus show` prints."""

from collections.abc import Callable, Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from aesculus.metrics import Row
from aesculus.report.marks import pareto_marks
from aesculus.report.text import checked, clock, number, slices, spread

_LEFT = {"design", "device", "verified", "status"}
_COLUMNS: dict[str, Callable[[Row], str]] = {
    "design": lambda row: row.label,
    "device": lambda row: row.device,
    "verified": checked,
    "f max\nMHz": clock,
    "min…max\n(seeds)": spread,
    "Gbit/s": lambda row: number(row.throughput_gbps, 2),
    "latency\nns": lambda row: number(row.latency_ns, 1),
    "latency\ncycles": lambda row: number(row.latency_cycles),
    "blocks/\ncycle": lambda row: row.blocks_per_cycle_exact or number(None),
    "LUT": lambda row: number(row.lut_count),
    "FF": lambda row: number(row.ff_count),
    "BRAM": lambda row: number(row.bram_count),
    "slices": slices,
    "Mbit/s\nper LUT": lambda row: number(row.mbps_per_lut, 2),
    "status": lambda row: row.status,
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
