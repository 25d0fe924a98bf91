"""What every stage may ask of a design, whatever it is: a core, a mode around one, a product."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol


@dataclass(frozen=True)
class Port:
    """A port of a design's top module.

    Attributes:
        name: with its suffix, such as `in_valid_i`.
        way: direction as SystemVerilog writes it.
        bits: width in bits, at least 1.
    """

    name: str
    way: Literal["input", "output"]
    bits: int


class Design(Protocol):
    """What is built. It is hashable, and equal designs have equal labels and digests."""

    @property
    def label(self) -> str:
        """Canonical label; `design.parse` reads it back to an equal design."""
        ...

    @property
    def identity(self) -> Mapping[str, Any]:
        """What tells it from other designs, as JSON-able values.

        These are its fields, less those that came after a release and are at their defaults, so
        that what older stores hold keeps its name.
        """
        ...

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of `identity`."""
        ...

    @property
    def fields(self) -> Mapping[str, Any]:
        """Its parameters as JSON-able values, for records and filters; equal for equal designs."""
        ...

    @property
    def bench(self) -> str:
        """Module of the bench that verifies it: a name of `benches`, or a whole dotted path."""
        ...

    @property
    def payload_bits(self) -> int:
        """Bits of payload in what the bench counts as one block."""
        ...

    @property
    def features(self) -> Mapping[str, float]:
        """Numbers that models of area, clock and time learn from, by name (`design.features`)."""
        ...

    @property
    def parameters(self) -> Mapping[str, int]:
        """The parameters that its top binds, by name; enums by their number in the RTL."""
        ...

    def check(self) -> None:
        """Return if it can be built.

        Raises:
            IllegalDesignError: it cannot; the message is one line.
        """
        ...

    def sources(self) -> Sequence[Path]:
        """Return its RTL sources in compile order, without the top."""
        ...

    def top(self, module: str) -> str:
        """Return the SystemVerilog source of a top module with every parameter bound.

        Raises:
            ValueError: `module` is not a plain Verilog identifier.
        """
        ...

    def ports(self) -> Sequence[Port]:
        """Return the ports of that top, in order."""
        ...
