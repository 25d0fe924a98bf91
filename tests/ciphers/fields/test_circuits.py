"""Straight-line programs: sums are right, and so are the S-boxes made of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aesculus.ciphers.aes.fields import aes_sbox, inverse_aes_sbox
from aesculus.ciphers.aes.fields.circuits import Gate, Program, xor_program
from aesculus.ciphers.aes.fields.sbox_circuits import (
    CANRIGHT,
    NormalTower,
    SboxCircuit,
    inversion,
    sbox_circuit,
    towers,
)
from aesculus.ciphers.aes.fields.sbox_package import compact, search, shallow

TABLES = {"encrypt": aes_sbox(), "decrypt": inverse_aes_sbox()}

rows = st.lists(st.integers(1, 255), min_size=1, max_size=9)


@given(rows, st.integers(0, 511), st.sampled_from((None, 0, 4)), st.integers(0, 3))
def test_sums_are_right(rows: list[int], constants: int, limit: int | None, seed: int) -> None:
    program = xor_program(rows, 8, constants=constants, limit=limit, seed=seed)
    for value in (*(1 << bit for bit in range(8)), 0, 0xA7):
        wanted = [(row & value).bit_count() & 1 for row in rows]
        got = program(value)
        assert [got >> i & 1 for i in range(len(rows))] == [
            bit ^ (constants >> i & 1) for i, bit in enumerate(wanted)
        ]
    assert len(program.gates) <= sum(row.bit_count() - 1 for row in rows)


@given(rows, st.lists(st.integers(0, 4), min_size=8, max_size=8))
def test_no_sum_is_deeper_than_it_must_be(rows: list[int], arrival: list[int]) -> None:
    program = xor_program(rows, 8, arrival=arrival, limit=0)
    for row, depth in zip(rows, program.output_depths(arrival), strict=True):
        leaves = sum(1 << arrival[j] for j in range(8) if row >> j & 1)
        assert depth == (leaves - 1).bit_length()


def test_common_pairs_are_shared() -> None:
    assert xor_program([0b0111, 0b1011, 0b0011], 4).size == 3
    # Opposite outputs: one of them needs an inverter, and one that is an input needs it too.
    assert xor_program([0b011, 0b011, 0b100], 3, constants=0b110).size == 3


@given(rows, st.integers(0, 4), st.integers(0, 255))
def test_halves_do_what_the_whole_does(rows: list[int], depth: int, value: int) -> None:
    whole = xor_program(rows, 8)
    first, second = whole.split(depth)
    assert second(first(value)) == whole(value)
    assert len(first.gates) + len(second.gates) == len(whole.gates)
    assert max(first.output_depths()) <= depth


def test_gates_that_nothing_needs_go() -> None:
    gates = (Gate("&", 0, 1), Gate("^", 0, 2), Gate("|", 1, 2), Gate("^", 3, 5))
    whole = Program(3, gates, (6, 0))
    assert whole.pruned() == Program(3, (gates[0], gates[2], Gate("^", 3, 4)), (5, 0))


def test_inverters_are_not_split() -> None:
    with pytest.raises(ValueError, match="inverters"):
        Program(2, (Gate("&", 0, 1),), (2,), frozenset({0})).split(1)


def test_towers_are_what_their_class_says() -> None:
    assert len(towers()) == 16
    assert len({tower.basis for tower in towers()}) == 16
    assert CANRIGHT.coordinates(1) == 0xFF
    with pytest.raises(ValueError, match="0x03 and its power 16"):
        NormalTower(3, CANRIGHT.z, CANRIGHT.w)


@pytest.mark.parametrize("tower", towers(), ids=lambda tower: f"{tower.y:02x}{tower.z:02x}")
@pytest.mark.parametrize("flat", [False, True])
def test_every_tower_gives_the_sbox(tower: NormalTower, flat: bool) -> None:
    middle = inversion(tower, or_1=0x0A5, or_2=5, shallow=flat)
    circuit = sbox_circuit("any", middle, shallow=flat)
    for direction, table in TABLES.items():
        if not circuit.tops[direction].inverted:
            program = circuit.program(direction)
            assert [program(value) for value in range(256)] == list(table)


@pytest.mark.parametrize("direction", TABLES)
@pytest.mark.parametrize("circuit", [compact(), shallow()], ids=lambda circuit: circuit.name)
def test_both_programs_are_the_sbox(circuit: SboxCircuit, direction: str) -> None:
    program = circuit.program(direction)
    assert [program(value) for value in range(256)] == list(TABLES[direction])


def test_gates_and_depth_are_those_that_the_documents_name() -> None:
    found = {}
    for circuit in (compact(), shallow()):
        for direction in TABLES:
            program = circuit.program(direction)
            products = sum(gate.op in "&|" for gate in program.gates)
            depth = max(program.output_depths())
            found[circuit.name, direction] = (program.size, products, depth)
    assert found == {
        ("compact", "encrypt"): (118, 36, 23),
        ("compact", "decrypt"): (126, 36, 23),
        ("shallow", "encrypt"): (145, 36, 15),
        ("shallow", "decrypt"): (144, 36, 16),
    }


def test_a_search_finds_them() -> None:
    best = next(row for row in search(shallow=False, step=287) if row[3] == 287)
    assert best[1] >= compact().program("encrypt").size
