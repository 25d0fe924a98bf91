"""AXI4-Stream around a mode: the rule, and the top that joins both."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from aesculus.design import IllegalDesignError, Port
from aesculus.design.common import header
from aesculus.products.buses.axis.driver import AxisDriver
from aesculus.products.common.buses import (
    CLOCKED,
    AroundMode,
    BusFolder,
    declared,
    turned,
    wire_of,
)
from aesculus.products.common.driver import Driver
from aesculus.products.common.port import BLOCK_BITS, number_bits

WIDTHS = (8, 16, 32, 64, 128, 256, 512)
_MODULES = ("gather", "scatter", "header")
_KEPT = ("error_o", "error_clear_i")
"""Ports of the mode that the bus passes on."""
_OWN = frozenset({"clear", "cleared"})


@dataclass(frozen=True)
class Axis(AroundMode):
    """AXI4-Stream around a mode; `width` is that of TDATA."""

    name: ClassVar[str] = "AXIS"

    @cached_property
    def driver(self) -> Driver:
        """How the bench speaks to it."""
        return AxisDriver(self.mode.shape, self.width // 8)

    @property
    def weight(self) -> float:
        """The wider the bus, the more of it there is."""
        return self.width / BLOCK_BITS

    def check(self) -> None:
        """Return if the mode can be built and the bus has such a width.

        Raises:
            IllegalDesignError: otherwise.
        """
        self.mode.check()
        legal = [str(width) for width in WIDTHS]
        block = BLOCK_BITS * self.mode.shape.lanes
        if self.width not in WIDTHS:
            reason = f"{self.name} has no width of {self.width} bits; legal: {', '.join(legal)}"
        elif max(self.width, block) % min(self.width, block):
            reason = (
                f"{self.width} bits do not part a beat of {block}; legal: a divisor, a multiple"
            )
        else:
            return
        raise IllegalDesignError(f"{self.label} cannot be built: {reason}")

    def sources(self) -> Sequence[Path]:
        """Return the mode's sources and those of the bus."""
        here = Path(__file__).parent
        own = [here / f"aesculus_axis_{name}.sv" for name in _MODULES]
        return [*self.mode.sources(), *own, here / "aesculus_axis.sv"]

    def ports(self) -> Sequence[Port]:
        """Return the ports: headers and data in, data out, and the errors of the mode."""
        keep, stream = self.width // 8, number_bits(self.mode.streams)
        return [
            Port("clk_i", "input", 1),
            Port("rst_ni", "input", 1),
            Port("clear_i", "input", 1),
            Port("cleared_o", "output", 1),
            Port("s_hdr_tvalid_i", "input", 1),
            Port("s_hdr_tready_o", "output", 1),
            Port("s_hdr_tdata_i", "input", self.width),
            Port("s_hdr_tkeep_i", "input", keep),
            Port("s_hdr_tlast_i", "input", 1),
            Port("s_hdr_tid_i", "input", stream),
            Port("s_axis_tvalid_i", "input", 1),
            Port("s_axis_tready_o", "output", 1),
            Port("s_axis_tdata_i", "input", self.width),
            Port("s_axis_tkeep_i", "input", keep),
            Port("s_axis_tlast_i", "input", 1),
            Port("s_axis_tid_i", "input", stream),
            Port("s_axis_tuser_i", "input", 2),
            Port("m_axis_tvalid_o", "output", 1),
            Port("m_axis_tready_i", "input", 1),
            Port("m_axis_tdata_o", "output", self.width),
            Port("m_axis_tkeep_o", "output", keep),
            Port("m_axis_tlast_o", "output", 1),
            Port("m_axis_tid_o", "output", stream),
            Port("m_axis_tuser_o", "output", 4),
            Port("error_o", "output", 8),
            Port("error_clear_i", "input", 1),
        ]

    def top(self, module: str) -> str:
        """Return the top: the bus beside the mode, which is a module of its own."""
        inner = f"{module}_mode"
        joined = [port for port in self.mode.ports() if port.name not in {*CLOCKED, *_KEPT}]
        wires = [declared(wire_of(port), port.bits) for port in joined]
        bound = {
            "BusBytes": self.width // 8,
            "KeyBits": self.mode.key_bits,
            "Lanes": self.mode.shape.lanes,
            "StreamW": number_bits(self.mode.streams),
        }
        own = [port.name for port in self.ports() if port.name not in _KEPT]
        plain = [f"    .{name}" for name in (*CLOCKED, *_KEPT)]
        return "\n".join(
            [
                self.mode.top(inner),
                header(module, self.ports(), f"{self.label}: AXI4-Stream around a mode."),
                *wires,
                f"  {inner} u_mode (",
                ",\n".join([*plain, *(f"    .{port.name}({wire_of(port)})" for port in joined)]),
                "  );",
                "  aesculus_axis #(",
                ",\n".join(f"    .{name}({value})" for name, value in bound.items()),
                "  ) u_bus (",
                ",\n".join(
                    [
                        *(f"    .{name}" for name in own),
                        *(f"    .{turned(port, _OWN)}({wire_of(port)})" for port in joined),
                    ]
                ),
                "  );",
                f"endmodule : {module}",
                "",
            ]
        )


BUS = BusFolder(Axis)
