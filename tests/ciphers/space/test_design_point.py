import pytest
from hypothesis import given
from pydantic import ValidationError

from aesculus.ciphers.aes.space import (
    DesignPoint,
    Direction,
    Flow,
    KeySchedule,
    LaneKeys,
    SboxKind,
    axes,
    axis,
)
from aesculus.design import parse_build
from strategies import any_points


def test_fields_and_defaults_are_those_of_the_list() -> None:
    assert list(DesignPoint.model_fields) == [row.field for row in axes()]
    assert DesignPoint().model_dump(mode="json") == {row.field: row.default for row in axes()}


@pytest.mark.parametrize(("key_bits", "rounds"), [(128, 10), (192, 12), (256, 14)])
def test_number_of_rounds_is_that_of_fips_197(key_bits: int, rounds: int) -> None:
    assert DesignPoint(key_bits=key_bits).nr == rounds


def test_key_size_that_aes_lacks_is_refused() -> None:
    with pytest.raises(ValidationError, match="no key of 160 bits; legal: 128, 192, 256"):
        DesignPoint(key_bits=160)


def test_unknown_field_is_refused() -> None:
    with pytest.raises(ValidationError, match="colour"):
        DesignPoint().replace(colour="red")


def test_point_is_a_value() -> None:
    point = DesignPoint(unroll=2)
    with pytest.raises(ValidationError):
        point.unroll = 3  # type: ignore[misc]
    assert len({point, DesignPoint(unroll=2), DesignPoint(unroll=5)}) == 2


def test_key_sbox_follows_sbox_unless_given() -> None:
    assert DesignPoint(sbox=SboxKind.ROM).key_sbox == SboxKind.ROM
    assert DesignPoint(sbox=SboxKind.ROM, key_sbox=SboxKind.TOWER).key_sbox == SboxKind.TOWER
    both = DesignPoint(sbox=SboxKind.ROM).replace(sbox="bram")
    assert (both.sbox, both.key_sbox) == (SboxKind.BRAM, SboxKind.ROM)


@pytest.mark.parametrize("key_bits", [128, 192, 256, "256"])
def test_fixed_key_is_the_example_of_fips_197_unless_given(key_bits: int) -> None:
    point = DesignPoint(key_bits=key_bits, key_schedule=KeySchedule.FIXED)
    assert point.fixed_key == bytes(range(int(key_bits) // 8)).hex()
    assert DesignPoint(key_bits=key_bits).fixed_key == ""
    assert DesignPoint(key_schedule=KeySchedule.FIXED, fixed_key="0A").fixed_key == "0a"
    with pytest.raises(ValidationError):
        DesignPoint(key_schedule=KeySchedule.FIXED, fixed_key="xy")


@given(any_points())
def test_json_round_trip_even_without_defaults(point: DesignPoint) -> None:
    assert DesignPoint.model_validate_json(point.model_dump_json()) == point
    assert DesignPoint.model_validate(point.model_dump(mode="json", exclude_defaults=True)) == point
    assert DesignPoint.model_validate(point.model_dump(exclude_unset=True)) == point


@given(any_points())
def test_digest_depends_on_values_alone(point: DesignPoint) -> None:
    shuffled = dict(reversed(point.model_dump(mode="json").items()))
    assert DesignPoint.model_validate(shuffled).digest == point.digest


@given(any_points(), any_points())
def test_labels_and_digests_tell_the_same_points_apart(
    one: DesignPoint, other: DesignPoint
) -> None:
    assert (one.label == other.label) == (one.digest == other.digest)


def test_digests_of_released_points_never_change() -> None:
    # Stored results are found by these: a change orphans every store.
    assert parse_build("UF2-PP3B").digest == (
        "241d06da8b82f3fc09bcf722d5795f92de2a98fc9ae853d841a678c80b420266"
    )
    assert parse_build("UF2-PP3B+widelut").digest == (
        "06a96e3c1bc079ff07bc8d0dad68252d0d8e0a6e75ef1daa8855cdc34b7403f5"
    )
    assert parse_build("UF10-CdffT-CREDIT").digest == (
        "a661928f330635c16879ef1f481d92bf3f056e317dbc988084ecb32e472dc3a9"
    )


@pytest.mark.parametrize("kind", [Direction, SboxKind, KeySchedule, LaneKeys, Flow])
def test_enums_hold_their_json_values(
    kind: type[Direction | SboxKind | KeySchedule | LaneKeys | Flow],
) -> None:
    assert [str(member) for member in kind] == [member.name.lower() for member in kind]


def test_unknown_axis_has_no_row() -> None:
    with pytest.raises(KeyError):
        axis("voltage")
