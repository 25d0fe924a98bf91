"""What GCM must answer: its definition, a library, and the published vectors."""

from collections.abc import Iterable

_POLY = 0xE1 << 120
"""x^128 + x^7 + x^2 + x + 1 as SP 800-38D writes it: the first bit is the coefficient of x^0."""
_ONES = (1 << 128) - 1


def times(x: int, y: int) -> int:
    """Return the product of two blocks, SP 800-38D algorithm 1."""
    product = 0
    for place in range(127, -1, -1):
        if x >> place & 1:
            product ^= y
        y = y >> 1 ^ (_POLY if y & 1 else 0)
    return product & _ONES


def ghash(key: bytes, blocks: Iterable[bytes]) -> bytes:
    """Return GHASH of blocks of 16 bytes, SP 800-38D algorithm 2."""
    h, y = int.from_bytes(key), 0
    for block in blocks:
        y = times(y ^ int.from_bytes(block), h)
    return y.to_bytes(16)
