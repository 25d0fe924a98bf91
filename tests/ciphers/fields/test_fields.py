import pytest
from hypothesis import given
from hypothesis import strategies as st

from aesculus.ciphers.aes.fields import (
    AES_FIELD,
    BinaryField,
    BitMatrix,
    CipherBasis,
    Field,
    QuadraticField,
    aes_sbox,
    cipher_bases,
    gf16_fields,
    inverse_aes_sbox,
    irreducible_polynomials,
    quadratic_extensions,
    roots,
    round_constants,
)
from aesculus.ciphers.aes.fields.gf import power

GF4 = BinaryField(0b111)
GF16 = BinaryField(0b10011)
TOWER = QuadraticField(GF16, 1, 8)
FIELDS: list[Field] = [
    GF4,
    GF16,
    AES_FIELD,
    TOWER,
    QuadraticField(GF16, 1, 8, normal=True),
    next(quadratic_extensions(QuadraticField(GF4, 1, 2, normal=True), normal=True)),
    next(quadratic_extensions(QuadraticField(GF4, 2, 1))),
]
fields = st.sampled_from(FIELDS)


def element(field: Field, number: int) -> int:
    return number % (1 << field.bits)


byte = st.integers(0, 255)


@given(fields, byte, byte, byte)
def test_field_axioms(field: Field, x: int, y: int, z: int) -> None:
    a, b, c = (element(field, value) for value in (x, y, z))
    mul = field.mul
    assert mul(a, b) == mul(b, a)
    assert mul(mul(a, b), c) == mul(a, mul(b, c))
    assert mul(a, b ^ c) == mul(a, b) ^ mul(a, c)
    assert mul(a, field.one) == a
    assert mul(a, field.inv(a)) == (field.one if a else 0)
    assert 0 <= mul(a, b) < 1 << field.bits
    assert power(field, a, 1 << field.bits) == a


def test_irreducible_polynomials_are_counted_by_the_necklace_formula() -> None:
    counts = {degree: len(list(irreducible_polynomials(degree))) for degree in (2, 3, 4, 5, 8)}
    assert counts == {2: 1, 3: 2, 4: 3, 5: 6, 8: 30}


def test_half_of_the_separable_quadratics_are_irreducible() -> None:
    assert len(list(quadratic_extensions(GF16))) == 15 * 8
    assert len(list(quadratic_extensions(GF4))) == 3 * 2


@pytest.mark.parametrize("modulus", [0, 1, 3, 0b101, 0b10101, 0x11A])
def test_reducible_binary_polynomials_are_refused(modulus: int) -> None:
    with pytest.raises(ValueError, match="not irreducible"):
        BinaryField(modulus)


@pytest.mark.parametrize(("a", "b"), [(0, 8), (1, 0), (1, 1)])
def test_reducible_quadratics_are_refused(a: int, b: int) -> None:
    with pytest.raises(ValueError, match="not irreducible"):
        QuadraticField(GF16, a, b)


def test_sbox_has_the_values_printed_in_fips_197() -> None:
    table = aes_sbox()
    assert table[:8] == (0x63, 0x7C, 0x77, 0x7B, 0xF2, 0x6B, 0x6F, 0xC5)
    assert (table[0x53], table[0xFF]) == (0xED, 0x16)
    assert sorted(table) == list(range(256))
    assert all(inverse_aes_sbox()[table[value]] == value for value in range(256))
    assert round_constants()[-2:] == (0x1B, 0x36)


@given(st.sampled_from(FIELDS[2:]), st.integers(0, 7), byte, byte)
def test_every_root_gives_an_isomorphism(field: Field, which: int, a: int, b: int) -> None:
    found = roots(AES_FIELD.modulus, field)
    assert len(found) == 8
    basis = CipherBasis(field, found[which])
    phi = basis.phi
    assert phi(AES_FIELD.mul(a, b)) == field.mul(phi(a), phi(b))
    assert phi(a ^ b) == phi(a) ^ phi(b)
    assert phi(1) == field.one
    assert basis.phi_inverse(phi(a)) == a
    assert basis.multiplier(a)(phi(b)) == phi(AES_FIELD.mul(a, b))
    assert basis.inverse_sub_byte(phi(b)) == phi(inverse_aes_sbox()[b])


@pytest.mark.parametrize("field", FIELDS[2:], ids=lambda field: field.name)
def test_sbox_through_a_field_is_the_table(field: Field) -> None:
    for root in roots(AES_FIELD.modulus, field):
        assert CipherBasis(field, root).sbox() == aes_sbox()


def test_the_search_space_is_complete_and_without_repeats() -> None:
    assert len({field.name for field in gf16_fields()}) == 3 + 6 + 6
    found = list(cipher_bases([GF16]))
    assert len(found) == len({basis.phi for basis in found}) == 120 * 8


def test_a_wrong_root_is_refused_with_the_legal_ones() -> None:
    with pytest.raises(ValueError, match=r"its roots are .*20"):
        CipherBasis(TOWER, 0x21)
    with pytest.raises(ValueError, match="4 bits"):
        CipherBasis(GF16, 2)


@given(st.lists(byte, min_size=8, max_size=8), byte)
def test_matrix_inverse_or_refusal(rows: list[int], vector: int) -> None:
    matrix = BitMatrix(tuple(rows))
    images = {matrix(value) for value in range(256)}
    if len(images) == 256:
        assert matrix.inverse()(matrix(vector)) == vector
        assert matrix @ matrix.inverse() == BitMatrix.identity(8)
    else:
        with pytest.raises(ValueError, match="singular"):
            matrix.inverse()


@given(st.lists(byte, min_size=8, max_size=8), st.lists(byte, min_size=8, max_size=8), byte)
def test_matrix_product_is_composition(left: list[int], right: list[int], vector: int) -> None:
    a, b = BitMatrix(tuple(left)), BitMatrix.from_columns(right)
    assert (a @ b)(vector) == a(b(vector))
    assert BitMatrix.from_entries(a.entries()) == a
    assert BitMatrix.from_columns([a.column(j) for j in range(8)]) == a


def test_ragged_entries_are_refused() -> None:
    with pytest.raises(ValueError, match="row 1 needs 2 entries"):
        BitMatrix.from_entries([[1, 0], [1, 0, 1]])
