"""How long the longest path of a mapped netlist may take, before it is placed.

Cells have the delay of their kind; a net has what nets of its fan-out take on average, whatever
the router will make of it. The figure ranks designs of one device: it tells more of the clock than
anything known before synthesis, and less than one routed seed. It is no clock.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import log2

from aesculus.families import CellKind, Family
from aesculus.families.cells import Bit, Cell, Table
from aesculus.netlists import netlist as nl

# ns, round figures of a part with four-input tables of the 2010s, and of a block RAM in it.
_TABLE = 0.24
_MUX = 0.2
_CLOCK_TO_OUTPUT = 0.52
_NET = 0.55
_NET_A_DOUBLING = 0.12  # for each doubling of the fan-out
_MEMORY = 6.5  # from the clock, its longer nets included
_MEMORY_INPUT = 1.0


@dataclass
class _Graph:
    """What drives and what ends the paths of a netlist.

    Attributes:
        tables: bit that a table drives to the bits it reads.
        inside: bits driven by a multiplexer that sits with its tables, so that no net is between.
        starts: bit to its delay from the clock.
        ends: bits that a register, a memory or an output takes, with the delay behind them.
        loads: bit to how many inputs it drives.
    """

    tables: dict[Bit, tuple[int, ...]] = field(default_factory=dict)
    inside: set[Bit] = field(default_factory=set)
    starts: dict[Bit, float] = field(default_factory=dict)
    ends: dict[int, float] = field(default_factory=dict)
    loads: dict[Bit, int] = field(default_factory=lambda: defaultdict(int))

    def end(self, bits: Iterable[Bit | None], behind: float = 0.0) -> None:
        """Add ends of paths; constants are none."""
        for bit in bits:
            if isinstance(bit, int):
                self.ends[bit] = max(behind, self.ends.get(bit, 0.0))
                self.loads[bit] += 1

    def net(self, bit: int) -> float:
        """Return the delay of a net."""
        return _NET + _NET_A_DOUBLING * log2(max(1, self.loads[bit]))


def path_estimate_ns(netlist: nl.Netlist, family: Family) -> float:
    """Return the estimated delay of the longest path from clock to clock or output, in ns.

    Args:
        netlist: a flat mapped design (Yosys JSON).
        family: the family whose cells it is made of.
    """
    graph = _read(nl.top_module(netlist), family)
    arrives = dict(graph.starts)
    for bit in _in_order(graph.tables):
        inside = bit in graph.inside
        latest = max(
            (arrives.get(b, 0.0) + (0.0 if inside else graph.net(b)) for b in graph.tables[bit]),
            default=0.0,
        )
        arrives[bit] = latest + (_MUX if inside else _TABLE)
    return max(
        (arrives.get(bit, 0.0) + graph.net(bit) + behind for bit, behind in graph.ends.items()),
        default=0.0,
    )


def _read(module: Cell, family: Family) -> _Graph:
    graph = _Graph()
    for port in module["ports"].values():
        if port["direction"] == "input":
            graph.starts |= dict.fromkeys(port["bits"], 0.0)
        else:
            graph.end(port["bits"])
    for cell in module["cells"].values():
        parts = family.describe(cell)
        if parts is None:
            _read_opaque(graph, cell, family)
            continue
        for part in parts:
            if isinstance(part, Table):
                inputs = tuple(bit for bit in part.inputs if isinstance(bit, int))
                graph.tables[part.output] = inputs
                for bit in inputs:
                    graph.loads[bit] += 1
                if cell["type"] in family.muxes:
                    graph.inside.add(part.output)
            else:
                graph.starts[part.output] = _CLOCK_TO_OUTPUT
                graph.end((part.data, part.enable, part.reset))
    return graph


def _read_opaque(graph: _Graph, cell: Cell, family: Family) -> None:
    """Add a cell of which only the kind is known: paths end and start in it."""
    memory = family.cells.get(cell["type"], (None, 0))[0] is CellKind.BRAM
    for port, bits in cell["connections"].items():
        if cell["port_directions"].get(port) == "output":
            registered = family.registered is not None and family.registered(cell, port)
            slow = memory and not registered
            delay = _MEMORY if slow else _CLOCK_TO_OUTPUT
            graph.starts |= {bit: delay for bit in bits if isinstance(bit, int)}
        else:
            graph.end(bits, _MEMORY_INPUT if memory else 0.0)


def _in_order(tables: dict[Bit, tuple[int, ...]]) -> Iterator[Bit]:
    """Yield tables behind those they read; of a loop of tables, which no core has, once each."""
    seen: set[Bit] = set()
    for root in tables:
        stack: list[tuple[Bit, bool]] = [(root, False)]
        while stack:
            bit, ready = stack.pop()
            if ready:
                yield bit
            elif bit in tables and bit not in seen:
                seen.add(bit)
                stack.append((bit, True))
                stack += [(each, False) for each in tables[bit]]
