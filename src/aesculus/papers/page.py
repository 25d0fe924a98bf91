"""The checkable tables of the docs page, in Markdown, made from the data by the rules.

`python -m aesculus.papers.page` writes them into the page again.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from aesculus import pages
from aesculus.outputs import write_whole
from aesculus.papers import derive, future, ids, load, matrices
from aesculus.papers.beside import Beside, beside
from aesculus.papers.judge import Judgement, judge, observe
from aesculus.papers.measured import Measured
from aesculus.papers.published import Paper, PublishedRow
from aesculus.papers.results import FOLDER, committed
from aesculus.papers.verdict import Verdict

PAGE = Path("docs/papers.md")
HEADING = "## The tables\n\n"
"""What comes before the tables; they are the rest of the page."""

_ANSWER = {True: "yes", False: "no", None: "open"}
_NONE = pages.DASH
_PUBLISHED = (
    ("slices", "slices", 0),
    ("BRAM", "brams", 0),
    ("I/O", "iobs", 0),
    ("MHz", "fmax_mhz", 2),
    ("Gbit/s", "throughput_gbps", 2),
    ("ns", "latency_ns", 1),
)


def tables(
    measured: Mapping[str, Sequence[object]] | None = None, results: Path = FOLDER.parent
) -> str:
    """Return for each paper its claims with verdicts, its rows, and the figures that do not follow.

    Args:
        measured: paper to what is measured for it so far, rows as for `judge.judge`.
        results: folder of the other campaigns' figures, which answers about future work name.
    """
    rows = measured or {}
    made = [_paper(load(paper_id), rows.get(paper_id, ()), results) for paper_id in ids()]
    return "\n\n".join(made) + "\n"


def claims_table(judgements: Iterable[Judgement]) -> str:
    """Return claims with their verdicts."""
    return _table(
        ("claim", "section", "on its figures", "on ours", "verdict", "why"),
        (
            (
                item.statement,
                item.section,
                _ANSWER[item.published],
                _ours(item),
                f"**{item.verdict.value}**",
                item.reason,
            )
            for item in judgements
        ),
    )


def _ours(item: Judgement) -> str:
    if not item.measurable:
        return _NONE
    return Verdict.UNDECIDED.value if item.undecided else _ANSWER[item.measured]


def observations_table(found: Iterable[Judgement]) -> str:
    """Return what a paper's figures show and it does not say."""
    return _table(
        ("read from its figures, no claim of its own", "section", "so", "why"),
        ((each.statement, each.section, _ANSWER[each.published], each.reason) for each in found),
    )


def future_table(paper: Paper, rows: Iterable[object], results: Path) -> str:
    """Return what a paper leaves to future work, and what came of it here."""
    return _table(
        ("future work it names", "section", "here"),
        ((each.what, each.section, text) for each, text in future.answers(paper, rows, results)),
    )


def rows_table(rows: Sequence[Beside]) -> str:
    """Return published rows with ours beside them.

    Ours are the area on the paper's family and the figures on the routed device, with a circle
    where the netlist is not verified. Rivals' rows are left out.
    """
    head = [
        "row",
        *(f"its {name}" for name, _, _ in _PUBLISHED),
        "its Mbit/s per area",
        "our point",
        "slices \N{ALMOST EQUAL TO}",
        "BRAM",
        "I/O",
        "cycles",
        "blocks/cycle",
        "LUT routed",
        "FF",
        "BRAM routed",
        "MHz",
        "of seeds: min to max",
        "Gbit/s",
        "ns",
        "Mbit/s per LUT",
        "note",
    ]
    return _table(head, (_beside(found) for found in rows if found.label))


def _beside(found: Beside) -> list[str]:
    nothing = Measured(label=found.label, device="")
    area = [row for row in found.measured if row.slice_estimate is not None]
    counted = [row for row in found.measured if row.lut_count and row.slice_estimate is None]
    clocked = next((row for row in found.measured if row.fmax_mhz is not None), nothing)
    first = next(iter(area), nothing)
    routed = next(iter(counted), nothing)
    cycles = next((row for row in found.measured if row.blocks_per_cycle is not None), nothing)
    return [
        found.row.name,
        *(_figure(found.row, name, digits) for _, name, digits in _PUBLISHED),
        _own_efficiency(found.row),
        f"`{found.label}`",
        " / ".join(f"{_number(row.slice_estimate)}{_circle(row)}" for row in area) or _NONE,
        _number(first.bram_count),
        _number(nothing.value("pins")),
        _number(cycles.latency_cycles),
        _NONE if cycles.blocks_per_cycle is None else str(cycles.blocks_per_cycle),
        f"{_number(routed.area_luts)}{_circle(routed) if counted else ''}",
        _number(routed.ff_count),
        _number(routed.bram_count),
        _number(clocked.fmax_mhz, 1),
        _seeds(clocked.fmax_routed_seeds),
        _number(clocked.throughput_gbps, 2),
        _number(clocked.latency_ns, 1),
        _number(clocked.value("efficiency"), 2),
        _note(found),
    ]


def _seeds(clocks: Sequence[float]) -> str:
    return f"{len(clocks)}: {min(clocks):.1f} to {max(clocks):.1f}" if clocks else _NONE


def _note(found: Beside) -> str:
    texts = [f"cannot be built: {found.refused}"] if found.refused else []
    texts += [] if found.exact or found.refused else ["ours is the nearest point to it"]
    texts += [found.row.note] if found.row.note else []
    for row in found.measured:
        texts += [f"{row.device}: {text}" for text in (row.reason, row.left_out) if text]
    return "; ".join(dict.fromkeys(texts))


def _own_efficiency(row: PublishedRow) -> str:
    printed = row.figure("efficiency_mbps_per_slice")
    if printed is not None:
        return str(printed)
    rate = row.figure("throughput_gbps")
    area = row.raw.get("slices") or sum(row.raw.get(name, 0) for name in ("luts", "regs"))
    return f"{1000 * float(rate) / float(area):.2f}" if rate and area else _NONE


def _figure(row: PublishedRow, name: str, digits: int) -> str:
    if name == "slices" and "luts" in row.raw:
        return f"{row.raw['luts']:,} LUT, {row.raw['regs']:,} FF"
    value = row.figure(name)
    return _number(None if value is None else float(value), digits)


def _number(value: float | None, digits: int = 0) -> str:
    return _NONE if value is None else f"{value:,.{digits}f}"


def _circle(row: Measured) -> str:
    return "" if row.netlist_verified else " \N{WHITE CIRCLE}"


def _paper(paper: Paper, rows: Sequence[object], results: Path) -> str:
    checked = derive.rows(paper) + derive.stated(paper)
    wrong = [item for item in checked if item.agreement != derive.Agreement.FOLLOWS]
    values = {
        "paper": paper,
        "citation": citation(paper),
        "checked": len(checked),
        "follow": len(checked) - len(wrong),
        "claims": claims_table(judge(paper.id, rows)),
        "observations": observations_table(observe(paper.id, rows)) if paper.observations else "",
        "future": future_table(paper, rows, results) if paper.future else "",
        "rows": rows_table(beside(paper.id, rows)),
        "wrong": [
            (
                item.row,
                item.figure,
                item.published,
                f"{item.recomputed:.5g}",
                f"{item.low:.6g} to {item.high:.6g}",
                f"{item.deviation:+.2%}",
                item.agreement.value,
            )
            for item in wrong
        ],
        "damaged": [
            (
                item.id,
                item.equation,
                item.row,
                f"`{item.printed}`" if item.printed else "missing",
                f"`{item.true}`" if item.true else "no such row",
            )
            for item in matrices.differences(paper)
        ],
    }
    return pages.render("aesculus.papers", "page.md.j2", values).rstrip("\n")


def citation(paper: Paper) -> str:
    """Return authors, title, venue, year and number of a paper."""
    parts = (", ".join(paper.authors), f"*{paper.title}*", paper.venue, str(paper.year or ""))
    return ", ".join(part for part in (*parts, paper.doi_or_id) if part) + "."


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(pages.table(head, rows, words=len(head)))


def update(page: Path = PAGE, folder: Path = FOLDER) -> None:
    """Write the tables into the page again, from what is committed.

    Raises:
        ValueError: the page has no place for them, or a result cannot be read.
        OSError: a file cannot be read or written.
    """
    if not folder.is_dir():
        raise ValueError(f"{folder}: no folder with figures of papers")
    before, heading, _ = page.read_text(encoding="utf-8").partition(HEADING)
    if not heading:
        raise ValueError(f"{page}: no line {HEADING.strip()!r}")
    write_whole(page, before + heading + tables(committed(folder), folder.parent))


def main(given: Sequence[str]) -> str | None:
    """Run the command of this module; return what is wrong, one line."""
    if len(given) not in {0, 2}:
        return "give the page and the folder with the figures of papers, or neither"
    try:
        update(*map(Path, given))
    except (ValueError, OSError) as error:
        return str(error)
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
