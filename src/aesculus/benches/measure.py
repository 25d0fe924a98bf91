"""Rate and latency, read off the cycles in which blocks went in and came out."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

_PERIODS = 3
_WARM_UP_SHARE = 3


class MeasureError(Exception):
    """The cycles do not show one figure; the message says why in one line."""


def steady_rate(cycles: Sequence[int]) -> Fraction:
    """Return blocks per cycle, exactly, in the steady state of a saturated run.

    The first third of the run is left out as filling up. In the rest, the smallest k is sought for
    which every block comes the same number of cycles c after the k-th block before it, over at
    least three periods; the rate is k/c.

    Args:
        cycles: one rising cycle index a block.

    Raises:
        MeasureError: no period fits three times.
    """
    window = np.asarray(cycles[len(cycles) // _WARM_UP_SHARE :], dtype=np.int64)
    for k in range(1, len(window) // _PERIODS + 1):
        steps = window[k:] - window[:-k]
        if steps[0] > 0 and bool((steps == steps[0]).all()):
            return Fraction(k, int(steps[0]))
    raise MeasureError(
        f"no steady rate: {len(window)} blocks of a saturated run do not repeat three times"
    )


def one_latency(latencies: Sequence[int], *, what: str) -> int:
    """Return the latency that all blocks share.

    A latency is the index of the first cycle that shows the result on `out_valid_o` less the index
    of the cycle that offers the block and is accepted: the number of rising clock edges from the
    accepting one, that one included, until the result can be seen. A core that is one register
    has latency 1.

    Args:
        latencies: in cycles.
        what: whose latencies, for the message.

    Raises:
        MeasureError: there is none, or two differ.
    """
    if not latencies:
        raise MeasureError(f"no latency: no {what} was seen")
    low, high = min(latencies), max(latencies)
    if low != high:
        raise MeasureError(f"latency of {what} is not fixed: {low} to {high} cycles")
    return low
