"""Known answers: the NIST AESAVS files and the examples of FIPS 197.

The NIST files are read from the `cryptography_vectors` package, which carries the CAVP archive
unchanged. A message of several blocks (MMT) is split: in ECB each block stands alone.
"""

import re
from collections.abc import Iterator
from functools import cache

import cryptography_vectors

from aesculus.ciphers.aes.reference import BLOCK_BYTES, cipher_block
from aesculus.design.cipher import Vector
from aesculus.design.kinds import Direction

NIST_SETS = ("GFSbox", "KeySbox", "VarKey", "VarTxt", "MMT")
FIPS_197 = "FIPS197"
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
        for decrypt in direction.decrypts:
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
    wanted = direction.decrypts
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
    wanted = direction.decrypts
    found = [v for v in known_answers(key_bits, direction) if v.key == key]
    for name in _DATA_SETS:
        for v in nist_file(f"ECB{name}{key_bits}.rsp"):
            if v.decrypt in wanted:
                expected = cipher_block(key, v.data, decrypt=v.decrypt)
                item = f"data of {v.source} {v.item}"
                found.append(Vector(key, v.data, expected, v.decrypt, REFERENCE, item))
    return found
