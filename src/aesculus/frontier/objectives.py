"""What is better: figures of a row and the direction in which they improve."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

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


def costs(rows: Sequence[object], objectives: Iterable[str]) -> NDArray[np.float64]:
    """Return a matrix, one line a row, of objectives turned so that less is better.

    A missing figure is NaN.
    """
    wanted = directions(objectives)
    matrix = np.full((len(rows), len(wanted)), np.nan)
    for line, row in zip(matrix, rows, strict=True):
        for column, (name, high) in enumerate(wanted.items()):
            value = getattr(row, name)
            if value is not None:
                line[column] = -value if high else value
    return matrix
