"""Generated packages: the RTL has what is written, and what is written is right."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aesculus.ciphers.aes.fields import AES_FIELD, CipherBasis, aes_sbox, basis_numbers, tower_basis
from aesculus.ciphers.aes.fields.bases import gamma_powers, long_number, short_bases
from aesculus.ciphers.aes.fields.field_package import (
    DEFAULT,
    DEFAULT_ROOT,
    TWISTS,
    logarithms,
    powers,
    twist,
)
from aesculus.ciphers.aes.fields.packages import PACKAGES, write
from aesculus.ciphers.aes.fields.verilog import array, values
from aesculus.resources import rtl_dir, rtl_files


@pytest.mark.parametrize("name", PACKAGES)
def test_the_rtl_has_what_is_written(name: str) -> None:
    assert (rtl_dir() / name).read_text(encoding="utf-8") == PACKAGES[name]()
    assert rtl_dir() / name in rtl_files()


def test_every_generated_file_is_written_from_here() -> None:
    marked = {
        path.relative_to(rtl_dir()).as_posix()
        for path in rtl_files()
        if "wrote this; a test holds it so" in path.read_text(encoding="utf-8")
    }
    assert marked == set(PACKAGES)


def test_only_what_differs_is_written(tmp_path: Path) -> None:
    assert write(tmp_path) == list(PACKAGES)
    assert write(tmp_path) == []
    (tmp_path / "sbox/aesculus_sbox_table_pkg.sv").write_text("", encoding="utf-8")
    assert write(tmp_path) == ["sbox/aesculus_sbox_table_pkg.sv"]


def _read(text: str, name: str) -> list[int]:
    """Return the elements of an array constant, that of index 0 first."""
    body = re.search(rf"localparam logic (?:\[\d+:0\])+ {name} = \{{(.*?)\}};", text, re.DOTALL)
    assert body
    found = [int(digits, 16) for digits in re.findall(r"\d+'h([0-9a-f]+)", body[1])]
    return found[::-1]


def test_an_array_is_read_back() -> None:
    assert _read("\n".join(values("Some", 8, range(200))), "Some") == list(range(200))
    assert max(map(len, values("Some", 8, range(200)))) <= 100
    assert array("Pair", "[7:0]", ["8'h01", "8'h02"])[1].split() == ["8'h02,", "8'h01"]


def test_the_tables_of_the_sbox() -> None:
    text = PACKAGES["sbox/aesculus_sbox_table_pkg.sv"]()
    assert tuple(_read(text, "Forward")) == aes_sbox()
    inverse = _read(text, "Inverse")
    assert [inverse[value] for value in aes_sbox()] == list(range(256))


def test_powers_and_exponents_undo_each_other() -> None:
    assert sorted(powers()) == list(range(1, 256))
    assert [powers()[logarithms()[value]] for value in range(1, 256)] == list(range(1, 256))
    assert AES_FIELD.mul(powers()[100], powers()[200]) == powers()[45]
    assert tuple(powers()[17 * n] for n in range(15)) == gamma_powers()


@given(st.sampled_from(sorted(short_bases())))
def test_a_short_number_stands_for_the_long_one_of_its_elements(number: int) -> None:
    text = PACKAGES["aesculus_field_table_pkg.sv"]()
    long = dict(zip(_read(text, "ShortNumber"), _read(text, "ShortStandsFor"), strict=True))[number]
    assert long == long_number(tower_basis(number))
    assert long not in basis_numbers()
    assert long & 0xFF == tower_basis(number).x


@pytest.mark.parametrize(("factor", "squares"), [*TWISTS[False], *TWISTS[True]])
def test_a_twist_is_taken_back_behind_the_inversion(factor: int, squares: int) -> None:
    before, behind = twist(factor, squares)
    basis = CipherBasis(DEFAULT, DEFAULT_ROOT)
    assert basis.phi == tower_basis(0x208).phi
    for value in range(256):
        assert behind(DEFAULT.inv(before(value))) == DEFAULT.inv(value)
