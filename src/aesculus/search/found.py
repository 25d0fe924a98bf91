"""What is known of a goal: its answer, verified or not, or why there is none."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from aesculus.defaults import STORE, on_store
from aesculus.metrics import Row
from aesculus.search.bounds import Refusal
from aesculus.search.goals import Answer, Goal


class State(StrEnum):
    """Whether there is an answer.

    `verified`: the netlist of the design that meets the goal is verified. `unverified`: it is
    measured, but its netlist is not verified yet. `none`: nothing measured meets the goal.
    """

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    NONE = "none"


@dataclass(frozen=True)
class Found:
    """What a store and the bounds say of a goal.

    Attributes:
        device: name of the device.
        goal: the goal.
        answer: among designs with a verified netlist; where none of these meets the goal, what is
            near comes from all designs.
        unverified: the best design whose netlist is not verified and that meets the goal, better
            than the verified answer if there is one.
        refused: why no design of the space can meet the goal.
        reason: why nothing that is known could be compared with the goal, one line; empty if
            something can, and where the goal is refused.
        exhausted: a search has just ended because no other design promised anything.
        store: the database file, for commands that are told.
    """

    device: str
    goal: Goal
    answer: Answer
    unverified: Row | None = None
    refused: Refusal | None = None
    reason: str = ""
    exhausted: bool = False
    store: Path = STORE

    @property
    def state(self) -> State:
        """Whether there is an answer."""
        if self.answer.best is not None:
            return State.VERIFIED
        return State.NONE if self.unverified is None else State.UNVERIFIED

    @property
    def confirm(self) -> str:
        """The command that verifies the netlist of the unverified design; empty without one."""
        if self.unverified is None:
            return ""
        verify = f"aesculus verify {self.unverified.label} --device {self.device}"
        return on_store(verify, self.store)
