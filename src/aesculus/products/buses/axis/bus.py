"""AXI4-Stream around a mode: the rule, and the top that joins both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from aesculus.design import Design, IllegalDesignError, LabelError, Port
from aesculus.design.common import Common, header
from aesculus.products.buses.axis.driver import AxisDriver
from aesculus.products.common.around import BENCH, AroundCore
from aesculus.products.common.driver import Driver
from aesculus.products.common.port import BLOCK_BITS, number_bits

WIDTHS = (8, 16, 32, 64, 128, 256, 512)
_MODULES = ("gather", "scatter", "header")
_CLOCKED = ("clk_i", "rst_ni")
_KEPT = ("error_o", "error_clear_i")
"""Ports of the mode that the bus passes on."""


@dataclass(frozen=True)
class Axis(Common):
    """AXI4-Stream around a mode.

    Attributes:
        mode: what is inside.
        width: bits of TDATA.
        label: canonical label.
    """

    mode: AroundCore
    width: int
    label: str

    @cached_property
    def driver(self) -> Driver:
        """How the bench speaks to it."""
        return AxisDriver(self.mode.shape, self.width // 8)

    @property
    def fields(self) -> Mapping[str, Any]:
        """The bus and its width beside the fields of the mode."""
        return {"bus": BUS.name, "bus_bits": self.width, **self.mode.fields}

    @property
    def identity(self) -> Mapping[str, Any]:
        """The same beside what tells the mode from others."""
        return {"bus": BUS.name, "bus_bits": self.width, **self.mode.identity}

    @property
    def bench(self) -> str:
        """The bench of messages, which drives any port of them."""
        return BENCH

    @property
    def payload_bits(self) -> int:
        """Bits of a block."""
        return self.mode.payload_bits

    @property
    def features(self) -> Mapping[str, float]:
        """Those of the mode, and the bus as a part."""
        return {**self.mode.features, f"bus {BUS.name}": self.width / BLOCK_BITS}

    @property
    def parameters(self) -> Mapping[str, int]:
        """The parameters of the core."""
        return self.mode.parameters

    def check(self) -> None:
        """Return if the mode can be built and the bus has such a width.

        Raises:
            IllegalDesignError: otherwise.
        """
        self.mode.check()
        legal = [str(width) for width in WIDTHS]
        block = BLOCK_BITS * self.mode.shape.lanes
        if self.width not in WIDTHS:
            reason = f"{BUS.name} has no width of {self.width} bits; legal: {', '.join(legal)}"
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
        joined = [port for port in self.mode.ports() if port.name not in {*_CLOCKED, *_KEPT}]
        wires = [
            f"  logic {f'[{port.bits - 1}:0] ' if port.bits > 1 else ''}{_wire(port)};"
            for port in joined
        ]
        bound = {
            "BusBytes": self.width // 8,
            "KeyBits": self.mode.key_bits,
            "Lanes": self.mode.shape.lanes,
            "StreamW": number_bits(self.mode.streams),
        }
        own = [port.name for port in self.ports() if port.name not in _KEPT]
        plain = [f"    .{name}" for name in (*_CLOCKED, *_KEPT)]
        return "\n".join(
            [
                self.mode.top(inner),
                header(module, self.ports(), f"{self.label}: AXI4-Stream around a mode."),
                *wires,
                f"  {inner} u_mode (",
                ",\n".join([*plain, *(f"    .{port.name}({_wire(port)})" for port in joined)]),
                "  );",
                "  aesculus_axis #(",
                ",\n".join(f"    .{name}({value})" for name, value in bound.items()),
                "  ) u_bus (",
                ",\n".join(
                    [
                        *(f"    .{name}" for name in own),
                        *(f"    .{_turned(port)}({_wire(port)})" for port in joined),
                    ]
                ),
                "  );",
                f"endmodule : {module}",
                "",
            ]
        )


def _wire(port: Port) -> str:
    return f"mode_{port.name.rpartition('_')[0]}"


def _turned(port: Port) -> str:
    """Return the port of the bus that a mode's is joined to: what goes in there comes out here."""
    name, _, way = port.name.rpartition("_")
    name = f"mode_{name}" if name in {"clear", "cleared"} else name
    return f"{name}_{'o' if way == 'i' else 'i'}"


@dataclass(frozen=True)
class _Bus:
    name: str = "AXIS"

    def around(self, inner: Design, width: int, label: str) -> Axis:
        """Return the bus around a mode.

        Raises:
            LabelError: it is none.
        """
        if not isinstance(inner, AroundCore):
            problem = (
                f"{self.name} is around a mode, which {inner.label} is not; legal: ECB and others"
            )
            raise LabelError(label, problem)
        return Axis(inner, width, label)


BUS = _Bus()
