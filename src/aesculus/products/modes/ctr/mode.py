"""Counter mode. All 128 bits count, or as many of the low ones as the option `W` says."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from cryptography.hazmat.primitives.ciphers.modes import CTR

from aesculus.design.kinds import Direction
from aesculus.products.common import options
from aesculus.products.common.around import Answers, AroundCore, ModeFolder
from aesculus.products.common.confidential import ByLibrary, Confidential, counted
from aesculus.products.common.messages import BLOCK, Beat, Fault, Kind, Message, text

_WIDTH = options.Option("W", "counter_bits", 128, range(8, 129))
_ENDS = (8, 32, 64, 96)
"""Where words of the counter end that the RTL keeps one higher."""
_NEAR = 40
"""So many blocks at most before a carry a counter begins that is drawn near one."""
_WATCHED_BITS = 48
"""Counters that can come round are watched up to this width."""
_SHORT_BITS = 8
"""A counter of so many bits comes round within a message that a simulation can afford."""
_LONG_BLOCKS = 2 * 256 + 8
"""In so many blocks the lowest byte of a counter comes round twice."""


class _Counted(ByLibrary):
    def __init__(self) -> None:
        super().__init__(CTR, files="CTR/")

    def published(self, design: AroundCore) -> Iterator[Message]:
        # A narrower counter gives the same: none of these messages passes 2**8 blocks.
        return self.of_file(f"CTR/aes-{design.shape.key_bits}-ctr.txt", design)

    def drawn_iv(self, design: AroundCore, random: Random) -> bytes:
        # Every other one has a carry out of some word within some blocks.
        counter = random.getrandbits(128)
        if random.randrange(2):
            bits = design.values[_WIDTH.field]
            ends = [*(end for end in _ENDS if end < bits), bits]
            place = random.randrange(len(ends))
            counter |= (1 << ends[place]) - 1
            if place + 1 < len(ends) and random.randrange(2):
                # The carry goes as far into the next word as there is a bit to take it.
                counter |= (1 << ends[place + 1]) - 1
                counter ^= 1 << random.randrange(ends[place], ends[place + 1])
            counter -= random.randrange(random.choice((8, _NEAR)))
        return counter.to_bytes(BLOCK, "big")

    def answer(
        self, design: AroundCore, key: bytes, iv: bytes, data: bytes, *, decrypt: bool
    ) -> bytes:
        bits = design.values[_WIDTH.field]
        if bits == _WIDTH.default:
            return super().answer(design, key, iv, data, decrypt=decrypt)
        return counted(key, iv, data, bits=bits)

    def long(self, design: AroundCore, random: Random, bits: int) -> Message:
        """Return a message that begins three blocks before all bits that count are zero."""
        key, data = random.randbytes(design.key_bits // 8), random.randbytes(_LONG_BLOCKS * BLOCK)
        counter = random.getrandbits(128) | (1 << bits) - 1
        iv = (counter - 2).to_bytes(BLOCK, "big")
        return text(
            "random", "a long message", key=key, iv=iv, decrypt=False, data=data,
            answer=self.answer(design, key, iv, data, decrypt=False),
        )  # fmt: skip

    def misused(self, design: AroundCore, random: Random) -> Iterable[Message]:
        yield from super().misused(design, random)
        bits = design.values[_WIDTH.field]
        if design.shape.passes == 1 and 1 << bits > _LONG_BLOCKS:
            # What the lowest byte hands on the second time is of words that the first time changed.
            yield self.long(design, random, bits)
        if bits == _SHORT_BITS:
            size = BLOCK << _SHORT_BITS
            good = self.drawn(design, random, size)
            width = BLOCK * design.shape.lanes
            # One block more than there are counters.
            text = good.parts[0][1] + random.randbytes(BLOCK)
            beats = tuple(
                Beat(Kind.TEXT, text[at : at + width], last=at + width >= len(text))
                for at in range(0, len(text), width)
            )
            fault = frozenset({Fault.WRAP})
            yield Message(
                "misuse", "wrap", good.key, good.iv, good.decrypt, (), good.expect,
                faults=fault, beats=beats,
            )  # fmt: skip
            # An empty end behind as many blocks as there are counters needs no counter.
            whole = (
                *(replace(beat, last=False) for beat in beats[:-1]),
                Beat(Kind.TEXT, b"", True),
            )
            yield replace(good, source="misuse", item="all counters", beats=whole)


@dataclass(frozen=True)
class Ctr(Confidential):
    """Counter mode around a core that encrypts, with up to 4 lanes."""

    about: ClassVar[str] = "counter mode"
    member: ClassVar[str] = "ModeCtr"
    directions: ClassVar[frozenset[Direction]] = frozenset({Direction.ENCRYPT, Direction.BOTH})
    lanes: ClassVar[range] = range(1, 5)
    answers: ClassVar[Answers] = _Counted()

    @property
    def longest_blocks(self) -> int:
        """As many as there are counters."""
        return 1 << self.values[_WIDTH.field]

    def bound(self) -> Mapping[str, str]:
        """Return the parameters of the mode's RTL module."""
        return {**super().bound(), "CounterW": str(self.values[_WIDTH.field])}

    def rules(self) -> Iterable[tuple[str, Any, str]]:
        """Give what the core has that the mode cannot be around."""
        yield from super().rules()
        lanes = self.shape.lanes
        if lanes & (lanes - 1) and self.values[_WIDTH.field] <= _WATCHED_BITS:
            yield (
                "lanes",
                lanes,
                f"a power of two, or a counter of {_WATCHED_BITS + 1} bits or more",
            )


MODE = ModeFolder("CTR", Ctr, (_WIDTH, options.STREAMS))
