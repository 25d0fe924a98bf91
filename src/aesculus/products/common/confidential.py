"""The confidentiality modes of SP 800-38A: one RTL module, and answers by a library."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from cryptography.hazmat.primitives.ciphers import Cipher, CipherContext
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB, Mode

from aesculus.design.kinds import Direction
from aesculus.products.common import nist
from aesculus.products.common.around import AroundCore, shared_rtl
from aesculus.products.common.messages import BLOCK, Beat, Fault, Kind, Message, text

TESTS = ("GFSbox", "KeySbox", "VarKey", "VarTxt", "MMT")
"""Kinds of files of the AES algorithm validation suite."""


def through(mode: Mode, key: bytes, data: bytes, *, decrypt: bool) -> bytes:
    """Return data through AES in a mode, computed by the library."""
    cipher: Any = Cipher(AES(key), mode)
    context: CipherContext = cipher.decryptor() if decrypt else cipher.encryptor()
    return context.update(data) + context.finalize()


def counted(key: bytes, start: bytes, data: bytes, *, bits: int) -> bytes:
    """Return data with the key stream of counters added, SP 800-38A section 6.5.

    Args:
        key: the key.
        start: the first counter, a block.
        data: the text or cipher text.
        bits: how many low bits of the counter count.
    """
    first, counts = int.from_bytes(start, "big"), (1 << bits) - 1
    counters = b"".join(
        ((first & ~counts) | ((first + number) & counts)).to_bytes(BLOCK, "big")
        for number in range(-(-len(data) // BLOCK))
    )
    # The key stream is the cipher's answer to each counter.
    stream = through(ECB(), key, counters, decrypt=False)  # noqa: S305
    return bytes(a ^ b for a, b in zip(data, stream, strict=False))


def directions(design: AroundCore) -> tuple[bool, ...]:
    """Return the directions that a design has: whether it decrypts."""
    if isinstance(design, Confidential) and design.inverse:
        return design.shape.direction.decrypts
    return (False, True)


@dataclass(frozen=True)
class Confidential(AroundCore):
    """One of ECB, CBC, CFB128, OFB and CTR. A subclass names it."""

    module: ClassVar[str] = "aesculus_block_mode"
    member: ClassVar[str] = ""
    """The mode as `aesculus_mode_pkg::mode_e` has it."""
    registered: ClassVar[bool] = True
    inverse: ClassVar[bool] = False
    """Decryption asks the core for the inverse cipher."""

    def own_sources(self) -> Sequence[Path]:
        """Return the module of these modes."""
        return shared_rtl("aesculus_mode_chain", self.module)

    def bound(self) -> Mapping[str, str]:
        """Return the parameters of the mode's RTL module."""
        shape = self.shape
        return {
            "Mode": f"aesculus_mode_pkg::{self.member}",
            **super().bound(),
            **self.registers(),
            "Lanes": str(shape.lanes),
            "Streams": str(self.streams),
            "Encrypts": f"1'b{shape.direction is not Direction.DECRYPT:d}",
            "Decrypts": f"1'b{shape.direction is not Direction.ENCRYPT:d}",
        }


class ByLibrary:
    """Answers of a mode that the library has.

    Attributes:
        mode: makes the library's mode from an IV.
        iv_bytes: length of the IV.
        whole: the text is whole blocks.
        files: what the names of its response files begin with, with their folder.
    """

    def __init__(
        self, mode: type[Mode], *, files: str, iv_bytes: int = BLOCK, whole: bool = False
    ) -> None:
        self.mode = mode
        self.files = files
        self.iv_bytes = iv_bytes
        self.whole = whole

    def published(self, design: AroundCore) -> Iterator[Message]:
        """Return the messages of every response file for the key size."""
        for test in TESTS:
            yield from self.of_file(f"{self.files}{test}{design.shape.key_bits}.rsp", design)

    def of_file(self, name: str, design: AroundCore) -> Iterator[Message]:
        """Return the messages of a response file in the directions that a design has."""
        for entry in nist.entries(name):
            decrypt = entry["SECTION"] == "DECRYPT"
            if decrypt in directions(design):
                plain, coded = (bytes.fromhex(entry[f"{what}TEXT"]) for what in ("PLAIN", "CIPHER"))
                yield text(
                    name.rpartition("/")[2],
                    f"COUNT {entry['COUNT']}",
                    key=bytes.fromhex(entry["KEY"]),
                    iv=bytes.fromhex(entry.get("IV", "")),
                    decrypt=decrypt,
                    data=coded if decrypt else plain,
                    answer=plain if decrypt else coded,
                )

    def drawn(self, design: AroundCore, random: Random, length: int) -> Message:
        """Return a random message."""
        decrypt = random.choice(directions(design))
        return self._of_length(design, random, length, decrypt=decrypt)

    def steady(self, design: AroundCore, random: Random, length: int) -> Message:
        """Return a random message in the direction whose rate is measured."""
        return self._of_length(design, random, length, decrypt=directions(design)[0])

    def _of_length(
        self, design: AroundCore, random: Random, length: int, *, decrypt: bool
    ) -> Message:
        size = -(-length // BLOCK) * BLOCK if self.whole else length
        key, iv = random.randbytes(design.key_bits // 8), self.drawn_iv(design, random)
        data = random.randbytes(size)
        answer = self.answer(design, key, iv, data, decrypt=decrypt)
        return text(
            "random", f"{size} bytes", key=key, iv=iv, decrypt=decrypt, data=data, answer=answer
        )

    def drawn_iv(self, _design: AroundCore, random: Random) -> bytes:
        """Return a random IV."""
        return random.randbytes(self.iv_bytes)

    def answer(
        self, _design: AroundCore, key: bytes, iv: bytes, data: bytes, *, decrypt: bool
    ) -> bytes:
        """Return what comes of data."""
        mode = self.mode(iv) if self.iv_bytes else self.mode()  # type: ignore[call-arg]
        return through(mode, key, data, decrypt=decrypt)

    def misused(self, design: AroundCore, random: Random) -> Iterable[Message]:
        """Return messages each with one fault."""
        full = BLOCK * design.shape.lanes
        decrypts = random.choice(directions(design))
        good = self._of_length(design, random, 3 * full, decrypt=decrypts)
        ((_, data),), ((_, answer),) = good.parts, good.expect
        yield _faulty(good, (Beat(Kind.AAD, data[:full], last=True),), b"", Fault.KIND)
        # The faulty beat in the middle: what is before it comes out, what is behind it does not.
        parted = [
            Beat(Kind.TEXT, data[at : at + full], last=False) for at in range(0, 3 * full, full)
        ]
        end = Beat(Kind.TEXT, parted[2].data, last=True)
        for wrong, fault in (
            (Beat(Kind.TEXT, parted[1].data[:-1], last=False), Fault.LENGTH),
            (Beat(Kind.TEXT, b"", last=False), Fault.LENGTH),
            (Beat(Kind.TEXT, parted[1].data, last=False, claimed=full + 1), Fault.LENGTH),
            (Beat(Kind.TAG, parted[1].data, last=False), Fault.KIND),
        ):
            yield _faulty(good, (parted[0], wrong, end), answer[:full], fault)
        many = Beat(Kind.TEXT, data[:full], last=True, claimed=full + 1)
        yield _faulty(good, (parted[0], many), answer[:full], Fault.LENGTH)
        # A block that is cut short by data of another kind.
        cut = (Beat(Kind.TEXT, data[:8], last=False), Beat(Kind.TAG, data[:8], last=True))
        yield _faulty(good, cut, b"", Fault.LENGTH)
        if self.whole:
            short = Beat(Kind.TEXT, data[: full - 3], last=True)
            yield _faulty(good, (parted[0], short), answer[:full], Fault.LENGTH)
        wrong_ivs = [good.iv[:length] for length in (0, self.iv_bytes - 1) if self.iv_bytes]
        for iv in wrong_ivs or [bytes(BLOCK + 1)]:
            yield _faulty(good, (end,), b"", Fault.IV, iv=iv)
        for decrypt in {False, True} - set(directions(design)):
            yield _faulty(good, (end,), b"", Fault.DIRECTION, decrypt=decrypt)


def _faulty(
    good: Message,
    beats: Sequence[Beat],
    before: bytes,
    fault: Fault,
    *,
    iv: bytes | None = None,
    decrypt: bool | None = None,
) -> Message:
    return Message(
        "misuse",
        fault.name.lower(),
        good.key,
        good.iv if iv is None else iv,
        good.decrypt if decrypt is None else decrypt,
        (),
        ((Kind.TEXT, before),),
        faults=frozenset({fault}),
        beats=tuple(beats),
    )
