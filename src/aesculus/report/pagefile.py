"""The page of results as a file."""

from collections.abc import Sequence
from pathlib import Path

from aesculus import papers
from aesculus.defaults import PAPER
from aesculus.families import DeviceError, devices
from aesculus.metrics import Row
from aesculus.report.published import published_points


def write_report(rows: Sequence[Row], path: Path, *, command: str) -> None:
    """Write the page of results.

    Raises:
        OSError: it cannot be written.
    """
    # They load matplotlib.
    from aesculus.report.html import write_html  # noqa: PLC0415
    from aesculus.report.papersection import paper_sections  # noqa: PLC0415

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
