"""CCM. Text to decrypt is held until its tag is right, unless the option `RAW` says otherwise."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from aesculus.design.kinds import Direction
from aesculus.products.common import options
from aesculus.products.common.around import Answers, AroundCore, ModeFolder, shared_rtl
from aesculus.products.common.messages import BLOCK
from aesculus.products.modes.ccm.answers import CcmAnswers
from aesculus.products.modes.gcm.mode import HOLD, RAW

_MOST_HELD = 4096
"""Blocks of text that all streams together may hold."""


@dataclass(frozen=True)
class Ccm(AroundCore):
    """CCM around a core that encrypts."""

    module: ClassVar[str] = "aesculus_ccm"
    about: ClassVar[str] = "CCM"
    told_lengths: ClassVar[bool] = True
    directions: ClassVar[frozenset[Direction]] = frozenset({Direction.ENCRYPT, Direction.BOTH})
    answers: ClassVar[Answers] = CcmAnswers()

    @property
    def passes(self) -> int:
        """A block of text goes through twice: for its key stream, and for the tag."""
        return 2

    @property
    def held_blocks(self) -> int:
        """What the memory of text to decrypt holds, unless it is shown unjudged."""
        return 0 if self.values[RAW.field] else self.streams << self.values[HOLD.field]

    @property
    def longest_held(self) -> int:
        """Text to decrypt waits for its tag, unless it is shown unjudged."""
        return 0 if self.values[RAW.field] else BLOCK << self.values[HOLD.field]

    @property
    def patience(self) -> int:
        """Cycles in which something moves: a clear writes every word of the memory for text."""
        # Streams that are no power of two have places that are not used.
        places = 1 << (self.streams - 1).bit_length()
        return super().patience + (places << self.values[HOLD.field])

    def rules(self) -> Iterable[tuple[str, object, str]]:
        """Give what the mode cannot be."""
        yield from super().rules()
        held = self.streams << self.values[HOLD.field]
        if held > _MOST_HELD and not self.values[RAW.field]:
            yield "held blocks of all streams of", held, f"at most {_MOST_HELD}"

    def own_sources(self) -> Sequence[Path]:
        """Return the chains that modes share, and the mode."""
        shared = (f"aesculus_mode_{part}" for part in ("chain", "derived", "text"))
        return [*shared_rtl(*shared), Path(__file__).with_name(f"{self.module}.sv")]

    def bound(self) -> Mapping[str, str]:
        """Return the parameters of the mode's RTL module."""
        return {
            **super().bound(),
            **self.headers(),
            "Streams": str(self.streams),
            "HoldW": str(self.values[HOLD.field]),
            "Raw": f"1'b{self.values[RAW.field]}",
        }


MODE = ModeFolder("CCM", Ccm, (HOLD, RAW, options.STREAMS))
