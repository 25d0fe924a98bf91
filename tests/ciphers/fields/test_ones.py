"""Ones in the matrices of a basis."""

from hypothesis import given
from hypothesis import strategies as st

from aesculus.ciphers.aes.fields import basis_numbers, tower_basis
from aesculus.ciphers.aes.fields.ones import MATRICES, NEEDED, ones, scores


def test_the_papers_matrices_have_the_ones_it_prints() -> None:
    counted = ones(tower_basis(0x208))
    # Equations 10 and 11 of Järvinen et al. (FPGA 2003), counted row by row.
    assert counted["phi"] == 3 + 1 + 6 + 2 + 3 + 4 + 4 + 2
    assert counted["phi_inverse"] == 2 + 3 + 1 + 3 + 4 + 3 + 4 + 4


@given(st.sampled_from(basis_numbers()))
def test_ones_are_those_of_the_maps(number: int) -> None:
    basis = tower_basis(number)
    counted = ones(basis)
    assert tuple(counted) == MATRICES
    for name, factor in (("3", 3), ("4", 4), ("9", 9), ("b", 11), ("d", 13), ("e", 14)):
        assert counted[f"times_{name}"] == basis.multiplier(factor).ones
    assert all(8 <= number <= 64 for number in counted.values())
    # In one matrix: SubBytes is inversion between a map in and a map out, and the other way about.
    value = 0x53
    mapped = basis.phi(value)
    out = basis.phi_inverse @ basis.affine_matrix
    assert counted["affine_out"] == out.ones
    assert out(mapped) == basis.phi_inverse(basis.affine_matrix(mapped))


def test_scores_are_sums_of_what_a_use_needs() -> None:
    counted = {name: 10**place for place, name in enumerate(MATRICES)}
    found = scores(counted)
    assert found.keys() == NEEDED.keys()
    assert found["sbox_encrypt"] == counted["phi"] + counted["affine_out"]
    assert found["whole_encrypt"] == sum(
        counted[name] for name in ("phi", "phi_inverse", "affine", "times_2", "times_3")
    )
