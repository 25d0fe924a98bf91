"""XTS. A message is a data unit of at most 2**L blocks; its header brings keys and tweak."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from aesculus import resources
from aesculus.design.kinds import Direction
from aesculus.products.common import options
from aesculus.products.common.around import Answers, AroundCore, ModeFolder, shared_rtl
from aesculus.products.common.confidential import Confidential
from aesculus.products.modes.xts.answers import LIMIT, XtsAnswers

_PARTS = ("chain", "derived", "exit", "tally", "deep", "run", "flow", "prompt")
"""Modules of `rtl/modes/` beside those that every mode has."""
_KEY_BITS = (128, 256)
"""Of one key; the standards have no XTS of 192 bits."""


@dataclass(frozen=True)
class Xts(Confidential):
    """XTS around a core that encrypts, as the tweak asks for, or does both."""

    module: ClassVar[str] = "aesculus_xts"
    about: ClassVar[str] = "XTS"
    inverse: ClassVar[bool] = True
    directions: ClassVar[frozenset[Direction]] = frozenset({Direction.ENCRYPT, Direction.BOTH})
    answers: ClassVar[Answers] = XtsAnswers()

    @property
    def key_bits(self) -> int:
        """Bits of both keys, the one for data in front."""
        return 2 * self.shape.key_bits

    @property
    def longest_blocks(self) -> int:
        """Those of a data unit."""
        return 1 << self.values[LIMIT.field]

    def rules(self) -> Iterable[tuple[str, object, str]]:
        """Give what the mode cannot be around."""
        yield from super().rules()
        if self.shape.key_bits not in _KEY_BITS:
            yield "key size", self.shape.key_bits, ", ".join(map(str, _KEY_BITS))

    def own_sources(self) -> Sequence[Path]:
        """Return what modes share, and the mode; the table that some S-boxes have too, once."""
        table = resources.rtl_dir() / "prim" / "aesculus_lut4.sv"
        parts = ("words", "tweaks", "turn")
        own = (*(f"aesculus_xts_{part}" for part in parts), self.module)
        return [
            *([] if table in self.core.sources() else [table]),
            *shared_rtl(*(f"aesculus_mode_{part}" for part in _PARTS)),
            *(Path(__file__).with_name(f"{name}.sv") for name in own),
        ]

    def bound(self) -> Mapping[str, str]:
        """Return the parameters of the mode's RTL module."""
        return {
            **AroundCore.bound(self),
            **self.registers(),
            "Streams": str(self.streams),
            "LimitW": str(self.values[LIMIT.field]),
            "Decrypts": f"1'b{self.shape.direction is Direction.BOTH:d}",
        }


MODE = ModeFolder("XTS", Xts, (LIMIT, options.STREAMS))
