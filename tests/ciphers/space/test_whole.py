"""Counts of and draws from the whole space."""

from itertools import product
from typing import Any

import pytest

from aesculus.ciphers.aes.space import (
    DEFAULT_BASIS,
    DesignPoint,
    KeySchedule,
    LaneKeys,
    SboxKind,
    canonical,
    count_legal,
    draw,
    is_legal,
    parse,
)

_SMALL: dict[str, tuple[Any, ...]] = {
    "key_bits": (128, 192),
    "direction": ("encrypt", "both"),
    "unroll": (1, 10, 12),
    "cuts": (0x001, 0x100, 0x210),
    "cut_every": (1, 2, 10),
    "entry_cuts": (0,),
    "width": (128,),
    "sbox": ("bram", "tower"),
    "key_sbox": ("logic", "tower", "bram"),
    "basis": (0,),
    "whole": (False, True),
    "key_schedule": ("online", "fixed"),
    "lanes": (1,),
    "lane_keys": ("shared",),
    "flow": ("none",),
    "isolate": (False, True),
}
_OTHERS: list[dict[str, tuple[Any, ...]]] = [
    {},
    {"unroll": (2, 10), "entry_cuts": (0, 2), "cuts": (0x001, 0x901), "key_bits": (128,)},
    {"basis": (0, DEFAULT_BASIS, 0x21C), "unroll": (2,), "key_schedule": ("stored", "external")},
    {"key_schedule": ("last",), "lanes": (1, 2), "lane_keys": ("shared", "separate")},
    {"key_schedule": ("online", "last", "stored"), "unroll": (1,), "cuts": (1,)},
    {"lanes": (1, 3), "lane_keys": ("shared", "separate"), "unroll": (1,), "cuts": (1,)},
    {"width": (128, 32, 8), "flow": ("stall", "credit"), "direction": ("encrypt",), "cuts": (1, 2)},
    {"width": (8,), "basis": (0, DEFAULT_BASIS, 0x21C), "key_schedule": ("online", "last")},
    {"sbox": ("ttable", "shallow"), "key_sbox": ("ttable", "bram", "line"), "cuts": (1, 0x481)},
    {"sbox": ("rom", "logic"), "key_sbox": ("rom",), "flow": ("none", "stall"), "unroll": (5,)},
]


@pytest.mark.parametrize("change", _OTHERS, ids=lambda change: "-".join(change) or "small")
def test_the_count_is_that_of_the_rules(change: dict[str, tuple[Any, ...]]) -> None:
    limits = _SMALL | change
    found = {
        canonical(point)
        for values in product(*limits.values())
        if is_legal(point := DesignPoint.model_validate(dict(zip(limits, values, strict=True))))
    }
    assert count_legal(limits) == len(found) > 0


def test_the_whole_count() -> None:
    one = {field: (value,) for field, value in parse("UF1-PP0T").model_dump().items()}
    del one["fixed_key"], one["tag_bits"]
    assert count_legal(one) == 1
    assert count_legal({"whole": (False,)}) < count_legal()


def test_a_draw_is_legal_and_repeatable() -> None:
    found = draw(300, 3)
    assert len(set(found)) == 300
    assert all(is_legal(point) and canonical(point) == point for point in found)
    assert found == draw(300, 3)
    assert found[:20] == draw(20, 3)
    assert set(found) != set(draw(300, 4))


def test_a_draw_reaches_every_value() -> None:
    found = draw(800, 1, {"lanes": (1, 2, 3)})
    assert {point.lanes for point in found} == {1, 2, 3}
    assert {point.key_bits for point in found} == {128, 192, 256}
    assert {point.unroll for point in found} == set(range(1, 15))
    assert {point.entry_cuts for point in found} == {0, 1, 2}
    assert {point.width for point in found} == {128, 32, 8}
    assert {point.sbox for point in found if point.width == 8} >= {SboxKind.BRAM, SboxKind.TOWER}
    assert {point.key_schedule for point in found} == set(KeySchedule)
    assert {point.lane_keys for point in found} == set(LaneKeys)
    assert {point.whole for point in found} == {False, True}
    assert len({point.basis for point in found}) > 30
    assert {point.sbox for point in found} >= {SboxKind.BRAM, SboxKind.ROM, SboxKind.LOGIC}
    assert len({point.fixed_key for point in found}) > 20
    assert len({point.tag_bits for point in found}) > 20
    assert all(parse(point.label) == point for point in found)


def test_a_draw_of_more_than_there_are_gives_what_there_is() -> None:
    limits = {"key_bits": (128,), "direction": ("encrypt",), "unroll": (1,), "sbox": ("bram",)}
    limits |= {"key_schedule": ("external",), "lanes": (1,), "flow": ("none",)}
    found = draw(300, 0, limits)
    untagged = {point.replace(tag_bits=1) for point in found}
    assert len(untagged) == count_legal(limits) == 16
