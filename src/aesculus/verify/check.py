"""Judge what the bench saw: every block once, in order, with its own tag and the right answer."""

import struct
from collections import Counter, deque
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path

import numpy as np

from aesculus.verify.stimulus import Stimulus
from aesculus.verify.vectors import Vector

_MAGIC = 0x31544541
_HEAD = struct.Struct("<2I")
_EVENT = np.dtype(
    [
        ("kind", "<u4"),
        ("phase", "<u4"),
        ("cycle", "<u8"),
        ("index", "<u4"),
        ("tag", "<u4"),
        ("block", "V16"),
    ]
)
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


_LAST = {Kind.DONE, Kind.STALLED, Kind.UNSTABLE, Kind.SURPLUS}


class Mismatch(Exception):  # noqa: N818 - a verdict, not an error of this program
    """The core did something it must not do; the message says what in one line."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event of the trace.

    Attributes:
        kind: what happened.
        phase: index of the phase.
        cycle: index of the cycle, from the first one after power-on.
        index: for `ACCEPT` the block in its phase; otherwise how many blocks were inside.
        tag: of an output.
        block: of an output, 16 bytes.
    """

    kind: Kind
    phase: int
    cycle: int
    index: int
    tag: int
    block: bytes


@dataclass(frozen=True, slots=True)
class Passage:
    """One block that went through the core.

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
        passages: one for each block that came out, in order.
        sources: vector source to number of its blocks that came out right.
        cycles: length of the run.
        dropped: blocks that a reset discarded.
    """

    passages: list[Passage] = field(default_factory=list)
    sources: Counter[str] = field(default_factory=Counter)
    cycles: int = 0
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class _Inside:
    vector: Vector
    tag: int
    phase: int
    entered: int


def read_trace(path: Path) -> list[Event]:
    """Read a trace file.

    Raises:
        Mismatch: the trace is cut short, so the bench did not come to its end.
    """
    raw = path.read_bytes() if path.is_file() else b""
    events: list[Event] = []
    if len(raw) >= _HEAD.size:
        magic, size = _HEAD.unpack_from(raw)
        if magic != _MAGIC or size != _EVENT.itemsize:
            raise Mismatch(f"{path.name} is not a trace of this bench")
        whole = (len(raw) - _HEAD.size) // size * size
        rows = np.frombuffer(raw, dtype=_EVENT, count=whole // size, offset=_HEAD.size)
        events = [
            Event(Kind(kind), phase, cycle, index, tag, bytes(block)[::-1])
            for kind, phase, cycle, index, tag, block in rows.tolist()
        ]
    if not events or events[-1].kind not in _LAST:
        raise Mismatch(f"the simulation stopped early, after {len(events)} events")
    return events


def check(stimulus: Stimulus, events: list[Event]) -> Checked:
    """Compare a trace with what the stimulus asks for.

    Blocks must leave in the order in which they entered: every slot of the ring takes the same
    number of cycles, and whatever follows the ring is a queue.

    Raises:
        Mismatch: naming the first thing that is wrong.
    """
    result = Checked()
    inside: deque[_Inside] = deque()
    gone: deque[_Inside] = deque(maxlen=_REMEMBERED)
    discarded: list[_Inside] = []
    for event in events:
        match event.kind:
            case Kind.ACCEPT:
                phase = stimulus.phases[event.phase]
                vector, tag = phase.blocks[event.index], phase.tags[event.index]
                inside.append(_Inside(vector, tag, event.phase, event.cycle))
            case Kind.OUTPUT if inside:
                head = inside[0]
                if event.block != head.vector.expected or event.tag != head.tag:
                    raise Mismatch(_diagnose(stimulus, event, inside, gone, discarded))
                gone.append(inside.popleft())
                result.sources[head.vector.source] += 1
                result.passages.append(
                    Passage(head.phase, head.entered, event.cycle, head.vector.decrypt)
                )
            case Kind.RESET:
                result.dropped += len(inside)
                discarded = list(inside)
                inside.clear()
            case Kind.STALLED:
                raise Mismatch(_stalled(stimulus, event, inside))
            case Kind.UNSTABLE:
                raise Mismatch(
                    f"the output changed while out_ready_i was low, in cycle {event.cycle}"
                    f" ({stimulus.phases[event.phase].name})"
                    + (f": held {_describe(inside[0], event)}" if inside else "")
                )
            case Kind.SURPLUS | Kind.OUTPUT:
                raise Mismatch(_surplus(stimulus, event, gone, discarded))
            case Kind.DONE:
                result.cycles = event.cycle
    if inside:
        raise Mismatch(f"{len(inside)} blocks never came out, first {_describe(inside[0], None)}")
    return result


def _describe(block: _Inside, event: Event | None) -> str:
    v = block.vector
    text = f"{v}: key {v.key.hex()} block {v.data.hex()} expected {v.expected.hex()}"
    if event is not None:
        text += f" got {event.block.hex()}"
        if event.tag != block.tag:
            text += f" tag {block.tag:#x} got {event.tag:#x}"
        text += f" in cycle {event.cycle}"
    return f"{text}, accepted in cycle {block.entered}"


def _found(event: Event, blocks: deque[_Inside] | list[_Inside]) -> _Inside | None:
    return next((b for b in blocks if b.vector.expected == event.block), None)


def _diagnose(
    stimulus: Stimulus,
    event: Event,
    inside: deque[_Inside],
    gone: deque[_Inside],
    discarded: list[_Inside],
) -> str:
    head = inside[0]
    if event.block == head.vector.expected:
        kind = "wrong tag"
    elif other := _found(event, inside):
        kind = f"block lost or overtaken by {other.vector}"
    elif old := _found(event, gone):
        kind = f"{old.vector} came out twice"
    elif old := _found(event, discarded):
        kind = f"{old.vector} from before the reset came out"
    else:
        kind = "wrong block"
    return f"{kind} in phase '{stimulus.phases[event.phase].name}': {_describe(head, event)}"


def _surplus(
    stimulus: Stimulus, event: Event, gone: deque[_Inside], discarded: list[_Inside]
) -> str:
    if old := _found(event, gone):
        kind = f"{old.vector} came out twice"
    elif old := _found(event, discarded):
        kind = f"{old.vector} from before the reset came out"
    else:
        kind = "a block came out that never went in"
    return (
        f"{kind}: got {event.block.hex()} tag {event.tag:#x} in cycle {event.cycle},"
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
