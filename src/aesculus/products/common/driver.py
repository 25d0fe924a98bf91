"""How the bench speaks to a design: the message port here, and what a bus has to say instead."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from aesculus.design.cipher import Shape
from aesculus.products.common.messages import BLOCK, Beat, Kind, Message

MESSAGE_PORT = Path(__file__).parent / "message"
"""Folder of the `port.h` of the message port."""


class Driver(Protocol):
    """What the bench asks of a port of messages. Lines are those that its `port.h` reads."""

    @property
    def folder(self) -> Path:
        """Folder of its `port.h`."""
        ...

    @property
    def unit(self) -> int:
        """Bytes that messages are cut into: a beat of the message port, or of a wider bus."""
        ...

    @property
    def beat(self) -> int:
        """Bytes in one transfer."""
        ...

    @property
    def names_streams(self) -> bool:
        """Whether headers and beats carry the number of their stream."""
        ...

    def takes(self, message: Message) -> bool:
        """Return whether a message with a fault can be shown to it at all."""
        ...

    def broken(self, good: Message) -> Iterable[Message]:
        """Return a message with its header broken, in each way that this port has of its own."""
        ...

    def header(self, stream: int, message: Message, key: bytes) -> Iterator[str]:
        """Give the lines of a header."""
        ...

    def data(self, stream: int, beat: Beat) -> Iterator[str]:
        """Give the lines of a piece of a message."""
        ...

    def bytes_of(self, text: str) -> bytes:
        """Return the data of a beat that came out, first byte first."""
        ...


def lengths(message: Message) -> tuple[int, int]:
    """Return the bytes of AAD and of text that a header tells."""
    return message.told or (message.length_of(Kind.AAD), message.length_of(Kind.TEXT))


def in_lanes(data: bytes, lanes: int) -> bytes:
    """Return bytes in the order of a port's bits, or back: lane 0 is the lowest block."""
    return b"".join(data[BLOCK * lane :][:BLOCK] for lane in reversed(range(lanes)))


class MessagePort:
    """The message port as a driver."""

    folder = MESSAGE_PORT
    names_streams = True

    def __init__(self, shape: Shape) -> None:
        self._lanes = shape.lanes
        self.unit = self.beat = BLOCK * shape.lanes

    def takes(self, _message: Message) -> bool:
        """Every fault can be shown to the message port."""
        return True

    def broken(self, _good: Message) -> Iterable[Message]:
        """A header is one transfer, and whole."""
        return ()

    def header(self, stream: int, message: Message, key: bytes) -> Iterator[str]:
        """Give the line of a header."""
        aad, text = lengths(message)
        iv = message.iv.ljust(BLOCK, b"\0").hex()
        yield (
            f"{stream} {message.decrypt:d} {key.hex()} {iv} {len(message.iv)} "
            f"{message.tag_bytes} {aad} {text}"
        )

    def data(self, stream: int, beat: Beat) -> Iterator[str]:
        """Give the line of a beat. What is behind its valid bytes is not zero."""
        block = in_lanes(beat.data.ljust(self.beat, b"\xa5"), self._lanes).hex()
        yield f"{stream} {int(beat.kind)} {beat.bytes} {beat.last:d} {block}"

    def bytes_of(self, text: str) -> bytes:
        """Return the data of a beat that came out, first byte first."""
        return in_lanes(bytes.fromhex(text), self._lanes)
