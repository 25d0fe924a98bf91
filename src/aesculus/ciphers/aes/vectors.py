"""Known answers: the NIST AESAVS files, the examples of FIPS 197, and seeded random blocks.

A beat is a block for each lane; with one lane, it is a block.

The NIST files are read from the `cryptography_vectors` package, which carries the CAVP archive
unchanged. A message of several blocks (MMT) is split: in ECB each block stands alone.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

import cryptography_vectors

from aesculus.ciphers.aes.reference import BLOCK_BYTES, cipher_block
from aesculus.ciphers.aes.space import Direction

NIST_SETS = ("GFSbox", "KeySbox", "VarKey", "VarTxt", "MMT")
FIPS_197 = "FIPS197"
RANDOM = "random"
REFERENCE = "pyca/cryptography"
"""Source of answers to the data of the NIST files under a key that they do not have."""

_DATA_SETS = ("GFSbox", "VarTxt", "MMT")

_FIPS_197_EXAMPLES = (
    (
        "B",
        "2b7e151628aed2a6abf7158809cf4f3c",
        "3243f6a8885a308d313198a2e0370734",
        "3925841d02dc09fbdc118597196a0b32",
    ),
    (
        "C.1",
        "000102030405060708090a0b0c0d0e0f",
        "00112233445566778899aabbccddeeff",
        "69c4e0d86a7b0430d8cdb78070b4c55a",
    ),
    (
        "C.2",
        "000102030405060708090a0b0c0d0e0f1011121314151617",
        "00112233445566778899aabbccddeeff",
        "dda97ca4864cdfe06eaf70a0ec0d7191",
    ),
    (
        "C.3",
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "00112233445566778899aabbccddeeff",
        "8ea2b7ca516745bfeafc49904b496089",
    ),
)
_SECTION = re.compile(r"^\[(ENCRYPT|DECRYPT)\]$")
_FIELD = re.compile(r"^(COUNT|KEY|PLAINTEXT|CIPHERTEXT) = ([0-9a-fA-F]+)$")


@dataclass(frozen=True, slots=True)
class Vector:
    """One block with the answer it must give.

    Attributes:
        key: 16, 24 or 32 bytes.
        data: the input block, 16 bytes.
        expected: the output block, 16 bytes.
        decrypt: the inverse cipher is asked for.
        source: the file or document the answer comes from, or `random` (pyca/cryptography).
        item: where in the source, such as `COUNT 3` or `COUNT 3 block 2`.
    """

    key: bytes
    data: bytes
    expected: bytes
    decrypt: bool
    source: str
    item: str

    def __str__(self) -> str:
        what = "decrypt" if self.decrypt else "encrypt"
        return f"{self.source} {self.item} ({what})"


Beat = tuple[Vector, ...]
"""What enters and leaves at once: a block for each lane, all of one direction."""


def _wanted(direction: Direction) -> tuple[bool, ...]:
    return {
        Direction.ENCRYPT: (False,),
        Direction.DECRYPT: (True,),
        Direction.BOTH: (False, True),
    }[direction]


@cache
def nist_file(name: str) -> tuple[Vector, ...]:
    """Return every block of one NIST response file, both sections, in file order.

    Args:
        name: file name such as `ECBVarKey128.rsp`.

    Raises:
        FileNotFoundError: the vector package does not have the file.
    """
    with cryptography_vectors.open_vector_file(f"ciphers/AES/ECB/{name}", "r") as file:
        lines = file.read().splitlines()
    return tuple(_parse(name, lines))


def _parse(name: str, lines: list[str]) -> Iterator[Vector]:
    decrypt = False
    fields: dict[str, str] = {}
    for line in lines:
        if section := _SECTION.match(line.strip()):
            decrypt = section[1] == "DECRYPT"
        elif field := _FIELD.match(line.strip()):
            fields[field[1]] = field[2]
            if len(fields) == 4:
                yield from _blocks(name, fields, decrypt=decrypt)
                fields = {}


def _blocks(name: str, fields: dict[str, str], *, decrypt: bool) -> Iterator[Vector]:
    key, plain, coded = (bytes.fromhex(fields[f]) for f in ("KEY", "PLAINTEXT", "CIPHERTEXT"))
    data, expected = (coded, plain) if decrypt else (plain, coded)
    starts = range(0, len(data), BLOCK_BYTES)
    for start in starts:
        part = f" block {start // BLOCK_BYTES}" if len(starts) > 1 else ""
        yield Vector(
            key=key,
            data=data[start : start + BLOCK_BYTES],
            expected=expected[start : start + BLOCK_BYTES],
            decrypt=decrypt,
            source=name,
            item=f"COUNT {fields['COUNT']}{part}",
        )


def fips197_examples(key_bits: int, direction: Direction = Direction.BOTH) -> list[Vector]:
    """Return the worked examples of FIPS 197 appendices B and C for one key size."""
    found = []
    for item, key, plain, coded in _FIPS_197_EXAMPLES:
        if len(key) * 4 != key_bits:
            continue
        for decrypt in _wanted(direction):
            data, expected = (coded, plain) if decrypt else (plain, coded)
            found.append(
                Vector(
                    key=bytes.fromhex(key),
                    data=bytes.fromhex(data),
                    expected=bytes.fromhex(expected),
                    decrypt=decrypt,
                    source=FIPS_197,
                    item=f"appendix {item}",
                )
            )
    return found


def known_answers(key_bits: int, direction: Direction) -> list[Vector]:
    """Return every published answer for a key size and direction: FIPS 197 first, then NIST.

    Args:
        key_bits: 128, 192 or 256.
        direction: `both` gives the answers of either direction.
    """
    wanted = _wanted(direction)
    found = fips197_examples(key_bits, direction)
    for name in NIST_SETS:
        found += [v for v in nist_file(f"ECB{name}{key_bits}.rsp") if v.decrypt in wanted]
    return found


def answers_under(key: bytes, direction: Direction) -> list[Vector]:
    """Return what is known of one key: published answers, then data of NIST files, answered here.

    Args:
        key: 16, 24 or 32 bytes.
        direction: `both` gives the answers of either direction.
    """
    key_bits = len(key) * 8
    wanted = _wanted(direction)
    found = [v for v in known_answers(key_bits, direction) if v.key == key]
    for name in _DATA_SETS:
        for v in nist_file(f"ECB{name}{key_bits}.rsp"):
            if v.decrypt in wanted:
                expected = cipher_block(key, v.data, decrypt=v.decrypt)
                item = f"data of {v.source} {v.item}"
                found.append(Vector(key, v.data, expected, v.decrypt, REFERENCE, item))
    return found


def in_lanes(vectors: Iterable[Vector], lanes: int, *, same_key: bool) -> list[Beat]:
    """Return as many beats as there are vectors, which put every vector into every lane once.

    The blocks of a beat differ wherever there are enough that agree in direction, and, if the lanes
    share one key, in the key.

    Args:
        vectors: in the order in which the first lane gets them, group by group.
        lanes: number of lanes.
        same_key: the lanes share one key.
    """
    if lanes == 1:
        return [(v,) for v in vectors]
    groups: dict[tuple[bool, bytes], list[Vector]] = {}
    for v in vectors:
        groups.setdefault((v.decrypt, v.key if same_key else b""), []).append(v)
    return [
        tuple(group[(first + lane) % len(group)] for lane in range(lanes))
        for group in groups.values()
        for first in range(len(group))
    ]


def random_keys(
    random: Random, count: int, *, key_bits: int, longest_run: int = 1, related_keys: bool = False
) -> list[bytes]:
    """Return seeded random keys, one a block.

    Args:
        random: the generator; the same state gives the same keys.
        count: number of blocks.
        key_bits: 128, 192 or 256.
        longest_run: a key is kept for 1 to this many blocks, drawn anew each time.
        related_keys: the next key differs from the last in one bit only.
    """
    found: list[bytes] = []
    key = random.randbytes(key_bits // 8)
    while len(found) < count:
        found += [key] * random.randint(1, longest_run)
        if related_keys:
            value = int.from_bytes(key, "big") ^ (1 << random.randrange(key_bits))
            key = value.to_bytes(key_bits // 8, "big")
        else:
            key = random.randbytes(key_bits // 8)
    return found[:count]


def random_vectors(
    random: Random,
    count: int,
    *,
    key_bits: int,
    direction: Direction,
    longest_run: int = 1,
    related_keys: bool = False,
) -> list[Vector]:
    """Return seeded random blocks, answered by pyca/cryptography.

    Args:
        random: the generator; the same state gives the same blocks.
        count: number of blocks.
        key_bits: 128, 192 or 256.
        direction: with `both`, each block draws its own.
        longest_run: as in `random_keys`.
        related_keys: as in `random_keys`.
    """
    keys = random_keys(
        random, count, key_bits=key_bits, longest_run=longest_run, related_keys=related_keys
    )
    return [beat[0] for beat in random_beats(random, [keys], direction)]


def random_beats(
    random: Random, keys: Sequence[Sequence[bytes]], direction: Direction, lanes: int = 1
) -> list[Beat]:
    """Return a beat of seeded random blocks for every key, answered by pyca/cryptography.

    Args:
        random: the generator; the same state gives the same blocks.
        keys: a sequence for each lane, or a single one that all lanes share.
        direction: with `both`, each beat draws its own.
        lanes: number of lanes.
    """
    wanted = _wanted(direction)
    found: list[Beat] = []
    for index, beat_keys in enumerate(zip(*keys, strict=True)):
        decrypt = random.choice(wanted)
        blocks: list[Vector] = []
        for lane in range(lanes):
            key = beat_keys[lane % len(beat_keys)]
            data = random.randbytes(BLOCK_BYTES)
            expected = cipher_block(key, data, decrypt=decrypt)
            blocks.append(Vector(key, data, expected, decrypt, RANDOM, f"block {index}"))
        found.append(tuple(blocks))
    return found
