"""A paper's rows with ours beside them, as a table for a terminal."""

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from aesculus.ciphers.aes.space import DesignPoint, nearest_legal, violations
from aesculus.defaults import PAPER
from aesculus.families.model import AT
from aesculus.metrics import Row
from aesculus.pages import DASH, figure
from aesculus.papers.beside import Beside, beside
from aesculus.papers.measured import Measured


def print_published(
    console: Console, rows: Sequence[Row | Measured], paper_id: str = PAPER
) -> set[str]:
    """Print a paper's rows with ours beside them: area on its device, and the best routed one.

    Returns:
        The names of the rows that were said to be impossible.
    """
    # A row that is not verified has no figures. Those of vendors' tools are not mixed in.
    verified = [row for row in rows if row.device and AT not in row.device]
    table = Table(title=f"{paper_id}: published rows beside ours", header_style="bold")
    table.add_column("published", no_wrap=True)
    for name in ("MHz", "Gbit/s", "ns", "slices", "BRAM"):
        table.add_column(name, justify="right")
    table.add_column("ours", no_wrap=True)
    for name in (
        "cycles",
        "blocks/\ncycle",
        "slices ≈",
        "BRAM",
        "routed on",
        "MHz",
        "Gbit/s",
        "ns",
        "LUT",
    ):
        table.add_column(name, justify="left" if name == "routed on" else "right")
    for found in beside(paper_id, verified):
        table.add_row(*_published_cells(found), *_our_cells(found))
    console.print(table)
    refused = [found for found in beside(paper_id) if found.refused]
    for found in refused:
        console.print(Text(f"{found.row.name} cannot be: {found.refused}; nearest: {found.label}"))
    return {found.row.name for found in refused}


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
        figure(routed and routed.lut_count),
    ]


def print_refused(console: Console, refused: Mapping[str, DesignPoint]) -> None:
    """Print points that cannot be, each with the reason and the nearest one that can."""
    for label, point in refused.items():
        reasons = "; ".join(violation.reason for violation in violations(point))
        console.print(Text(f"{label} cannot be: {reasons}; nearest: {nearest_legal(point).label}"))
