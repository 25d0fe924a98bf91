"""What is too full to be routed, by what was seen to route on a device and what was not.

A design that has a place on a device may still be beyond its router, which finds no way left. It is
not ruled out for that, as no limit is known for sure; it is tried last.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from aesculus.families import Device
from aesculus.metrics import with_area

USUAL = 0.9
"""Share of the tables, registers or block RAMs of a device from which a design counts as too full
while nothing is known: at nine tenths of an iCE40 packing leaves the router no way."""

_TELLING = 0.5
"""A route that failed at less than this share failed for another reason."""

_Each = TypeVar("_Each")


@dataclass(frozen=True)
class Tried:
    """A design whose routing was tried.

    Attributes:
        device: where.
        figures: its counts, by the names of the synthesis' metrics or of `catalogue.AIMS`.
        routed: whether it came to an end with a clock.
    """

    device: Device
    figures: Mapping[str, float]
    routed: bool


class Filling:
    """Which designs are too full for a device, by resource.

    Args:
        device: the device; on one without a router nothing is too full.
    """

    def __init__(self, device: Device) -> None:
        self._device = device
        self._routed = dict.fromkeys(device.most, 0.0)
        self._failed = dict.fromkeys(device.most, USUAL)

    def learn(self, figures: Mapping[str, float], *, routed: bool) -> None:
        """Take into account that a design could be routed on the device, or could not."""
        self.hear(Tried(self._device, figures, routed))

    def hear(self, tried: Tried) -> None:
        """Take into account what came of a design, on the device or on another one.

        Of one that could not be routed, the resource that it fills most is taken for the reason.
        What a device of the same family could not route at some share is doubted here as well; what
        it could says nothing, as a larger device leaves its router other ways. Other families tell
        nothing.
        """
        own = tried.device.name == self._device.name
        if not own and (tried.routed or tried.device.family != self._device.family):
            return
        shares = {n: share for n, share in _shares(tried).items() if n in self._failed}
        if tried.routed:
            self._routed |= {name: max(self._routed[name], share) for name, share in shares.items()}
        elif shares:
            name, share = max(shares.items(), key=lambda each: each[1])
            if share >= _TELLING:
                self._failed[name] = min(self._failed[name], share)

    def fullness(self, figures: Mapping[str, float]) -> float:
        """Return the share of the fullest resource of a design that is too full, 0 if none is.

        Too full is what takes more of a resource than any design that was routed, and as much as
        one that was not, or `USUAL`.
        """
        shares = _shares(Tried(self._device, figures, routed=False))
        over = (
            share
            for name, share in shares.items()
            if share > self._routed[name] and share >= self._failed[name]
        )
        return max(over, default=0.0)


def _shares(tried: Tried) -> dict[str, float]:
    """Return the share of each resource of its device that a design takes."""
    told = with_area(tried.figures)
    return {n: told[n] / most for n, most in tried.device.most.items() if most and n in told}


def fullest_last(found: Iterable[_Each], fullness: Callable[[_Each], float]) -> list[_Each]:
    """Return things in their order, but those that are too full behind all others, fullest last.

    Args:
        found: in order.
        fullness: gives what `Filling.fullness` says of one.
    """
    return sorted(found, key=fullness)
