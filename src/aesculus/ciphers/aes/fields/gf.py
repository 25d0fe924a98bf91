"""Binary fields and quadratic extensions over any of them, with elements as integers.

Addition is XOR in each of them. The inverse of zero is zero, as AES wants it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol


class Field(Protocol):
    """What towers, maps and matrices need of a field of characteristic 2."""

    @property
    def bits(self) -> int:
        """Width of an element; the field has 2**bits elements."""

    @property
    def one(self) -> int:
        """The unit; in a normal basis it is not 1."""

    @property
    def name(self) -> str:
        """A short name that tells fields apart, e.g. `GF(2^4)/13`."""

    def __hash__(self) -> int:
        """Fields are values, so that what is derived from them can be kept."""

    def mul(self, left: int, right: int) -> int:
        """Return the product of two elements."""

    def inv(self, value: int) -> int:
        """Return the multiplicative inverse; zero for zero."""


def power(field: Field, value: int, exponent: int) -> int:
    """Return `value` to the non-negative `exponent` in `field`."""
    result = field.one
    while exponent:
        if exponent & 1:
            result = field.mul(result, value)
        value = field.mul(value, value)
        exponent >>= 1
    return result


def poly_mod(value: int, modulus: int) -> int:
    """Return the polynomial `value` over GF(2) modulo the polynomial `modulus`."""
    degree = modulus.bit_length()
    while value.bit_length() >= degree:
        value ^= modulus << value.bit_length() - degree
    return value


def poly_mul(left: int, right: int) -> int:
    """Return the product of two polynomials over GF(2)."""
    result = 0
    while right:
        if right & 1:
            result ^= left
        left <<= 1
        right >>= 1
    return result


def irreducible_polynomials(degree: int) -> Iterator[int]:
    """Yield each irreducible polynomial over GF(2) of `degree`, by trial division."""
    for candidate in range(1 << degree, 2 << degree):
        if all(poly_mod(candidate, divisor) for divisor in range(2, 1 << degree // 2 + 1)):
            yield candidate


@dataclass(frozen=True)
class BinaryField:
    """GF(2)[x] modulo an irreducible polynomial, in the basis 1, x, x^2, ...

    Args:
        modulus: the polynomial, bit i the coefficient of x^i.

    Raises:
        ValueError: if the polynomial is reducible or of degree below 2.
    """

    modulus: int

    def __post_init__(self) -> None:
        degree = self.modulus.bit_length() - 1
        if degree < 2 or self.modulus not in irreducible_polynomials(degree):
            raise ValueError(
                f"polynomial {self.modulus:#x} is not irreducible over GF(2) with degree 2 or more"
            )

    @property
    def bits(self) -> int:
        """Width of an element."""
        return self.modulus.bit_length() - 1

    @property
    def one(self) -> int:
        """The unit."""
        return 1

    @property
    def name(self) -> str:
        """Name with the modulus in hex."""
        return f"GF(2^{self.bits})/{self.modulus:x}"

    def mul(self, left: int, right: int) -> int:
        """Return the product of two elements."""
        return self._products[left][right]

    def inv(self, value: int) -> int:
        """Return the multiplicative inverse; zero for zero."""
        return self._inverses[value]

    @cached_property
    def _products(self) -> tuple[tuple[int, ...], ...]:
        size = 1 << self.bits
        return tuple(
            tuple(poly_mod(poly_mul(a, b), self.modulus) for b in range(size)) for a in range(size)
        )

    @cached_property
    def _inverses(self) -> tuple[int, ...]:
        return (0, *(row.index(1) for row in self._products[1:]))


@dataclass(frozen=True)
class QuadraticField:
    """An extension of `base` by a root X of x^2 + a x + b.

    An element's upper half `hi` and lower half `lo` stand for hi X + lo in the polynomial basis,
    and for hi X + lo X' in the normal basis, X' being the other root.

    Args:
        base: the field of the coefficients; it may be an extension itself.
        a: coefficient of x.
        b: constant coefficient.
        normal: use the normal basis (X, X') in place of (X, 1).

    Raises:
        ValueError: if the polynomial has a root in `base`.
    """

    base: Field
    a: int
    b: int
    normal: bool = False

    def __post_init__(self) -> None:
        base = self.base
        if not self.a or any(
            base.mul(x, x) ^ base.mul(self.a, x) ^ self.b == 0 for x in range(1 << base.bits)
        ):
            raise ValueError(
                f"x^2 + {self.a:x} x + {self.b:x} is not irreducible and separable over {base.name}"
            )

    @property
    def bits(self) -> int:
        """Width of an element."""
        return 2 * self.base.bits

    @property
    def one(self) -> int:
        """The unit: 1 in the polynomial basis, (X + X')/a in the normal basis."""
        if not self.normal:
            return self.base.one
        unit = self.base.inv(self.a)
        return self.join(unit, unit)

    @property
    def name(self) -> str:
        """Name of the base with the coefficients and the kind of basis."""
        return f"{self.base.name}/{'n' if self.normal else 'p'}{self.a:x}.{self.b:x}"

    def split(self, value: int) -> tuple[int, int]:
        """Return the upper and the lower half of an element."""
        return value >> self.base.bits, value & ((1 << self.base.bits) - 1)

    def join(self, high: int, low: int) -> int:
        """Return the element with these halves."""
        return high << self.base.bits | low

    def mul(self, left: int, right: int) -> int:
        """Return the product of two elements."""
        mul = self.base.mul
        h1, l1 = self.split(left)
        h2, l2 = self.split(right)
        high, low, both = mul(h1, h2), mul(l1, l2), mul(h1 ^ l1, h2 ^ l2)
        if self.normal:
            shared = mul(both, mul(self.b, self.base.inv(self.a)))
            return self.join(mul(self.a, high) ^ shared, mul(self.a, low) ^ shared)
        cross = both ^ high ^ low
        return self.join(cross ^ mul(self.a, high), low ^ mul(self.b, high))

    def inv(self, value: int) -> int:
        """Return the multiplicative inverse, conjugate over norm; zero for zero."""
        mul = self.base.mul
        high, low = self.split(value)
        product = mul(high, low)
        if self.normal:
            norm = mul(self.b, mul(high ^ low, high ^ low)) ^ mul(mul(self.a, self.a), product)
            conjugate = (low, high)
        else:
            norm = mul(self.b, mul(high, high)) ^ mul(self.a, product) ^ mul(low, low)
            conjugate = (high, low ^ mul(self.a, high))
        scale = self.base.inv(norm)
        return self.join(mul(conjugate[0], scale), mul(conjugate[1], scale))
