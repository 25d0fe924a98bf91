import pytest

from aesculus.ciphers.aes.space import (
    ALL_CUTS,
    PRESETS,
    Cut,
    Direction,
    SboxKind,
    available_cuts,
    inner_cuts,
    position_names,
    registered_rounds,
)
from aesculus.ciphers.aes.space.parameters import parameters


def test_positions_are_those_of_the_list() -> None:
    listed = {row.name: 1 << row.bit for row in parameters().cut}
    assert {str(cut.name).lower(): int(cut) for cut in Cut} == listed
    assert ALL_CUTS == 0xFFF


def test_preset_masks() -> None:
    assert {name: preset.mask for name, preset in PRESETS.items()} == {
        "PP0": 0x001,
        "PP1": 0x001,
        "PP2": 0x101,
        "PP3": 0x901,
    }
    assert [name for name, preset in PRESETS.items() if not preset.every_round] == ["PP0"]


def test_names_are_in_data_order_with_unknown_bits_last() -> None:
    assert position_names(0x2901) == ["start", "sub", "mix", "bit13"]
    assert position_names(0) == []


@pytest.mark.parametrize(
    ("sbox", "inner"),
    [
        ("tower", 0x0FE),
        ("canright", 0x0FE),
        ("line", 0x07E),
        ("ttable", 0),
        ("bram", 0),
        ("rom", 0),
        ("logic", 0),
    ],
)
def test_inner_positions(sbox: str, inner: int) -> None:
    assert inner_cuts(sbox) == inner
    assert available_cuts(sbox, Direction.ENCRYPT) == 0xD01 | inner
    assert available_cuts(sbox, Direction.BOTH) == 0xF01 | inner


def test_every_kind_lists_known_inner_positions() -> None:
    for kind in SboxKind:
        assert inner_cuts(kind) & ~0x0FE == 0


@pytest.mark.parametrize(
    ("unroll", "every", "rounds"), [(1, 1, (0,)), (4, 2, (0, 2)), (5, 2, (0, 2, 4)), (5, 5, (0,))]
)
def test_registered_rounds(unroll: int, every: int, rounds: tuple[int, ...]) -> None:
    assert registered_rounds(unroll, every) == rounds
