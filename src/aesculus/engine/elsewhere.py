"""Where a goal could be met that a device cannot meet, beyond what is usual of a device."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aesculus.catalogue import CLOCKED
from aesculus.design import Build
from aesculus.engine.eligible import answering
from aesculus.engine.reference import entries
from aesculus.engine.reference.results import results
from aesculus.families import Device, devices
from aesculus.search.bounds import Refusal, able, bounds
from aesculus.search.goals import Goal, Limit, answer
from aesculus.search.judged import paced
from aesculus.store import Matching


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


def elsewhere(
    found: Refusal,
    points: Sequence[Build],
    device: Device,
    goal: Goal,
    *,
    limits: Sequence[Limit],
    needed: Matching,
) -> Refusal:
    """Return a refusal that names a device if another one meets the goal, or may.

    What good designs usually come to is no bound: some do better. So a device that would not
    usually do is looked for before none is said to be there, the smallest first, and before all
    others one where a result of the reference store meets the goal.

    Args:
        found: why the device cannot meet it.
        points: the designs that may be the answer.
        device: the device.
        goal: what is needed.
        limits: those of the goal on which bounds bear.
        needed: values that fields of a row have to have, as for `answering`.
    """
    if found.beyond:
        return found
    others = (devices.load(name) for name in devices.names() if name != device.name)
    routed = sorted((d for d in others if not d.area_only), key=lambda d: d.resources.luts)
    if found.device and _open(points, devices.load(found.device), limits):
        return found
    open_ = [other for other in routed if _open(points, other, limits)]
    labels = {point.label for point in points}
    for other in open_:
        known = labels.intersection(entry.label for entry in entries.known(other.name))
        rows = answering(results(other, labels=known), other, needed)
        best = answer([row for row in rows if row.netlist_verified], goal).best
        if best is not None:
            return Elsewhere(found.reason, other.name, label=best.label)
    # Where the limit of the clock is not known, that no bound forbids a clock says nothing.
    timed = not CLOCKED.isdisjoint(goal.figures)
    might = [d.name for d in open_ if d.clock_limit_mhz is not None or not timed]
    return Elsewhere(found.reason, might[0]) if might else replace(found, device="")


def _open(points: Sequence[Build], device: Device, limits: Sequence[Limit]) -> bool:
    """Return whether a design may keep limits on a device, for all that is known beforehand."""
    return any(
        _has_room(point, device)
        and able([point], device, limits)
        and paced([point], device, limits)
        for point in points
    )


def _has_room(point: Build, device: Device) -> bool:
    """Return whether the core within a mode has a place as large as such cores usually are.

    Of a mode itself no area is known beforehand.
    """
    core = getattr(point.design, "core", None)
    return core is None or device.holds(bounds(Build(core), device, usual=True))
