"""Judge what the bench saw: every block once, in order, with its own tag and the right answer."""

import struct
from collections import Counter, deque
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import Path

import numpy as np

from aesculus.benches.draws import RANDOM
from aesculus.benches.stimulus import LISTED, Stimulus
from aesculus.design.cipher import Beat, Cipher
from aesculus.design.kinds import KeySchedule

_MAGIC = 0x32544541
_HEAD = struct.Struct("<2I")
_FIELDS = [("kind", "<u4"), ("phase", "<u4"), ("cycle", "<u8"), ("index", "<u4"), ("tag", "<u4")]
_REMEMBERED = 64


class Kind(IntEnum):
    """What an event of the trace is; the numbers are those of `tb/bench.cpp`."""

    ACCEPT = 0
    OUTPUT = 1
    RESET = 2
    DONE = 3
    STALLED = 4
    UNSTABLE = 5
    SURPLUS = 6
    KEY = 7
    STRAY_KEY = 8
    LOUD = 9
    DEAF = 10
    CLEARED = 11


_LAST = {
    Kind.DONE,
    Kind.STALLED,
    Kind.UNSTABLE,
    Kind.SURPLUS,
    Kind.STRAY_KEY,
    Kind.LOUD,
    Kind.DEAF,
}


class Mismatch(Exception):  # noqa: N818 - a verdict, not an error of this program
    """The core did something it must not do; the message says what in one line."""


class Unfinished(Mismatch):
    """The bench did not come to its end, which tells nothing of the core."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event of the trace.

    Attributes:
        kind: what happened.
        phase: index of the phase.
        cycle: index of the cycle, from the first one after power-on.
        index: for `ACCEPT` the beat in its phase; for `KEY` the key in its phase; otherwise how
            many beats were inside.
        tag: of an output.
        blocks: of an output, one for each lane.
    """

    kind: Kind
    phase: int
    cycle: int
    index: int
    tag: int
    blocks: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """One beat that went through the core.

    Attributes:
        phase: index of the phase that offered it.
        entered: cycle in which it was accepted.
        left: cycle in which its result was taken.
        decrypt: its direction.
    """

    phase: int
    entered: int
    left: int
    decrypt: bool

    @property
    def cycles(self) -> int:
        """Cycles from entering to leaving."""
        return self.left - self.entered


@dataclass
class Checked:
    """A run that was right in every block.

    Attributes:
        passages: one for each beat that came out, in order.
        sources: vector source to number of its blocks that came out right.
        cycles: length of the run.
        dropped: beats that a reset or a clear discarded.
        clears: clears that came to their end.
    """

    passages: list[Passage] = field(default_factory=list)
    sources: Counter[str] = field(default_factory=Counter)
    cycles: int = 0
    dropped: int = 0
    clears: int = 0


@dataclass(frozen=True, slots=True)
class _Inside:
    beat: Beat
    tag: int
    phase: int
    entered: int

    @property
    def expected(self) -> tuple[bytes, ...]:
        return tuple(v.expected for v in self.beat)

    def __str__(self) -> str:
        return str(self.beat[0])


def read_trace(path: Path, block_bytes: int) -> list[Event]:
    """Read a trace file.

    Args:
        path: the file.
        block_bytes: length of a block.

    Raises:
        Unfinished: the trace is cut short, or none, so the bench did not come to its end.
    """
    raw = path.read_bytes() if path.is_file() else b""
    events: list[Event] = []
    if len(raw) >= _HEAD.size:
        magic, size = _HEAD.unpack_from(raw)
        width = size - np.dtype(_FIELDS).itemsize
        if magic != _MAGIC or width <= 0 or width % block_bytes:
            raise Unfinished(f"{path.name} is not a trace of this bench")
        whole = (len(raw) - _HEAD.size) // size * size
        row = np.dtype([*_FIELDS, ("blocks", f"V{width}")])
        rows = np.frombuffer(raw, dtype=row, count=whole // size, offset=_HEAD.size)
        if rows["kind"].max(initial=0) > max(Kind):
            raise Unfinished(f"{path.name} holds what is no event of this bench")
        events = [
            Event(Kind(kind), phase, cycle, index, tag, _lanes(bytes(blocks), block_bytes))
            for kind, phase, cycle, index, tag, blocks in rows.tolist()
        ]
    if not events or events[-1].kind not in _LAST:
        raise Unfinished(f"the simulation stopped early, after {len(events)} events")
    return events


def _lanes(raw: bytes, size: int) -> tuple[bytes, ...]:
    return tuple(raw[at : at + size][::-1] for at in range(0, len(raw), size))


def check(stimulus: Stimulus, events: list[Event]) -> Checked:  # noqa: PLR0912 - a kind each
    """Compare a trace with what the stimulus asks for.

    A beat that is accepted is asked for under the key that was last taken in an earlier cycle,
    where keys do not come with the beats. Beats must leave in the order in which they entered:
    every slot of the ring takes the same number of cycles, and whatever follows the ring is a
    queue.

    Raises:
        Mismatch: naming the first thing that is wrong.
    """
    result = Checked()
    key: bytes | None = None
    inside: deque[_Inside] = deque()
    gone: deque[_Inside] = deque(maxlen=_REMEMBERED)
    discarded: list[_Inside] = []
    for event in events:
        match event.kind:
            case Kind.ACCEPT:
                phase = stimulus.phases[event.phase]
                beat, tag = phase.beats[event.index], phase.tags[event.index]
                if stimulus.schedule in LISTED:
                    beat = _under(stimulus.cipher, key, beat, event, phase.name)
                inside.append(_Inside(beat, tag, event.phase, event.cycle))
            case Kind.KEY:
                key = stimulus.phases[event.phase].keys[event.index].key
            case Kind.OUTPUT if inside:
                head = inside[0]
                if event.blocks != head.expected or event.tag != head.tag:
                    raise Mismatch(_diagnose(stimulus, event, inside, gone, discarded))
                gone.append(inside.popleft())
                result.sources.update(v.source for v in head.beat)
                result.passages.append(
                    Passage(head.phase, head.entered, event.cycle, head.beat[0].decrypt)
                )
            case Kind.RESET:
                if stimulus.schedule is KeySchedule.STORED:
                    key = None
                result.dropped += len(inside)
                discarded = list(inside)
                inside.clear()
            case Kind.CLEARED:
                result.clears += 1
            case Kind.DONE:
                result.cycles = event.cycle
            case _:
                raise Mismatch(_broken(stimulus, event, inside, gone, discarded))
    if inside:
        raise Mismatch(f"{len(inside)} blocks never came out, first {_describe(inside[0], None)}")
    wanted = sum(phase.reset is not None and phase.reset.clears for phase in stimulus.phases)
    if result.clears != wanted:
        raise Mismatch(f"{result.clears} of {wanted} clears came to their end")
    return result


def _under(cipher: Cipher, key: bytes | None, beat: Beat, event: Event, phase: str) -> Beat:
    """Return a beat with the answers that it must have under the key that is in force."""
    if key is None:
        raise Mismatch(
            f"{beat[0]} was accepted before any key, in cycle {event.cycle}, phase '{phase}'"
        )
    if beat[0].key == key:
        return beat
    return tuple(
        replace(
            v, key=key, expected=cipher.reference(key, v.data, decrypt=v.decrypt), source=RANDOM
        )
        for v in beat
    )


def _describe(inside: _Inside, event: Event | None) -> str:
    wrong = 0
    if event is not None and event.blocks != inside.expected:
        pairs = zip(event.blocks, inside.expected, strict=True)
        wrong = next(lane for lane, (got, wanted) in enumerate(pairs) if got != wanted)
    v = inside.beat[wrong]
    lane = f" in lane {wrong}" if len(inside.beat) > 1 else ""
    text = f"{v}{lane}: key {v.key.hex()} block {v.data.hex()} expected {v.expected.hex()}"
    if event is not None:
        text += f" got {event.blocks[wrong].hex()}"
        if event.tag != inside.tag:
            text += f" tag {inside.tag:#x} got {event.tag:#x}"
        text += f" in cycle {event.cycle}"
    return f"{text}, accepted in cycle {inside.entered}"


def _found(event: Event, beats: deque[_Inside] | list[_Inside]) -> _Inside | None:
    return next((b for b in beats if b.expected == event.blocks), None)


def _event(stimulus: Stimulus, event: Event) -> str:
    """Return what discarded the beats that were inside last: a clear or a reset."""
    before = [p.reset for p in stimulus.phases[: event.phase] if p.reset is not None]
    return "clear" if before and before[-1].clears else "reset"


def _diagnose(
    stimulus: Stimulus,
    event: Event,
    inside: deque[_Inside],
    gone: deque[_Inside],
    discarded: list[_Inside],
) -> str:
    head = inside[0]
    if event.blocks == head.expected:
        kind = "wrong tag"
    elif sorted(event.blocks) == sorted(head.expected):
        kind = "blocks in the wrong lanes"
    elif other := _found(event, inside):
        kind = f"block lost or overtaken by {other}"
    elif old := _found(event, gone):
        kind = f"{old} came out twice"
    elif old := _found(event, discarded):
        kind = f"{old} from before the {_event(stimulus, event)} came out"
    else:
        kind = "wrong block"
    return f"{kind} in phase '{stimulus.phases[event.phase].name}': {_describe(head, event)}"


def _broken(
    stimulus: Stimulus,
    event: Event,
    inside: deque[_Inside],
    gone: deque[_Inside],
    discarded: list[_Inside],
) -> str:
    """Say which rule of the ports the core broke."""
    phase = stimulus.phases[event.phase].name
    match event.kind:
        case Kind.STALLED:
            return _stalled(stimulus, event, inside)
        case Kind.UNSTABLE:
            held = f": held {_describe(inside[0], event)}" if inside else ""
            text = "the output changed while out_ready_i was low"
            return f"{text}, in cycle {event.cycle} ({phase}){held}"
        case Kind.LOUD:
            got = " ".join(block.hex() for block in event.blocks)
            text = "the outputs show what was not delivered while out_valid_o is low"
            return f"{text}: {got} tag {event.tag:#x} in cycle {event.cycle}, phase '{phase}'"
        case Kind.DEAF:
            text = (
                "in a reset or before cleared_o, which has to last, a transfer is offered or taken"
            )
            return f"{text}: in cycle {event.cycle}, phase '{phase}'"
        case Kind.STRAY_KEY:
            text = f"key_ready_o is high in cycle {event.cycle}, phase '{phase}'"
            return f"{text}, of a core that stores no key"
        case _:
            return _surplus(stimulus, event, gone, discarded)


def _surplus(
    stimulus: Stimulus, event: Event, gone: deque[_Inside], discarded: list[_Inside]
) -> str:
    if old := _found(event, gone):
        kind = f"{old} came out twice"
    elif old := _found(event, discarded):
        kind = f"{old} from before the {_event(stimulus, event)} came out"
    else:
        kind = "a block came out that never went in"
    got = " ".join(block.hex() for block in event.blocks)
    return (
        f"{kind}: got {got} tag {event.tag:#x} in cycle {event.cycle},"
        f" phase '{stimulus.phases[event.phase].name}', with nothing inside"
    )


def _stalled(stimulus: Stimulus, event: Event, inside: deque[_Inside]) -> str:
    text = (
        f"no transfer for {stimulus.stall_limit} cycles, in cycle {event.cycle},"
        f" phase '{stimulus.phases[event.phase].name}'"
    )
    if not inside:
        return f"{text}: nothing is inside and in_ready_o stays low"
    return f"{text}: {len(inside)} blocks inside, oldest {_describe(inside[0], None)}"
