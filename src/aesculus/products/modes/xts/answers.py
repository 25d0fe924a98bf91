"""What XTS must answer: the published vectors and a library."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random

from cryptography.hazmat.primitives.ciphers.modes import XTS

from aesculus.products.common import nist
from aesculus.products.common.around import AroundCore
from aesculus.products.common.confidential import ByLibrary, directions
from aesculus.products.common.messages import BLOCK, Beat, Fault, Kind, Message, text
from aesculus.products.common.options import Option

LIMIT = Option("L", "limit", 20, range(8, 21))
"""A data unit has at most 2**L blocks; 2**20 are what SP 800-38E allows."""

_SHORT_LIMIT = 8
"""A data unit of so many bits of blocks is one that a simulation can afford."""

FOLDERS = ("tweak-128hexstr", "tweak-dataunitseqno")
"""Response files of the XTS validation suite: with tweaks as bytes, and as numbers."""


class XtsAnswers(ByLibrary):
    """Answers of XTS."""

    def __init__(self) -> None:
        super().__init__(XTS, files="XTS")

    def published(self, design: AroundCore) -> Iterator[Message]:
        """Return every entry for the key size whose data unit is whole bytes."""
        for folder in FOLDERS:
            name = f"{folder}/XTSGenAES{design.shape.key_bits}.rsp"
            for entry in nist.entries(f"{self.files}/{name}"):
                decrypt = entry["SECTION"] == "DECRYPT"
                if int(entry["DATAUNITLEN"]) % 8 or decrypt not in directions(design):
                    continue
                plain, coded = bytes.fromhex(entry["PT"]), bytes.fromhex(entry["CT"])
                yield text(
                    name,
                    f"COUNT {entry['COUNT']}",
                    key=bytes.fromhex(entry["KEY"]),
                    iv=_tweak(entry),
                    decrypt=decrypt,
                    data=coded if decrypt else plain,
                    answer=plain if decrypt else coded,
                )

    def drawn(self, design: AroundCore, random: Random, length: int) -> Message:
        """Return a random data unit; some that are whole blocks end with a beat of no bytes.

        Where less than a block is asked for there is one block more, so that short ones that steal
        follow each other.
        """
        message = super().drawn(design, random, length if length >= BLOCK else BLOCK + length)
        ((_, data),) = message.parts
        if not random.randrange(4):
            message = self._nearly_one(design, random, message)
        if len(data) == BLOCK or len(data) % BLOCK or random.randrange(2):
            return message
        return replace(message, beats=(*_beats(data, last=False), Beat(Kind.TEXT, b"", last=True)))

    def _nearly_one(self, design: AroundCore, random: Random, message: Message) -> Message:
        """Return a message with keys that differ in a bit alone: they are two."""
        first = message.key[: len(message.key) // 2]
        bit = 1 << random.randrange(8 * len(first))
        key = first + (int.from_bytes(first) ^ bit).to_bytes(len(first))
        ((kind, data),) = message.parts
        answer = self.answer(design, key, message.iv, data, decrypt=message.decrypt)
        return replace(message, key=key, expect=((kind, answer),))

    def misused(self, design: AroundCore, random: Random) -> Iterable[Message]:
        """Return messages each with one fault."""
        yield from super().misused(design, random)
        good = super().drawn(design, random, BLOCK)
        for length in (0, 1, BLOCK - 1):
            short = (Beat(Kind.TEXT, good.parts[0][1][:length], last=True),)
            yield _faulty(good, short, b"", Fault.LENGTH)
        # A fault is no reason to steal.
        partial = (*_beats(good.parts[0][1], last=False), Beat(Kind.TAG, b"\1", last=True))
        yield _faulty(good, partial, good.expect[0][1], Fault.KIND)
        # Key1 and Key2 are one.
        key = good.key[: len(good.key) // 2]
        whole = _beats(good.parts[0][1])
        yield replace(_faulty(good, whole, b"", Fault.IV), key=2 * key, item="keys are equal")
        if design.values[LIMIT.field] == _SHORT_LIMIT:
            full = super().drawn(design, random, BLOCK << _SHORT_LIMIT)
            for more in (BLOCK, 1):
                data = full.parts[0][1] + bytes(more)
                yield _faulty(full, _beats(data), full.expect[0][1], Fault.WRAP)


def _tweak(entry: Mapping[str, str]) -> bytes:
    """Return the tweak of an entry; a number has its lowest byte first, as IEEE 1619 says."""
    if "I" in entry:
        return bytes.fromhex(entry["I"])
    return int(entry["DATAUNITSEQNUMBER"]).to_bytes(BLOCK, "little")


def _beats(data: bytes, *, last: bool = True) -> tuple[Beat, ...]:
    starts = range(0, len(data), BLOCK)
    return tuple(
        Beat(Kind.TEXT, data[at : at + BLOCK], last and at + BLOCK >= len(data)) for at in starts
    )


def _faulty(good: Message, beats: tuple[Beat, ...], before: bytes, fault: Fault) -> Message:
    return replace(
        good,
        source="misuse",
        item=fault.name.lower(),
        parts=(),
        expect=((Kind.TEXT, before),),
        faults=frozenset({fault}),
        beats=beats,
    )
