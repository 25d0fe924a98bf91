"""A bus around a mode: what all buses have in common."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from aesculus.design import Design, LabelError, Port
from aesculus.design.common import Common
from aesculus.products.common.around import BENCH, AroundCore

CLOCKED = ("clk_i", "rst_ni")
"""Ports that bus and mode share."""


@dataclass(frozen=True)
class AroundMode(Common):
    """A bus around a mode. A subclass names it, and gives its ports, RTL and driver.

    Attributes:
        mode: what is inside.
        width: bits of data.
        label: canonical label.
    """

    mode: AroundCore
    width: int
    label: str

    name: ClassVar[str] = ""
    """Its name in labels."""

    @property
    def fields(self) -> Mapping[str, Any]:
        """The bus and its width beside the fields of the mode."""
        return {"bus": self.name, "bus_bits": self.width, **self.mode.fields}

    @property
    def identity(self) -> Mapping[str, Any]:
        """The same beside what tells the mode from others."""
        return {"bus": self.name, "bus_bits": self.width, **self.mode.identity}

    @property
    def bench(self) -> str:
        """The bench of messages, which drives any port of them."""
        return BENCH

    @property
    def payload_bits(self) -> int:
        """Bits of a block."""
        return self.mode.payload_bits

    @property
    def weight(self) -> float:
        """How much of the bus there is, as a part beside others."""
        return 1.0

    @property
    def features(self) -> Mapping[str, float]:
        """Those of the mode, and the bus as a part."""
        return {**self.mode.features, f"bus {self.name}": self.weight}

    @property
    def parameters(self) -> Mapping[str, int]:
        """The parameters of the core."""
        return self.mode.parameters


@dataclass(frozen=True)
class BusFolder:
    """What the folder of a bus shows as `BUS`.

    Attributes:
        kind: the class of its designs.
    """

    kind: type[AroundMode]

    @property
    def name(self) -> str:
        """Its name in labels."""
        return self.kind.name

    def around(self, inner: Design, width: int, label: str) -> AroundMode:
        """Return the bus around a mode.

        Raises:
            LabelError: it is none.
        """
        if not isinstance(inner, AroundCore):
            problem = (
                f"{self.name} is around a mode, which {inner.label} is not; legal: ECB and others"
            )
            raise LabelError(label, problem)
        return self.kind(inner, width, label)


def wire_of(port: Port) -> str:
    """Return the wire in a top that is joined to a mode's port."""
    return f"mode_{port.name.rpartition('_')[0]}"


def declared(name: str, bits: int) -> str:
    """Return the declaration of a wire."""
    return f"  logic {f'[{bits - 1}:0] ' if bits > 1 else ''}{name};"


def turned(port: Port, own: frozenset[str]) -> str:
    """Return the port that a mode's is joined to: what goes in there comes out here.

    Args:
        port: of the mode.
        own: names, without their direction, that stand for something else outside: there the port
            has `mode_` in front.
    """
    name, _, way = port.name.rpartition("_")
    name = f"mode_{name}" if name in own else name
    return f"{name}_{'o' if way == 'i' else 'i'}"
