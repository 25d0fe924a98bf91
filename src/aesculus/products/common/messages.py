"""Messages with their answers, and the beats that they are cut into."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

BLOCK = 16
"""Bytes of a block."""


class Kind(IntEnum):
    """What a beat holds; the numbers are those of `aesculus_mode_pkg`."""

    IV = 0
    AAD = 1
    TEXT = 2
    TAG = 3


class Fault(IntEnum):
    """What was wrong with a message: the bits of `error_o`, as in `aesculus_mode_pkg`."""

    DIRECTION = 0
    LENGTH = 1
    KIND = 2
    WRAP = 3
    IV = 4
    TAG = 5
    STREAM = 6
    OVERRUN = 7


@dataclass(frozen=True, slots=True)
class Beat:
    """What one transfer of the message port moves.

    Attributes:
        kind: what it holds.
        data: at most 16 bytes a lane.
        last: it ends its message.
        claimed: the number of bytes that is said to be valid, where that is not the data's length.
    """

    kind: Kind
    data: bytes
    last: bool
    claimed: int | None = None

    @property
    def bytes(self) -> int:
        """The number on `in_bytes_i`."""
        return len(self.data) if self.claimed is None else self.claimed


@dataclass(frozen=True, slots=True)
class Message:
    """A message and what must come of it.

    Attributes:
        source: the file or document that the answer comes from, or `random`.
        item: where in the source.
        key: as the header brings it.
        iv: as the header brings it, at most 16 bytes.
        decrypt: its direction.
        parts: what goes in, in order.
        expect: what comes out, in order; of a message with a fault what comes before it.
        auth: for authenticated decryption, whether the tag is right.
        faults: what is wrong with it.
        tag_bytes: length of its tag.
        beats: what goes in, where it is not cut as it should be.
        told: lengths of AAD and text in the header, where they are not those of the parts.
        header: what is wrong with the header's bytes, in words of the bus that carries them.
    """

    source: str
    item: str
    key: bytes
    iv: bytes
    decrypt: bool
    parts: tuple[tuple[Kind, bytes], ...]
    expect: tuple[tuple[Kind, bytes], ...]
    auth: bool = False
    faults: frozenset[Fault] = frozenset()
    tag_bytes: int = 0
    beats: tuple[Beat, ...] = ()
    told: tuple[int, int] | None = None
    header: str = ""

    def __str__(self) -> str:
        what = "decrypt" if self.decrypt else "encrypt"
        return f"{self.source} {self.item} ({what}) key {self.key.hex()} IV {self.iv.hex()}"

    def length_of(self, kind: Kind) -> int:
        """Return the bytes of a kind that go in."""
        return sum(len(data) for each, data in self.parts if each is kind)

    def cut(self, width: int) -> Sequence[Beat]:
        """Return its beats.

        Args:
            width: bytes of a full one.
        """
        return self.beats or list(_cut(self.parts, width))


def text(
    source: str,
    item: str,
    *,
    key: bytes,
    iv: bytes,
    decrypt: bool,
    data: bytes,
    answer: bytes,
) -> Message:
    """Return a message that is nothing but text."""
    parts, expect = ((Kind.TEXT, data),), ((Kind.TEXT, answer),)
    return Message(source, item, key, iv, decrypt, parts, expect)


def _cut(parts: Sequence[tuple[Kind, bytes]], width: int) -> Iterator[Beat]:
    filled = [(kind, data) for kind, data in parts if data] or [(Kind.TEXT, b"")]
    for number, (kind, data) in enumerate(filled, start=1):
        for at in range(0, max(1, len(data)), width):
            last = number == len(filled) and at + width >= len(data)
            yield Beat(kind, data[at : at + width], last)
