import pickle

import pytest
from hypothesis import given

from aesculus.ciphers.aes.fields import basis_numbers
from aesculus.ciphers.aes.space import (
    DesignPoint,
    IllegalPointError,
    KeySchedule,
    LaneKeys,
    SboxKind,
    axes,
    canonical,
    check,
    is_legal,
    nearest_legal,
    parse,
    rules,
    violations,
)
from strategies import any_points, legal_points, nearly_legal_points

_BASES = set(basis_numbers())


_BUT_LOGIC = dict.fromkeys(("sbox", "key_sbox"), ("bram", "rom", "tower"))


def _stated_again(point: DesignPoint) -> bool:
    """The rules once more, written from ARCHITECTURE.md and without the list of axes."""
    have = tuple(SboxKind)
    seven = dict.fromkeys(("tower", "canright", "lut"), 0x0FE)
    inner = (seven | {"line": 0x07E, "shallow": 0x07E}).get(point.sbox, 0)
    pre = 0 if point.direction == "encrypt" else 0x200
    nr = {128: 10, 192: 12, 256: 14}[point.key_bits]
    own_sboxes = {point.sbox}
    if point.key_schedule in {"online", "last", "stored"}:
        own_sboxes.add(point.key_sbox)
    digits = point.key_bits // 4 if point.key_schedule == "fixed" else 0
    return (
        point.sbox in have
        and point.key_sbox in have
        and 1 <= point.unroll <= nr
        and 1 <= point.cut_every <= point.unroll
        and point.cuts != 0
        and point.cuts & ~(0xD01 | pre | inner) == 0
        and (point.entry_cuts == 0 or (point.entry_cuts <= 2 and point.unroll == nr))
        and (point.sbox != "ttable" or point.direction == "encrypt")
        and (not own_sboxes & {"bram", "ttable"} or (point.cuts & 1 == 1 and point.cut_every == 1))
        and (point.basis == 0 or point.basis in _BASES)
        and (
            not point.whole
            or (own_sboxes == {"tower"} and point.key_schedule in {"online", "last", "stored"})
        )
        and len(point.fixed_key) == digits
        and 1 <= point.lanes <= 16
        and (
            point.lane_keys == "shared"
            or (point.lanes > 1 and point.key_schedule in {"online", "last"})
        )
        and 1 <= point.tag_bits <= 32
        and (point.width == 128 or (point.width in {8, 32} and _may_be_narrow(point)))
    )


def _may_be_narrow(point: DesignPoint) -> bool:
    return (
        (point.direction, point.unroll, point.cuts, point.lanes) == ("encrypt", 1, 1, 1)
        and "ttable" not in {point.sbox, point.key_sbox}
        and (point.key_sbox == point.sbox or (point.width, point.key_bits) == (8, 128))
        and not point.whole
        and point.key_schedule in {"online", "last"}
        and point.flow != "credit"
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
    for field in ("direction", "sbox", "unroll", "lanes", "key_schedule", "tag_bits"):
        if field not in wrong:
            assert getattr(nearest, field) == getattr(canonical(point), field)
    if "key_sbox" not in wrong:
        assert nearest.key_sbox == canonical(point.replace(sbox=nearest.sbox)).key_sbox
    if wrong <= {"entry_cuts", "whole", "fixed_key", "lane_keys"}:
        merged = canonical(point)
        for field in set(DesignPoint.model_fields) - wrong:
            assert getattr(nearest, field) == getattr(merged, field)
    assert nearest.flow == point.flow
    assert nearest.key_bits == point.key_bits


@pytest.mark.parametrize("unroll", [2, 5, 10])
def test_combinational_block_ram_is_refused(unroll: int) -> None:
    point = parse(f"UF{unroll}-PP0B")
    with pytest.raises(IllegalPointError, match="cannot be combinational") as caught:
        check(point)
    assert [violation.axis for violation in caught.value.violations] == ["cut_every"]
    assert nearest_legal(point).label == f"UF{unroll}-PP1B"
    assert f"nearest legal point: UF{unroll}-PP1B" in str(caught.value)


def test_without_a_round_nothing_is_said_of_what_counts_in_rounds() -> None:
    with pytest.raises(IllegalPointError) as caught:
        check(parse("UF0-PP0B"))
    assert [violation.axis for violation in caught.value.violations] == ["unroll"]


def test_block_ram_in_a_single_round_is_its_own_register() -> None:
    check(parse("UF1-PP0B"))


def test_block_ram_in_the_key_expansion_alone_needs_the_same() -> None:
    assert not is_legal(parse("UF2-PP0T-KB"))
    assert is_legal(parse("UF2-PP1T-KB"))
    assert nearest_legal(parse("UF2-C102T-KB")).label == "UF2-C103T-KB"
    assert not is_legal(parse("UF2-PP0T-KB-STORED"))
    # Without an expansion there is no such S-box.
    assert is_legal(DesignPoint(unroll=2, cut_every=2, key_sbox="bram", key_schedule="external"))


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
            "cuts 0x5: a rom S-box has no inner cut position s2; legal: a mask without 0x4",
        ),
        (
            DesignPoint(cuts=0x201),
            "cuts",
            "pre exists in decryption only; legal: a mask without 0x200",
        ),
        (
            DesignPoint(sbox=SboxKind.TTABLE, direction="both"),
            "sbox",
            "InvMixColumns, so no table of both; legal: bram (B), or direction encrypt",
        ),
        (DesignPoint(lanes=17), "lanes", "lanes 17: out of range; legal: 1..16"),
        (
            DesignPoint(basis=0x209),
            "basis",
            "basis 0x209: not the number of an isomorphism from GF(2^8) to the tower field; "
            "legal: 0, or one of 14880 from 0x208 to 0x1c7fe, as 0x208",
        ),
        (DesignPoint(entry_cuts=3, unroll=10), "entry_cuts", "out of range; legal: 0..2"),
        (
            DesignPoint(entry_cuts=1, unroll=5),
            "entry_cuts",
            "entry_cuts 1: only a ring that is walked once (unroll 10) has registers before it",
        ),
        (DesignPoint(whole=True, sbox=SboxKind.ROM), "whole", "a rom S-box does not compute"),
        (
            DesignPoint(whole=True, key_sbox=SboxKind.LOGIC),
            "whole",
            "whole true: a logic S-box of the key schedule does not compute in the tower field",
        ),
        (
            DesignPoint(whole=True, key_schedule=KeySchedule.EXTERNAL),
            "whole",
            "whole true: round keys of schedule external are not in the tower field; legal: false",
        ),
        (
            DesignPoint(key_bits=192, key_schedule=KeySchedule.FIXED, fixed_key="ab" * 16),
            "fixed_key",
            ": 32 hex digits; legal: 48 hex digits, the 192 bits of the key",
        ),
        (
            DesignPoint(fixed_key="ab" * 16),
            "fixed_key",
            "key schedule online has no key of its own; legal: none",
        ),
        (
            DesignPoint(lane_keys=LaneKeys.SEPARATE),
            "lane_keys",
            "lane_keys separate: a single lane has nothing to share; legal: shared",
        ),
        (
            DesignPoint(lanes=2, lane_keys=LaneKeys.SEPARATE, key_schedule=KeySchedule.STORED),
            "lane_keys",
            "lane_keys separate: key schedule stored is one for all lanes; legal: shared",
        ),
        (
            DesignPoint(width=64),
            "width",
            "width 64: no such value; legal: 128, 32, 8",
        ),
        (
            DesignPoint(width=8, unroll=2, flow="credit"),
            "width",
            "width 8: a datapath below one round is a part of one round, not of unroll 2, "
            "holds one block, which needs no credit; legal: 128",
        ),
        (DesignPoint(width=32, sbox=SboxKind.TTABLE), "width", "not a ttable's"),
        (DesignPoint(width=32, cuts=0x101), "width", "not cuts 0x101"),
        (DesignPoint(width=32, key_sbox="rom"), "width", "tower and rom cannot be"),
        (DesignPoint(width=8, direction="both"), "width", "not direction both"),
        (DesignPoint(width=8, key_schedule="stored"), "width", "online, not stored"),
        (DesignPoint(width=8, lanes=3), "width", "one lane, not 3"),
        (DesignPoint(width=8, whole=True), "width", "no map of the whole cipher"),
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


def test_unavailable_sbox_is_refused_with_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "implemented_values", _BUT_LOGIC.get)
    point = DesignPoint(sbox=SboxKind.LOGIC, key_sbox=SboxKind.ROM)
    assert [str(violation) for violation in violations(point)] == [
        "sbox logic: not available yet; legal: bram (B), rom (D), tower (T)"
    ]


def test_errors_cross_process_borders() -> None:
    with pytest.raises(IllegalPointError) as caught:
        check(parse("UF2-PP0B"))
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == str(caught.value)
    assert copy.violations == caught.value.violations
