"""What the benches of a mode's bundle do: messages to send, and the beats that must come of them.

The beats are those of `docs/modes.md`, and there has to be one order in which they come. Of plain
modes beats leave as they entered, so streams take turns. Where a mode has more to send through its
core than blocks, another stream begins when the one before it is done. Behind the right messages
come those that must be refused.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import cycle
from random import Random
from typing import NamedTuple, cast

from aesculus.benches.bench import DEFAULT_SEED
from aesculus.design import Design
from aesculus.design.cipher import Shape
from aesculus.export import refused
from aesculus.export.scripts import Marks, Script, Step, Values
from aesculus.products.buses.axis.driver import AxisDriver
from aesculus.products.common.around import Driven
from aesculus.products.common.confidential import Confidential
from aesculus.products.common.driver import MessagePort, in_lanes
from aesculus.products.common.messages import BLOCK, Beat, Fault, Kind, Message

_RANDOM = (0, 1, 15, 16, 17, 48, 100, 33)
"""Lengths of random messages."""

_TOGETHER = 3  # messages of a stream without a pause
_MOST_STREAMS = 4  # that take turns
_SOON = 12  # cycles of latency that leave time to clear before anything comes out

_DECIMAL, _HEX = 10, 16
_Field = tuple[str, int]

_OF_MESSAGES: Mapping[str, Sequence[_Field]] = {
    "hdr": (
        *(("hdr_stream_i", _DECIMAL), ("hdr_decrypt_i", _DECIMAL), ("hdr_key_i", _HEX)),
        *(("hdr_iv_i", _HEX), ("hdr_iv_bytes_i", _DECIMAL), ("hdr_tag_bytes_i", _DECIMAL)),
        *(("hdr_aad_bytes_i", _DECIMAL), ("hdr_text_bytes_i", _DECIMAL)),
    ),
    "in": (
        *(("in_stream_i", _DECIMAL), ("in_kind_i", _DECIMAL), ("in_bytes_i", _DECIMAL)),
        *(("in_last_i", _DECIMAL), ("in_block_i", _HEX)),
    ),
}
_OF_AXIS: Mapping[str, Sequence[_Field]] = {
    "s_hdr": (
        *(("s_hdr_tid_i", _DECIMAL), ("", _DECIMAL), ("s_hdr_tkeep_i", _HEX)),
        *(("s_hdr_tlast_i", _DECIMAL), ("s_hdr_tdata_i", _HEX)),
    ),
    "s_axis": (
        *(("s_axis_tid_i", _DECIMAL), ("s_axis_tuser_i", _DECIMAL), ("s_axis_tkeep_i", _HEX)),
        *(("s_axis_tlast_i", _DECIMAL), ("s_axis_tdata_i", _HEX)),
    ),
}
"""Channels for headers and for data, and the ports in the order of a driver's lines."""

_ERROR, _AUTH = 8, 4
"""Bits of TUSER beside the kind."""
_MARKS = {
    "out": Marks({"out_error_o": 1}, {"out_last_o": 1}),
    "m_axis": Marks({"m_axis_tuser_o": _ERROR}, {"m_axis_tlast_o": 1}),
}


class _Coming(NamedTuple):
    """A beat of the mode that must come."""

    kind: Kind
    data: bytes
    last: bool = False
    auth: bool = False
    error: bool = False


def header_key(shape: Shape, message: Message) -> bytes:
    """Return the key of a message as its header has it: around some cores it is its last part."""
    if len(message.key) * 8 != shape.key_bits:
        return message.key
    return shape.cipher.travelling_key(
        message.key, schedule=shape.schedule, decrypt=message.decrypt
    )


def script(design: Design, latency: int | None) -> Script | None:
    """Return what drives a mode, or AXI4-Stream around one; `None` for any other design.

    A bus wider than a beat of the mode has none: when its words end depends on the time at which
    beats come.

    Args:
        design: the design.
        latency: measured cycles of a lone block.
    """
    driver = getattr(design, "driver", None)
    wide = isinstance(driver, AxisDriver) and driver.beat < driver.unit
    if isinstance(driver, MessagePort) or wide or _equal(design, driver):
        return _Run(cast("Driven", design)).script(latency)
    return None


def _equal(design: Design, driver: object) -> bool:
    """Return whether a bus moves just what a beat of its mode does."""
    if not isinstance(driver, AxisDriver):
        return False
    return driver.beat == BLOCK * cast("Driven", design).mode.shape.lanes


class _Run:
    """The steps so far, and what must come of them."""

    def __init__(self, driven: Driven) -> None:
        self._driven, self._driver = driven, driven.driver
        self._axis = isinstance(self._driver, AxisDriver)
        self._fields = _OF_AXIS if self._axis else _OF_MESSAGES
        self._header, self._data = self._fields
        self._out = "m_axis" if self._axis else "out"
        self._steps: list[Step] = []
        self._results: list[Values] = []

    def script(self, latency: int | None) -> Script:
        mode, random = self._driven.mode, Random(DEFAULT_SEED)  # noqa: S311 - repeatable
        published, known_wrong = refused.published(mode)
        drawn = [mode.answers.drawn(mode, random, size) for size in _RANDOM]
        messages = [*published, *(each for each in drawn if not each.faults)]
        wrong = [*known_wrong, *(each for each in drawn if each.faults)]
        wrong += refused.misused(self._driven, random)
        self._message(messages[0], 0)
        self._drain("alone")
        in_turn = mode.module == Confidential.module and mode.streams > 1
        count = min(mode.streams, _MOST_STREAMS) if in_turn else _TOGETHER
        for number, at in enumerate(range(1, len(messages), count)):
            if in_turn:
                self._streams(messages[at : at + count])
            else:
                for message in messages[at : at + count]:
                    self._message(message, number % mode.streams)
            self._drain()
        self._errors(())
        self._refused(wrong, messages)
        self._stray(messages[0])
        self._dropped(messages[-1], begun=latency is not None and latency > _SOON)
        self._message(messages[0], 0)
        self._drain()
        known = [*published, *known_wrong]
        sources = sorted({each.source for each in known})
        about = f"{len(drawn)} random messages; {len(wrong)} with a fault"
        if known:
            about = f"{len(known)} messages of {', '.join(sources)}; {about}"
        marks = {self._out: _MARKS[self._out]}
        return Script(self._steps, {self._out: self._results}, None, about, marks=marks)

    def _errors(self, faults: Iterable[Fault]) -> None:
        """Look at the errors, and clear them if there are any."""
        met = sum(1 << fault for fault in faults)
        self._steps.append(Step("look", values={"error_o": met}))
        if met:
            self._steps += [Step("set", values={"error_clear_i": level}) for level in (1, 0)]
            self._steps.append(Step("look", values={"error_o": 0}))

    def _refused(self, wrong: Sequence[Message], good: Sequence[Message]) -> None:
        """Send what must be refused, a good message behind each on its stream."""
        for number, (each, after) in enumerate(zip(wrong, cycle(good), strict=False)):
            stream = number % self._driven.mode.streams
            self._message(each, stream)
            self._message(after, stream)
            self._drain()
            self._errors(each.faults)

    def _stray(self, message: Message) -> None:
        """Send a message on a stream that there is not, and then on one that there is."""
        stray = self._driven.mode.stray_stream
        if stray is None:
            return
        self._head(message, stray)
        for beat in message.cut(self._driver.unit):
            self._send(self._data, self._driver.data(stray, beat))
        self._message(message, 0)
        self._drain()
        self._errors([Fault.STREAM])

    def _drain(self, kind: str = "drain") -> None:
        due = {self._out: len(self._results)}
        self._steps.append(Step("alone" if kind == "alone" else "drain", due=due))

    def _message(self, message: Message, stream: int) -> None:
        self._head(message, stream)
        for beat in message.cut(self._driver.unit):
            self._send(self._data, self._driver.data(stream, beat))
        for beat_out in self._beats(message):
            self._results += self._shown(stream, beat_out)

    def _streams(self, messages: Sequence[Message]) -> None:
        """Send a message on each of some streams, a beat of each in turn."""
        left: dict[int, list[Beat]] = {}
        coming: dict[int, list[_Coming]] = {}
        for stream, message in enumerate(messages):
            self._head(message, stream)
            left[stream] = list(message.cut(self._driver.unit))
            coming[stream] = list(self._beats(message))
        while left:
            for stream in list(left):
                self._send(self._data, self._driver.data(stream, left[stream].pop(0)))
                self._results += self._shown(stream, coming[stream].pop(0))
                if not left[stream]:
                    del left[stream]

    def _dropped(self, message: Message, *, begun: bool) -> None:
        """Begin a message that a clear drops: its header, and its first beat if there is time."""
        self._head(message, 0)
        if begun:
            first = message.cut(self._driver.unit)[0]
            open_ended = Beat(first.kind, first.data, last=False)
            if len(first.data) == self._driver.unit:
                self._send(self._data, self._driver.data(0, open_ended))
        self._steps.append(Step("clear"))

    def _head(self, message: Message, stream: int) -> None:
        key = header_key(self._driven.mode.shape, message)
        self._send(self._header, self._driver.header(stream, message, key))

    def _send(self, channel: str, lines: Iterator[str]) -> None:
        for line in lines:
            words = zip(self._fields[channel], line.split(), strict=True)
            values = {name: int(word, base) for (name, base), word in words if name}
            self._steps.append(Step("send", channel, values))

    def _beats(self, message: Message) -> Iterator[_Coming]:
        """Give the beats of the mode that must come of a message, or of a faulty one at least."""
        found: list[tuple[Kind, bytes]] = []
        sent = message.cut(self._driven_unit)
        whole = [beat.data for beat in sent if beat.kind is Kind.TEXT]
        for kind, data in message.expect:
            sizes = [len(each) for each in whole] if kind is Kind.TEXT else []
            if sum(sizes) != len(data):
                sizes = [self._driven_unit] * -(-len(data) // self._driven_unit)
            at = 0
            for size in sizes:
                if data[at : at + size]:
                    found.append((kind, data[at : at + size]))
                at += size
        if message.faults - {Fault.TAG}:
            yield from (_Coming(kind, data) for kind, data in found)
            yield _Coming(Kind.TEXT, b"", last=True, error=True)
            return
        verdict = message.decrypt and any(beat.kind is Kind.TAG for beat in sent)
        if verdict or not found:
            found.append((Kind.TEXT, b""))
        for number, (kind, data) in enumerate(found, start=1):
            last = number == len(found)
            yield _Coming(kind, data, last, last and message.auth)

    @property
    def _driven_unit(self) -> int:
        return BLOCK * self._driven.mode.shape.lanes

    def _shown(self, stream: int, coming: _Coming) -> Iterator[Values]:
        kind, data, last, auth, error = coming
        wide = self._driver.beat
        if not self._axis:
            block = in_lanes(data.ljust(wide, b"\0"), self._driven.mode.shape.lanes)
            yield {
                "out_stream_o": stream,
                "out_kind_o": kind,
                "out_block_o": int.from_bytes(block, "big"),
                "out_bytes_o": len(data),
                "out_last_o": last,
                "out_auth_o": auth,
                "out_error_o": error,
            }
            return
        for at in range(0, max(1, len(data)), wide):
            piece, end = data[at : at + wide], last and at + wide >= len(data)
            yield {
                "m_axis_tid_o": stream,
                "m_axis_tuser_o": kind | _AUTH * (auth and end) | _ERROR * error,
                "m_axis_tkeep_o": (1 << len(piece)) - 1,
                "m_axis_tlast_o": end,
                # Byte 0 is the lowest of TDATA.
                "m_axis_tdata_o": int.from_bytes(piece, "little"),
            }
