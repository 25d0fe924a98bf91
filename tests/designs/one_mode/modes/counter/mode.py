"""Counter mode, one block at a time: its rule, and its top with the core inside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aesculus.design import Core, Design, IllegalDesignError, LabelError, Port
from aesculus.design.common import Common, header
from aesculus.design.kinds import Direction, KeySchedule

_BLOCK = 128
_OWN = ("in_valid_i", "in_ready_o", "in_block_i", "out_valid_o", "out_block_o")
"""Ports of the core that the mode drives and reads."""
_RTL = Path(__file__).with_name("aesculus_counter.sv")


@dataclass(frozen=True)
class Counting(Common):
    """Counter mode around a core.

    Attributes:
        core: what enciphers the counter.
        label: canonical label.
    """

    core: Core
    label: str

    @property
    def fields(self) -> Mapping[str, Any]:
        """The mode's name beside the fields of the core."""
        return {"mode": MODE.name, **self.core.fields}

    @property
    def identity(self) -> Mapping[str, Any]:
        """The mode's name beside what tells the core from others."""
        return {"mode": MODE.name, **self.core.identity}

    @property
    def bench(self) -> str:
        """The bench in this folder."""
        return f"{__package__}.bench"

    @property
    def payload_bits(self) -> int:
        """Bits of a block."""
        return _BLOCK

    @property
    def parameters(self) -> Mapping[str, int]:
        """The parameters of the core."""
        return self.core.parameters

    @property
    def key_bits(self) -> int:
        """Length of the key, which comes with each block."""
        return self.core.shape().key_bits

    def check(self) -> None:
        """Return if the core can be built, and encrypts single blocks under keys that they bring.

        Raises:
            IllegalDesignError: otherwise.
        """
        self.core.check()
        shape = self.core.shape()
        has = {
            "direction": (shape.direction, Direction.ENCRYPT),
            "key schedule": (shape.schedule, KeySchedule.ONLINE),
            "lanes": (shape.lanes, 1),
            "block bits": (shape.cipher.block_bits, _BLOCK),
        }
        for what, (value, legal) in has.items():
            if value != legal:
                reason = f"counter mode is around no core with {what} {value}; legal: {legal}"
                raise IllegalDesignError(f"{self.label} cannot be built: {reason}")

    def sources(self) -> Sequence[Path]:
        """Return the core's sources and the mode's."""
        return [*self.core.sources(), _RTL]

    def ports(self) -> Sequence[Port]:
        """Return the ports: a counter, then blocks with their key."""
        return [
            Port("clk_i", "input", 1),
            Port("rst_ni", "input", 1),
            Port("iv_valid_i", "input", 1),
            Port("iv_ready_o", "output", 1),
            Port("iv_i", "input", _BLOCK),
            Port("in_valid_i", "input", 1),
            Port("in_ready_o", "output", 1),
            Port("in_block_i", "input", _BLOCK),
            Port("in_key_i", "input", self.key_bits),
            Port("out_valid_o", "output", 1),
            Port("out_ready_i", "input", 1),
            Port("out_block_o", "output", _BLOCK),
        ]

    def top(self, module: str) -> str:
        """Return the top: the mode beside the core, which is a module of its own."""
        inner = f"{module}_core"
        widths = {port.name: port.bits for port in self.core.ports()}
        tied = {"in_decrypt_i": "1'b0", "out_ready_i": "1'b1", "in_key_i": "in_key_i"}
        wires = [f"  logic [{widths[port] - 1}:0] core_{port.rpartition('_')[0]};" for port in _OWN]
        bound = []
        for port in self.core.ports():
            name = port.name.rpartition("_")[0]
            if port.name in {"clk_i", "rst_ni"}:
                bound.append(f".{port.name}")
            elif port.name in _OWN:
                bound.append(f".{port.name}(core_{name})")
            else:
                value = "" if port.way == "output" else tied.get(port.name, "'0")
                bound.append(f".{port.name}({value})")
        return "\n".join(
            [
                self.core.top(inner),
                header(module, self.ports(), f"{self.label}: counter mode around a core."),
                *wires,
                f"  {inner} u_core ({', '.join(bound)});",
                "  aesculus_counter u_mode (",
                "    .clk_i, .rst_ni, .iv_valid_i, .iv_ready_o, .iv_i,",
                "    .in_valid_i, .in_ready_o, .in_block_i, .out_valid_o, .out_ready_i,",
                "    .out_block_o, .core_valid_o(core_in_valid), .core_ready_i(core_in_ready),",
                "    .core_block_o(core_in_block), .core_valid_i(core_out_valid),",
                "    .core_block_i(core_out_block)",
                "  );",
                f"endmodule : {module}",
                "",
            ]
        )


@dataclass(frozen=True)
class _Mode:
    name: str = "COUNTER"

    def around(self, core: Design, label: str) -> Counting:
        """Return counter mode around a core."""
        if not hasattr(core, "shape"):
            raise LabelError(label, f"counter mode is around a core, which {core.label} is not")
        return Counting(core, label)  # type: ignore[arg-type]


MODE = _Mode()
