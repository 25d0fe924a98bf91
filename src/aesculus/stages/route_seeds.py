"""Placer seeds: large and spread out, and always the same ones for a design and its recipe."""

import hashlib

from aesculus.design import Build

_MASK = 0x7FFF_FFFF


def seeds(point: Build, n: int) -> tuple[int, ...]:
    """Return the first `n` seeds of a design and its recipe, positive integers of 31 bits.

    Seeds are hashed, since placers fed with 1, 2, 3, ... can give runs that resemble one another.
    """
    return tuple(_seed(f"{point.label}#{index}") for index in range(n))


def race_seed(point: Build, index: int) -> int:
    """Return a seed of a design for races (`search.race`), other ones than `seeds` gives.

    It is the same for all recipes. A best build is looked for among seeds of its own, so that what
    it is compared with stays a sample that nobody chose.
    """
    return _seed(f"{point.design.label}#race{index}")


def _seed(text: str) -> int:
    value = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") & _MASK
    return value or 1
