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
    """What is built. Equal designs have equal labels and digests."""

    @property
    def label(self) -> str:
        """Canonical label; it parses back to an equal design."""
        ...

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of all that tells it from other designs."""
        ...

    @property
    def fields(self) -> Mapping[str, Any]:
        """Its parameters as JSON-able values, for records and filters."""
        ...

    @property
    def bench(self) -> str:
        """Name of the bench that verifies it, a module of `benches`."""
        ...

    @property
    def payload_bits(self) -> int:
        """Bits of payload in what the bench counts as one block."""
        ...

    @property
    def features(self) -> Mapping[str, float]:
        """Numbers that models of area, clock and time learn from, by name."""
        ...

    def sources(self) -> Sequence[Path]:
        """Return its RTL sources in compile order, without the top."""
        ...

    def top(self, module: str) -> str:
        """Return the SystemVerilog source of a top module with every parameter bound."""
        ...

    def ports(self) -> Sequence[Port]:
        """Return the ports of that top, in order."""
        ...
