"""Inversion in GF(2^8) for look-up tables of six inputs.

With z = x^16, the norm n = x z in GF(16) and e = 1/n, the inverse of x is z e. Let g_0 to g_3 be a
basis of GF(16) over GF(2), h_0 to h_3 the dual one, and e_j = Tr(g_j e) four bits of e. Then

    Tr(o z e) = sum over j of e_j Tr(o h_j z) = sum over j of e_j Tr(o^16 h_j x):

a functional of the inverse is four products of a bit of e and a functional of x. Two tables in a
row have room for more than these eight signals: six go into the first, five and the result of the
first into the second. So a functional takes two tables if the products divide into

- a first part, of up to three and three, four and two or two and four functionals of x and bits
  of e, and
- a second part of up to five,

where all that is there counts as functionals: bits of the byte, which cost nothing, and a few sums
that take a table each. Where this is not so, the sum with an output that is there already may be:
that output is then one of the five.

The norm's four bits are never made. Five tables t_0 to t_4 of six functionals each, with
t_i + t_0 = Tr(c_i n) for a basis c_i, tell n, and each bit of e is a table of the five. A table of
six functionals can be t_0 and the others as well if the form's rank is no more than six; the forms
Tr(c n) themselves have rank eight.

A functional Tr(u x) is held as its u.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from aesculus.ciphers.aes.fields.aes import AES_FIELD, AFFINE_MATRIX
from aesculus.ciphers.aes.fields.gf import power
from aesculus.ciphers.aes.fields.lut_field import dual, trace, trace_16
from aesculus.ciphers.aes.fields.lut_sbox import Way

WIDTH = 6
"""Inputs of a table."""
FUNCTIONALS = 512
"""Those of x and, with 256 added, with the direction added: a bit of the byte may be one."""


@cache
def byte_bits(way: Way) -> tuple[int, ...]:
    """Return the bits of the byte that goes in, as functionals of x up to a constant."""
    if way is Way.DECRYPT:
        return tuple(dual(row) for row in AFFINE_MATRIX.rows)
    return tuple(dual(1 << place) for place in range(8))


@cache
def result_bits(way: Way) -> tuple[int, ...]:
    """Return the o of each bit of the result, which is Tr(o/x) up to a constant."""
    return byte_bits(Way.ENCRYPT if way is Way.DECRYPT else Way.DECRYPT)


@cache
def subfield() -> tuple[int, ...]:
    """Return the elements of GF(16) without zero."""
    return tuple(u for u in range(1, 256) if power(AES_FIELD, u, 15) == 1)


def dual_basis(basis: Sequence[int]) -> tuple[int, ...]:
    """Return the h with Tr(g_i h_j) = 1 for i = j and 0 else, for four g of GF(16).

    Raises:
        ValueError: if they are no basis.
    """
    found = [
        h
        for place in range(len(basis))
        for h in subfield()
        if all(trace_16(AES_FIELD.mul(g, h)) == (i == place) for i, g in enumerate(basis))
    ]
    if len(found) != len(basis):
        raise ValueError(f"{tuple(basis)} is no basis of GF(16)")
    return tuple(found)


@cache
def bases() -> tuple[tuple[int, ...], ...]:
    """Return the 840 bases of GF(16) over GF(2), whatever their order."""
    return tuple(four for four in combinations(subfield(), 4) if independent(four))


def rows(o: int, duals: Sequence[int]) -> tuple[int, ...]:
    """Return the functional of x that each bit of e is multiplied with in Tr(o/x)."""
    return tuple(AES_FIELD.mul(power(AES_FIELD, o, 16), h) for h in duals)


def functional(u: int, value: int) -> int:
    """Return Tr(u x)."""
    return trace(AES_FIELD.mul(u, value))


def in_bits(u: int, bits: Sequence[int]) -> int:
    """Return a functional as a mask over eight independent ones."""
    return next(
        mask for mask in range(256) if u == _sum(b for i, b in enumerate(bits) if mask >> i & 1)
    )


def _sum(values: Iterator[int]) -> int:
    total = 0
    for value in values:
        total ^= value
    return total


def independent(values: Sequence[int]) -> bool:
    """Return whether no sum of some of the values is zero."""
    sums = {0}
    for value in values:
        if value in sums:
            return False
        sums |= {value ^ each for each in sums}
    return True
