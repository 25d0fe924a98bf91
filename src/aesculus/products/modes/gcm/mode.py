"""GCM. Text to decrypt is held until its tag is right, unless the option `RAW` says otherwise."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from aesculus import resources
from aesculus.design.kinds import Direction
from aesculus.products.common.around import Answers, AroundCore, ModeFolder, shared_rtl
from aesculus.products.common.messages import BLOCK
from aesculus.products.common.options import Option
from aesculus.products.common.port import BLOCK_BITS
from aesculus.products.modes.gcm.answers import GcmAnswers, hash_cycles, hold_bits, hold_of
from aesculus.products.modes.gcm.sources import ghash_files

HOLD = Option("H", "hold", 7, range(2, 13))
"""So many beats of text are held: 2**H, each of a block a lane."""
RAW = Option("RAW", "raw", 0, range(2))
"""Decrypted text does not wait for its tag."""
LIMIT = Option("L", "limit", 32, range(8, 33))
"""A message has at most 2**L - 2 blocks of text."""
DIGIT = Option("D", "digit", 128, range(1, 129))
"""Bits of a block that GHASH takes in a cycle; all of them in a pipeline."""
REGISTERS = Option("M", "registers", 3, range(1, 7))
"""Registers in the multiplier of GHASH."""
LEVELS = Option("K", "levels", 4, range(1, 6))
"""Levels of Karatsuba's multiplication in GHASH."""

_WHOLE = 128
_OWN = 16
"""Registers of the mode on the way of a block."""
_LOOP = 26
"""Cycles from a step's room in the FIFO of steps to that room again, beside those in the core."""
_WAITING = 12
"""Blocks between the door and GHASH around a core with few slots: 8 of data, 4 in front of it."""
_PASSES = 10
"""Passes of a small one in which nothing moves at a port, at most."""
_FEW_REGISTERS = 3
"""In GHASH: with them a key has one power that takes a turn of the multiplier."""
_IN_FRONT = 40
"""Blocks between the FIFO of steps and GHASH, and between the door and that FIFO."""
_ON_A_BUS = 2
_TURNS = 20
"""Of a ring, in a message by which the rate is measured: three, and what fills the mode before."""
_LONG = 1 << 12
"""Blocks of a message that shows the rate by itself, whatever fills the mode."""
_SEVERAL = 3
"""Messages that repeat where none is long enough, at least."""
_WORD = 16
"""Bits of a word of text that is held, at least."""
_START, _SPLIT, _PRODUCT, _JOIN, _REDUCED = 0, 0, 6, 6, 12
"""Places of registers in `aesculus_ghash_pkg::cuts_t`; level k lies k behind a split or a join."""


def places(levels: int) -> tuple[int, ...]:
    """Return the places of registers in a multiplier, bits of its `Cuts`, best first.

    The first ones part the sums, the short products and the putting together, so that about as many
    tables are between each two of them; level 2 is the middle of what there is before and behind.

    Args:
        levels: of Karatsuba's multiplication.
    """
    middle = min(2, levels)
    found = [_PRODUCT, _SPLIT + middle, _JOIN + middle, _REDUCED, _START]
    deeper = [level for level in (4, 3, 1) if level <= levels and level != middle]
    return (*found, *(_SPLIT + level for level in deeper[:1]))


@dataclass(frozen=True)
class Gcm(AroundCore):
    """GCM around a core that encrypts, with one stream and up to 4 lanes."""

    about: ClassVar[str] = "GCM"
    directions: ClassVar[frozenset[Direction]] = frozenset({Direction.ENCRYPT, Direction.BOTH})
    lanes: ClassVar[range] = range(1, 5)
    answers: ClassVar[Answers] = GcmAnswers()
    mac: ClassVar[bool] = False
    """There is no text."""

    @property
    def module(self) -> str:  # type: ignore[override]
        """The mode's RTL module."""
        return "aesculus_gcm_small" if self.small else "aesculus_gcm"

    @property
    def small(self) -> bool:
        """Whether it does one thing after the other, beside a core that does so too.

        A narrow core counts a block that comes in while one ends as a second slot.
        """
        shape, narrow = self.shape, self.core.parameters["Width"] < BLOCK_BITS
        alone = narrow or (shape.slots == 1 and shape.passes > 1)
        return alone and self.values[DIGIT.field] < _WHOLE

    @property
    def held_blocks(self) -> int:
        """What the memory of text holds, which all text passes; GMAC has none."""
        return 0 if self.mac else hold_of(self)

    @property
    def longest_held(self) -> int:
        """Text to decrypt waits for its tag, unless it is shown unjudged."""
        if self.mac or self.values[RAW.field]:
            return 0
        return BLOCK * min(hold_of(self), self.longest_blocks)

    def steady_blocks(self, blocks: int) -> int:
        """Return of how many blocks a message shows the rate.

        With more registers or lanes a key has more powers, and what waits for them fills more.
        """
        if self.small:
            # It has one message at a time, and nothing waits in it.
            return blocks
        lanes = self.shape.lanes
        if self.shape.passes > 1:
            # Where blocks go round they come in turns of all slots, and the rate is that of turns.
            blocks = max(blocks, _TURNS * self.shape.slots * lanes)
        # A third of it has to be more than comes in until all is full: in front of a key's powers,
        # and of a GHASH that is slower than the bus, of which a block takes two cycles then.
        waiting = lanes * ((1 << self.address_bits) + (1 + (lanes > 1)) * _IN_FRONT)
        # Where blocks come more seldom than a product takes, no power is waited for.
        registers = self.values[REGISTERS.field]
        if lanes > 1 or (registers > _FEW_REGISTERS and self._passes <= registers):
            blocks = max(2 * blocks, 4 * waiting)
        cycles = hash_cycles(self)
        # Behind a core that is slower than GHASH nothing waits for it.
        if cycles > max(_ON_A_BUS, self._passes):
            blocks = max(blocks, 4 * waiting * cycles // (cycles - _ON_A_BUS))
        return blocks

    @property
    def steady_messages(self) -> int:
        """Several where none is long enough: what repeats is then several messages.

        Of lanes the last beat of each is not full. Around a core that takes a block in several
        cycles they come in threes, which a message does not end with; and it ends at another slot
        than the one before it, so that as many repeat as there are slots.
        """
        long_enough = _LONG if self.shape.lanes > 1 else self.steady_blocks(1)
        if self.longest_blocks >= long_enough:
            return 1
        return _SEVERAL if self.shape.passes == 1 else max(_SEVERAL, self.shape.slots)

    @property
    def longest_blocks(self) -> int:
        """As many as there are counters, but for two."""
        return (1 << self.values.get(LIMIT.field, LIMIT.default)) - 2

    @property
    def address_bits(self) -> int:
        """Of the FIFO of steps: those in the core, one in front of it, and those that only pass by.

        The mode's own registers are some sixteen, which counts where a block comes in every cycle:
        in GMAC, where none goes through the core, that is so around any core.
        """
        passes = self._passes
        words = self.shape.slots + 1 - -_OWN // passes
        if passes > 1:
            # A step that comes every so many cycles has its room again when it has been all around.
            words = max(words, -(-(self.shape.lone_cycles + _LOOP) // passes))
        return max(2, (words - 1).bit_length())

    @property
    def _passes(self) -> int:
        """Cycles from a block to the next: of GMAC none goes through the core."""
        return 1 if self.mac else self.shape.passes

    @property
    def patience(self) -> int:
        """Cycles in which something moves: all steps that wait may have to pass GHASH first.

        A clear writes every word of the memory for text, and a wrong tag reads all that is held.
        """
        cycles = hash_cycles(self)
        if self.small:
            # A block passes GHASH up to four times between a beat and the next, an IV too.
            held = 0 if self.values.get(RAW.field) or self.mac else self._words * hold_of(self)
            return super().patience + _PASSES * (cycles + _WHOLE // 4) + held
        # Beside the steps that wait: one in GHASH, the lengths, and those of an IV.
        blocks = (1 << self.address_bits) + 3
        if cycles > 2:
            # All of an IV that waits in memory is hashed before anything moves at a port.
            blocks += _WAITING
        return super().patience + cycles * blocks + hold_of(self) + self._key_cycles

    @property
    def _key_cycles(self) -> int:
        """Cycles in which powers of two keys are made, of H and of H again behind a hashed IV.

        There is one for each block and each register of the multiplier, and one more; those that
        are no squares wait for each other, for the registers and five cycles more.
        """
        registers = self.values[REGISTERS.field]
        return 2 * self.shape.lanes * (registers + 1) * (registers + 5)

    @property
    def _words(self) -> int:
        """Words of memory for a block that is held."""
        return _WHOLE // max(_WORD, self.values[DIGIT.field])

    def own_rules(self) -> Iterable[tuple[str, object, str]]:
        """Give what the options cannot be."""
        digit = self.values[DIGIT.field]
        if digit & (digit - 1):
            yield "digits of GHASH of", f"{digit} bits", "a power of two"
        lanes = self.shape.lanes
        if lanes > 1 and digit < _WHOLE:
            # Digits of one block are for what is small.
            yield "digits of GHASH of", f"{digit} bits with {lanes} lanes", str(_WHOLE)
        levels, registers = self.values[LEVELS.field], self.values[REGISTERS.field]
        most = len(places(levels))
        if registers > most:
            yield f"multiplier of {levels} levels with registers", registers, f"1 to {most}"
        for option in (REGISTERS, LEVELS):
            value = self.values[option.field]
            if digit < _WHOLE and value != option.default:
                # Digits have another multiplier, which is cut nowhere.
                where = f"{option.letter}{value} with digits of GHASH of"
                yield where, f"{digit} bits", f"{_WHOLE}, or without {option.letter}"

    def own_sources(self) -> Sequence[Path]:
        """Return GHASH and the mode; the table that they share with some S-boxes once."""
        table = resources.rtl_dir() / "prim" / "aesculus_lut4.sv"
        shared = [] if table in self.core.sources() else [table]
        here = Path(__file__)
        if self.small:
            return [*shared_rtl("aesculus_mode_text"), here.with_name("aesculus_gcm_small.sv")]
        parts = [here.with_name(f"aesculus_gcm{part}.sv") for part in ("_turn", "_count", "")]
        return [*shared, *shared_rtl("aesculus_mode_exit"), *ghash_files(), *parts]

    def bound(self) -> Mapping[str, str]:
        """Return the parameters of the mode's RTL module."""
        digit = self.values[DIGIT.field]
        own = {
            "HoldW": str(hold_bits(self)),
            "Raw": f"1'b{self.values.get(RAW.field, 0)}",
            "Mac": f"1'b{self.mac:d}",
            "LimitW": str(self.values.get(LIMIT.field, LIMIT.default)),
            "Digit": str(digit % _WHOLE),
        }
        if self.small:
            # A core below one round takes as many steps for it as its width leaves.
            least = self.shape.passes * (BLOCK_BITS // self.core.parameters["Width"])
            return {"KeyBits": str(self.shape.key_bits), **own, "Least": str(least)}
        cuts = places(self.values[LEVELS.field])[: self.values[REGISTERS.field]]
        return {
            **super().bound(),
            "Lanes": str(self.shape.lanes),
            "Open": f"1'b{self.shape.passes == 1 and not self.shape.stallable:d}",
            **own,
            "Levels": str(self.values[LEVELS.field]),
            "Cuts": f"13'h{sum(1 << place for place in cuts):x}",
        }


OPTIONS = (HOLD, RAW, LIMIT, DIGIT, REGISTERS, LEVELS)

MODE = ModeFolder("GCM", Gcm, OPTIONS)
