"""What a cell of a mapped netlist does, as far as it can be said without its Verilog model."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_DIGITS = frozenset("01x")

Bit = int | str
"""A bit as Yosys JSON writes it: the number of a net, or "0", "1", "x", "z"."""

Cell = Mapping[str, Any]
"""A cell as Yosys JSON writes it: type, parameters, connections."""


@dataclass(frozen=True)
class Table:
    """A look-up table: `output` is bit number `inputs` (first is lowest) of `init`."""

    output: Bit
    inputs: tuple[Bit, ...]
    init: int


@dataclass(frozen=True)
class Register:
    """A flip-flop.

    Attributes:
        output: its state.
        data: what it takes at the clock edge.
        clock: its clock.
        falling: whether it takes the falling edge.
        enable: it holds its state unless this bit is 1 (or 0, with `enable_low`); None for always.
        reset: it takes `value` while this bit is 1 (or 0, with `reset_low`); None for never.
        asynchronous: whether reset waits for no clock edge.
        enable_first: whether a synchronous reset, too, waits for the enable.
        value: state after reset.
        initial: state after configuration.
    """

    output: Bit
    data: Bit
    clock: Bit
    falling: bool = False
    enable: Bit | None = None
    enable_low: bool = False
    reset: Bit | None = None
    reset_low: bool = False
    asynchronous: bool = False
    enable_first: bool = False
    value: int = 0
    initial: int = 0


Part = Table | Register
Describe = Callable[[Cell], Sequence[Part] | None]
"""From a cell to what it does; None if its Verilog model must say."""


def pin(cell: Cell, port: str, unconnected: Bit = "0") -> Bit:
    """Return the bit at a one-bit port."""
    bits = cell["connections"].get(port)
    return bits[0] if bits else unconnected


def number(cell: Cell, parameter: str, default: int = 0) -> int:
    """Return a parameter that is a string of binary digits as a number, x read as 0.

    Raises:
        ValueError: it is something else, such as a text that only looks like a number.
    """
    text = cell["parameters"].get(parameter)
    if text is not None and not _DIGITS.issuperset(text):
        raise ValueError(f"{parameter} is {text[:40]!a}, which is no binary number")
    return default if text is None else int(text.replace("x", "0"), 2)


def hexadecimal(cell: Cell, parameter: str, default: int = 0) -> int:
    """Return a parameter that is text such as `0x6996` as a number.

    Raises:
        ValueError: it is something else.
    """
    found = cell["parameters"].get(parameter)
    if found is not None and not found.startswith("0x"):
        raise ValueError(f"{parameter} is {found[:40]!a}, which is no hexadecimal number")
    return default if found is None else int(found, 16)


def text(cell: Cell, parameter: str, default: str) -> str:
    """Return a parameter that is text."""
    return str(cell["parameters"].get(parameter, default)).rstrip()


def table(cell: Cell, output: str, inputs: Sequence[str], init: int) -> Table:
    """Return a table over one-bit ports, the first of `inputs` the lowest address bit."""
    return Table(pin(cell, output), tuple(pin(cell, port) for port in inputs), init)


def composed(output: Bit, inputs: Sequence[Bit], value: Callable[[Sequence[int]], int]) -> Table:
    """Return the table of a cell that is made of several smaller ones.

    Args:
        output: what the cell drives.
        inputs: the bits at its inputs; those that are one net, or constant, make the table smaller.
        value: from a value for each of `inputs` to the output, 0 or 1.
    """
    nets = tuple(dict.fromkeys(bit for bit in inputs if isinstance(bit, int)))
    init = 0
    for address in range(1 << len(nets)):
        known: dict[Bit, int] = {net: address >> place & 1 for place, net in enumerate(nets)}
        init |= value([known.get(bit, int(bit == "1")) for bit in inputs]) << address
    return Table(output, nets, init)


MUX_INIT = 0b11001010
"""Table of a multiplexer over (input for 0, input for 1, select)."""

MAJORITY_INIT = 0b11101000
"""Table of the carry of a full adder."""
