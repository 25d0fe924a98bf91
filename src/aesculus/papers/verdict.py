"""How a claim is judged; the rules are in `rules` and the `claims_*` files."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from aesculus.papers.measured import Measurements
from aesculus.papers.published import Paper


class Verdict(StrEnum):
    """What came of a claim."""

    HOLDS = "holds"
    OTHER_FIGURES = "holds on other figures"
    DOES_NOT_FOLLOW = "does not follow"
    OPEN = "not measured yet"


class Evidence(BaseModel):
    """A row that a verdict rests on.

    Attributes:
        source: `published`, `measured` or `derived`.
        row: name or label of the row.
        device: where it was measured, if anywhere.
        figures: name of a figure, with its unit, to its value.
        note: what a reader must know, such as that the netlist is not verified.
    """

    model_config = ConfigDict(frozen=True)

    source: str
    row: str
    device: str = ""
    figures: dict[str, float | int | str] = {}
    note: str = ""


class Judgement(BaseModel):
    """The verdict on one claim.

    Attributes:
        paper: id of the paper.
        claim: id of the claim.
        section: where it stands.
        statement: the claim in our words.
        published: whether the paper's own figures bear it out; None if they cannot tell.
        measured: whether ours do; None if they are not measured yet.
        verdict: the outcome.
        reason: why, in a sentence or two.
        evidence: the rows it rests on.
    """

    model_config = ConfigDict(frozen=True)

    paper: str
    claim: str
    section: str
    statement: str
    published: bool | None
    measured: bool | None
    verdict: Verdict
    reason: str
    evidence: tuple[Evidence, ...]


@dataclass
class Finding:
    """What a rule found; `combine` makes the verdict of it unless the rule sets one.

    Attributes:
        published: as in `Judgement`.
        measured: as in `Judgement`.
        reasons: sentences without their full stop.
        evidence: rows.
        verdict: set by a rule that knows more than the two answers tell.
    """

    published: bool | None = None
    measured: bool | None = None
    reasons: list[str] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    verdict: Verdict | None = None


Rule = Callable[[Paper, Measurements], Finding]


def combine(published: bool | None, measured: bool | None) -> Verdict:
    """Return the verdict that follows from the two answers.

    Measurements decide where there are any: a claim that they bear out *holds*, or *holds on other
    figures* if the paper's own figures do not bear it out or were not published. Without
    measurements the paper's figures decide; without either the claim is *not measured yet*.
    """
    if measured is not None:
        if not measured:
            return Verdict.DOES_NOT_FOLLOW
        return Verdict.HOLDS if published else Verdict.OTHER_FIGURES
    if published is None:
        return Verdict.OPEN
    return Verdict.HOLDS if published else Verdict.DOES_NOT_FOLLOW
