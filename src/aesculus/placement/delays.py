"""Delays of a routed design in ps, from the SDF file (IEEE 1497) that nextpnr writes.

Of each three values the slowest counts.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from aesculus.placement.design import Pin

_WIRE = re.compile(r"\(INTERCONNECT (\S+)/(\S+) (\S+)/(\S+) \(-?\d+:-?\d+:(-?\d+)\)")
_PATH = re.compile(r"\(IOPATH (\S+) (\S+) \(-?\d+:-?\d+:(-?\d+)\)")
_SETUP = re.compile(r"\(SETUPHOLD \(posedge (\S+)\) \(\w+ (\S+)\) \(-?\d+:-?\d+:(-?\d+)\)")


@dataclass
class Delays:
    """What takes how long, in ps.

    Attributes:
        wires: from a driving pin to a driven one.
        through: of a cell, from a port to a port: (from, to, ps).
        setups: what a driven pin wants before its clock.
        clocks: ports of a cell that are clocks of its setups.
    """

    wires: dict[tuple[Pin, Pin], int] = field(default_factory=dict)
    through: dict[str, list[tuple[str, str, int]]] = field(default_factory=dict)
    setups: dict[Pin, int] = field(default_factory=dict)
    clocks: dict[str, set[str]] = field(default_factory=dict)


def _plain(name: str) -> str:
    """Return a name without what SDF puts before special characters."""
    return name.replace("\\", "")


def read_delays(lines: Iterable[str]) -> Delays:
    """Read an SDF file line by line; what it tells beside delays and setups is left out."""
    found, cell = Delays(), ""
    for raw in lines:
        line = raw.strip()
        if wire := _WIRE.match(line):
            ends = (_plain(wire[1]), wire[2]), (_plain(wire[3]), wire[4])
            found.wires[ends] = int(wire[5])
        elif path := _PATH.match(line):
            found.through.setdefault(cell, []).append((path[1], path[2], int(path[3])))
        elif setup := _SETUP.match(line):
            found.setups[cell, setup[1]] = int(setup[3])
            found.clocks.setdefault(cell, set()).add(setup[2])
        elif line.startswith("(INSTANCE"):
            cell = _plain(line.removeprefix("(INSTANCE").removesuffix(")").strip())
    return found
