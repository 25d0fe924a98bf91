"""A core of somebody as a design: a plain top for synthesis, an adapter for the bench.

The plain top has the core's own ports under the names that the harness asks for, and nothing
beside it: what is counted and routed is the core. The adapter, which exists in simulation alone,
gives it the ports of `aesculus_core`, so that the native bench drives and judges it as one of ours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aesculus.ciphers.aes.space import DesignPoint
from aesculus.design import Port
from aesculus.design.cipher import Cipher, Shape
from aesculus.design.common import Common, checked
from aesculus.design.kinds import Direction
from aesculus.export.foreign.description import Description
from aesculus.export.ports import CLOCK, RESET
from aesculus.export.render import render

PLAIN = "aesculus_foreign"
"""The plain top in simulation."""


@dataclass(frozen=True)
class Foreign(Common):
    """A core of somebody, a `design.Core`.

    Attributes:
        told: what its owner says of it.
        files: its sources in compile order.
    """

    told: Description
    files: tuple[Path, ...]

    @property
    def label(self) -> str:
        """Its name: no label of the design space."""
        return self.told.name

    @property
    def fields(self) -> Mapping[str, Any]:
        """What is said of it."""
        return self.told.model_dump(mode="json")

    @property
    def bench(self) -> str:
        """The bench of the core's own ports, by way of the adapter."""
        return "native"

    @property
    def payload_bits(self) -> int:
        """Bits of a block."""
        return self.cipher.block_bits

    @property
    def cipher(self) -> Cipher:
        """AES."""
        return self._twin.cipher

    @property
    def _twin(self) -> DesignPoint:
        """A core of ours with the ports of the adapter."""
        return DesignPoint(
            key_bits=self.told.key_bits,
            direction=Direction(self.told.direction),
            flow="stall" if self.told.protocol.out_ready else "none",
        )

    def check(self) -> None:
        """Return: whether it can be built is for the tools to say."""

    def sources(self) -> Sequence[Path]:
        """Return the files."""
        return self.files

    def shape(self) -> Shape:
        """Return what the native bench must know of it."""
        protocol = self.told.protocol
        pipeline = protocol.kind == "pipeline"
        return Shape(
            cipher=self.cipher,
            key_bits=self.told.key_bits,
            direction=Direction(self.told.direction),
            tag_bits=1,
            stallable=protocol.out_ready is not None,
            slots=protocol.latency if pipeline else protocol.most_inside,
            lone_cycles=protocol.latency if pipeline else protocol.most_cycles,
        )

    def ports(self) -> Sequence[Port]:
        """Return the ports of the plain top."""
        named, protocol = self.told.ports, self.told.protocol
        found = [Port(CLOCK, "input", 1), Port(RESET, "input", 1)]
        found += [Port(named.key, "input", self.told.key_bits), Port(named.block, "input", 128)]
        for name in (protocol.start, protocol.in_valid, protocol.out_ready):
            found += [Port(name, "input", 1)] if name else []
        found.append(Port(named.result, "output", 128))
        for name in (protocol.done, protocol.in_ready, protocol.out_valid):
            found += [Port(name, "output", 1)] if name else []
        return found

    def named(self) -> Sequence[Port]:
        """Return all ports of the core itself that are named."""
        told = self.told.ports
        resets = [] if told.reset is None else [Port(told.reset, "input", 1)]
        ties = [Port(name, "input", bits) for name, (bits, _) in told.ties.items()]
        left = [Port(name, "output", bits) for name, bits in told.open.items()]
        return [Port(told.clock, "input", 1), *resets, *self.ports()[2:], *ties, *left]

    def top(self, module: str) -> str:
        """Return the plain top."""
        return render(
            "foreign_top.sv",
            module=checked(module),
            told=self.told,
            ports=self.ports(),
            clock=CLOCK,
            reset=RESET,
        )

    def adapter(self, module: str, plain: str = PLAIN) -> str:
        """Return a module with the ports of `aesculus_core` around the plain top.

        Args:
            module: its name.
            plain: name of the plain top, or of its netlist.
        """
        return render(
            "foreign_adapter.sv",
            module=checked(module),
            plain=plain,
            told=self.told,
            ports=self._twin.ports(),
            inner=self.ports(),
        )
