"""A paper in the report: its rows beside ours, and its claims with their verdicts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aesculus import papers
from aesculus.papers.beside import Beside, beside
from aesculus.papers.judge import Judgement, judge
from aesculus.papers.measured import Measured
from aesculus.papers.page import citation


@dataclass(frozen=True)
class Line:
    """A published row with ours.

    Attributes:
        found: the row, and why it cannot be built.
        area: our estimates of area, one for each of the paper's families.
        routed: ours on the routed device, the fastest of several.
        io: bits of I/O that our point uses.
        notes: what failed or was left out.
    """

    found: Beside
    area: tuple[Measured, ...]
    routed: Measured | None
    io: float | None
    notes: tuple[str, ...]

    @property
    def brams(self) -> float | None:
        """Block RAMs on the first family."""
        return self.area[0].bram_count if self.area else None

    @property
    def simulated(self) -> Measured:
        """The row that has cycles and rate; they do not depend on the device."""
        found = (row for row in self.found.measured if row.blocks_per_cycle is not None)
        return next(found, Measured(label=self.found.label, device=""))


@dataclass(frozen=True)
class PaperSection:
    """What the report shows of a paper.

    Attributes:
        paper: its id.
        citation: authors, title, venue.
        lines: rows that have a point here.
        claims: judged on the rows given.
    """

    paper: str
    citation: str
    lines: tuple[Line, ...]
    claims: tuple[Judgement, ...]


def paper_sections(rows: Iterable[object]) -> list[PaperSection]:
    """Return a section for each paper.

    Args:
        rows: what is measured, as for `papers.judge.judge`.
    """
    measured = [Measured.read(row) for row in rows]
    return [_section(paper, measured) for paper in papers.ids()]


def _section(paper: str, rows: Sequence[Measured]) -> PaperSection:
    found = beside(paper, rows)
    return PaperSection(
        paper=paper,
        citation=citation(papers.load(paper)).replace("*", ""),
        lines=tuple(_line(each) for each in found if each.label),
        claims=tuple(judge(paper, rows)),
    )


def _line(found: Beside) -> Line:
    clocked = [row for row in found.measured if row.fmax_mhz is not None]
    notes = [f"{row.device}: {row.reason}" for row in found.measured if row.reason]
    return Line(
        found=found,
        area=tuple(row for row in found.measured if row.slice_estimate is not None),
        routed=max(clocked, key=lambda row: row.fmax_mhz or 0.0, default=None),
        io=Measured(label=found.label, device="").value("pins"),
        notes=tuple(notes),
    )
