"""Placer seeds: large and spread out, and always the same ones for a design point."""

import hashlib

from aesculus.ciphers.aes.space import DesignPoint, label

_MASK = 0x7FFF_FFFF


def seeds(point: DesignPoint, n: int) -> tuple[int, ...]:
    """Return the first `n` seeds of a design point, positive integers of 31 bits.

    Seeds are hashed, since placers fed with 1, 2, 3, ... can give runs that resemble one another.
    """
    return tuple(_seed(f"{label(point)}#{index}") for index in range(n))


def _seed(text: str) -> int:
    value = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") & _MASK
    return value or 1
