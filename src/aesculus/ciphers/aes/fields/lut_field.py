"""Inversion in GF(2^8) by products in GF(4), for look-up tables of four inputs.

With z = x^16, the norm n = x z in GF(16) and e = 1/n, the inverse of x is z e. Products
are in GF(4), two bits by two bits, so that a table makes a bit of one from its four input bits.
For u in GF(2^8) and b in GF(16), with traces into GF(4),

    Tr(u z) Tr(b e) = Tr(u b z e) + Tr(u b^4 z e^4).

The first term is a functional of the inverse, the second is not, so it must vanish in a sum. Take
three of the five b with b^5 = 1, whose b^4 is 1/b, and u = b s. The second terms of products with
s_1, s_2 and s_3 cancel if s_1 + s_2 + s_3 = 0, and Tr(o z e) is the sum of the three if

    b_1^2 s_1 + b_2^2 s_2 + b_3^2 s_3 = o.

Let s_1, s_2, s_3 come from one plane, a two-dimensional space over GF(4). If the plane is well
chosen each o has one solution. An s is a sum of two points (elements up to a factor in GF(4)), and
the two points that serve may be others for each b: that makes six products, three cells of two.

The norm is a quadratic form, in each cell a product in GF(4) with squares, and squares are linear
over GF(2): a bit of the norm is a table of one cell's four bits and one of another's, summed.
"""

from dataclasses import dataclass
from functools import cache

from aesculus.ciphers.aes.fields.aes import AES_FIELD
from aesculus.ciphers.aes.fields.gf import power

POINTS = 85
"""Elements of GF(2^8) up to factors in GF(4): powers of the generator modulo 85."""

SCALARS = (0, 1, 2)
"""Elements of GF(4) without zero, as powers of one that generates them."""


@cache
def exponential() -> tuple[int, ...]:
    """Return the powers of the generator {03} of GF(2^8)."""
    return tuple(power(AES_FIELD, 3, exponent) for exponent in range(255))


@cache
def logarithm() -> dict[int, int]:
    """Return the exponents of the elements but zero."""
    return {value: exponent for exponent, value in enumerate(exponential())}


def element(exponent: int) -> int:
    """Return a power of the generator."""
    return exponential()[exponent % 255]


@cache
def trace(value: int) -> int:
    """Return the trace of an element of GF(2^8) into GF(2)."""
    total = 0
    for _ in range(8):
        total ^= value
        value = AES_FIELD.mul(value, value)
    return total & 1


@cache
def trace_16(value: int) -> int:
    """Return the trace of an element of GF(16) into GF(2)."""
    total = 0
    for _ in range(4):
        total ^= value
        value = AES_FIELD.mul(value, value)
    return total & 1


@cache
def dual(mask: int) -> int:
    """Return the o with Tr(o v) the sum of the bits of v in a mask."""
    return next(
        o
        for o in range(256)
        if all(trace(AES_FIELD.mul(o, 1 << place)) == mask >> place & 1 for place in range(8))
    )


def norm(value: int) -> int:
    """Return the norm of an element of GF(2^8) in GF(16)."""
    return power(AES_FIELD, value, 17)


def unit(number: int) -> int:
    """Return one of the five b with b^5 = 1."""
    return element(51 * number)


@dataclass(frozen=True)
class Cells:
    """Three cells of two products each.

    Args:
        units: number of the b of each cell, of five.
        points: two points of the plane for each cell.
    """

    units: tuple[int, int, int]
    points: tuple[tuple[int, int], tuple[int, int], tuple[int, int]]

    @property
    def products(self) -> tuple[tuple[int, int], ...]:
        """Cell and point of each product."""
        return tuple((cell, point) for cell, pair in enumerate(self.points) for point in pair)

    def factor(self, cell: int, point: int, scalar: int) -> int:
        """Return the u whose Tr(u z) over GF(2) is a bit of a product's left side."""
        return element(point + 51 * self.units[cell] + 85 * scalar)

    def shares(self, wanted: int) -> tuple[int, ...] | None:
        """Return the s of each cell for an o, or None if the plane has none or several."""
        return _solutions(self).get(wanted)

    def coefficients(self, wanted: int) -> tuple[int | None, ...]:
        """Return the factor in GF(4) of each product in a functional Tr(o/x).

        Args:
            wanted: the o.

        Returns:
            Exponents of the factors, None for 0.

        Raises:
            ValueError: if the cells do not yield it.
        """
        found = self.shares(wanted)
        if found is None:
            raise ValueError(f"{self} do not yield the functional {wanted:#04x} of the inverse")
        answer: list[int | None] = []
        for share, pair in zip(found, self.points, strict=True):
            answer += split(share, pair)
        return tuple(answer)


def split(value: int, pair: tuple[int, int]) -> tuple[int | None, int | None]:
    """Write an element of a plane as a sum of multiples of two points.

    Raises:
        ValueError: if it is not in their plane.
    """
    for left in (None, *SCALARS):
        for right in (None, *SCALARS):
            first = 0 if left is None else element(pair[0] + 85 * left)
            second = 0 if right is None else element(pair[1] + 85 * right)
            if first ^ second == value:
                return left, right
    raise ValueError(f"{value:#04x} is not in the plane of the points {pair}")


def plane(pair: tuple[int, int]) -> tuple[int, ...]:
    """Return the five points of the plane of two."""
    first, second = element(pair[0]), [element(pair[1] + 85 * scalar) for scalar in SCALARS]
    sums = {logarithm()[first ^ each] % POINTS for each in second}
    return tuple(sorted({pair[0], pair[1]} | sums))


@cache
def _solutions(cells: Cells) -> dict[int, tuple[int, ...]]:
    members = [
        0, *(element(point + 85 * s) for point in plane(cells.points[0]) for s in SCALARS)
    ]  # fmt: skip
    squares = [AES_FIELD.mul(unit(number), unit(number)) for number in cells.units]
    found: dict[int, tuple[int, ...]] = {}
    for first in members:
        for second in members:
            shares = (first, second, first ^ second)
            total = 0
            for square, share in zip(squares, shares, strict=True):
                total ^= AES_FIELD.mul(square, share)
            found[total] = shares
    return found if len(found) == 256 else {}
