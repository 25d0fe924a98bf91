"""The commands of a board, spoken over any serial line; docs/boards.md lists them.

It needs nothing but a Python, so that it runs beside a board where the rest is not installed.
"""

import struct
from dataclasses import dataclass
from typing import Protocol

from aesculus.errors import RunError

BLOCK_BYTES = 16
MOST_BLOCKS = (1 << 24) - 1
"""The largest count of one run."""

_REFUSED = b"?"
_ABOUT = struct.Struct(">3sBBBIH8s")
_RUN = struct.Struct(">16sI")
_PROTOCOL = 1
_MOST_LEFT = 1 << 16
_LONGEST = 34
"""More bytes than a command has: so many zeros end one that somebody began and never ended."""


class Line(Protocol):
    """A serial line, as pyserial has it; a read gives fewer bytes when its time is over."""

    def write(self, data: bytes, /) -> object:
        """Send some bytes."""
        ...

    def read(self, size: int, /) -> bytes:
        """Return the next bytes."""
        ...


class LineError(RunError):
    """A board does not answer as it should; the message is one line."""


@dataclass(frozen=True)
class About:
    """What a board tells of itself.

    Attributes:
        key_bytes: length of the key.
        encrypts: it encrypts.
        decrypts: it decrypts.
        fixed: the key is part of the core.
        stored: the core stores the key.
        clock_mhz: clock of the core.
        clks_per_bit: cycles of a bit on the line.
        digest: the first bytes of the design's digest, in hex.
    """

    key_bytes: int
    encrypts: bool
    decrypts: bool
    fixed: bool
    stored: bool
    clock_mhz: float
    clks_per_bit: int
    digest: str


@dataclass(frozen=True)
class Run:
    """What a run of many blocks gave.

    Attributes:
        total: the results, summed as `summed` does.
        cycles: rising edges from the one that takes the first block until the last result shows.
    """

    total: bytes
    cycles: int


class Link:
    """A board at the end of a serial line."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def settle(self) -> None:
        """End a command that may have been begun, and drop what is still to be read.

        Raises:
            LineError: what is there sends without an end.
        """
        self._line.write(bytes(_LONGEST))
        for _ in range(_MOST_LEFT // _LONGEST):
            if not self._line.read(_LONGEST):
                return
        raise LineError(
            f"what is there sends more than {_MOST_LEFT:,} bytes unasked: no such board"
        )

    def about(self) -> About:
        """Return what the board is.

        Raises:
            LineError: it does not answer, or is none of these boards.
        """
        told = _ABOUT.unpack(self._ask(b"I", _ABOUT.size, "I"))
        magic, version, key_bytes, flags, khz, clks, digest = told
        if magic != b"AES" or version != _PROTOCOL:
            raise LineError(f"the board answers {told[0]!r} {version}, not AES {_PROTOCOL}")
        return About(
            key_bytes=key_bytes,
            encrypts=bool(flags & 1),
            decrypts=bool(flags & 2),
            fixed=bool(flags & 4),
            stored=bool(flags & 8),
            clock_mhz=khz / 1000,
            clks_per_bit=clks,
            digest=digest.hex(),
        )

    def load_key(self, key: bytes) -> None:
        """Load a key; it stays until another comes, or a clear.

        Raises:
            LineError: the board does not take it.
        """
        self._expect(b"K" + key, b"k", "K")

    def zeroise(self) -> None:
        """Drop keys and data; returns when the core says that nothing of them is left.

        Raises:
            LineError: the board does not say so.
        """
        self._expect(b"Z", b"z", "Z")

    def blocks(self, data: bytes, *, decrypt: bool = False) -> bytes:
        """Return some blocks through the cipher, sent and answered without a pause.

        Args:
            data: blocks of 16 bytes, one after the other.
            decrypt: use the inverse cipher.

        Raises:
            LineError: not all are answered.
        """
        parts = [data[at : at + BLOCK_BYTES] for at in range(0, len(data), BLOCK_BYTES)]
        command = b"D" if decrypt else b"E"
        self._line.write(b"".join(command + part for part in parts))
        return self._read(BLOCK_BYTES * len(parts), command.decode())

    def refuses(self, command: bytes) -> bool:
        """Return whether the board answers a command with a question mark, and nothing else."""
        self._line.write(command)
        return self._line.read(2) == _REFUSED

    def run(self, count: int) -> Run:
        """Let the core work on many blocks as fast as it can, and count its cycles.

        The first block is the successor (`successor`) of the last one that was sent, and so on;
        the direction is that of the last one.

        Args:
            count: of blocks, 0 to 16,777,215.

        Raises:
            ValueError: there are more.
            LineError: the board does not answer.
        """
        if not 0 <= count <= MOST_BLOCKS:
            raise ValueError(f"{count} blocks; legal: 0..{MOST_BLOCKS}")
        return Run(*_RUN.unpack(self._ask(b"R" + count.to_bytes(3, "big"), _RUN.size, "R")))

    def _expect(self, command: bytes, answer: bytes, name: str) -> None:
        found = self._ask(command, 1, name)
        if found != answer:
            raise LineError(f"the board answers {found!r} to {name}, not {answer!r}")

    def _ask(self, command: bytes, size: int, name: str) -> bytes:
        self._line.write(command)
        return self._read(size, name)

    def _read(self, size: int, name: str) -> bytes:
        found = b""
        while len(found) < size:
            more = self._line.read(size - len(found))
            if not more:
                break
            found += more
        if len(found) < size:
            what = "refuses" if found == _REFUSED else f"sends {len(found)} of {size} bytes after"
            raise LineError(f"the board {what} the command {name}: wrong line, speed or bitstream?")
        return found


def successor(block: bytes) -> bytes:
    """Return the block that follows another in a run: its double in GF(2^128), SP 800-38B."""
    value = int.from_bytes(block, "big") << 1
    if value >> 128:
        value = value & ((1 << 128) - 1) ^ 0x87
    return value.to_bytes(BLOCK_BYTES, "big")


def summed(results: list[bytes]) -> bytes:
    """Return the sum of the results of a run: each is added to the former, turned left a place."""
    total = 0
    for result in results:
        total = (total << 1 | total >> 127) & ((1 << 128) - 1) ^ int.from_bytes(result, "big")
    return total.to_bytes(BLOCK_BYTES, "big")
