"""Judging the claims of a paper on its own figures and on ours."""

from collections.abc import Iterable, Sequence

from aesculus.papers import (
    claims_asu,
    claims_farooq,
    claims_jarvinen,
    claims_zambreno,
    load,
)
from aesculus.papers.compare import LEAST_SEEDS
from aesculus.papers.measured import Kind, Measured, Measurements
from aesculus.papers.published import Claim, Paper
from aesculus.papers.rules import UNVERIFIED
from aesculus.papers.verdict import Evidence, Judgement, Rule, Verdict, combine

__all__ = ["SETTLES", "Evidence", "Judgement", "Verdict", "asked", "judge", "observe"]

SETTLES = "aesculus bench verdicts"
"""The command that measures what open verdicts need."""

_NAMED = 3
"""Points that an open verdict names; the campaign's page has them all."""

_RULES: dict[str, dict[str, Rule]] = {
    "zambreno2004": claims_zambreno.CLAIMS_2004,
    "zambreno-short": claims_zambreno.CLAIMS_SHORT,
    "jarvinen2003": claims_jarvinen.CLAIMS,
    "farooq2016": claims_farooq.CLAIMS,
    "asu": claims_asu.CLAIMS,
}

_OBSERVATIONS: dict[str, dict[str, Rule]] = {
    "zambreno2004": claims_zambreno.OBSERVATIONS_2004,
    "zambreno-short": claims_zambreno.OBSERVATIONS_SHORT,
    "jarvinen2003": claims_jarvinen.OBSERVATIONS,
    "asu": claims_asu.OBSERVATIONS,
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
    given = [Measured.read(row) for row in rows]
    return [_judged(paper, claim, _RULES[paper_id][claim.id], given) for claim in paper.claims]


def observe(paper_id: str, rows: Iterable[object] = ()) -> list[Judgement]:
    """Return what the figures of a paper show and it does not say: no claim, so no verdict of it.

    As `judge`; `published` tells whether the statement is so.
    """
    paper = load(paper_id)
    given = [Measured.read(row) for row in rows]
    known = _OBSERVATIONS.get(paper_id, {})
    return [_judged(paper, each, known[each.id], given) for each in paper.observations]


def _judged(paper: Paper, claim: Claim, rule: Rule, given: Sequence[Measured]) -> Judgement:
    # Each claim asks for points of its own.
    measurements = Measurements(given)
    finding = rule(paper, measurements)
    verdict = finding.verdict or combine(
        finding.published,
        finding.measured,
        undecided=finding.undecided,
        expected=bool(measurements.asked),
    )
    needs: tuple[str, ...] = ()
    if finding.blocked:
        finding.reasons.append(finding.blocked)
    elif finding.measured is None and not finding.undecided:
        needs = measurements.lacking()
    if needs:
        clocked = any(Kind.CLOCK in measurements.asked[label] for label in needs)
        finding.reasons.append(_needed(needs, clocked=clocked))
    if unverified := _unverified(finding.evidence):
        finding.reasons.append(f"netlists not verified, so estimates: {', '.join(unverified)}")
    return Judgement(
        paper=paper.id,
        claim=claim.id,
        section=claim.section,
        statement=claim.statement,
        published=finding.published,
        measured=finding.measured,
        undecided=finding.undecided,
        measurable=bool(measurements.asked),
        needs=needs,
        verdict=verdict,
        reason="; ".join(dict.fromkeys(finding.reasons)) + ".",
        evidence=_unique(finding.evidence),
    )


def _unverified(rows: Iterable[Evidence]) -> list[str]:
    """Return the points of ours that a verdict rests on without their netlists verified."""
    return list(dict.fromkeys(row.row for row in rows if UNVERIFIED in row.note))


def asked(paper_id: str) -> dict[str, dict[str, frozenset[Kind]]]:
    """Return for each claim the points that its rule looks at, and what it wants of them.

    A point that is looked at only if another one cannot be had is among them.
    """
    paper = load(paper_id)
    found = {}
    for claim in paper.claims:
        measurements = Measurements()
        _RULES[paper_id][claim.id](paper, measurements)
        found[claim.id] = dict(measurements.asked)
    return found


def _needed(labels: Sequence[str], *, clocked: bool) -> str:
    some = ", ".join(labels[:_NAMED])
    more = f" and {len(labels) - _NAMED} more" if len(labels) > _NAMED else ""
    seeds = f" with {LEAST_SEEDS} seeds" if clocked else ""
    return f"to be settled by `{SETTLES}`, which measures {some}{more}{seeds}"


def _unique(rows: Iterable[Evidence]) -> tuple[Evidence, ...]:
    kept: list[Evidence] = []
    for row in rows:
        if row not in kept:
            kept.append(row)
    return tuple(kept)
