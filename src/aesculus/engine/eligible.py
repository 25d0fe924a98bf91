"""What a store says to a goal, and which of its rows may be the answer."""

from dataclasses import dataclass

from aesculus.engine.jobs import Jobs
from aesculus.engine.pursue import Matching, goal_rows
from aesculus.families import Device
from aesculus.metrics import Row
from aesculus.search import SpaceFile
from aesculus.search.fixing import needed_of
from aesculus.search.goals import Answer, Goal, answer
from aesculus.store import Store


def eligible(space: SpaceFile) -> Matching:
    """Return what a row has to be to be an answer: as needed, and of the RTL that is exported."""
    return {**needed_of(space), "rtl_digest": tuple(sorted(Jobs().rtl_digests))}


@dataclass(frozen=True)
class KnownAnswer:
    """What a store says to a goal.

    Attributes:
        answer: of the designs whose netlist is verified.
        unverified: a design that would beat it if its netlist were verified, if there is one.
        nothing: the store has no design that has anything to do with the goal.
    """

    answer: Answer
    unverified: tuple[Row, ...]
    nothing: bool


def known_answer(store: Store, device: Device, goal: Goal, needed: Matching) -> KnownAnswer:
    """Return what a store says to a goal.

    Args:
        store: the store.
        device: on which device.
        goal: what is asked.
        needed: as of `eligible`.
    """
    rows = goal_rows(store, device, goal, netlist_verified=True, matching=needed)
    rest = goal_rows(store, device, goal, netlist_verified=False, matching=needed)
    found, other = answer(rows, goal), answer(rest, goal).best
    beaten = other is not None and (found.best is None or goal.objective.better(other, found.best))
    return KnownAnswer(
        answer=found,
        unverified=(other,) if beaten and other is not None else (),
        nothing=found.best is None and not found.nearest and not rest,
    )
