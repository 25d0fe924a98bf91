"""Recipes and placer seeds."""

import pytest

from aesculus.ciphers.aes.space import DesignPoint
from aesculus.design import Build
from aesculus.families import family
from aesculus.stages.route_seeds import seeds
from aesculus.stages.synth_recipes import RecipeError, recipe, recipes


def test_default_recipe_exists_and_every_recipe_says_what_it_is() -> None:
    assert "default" in recipes()
    assert all(one.summary for one in recipes().values())


def test_recipes_speak_of_known_families_only() -> None:
    for one in recipes().values():
        for name in one.args:
            assert family(name).name == name


def test_unknown_recipe_names_the_known_ones() -> None:
    with pytest.raises(RecipeError, match="unknown recipe 'fast'; known: default, flat"):
        recipe("fast")


def test_wide_tables_follow_the_sbox() -> None:
    assert recipe("default").wants_wide_luts("rom")
    assert not recipe("default").wants_wide_luts("tower")
    assert recipe("widelut").wants_wide_luts("tower")
    assert not recipe("nowidelut").wants_wide_luts("rom")


def test_tables_of_four_inputs_are_kept_where_those_of_the_device_are_no_wider() -> None:
    assert recipe("default").tables_for(4) == ("aesculus_lut4",)
    assert recipe("default").tables_for(6) == ()
    assert recipe("flat").tables_for(4) == ()


def test_seeds_are_large_distinct_repeatable_and_a_prefix_of_more() -> None:
    point = Build(DesignPoint())
    some = seeds(point, 20)
    assert some == seeds(Build(DesignPoint()), 20)
    assert seeds(point, 5) == some[:5]
    assert len(set(some)) == 20
    assert all(0 < seed < 2**31 for seed in some)
    assert max(some) > 2**28


def test_seeds_differ_between_points() -> None:
    one, other = (Build(DesignPoint(unroll=unroll)) for unroll in (1, 2))
    assert not set(seeds(one, 5)) & set(seeds(other, 5))
    assert not set(seeds(one, 5)) & set(seeds(one.after("flat"), 5))
