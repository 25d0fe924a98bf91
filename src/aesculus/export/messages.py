"""What the benches of a mode's bundle do: messages to send, and the beats that must come of them.

The beats are those of `docs/modes.md`, and there has to be one order in which they come. Of plain
modes beats leave as they entered, so streams take turns. Where a mode has more to send through its
core than blocks, another stream begins when the one before it is done.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import cast

from aesculus.benches.bench import DEFAULT_SEED
from aesculus.design import Design
from aesculus.export.scripts import Script, Step, Values
from aesculus.products.buses.axis.driver import AxisDriver
from aesculus.products.common.around import AroundCore, Driven
from aesculus.products.common.confidential import Confidential
from aesculus.products.common.driver import MessagePort, in_lanes
from aesculus.products.common.messages import BLOCK, Beat, Kind, Message

MOST_PUBLISHED = 20
"""Published messages in a bundle: evenly spaced among the short ones."""

_SHORT = 160  # bytes of a message that come in or go out, at most
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
        published = _published(mode)
        drawn = [mode.answers.drawn(mode, random, size) for size in _RANDOM]
        messages = [*published, *(each for each in drawn if not each.faults)]
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
        self._dropped(messages[-1], begun=latency is not None and latency > _SOON)
        self._message(messages[0], 0)
        self._drain()
        sources = sorted({each.source for each in published})
        about = f"{len(messages) - len(published)} random messages"
        if published:
            about = f"{len(published)} messages of {', '.join(sources)}; {about}"
        return Script(self._steps, {self._out: self._results}, None, about)

    def _drain(self, kind: str = "drain") -> None:
        due = {self._out: len(self._results)}
        self._steps.append(Step("alone" if kind == "alone" else "drain", due=due))

    def _message(self, message: Message, stream: int) -> None:
        self._head(message, stream)
        for beat in message.cut(self._driver.unit):
            self._send(self._data, self._driver.data(stream, beat))
        for kind, data, last, auth in self._beats(message):
            self._results += self._shown(stream, kind, data, last=last, auth=auth)

    def _streams(self, messages: Sequence[Message]) -> None:
        """Send a message on each of some streams, a beat of each in turn."""
        left: dict[int, list[Beat]] = {}
        coming: dict[int, list[tuple[Kind, bytes, bool, bool]]] = {}
        for stream, message in enumerate(messages):
            self._head(message, stream)
            left[stream] = list(message.cut(self._driver.unit))
            coming[stream] = list(self._beats(message))
        while left:
            for stream in list(left):
                self._send(self._data, self._driver.data(stream, left[stream].pop(0)))
                kind, data, last, auth = coming[stream].pop(0)
                self._results += self._shown(stream, kind, data, last=last, auth=auth)
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
        shape, key = self._driven.mode.shape, message.key
        if len(key) * 8 == shape.key_bits:
            schedule = shape.schedule
            key = shape.cipher.travelling_key(key, schedule=schedule, decrypt=message.decrypt)
        self._send(self._header, self._driver.header(stream, message, key))

    def _send(self, channel: str, lines: Iterator[str]) -> None:
        for line in lines:
            words = zip(self._fields[channel], line.split(), strict=True)
            values = {name: int(word, base) for (name, base), word in words if name}
            self._steps.append(Step("send", channel, values))

    def _beats(self, message: Message) -> Iterator[tuple[Kind, bytes, bool, bool]]:
        """Give the beats of the mode that must come of a message: kind, data, last, verdict."""
        found: list[tuple[Kind, bytes]] = []
        whole = [beat.data for beat in message.cut(self._driven_unit) if beat.kind is Kind.TEXT]
        for kind, data in message.expect:
            sizes = [len(each) for each in whole] if kind is Kind.TEXT else []
            if sum(sizes) != len(data):
                sizes = [self._driven_unit] * -(-len(data) // self._driven_unit)
            at = 0
            for size in sizes:
                if data[at : at + size]:
                    found.append((kind, data[at : at + size]))
                at += size
        verdict = message.decrypt and any(kind is Kind.TAG for kind, _ in message.parts)
        if verdict or not found:
            found.append((Kind.TEXT, b""))
        for number, (kind, data) in enumerate(found, start=1):
            last = number == len(found)
            yield kind, data, last, last and message.auth

    @property
    def _driven_unit(self) -> int:
        return BLOCK * self._driven.mode.shape.lanes

    def _shown(
        self, stream: int, kind: Kind, data: bytes, *, last: bool, auth: bool
    ) -> Iterator[Values]:
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
            }
            return
        for at in range(0, max(1, len(data)), wide):
            piece, end = data[at : at + wide], last and at + wide >= len(data)
            yield {
                "m_axis_tid_o": stream,
                "m_axis_tuser_o": kind | (auth and end) << 2,
                "m_axis_tkeep_o": (1 << len(piece)) - 1,
                "m_axis_tlast_o": end,
                # Byte 0 is the lowest of TDATA.
                "m_axis_tdata_o": int.from_bytes(piece, "little"),
            }


def _published(mode: AroundCore) -> list[Message]:
    """Return some published messages that are short and right."""
    short = [
        each
        for each in mode.answers.published(mode)
        if not each.faults and max(_size(each.parts), _size(each.expect)) <= _SHORT
    ]
    step = max(1, -(-len(short) // MOST_PUBLISHED))
    return short[::step]


def _size(parts: Sequence[tuple[Kind, bytes]]) -> int:
    return sum(len(data) for _, data in parts)
