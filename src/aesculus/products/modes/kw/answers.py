"""What KW and KWP must answer: their definition, a library, and the published vectors."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.ciphers.modes import ECB
from cryptography.hazmat.primitives.keywrap import aes_key_wrap, aes_key_wrap_with_padding

from aesculus.products.common import nist
from aesculus.products.common.confidential import through
from aesculus.products.common.messages import BLOCK, Beat, Fault, Kind, Message
from aesculus.products.common.options import Option

if TYPE_CHECKING:
    from aesculus.products.common.around import AroundCore

HOLD = Option("H", "hold", 5, range(1, 13))
"""Keys of so many blocks can be wrapped: 2**H."""
INVERSE = Option("INV", "inverse", 0, range(2))
"""The inverse cipher wraps, and the cipher unwraps."""

SEMI = 8
"""Bytes of a semiblock."""
ICV1 = bytes.fromhex("a6a6a6a6a6a6a6a6")
"""SP 800-38F, section 6.2."""
ICV2 = bytes.fromhex("a65959a6")
"""SP 800-38F, section 6.3."""

_FOLDER = "keywrap"
_BOTAN = "kwp_botan.txt"
_STEADY = 24
"""Bytes of the keys by which the rate is measured: as many beats go in as come out."""


def room_of(design: "AroundCore") -> int:
    """Return the semiblocks that can be held, A not counted."""
    return 2 << design.values[HOLD.field]


def wrapped(key: bytes, first: bytes, data: bytes, *, inverse: bool = False) -> bytes:
    """Return semiblocks wrapped with A in front of them, SP 800-38F section 6.1 algorithm 1.

    One of them alone is a block that is encrypted, as KWP has it.

    Args:
        key: the key-encryption key.
        first: A, which is the integrity check.
        data: whole semiblocks.
        inverse: the designated cipher function is the inverse one.
    """
    if len(data) == SEMI:
        return through(ECB(), key, first + data, decrypt=inverse)  # noqa: S305
    a, r = first, [data[at : at + SEMI] for at in range(0, len(data), SEMI)]
    for turn in range(6 * len(r)):
        both = through(ECB(), key, a + r[turn % len(r)], decrypt=inverse)  # noqa: S305
        a = (int.from_bytes(both[:SEMI]) ^ turn + 1).to_bytes(SEMI)
        r[turn % len(r)] = both[SEMI:]
    return a + b"".join(r)


def padded(data: bytes) -> tuple[bytes, bytes]:
    """Return A and semiblocks of a key with padding, SP 800-38F section 6.3 algorithm 5."""
    return ICV2 + len(data).to_bytes(4), data + bytes(-len(data) % SEMI)


def directions(design: "AroundCore") -> tuple[bool, ...]:
    """Return what a design can do: whether it unwraps."""
    inverse = bool(design.values[INVERSE.field])
    return tuple(sorted(inverse ^ each for each in design.shape.direction.decrypts))


class WrapAnswers:
    """Answers of KW and KWP. To wrap is to encrypt.

    Attributes:
        pads: KWP, which takes any number of bytes.
    """

    def __init__(self, *, pads: bool = False) -> None:
        self.pads = pads

    @property
    def _name(self) -> str:
        return "KWP" if self.pads else "KW"

    def published(self, design: "AroundCore") -> Iterator[Message]:
        """Return every entry of the response files for the key size that can be held."""
        for what in ("AE", "AD"):
            inverse = "_inv" * design.values[INVERSE.field]
            name = f"{self._name}_{what}_{design.shape.key_bits}{inverse}.txt"
            if (what == "AD") not in directions(design):
                continue
            for entry in nist.entries(f"kwtestvectors/{name}", _FOLDER):
                item = f"{entry['PLAINTEXT LENGTH']} bits COUNT {entry['COUNT']}"
                plain = None if "FAIL" in entry else bytes.fromhex(entry["P"])
                key, coded = (bytes.fromhex(entry[field]) for field in "KC")
                if len(coded) <= SEMI * room_of(design) + SEMI:
                    yield _message(name, item, key, plain, coded, unwrap=what == "AD")
        if self.pads and not design.values[INVERSE.field]:
            yield from self._botan(design)

    @staticmethod
    def _botan(design: "AroundCore") -> Iterator[Message]:
        for entry in nist.entries(_BOTAN, _FOLDER):
            key, plain, coded = (bytes.fromhex(entry[name]) for name in ("KEY", "INPUT", "OUTPUT"))
            if len(key) * 8 != design.shape.key_bits or len(coded) > SEMI * room_of(design) + SEMI:
                continue
            for unwrap in directions(design):
                item = f"COUNT {entry['COUNT']}"
                yield _message(_BOTAN, item, key, plain, coded, unwrap=unwrap)

    def drawn(self, design: "AroundCore", random: Random, length: int) -> Message:
        """Return a random key of about so many bytes; one of four to unwrap is wrong."""
        unwrap = random.choice(directions(design))
        right = not unwrap or length == BLOCK or random.randrange(4) > 0
        return self._of_length(design, random, length, unwrap=unwrap, right=right)

    def steady(self, design: "AroundCore", random: Random, length: int) -> Message:
        """Return a random key to wrap, if the design can: a short one where a long one is asked."""
        size = length if length <= 4 * BLOCK else _STEADY
        return self._of_length(design, random, size, unwrap=directions(design)[0])

    def _of_length(
        self,
        design: "AroundCore",
        random: Random,
        length: int,
        *,
        unwrap: bool,
        right: bool = True,
    ) -> Message:
        size = min(max(1 if self.pads else 2 * SEMI, length), SEMI * room_of(design))
        size = size if self.pads else size // SEMI * SEMI
        key, plain = random.randbytes(design.key_bits // 8), random.randbytes(size)
        coded = self.wrap(design, key, plain)
        if not right:
            place = random.randrange(8 * len(coded))
            coded = _flipped(coded, place)
        shown = plain if right else None
        return _message("random", f"{size} bytes", key, shown, coded, unwrap=unwrap)

    def wrap(self, design: "AroundCore", key: bytes, plain: bytes) -> bytes:
        """Return a wrapped key, by the library; it does not know the inverse cipher."""
        if design.values[INVERSE.field]:
            first, data = padded(plain) if self.pads else (ICV1, plain)
            return wrapped(key, first, data, inverse=True)
        return (aes_key_wrap_with_padding if self.pads else aes_key_wrap)(key, plain)

    def misused(self, design: "AroundCore", random: Random) -> Iterable[Message]:
        """Return messages each with one fault: nothing comes out of them."""
        room, able = SEMI * room_of(design), directions(design)
        key = random.randbytes(design.key_bits // 8)
        text = random.randbytes(room + 2 * BLOCK)

        def faulty(fault: Fault, unwrap: bool, *beats: Beat, iv: bytes = b"") -> Message:
            item = f"{fault.name.lower()}, {'unwrap' if unwrap else 'wrap'}"
            return Message(
                "misuse", item, key, iv, unwrap, (), (), faults=frozenset({fault}), beats=beats
            )

        for unwrap in able:
            # One semiblock more than can be held, and some blocks.
            for more in (SEMI, 2 * BLOCK):
                long = text[: room + more + SEMI * unwrap]
                yield faulty(Fault.OVERRUN, unwrap, *_beats(long))
            for length in self._too_short(unwrap=unwrap):
                yield faulty(Fault.LENGTH, unwrap, *_beats(text[:length]))
            first, *rest = _beats(text[: 3 * BLOCK])
            yield faulty(
                Fault.LENGTH, unwrap, Beat(Kind.TEXT, text[: BLOCK - 1], last=False), *rest
            )
            yield faulty(Fault.LENGTH, unwrap, first, Beat(Kind.TEXT, b"", last=False), *rest)
            claims = Beat(Kind.TEXT, text[:BLOCK], last=True, claimed=BLOCK + 1)
            yield faulty(Fault.LENGTH, unwrap, first, claims)
            for kind in (Kind.IV, Kind.AAD, Kind.TAG):
                yield faulty(Fault.KIND, unwrap, first, Beat(kind, text[:BLOCK], last=True))
            yield faulty(Fault.IV, unwrap, first, *rest, iv=bytes(BLOCK + 1))
        for unwrap in {False, True} - set(able):
            yield faulty(Fault.DIRECTION, unwrap, *_beats(text[: 3 * BLOCK]))
        if True in able:
            yield from self._wrong(design, key, text)

    def _too_short(self, *, unwrap: bool) -> Iterable[int]:
        if unwrap:
            # No semiblock behind A, or what is none.
            return (0, SEMI, 2 * SEMI + 1, 3 * SEMI + 5, *(() if self.pads else (2 * SEMI,)))
        return (0,) if self.pads else (0, SEMI, 2 * SEMI - 1, 2 * SEMI + 1, 3 * SEMI + 5)

    def _wrong(self, design: "AroundCore", key: bytes, text: bytes) -> Iterator[Message]:
        """Give what does not unwrap: a bit is wrong, or what was wrapped was no key."""
        inverse = bool(design.values[INVERSE.field])
        good = self.wrap(design, key, text[: 3 * SEMI])
        found = [_flipped(good, place) for place in (0, 8 * len(good) - 1)]
        for place in (0, 31, 32, 63):
            first, data = padded(text[: 3 * SEMI]) if self.pads else (ICV1, text[: 3 * SEMI])
            found.append(wrapped(key, _flipped(first, place), data, inverse=inverse))
        if self.pads:
            # Lengths that are too long or short by one, and a padding that is not zeros.
            whole = text[: 2 * SEMI]
            for length in (2 * SEMI + 1, SEMI):
                first = ICV2 + length.to_bytes(4)
                found.append(wrapped(key, first, whole, inverse=inverse))
            for data, length in ((bytes(SEMI), 0), (text[:SEMI], SEMI + 1)):
                found.append(wrapped(key, ICV2 + length.to_bytes(4), data, inverse=inverse))
            for lacks in (1, 7):
                first, data = padded(text[: 2 * SEMI - lacks])
                for place in (8 * (2 * SEMI - lacks), 16 * SEMI - 1):
                    found.append(wrapped(key, first, _flipped(data, place), inverse=inverse))
        for coded in found:
            yield replace(_message("misuse", "tag", key, None, coded, unwrap=True), source="misuse")


def _flipped(data: bytes, place: int) -> bytes:
    return (int.from_bytes(data) ^ 1 << 8 * len(data) - 1 - place).to_bytes(len(data))


def _beats(data: bytes) -> tuple[Beat, ...]:
    return tuple(
        Beat(Kind.TEXT, data[at : at + BLOCK], last=at + BLOCK >= len(data))
        for at in range(0, max(1, len(data)), BLOCK)
    )


def _message(
    source: str, item: str, key: bytes, plain: bytes | None, coded: bytes, *, unwrap: bool
) -> Message:
    """Return a message; a key that cannot be unwrapped is `None`."""
    sent, shown = (coded, plain or b"") if unwrap else (plain or b"", coded)
    return Message(
        source,
        item,
        key,
        b"",
        unwrap,
        ((Kind.TEXT, sent),),
        ((Kind.TEXT, shown),),
        auth=unwrap and plain is not None,
        faults=frozenset() if plain is not None else frozenset({Fault.TAG}),
    )
