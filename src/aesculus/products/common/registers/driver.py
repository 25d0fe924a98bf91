"""Registers as the bench speaks to them: messages; `port.h` makes accesses of them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from aesculus.products.common.driver import lengths
from aesculus.products.common.messages import BLOCK, Beat, Message


class RegisterDriver:
    """A bus of addresses around a mode with one stream and one lane."""

    unit = beat = BLOCK
    names_streams = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def takes(self, _message: Message) -> bool:
        """Every fault can be shown to the registers."""
        return True

    def broken(self, _good: Message) -> Iterable[Message]:
        """A header is words that are there always."""
        return ()

    def header(self, _stream: int, message: Message, key: bytes) -> Iterator[str]:
        """Give the line of a header."""
        aad, text = lengths(message)
        iv = message.iv.ljust(BLOCK, b"\0").hex()
        yield (
            f"{message.decrypt:d} {key.hex()} {iv} {len(message.iv)} "
            f"{message.tag_bytes} {aad} {text}"
        )

    def data(self, _stream: int, beat: Beat) -> Iterator[str]:
        """Give the line of a block. What is behind its valid bytes is not zero."""
        block = beat.data.ljust(BLOCK, b"\xa5").hex()
        yield f"{int(beat.kind)} {beat.bytes} {beat.last:d} {block}"

    def bytes_of(self, text: str) -> bytes:
        """Return the data of a block that came out, first byte first."""
        return bytes.fromhex(text)
