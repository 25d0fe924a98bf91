"""Output that several subcommands share."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from aesculus import papers
from aesculus.ciphers.aes.space import DesignPoint, nearest_legal, violations
from aesculus.cli.common import PAPER
from aesculus.families import DeviceError, devices
from aesculus.metrics import Row
from aesculus.papers.beside import Beside, beside
from aesculus.papers.measured import Measured
from aesculus.report import paper_sections, published_points, write_html

DASH = "\N{EN DASH}"
"""Stands for a figure that is not known."""


_DECIDE_NO_FIGURE = ("--store", "--jobs", "-j", "--scheduler")


def typed() -> str:
    """Return the command as it was typed, for the record.

    Options that only say where and with how many processes it ran are left out: figures do not
    depend on them, and a path of somebody's machine belongs on no page.
    """
    words = ["aesculus"]
    given = iter(sys.argv[1:])
    for word in given:
        name, _, value = word.partition("=")
        if name in _DECIDE_NO_FIGURE:
            if not value:
                next(given, None)
            continue
        words.append(word)
    return shlex.join(words)


def write_report(rows: Sequence[Row], path: Path, *, command: str) -> None:
    """Write the page of results.

    Raises:
        OSError: it cannot be written.
    """
    paper = papers.load(PAPER)
    authors = ", ".join(paper.authors)
    citation = f"{authors}: {paper.title}. {paper.venue}" + (
        f", {paper.year}" if paper.year else ""
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    write_html(
        rows,
        published_points(paper),
        path,
        command=command,
        citation=citation,
        notes=_notes(rows),
        sections=paper_sections(row for row in rows if row.device),
    )


def _notes(rows: Sequence[Row]) -> dict[str, str]:
    notes = {}
    for name in {row.device for row in rows if row.device}:
        try:
            notes[name] = devices.load(name).notes
        except DeviceError:
            continue
    return notes


def figure(value: object, digits: int = 0) -> str:
    """Return a number for a table, a dash when there is none."""
    return DASH if value is None else f"{float(str(value)):,.{digits}f}"


def print_published(
    console: Console, rows: Sequence[Row | Measured], paper_id: str = PAPER
) -> set[str]:
    """Print a paper's rows with ours beside them: area on its device, and the best routed one.

    Returns:
        The names of the rows that were said to be impossible.
    """
    # A row that is not verified has no figures.
    verified = [row for row in rows if row.device]
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
