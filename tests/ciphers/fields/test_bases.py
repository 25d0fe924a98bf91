"""Numbers of bases: complete, each basis once, and the S-box by each."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aesculus.ciphers.aes.fields import (
    AES_FIELD,
    BinaryField,
    BitMatrix,
    CipherBasis,
    QuadraticField,
    aes_sbox,
    basis_numbers,
    families,
    gf16_fields,
    quadratic_extensions,
    roots,
    tower_basis,
)
from aesculus.ciphers.aes.fields.bases import gamma_powers
from aesculus.ciphers.aes.fields.inversion import tower_inverses, tower_sbox

Halves = tuple[frozenset[int], frozenset[int]]

numbers = st.sampled_from(basis_numbers())
_EXTENSIONS = [field for base in gf16_fields() for field in quadratic_extensions(base)][::13]
_EXTENSIONS += [
    field for base in gf16_fields() for field in quadratic_extensions(base, normal=True)
][::17]


@cache
def _listed() -> set[Halves | frozenset[frozenset[int]]]:
    return {_set(basis.elements, normal=basis.normal) for basis in families()}


def _set(elements: tuple[int, ...], *, normal: bool) -> Halves | frozenset[frozenset[int]]:
    low, high = frozenset(elements[:4]), frozenset(elements[4:])
    return frozenset((low, high)) if normal else (low, high)


def _subfield_bases() -> set[frozenset[int]]:
    """Every basis of GF(2^4) in F1, from the definitions of the kinds."""
    mul, inv = AES_FIELD.mul, AES_FIELD.inv
    units = [y for y in range(1, 256) if _power(y, 15) == 1]
    cube_roots = [w for w in units if _power(w, 3) == 1 and w != 1]
    below = [(1, w) for w in cube_roots] + [tuple(cube_roots)]
    found: list[tuple[int, ...]] = []
    for y in set(units) - {1, *cube_roots}:
        found.append((1, y, mul(y, y), _power(y, 3)))
        found.append((y, _power(y, 2), _power(y, 4), _power(y, 8)))
        for pair in below:
            found.append((*pair, *(mul(y, w) for w in pair)))
            found.append((*(mul(_power(y, 4), w) for w in pair), *(mul(y, w) for w in pair)))
    # Normal elements are those whose conjugates are independent.
    outside = next(x for x in range(256) if x and inv(x) and x not in units)
    return {frozenset(g) for g in found if _independent((*g, *(mul(outside, v) for v in g)))}


def _power(value: int, exponent: int) -> int:
    result = 1
    for _ in range(exponent):
        result = AES_FIELD.mul(result, value)
    return result


def _independent(vectors: tuple[int, ...]) -> bool:
    try:
        BitMatrix.from_columns(vectors).inverse()
    except ValueError:
        return False
    return True


def test_each_set_of_elements_is_listed_once_and_none_is_left_out() -> None:
    mul = AES_FIELD.mul
    expected: set[Halves | frozenset[frozenset[int]]] = set()
    subfield = _subfield_bases()
    assert len(subfield) == 12 + 2 + 24 + 12 + 6
    outside = [(x, _power(x, 16)) for x in range(256) if _power(x, 16) != x]
    for g in subfield:
        for x, conjugate in outside:
            high = frozenset(mul(x, v) for v in g)
            expected.add((g, high))
            expected.add(frozenset((frozenset(mul(conjugate, v) for v in g), high)))
    assert len(basis_numbers()) == len(_listed()) == 240 * 56 + 120 * 12
    assert _listed() == expected


@given(st.sampled_from(_EXTENSIONS), st.integers(0, 7))
def test_every_field_with_every_root_is_listed(field: QuadraticField, which: int) -> None:
    own = CipherBasis(field, roots(AES_FIELD.modulus, field)[which])
    elements = tuple(own.phi_inverse.column(i) for i in range(8))
    assert _set(elements, normal=field.normal) in _listed()


def test_short_numbers_are_those_of_the_paper() -> None:
    short = [number for number in basis_numbers() if number < 0x1000]
    assert len(short) == 64
    for number in short:
        field = QuadraticField(BinaryField(0b10011), 1, number & 15)
        assert tower_basis(number).phi == CipherBasis(field, number >> 4).phi


@given(numbers)
def test_a_number_and_its_basis_name_each_other(number: int) -> None:
    basis = tower_basis(number)
    assert basis.number == number
    assert basis.family
    assert basis.phi @ basis.phi_inverse == BitMatrix.identity(8)


@pytest.mark.parametrize(
    "number",
    [
        0,
        0x209,
        0x0FFF,
        0x10100,  # X = 0
        0x1015C,  # X in the subfield
        0x10502,  # gamma^5 is in GF(2^2)
        0x11102,  # not the conjugate that is listed
        0x16202,  # no such kind
        0x1C802,  # its inverse is listed
        0x1A202,  # a multiple of another kind
        0x20102,
        10**9,
    ],
)
def test_other_numbers_are_refused(number: int) -> None:
    assert number not in basis_numbers()
    with pytest.raises(ValueError, match=f"{number:#x} is not the number"):
        tower_basis(number)


@given(st.integers(0, 0x1FFFF))
def test_numbers_are_refused_or_listed(number: int) -> None:
    try:
        assert tower_basis(number).number == number
    except ValueError:
        assert number not in basis_numbers()
    else:
        assert number in basis_numbers()


def test_gamma_is_a_root_of_its_polynomial() -> None:
    gamma = gamma_powers()[1]
    assert _power(gamma, 4) ^ gamma ^ 1 == 0
    assert len(set(gamma_powers())) == 15


@given(numbers)
def test_the_sbox_by_a_basis_is_the_table(number: int) -> None:
    basis = tower_basis(number)
    assert tower_sbox(basis) == aes_sbox()
    inverses = tower_inverses(basis)
    assert all(
        inverses[basis.phi(value)] == basis.phi(AES_FIELD.inv(value)) for value in range(256)
    )
