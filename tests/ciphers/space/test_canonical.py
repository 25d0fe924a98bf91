import pytest
from hypothesis import assume, example, given

from aesculus.ciphers.aes.space import (
    DEFAULT_BASIS,
    DesignPoint,
    Direction,
    KeySchedule,
    SboxKind,
    canonical,
    is_legal,
    registered_rounds,
    rtl_parameters,
)
from strategies import any_points, legal_points


@given(any_points())
def test_idempotent(point: DesignPoint) -> None:
    assert canonical(canonical(point)) == canonical(point)


@given(any_points())
def test_same_rounds_hold_the_same_cuts(point: DesignPoint) -> None:
    assume(point.unroll and point.cut_every)
    merged = canonical(point)
    assert merged.cuts == point.cuts
    assert registered_rounds(merged.unroll, merged.cut_every) == registered_rounds(
        point.unroll, point.cut_every
    )


@given(legal_points())
def test_legal_point_stays_legal_and_in_range(point: DesignPoint) -> None:
    assert is_legal(canonical(point))
    assert canonical(point).cut_every == point.cut_every


@given(any_points())
def test_equivalent_points_share_label_and_digest(point: DesignPoint) -> None:
    assert canonical(point).label == point.label
    assert canonical(point).digest == point.digest


@pytest.mark.parametrize("unroll", range(1, 15))
def test_one_cut_every_for_each_set_of_registered_rounds(unroll: int) -> None:
    by_rounds: dict[tuple[int, ...], set[int]] = {}
    for cut_every in range(1, 20):
        merged = canonical(DesignPoint(unroll=unroll, cut_every=cut_every)).cut_every
        by_rounds.setdefault(registered_rounds(unroll, cut_every), set()).add(merged)
    assert all(len(choices) == 1 for choices in by_rounds.values())
    assert by_rounds[(0,)] == {unroll}


def test_basis_matters_with_a_tower_field_alone() -> None:
    assert canonical(DesignPoint(sbox=SboxKind.ROM, basis=3)).basis == 0
    assert canonical(DesignPoint(sbox=SboxKind.TOWER, basis=3)).basis == 3
    key_only = DesignPoint(sbox=SboxKind.ROM, key_sbox=SboxKind.TOWER, basis=3)
    assert canonical(key_only).basis == 3
    assert canonical(key_only.replace(key_schedule="external")).basis == 0


def test_the_default_basis_has_one_name() -> None:
    assert canonical(DesignPoint(basis=DEFAULT_BASIS)) == DesignPoint()


def test_a_key_matters_with_a_fixed_schedule_alone() -> None:
    fixed = DesignPoint(key_schedule=KeySchedule.FIXED, fixed_key="ab" * 16)
    assert canonical(fixed) == fixed
    assert canonical(fixed.replace(key_schedule="online")).fixed_key == ""


@pytest.mark.parametrize("schedule", KeySchedule)
def test_key_sbox_matters_with_a_key_expansion_alone(schedule: KeySchedule) -> None:
    point = DesignPoint(sbox=SboxKind.ROM, key_sbox=SboxKind.LOGIC, key_schedule=schedule)
    expands = schedule in {KeySchedule.ONLINE, KeySchedule.LAST, KeySchedule.STORED}
    assert canonical(point).key_sbox == (SboxKind.LOGIC if expands else SboxKind.ROM)


@pytest.mark.parametrize("direction", Direction)
def test_encryption_has_no_use_for_the_end_of_the_schedule(direction: Direction) -> None:
    merged = canonical(DesignPoint(direction=direction, key_schedule=KeySchedule.LAST))
    encrypts = direction is Direction.ENCRYPT
    assert merged.key_schedule == (KeySchedule.ONLINE if encrypts else KeySchedule.LAST)


@given(legal_points())
@example(
    # Nothing expands a key, so no S-box of the key's kind is there to have a basis.
    DesignPoint(
        sbox=SboxKind.BRAM,
        key_sbox=SboxKind.TOWER,
        basis=0x21C,
        key_schedule=KeySchedule.EXTERNAL,
    )
)
def test_merging_changes_only_what_has_no_effect(point: DesignPoint) -> None:
    before, after = rtl_parameters(point), rtl_parameters(canonical(point))
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= {"Basis", "KeySbox", "KeySchedule"}
    if "KeySchedule" in changed:
        assert (point.key_schedule, point.direction) == (KeySchedule.LAST, Direction.ENCRYPT)
    if "Basis" in changed:
        expands = point.key_schedule not in {KeySchedule.EXTERNAL, KeySchedule.FIXED}
        built = {point.sbox, point.key_sbox} if expands else {point.sbox}
        assert before["Basis"] == DEFAULT_BASIS or "tower" not in built
