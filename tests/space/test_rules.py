import pickle

import pytest
from hypothesis import given

from aesculus.space import (
    DesignPoint,
    Direction,
    IllegalPointError,
    SboxKind,
    axes,
    canonical,
    check,
    is_legal,
    nearest_legal,
    parse,
    violations,
)
from strategies import any_points, legal_points, nearly_legal_points


def _stated_again(point: DesignPoint) -> bool:
    """The rules once more, written from ARCHITECTURE.md and without the list of axes."""
    have = ("bram", "rom", "logic", "tower")
    inner = 0x0FE if point.sbox == "tower" else 0
    return (
        point.direction == "encrypt"
        and point.sbox in have
        and point.key_sbox in have
        and 1 <= point.unroll <= {128: 10, 192: 12, 256: 14}[point.key_bits]
        and 1 <= point.cut_every <= point.unroll
        and point.cuts != 0
        and point.cuts & ~(0xD01 | inner) == 0
        and (
            "bram" not in {point.sbox, point.key_sbox}
            or (point.cuts & 1 == 1 and point.cut_every == 1)
        )
        and point.basis == 0
        and point.key_schedule == "online"
        and point.lanes == 1
        and 1 <= point.tag_bits <= 32
    )


@given(nearly_legal_points() | any_points())
def test_rules_agree_with_a_second_statement(point: DesignPoint) -> None:
    assert is_legal(point) == _stated_again(point)


@given(legal_points())
def test_points_legal_by_construction_are_legal(point: DesignPoint) -> None:
    assert violations(point) == []
    check(point)


@given(nearly_legal_points() | any_points())
def test_check_and_violations_agree(point: DesignPoint) -> None:
    found = violations(point)
    if not found:
        check(point)
        return
    with pytest.raises(IllegalPointError) as caught:
        check(point)
    message = str(caught.value)
    assert caught.value.violations == found
    assert "\n" not in message
    for violation in found:
        assert violation.axis in {row.field for row in axes()}
        assert str(violation) in message
        assert violation.reason
        assert violation.legal


@given(nearly_legal_points() | any_points())
def test_nearest_legal_point_is_legal_and_a_fixed_point(point: DesignPoint) -> None:
    nearest = nearest_legal(point)
    assert is_legal(nearest)
    assert nearest_legal(nearest) == nearest
    if is_legal(point):
        assert nearest == canonical(point)


@given(nearly_legal_points() | any_points())
def test_nearest_legal_point_leaves_alone_what_is_legal(point: DesignPoint) -> None:
    wrong = {violation.axis for violation in violations(point)}
    nearest = nearest_legal(point)
    for field in ("direction", "sbox", "key_sbox", "unroll", "lanes", "tag_bits", "basis"):
        if field not in wrong and field != "basis":
            assert getattr(nearest, field) == getattr(point, field)
    assert (nearest.flow, nearest.recipe) == (point.flow, point.recipe)
    assert nearest.key_bits == point.key_bits


@pytest.mark.parametrize("unroll", [2, 5, 10])
def test_combinational_block_ram_is_refused(unroll: int) -> None:
    point = parse(f"UF{unroll}-PP0B")
    with pytest.raises(IllegalPointError, match="cannot be combinational") as caught:
        check(point)
    assert [violation.axis for violation in caught.value.violations] == ["cut_every"]
    assert nearest_legal(point).label == f"UF{unroll}-PP1B"
    assert f"nearest legal point: UF{unroll}-PP1B" in str(caught.value)


def test_block_ram_in_a_single_round_is_its_own_register() -> None:
    check(parse("UF1-PP0B"))


def test_block_ram_in_the_key_expansion_alone_needs_the_same() -> None:
    assert not is_legal(parse("UF2-PP0T-KB"))
    assert is_legal(parse("UF2-PP1T-KB"))
    assert nearest_legal(parse("UF2-C102T-KB")).label == "UF2-C103T-KB"


@pytest.mark.parametrize(
    ("point", "axis", "words"),
    [
        (DesignPoint(unroll=11), "unroll", "unroll 11: AES-128 has 10 rounds; legal: 1..10"),
        (DesignPoint(unroll=0), "unroll", "unroll 0: no round at all; legal: 1..10"),
        (
            DesignPoint(unroll=2, cut_every=3),
            "cut_every",
            "cut_every 3: there are only 2 physical rounds; legal: 1..2",
        ),
        (DesignPoint(cuts=0), "cuts", "combinational loop"),
        (DesignPoint(cuts=0x1001), "cuts", "no such cut position: bit12; legal: 0x1..0xfff"),
        (
            DesignPoint(cuts=0x005, sbox=SboxKind.ROM),
            "cuts",
            "cuts 0x5: a rom S-box has no inner cut position s2; legal: 0x1",
        ),
        (DesignPoint(cuts=0x201), "cuts", "pre exists in decryption only; legal: 0x1"),
        (
            DesignPoint(direction=Direction.BOTH),
            "direction",
            "direction both: not available yet; legal: encrypt",
        ),
        (DesignPoint(lanes=2), "lanes", "lanes 2: not available yet; legal: 1"),
        (DesignPoint(lanes=17), "lanes", "lanes 17: out of range; legal: 1..16"),
        (DesignPoint(basis=1), "basis", "basis 1: not available yet; legal: 0"),
        (DesignPoint(tag_bits=33), "tag_bits", "tag_bits 33: out of range; legal: 1..32"),
    ],
)
def test_refusal_names_value_reason_and_what_is_legal(
    point: DesignPoint, axis: str, words: str
) -> None:
    with pytest.raises(IllegalPointError) as caught:
        check(point)
    assert [violation.axis for violation in caught.value.violations] == [axis]
    assert words in str(caught.value)


def test_unavailable_sbox_is_refused_with_what_there_is() -> None:
    point = DesignPoint(sbox=SboxKind.CANRIGHT, key_sbox=SboxKind.ROM)
    with pytest.raises(IllegalPointError) as caught:
        check(point)
    expected = "sbox canright: not available yet; legal: bram (B), rom (D), logic (L), tower (T)"
    assert expected in str(caught.value)


def test_errors_cross_process_borders() -> None:
    with pytest.raises(IllegalPointError) as caught:
        check(parse("UF2-PP0B"))
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == str(caught.value)
    assert copy.violations == caught.value.violations
