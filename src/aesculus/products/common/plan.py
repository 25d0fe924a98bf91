"""Phases of a bench run: messages on streams, their beats in an order, and what disturbs them."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from random import Random

from aesculus.products.common.around import AroundCore, Driven
from aesculus.products.common.messages import BLOCK, Beat, Message

PUBLISHED, RANDOM, ABORTED, MISUSE, LONE, STEADY, PACKETS, PRESSED, HELD = (
    "published",
    "random",
    "aborted",
    "misuse",
    "lone",
    "steady",
    "packets",
    "pressed",
    "held",
)
"""Names of phases."""

HEADERS_FIRST = 100
"""As the chance of no beat: no beat before all headers are taken."""

UNTIL_OFFERED = 100
"""Added to the chance that no beat is taken: till all is offered, then each is taken at once."""

_LONGEST = 600
_LONE = 3
_LONE_DRAWN = 32
"""So that both directions are among them."""
_STEADY_BLOCKS = 128
_PACKET = 64
_PACKETS = 24
COUNTED_PACKETS = (6, 22)
"""Of the short messages of a stream, the first whose rate counts and the one behind the last."""
_SHORT_STEADY = 8
"""Messages, where the longest that a mode takes is too short to show a rate alone."""
_PRESSED = 3
"""As many messages as are measured, times that, besides what a mode holds back."""
_PRESSING = (0, 0, UNTIL_OFFERED + 95)
"""Gaps in which all comes as fast as it can, and a beat leaves in twenty cycles meanwhile.

Memories fill where a block comes in fewer cycles than that.
"""


class Abort(IntEnum):
    """What ends a phase before its messages do; the numbers are those of `bench.cpp`."""

    NONE = 0
    RESET = 1
    CLEAR = 2


_ABORTS = (Abort.CLEAR, Abort.RESET, Abort.CLEAR, Abort.CLEAR, Abort.RESET, Abort.CLEAR) * 4
"""What ends phases in their midst: often enough that some come while results are on their way."""


@dataclass(frozen=True, slots=True)
class Phase:
    """Messages that are offered together.

    Attributes:
        name: what they are for.
        streams: the messages of each stream, in order.
        order: number of the stream of each beat, in the order in which beats are offered.
        gaps: chances in percent that no header or no beat is offered, or no beat taken, in a cycle.
        abort: what ends it early, and in which of its cycles.
        stray: number of a stream that there is not, on which every header and beat comes too.
    """

    name: str
    streams: tuple[tuple[Message, ...], ...]
    order: tuple[int, ...]
    gaps: tuple[int, int, int] = (0, 0, 0)
    abort: tuple[Abort, int] = (Abort.NONE, 0)
    stray: int | None = None

    @property
    def messages(self) -> int:
        """How many there are."""
        return sum(map(len, self.streams))

    def beats(self, width: int) -> Iterator[tuple[int, Message, Beat, bool]]:
        """Give stream, message, beat and whether it is the message's first, as they are offered."""
        queues = [deque(_beats(messages, width)) for messages in self.streams]
        for stream in self.order:
            message, beat, first = queues[stream].popleft()
            yield stream, message, beat, first


def _beats(messages: Sequence[Message], width: int) -> Iterator[tuple[Message, Beat, bool]]:
    for message in messages:
        for number, beat in enumerate(message.cut(width)):
            yield message, beat, number == 0


def phase(
    name: str,
    design: Driven,
    messages: Sequence[Message],
    *,
    random: Random | None = None,
    gaps: tuple[int, int, int] = (0, 0, 0),
    abort: tuple[Abort, int] = (Abort.NONE, 0),
    stray: int | None = None,
) -> Phase:
    """Return a phase with messages dealt to all streams in turn.

    Args:
        name: of the phase.
        design: what they are for.
        messages: in order.
        random: streams give their beats in random order; in turn if not given.
        gaps: see `Phase`.
        abort: see `Phase`.
        stray: see `Phase`.
    """
    count, width = design.mode.streams, design.driver.unit
    streams = tuple(tuple(messages[number::count]) for number in range(count))
    left = [sum(len(message.cut(width)) for message in each) for each in streams]
    order: list[int] = []
    turn = -1
    while any(left):
        there = [number for number in range(count) if left[number]]
        if random is not None:
            turn = random.choice(there)
        else:
            # The next stream that has a beat left, round and round.
            turn = next((number for number in there if number > turn), there[0])
        order.append(turn)
        left[turn] -= 1
    return Phase(name, streams, tuple(order), gaps, abort, stray)


def plan(driven: Driven, *, seed: int, count: int) -> list[Phase]:
    """Return the phases of a run.

    Args:
        driven: what is verified.
        seed: of all that is random.
        count: random messages in each of several phases.
    """
    design = driven.mode
    random, answers = Random(seed), design.answers  # noqa: S311 - stimulus
    found = [phase(PUBLISHED, driven, list(answers.published(design)))]

    def drawn(number: int) -> list[Message]:
        return [_drawn(design, random, place) for place in range(number)]

    for gaps in ((0, 0, 0), (30, 30, 0), (0, 0, 60), (50, 20, 50), (0, 0, 96)):
        found.append(phase(RANDOM, driven, drawn(count), random=random, gaps=gaps))
    for abort in _ABORTS:
        at = random.randrange(10, 40 + 8 * design.shape.lone_cycles)
        ended = (abort, at)
        # Long messages, so that data is on its way everywhere when they end.
        sizes = [random.randrange(200, _LONGEST) for _ in range(count)]
        busy = [answers.drawn(design, random, size) for size in sizes]
        found.append(phase(ABORTED, driven, busy, random=random, gaps=(0, 0, 40), abort=ended))
        found.append(phase(RANDOM, driven, drawn(2 * design.streams), gaps=(0, 30, 30)))
    for message in filter(driven.driver.takes, answers.misused(design, random)):
        # A good one behind it on its stream and beside it on others shows that it did them no harm.
        others = drawn(2 * design.streams - 1)
        found.append(phase(MISUSE, driven, [message, *others], random=random))
    if driven.driver.names_streams and design.stray_stream is not None:
        for gaps in ((0, 0, 0), (30, 30, 30)):
            some = drawn(4 * design.streams)
            stray = design.stray_stream
            found.append(phase(MISUSE, driven, some, random=random, gaps=gaps, stray=stray))
    for message in _lone(design, random):
        found.append(phase(LONE, driven, [message], gaps=(0, HEADERS_FIRST, 0)))
    most = max(_STEADY_BLOCKS, 3 * design.shape.slots, 3 * _filling(driven))
    wanted = design.steady_blocks(design.shape.lanes * max(12, most // design.streams))
    blocks = min(wanted, design.longest_blocks)
    many = design.streams * design.steady_messages

    def alike(number: int, size: int) -> list[Message]:
        return [answers.steady(design, random, size) for _ in range(number)]

    shown = many if blocks == wanted else _SHORT_STEADY * many
    found.append(phase(STEADY, driven, alike(shown, BLOCK * blocks)))
    found.append(phase(PACKETS, driven, alike(_PACKETS * design.streams, _PACKET)))
    held = -(-design.held_blocks // blocks)
    # Blocks for what holds text, messages of one block for what holds tags, and messages in both
    # directions for text that waits until its tag is judged.
    for pressed in (
        alike(_PRESSED * many + held, BLOCK * blocks),
        alike(_PRESSED * max(design.streams, 2 * _PACKETS), BLOCK),
        [*_long(design, random, BLOCK * design.held_blocks)],
    ):
        if pressed:
            found.append(phase(PRESSED, driven, pressed, gaps=_PRESSING))
    for whole in _whole(design, random):
        found.append(phase(HELD, driven, whole, random=random))
    for message in driven.driver.broken(answers.steady(design, random, 3 * BLOCK)):
        others = drawn(2 * design.streams - 1)
        found.append(phase(MISUSE, driven, [message, *others], random=random))
    return found


def _filling(driven: Driven) -> int:
    """Return after how many beats of the mode a ring behind a narrow bus is as full as it gets.

    While the bus gives a beat away, in n transfers, a ring that can be stopped stands still; then
    it moves to the next beat, k places. Meanwhile n + k transfers came in: a beat more in n/k
    beats.
    """
    shape, transfers = driven.mode.shape, driven.driver.unit // driven.driver.beat
    if transfers == 1 or not shape.stallable:
        return 0
    return sum(transfers * shape.slots // held for held in range(1, shape.slots + 1))


def _long(design: AroundCore, random: Random, held: int) -> Iterator[Message]:
    """Give random messages, more by half than all bytes that are held; none where none are."""
    while held > 0:
        size = random.randrange(_LONGEST)
        yield design.answers.drawn(design, random, size)
        held -= size * 2 // 3 or BLOCK


def _whole(design: AroundCore, random: Random) -> Iterator[list[Message]]:
    """Give, for each direction, a message a stream that fills what holds it till it is judged."""
    if not design.longest_held:
        return
    found: dict[bool, list[Message]] = {False: [], True: []}
    for _ in range(_LONE_DRAWN * design.streams):
        if min(map(len, found.values())) >= design.streams:
            break
        message = design.answers.drawn(design, random, design.longest_held)
        if not message.faults and len(found[message.decrypt]) < design.streams:
            found[message.decrypt].append(message)
    yield from filter(None, found.values())


def _lone(design: AroundCore, random: Random) -> list[Message]:
    """Return messages of a block, as many in each direction that the mode has."""
    both = [design.answers.drawn(design, random, 16) for _ in range(_LONE_DRAWN)]
    return [
        message
        for decrypt in (False, True)
        for message in [each for each in both if each.decrypt == decrypt][:_LONE]
    ]


def _drawn(design: AroundCore, random: Random, place: int) -> Message:
    """Return a random message: an empty one, short ones and long ones among them."""
    full = 16 * design.shape.lanes
    sizes = (0, 1, full, random.randrange(3 * full), random.randrange(_LONGEST))
    return design.answers.drawn(design, random, sizes[(place + random.randrange(2)) % len(sizes)])
