"""What CCM must answer: the published vectors and a library."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.ciphers.aead import AESCCM

from aesculus.products.common import nist
from aesculus.products.common.confidential import counted
from aesculus.products.common.messages import BLOCK, Beat, Fault, Kind, Message

if TYPE_CHECKING:
    from aesculus.products.common.around import AroundCore

FILES = ("VADT", "VNT", "VPT", "VTT", "DVPT")
"""What names of response files begin with: all lengths of AAD, nonce, text, tag; decryption."""

TAGS = range(4, 17, 2)
"""Legal lengths of the tag in bytes."""
NONCES = range(7, 14)
"""Legal lengths of the nonce in bytes."""

_EXAMPLE = "SP 800-38C example 4"
_LONG_AAD = 0xFF00
"""From so many bytes on the length of AAD is written in six bytes, and not in two."""
_SOME_AAD = (0, 1, 13, 14, 15, 16, 29, 30, 31)
_LONGEST_AAD = 70
_LAST_BIT = 8 * BLOCK - 1


def sealed(key: bytes, nonce: bytes, aad: bytes, text: bytes, size: int) -> tuple[bytes, bytes]:
    """Return cipher text and tag of so many bytes, by the library."""
    both = AESCCM(key, tag_length=size).encrypt(nonce, text, aad)
    return both[: len(text)], both[len(text) :]


def opened(key: bytes, nonce: bytes, coded: bytes) -> bytes:
    """Return the text of a cipher text without asking for its tag, SP 800-38C appendix A.3."""
    size = BLOCK - 1 - len(nonce)
    return counted(key, bytes([size - 1]) + nonce + (1).to_bytes(size), coded, bits=8 * size)


class CcmAnswers:
    """Answers of CCM."""

    def published(self, design: "AroundCore") -> Iterator[Message]:
        """Return every entry of the response files for the key size, and one with long AAD."""
        for file in FILES:
            name = f"{file}{design.shape.key_bits}.rsp"
            common: Mapping[str, str] = {}
            for entry in nist.entries(f"CCM/{name}"):
                if "COUNT" in entry:
                    yield _entry(design, name, {**common, **entry})
                else:
                    common = {**common, **entry}
        yield _long(design)

    def drawn(self, design: "AroundCore", random: Random, length: int) -> Message:
        """Return a random message; one of four tags that are checked is wrong.

        Some that are encrypted end with a beat of no bytes. One of a single block has nothing else,
        for the latency.
        """
        decrypt = bool(random.randrange(2))
        if length == BLOCK:
            return _random(design, random, length, decrypt=decrypt)
        aad_bytes = random.choice((*_SOME_AAD, random.randrange(_LONGEST_AAD)))
        if decrypt:
            most = length if _raw(design) else BLOCK << design.values["hold"]
            right = random.randrange(4) > 0
            size = min(length, most)
            return _random(design, random, size, aad_bytes=aad_bytes, decrypt=True, right=right)
        message = _random(design, random, length, aad_bytes=aad_bytes, decrypt=False)
        if random.randrange(4):
            return message
        beats = (*_beats(message.parts), Beat(Kind.TEXT, b"", last=True))
        told = (aad_bytes, length)
        return replace(message, beats=beats, told=told)

    def steady(self, design: "AroundCore", random: Random, length: int) -> Message:
        """Return a random message to encrypt, without AAD."""
        return _random(design, random, length, decrypt=False)

    def misused(self, design: "AroundCore", random: Random) -> Iterable[Message]:
        """Return messages each with one fault; what came before it may be seen, but no tag."""
        aad, text = random.randbytes(2 * BLOCK), random.randbytes(3 * BLOCK)
        good = _random(design, random, 0, decrypt=False)
        key, nonce = good.key, good.iv
        coded, tag = sealed(key, nonce, aad, text, BLOCK)

        def faulty(
            fault: Fault,
            *parts: tuple[Kind, bytes],
            seen: int = 0,
            told: tuple[int, int] = (len(aad), len(text)),
            iv: bytes = nonce,
            tag_bytes: int = BLOCK,
        ) -> Message:
            """Return a message of which `seen` blocks come out, with text to encrypt."""
            item, shown = f"{fault.name.lower()}, encrypted", ((Kind.TEXT, coded[: seen * BLOCK]),)
            return Message(
                "misuse", item, key, iv, False, (), shown,
                faults=frozenset({fault}), tag_bytes=tag_bytes, beats=_beats(parts, last=True),
                told=told,
            )  # fmt: skip

        whole = ((Kind.AAD, aad), (Kind.TEXT, text))
        for length in (0, NONCES.start - 1, NONCES.stop, BLOCK):
            yield faulty(Fault.IV, *whole, iv=bytes(length))
        for length in (0, 2, 3, 5, 15, 17, 18, 31):
            yield faulty(Fault.LENGTH, *whole, tag_bytes=length)
        # More text than the nonce leaves room to count.
        for length, left in ((13, 2), (12, 3)):
            told = (len(aad), 1 << 8 * left)
            yield faulty(Fault.LENGTH, *whole, iv=bytes(length), told=told)
        # AAD and text that are not what the header says.
        for change in (-BLOCK, -1, 1, BLOCK):
            yield faulty(Fault.LENGTH, *whole, told=(len(aad) + change, len(text)))
        for change, seen in ((-BLOCK, 2), (-1, 2), (1, 2), (BLOCK, 2)):
            yield faulty(Fault.LENGTH, *whole, told=(len(aad), len(text) + change), seen=seen)
        yield faulty(Fault.LENGTH, (Kind.AAD, aad))
        yield faulty(Fault.LENGTH, (Kind.TEXT, text))
        yield faulty(Fault.LENGTH, (Kind.AAD, aad), (Kind.TEXT, text[:5]), (Kind.TEXT, text[5:]))
        yield faulty(Fault.LENGTH, (Kind.AAD, aad[:5]), (Kind.AAD, aad[5:]), (Kind.TEXT, text))
        for claimed, data in ((0, b""), (17, text[:BLOCK])):
            odd = faulty(Fault.LENGTH, *whole, seen=1)
            wrong = Beat(Kind.TEXT, data, last=False, claimed=claimed or None)
            yield replace(odd, beats=(*odd.beats[:3], wrong, *odd.beats[3:]))
        yield faulty(Fault.KIND, (Kind.IV, nonce), *whole)
        yield faulty(Fault.KIND, *whole, (Kind.TAG, tag), seen=3)
        yield faulty(Fault.KIND, (Kind.AAD, aad), (Kind.TEXT, text[:BLOCK]), (Kind.AAD, aad),
                     seen=1, told=(len(aad), BLOCK))  # fmt: skip
        yield from _misopened(design, good, aad, text)


def _misopened(design: "AroundCore", good: Message, aad: bytes, text: bytes) -> Iterator[Message]:
    """Give messages to decrypt, each with one fault: no text comes out, unless it is raw."""
    coded, tag = sealed(good.key, good.iv, aad, text, BLOCK)

    def faulty(
        fault: Fault,
        *parts: tuple[Kind, bytes],
        seen: int = len(text),
        told: tuple[int, int] = (len(aad), len(text)),
    ) -> Message:
        shown = text[:seen] if _raw(design) else b""
        return replace(
            good,
            source="misuse",
            item=f"{fault.name.lower()}, decrypted",
            decrypt=True,
            parts=(),
            expect=((Kind.TEXT, shown),),
            faults=frozenset({fault}),
            beats=_beats(parts, last=True),
            told=told,
            tag_bytes=BLOCK,
        )

    whole = ((Kind.AAD, aad), (Kind.TEXT, coded))
    yield faulty(Fault.LENGTH, *whole, seen=2 * BLOCK)
    for size in (1, 15):
        yield faulty(Fault.LENGTH, *whole, (Kind.TAG, tag[:size]))
    yield faulty(Fault.LENGTH, *whole, (Kind.TAG, tag), told=(len(aad), len(text) + 1))
    yield faulty(Fault.KIND, *whole, (Kind.TAG, tag), (Kind.TAG, tag))
    for place in (0, _LAST_BIT):
        wrong = bytes(b ^ (128 >> place % 8) * (n == place // 8) for n, b in enumerate(tag))
        yield faulty(Fault.TAG, *whole, (Kind.TAG, wrong))
    empty = sealed(good.key, good.iv, b"", b"", BLOCK)[1]
    wrong = bytes([empty[0] ^ 1, *empty[1:]])
    yield faulty(Fault.TAG, (Kind.TAG, wrong), told=(0, 0), seen=0)
    if not _raw(design):
        # A byte more than can be held, under a tag that is right; a long nonce cannot count so far.
        more, nonce = (BLOCK << design.values["hold"]) + 1, good.iv[: NONCES.start]
        parts = sealed(good.key, nonce, b"", bytes(more), BLOCK)
        long = faulty(Fault.OVERRUN, *zip((Kind.TEXT, Kind.TAG), parts, strict=True),
                      told=(0, more))  # fmt: skip
        yield replace(long, iv=nonce)


def _raw(design: "AroundCore") -> bool:
    return bool(design.values["raw"])


def _beats(parts: Iterable[tuple[Kind, bytes]], *, last: bool = False) -> tuple[Beat, ...]:
    """Return beats of a block each, the last of them as the end of the message or not."""
    beats = [
        Beat(kind, data[at : at + BLOCK], last=False)
        for kind, data in parts
        for at in range(0, len(data), BLOCK)
    ]
    return (*beats[:-1], replace(beats[-1], last=True)) if last else tuple(beats)


def _entry(design: "AroundCore", name: str, entry: Mapping[str, str]) -> Message:
    """Return a message of a response file; what has no bytes is written as one there."""
    aad_bytes, text_bytes, tag_bytes = (int(entry[f"{what}LEN"]) for what in "APT")
    key, nonce, aad, both = (
        bytes.fromhex(entry[field]) for field in ("KEY", "NONCE", "ADATA", "CT")
    )
    coded, tag = both[:text_bytes], both[text_bytes:]
    right, decrypt = entry.get("RESULT") != "Fail", "RESULT" in entry
    plain = bytes.fromhex(entry.get("PAYLOAD", ""))[:text_bytes]
    if not right:
        plain = opened(key, nonce, coded)
    item = f"A {aad_bytes} P {text_bytes} N {len(nonce)} T {tag_bytes} COUNT {entry['COUNT']}"
    return _message(
        design, name, item, key, nonce, aad[:aad_bytes], plain, coded, tag, decrypt, right=right
    )


def _long(design: "AroundCore") -> Message:
    """Return a message with AAD of which the length takes six bytes, or just not.

    The published one is for keys of 128 bits.
    """
    key, nonce, text = bytes(range(64, 80)), bytes(range(16, 29)), bytes(range(32, 64))
    aad, size, source = bytes(range(256)) * 256, 14, _EXAMPLE
    if design.shape.key_bits > len(key) * 8:
        source, key = "random", bytes(range(design.shape.key_bits // 8))
        aad = aad[: _LONG_AAD - (len(key) > 24)]
    coded, tag = sealed(key, nonce, aad, text, size)
    if source == _EXAMPLE:
        coded = bytes.fromhex("69915dad1e84c6376a68c2967e4dab615ae0fd1faec44cc484828529463ccf72")
        tag = bytes.fromhex("b4ac6bec93e8598e7f0dadbcea5b")
    item = f"{len(aad)} bytes of AAD"
    return _message(design, source, item, key, nonce, aad, text, coded, tag, False, right=True)


def _random(
    design: "AroundCore",
    random: Random,
    size: int,
    *,
    decrypt: bool,
    aad_bytes: int = 0,
    right: bool = True,
) -> Message:
    # A long nonce leaves no room to count much text.
    nonces = [each for each in NONCES if size < 1 << 8 * (BLOCK - 1 - each)]
    key, nonce = (random.randbytes(n) for n in (design.key_bits // 8, random.choice(nonces)))
    aad, plain = random.randbytes(aad_bytes), random.randbytes(size)
    # By a single block the latency is measured: then the tag is whole, and takes one time on a bus.
    tag_bytes = BLOCK if size == BLOCK else random.choice(TAGS)
    coded, tag = sealed(key, nonce, aad, plain, tag_bytes)
    if not right:
        wrong = random.randrange(tag_bytes)
        tag = tag[:wrong] + bytes([tag[wrong] ^ 1 << random.randrange(8)]) + tag[wrong + 1 :]
    item = f"{size} bytes, {aad_bytes} of AAD, {len(nonce)} of nonce, {tag_bytes} of tag"
    return _message(
        design, "random", item, key, nonce, aad, plain, coded, tag, decrypt, right=right
    )


def _message(  # noqa: PLR0917 - a message has as many parts
    design: "AroundCore",
    source: str,
    item: str,
    key: bytes,
    nonce: bytes,
    aad: bytes,
    plain: bytes,
    coded: bytes,
    tag: bytes,
    decrypt: bool,
    *,
    right: bool,
) -> Message:
    sent = ((Kind.AAD, aad), (Kind.TEXT, coded if decrypt else plain))
    shown = plain if right or _raw(design) else b""
    return Message(
        source,
        item,
        key,
        nonce,
        decrypt,
        (*sent, (Kind.TAG, tag)) if decrypt else sent,
        ((Kind.TEXT, shown),) if decrypt else ((Kind.TEXT, coded), (Kind.TAG, tag)),
        auth=decrypt and right,
        faults=frozenset() if right else frozenset({Fault.TAG}),
        tag_bytes=len(tag),
    )
