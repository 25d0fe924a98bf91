"""Registers around a mode: the rule, and the top that joins bus, registers and mode."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from aesculus.design import IllegalDesignError, Port
from aesculus.design.common import header
from aesculus.products.common.buses import CLOCKED, AroundMode, declared, turned, wire_of
from aesculus.products.common.driver import Driver
from aesculus.products.common.registers.driver import RegisterDriver

WIDTH = 32
"""Bits of a register, and of the bus."""
ADDRESS_BITS = 8
KEY_BITS = 512
"""Bits that the registers for the key have room for."""
BENCH = "aesculus.products.common.registers.bench"

_HERE = Path(__file__).parent
SOFTWARE = (
    _HERE / "c" / "aesculus.h",
    _HERE / "c" / "aesculus.c",
    _HERE / "generated" / "aesculus_regs.h",
)
"""The C driver, and the generated header that it includes: users put them into one folder."""
_GENERATED = ("aesculus_regs_pkg", "aesculus_regs")
_OWN = frozenset({"clear", "cleared", "error", "error_clear"})
_NAME_BYTES = 8
_DIGEST_DIGITS = 16
_REQUEST = {
    "req": 1,
    "req_write": 1,
    "req_addr": ADDRESS_BITS,
    "req_data": WIDTH,
    "req_strobe": WIDTH // 8,
    "rsp_data": WIDTH,
    "rsp_error": 1,
}
"""Wires between a bus and the registers, and their bits."""


@dataclass(frozen=True)
class RegisterBus(AroundMode):
    """A bus of addresses around a mode. A subclass names it and gives its ports."""

    about: ClassVar[str] = ""
    """The bus in words."""
    folder: ClassVar[Path]
    """Where its RTL and its `port.h` are."""
    module: ClassVar[str] = ""
    """Its RTL module."""

    @classmethod
    def bus_ports(cls) -> Sequence[Port]:
        """Return the ports of the bus alone."""
        raise NotImplementedError

    @cached_property
    def driver(self) -> Driver:
        """How the bench speaks to it."""
        return RegisterDriver(self.folder)

    @property
    def bench(self) -> str:
        """The bench of messages, and what makes accesses of them."""
        return BENCH

    def software(self) -> Sequence[Path]:
        """Return what a processor needs to use it: the C driver and the header of the registers."""
        return SOFTWARE

    def check(self) -> None:
        """Return if the mode can be built and the registers can be around it.

        Raises:
            IllegalDesignError: otherwise.
        """
        self.mode.check()
        if self.width != WIDTH:
            reason = f"{self.name} has no width of {self.width} bits; legal: {WIDTH}"
        elif self.mode.streams != 1:
            reason = f"{self.name} is around no mode with {self.mode.streams} streams; legal: 1"
        elif self.mode.shape.lanes != 1:
            reason = f"{self.name} is around no core with {self.mode.shape.lanes} lanes; legal: 1"
        elif self.mode.key_bits > KEY_BITS:
            reason = f"{self.name} takes no key of {self.mode.key_bits} bits; legal: {KEY_BITS}"
        else:
            return
        raise IllegalDesignError(f"{self.label} cannot be built: {reason}")

    def sources(self) -> Sequence[Path]:
        """Return the mode's sources, the registers and the bus."""
        registers = [_HERE / "generated" / f"{name}.sv" for name in _GENERATED]
        return [
            *self.mode.sources(),
            *registers,
            _HERE / "aesculus_registers.sv",
            self.folder / f"{self.module}.sv",
        ]

    def ports(self) -> Sequence[Port]:
        """Return the ports: those of the bus, the interrupt, and what modes have beside data."""
        return [
            Port("clk_i", "input", 1),
            Port("rst_ni", "input", 1),
            Port("clear_i", "input", 1),
            Port("cleared_o", "output", 1),
            *self.bus_ports(),
            Port("irq_o", "output", 1),
            Port("error_o", "output", 8),
            Port("error_clear_i", "input", 1),
        ]

    def top(self, module: str) -> str:
        """Return the top: bus, registers, and the mode, which is a module of its own."""
        inner = f"{module}_mode"
        joined = [port for port in self.mode.ports() if port.name not in CLOCKED]
        bound = {
            "KeyBits": str(self.mode.key_bits),
            "ModeName": f"64'h{_letters(self.mode.name):016x}",
            "Digest": f"64'h{self.digest[:_DIGEST_DIGITS]}",
            "Lengths": f"1'b{self.mode.told_lengths:d}",
        }
        own = [port.name for port in self.ports() if port not in self.bus_ports()]
        to_bus = [*CLOCKED, "clear_i", *(port.name for port in self.bus_ports())]
        return "\n".join(
            [
                self.mode.top(inner),
                header(module, self.ports(), f"{self.label}: {self.about} around a mode."),
                *(declared(wire_of(port), port.bits) for port in joined),
                *(declared(name, bits) for name, bits in _REQUEST.items()),
                _instance(inner, "u_mode", [*_plain(CLOCKED), *map(_outside, joined)]),
                _instance(
                    "aesculus_registers",
                    "u_registers",
                    [
                        *_plain(own),
                        *(f".{name}_{_way(name, 'i')}({name})" for name in _REQUEST),
                        *map(_inside, joined),
                    ],
                    bound,
                ),
                _instance(
                    self.module,
                    "u_bus",
                    [
                        *_plain(to_bus),
                        *(f".{name}_{_way(name, 'o')}({name})" for name in _REQUEST),
                    ],
                ),
                f"endmodule : {module}",
                "",
            ]
        )


def _letters(name: str) -> int:
    """Return a mode's name as the registers show it, the first letter in the lowest byte."""
    return int.from_bytes(name.encode("ascii")[:_NAME_BYTES], "little")


def _way(name: str, request: str) -> str:
    """Return the suffix of a request's port at its taker (`i`) or giver (`o`)."""
    return request if name.startswith("req") else {"i": "o", "o": "i"}[request]


def _outside(port: Port) -> str:
    return f".{port.name}({wire_of(port)})"


def _inside(port: Port) -> str:
    """Join the port of the registers to a mode's."""
    return f".{turned(port, _OWN)}({wire_of(port)})"


def _plain(names: Sequence[str]) -> list[str]:
    return [f".{name}" for name in names]


def _instance(
    module: str, name: str, ports: Sequence[str], bound: Mapping[str, str] | None = None
) -> str:
    joined = ",\n    ".join(ports)
    if not bound:
        return f"  {module} {name} (\n    {joined}\n  );"
    values = ",\n    ".join(f".{key}({value})" for key, value in bound.items())
    return f"  {module} #(\n    {values}\n  ) {name} (\n    {joined}\n  );"
