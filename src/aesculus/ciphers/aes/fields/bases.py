"""The isomorphic bases of GF(2^8) over GF(2^4), each with a number: the axis `basis`.

A basis is given by its elements in the field F1 of FIPS 197, so that the map from it is the matrix
with those elements as columns, and the map to it the inverse. It is made of

* a basis g of the subfield GF(2^4) over GF(2), of one of the kinds in `SUBFIELD`: powers of a root
  of an irreducible polynomial, a normal basis, or a basis over GF(2^2) with one of GF(2^2) inside;
* an element X outside the subfield: with the polynomial basis (X, 1) the eight elements are g and
  X g, with the normal basis (X, X^16) they are X^16 g and X g. X is a root of x^2 + tau x + nu
  with tau = X + X^16 and nu = X^17, so all irreducible quadratics with both their roots occur.

Powers of gamma, the smallest root of y^4 + y + 1 in F1, are the units of the subfield, and w, a
root of z^2 + z + 1, is gamma^5. Number 0x1fkXX has k of the generator gamma^k of g and X as a byte
of F1; f is the kind of g, plus 8 for a normal basis above. The 64 bases over powers of a root of
y^4 + y + 1 with tau = 1 keep the shorter number 16 Z + B of Järvinen et al. (FPGA 2003, section 3),
with B = nu and Z the image of {02}.

Two bases are one if they differ in the order of the elements alone: then the same signals run in
wires of other names. So of conjugates one is listed, and with a normal basis above, where
(u X, u X^16) over g are the elements of (X, X^16) over u g, one g of those that are multiples of
each other. `tests/ciphers/fields/test_bases.py` counts them again by the sets of elements.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from aesculus.ciphers.aes.fields.aes import AES_FIELD
from aesculus.ciphers.aes.fields.cipher import Isomorphism
from aesculus.ciphers.aes.fields.gf import poly_mod
from aesculus.ciphers.aes.fields.matrix import BitMatrix

UNITS = 255
SUBFIELD_UNITS = 15
_NORMAL = 8
LONG = 0x10000
"""Long numbers are those from here on."""
_CUBE_ROOTS = (0, 5, 10)
"""Exponents of gamma whose powers are in GF(2^2)."""


class Kind(NamedTuple):
    """A kind of basis of GF(2^4).

    Attributes:
        name: with w for the element of GF(2^2) and y or v for the generator gamma^k.
        slope: element i is gamma^(slope[i] k + shift[i]).
        shift: see `slope`.
        below: the exponents k that are listed under a polynomial basis of GF(2^8).
        normal: those listed under a normal one.
    """

    name: str
    slope: tuple[int, int, int, int]
    shift: tuple[int, int, int, int]
    below: tuple[int, ...]
    normal: tuple[int, ...]


_GENERATORS = tuple(k for k in range(SUBFIELD_UNITS) if k not in _CUBE_ROOTS)
_UP_TO_INVERSE = tuple(k for k in _GENERATORS if k < 8)
# Powers of gamma^3 and of gamma^6 are multiples of each other, and of the normal basis of gamma^3.
_ONE_OF_ORDER_5 = (1, 2, 3, 4, 7)
_NOT_POWERS = (7,)
_NORMAL_ELEMENTS = (3, 7)
_UP_TO_CONJUGATE = (1, 2, 3, 6, 7, 11)

SUBFIELD: tuple[Kind, ...] = (
    Kind("1, y, y^2, y^3", (0, 1, 2, 3), (0, 0, 0, 0), _GENERATORS, _ONE_OF_ORDER_5),
    Kind("y, y^2, y^4, y^8", (1, 2, 4, 8), (0, 0, 0, 0), _NORMAL_ELEMENTS, _NOT_POWERS),
    Kind("(1, w) over (1, v)", (0, 0, 1, 1), (0, 5, 0, 5), _GENERATORS, ()),
    Kind("(1, w^2) over (1, v)", (0, 0, 1, 1), (0, 10, 0, 10), _GENERATORS, ()),
    Kind("(w, w^2) over (1, v)", (0, 0, 1, 1), (5, 10, 5, 10), _GENERATORS, _UP_TO_INVERSE),
    Kind("(w, w^2) over (v^4, v)", (4, 4, 1, 1), (5, 10, 5, 10), _UP_TO_CONJUGATE, ()),
)
"""The kinds of bases of GF(2^4), by their number."""


@cache
def _powers() -> tuple[int, ...]:
    """Return the powers of {03}, which generates the units of F1."""
    found = [1]
    for _ in range(UNITS - 1):
        found.append(poly_mod(found[-1] << 1 ^ found[-1], AES_FIELD.modulus))
    return tuple(found)


@cache
def _logarithms() -> tuple[int, ...]:
    logarithms = [0] * 256
    for exponent, value in enumerate(_powers()):
        logarithms[value] = exponent
    return tuple(logarithms)


def _power(value: int, exponent: int) -> int:
    return _powers()[_logarithms()[value] * exponent % UNITS] if value else 0


def _product(left: int, right: int) -> int:
    # Of units; far sooner there than by the table of all products of AES_FIELD.
    return _powers()[(_logarithms()[left] + _logarithms()[right]) % UNITS]


@cache
def gamma_powers() -> tuple[int, ...]:
    """Return gamma^0 to gamma^14, the units of the subfield, as bytes of F1."""
    units = [_powers()[UNITS // SUBFIELD_UNITS * n] for n in range(SUBFIELD_UNITS)]
    gamma = min(y for y in units if _power(y, 4) ^ y ^ 1 == 0)
    return tuple(_power(gamma, n) for n in range(SUBFIELD_UNITS))


@cache
def _outside() -> tuple[tuple[int, int], ...]:
    """Return each element outside the subfield with its conjugate."""
    inside = {0, *gamma_powers()}
    return tuple((x, _power(x, 16)) for x in range(256) if x not in inside)


@dataclass(frozen=True)
class TowerBasis(Isomorphism):
    """A basis of F1 over its subfield GF(2^4), see the text of this file.

    Attributes:
        normal: (X, X^16) is the basis above, else (X, 1).
        kind: number of the kind of the subfield's basis in `SUBFIELD`.
        k: its generator is gamma^k.
        x: X as a byte of F1.
    """

    normal: bool
    kind: int
    k: int
    x: int

    @property
    def conjugate(self) -> int:
        """X^16, the other root."""
        return _power(self.x, 16)

    @property
    def tau(self) -> int:
        """X + X^16, as a byte of F1."""
        return self.x ^ self.conjugate

    @property
    def nu(self) -> int:
        """X^17, as a byte of F1."""
        return _power(self.x, 17)

    @property
    def exponents(self) -> tuple[int, ...]:
        """The basis of the subfield as exponents of gamma."""
        row = SUBFIELD[self.kind]
        return tuple(
            (a * self.k + b) % SUBFIELD_UNITS for a, b in zip(row.slope, row.shift, strict=True)
        )

    @property
    def elements(self) -> tuple[int, ...]:
        """The eight basis elements as bytes of F1, that of bit 0 first."""
        subfield = [gamma_powers()[n] for n in self.exponents]
        low = self.conjugate if self.normal else 1
        return tuple(_product(half, g) for half in (low, self.x) for g in subfield)

    @cached_property
    def phi_inverse(self) -> BitMatrix:
        """Map from this basis to F1; its columns are the basis elements."""
        return BitMatrix.from_columns(self.elements)

    @cached_property
    def phi(self) -> BitMatrix:
        """Map from F1 to this basis."""
        return self.phi_inverse.inverse()

    @property
    def is_short(self) -> bool:
        """Whether this is one of the 64 with a number 16 Z + B."""
        return not self.normal and self.kind == 0 and self.k in (1, 2, 4, 8) and self.tau == 1

    @property
    def number(self) -> int:
        """The number of this basis."""
        if self.is_short:
            # phi of an element of the subfield has its coordinates in the lower half.
            return 16 * self.phi(2) + self.phi(self.nu)
        return long_number(self)

    @property
    def family(self) -> str:
        """The kinds of both bases in words."""
        upper = "X^16, X" if self.normal else "1, X"
        return f"({upper}) over {SUBFIELD[self.kind].name}"


def families() -> Iterator[TowerBasis]:
    """Yield each basis once, those with a short number among them."""
    for normal in (False, True):
        for number, kind in enumerate(SUBFIELD):
            for k in kind.normal if normal else kind.below:
                for x, conjugate in _outside():
                    if not normal or x < conjugate:
                        yield TowerBasis(normal, number, k, x)


def long_number(basis: TowerBasis) -> int:
    """Return 0x1fkXX, also of a basis that is known by a short number."""
    return LONG | (_NORMAL * basis.normal + basis.kind) << 12 | basis.k << 8 | basis.x


@cache
def short_bases() -> dict[int, TowerBasis]:
    """Return the bases with a short number, by that."""
    over = [TowerBasis(False, 0, k, x) for k in (1, 2, 4, 8) for x, c in _outside() if x ^ c == 1]
    return {basis.number: basis for basis in over}


@cache
def numbers() -> tuple[int, ...]:
    """Return the numbers of all bases in ascending order."""
    return tuple(sorted(basis.number for basis in families()))


def tower_basis(number: int) -> TowerBasis:
    """Return the basis with a number.

    Raises:
        ValueError: no basis has it.
    """
    if number in short_bases():
        return short_bases()[number]
    f, k, x = number - LONG >> 12, number >> 8 & 15, number & 255
    normal, kind = f >= _NORMAL, f % _NORMAL
    if 0 <= f < 2 * _NORMAL and kind < len(SUBFIELD):
        row = SUBFIELD[kind]
        basis = TowerBasis(normal, kind, k, x)
        outside = x not in (0, *gamma_powers()) and (not normal or x < basis.conjugate)
        if k in (row.normal if normal else row.below) and outside and not basis.is_short:
            return basis
    raise ValueError(f"{number:#x} is not the number of a basis of GF(2^8) over GF(2^4)")
