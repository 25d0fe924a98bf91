"""Where a goal could be met that a device cannot meet, beyond what is usual of a device."""

from collections.abc import Sequence
from dataclasses import dataclass

from aesculus.catalogue import CLOCKED
from aesculus.design import Build
from aesculus.engine.reference import entries
from aesculus.engine.reference.results import results
from aesculus.families import Device, devices
from aesculus.search.bounds import Refusal, able
from aesculus.search.goals import Goal, answer
from aesculus.search.judged import paced


@dataclass(frozen=True)
class Elsewhere(Refusal):
    """A refusal that names a device although what is usual there does not meet the goal.

    Attributes:
        label: the design that is known to meet it on the device; empty where none is known, and the
            device's bounds alone leave it open.
    """

    label: str = ""

    def told(self) -> str:
        """Return it in one line."""
        if self.label:
            return f"{self.reason}; {self.label} on {self.device} does"
        return f"{self.reason}; {self.device} might, as no bound forbids it there"


def elsewhere(found: Refusal, points: Sequence[Build], device: Device, goal: Goal) -> Refusal:
    """Return a refusal that names a device if another one meets the goal, or may.

    What good designs usually come to is no bound: some do better. So a device that would not
    usually do is looked for before none is said to be there, the smallest first, and before all
    others one where a result of the reference store meets the goal.

    Args:
        found: why the device cannot meet it.
        points: the designs that may be the answer.
        device: the device.
        goal: what is needed.
    """
    if found.device or found.beyond:
        return found
    others = (devices.load(name) for name in devices.names() if name != device.name)
    routed = sorted((d for d in others if not d.area_only), key=lambda d: d.resources.luts)
    open_ = [d for d in routed if able(paced(points, d, goal.limits), d, goal.limits)]
    labels = {point.label for point in points}
    for other in open_:
        known = labels.intersection(entry.label for entry in entries.known(other.name))
        rows = [row for row in results(other, labels=known) if row.netlist_verified]
        best = answer(rows, goal).best
        if best is not None:
            return Elsewhere(found.reason, other.name, label=best.label)
    # Where the limit of the clock is not known, that no bound forbids a clock says nothing.
    timed = not CLOCKED.isdisjoint(goal.figures)
    might = [d.name for d in open_ if d.clock_limit_mhz is not None or not timed]
    return Elsewhere(found.reason, might[0]) if might else found
