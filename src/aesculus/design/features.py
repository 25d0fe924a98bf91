"""Names of the features of designs that have a meaning to models, whatever the design is.

Any other name is that of a part, with its number in the design as the value: area is a sum over
parts, each with a cost that is fitted to what was measured. A design need not have any.
"""

from collections import defaultdict
from collections.abc import Mapping

WALK = "cycles of the way"
"""Registers that a block passes from its entry to its exit, up to a constant."""

RATE = "blocks per cycle"
"""Blocks that should leave in a cycle once the design is full."""

TABLES = "look-up tables"
"""A rough count of look-up tables with four inputs, before anything is measured."""

ROUNDS = "rounds"
"""Rounds in hardware, all lanes together: how large a model simulation builds."""

SLOTS = "slots of all lanes"
"""Registers of a block's width in the ring, all lanes together."""

MEMORIES = "tables in block RAM"
"""1 if the rounds read their tables from block RAM: such designs map and route otherwise."""

CORRECTED = "corrected:"
"""In front of `<reason>:<part>`: the number of a part whose cost differs for a reason."""

PATH = "path:"
"""In front of `<number>:<element>`: how much of an element lies on a path between registers."""

_FIGURES = frozenset({WALK, RATE, TABLES, ROUNDS, SLOTS, MEMORIES})


def parts(features: Mapping[str, float]) -> dict[str, float]:
    """Return part to its number in the design."""
    return {
        name: number
        for name, number in features.items()
        if name not in _FIGURES and not name.startswith((CORRECTED, PATH))
    }


def corrected(features: Mapping[str, float]) -> dict[tuple[str, str], float]:
    """Return reason and part to the number of those parts."""
    found: dict[tuple[str, str], float] = {}
    for name, number in features.items():
        if name.startswith(CORRECTED):
            reason, _, part = name.removeprefix(CORRECTED).rpartition(":")
            found[reason, part] = number
    return found


def paths(features: Mapping[str, float]) -> list[dict[str, float]]:
    """Return the paths between registers, element to share; one empty path where none is told."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for name, share in features.items():
        if name.startswith(PATH):
            number, _, element = name.removeprefix(PATH).partition(":")
            found[number][element] = share
    return list(found.values()) or [{}]
