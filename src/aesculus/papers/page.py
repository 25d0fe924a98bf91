"""The checkable tables of the docs page, in Markdown, made from the data by the rules."""

from collections.abc import Iterable, Sequence

from aesculus.papers import derive, ids, load, matrices
from aesculus.papers.judge import judge
from aesculus.papers.published import Paper

_ANSWER = {True: "yes", False: "no", None: "open"}


def tables(rows: Sequence[object] = ()) -> str:
    """Return for each paper its claims with verdicts and the figures that do not follow.

    Args:
        rows: what is measured so far, as for `judge.judge`.
    """
    return "\n\n".join(_paper(load(paper_id), rows) for paper_id in ids()) + "\n"


def _paper(paper: Paper, rows: Sequence[object]) -> str:
    checked = derive.rows(paper) + derive.stated(paper)
    wrong = [item for item in checked if item.agreement != derive.Agreement.FOLLOWS]
    parts = [
        f"### {paper.id}",
        f"{_citation(paper)} {len(paper.rows)} rows; {len(checked)} derived or stated figures "
        f"recomputed, {len(checked) - len(wrong)} follow.",
        _table(
            ("claim", "section", "on its figures", "on ours", "verdict", "why"),
            (
                (
                    item.statement,
                    item.section,
                    _ANSWER[item.published],
                    _ANSWER[item.measured],
                    f"**{item.verdict.value}**",
                    item.reason,
                )
                for item in judge(paper.id, rows)
            ),
        ),
    ]
    if wrong:
        parts.append(
            _table(
                ("row", "figure", "published", "recomputed", "possible range", "off by", "finding"),
                (
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
                ),
            )
        )
    damaged = matrices.differences(paper)
    if damaged:
        parts.append(
            _table(
                ("printed object", "equation", "row", "in the scanned text", "derived"),
                (
                    (
                        item.id,
                        item.equation,
                        str(item.row),
                        f"`{item.printed}`" if item.printed else "missing",
                        f"`{item.true}`" if item.true else "no such row",
                    )
                    for item in damaged
                ),
            )
        )
    return "\n\n".join(parts)


def _citation(paper: Paper) -> str:
    parts = (", ".join(paper.authors), f"*{paper.title}*", paper.venue, str(paper.year or ""))
    return ", ".join(part for part in (*parts, paper.doi_or_id) if part) + "."


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines
    )
