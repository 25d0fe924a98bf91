"""How well a point is known."""

from enum import IntEnum


class Fidelity(IntEnum):
    """How well a point is known; each level costs more than the one before.

    `MODEL` is what the analytic model says: it costs nothing and is never asked of the engine.
    `SYNTH` is verified RTL and a synthesised netlist, `ROUTE` one routed seed, `SEEDS` five or
    more.
    """

    MODEL = 0
    SYNTH = 1
    ROUTE = 2
    SEEDS = 3
