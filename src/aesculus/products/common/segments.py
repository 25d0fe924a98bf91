"""Cipher feedback with segments of a byte or a bit: one RTL module, and answers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import ClassVar

from cryptography.hazmat.decrepit.ciphers.modes import CFB8
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB

from aesculus.design.kinds import Direction
from aesculus.products.common import nist
from aesculus.products.common.around import AroundCore, shared_rtl
from aesculus.products.common.confidential import TESTS, ByLibrary
from aesculus.products.common.messages import BLOCK, Beat, Fault, Kind, Message, text


def bitwise(key: bytes, iv: bytes, data: bytes, *, decrypt: bool) -> bytes:
    """Return data through CFB1, by the definition in SP 800-38A, section 6.3."""
    cipher = Cipher(AES(key), ECB()).encryptor()  # noqa: S305 - the cipher itself
    chain, out = int.from_bytes(iv, "big"), 0
    for place in range(8 * len(data)):
        bit = data[place // 8] >> (7 - place % 8) & 1
        result = bit ^ cipher.update(chain.to_bytes(BLOCK, "big"))[0] >> 7
        chain = (chain << 1 | (bit if decrypt else result)) & ((1 << 128) - 1)
        out = out << 1 | result
    return out.to_bytes(len(data), "big")


class BySegments(ByLibrary):
    """Answers of CFB8, which the library has, and of CFB1, which it has not.

    Attributes:
        segment: bits of a segment.
    """

    def __init__(self, segment: int) -> None:
        super().__init__(CFB8, files=f"CFB/CFB{segment}")
        self.segment = segment

    def published(self, design: AroundCore) -> Iterator[Message]:
        """Return the messages of every response file for the key size."""
        if self.segment == 8:
            yield from super().published(design)
            return
        for test in TESTS:
            name = f"{self.files}{test}{design.shape.key_bits}.rsp"
            for entry in nist.entries(name):
                yield self._of_bits(name.rpartition("/")[2], entry, design)

    def _of_bits(self, source: str, entry: Mapping[str, str], design: AroundCore) -> Message:
        """Return an entry whose texts are bits; zeros fill the last byte, and their answer."""
        decrypt = entry["SECTION"] == "DECRYPT"
        given, wanted = entry["PLAINTEXT"], entry["CIPHERTEXT"]
        if decrypt:
            given, wanted = wanted, given
        size = -(-len(given) // 8)
        data = int(given.ljust(8 * size, "0"), 2).to_bytes(size, "big")
        key, iv = bytes.fromhex(entry["KEY"]), bytes.fromhex(entry["IV"])
        answer = self.answer(design, key, iv, data, decrypt=decrypt)
        # The published bits come first, whatever the filled ones are.
        spare = 8 * size - len(given)
        bits = int.from_bytes(answer, "big") & ((1 << spare) - 1) | int(wanted, 2) << spare
        return text(
            source,
            f"COUNT {entry['COUNT']}",
            key=key,
            iv=iv,
            decrypt=decrypt,
            data=data,
            answer=bits.to_bytes(size, "big"),
        )

    def answer(
        self, design: AroundCore, key: bytes, iv: bytes, data: bytes, *, decrypt: bool
    ) -> bytes:
        """Return what comes of data."""
        if self.segment == 1:
            return bitwise(key, iv, data, decrypt=decrypt)
        return super().answer(design, key, iv, data, decrypt=decrypt)

    def drawn(self, design: AroundCore, random: Random, length: int) -> Message:
        """Return a random message, shorter than asked for as segments take long."""
        short = min(length, 16 + length * self.segment // 64)
        message = super().drawn(design, random, short)
        # A block stays whole: latency is measured with one.
        if length == BLOCK or random.randrange(2):
            return message
        return _in_pieces(message, random.randrange(1, 17))

    def steady(self, design: AroundCore, random: Random, length: int) -> Message:
        """Return a message that gives a byte a beat, so that streams take turns."""
        return _in_pieces(super().steady(design, random, max(12, length // 16)), 1)

    def misused(self, design: AroundCore, random: Random) -> Iterable[Message]:
        """Return messages each with one fault; a beat of any length from one byte is none."""
        for message in super().misused(design, random):
            short = [beat for beat in message.beats if not beat.last and beat.claimed is None]
            partial = any(0 < len(beat.data) < BLOCK for beat in short)
            if Fault.LENGTH not in message.faults or not partial:
                yield message


def _in_pieces(message: Message, size: int) -> Message:
    ((_, data),) = message.parts
    ends = range(0, max(1, len(data)), size)
    beats = [Beat(Kind.TEXT, data[at : at + size], last=at + size >= len(data)) for at in ends]
    return replace(message, beats=tuple(beats))


@dataclass(frozen=True)
class Segmented(AroundCore):
    """CFB8 or CFB1 around a core that encrypts. A subclass says which."""

    module: ClassVar[str] = "aesculus_segment_mode"
    segment: ClassVar[int] = 8
    """Bits of a segment."""
    directions: ClassVar[frozenset[Direction]] = frozenset({Direction.ENCRYPT, Direction.BOTH})

    @property
    def passes(self) -> int:
        """Times that a block goes through the core: once for each segment."""
        return 8 * BLOCK // self.segment

    def own_sources(self) -> Sequence[Path]:
        """Return the module of these modes and what it is around."""
        return shared_rtl("aesculus_mode_chain", "aesculus_block_mode", self.module)

    def bound(self) -> Mapping[str, str]:
        """Return the parameters of the mode's RTL module."""
        own = {"Segment": str(self.segment), "Streams": str(self.streams)}
        return {**super().bound(), **self.headers(), **own}
