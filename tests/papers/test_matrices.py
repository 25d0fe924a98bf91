import pytest

from aesculus.ciphers.aes.fields import aes_sbox
from aesculus.papers import load, matrices
from aesculus.papers.published import PrintedMatrix


def test_exactly_these_printed_entries_differ_from_the_derived_ones() -> None:
    found = {
        (item.id, item.row): (item.printed, item.true, item.entries)
        for item in matrices.differences(load("jarvinen2003"))
    }
    assert found == {
        ("affine_matrix", 3): ("011110000", "01111000", ()),
        ("affine_matrix", 4): ("101000000", "10100000", ()),
        ("affine_matrix", 7): ("00100101", "00010111", (2, 3, 6)),
        # The scan has nine rows; the surplus one is row 3 with its last entry lost.
        ("aes_multiplier_3", 3): ("00110000", "", ()),
    }


def test_farooqs_affine_constant_has_one_bit_too_many() -> None:
    found = {item.id: item for item in matrices.differences(load("farooq2016"))}
    assert found["aes_affine_constant"].entries == (4,)
    assert found["aes_affine_matrix"].true == "00011111"
    assert found["aes_affine_matrix"].printed == ""
    assert len(found) == 2


def test_the_papers_basis_gives_the_sbox() -> None:
    assert matrices.basis(load("jarvinen2003")).sbox() == aes_sbox()


def test_a_paper_without_a_field_is_refused() -> None:
    with pytest.raises(ValueError, match="asu describes no field"):
        matrices.basis(load("asu"))


@pytest.mark.parametrize("column", range(8))
def test_any_flipped_entry_is_found(column: int) -> None:
    paper = load("jarvinen2003")
    phi = next(item for item in paper.matrices if item.id == "phi")
    row = list(phi.rows[5])
    row[column] = "10"[int(row[column])]
    rows = (*phi.rows[:5], "".join(row), *phi.rows[6:])
    spoilt = PrintedMatrix(id="phi", equation="10", rows=rows)
    changed = paper.model_copy(update={"matrices": (spoilt,)})
    (found,) = matrices.differences(changed)
    assert (found.row, found.entries) == (5, (column,))
