"""AXI4-Stream as the bench speaks it: packets in beats of the bus, headers on the side stream."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from aesculus.design.cipher import Shape
from aesculus.products.common.driver import lengths
from aesculus.products.common.messages import BLOCK, Beat, Fault, Kind, Message

HEAD = 32
"""Bytes of a header in front of its key."""

SHORT, LONG, HOLE, LAST_HOLE = "short", "long", "hole", "hole at its end"
"""What can be wrong with a header's bytes."""


def header_bytes(message: Message, key: bytes) -> bytes:
    """Return a header as the side stream has it, see `aesculus_axis_header.sv`."""
    aad, text = lengths(message)
    flags = bytes([message.decrypt, len(message.iv), message.tag_bytes, 0])
    told = aad.to_bytes(4, "big") + text.to_bytes(4, "big") + bytes(4)
    return flags + told + message.iv.ljust(BLOCK, b"\0") + key


class AxisDriver:
    """A bus of some bytes around a mode."""

    folder = Path(__file__).parent
    names_streams = True

    def __init__(self, shape: Shape, bus_bytes: int) -> None:
        self.beat = bus_bytes
        self.unit = max(bus_bytes, BLOCK * shape.lanes)

    def takes(self, message: Message) -> bool:
        """Return whether the bus can show a fault.

        A beat of no bytes is passed over on this bus, and one of a byte has no holes and no end.
        """
        inner = [beat for beat in message.beats if not beat.last]
        blank = any(not beat.data for beat in inner)
        odd = any(len(beat.data) % BLOCK for beat in inner)
        holes = any(beat.claimed for beat in message.beats)
        return not blank and not ((odd or holes) and self.beat == 1)

    def broken(self, good: Message) -> Iterable[Message]:
        """Return a message with a header that is too short or too long, and one with holes."""
        ways = [SHORT, LONG]
        if self.beat > 1:
            # A beat of a byte has no holes; in one beat alone they are at its end.
            ways += [LAST_HOLE] if self.beat >= HEAD + len(good.key) else [HOLE, LAST_HOLE]
        for way in ways:
            yield replace(
                good,
                source="misuse",
                item=f"header: {way}",
                expect=((Kind.TEXT, b""),),
                auth=False,
                faults=frozenset({Fault.IV}),
                header=way,
            )

    def header(self, stream: int, message: Message, key: bytes) -> Iterator[str]:
        """Give the lines of a header."""
        data = header_bytes(message, key)
        if message.header == LONG:
            data += bytes(self.beat)
        if message.header == SHORT:
            data = data[: -self.beat] or data[:-1]
        lines = list(self._beats(data, stream, 0, last=True))
        if message.header in {HOLE, LAST_HOLE}:
            at = -1 if message.header == LAST_HOLE else len(lines) // 2 - 1
            begin = at % len(lines) * self.beat
            part = data[begin : begin + self.beat]
            lines[at] = self._line(part, stream, 0, last=at == -1, hole=True)
        yield from lines

    def data(self, stream: int, beat: Beat) -> Iterator[str]:
        """Give the lines of a piece of a packet. What a beat claims too much becomes a hole."""
        lines = list(self._beats(beat.data, stream, int(beat.kind), last=beat.last))
        if beat.claimed is not None:
            lines = [
                self._line(
                    beat.data[: self.beat], stream, int(beat.kind), last=beat.last, hole=True
                )
            ]
        yield from lines

    def _beats(self, data: bytes, stream: int, user: int, *, last: bool) -> Iterator[str]:
        for at in range(0, max(1, len(data)), self.beat):
            end = last and at + self.beat >= len(data)
            yield self._line(data[at : at + self.beat], stream, user, last=end)

    def _line(
        self, data: bytes, stream: int, user: int, *, last: bool = False, hole: bool = False
    ) -> str:
        keep = (1 << len(data)) - 1 - hole
        # Byte 0 is the lowest of TDATA.
        shown = data.ljust(self.beat, b"\xa5")[::-1].hex()
        return f"{stream} {user} {keep:x} {last:d} {shown}"

    def bytes_of(self, text: str) -> bytes:
        """Return the data of a beat that came out, first byte first."""
        return bytes.fromhex(text)[::-1][: self.beat]
