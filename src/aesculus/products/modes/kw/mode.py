"""KW. A message is a key that is wrapped or unwrapped, and is held as a whole meanwhile."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from aesculus.design.kinds import Direction, KeySchedule
from aesculus.products.common.around import Answers, AroundCore, ModeFolder, shared_rtl
from aesculus.products.modes.kw.answers import HOLD, INVERSE, SEMI, WrapAnswers, room_of

_STEPS = 6
"""Of a semiblock."""
_BETWEEN = 4
"""Cycles that a step takes beside the core."""


@dataclass(frozen=True)
class KeyWrap(AroundCore):
    """Key wrap around a core: it wraps and unwraps as the core has directions."""

    module: ClassVar[str] = "aesculus_kw"
    about: ClassVar[str] = "KW"
    pads: ClassVar[bool] = False
    """Any number of bytes can be wrapped."""
    answers: ClassVar[Answers] = WrapAnswers()

    @property
    def patience(self) -> int:
        """Cycles in which something moves: all steps of a message come between its beats."""
        step = self.shape.lone_cycles + _BETWEEN
        return super().patience + _STEPS * room_of(self) * step

    @property
    def longest_held(self) -> int:
        """All of a key is held while it is wrapped."""
        return SEMI * room_of(self)

    @property
    def steady_messages(self) -> int:
        """A message comes out when all of it has gone in, so its rate is that of several."""
        return 16

    def rules(self) -> Iterable[tuple[str, object, str]]:
        """Give what the mode cannot be around."""
        yield from super().rules()
        if self.values[INVERSE.field] and self.shape.schedule is KeySchedule.LAST:
            yield "key schedule", self.shape.schedule, f"{KeySchedule.ONLINE} with {INVERSE.letter}"

    def own_sources(self) -> Sequence[Path]:
        """Return the memory and the mode."""
        return [*shared_rtl("aesculus_mode_text"), Path(__file__).with_name(f"{self.module}.sv")]

    def bound(self) -> Mapping[str, str]:
        """Return the parameters of the mode's RTL module."""
        direction = self.shape.direction
        return {
            "KeyBits": str(self.shape.key_bits),
            **self.headers(),
            "Pads": f"1'b{self.pads:d}",
            "Inverse": f"1'b{self.values[INVERSE.field]}",
            "Encrypts": f"1'b{direction is not Direction.DECRYPT:d}",
            "Decrypts": f"1'b{direction is not Direction.ENCRYPT:d}",
            "HoldW": str(self.values[HOLD.field]),
        }


OPTIONS = (HOLD, INVERSE)

MODE = ModeFolder("KW", KeyWrap, OPTIONS)
