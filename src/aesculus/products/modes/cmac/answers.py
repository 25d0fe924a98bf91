"""What CMAC must answer: the published examples and a library."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.cmac import CMAC

from aesculus.products.common import nist
from aesculus.products.common.around import AroundCore
from aesculus.products.common.messages import BLOCK, Beat, Fault, Kind, Message

_FOLDER = "CMAC"
_LONGEST_TAG = 16


def tag_of(key: bytes, data: bytes) -> bytes:
    """Return the whole tag of data, by the library."""
    context = CMAC(AES(key))
    context.update(data)
    return context.finalize()


class CmacAnswers:
    """Answers of CMAC. To check a tag is to decrypt."""

    def published(self, design: AroundCore) -> Iterator[Message]:
        """Return each example for the key size twice: its tag is made, and checked."""
        name = f"nist-800-38b-aes{design.shape.key_bits}.txt"
        for entry in nist.entries(name, _FOLDER):
            key, data, tag = (bytes.fromhex(entry[field]) for field in ("KEY", "MESSAGE", "OUTPUT"))
            for check in (False, True):
                yield _message(name, f"COUNT {entry['COUNT']}", key, data, tag, check=check)

    def drawn(self, design: AroundCore, random: Random, length: int) -> Message:
        """Return a random message; one of four tags that are checked is wrong."""
        check = bool(random.randrange(2))
        right = not check or random.randrange(4) > 0 or length == BLOCK
        return _random(design, random, length, check=check, right=right)

    def steady(self, design: AroundCore, random: Random, length: int) -> Message:
        """Return a random message of which the tag is made."""
        return _random(design, random, length, check=False)

    def misused(self, design: AroundCore, random: Random) -> Iterable[Message]:
        """Return messages each with one fault: no tag comes out and none is right."""
        key = random.randbytes(design.key_bits // 8)
        data = random.randbytes(3 * BLOCK)
        first, middle, end = (data[at : at + BLOCK] for at in range(0, 3 * BLOCK, BLOCK))
        tag = tag_of(key, data)
        start, inner = Beat(Kind.AAD, first, last=False), Beat(Kind.AAD, middle, last=False)
        last, tagged = Beat(Kind.AAD, end, last=True), Beat(Kind.TAG, tag, last=True)
        make, check = False, True

        def faulty(
            fault: Fault, decrypt: bool, *beats: Beat, tag_bytes: int = BLOCK, iv: bytes = b""
        ) -> Message:
            item = f"{fault.name.lower()}, {'check' if decrypt else 'make'}"
            return Message(
                "misuse", item, key, iv, decrypt, (), (),
                faults=frozenset({fault}), tag_bytes=tag_bytes, beats=beats,
            )  # fmt: skip

        for length in (0, _LONGEST_TAG + 1, 31):
            yield faulty(Fault.LENGTH, make, start, last, tag_bytes=length)
        yield faulty(Fault.LENGTH, make, start, Beat(Kind.AAD, middle[:15], last=False), last)
        yield faulty(Fault.LENGTH, make, Beat(Kind.AAD, b"", last=False), last)
        yield faulty(Fault.LENGTH, make, start, Beat(Kind.AAD, end, last=True, claimed=17))
        # Bytes came before this end, so the block that was the last one is out.
        yield faulty(Fault.LENGTH, make, start, Beat(Kind.AAD, b"", last=True))
        yield faulty(Fault.LENGTH, check, start, Beat(Kind.AAD, middle[:1], last=False), inner,
                     tagged)  # fmt: skip
        # No tag, and tags of another length than the header's.
        yield faulty(Fault.LENGTH, check, start, inner, last)
        for bytes_ in (0, 1, 15):
            short = Beat(Kind.TAG, tag[:bytes_], last=True)
            yield faulty(Fault.LENGTH, check, start, inner, short)
        yield faulty(Fault.LENGTH, check, start, inner, tagged, tag_bytes=15)
        yield faulty(Fault.KIND, make, start, inner, tagged)
        yield faulty(Fault.KIND, make, Beat(Kind.TEXT, first, last=False), last)
        yield faulty(Fault.KIND, make, start, Beat(Kind.TEXT, end, last=True))
        yield faulty(Fault.KIND, make, Beat(Kind.IV, first, last=False), last)
        yield faulty(Fault.KIND, check, start, Beat(Kind.TAG, tag, last=False), tagged)
        yield faulty(Fault.IV, make, start, last, iv=bytes(BLOCK + 1))
        # A single bit of the tag, the first one and the last.
        for place in (0, 8 * BLOCK - 1):
            wrong = bytes(b ^ (128 >> place % 8) * (n == place // 8) for n, b in enumerate(tag))
            yield _message("misuse", "tag", key, data, wrong, check=True, right=False)


def _random(
    design: AroundCore, random: Random, length: int, *, check: bool, right: bool = True
) -> Message:
    key, data = random.randbytes(design.key_bits // 8), random.randbytes(length)
    # By a single block the latency is measured: then the tag is whole, and takes one time on a bus.
    size = _LONGEST_TAG if length == BLOCK else random.randrange(1, _LONGEST_TAG + 1)
    tag = tag_of(key, data)[:size]
    if not right:
        wrong = random.randrange(len(tag))
        tag = tag[:wrong] + bytes([tag[wrong] ^ 1 << random.randrange(8)]) + tag[wrong + 1 :]
    item = f"{length} bytes, {len(tag)} of tag"
    return _message("random", item, key, data, tag, check=check, right=right)


def _message(
    source: str,
    item: str,
    key: bytes,
    data: bytes,
    tag: bytes,
    *,
    check: bool,
    right: bool = True,
) -> Message:
    body = (Kind.AAD, data)
    parts: Sequence[tuple[Kind, bytes]] = (body, (Kind.TAG, tag)) if check else (body,)
    return Message(
        source,
        item,
        key,
        b"",
        check,
        tuple(parts),
        () if check else ((Kind.TAG, tag),),
        auth=check and right,
        faults=frozenset() if right else frozenset({Fault.TAG}),
        tag_bytes=len(tag),
    )
