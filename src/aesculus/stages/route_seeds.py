"""Placer seeds: large and spread out, and always the same ones for a design and its recipe."""

import hashlib

from aesculus.design import Build

_MASK = 0x7FFF_FFFF


def seeds(point: Build, n: int) -> tuple[int, ...]:
    """Return the first `n` seeds of a design and its recipe, positive integers of 31 bits.

    Seeds are hashed, since placers fed with 1, 2, 3, ... can give runs that resemble one another.
    """
    return tuple(_seed(f"{point.label}#{index}") for index in range(n))


def _seed(text: str) -> int:
    value = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") & _MASK
    return value or 1
