"""What may be said beforehand of designs with something around the core.

Which limits of a goal the bounds of the core may judge there, and which modes wait too long.
"""

from collections.abc import Sequence

from aesculus.catalogue import FIGURES
from aesculus.ciphers.aes.space import DesignPoint
from aesculus.design import Build
from aesculus.design.features import WALK
from aesculus.families import Device
from aesculus.metrics import throughput_gbps
from aesculus.search.bounds import Refusal
from aesculus.search.goals import Limit

_LATENCIES = frozenset({"latency_ns", "latency_cycles"})
_RATES = frozenset({"throughput_gbps", "blocks_per_cycle", "mbps_per_lut"})

_BESIDE = frozenset({"GMAC"})
"""Modes whose data do not pass through the core: GMAC digests them beside it."""


_PASSES = {
    **dict.fromkeys(("CBC", "CFB128", "OFB", "CMAC", "CCM", "KWP"), 1),
    "CFB8": 16,
    "CFB1": 128,
    "KW": 8,
}
"""Modes of which a stream waits for each result: how often a block goes through the core at least.

KW takes six steps for each half of a block, of which there is one more in what it gives; KWP wraps
a key of up to eight bytes in one.
"""


def judged(limits: Sequence[Limit], points: Sequence[Build]) -> tuple[Limit, ...]:
    """Return those of some limits that the bounds of the points' cores bear on.

    A mode may have its key stream ready before the data come, so the latency of its core bounds
    nothing; of one whose data do not pass through the core the rate does not either.
    """
    left_out: set[str] = set()
    if any(not isinstance(point.design, DesignPoint) for point in points):
        left_out |= _LATENCIES
    if any(point.fields.get("mode") in _BESIDE for point in points):
        left_out |= _RATES
    return tuple(limit for limit in limits if limit.figure not in left_out)


def paced(points: Sequence[Build], device: Device, limits: Sequence[Limit]) -> list[Build]:
    """Return the points whose mode can be quick enough although it waits for its own results.

    A stream has one block on its way through the core, so no more blocks a cycle leave than there
    are streams on a way of so many cycles. What decrypts alone waits for nothing.

    Args:
        points: the designs; cores, and modes that do not wait, stay.
        device: its clock limit bounds the throughput.
        limits: what has to be kept.
    """
    return [point for point in points if all(not _miss(point, device, each) for each in limits)]


def too_slow(points: Sequence[Build], device: Device, limits: Sequence[Limit]) -> Refusal | None:
    """Return why no point can keep limits if it is for waiting; `None` if that is not the reason.

    Args:
        points: the designs.
        device: as for `paced`.
        limits: as for `paced`.
    """
    if not points or paced(points, device, limits):
        return None
    misses = [(limit, min(_miss(point, device, limit) for point in points)) for limit in limits]
    limit = max(misses, key=lambda each: each[1])[0]
    best = min(points, key=lambda point: _miss(point, device, limit))
    most = FIGURES[limit.figure].quantity(_most(best, device)[limit.figure])
    streams = _streams(best)
    many = f"{streams:g} stream{'s' if streams > 1 else ''}"
    waits = f"{best.fields['mode']} waits for each result and has {many}"
    return Refusal(f"{limit.text}: at most {most} on {device.name}, as {waits}", "")


def _miss(point: Build, device: Device, limit: Limit) -> float:
    most = _most(point, device)
    return limit.miss_of(most[limit.figure]) if limit.figure in most else 0.0


def _most(point: Build, device: Device) -> dict[str, float]:
    """Return bounds of a design that waits for its own results; none of one that does not."""
    passes = _PASSES.get(str(point.fields.get("mode")))
    walk = point.design.features.get(WALK, 0.0)
    if passes is None or not walk or point.fields.get("direction") == "decrypt":
        return {}
    pace = _streams(point) / (passes * walk)
    most = {"blocks_per_cycle": pace}
    if device.clock_limit_mhz is not None:
        bits = point.design.payload_bits
        most["throughput_gbps"] = throughput_gbps(device.clock_limit_mhz, pace, bits)
    return most


def _streams(point: Build) -> float:
    """Return how many messages a mode works on at once."""
    return float(str(point.fields.get("mode_streams", 1)))
