"""What the bench drives: phases of beats with their keys, and valid, ready and reset patterns.

The binary form is read by `tb/bench.cpp`; the layouts here and the structs there mirror each other.
"""

import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product
from random import Random

from aesculus.benches.draws import in_lanes, random_beats, random_keys
from aesculus.design.cipher import Beat, Cipher, Shape
from aesculus.design.kinds import TRAVELLING, Direction, KeySchedule

KNOWN_ANSWERS = "known answers"
SATURATED = "saturated"
LONE = "lone"

_MAGIC = 0x33534541
_NEVER = 0xFFFFFFFF
_UNIT = 1 << 16
_HEADER = struct.Struct("<9I")
_PHASE = struct.Struct("<17I")
_KEY = struct.Struct("<3I")
_RESET_CYCLES_AT_START = 2
_LONE_BEATS = 8
_FEWEST_BEATS = 120
# Where keys take their time to load, so many blocks share one: else nothing would be in flight.
_LONG_RUN = 24
_TWO_KEYS = 0.5  # share of the key changes in flight that bring two keys at once
_SOURCES = {
    KeySchedule.ONLINE: 0,
    KeySchedule.STORED: 1,
    KeySchedule.EXTERNAL: 2,
    KeySchedule.FIXED: 3,
    KeySchedule.LAST: 0,
}
LISTED = frozenset({KeySchedule.STORED, KeySchedule.EXTERNAL})
"""Schedules whose keys come in a list of their own, and not with the beats."""


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
    """A reset or a clear in mid-flight; it ends its phase.

    Attributes:
        after: number of beats of the phase that are accepted before it.
        delay: cycles between the last of them and the reset.
        cycles: how long it lasts, or is asked for.
        clears: a clear, in place of a reset.
    """

    after: int
    delay: int
    cycles: int
    clears: bool = False


@dataclass(frozen=True, slots=True)
class KeyLoad:
    """A key that does not come with the beats.

    Attributes:
        key: the cipher key.
        start: offered once so many beats of the phase were accepted; an external one then waits
            until nothing is inside.
        until: no further beat than these is offered before it is in; `None` for no such limit.
        delay: cycles between the first of these and the offer.
    """

    key: bytes
    start: int
    until: int | None
    delay: int = 0


@dataclass(frozen=True, slots=True)
class Phase:
    """One stretch of the run.

    Attributes:
        name: for messages, and for finding the phases that are measured.
        beats: the beats in the order in which they are offered.
        tags: one tag a beat.
        decrypts: level of `in_decrypt_i` for each beat; noise where the point has no such choice.
        keys: keys that do not come with the beats, in the order in which they are offered.
        valid: when a beat is offered; an offer may be withdrawn before it is accepted.
        ready: when the output is taken.
        key_valid: when a key is offered.
        seed: of the patterns.
        lone: offer a beat only when no other is inside.
        gap: with `lone`, at most so many further idle cycles.
        drain: wait at the end until every beat has left.
        idle: cycles to look on after that.
        reset: a reset in mid-flight, if any.
    """

    name: str
    beats: list[Beat]
    tags: list[int]
    decrypts: list[bool]
    keys: list[KeyLoad] = field(default_factory=list)
    valid: Pattern = ALWAYS
    ready: Pattern = ALWAYS
    key_valid: Pattern = ALWAYS
    seed: int = 0
    lone: bool = False
    gap: int = 0
    drain: bool = True
    idle: int = 0
    reset: Reset | None = None

    def encode(self, cipher: Cipher, schedule: KeySchedule, separate: bool) -> bytes:
        """Return the phase as the bench reads it.

        Args:
            cipher: what the core computes.
            schedule: where the core gets its keys from.
            separate: each lane has a key of its own.
        """
        reset = self.reset
        head = _PHASE.pack(
            len(self.beats),
            len(self.keys),
            self.valid.rise,
            self.valid.fall,
            self.ready.rise,
            self.ready.fall,
            self.key_valid.rise,
            self.key_valid.fall,
            self.seed,
            self.lone,
            self.gap,
            self.drain,
            self.idle,
            reset.after if reset else _NEVER,
            reset.delay if reset else 0,
            reset.cycles if reset else 0,
            reset.clears if reset else False,
        )
        pack_tail = struct.Struct("<2I").pack
        # The bench copies blocks and keys into Verilator words: bits 7:0, the last byte, go first.
        parts = [head]
        for load in self.keys:
            until = _NEVER if load.until is None else load.until
            listed = cipher.round_keys(load.key) if schedule is KeySchedule.EXTERNAL else load.key
            parts.append(_KEY.pack(load.start, until, load.delay) + listed[::-1])
        for beat, tag, decrypt in zip(self.beats, self.tags, self.decrypts, strict=True):
            if schedule in TRAVELLING:
                own = beat if separate else beat[:1]
                parts += [
                    cipher.travelling_key(v.key, schedule=schedule, decrypt=v.decrypt)[::-1]
                    for v in own
                ]
            parts += [v.data[::-1] for v in beat]
            parts.append(pack_tail(tag, decrypt))
        return b"".join(parts)


@dataclass(frozen=True, slots=True)
class Stimulus:
    """A whole run.

    Attributes:
        cipher: what the core computes.
        key_bits: length of a cipher key.
        phases: in order.
        stall_limit: cycles without any transfer after which the bench gives up.
        seed: of the noise that registers without a reset start with.
        lanes: blocks in a beat.
        schedule: where the core gets its keys from.
        separate: each lane has a key of its own.
        note: what must be said of the known answers; empty if they are all that are published.
    """

    cipher: Cipher
    key_bits: int
    phases: list[Phase]
    stall_limit: int
    seed: int = 1
    lanes: int = 1
    schedule: KeySchedule = KeySchedule.ONLINE
    separate: bool = False
    note: str = ""

    def encode(self) -> bytes:
        """Return the run as the bench reads it."""
        key_bytes = self.key_bits // 8
        windows = self.lanes if self.separate else 1
        listed = {KeySchedule.STORED: key_bytes}
        if self.schedule is KeySchedule.EXTERNAL:
            listed[KeySchedule.EXTERNAL] = len(self.cipher.round_keys(bytes(key_bytes)))
        head = _HEADER.pack(
            _MAGIC,
            self.lanes,
            key_bytes * windows if self.schedule in TRAVELLING else 0,
            _SOURCES[self.schedule],
            listed.get(self.schedule, 0),
            len(self.phases),
            self.stall_limit,
            _RESET_CYCLES_AT_START,
            1 + self.seed % 0x7FFFFFFE,  # Verilator takes 1..2**31-1
        )
        phases = (phase.encode(self.cipher, self.schedule, self.separate) for phase in self.phases)
        return head + b"".join(phases)


@dataclass
class _Planner:
    shape: Shape
    random: Random
    count: int
    phases: list[Phase] = field(default_factory=list)

    def add(
        self,
        name: str,
        beats: Iterable[Beat],
        *,
        keys: list[KeyLoad] | None = None,
        in_flight: bool = False,
        valid: Pattern = ALWAYS,
        ready: Pattern = ALWAYS,
        lone: bool = False,
        gap: int = 0,
        drain: bool = True,
        idle: int = 0,
        reset: Reset | None = None,
    ) -> None:
        """Add a phase.

        Keys that do not come with the beats are loaded where a beat needs another one than the beat
        before it; with `in_flight`, a stored key is loaded at about that place, while beats go on.
        """
        drawn = list(beats)
        loose = in_flight and self.shape.schedule is KeySchedule.STORED
        noise = self.shape.direction is not Direction.BOTH
        draw = self.random.getrandbits
        self.phases.append(
            Phase(
                name=name,
                beats=drawn,
                tags=[draw(self.shape.tag_bits) for _ in drawn],
                decrypts=[bool(draw(1)) if noise else beat[0].decrypt for beat in drawn],
                keys=self._loads(drawn, loose=loose) if keys is None else keys,
                valid=valid,
                ready=ready,
                key_valid=Pattern.chance(0.3) if loose else ALWAYS,
                seed=draw(32),
                lone=lone,
                gap=gap,
                drain=drain,
                idle=idle,
                reset=reset,
            )
        )

    def _loads(self, beats: list[Beat], *, loose: bool) -> list[KeyLoad]:
        if self.shape.schedule not in LISTED:
            return []
        loads: list[KeyLoad] = []
        key = b""
        for index, beat in enumerate(beats):
            if beat[0].key != key:
                key = beat[0].key
                slack = self.random.randint(0, self.shape.slots + 4) if loose and index else 0
                if loose and index and self.random.random() < _TWO_KEYS:
                    # A third key while blocks under the first may still be inside.
                    other = self.random.randbytes(self.shape.key_bits // 8)
                    loads.append(KeyLoad(other, index, index + slack))
                loads.append(KeyLoad(key, index, index + slack))
        return loads

    def draw(
        self, count: int, *, longest_run: int = 1, related_keys: bool = False, one_key: bool = False
    ) -> list[Beat]:
        shape = self.shape
        if shape.schedule is KeySchedule.FIXED:
            keys = [[shape.fixed_key] * count]
        else:
            if shape.schedule in LISTED:
                longest_run = count if one_key else max(longest_run, _LONG_RUN)
            keys = [
                random_keys(
                    self.random,
                    count,
                    key_bits=shape.key_bits,
                    longest_run=longest_run,
                    related_keys=related_keys,
                )
                for _ in range(shape.lanes if shape.separate else 1)
            ]
            if shape.schedule in LISTED and one_key:
                keys = [[keys[0][0]] * count]
        return random_beats(self.random, shape.cipher, keys, shape.direction, shape.lanes)

    def known(self) -> list[Beat]:
        shape = self.shape
        if shape.schedule is KeySchedule.FIXED:
            answers = shape.cipher.answers_under(shape.fixed_key, shape.direction)
        else:
            answers = shape.cipher.known_answers(shape.key_bits, shape.direction)
        return in_lanes(answers, shape.lanes, same_key=not shape.separate)


_FIXED_NOTE = (
    "the key is fixed: of the published answers only those under this key can be asked for;"
    " further blocks are answered by the reference"
)


def plan(shape: Shape, *, seed: int, blocks: int) -> Stimulus:
    """Plan the verification of one core.

    Known answers and the phases that are measured do not depend on `blocks`.

    Args:
        shape: of the core.
        seed: of all keys, blocks, tags and patterns.
        blocks: number of blocks in each random phase; with lanes, about as many.
    """
    count = max(blocks // shape.lanes, min(blocks, _FEWEST_BEATS))
    p = _Planner(shape, Random(seed), count)  # noqa: S311 - repeatable, and no secret
    look_on = 2 * shape.lone_cycles + 16

    p.add(KNOWN_ANSWERS, p.known(), idle=look_on)
    # Long enough for a period of one ring turn to be seen three times after the ring has filled.
    p.add(SATURATED, p.draw(max(count, 6 * shape.slots + 64), one_key=True), drain=False)
    p.add("key runs", p.draw(count, longest_run=6, related_keys=True), idle=look_on)
    lone_count = _LONE_BEATS * (2 if shape.direction is Direction.BOTH else 1)
    p.add(LONE, p.draw(lone_count), lone=True, gap=9)
    p.add("random valid", p.draw(count, longest_run=2), in_flight=True, valid=Pattern.chance(0.5))
    p.add(
        "bursts of valid",
        p.draw(count),
        in_flight=True,
        valid=Pattern.bursts(shape.slots, shape.slots),
        drain=False,
    )
    if shape.schedule is KeySchedule.STORED:
        p.add("keys in flight", p.draw(count, longest_run=2 * shape.slots + 2), in_flight=True)
    if shape.stallable:
        _add_back_pressure(p)
    _add_resets(p, look_on)
    patterns = [q for phase in p.phases for q in (phase.valid, phase.ready, phase.key_valid)]
    # A random low run as long as 24 means has a chance of e**-24: a longer silence is a dead core.
    longest = round(24 * max(pattern.mean_low for pattern in patterns))
    return Stimulus(
        cipher=shape.cipher,
        key_bits=shape.key_bits,
        phases=p.phases,
        stall_limit=256 + 8 * (shape.lone_cycles + shape.key_cycles) + longest,
        seed=seed,
        lanes=shape.lanes,
        schedule=shape.schedule,
        separate=shape.separate,
        note=_FIXED_NOTE if shape.schedule is KeySchedule.FIXED else "",
    )


def _add_back_pressure(p: _Planner) -> None:
    slots, lone = p.shape.slots, p.shape.lone_cycles
    # Low runs longer than a block's stay let the core fill up to the last place, and those longer
    # than it takes to load two keys would see a key overwritten that a waiting block needs.
    p.add(
        "bursts of ready",
        p.draw(p.count),
        in_flight=True,
        ready=Pattern.bursts(slots + 1, 2 * lone + p.shape.key_cycles + 2),
    )
    p.add("random ready", p.draw(p.count), ready=Pattern.chance(0.5), drain=False)
    p.add(
        "random valid and ready",
        p.draw(p.count, longest_run=3),
        in_flight=True,
        valid=Pattern.chance(0.7),
        ready=Pattern.chance(0.7),
        drain=False,
    )
    p.add(
        "bursts of valid and ready",
        p.draw(p.count),
        in_flight=True,
        valid=Pattern.bursts(slots + 1, slots + 1),
        ready=Pattern.bursts(slots + 1, slots + 1),
        idle=2 * lone + 16,
    )


def _add_resets(p: _Planner, look_on: int) -> None:
    ready = Pattern.chance(0.5) if p.shape.stallable else ALWAYS
    kinds = ((1, True), (1, False), (3, False))
    for clears, (cycles, keep_quiet) in product((False, True), kinds):
        what = "clear" if clears else "reset"
        after = p.random.randint(1, p.shape.slots + 4)
        delay = p.random.randrange(p.shape.lone_cycles + p.shape.key_cycles // 4)
        beats = p.draw(after + 4, one_key=True)
        p.add(
            f"before a {what}",
            beats,
            keys=_keys_before_a_reset(p, beats, after),
            ready=ready,
            reset=Reset(after, delay, cycles, clears),
        )
        # Either silence, in which an old block would show, or at once the next blocks.
        if keep_quiet:
            p.add(f"quiet after a {what}", [], idle=look_on)
        beats = p.draw(2 * p.shape.slots + 8, one_key=True)
        p.add(
            f"after a {what}",
            beats,
            keys=_keys_after_a_reset(p, beats),
            ready=ready,
            idle=look_on,
        )


def _keys_before_a_reset(p: _Planner, beats: list[Beat], after: int) -> list[KeyLoad] | None:
    """Return the key of the beats and one more, so that the reset may come while that expands."""
    if p.shape.schedule is not KeySchedule.STORED:
        return None
    another = p.random.randbytes(p.shape.key_bits // 8)
    return [KeyLoad(beats[0][0].key, 0, 0), KeyLoad(another, max(after - 1, 0), None)]


def _keys_after_a_reset(p: _Planner, beats: list[Beat]) -> list[KeyLoad] | None:
    """Return the key of the beats, late: the beats are offered before it, and must not get in."""
    if p.shape.schedule is not KeySchedule.STORED:
        return None
    delay = 2 * p.shape.key_cycles + p.random.randrange(2 * p.shape.lone_cycles)
    return [KeyLoad(beats[0][0].key, 0, None, delay)]
