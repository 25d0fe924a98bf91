"""What of the reference store teaches a search: points of the same family, results or not.

A model hears what they measured, and a search what was too full to be routed.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

from aesculus.design import Build, DesignError, LabelError, parse_build
from aesculus.engine.reference import entries
from aesculus.engine.reference.entries import Entry
from aesculus.families import Device, devices
from aesculus.metrics import with_area
from aesculus.search.filling import Tried

_MOST = 400
"""Points that are taught at most: more would take longer than they tell."""


def teachers(
    device: Device, given: Sequence[Entry] | None = None
) -> tuple[list[Build], list[dict[str, float]]]:
    """Return points and figures that a model of a device may start from.

    Points of the device itself come first, then those of its family: parts cost the same there,
    but for the clock, which is that of the device or none.

    Args:
        device: the device.
        given: entries instead of those of the package.
    """
    every = [each for each in (entries.known() if given is None else given) if each.device]
    counted = [each for each in every if "lut_count" in each.figures and each.status != "failed"]
    same = [each for each in counted if each.device == device.name]
    family = [
        each
        for each in counted
        if each.device != device.name and _family(each.device) == device.family
    ]
    points: list[Build] = []
    figures: list[dict[str, float]] = []
    for some, clock in ((same, True), (family, False)):
        left = _MOST - len(points)
        for entry in some[:: max(1, -(-len(some) // left))] if left else ():
            try:
                points.append(parse_build(entry.label))
            except (LabelError, DesignError):
                continue
            told = {k: v for k, v in entry.figures.items() if clock or not k.startswith("fmax")}
            if entry.rate:
                told["blocks_per_cycle"] = float(Fraction(entry.rate))
            figures.append(told)
    return points, figures


def unrouted(device: Device, given: Sequence[Entry] | None = None) -> Iterator[Tried]:
    """Give what was synthesised for a device, or another one of its family, and not routed.

    Args:
        device: the device.
        given: entries instead of those of the package.
    """
    for entry in entries.known() if given is None else given:
        counted = "lut_count" in entry.figures and not entry.seeds
        if entry.status != "failed" or not counted or _family(entry.device) != device.family:
            continue
        other = devices.known(entry.device)
        if other is not None:
            yield Tried(other, with_area(entry.figures), routed=False)


@cache
def _family(name: str) -> str:
    device = devices.known(name)
    return "" if device is None else device.family
