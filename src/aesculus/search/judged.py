"""Which limits of a goal the bounds of a core may judge where something stands around the core."""

from collections.abc import Sequence

from aesculus.ciphers.aes.space import DesignPoint
from aesculus.design import Build
from aesculus.search.goals import Limit

_LATENCIES = frozenset({"latency_ns", "latency_cycles"})
_RATES = frozenset({"throughput_gbps", "blocks_per_cycle", "mbps_per_lut"})

_BESIDE = frozenset({"GMAC"})
"""Modes whose data do not pass through the core: GMAC digests them beside it."""


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
