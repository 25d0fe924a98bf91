"""Judging the claims of a paper on its own figures and on ours."""

from collections.abc import Iterable

from aesculus.papers import (
    claims_asu,
    claims_farooq,
    claims_jarvinen,
    claims_zambreno,
    load,
)
from aesculus.papers.measured import Measurements
from aesculus.papers.verdict import Evidence, Judgement, Rule, Verdict, combine

__all__ = ["Evidence", "Judgement", "Verdict", "judge"]

_RULES: dict[str, dict[str, Rule]] = {
    "zambreno2004": claims_zambreno.CLAIMS_2004,
    "zambreno-short": claims_zambreno.CLAIMS_SHORT,
    "jarvinen2003": claims_jarvinen.CLAIMS,
    "farooq2016": claims_farooq.CLAIMS,
    "asu": claims_asu.CLAIMS,
}


def judge(paper_id: str, rows: Iterable[object] = ()) -> list[Judgement]:
    """Judge every claim of a paper.

    Args:
        paper_id: one of `papers.ids()`.
        rows: what is measured so far; mappings or objects with the fields of `Measured`. Rows of
            several devices may be mixed: each comparison is made on one device, that with most of
            the points that it needs.

    Returns:
        A judgement for each claim, in the order of the paper's data file.

    Raises:
        ValueError: there is no such paper, or a row cannot be read.
    """
    paper = load(paper_id)
    measurements = Measurements(rows)
    found = []
    for claim in paper.claims:
        finding = _RULES[paper_id][claim.id](paper, measurements)
        found.append(
            Judgement(
                paper=paper_id,
                claim=claim.id,
                section=claim.section,
                statement=claim.statement,
                published=finding.published,
                measured=finding.measured,
                verdict=finding.verdict or combine(finding.published, finding.measured),
                reason="; ".join(dict.fromkeys(finding.reasons)) + ".",
                evidence=_unique(finding.evidence),
            )
        )
    return found


def _unique(rows: Iterable[Evidence]) -> tuple[Evidence, ...]:
    kept: list[Evidence] = []
    for row in rows:
        if row not in kept:
            kept.append(row)
    return tuple(kept)
