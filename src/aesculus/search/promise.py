"""What a netlist promises before it is routed, by the delay of its longest path."""

from collections.abc import Mapping

from aesculus.families import Device
from aesculus.search.model import CLOCK, derive

PATH = "path_estimate_ns"

PERIOD_START = (1.0, 0.95)
"""ns, and of a routed period to an ns of the estimated path, before anything is routed."""


def promised(figures: Mapping[str, float], device: Device, payload_bits: float) -> dict[str, float]:
    """Return the figures of a synthesised point with the clock that its path promises.

    Args:
        figures: of synthesis; without a path they are returned as they are.
        device: gives the limit of the clock.
        payload_bits: bits of payload in a block.
    """
    if PATH not in figures:
        return dict(figures)
    fixed, share = PERIOD_START
    clock = 1000 / (fixed + share * figures[PATH])
    return {k: float(v) for k, v in derive({**figures, CLOCK: clock}, device, payload_bits).items()}
