"""What the bench drives: phases of blocks with their valid, ready and reset patterns.

The binary form is read by `tb/bench.cpp`; the layouts here and the structs there mirror each other.
"""

import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from aesculus.space import Direction
from aesculus.verify.vectors import Vector, known_answers, random_vectors

STIMULUS_VERSION = 1
"""Raise it when the plan changes, so that cached verdicts of an older plan are not trusted."""

KNOWN_ANSWERS = "known answers"
SATURATED = "saturated"
LONE = "lone"

_MAGIC = 0x31534541
_NEVER = 0xFFFFFFFF
_UNIT = 1 << 16
_HEADER = struct.Struct("<6I")
_PHASE = struct.Struct("<13I")
_RESET_CYCLES_AT_START = 2
_LONE_BLOCKS = 8


@dataclass(frozen=True, slots=True)
class Pattern:
    """A random signal: a two-state chain that starts high if it can be high at all times.

    Attributes:
        rise: chance in 2**16 that it rises in a cycle after a low one.
        fall: chance in 2**16 that it falls in a cycle after a high one.
    """

    rise: int
    fall: int

    @classmethod
    def chance(cls, probability: float) -> "Pattern":
        """Return a signal that is high with a probability, each cycle by itself."""
        rise = round(probability * _UNIT)
        return cls(rise, _UNIT - rise)

    @classmethod
    def bursts(cls, high: float, low: float) -> "Pattern":
        """Return a signal with runs of given mean lengths, in cycles (each at least 1)."""
        return cls(round(_UNIT / low), round(_UNIT / high))

    @property
    def mean_low(self) -> float:
        """Mean length of a low run in cycles."""
        return _UNIT / self.rise


ALWAYS = Pattern(_UNIT, 0)


@dataclass(frozen=True, slots=True)
class Reset:
    """A reset in mid-flight; it ends its phase.

    Attributes:
        after: number of blocks of the phase that are accepted before it.
        delay: cycles between the last of them and the reset.
        cycles: how long it lasts.
    """

    after: int
    delay: int
    cycles: int


@dataclass(frozen=True, slots=True)
class Phase:
    """One stretch of the run.

    Attributes:
        name: for messages, and for finding the phases that are measured.
        blocks: the blocks in the order in which they are offered.
        tags: one tag a block.
        decrypts: level of `in_decrypt_i` for each block; noise where the point has no such choice.
        valid: when a block is offered; an offer may be withdrawn before it is accepted.
        ready: when the output is taken.
        seed: of the patterns.
        lone: offer a block only when no other is inside.
        gap: with `lone`, at most so many further idle cycles.
        drain: wait at the end until every block has left.
        idle: cycles to look on after that.
        reset: a reset in mid-flight, if any.
    """

    name: str
    blocks: list[Vector]
    tags: list[int]
    decrypts: list[bool]
    valid: Pattern = ALWAYS
    ready: Pattern = ALWAYS
    seed: int = 0
    lone: bool = False
    gap: int = 0
    drain: bool = True
    idle: int = 0
    reset: Reset | None = None

    def encode(self) -> bytes:
        """Return the phase as the bench reads it."""
        reset = self.reset
        head = _PHASE.pack(
            len(self.blocks),
            self.valid.rise,
            self.valid.fall,
            self.ready.rise,
            self.ready.fall,
            self.seed,
            self.lone,
            self.gap,
            self.drain,
            self.idle,
            reset.after if reset else _NEVER,
            reset.delay if reset else 0,
            reset.cycles if reset else 0,
        )
        pack_tail = struct.Struct("<2I").pack
        # The bench copies blocks and keys into Verilator words: bits 7:0, the last byte, go first.
        body = b"".join(
            v.key[::-1] + v.data[::-1] + pack_tail(tag, decrypt)
            for v, tag, decrypt in zip(self.blocks, self.tags, self.decrypts, strict=True)
        )
        return head + body


@dataclass(frozen=True, slots=True)
class Stimulus:
    """A whole run.

    Attributes:
        key_bits: width of the key port.
        phases: in order.
        stall_limit: cycles without any transfer after which the bench gives up.
        seed: of the noise that registers without a reset start with.
    """

    key_bits: int
    phases: list[Phase]
    stall_limit: int
    seed: int = 1

    def encode(self) -> bytes:
        """Return the run as the bench reads it."""
        head = _HEADER.pack(
            _MAGIC,
            self.key_bits // 8,
            len(self.phases),
            self.stall_limit,
            _RESET_CYCLES_AT_START,
            1 + self.seed % 0x7FFFFFFE,  # Verilator takes 1..2**31-1
        )
        return head + b"".join(phase.encode() for phase in self.phases)


@dataclass(frozen=True, slots=True)
class Shape:
    """What a stimulus must know of the core. Sizes are bounds, used for run lengths only.

    Attributes:
        key_bits: 128, 192 or 256.
        direction: `encrypt`, `decrypt` or `both`.
        tag_bits: 1 to 32.
        stallable: the core heeds `out_ready_i`.
        slots: at most so many blocks are in the ring.
        lone_cycles: at most so many cycles from accepting a lone block to its result.
    """

    key_bits: int
    direction: Direction
    tag_bits: int
    stallable: bool
    slots: int
    lone_cycles: int


@dataclass
class _Planner:
    shape: Shape
    random: Random
    blocks: int
    phases: list[Phase] = field(default_factory=list)

    def add(
        self,
        name: str,
        blocks: Iterable[Vector],
        *,
        valid: Pattern = ALWAYS,
        ready: Pattern = ALWAYS,
        lone: bool = False,
        gap: int = 0,
        drain: bool = True,
        idle: int = 0,
        reset: Reset | None = None,
    ) -> None:
        vectors = list(blocks)
        noise = self.shape.direction is not Direction.BOTH
        draw = self.random.getrandbits
        self.phases.append(
            Phase(
                name=name,
                blocks=vectors,
                tags=[draw(self.shape.tag_bits) for _ in vectors],
                decrypts=[bool(draw(1)) if noise else v.decrypt for v in vectors],
                valid=valid,
                ready=ready,
                seed=draw(32),
                lone=lone,
                gap=gap,
                drain=drain,
                idle=idle,
                reset=reset,
            )
        )

    def draw(self, count: int, *, longest_run: int = 1, related_keys: bool = False) -> list[Vector]:
        return random_vectors(
            self.random,
            count,
            key_bits=self.shape.key_bits,
            direction=self.shape.direction,
            longest_run=longest_run,
            related_keys=related_keys,
        )


def plan(shape: Shape, *, seed: int, blocks: int) -> Stimulus:
    """Plan the verification of one core.

    Known answers and the phases that are measured do not depend on `blocks`.

    Args:
        shape: of the core.
        seed: of all keys, blocks, tags and patterns.
        blocks: number of blocks in each random phase.
    """
    p = _Planner(shape, Random(seed), blocks)  # noqa: S311 - repeatable, and no secret
    look_on = 2 * shape.lone_cycles + 16

    p.add(KNOWN_ANSWERS, known_answers(shape.key_bits, shape.direction), idle=look_on)
    # Long enough for a period of one ring turn to be seen three times after the ring has filled.
    p.add(SATURATED, p.draw(max(blocks, 6 * shape.slots + 64)), drain=False)
    p.add("key runs", p.draw(blocks, longest_run=6, related_keys=True), idle=look_on)
    lone_count = _LONE_BLOCKS * (2 if shape.direction is Direction.BOTH else 1)
    p.add(LONE, p.draw(lone_count), lone=True, gap=9)
    p.add("random valid", p.draw(blocks, longest_run=2), valid=Pattern.chance(0.5))
    p.add(
        "bursts of valid",
        p.draw(blocks),
        valid=Pattern.bursts(shape.slots, shape.slots),
        drain=False,
    )
    if shape.stallable:
        _add_back_pressure(p)
    _add_resets(p, look_on)
    lows = [max(phase.valid.mean_low, phase.ready.mean_low) for phase in p.phases]
    # A random low run as long as 24 means has a chance of e**-24: a longer silence is a dead core.
    stall_limit = 256 + 8 * shape.lone_cycles + round(24 * max(lows))
    return Stimulus(shape.key_bits, p.phases, stall_limit, seed)


def _add_back_pressure(p: _Planner) -> None:
    slots, lone = p.shape.slots, p.shape.lone_cycles
    # Low runs longer than a block's stay let the core fill up to the last place.
    p.add("bursts of ready", p.draw(p.blocks), ready=Pattern.bursts(slots + 1, 2 * lone + 2))
    p.add("random ready", p.draw(p.blocks), ready=Pattern.chance(0.5), drain=False)
    p.add(
        "random valid and ready",
        p.draw(p.blocks, longest_run=3),
        valid=Pattern.chance(0.7),
        ready=Pattern.chance(0.7),
        drain=False,
    )
    p.add(
        "bursts of valid and ready",
        p.draw(p.blocks),
        valid=Pattern.bursts(slots + 1, slots + 1),
        ready=Pattern.bursts(slots + 1, slots + 1),
        idle=2 * lone + 16,
    )


def _add_resets(p: _Planner, look_on: int) -> None:
    ready = Pattern.chance(0.5) if p.shape.stallable else ALWAYS
    for cycles, keep_quiet in ((1, True), (1, False), (3, False)):
        after = p.random.randint(1, p.shape.slots + 4)
        p.add(
            "before a reset",
            p.draw(after + 4),
            ready=ready,
            reset=Reset(after, p.random.randrange(p.shape.lone_cycles), cycles),
        )
        # Either silence, in which an old block would show, or at once the next blocks.
        if keep_quiet:
            p.add("quiet after a reset", [], idle=look_on)
        p.add("after a reset", p.draw(2 * p.shape.slots + 8), ready=ready, idle=look_on)
