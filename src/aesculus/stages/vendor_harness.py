"""The serial harness as vendors' tools get it: sources around sources, with nothing mapped yet.

The embedded routers get a harness that was synthesised apart, so that none of it melts into the
core. A vendor's tool synthesises both at once: attributes keep every register of the harness and
the border of the core. So what the harness takes is known, where a report does not tell it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from aesculus.design import Design, Port
from aesculus.design.ports import used_ports
from aesculus.netlists import netlist as nl
from aesculus.stages import route_harness

CLOCK = "clk_i"
PINS = ("rst_ni", "shift_i", "shift_o")
"""The other ports of the harness."""

# Each tool reads the words that it knows: Vivado the first, Quartus the next two, Synplify, the
# synthesis of Lattice and that of Gowin the last.
_KEEP = '  (* DONT_TOUCH = "true", preserve, dont_merge, syn_preserve = 1 *)\n'
_KEEP_CORE = '  (* keep_hierarchy = "yes", syn_hier = "hard" *)\n'


@dataclass(frozen=True)
class Harness:
    """A harness for sources.

    Attributes:
        text: its SystemVerilog; it instantiates `netlist.TOP` as `u_core`.
        registers: how many it has of its own.
        tables: look-up tables that it takes.
    """

    text: str
    registers: int
    tables: int


def ports_alone(ports: Sequence[Port], unread: Sequence[Port] = ()) -> nl.Netlist:
    """Return a netlist of which only the ports are known.

    Args:
        ports: those that are used: all bits of inputs are read.
        unread: further inputs, of which none is.
    """
    number = 2  # 0 and 1 stand for constants in Yosys JSON
    made: dict[str, nl.Netlist] = {}
    read: list[int] = []
    for port in (*ports, *unread):
        bits = list(range(number, number + port.bits))
        number += port.bits
        made[port.name] = {"direction": port.way, "bits": bits}
        read += bits if port.way == "input" and port in ports else []
    cell = {"connections": {"A": read}, "port_directions": {"A": "input"}}
    module = {"attributes": {"top": 1}, "ports": made, "cells": {"all": cell}}
    return {"modules": {nl.TOP: module}}


def harness(design: Design) -> Harness:
    """Return the harness of a design's top module.

    Inputs that the design does not look at are 0, outputs that say nothing are left open.
    """
    used = used_ports(design)
    unread = [port for port in design.ports() if port.way == "input" and port not in used]
    text = route_harness.harness(ports_alone(used, unread), keep=_KEEP, keep_core=_KEEP_CORE)
    inputs = sum(port.bits for port in used if port.way == "input" and port.name not in _DIRECT)
    outputs = sum(port.bits for port in used if port.way == "output")
    # A stage for each input bit, capture and fold for each output bit, a hop behind each stage and
    # fold, the reset and the way out; a sum of two bits in front of each fold but the first.
    return Harness(text, registers=2 * inputs + 3 * outputs + 2, tables=outputs - 1)


_DIRECT = (CLOCK, PINS[0])
