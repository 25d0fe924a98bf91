"""Enumeration: which towers there are, and where the AES polynomial has its roots in them."""

from collections.abc import Iterator
from functools import cache

from aesculus.ciphers.aes.fields.gf import (
    BinaryField,
    Field,
    QuadraticField,
    irreducible_polynomials,
)


def quadratic_extensions(base: Field, *, normal: bool = False) -> Iterator[QuadraticField]:
    """Yield the extension of `base` by each irreducible x^2 + a x + b with a other than 0.

    Args:
        base: the field of the coefficients.
        normal: use normal bases in place of polynomial ones.
    """
    size = 1 << base.bits
    for a in range(1, size):
        # x^2 + a x takes half of the field's values; b must be one of the others.
        taken = {base.mul(x, x) ^ base.mul(a, x) for x in range(size)}
        for b in range(size):
            if b not in taken:
                yield QuadraticField(base, a, b, normal)


def gf16_fields() -> Iterator[Field]:
    """Yield representations of GF(2^4): the three polynomial ones, then those over GF(2^2)."""
    for modulus in irreducible_polynomials(4):
        yield BinaryField(modulus)
    gf2 = BinaryField(0b111)
    for normal in (False, True):
        yield from quadratic_extensions(gf2, normal=normal)


@cache
def roots(polynomial: int, field: Field) -> tuple[int, ...]:
    """Return the roots in `field` of a polynomial over GF(2), in ascending order.

    Args:
        polynomial: bit i is the coefficient of x^i.
        field: where to look; its elements are integers.
    """
    found = []
    for value in range(1 << field.bits):
        result = 0
        for position in reversed(range(polynomial.bit_length())):
            result = field.mul(result, value) ^ (field.one if polynomial >> position & 1 else 0)
        if result == 0:
            found.append(value)
    return tuple(found)
