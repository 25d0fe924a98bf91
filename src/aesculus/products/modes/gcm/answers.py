"""What GCM must answer: its definition, a library, and the published vectors."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB, GCM

from aesculus.products.common import nist
from aesculus.products.common.confidential import counted, through
from aesculus.products.common.messages import BLOCK, Beat, Fault, Kind, Message

if TYPE_CHECKING:
    from aesculus.products.common.around import AroundCore

_POLY = 0xE1 << 120
"""x^128 + x^7 + x^2 + x + 1 as SP 800-38D writes it: the first bit is the coefficient of x^0."""

FILES = ("gcmEncryptExtIV", "gcmDecrypt")
"""Response files of the GCM validation suite."""

_SHORT_IV = 12
_COUNTER_BITS = 32
_NEAR = 40
"""So many blocks at most before its low bits are zero a counter begins that is drawn near it."""
TAG_BYTES = (4, 8, 12, 13, 14, 15, 16)
_LONGEST_AAD = 70
_LONGEST_IV = 64
_HOLD_OF_MAC = 2
_WHOLE = 128
_LEAST_IV, _MOST_IV = 8, 128
"""Bytes, of the library; the published vectors have shorter ones."""


def times(x: int, y: int) -> int:
    """Return the product of two blocks, SP 800-38D algorithm 1."""
    product = 0
    for place in range(127, -1, -1):
        if x >> place & 1:
            product ^= y
        y = y >> 1 ^ (_POLY if y & 1 else 0)
    return product


def ghash(key: bytes, blocks: Iterable[bytes]) -> bytes:
    """Return GHASH of blocks of 16 bytes, SP 800-38D algorithm 2."""
    h, y = int.from_bytes(key), 0
    for block in blocks:
        y = times(y ^ int.from_bytes(block), h)
    return y.to_bytes(BLOCK)


def inverse(x: int) -> int:
    """Return the inverse of a block that is not zero: x^(2^128 - 2)."""
    power, product = x, 1 << 127
    for _ in range(127):
        power = times(power, power)
        product = times(product, power)
    return product


def iv_of(key: bytes, start: bytes) -> bytes:
    """Return the IV of 16 bytes from which J0 is `start`, SP 800-38D algorithm 4, step 2."""
    back = inverse(int.from_bytes(through(ECB(), key, bytes(BLOCK), decrypt=False)))  # noqa: S305
    return times(times(int.from_bytes(start), back) ^ 8 * BLOCK, back).to_bytes(BLOCK)


def sealed(key: bytes, iv: bytes, aad: bytes, text: bytes) -> tuple[bytes, bytes]:
    """Return cipher text and the whole tag, by the library."""
    context = Cipher(AES(key), GCM(iv)).encryptor()
    context.authenticate_additional_data(aad)
    coded = context.update(text) + context.finalize()
    return coded, context.tag


def opened(key: bytes, iv: bytes, coded: bytes) -> bytes:
    """Return the text of a cipher text, without asking for its tag, SP 800-38D section 7.1.

    The library takes no IV of less than eight bytes, which published vectors have.
    """
    # The first counter is the tag's.
    start = first_counter(key, iv)
    return counted(key, start, bytes(BLOCK) + coded, bits=_COUNTER_BITS)[BLOCK:]


def first_counter(key: bytes, iv: bytes) -> bytes:
    """Return J0 of an IV, SP 800-38D section 7.1, step 2."""
    if len(iv) == _SHORT_IV:
        return iv + (1).to_bytes(4)
    padded = iv + bytes(-len(iv) % BLOCK) + (8 * len(iv)).to_bytes(BLOCK)
    blocks = (padded[at : at + BLOCK] for at in range(0, len(padded), BLOCK))
    return ghash(through(ECB(), key, bytes(BLOCK), decrypt=False), blocks)  # noqa: S305


def hash_cycles(design: "AroundCore") -> int:
    """Return the cycles that GHASH takes for a block, at most; 2 where it takes it whole."""
    return _WHOLE // design.values["digit"] + 1


def hold_bits(design: "AroundCore") -> int:
    """Return the logarithm of the beats that are held; GMAC, without text, has room for few."""
    return design.values.get("hold", _HOLD_OF_MAC)


def hold_of(design: "AroundCore") -> int:
    """Return how many blocks are held."""
    return design.shape.lanes << hold_bits(design)


class GcmAnswers:
    """Answers of GCM, and of GMAC, which has no text.

    Attributes:
        mac: there is no text.
    """

    def __init__(self, *, mac: bool = False) -> None:
        self.mac = mac

    def published(self, design: "AroundCore") -> Iterator[Message]:
        """Return every entry of the response files for the key size; of GMAC those without text."""
        for file in FILES:
            name = f"{file}{design.shape.key_bits}.rsp"
            for entry in nist.entries(f"GCM/{name}"):
                if self.mac and entry["CT"]:
                    continue
                key, iv, aad, tag, coded = (
                    bytes.fromhex(entry[field]) for field in ("KEY", "IV", "AAD", "TAG", "CT")
                )
                item = f"IV {entry['IVLEN']} tag {entry['TAGLEN']} COUNT {entry['COUNT']}"
                decrypt, right = file == FILES[1], "FAIL" not in entry
                plain = bytes.fromhex(entry.get("PT", ""))
                if not right and _raw(design):
                    plain = opened(key, iv, coded)
                yield _message(
                    design, name, item, key, iv, aad, plain, coded, tag, decrypt, right=right
                )

    def drawn(self, design: "AroundCore", random: Random, length: int) -> Message:
        """Return a random message; one of a single block has nothing else, for the latency."""
        decrypt = bool(random.randrange(2))
        if length == BLOCK:
            aad = random.randbytes(length) if self.mac else b""
            return self._made(design, random, aad, length, _SHORT_IV, decrypt=decrypt)
        aad = random.randbytes(random.choice((0, 1, 16, 20, random.randrange(_LONGEST_AAD))))
        if self.mac:
            aad = random.randbytes(length)
        size = min(length, BLOCK * hold_of(design)) if decrypt else length
        longest = min(_LONGEST_IV * design.shape.lanes, _MOST_IV)
        iv_bytes = random.choice((_SHORT_IV, _SHORT_IV, random.randrange(_LEAST_IV, longest)))
        # The counter of no other message comes round.
        round_soon = not self.mac and iv_bytes != _SHORT_IV and random.randrange(2) > 0
        return self._made(
            design, random, aad, size, iv_bytes, decrypt=decrypt, round_soon=round_soon
        )

    def steady(self, design: "AroundCore", random: Random, length: int) -> Message:
        """Return a random message to encrypt, without AAD; all of a length take the same time.

        The longest has a block of AAD: where that is the rate of several messages, as much goes in
        beside the text as comes out, the tag, and a narrow bus is as slow in front as behind.
        """
        beside = BLOCK if length == BLOCK * design.longest_blocks else 0
        aad = random.randbytes(length if self.mac else beside)
        return self._made(design, random, aad, length, _SHORT_IV, decrypt=False, tag_bytes=BLOCK)

    def _made(
        self,
        design: "AroundCore",
        random: Random,
        aad: bytes,
        size: int,
        iv_bytes: int,
        *,
        decrypt: bool,
        round_soon: bool = False,
        tag_bytes: int = 0,
    ) -> Message:
        key = random.randbytes(design.shape.key_bits // 8)
        plain = b"" if self.mac else random.randbytes(size)
        if round_soon:
            first = random.getrandbits(128) | (1 << _COUNTER_BITS) - 1
            first -= random.randrange(random.choice((8, _NEAR)))
            iv = iv_of(key, first.to_bytes(BLOCK))
        else:
            iv = random.randbytes(iv_bytes)
        coded, tag = sealed(key, iv, aad, plain)
        # By a single block the latency is measured, by others the rate: a tag of any other length
        # takes another time on a bus.
        tag = tag[: tag_bytes or (BLOCK if size == BLOCK else random.choice(TAG_BYTES))]
        right = not decrypt or random.randrange(4) > 0 or size == BLOCK
        if not right:
            wrong = random.randrange(len(tag))
            tag = tag[:wrong] + bytes([tag[wrong] ^ 1 << random.randrange(8)]) + tag[wrong + 1 :]
        item = f"{len(plain)} bytes, {len(aad)} of AAD, {len(iv)} of IV, {len(tag)} of tag"
        return _message(
            design, "random", item, key, iv, aad, plain, coded, tag, decrypt, right=right
        )

    def misused(self, design: "AroundCore", random: Random) -> Iterable[Message]:
        """Return messages each with one fault; what came before it may be seen, but no tag."""
        body, unit = Kind.AAD if self.mac else Kind.TEXT, BLOCK * design.shape.lanes
        good = replace(self.steady(design, random, 3 * unit), tag_bytes=16)
        data = dict(good.parts)[body]
        first, middle, end = (data[at : at + unit] for at in range(0, 3 * unit, unit))
        coded, tag = dict(good.expect)[Kind.TEXT], data[:BLOCK]
        whole = (Beat(body, first, last=False), Beat(body, middle, last=True))

        def faulty(
            fault: Fault, beats: Iterable[Beat], before: bytes, **changes: object
        ) -> Message:
            return replace(
                good,
                source="misuse",
                item=fault.name.lower(),
                parts=(),
                expect=((Kind.TEXT, before),),
                faults=frozenset({fault}),
                beats=tuple(beats),
                **changes,  # type: ignore[arg-type]
            )

        seen = b"" if self.mac else coded[:unit]
        start = Beat(body, first, last=False)
        yield faulty(Fault.IV, whole, b"", iv=b"")
        yield faulty(Fault.IV, (Beat(Kind.IV, b"", last=False), *whole), b"", iv=b"")
        yield faulty(Fault.IV, (Beat(Kind.IV, b"", last=True),), b"", iv=b"")
        yield faulty(Fault.IV, (Beat(Kind.IV, first, last=False), *whole), b"")
        # One that would not be hashed in the header.
        short = first[:_SHORT_IV]
        yield faulty(Fault.IV, (Beat(Kind.IV, short, last=False), *whole), b"", iv=b"")
        yield faulty(Fault.IV, (Beat(Kind.IV, short, last=True),), b"", iv=b"")
        for length in (0, 3, 5, 11, 17):
            yield faulty(Fault.LENGTH, whole, b"", tag_bytes=length)
        yield faulty(Fault.KIND, (start, Beat(Kind.TAG, tag, last=True)), seen)
        yield faulty(Fault.KIND, (start, Beat(Kind.IV, middle, last=True)), seen)
        if self.mac:
            yield faulty(Fault.KIND, (start, Beat(Kind.TEXT, middle, last=True)), b"")
        else:
            yield faulty(Fault.KIND, (start, Beat(Kind.AAD, middle, last=True)), seen)
            for kind, more in product((Kind.IV, Kind.AAD), (middle, b"")):
                # A block that is not full, and a beat of its kind behind it, be it empty.
                beats = (Beat(kind, first[:5], last=False), Beat(kind, more, last=False), *whole)
                iv = b"" if kind is Kind.IV else good.iv
                yield faulty(Fault.LENGTH, beats, b"", iv=iv)
        long = Beat(body, middle, last=False, claimed=unit + 1)
        yield faulty(Fault.LENGTH, (start, long, Beat(body, end, last=True)), seen)
        yield from self._misopened(design, good, coded)
        if design.values.get("limit") == _SHORT_LIMIT and not self.mac:
            most = design.longest_blocks
            full = self._made(design, random, b"", BLOCK * most, _SHORT_IV, decrypt=False)
            # A byte more than there may be.
            text = dict(full.parts)[Kind.TEXT] + end[:1]
            long_beats = [
                Beat(Kind.TEXT, text[at : at + unit], last=at + unit >= len(text))
                for at in range(0, len(text), unit)
            ]
            # Of the beat with that byte nothing comes out.
            before = dict(full.expect)[Kind.TEXT][: BLOCK * most // unit * unit]
            yield faulty(Fault.WRAP, long_beats, before, key=full.key, iv=full.iv)

    def _misopened(self, design: "AroundCore", good: Message, coded: bytes) -> Iterator[Message]:
        body = Kind.AAD if self.mac else Kind.TEXT
        unit = BLOCK * design.shape.lanes
        data = dict(good.parts)[body]
        tag = good.expect[-1][1]
        raw = _raw(design) and not self.mac

        def wrong(
            fault: Fault, parts: Iterable[tuple[Kind, bytes]], plain: bytes, tag_bytes: int = 16
        ) -> Message:
            beats = [
                Beat(kind, what[at : at + unit], last=False)
                for kind, what in parts
                for at in range(0, len(what), unit)
            ]
            beats[-1] = replace(beats[-1], last=True)
            return replace(
                good,
                source="misuse",
                item=f"{fault.name.lower()}, decrypted",
                decrypt=True,
                parts=(),
                expect=((Kind.TEXT, plain if raw else b""),),
                faults=frozenset({fault}),
                beats=tuple(beats),
                tag_bytes=tag_bytes,
            )

        sent = data if self.mac else coded
        full = sealed(good.key, good.iv, data if self.mac else b"", b"" if self.mac else data)[1]
        yield wrong(Fault.LENGTH, [(body, sent)], data[: 2 * unit])
        yield wrong(Fault.LENGTH, [(body, sent), (Kind.TAG, full[:15])], data)
        # As far as it counts the tag is right.
        yield wrong(Fault.LENGTH, [(body, sent), (Kind.TAG, full)], data, tag_bytes=12)
        yield wrong(Fault.KIND, [(body, sent), (Kind.TAG, full), (Kind.AAD, data)], data)
        last = bytes([*full[:15], full[15] ^ 1])
        yield wrong(Fault.TAG, [(body, sent), (Kind.TAG, last)], data)
        yield wrong(Fault.TAG, [(body, sent), (Kind.TAG, bytes([tag[0] ^ 128, *full[1:]]))], data)
        if not raw and not self.mac:
            # One block more than can be held, under a tag that is right.
            hold = hold_of(design)
            text = data[:1] * (BLOCK * (hold + 1))
            more, right = sealed(good.key, good.iv, b"", text)
            fault = Fault.WRAP if hold > design.longest_blocks else Fault.OVERRUN
            yield wrong(fault, [(body, more), (Kind.TAG, right)], b"")


_SHORT_LIMIT = 8
"""A message of so many bits of blocks is one that a simulation can afford."""


def _raw(design: "AroundCore") -> bool:
    return bool(design.values.get("raw"))


def _message(  # noqa: PLR0917 - a message has as many parts
    design: "AroundCore",
    source: str,
    item: str,
    key: bytes,
    iv: bytes,
    aad: bytes,
    plain: bytes,
    coded: bytes,
    tag: bytes,
    decrypt: bool,
    *,
    right: bool,
) -> Message:
    # What fits goes with the header.
    ahead = iv if len(iv) <= BLOCK else b""
    behind = [] if ahead else [(Kind.IV, iv)]
    text = coded if decrypt else plain
    parts = [*behind, (Kind.AAD, aad), (Kind.TEXT, text)]
    if decrypt:
        parts.append((Kind.TAG, tag))
        shown = plain if right or _raw(design) else b""
        expect = [(Kind.TEXT, shown)]
    else:
        expect = [(Kind.TEXT, coded), (Kind.TAG, tag)]
    return Message(
        source,
        item,
        key,
        ahead,
        decrypt,
        tuple(parts),
        tuple(expect),
        auth=decrypt and right,
        faults=frozenset() if right else frozenset({Fault.TAG}),
        tag_bytes=len(tag),
    )
