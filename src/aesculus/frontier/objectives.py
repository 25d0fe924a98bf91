"""What is better: figures of a row and the direction in which they improve."""

from collections.abc import Iterable, Mapping

from aesculus.catalogue import AIMS

KNOWN: Mapping[str, bool] = AIMS
"""Figure to whether more of it is better."""

ROUTED = ("throughput_gbps", "latency_ns", "area_luts", "bram_count")
"""Objectives where a clock is known."""

AREA_ONLY = ("blocks_per_cycle", "latency_cycles", "area_luts", "bram_count")
"""Objectives on a device without a router: cycles stand in for time."""


def directions(names: Iterable[str]) -> dict[str, bool]:
    """Return each objective with whether it is maximised.

    Raises:
        ValueError: an unknown objective, or none.
    """
    wanted = list(names)
    for name in wanted:
        if name not in KNOWN:
            raise ValueError(f"unknown objective {name!r}: legal are {', '.join(KNOWN)}")
    if not wanted:
        raise ValueError(f"no objective: name at least one of {', '.join(KNOWN)}")
    return {name: KNOWN[name] for name in wanted}
