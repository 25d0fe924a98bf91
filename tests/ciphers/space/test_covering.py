"""Every legal pair of axis values, and points that show them all."""

import random

import pytest

from aesculus.ciphers.aes.space import DesignPoint, canonical, draw, is_legal, parse
from aesculus.ciphers.aes.space.covering import (
    covering,
    is_legal_pair,
    legal_pairs,
    pairs,
    shown,
    values,
)


def test_a_point_shows_one_value_of_each_axis() -> None:
    axes = values()
    for point in draw(200, 3):
        found = dict(shown(point))
        assert set(found) == set(axes)
        assert all(value in axes[name] for name, value in found.items())


def test_every_axis_but_the_recipe_is_there() -> None:
    fields = set(DesignPoint.model_fields) - {"recipe", "cuts"}
    assert fields == {name for name in values() if not name.startswith("cut ")}


@pytest.mark.parametrize(
    ("one", "other", "legal"),
    [
        (("sbox", "ttable"), ("direction", "decrypt"), False),
        (("sbox", "ttable"), ("direction", "encrypt"), True),
        (("key_sbox", "canright"), ("key_schedule", "external"), True),
        (("key_schedule", "last"), ("direction", "encrypt"), False),
        (("key_schedule", "last"), ("width", 8), False),
        (("key_schedule", "fixed"), ("fixed_key", "none"), False),
        (("lane_keys", "separate"), ("lanes", "1"), False),
        (("unroll", 14), ("key_bits", 128), False),
        (("unroll", 14), ("key_bits", 256), True),
        (("entry_cuts", 2), ("unroll", 9), False),
        (("cut PRE", True), ("direction", "encrypt"), False),
        (("cut START", False), ("sbox", "bram"), False),
        (("cut START", False), ("key_sbox", "bram"), False),
        (("cut S7", True), ("sbox", "line"), False),
        (("cut S7", True), ("key_sbox", "line"), True),
        (("width", 8), ("flow", "credit"), False),
    ],
)
def test_what_goes_together(one: object, other: object, legal: bool) -> None:
    assert is_legal_pair(frozenset({one, other})) is legal  # type: ignore[arg-type]


def test_what_a_point_shows_is_legal() -> None:
    rng = random.Random(3)
    for point in draw(40, 11):
        assert all(map(is_legal_pair, rng.sample(sorted(pairs(point), key=str), 3)))


@pytest.mark.long
def test_every_legal_pair_is_covered() -> None:
    found = covering(5)
    assert all(is_legal(point) and canonical(point) == point for point in found)
    shown_pairs = set().union(*map(pairs, found))
    assert shown_pairs == legal_pairs()
    # Other draws show nothing that is not among them.
    assert set().union(*map(pairs, draw(3000, 77))) <= legal_pairs()
    assert pairs(parse("AES256-UF14-PP1D-IN2-EXT-TAG32")) <= shown_pairs
