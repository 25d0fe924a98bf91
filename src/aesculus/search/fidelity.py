"""How well a point is known."""

from enum import IntEnum

from aesculus.families import Device


class Fidelity(IntEnum):
    """How well a point is known; each level costs more than the one before.

    `MODEL` is what the analytic model says: it costs nothing and is never asked of the engine.
    `SYNTH` is verified RTL and a synthesised netlist, `ROUTE` one routed seed besides, `CHECKED` a
    verified netlist besides, `SEEDS` five seeds or more besides. Nothing is routed on a device
    without a router. A vendor's tool measures a point at once: `ROUTE` is its first result.
    """

    MODEL = 0
    SYNTH = 1
    ROUTE = 2
    CHECKED = 3
    SEEDS = 4


def levels_on(device: Device, highest: Fidelity) -> tuple[Fidelity, ...]:
    """Return the levels up to one that can be asked on a device, lowest first; synthesis if none.

    Args:
        device: one without a router has synthesis alone.
        highest: the highest that is wanted.
    """
    if device.area_only:
        return (Fidelity.SYNTH,)
    first = Fidelity.ROUTE if device.measured_by else Fidelity.SYNTH
    return tuple(level for level in Fidelity if first <= level <= max(first, highest))
