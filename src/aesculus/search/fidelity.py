"""How well a point is known."""

from enum import IntEnum


class Fidelity(IntEnum):
    """How well a point is known; each level costs more than the one before.

    `MODEL` is what the analytic model says: it costs nothing and is never asked of the engine.
    `SYNTH` is verified RTL and a synthesised netlist, `ROUTE` one routed seed besides, `CHECKED` a
    verified netlist besides, `SEEDS` five seeds or more besides. Nothing is routed on a device
    without a router.
    """

    MODEL = 0
    SYNTH = 1
    ROUTE = 2
    CHECKED = 3
    SEEDS = 4
