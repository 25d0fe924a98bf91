"""What the benches of a bundle do: blocks to send, in order, and the results that must come.

A mode gets messages (`export.messages`). Any other design that is no core gives its own: a method
`exchanges()` that returns a `Script`, or `None`. One without is exported without benches.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Literal

from aesculus.benches.bench import DEFAULT_SEED
from aesculus.benches.draws import in_lanes, random_beats, random_keys
from aesculus.ciphers.aes.space import DesignPoint, clear_cycles
from aesculus.design import Design
from aesculus.design.cipher import Beat, Shape, Vector
from aesculus.design.kinds import TRAVELLING, KeySchedule
from aesculus.design.ports import shape_of, used_ports
from aesculus.export import messages
from aesculus.export.scripts import Script, Step, Values

__all__ = ["MOST_KNOWN", "RANDOM_BEATS", "Script", "Step", "Values", "script"]

MOST_KNOWN = 40
"""Known answers in a bundle: the first of each source, and the others evenly spaced."""

RANDOM_BEATS = 16

_TAG_STEP = 0x9E3779B1
"""Odd, so that tags of any width take all values."""

_MORE = 8

_READY = "out_ready_i"
_BEFORE, _BESIDE = 1, 0
"""Cycles before a result comes, of a request on the edge that brings it or on the one behind."""


def script(design: Design, latency: int | None) -> Script | None:
    """Return what drives a design, `None` if it does not say.

    Args:
        design: the design.
        latency: measured cycles of a lone block.
    """
    own = getattr(design, "exchanges", None)
    if own is not None:
        given: Script | None = own()
        return given
    shape = shape_of(design)
    if shape is None:
        return messages.script(design, latency)
    run = _core(shape, latency, waits=any(each.name == _READY for each in used_ports(design)))
    # Of ciphers of others it is not known.
    return replace(run, clear=clear_cycles(design)) if isinstance(design, DesignPoint) else run


def sent_full(fills: int) -> int:
    """Return how many beats are sent without a gap where so many fill a design.

    The first fill it; as many come in before the same repeats, and that is seen once more.
    """
    return 3 * fills + _MORE


def _core(shape: Shape, latency: int | None, *, waits: bool) -> Script:
    known = in_lanes(_known(shape), shape.lanes, same_key=not shape.separate)
    known = list(_spread(known, MOST_KNOWN))
    beats = [*known, *_drawn(shape)]
    # One more than may be inside at once.
    fills = shape.slots + 1
    driver = _Driver(shape)
    for number, beat in enumerate(beats):
        driver.send(beat, (number * _TAG_STEP + 1) % (1 << shape.tag_bits))
        if number == 0:
            driver.wait("alone")
            if len(shape.direction.decrypts) > 1:
                driver.send(_back(beat), 0)
                driver.wait("alone")
            driver.fill(beat, fills)
    driver.wait("drain")
    for before in _befores(latency, waits=waits):
        for how in ("clear", "reset"):
            driver.dropped(beats[0], before, how)
            driver.send(beats[1], 0)
            driver.wait("drain")
    sources = sorted({v.source for beat in known for v in beat})
    about = f"{len(known)} beats of {', '.join(sources)}; {RANDOM_BEATS} random ones"
    return Script(driver.steps, {"out": driver.results}, latency, about, fills)


def _befores(latency: int | None, *, waits: bool) -> list[list[Step]]:
    """Return what stands between a beat and what drops it: nothing, and what brings it to the end.

    Args:
        latency: cycles of a lone block.
        waits: a result stays until it is taken.
    """
    found: list[list[Step]] = [[]]
    # A request stands in the cycle behind the beat's at the earliest.
    if latency is not None and latency > _BEFORE + 1:
        found.append([Step("near", cycles=_BEFORE)])
    if waits:
        found.append([Step("offered")])
    elif latency is not None and latency > _BESIDE + 1:
        found.append([Step("near", cycles=_BESIDE)])
    return found


def _known(shape: Shape) -> Sequence[Vector]:
    if shape.schedule is KeySchedule.FIXED:
        return shape.cipher.answers_under(shape.fixed_key, shape.direction)
    return shape.cipher.known_answers(shape.key_bits, shape.direction)


def _spread(beats: Sequence[Beat], most: int) -> Iterator[Beat]:
    seen: set[str] = set()
    for number, beat in enumerate(beats):
        due = number * most // len(beats) != (number - 1) * most // len(beats)
        if due or beat[0].source not in seen:
            yield beat
        seen.add(beat[0].source)


def _drawn(shape: Shape) -> list[Beat]:
    random = Random(DEFAULT_SEED)  # noqa: S311 - repeatable, and no secret
    runs = 1 if shape.schedule in TRAVELLING else 8
    count = shape.lanes if shape.separate else 1
    if shape.schedule is KeySchedule.FIXED:
        keys = [[shape.fixed_key] * RANDOM_BEATS]
    else:
        keys = [
            random_keys(random, RANDOM_BEATS, key_bits=shape.key_bits, longest_run=runs)
            for _ in range(count)
        ]
    return list(random_beats(random, shape.cipher, keys, shape.direction, shape.lanes))


def _back(beat: Beat) -> Beat:
    """Return the way back of a beat: what comes of its results in the other direction."""
    return tuple(
        replace(each, data=each.expected, expected=each.data, decrypt=not each.decrypt)
        for each in beat
    )


def _joined(parts: Iterable[bytes]) -> int:
    """Return the port of some lanes, the first in the lowest bits."""
    return int.from_bytes(b"".join(reversed(list(parts))), "big")


class _Driver:
    """Drives a core: steps and results so far, and the key that it holds."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._held: bytes | None = None
        self.steps: list[Step] = []
        self.results: list[Values] = []

    def send(self, beat: Beat, tag: int) -> None:
        """Send a beat, its key before it if need be, and expect its result."""
        self._key(beat)
        self.steps.append(Step("send", "in", self._offered(beat, tag)))
        self.results.append({"out_block_o": _joined(v.expected for v in beat), "out_tag_o": tag})

    def dropped(self, beat: Beat, before: Sequence[Step], how: Literal["clear", "reset"]) -> None:
        """Send a beat, with its key, that a clear or a reset drops, behind some other steps.

        What is shown beside a request is handed over by the edge that begins the clear; a reset
        waits for no edge.
        """
        if how == "clear" and any(step == Step("near", cycles=_BESIDE) for step in before):
            self.send(beat, 0)
        else:
            self._key(beat)
            self.steps.append(Step("send", "in", self._offered(beat, 0)))
        self.steps += [*before, Step(how)]
        if self._shape.schedule is KeySchedule.STORED:
            self._held = None

    def fill(self, beat: Beat, fills: int) -> None:
        """Send a beat again and again, so that the design is full, and look at its rate."""
        self.steps.append(Step("full"))
        for number in range(sent_full(fills)):
            self.send(beat, number % (1 << self._shape.tag_bits))
        self.wait("rate")

    def wait(self, kind: Literal["drain", "alone", "rate"]) -> None:
        """Wait for all results."""
        self.steps.append(Step(kind, due={"out": len(self.results)}))

    def _key(self, beat: Beat) -> None:
        shape, key = self._shape, beat[0].key
        if key == self._held:
            return
        self._held = key
        if shape.schedule is KeySchedule.STORED:
            self.steps.append(Step("send", "key", {"key_i": int.from_bytes(key, "big")}))
        elif shape.schedule is KeySchedule.EXTERNAL:
            self.wait("drain")
            keys = int.from_bytes(shape.cipher.round_keys(key), "big")
            self.steps.append(Step("set", values={"round_key_i": keys}))

    def _offered(self, beat: Beat, tag: int) -> Values:
        shape = self._shape
        values = {"in_block_i": _joined(v.data for v in beat), "in_tag_i": tag}
        if len(shape.direction.decrypts) > 1:
            values["in_decrypt_i"] = int(beat[0].decrypt)
        if shape.schedule in TRAVELLING:
            own = beat if shape.separate else beat[:1]
            values["in_key_i"] = _joined(
                shape.cipher.travelling_key(v.key, schedule=shape.schedule, decrypt=v.decrypt)
                for v in own
            )
        return values
