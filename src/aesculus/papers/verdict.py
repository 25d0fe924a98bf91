"""How a claim is judged; the rules are in `rules` and the `claims_*` files."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from aesculus.papers.compare import Outcome
from aesculus.papers.measured import Measurements
from aesculus.papers.published import Paper


class Verdict(StrEnum):
    """What came of a claim."""

    HOLDS = "holds"
    OTHER_FIGURES = "holds on other figures"
    DOES_NOT_FOLLOW = "does not follow"
    NOT_REPRODUCED = "not reproduced"
    UNDECIDED = "undecided"
    OPEN = "open"


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
        measured: whether ours do; None if they are not measured yet or cannot tell.
        undecided: ours are measured, and their seeds do not tell the points apart.
        measurable: whether the claim is about more than the paper's own figures.
        needs: labels of points that an open verdict still needs, or needs more seeds of.
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
    undecided: bool = False
    measurable: bool = True
    needs: tuple[str, ...] = ()
    verdict: Verdict
    reason: str
    evidence: tuple[Evidence, ...]


@dataclass
class Finding:
    """What a rule found; `combine` makes the verdict of it unless the rule sets one.

    Attributes:
        published: as in `Judgement`.
        measured: as in `Judgement`.
        undecided: as in `Judgement`.
        blocked: why ours cannot be measured at all, if so.
        reasons: sentences without their full stop.
        evidence: rows.
        verdict: set by a rule that knows more than the two answers tell.
    """

    published: bool | None = None
    measured: bool | None = None
    undecided: bool = False
    blocked: str = ""
    reasons: list[str] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    verdict: Verdict | None = None

    def settle(self, outcome: Outcome) -> None:
        """Take the outcome of a comparison as what our figures say."""
        self.undecided = outcome is Outcome.UNDECIDED
        if outcome in {Outcome.YES, Outcome.NO}:
            self.measured = outcome is Outcome.YES


Rule = Callable[[Paper, Measurements], Finding]


def combine(
    published: bool | None,
    measured: bool | None,
    *,
    undecided: bool = False,
    expected: bool = False,
) -> Verdict:
    """Return the verdict that follows from the two answers.

    Measurements decide where there are any: a claim that they bear out *holds*, or *holds on other
    figures* if the paper's own figures do not bear it out or were not published. One that they do
    not bear out is *not reproduced*, for devices and tools are others; it *does not follow* only if
    its own figures deny it too. What its own figures deny stays denied where ours cannot tell.
    Without measurements they can also decide a claim that is about them alone.

    Args:
        published: what the paper's own figures say.
        measured: what ours say.
        undecided: ours do not tell the points apart.
        expected: the claim is one that ours are to decide.
    """
    if measured is not None:
        if measured:
            return Verdict.HOLDS if published else Verdict.OTHER_FIGURES
        return Verdict.DOES_NOT_FOLLOW if published is False else Verdict.NOT_REPRODUCED
    if published is False:
        return Verdict.DOES_NOT_FOLLOW
    if undecided:
        return Verdict.UNDECIDED
    return Verdict.OPEN if expected or published is None else Verdict.HOLDS
