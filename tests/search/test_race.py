"""The race for the best build: who stays, what is routed, and that little is."""

import hashlib
from collections.abc import Callable

import pytest

from aesculus.search.race import PLACED_A_LAP, ROUTED_A_LAP, Entrant, Lap, Race, Trial

RECIPES = ("default", "flat", "wide")
WAYS = ("default", "timing", "spread", "ripup")
Clock = Callable[[Trial], float | None]


def noise(trial: Trial, of: str = "") -> float:
    text = f"{trial.entrant.recipe} {trial.seed} {of}"
    return hashlib.sha256(text.encode()).digest()[0] / 255


def expected(trial: Trial) -> float | None:
    gain = {"flat": 12.0, "wide": -9.0}.get(trial.entrant.recipe, 0.0)
    gain += {"timing": 10.0, "spread": -10.0}.get(trial.entrant.way, 0.0)
    return 200 + gain + 6 * noise(trial)


def reached(trial: Trial) -> float | None:
    found = expected(trial)
    return None if found is None else found * (1.03 if trial.entrant.way == "ripup" else 0.98)


def run(race: Race, laps: int, place: Clock = expected, route: Clock = reached) -> list[Lap]:
    found = []
    for _ in range(laps):
        lap = race.lap()
        if not lap:
            break
        found.append(lap)
        race.mapped(dict.fromkeys(lap.synth, 9.0))
        race.placed({trial: place(trial) for trial in lap.place})
        race.routed({trial: route(trial) for trial in lap.route})
    return found


def race(**given: object) -> Race:
    return Race(RECIPES, WAYS, lambda index: 1000 + index, **given)  # type: ignore[arg-type]


def test_the_first_build_is_routed_at_once_and_the_known_seeds_with_it() -> None:
    (lap,) = run(race(known=[77]), 1)
    first = Entrant("default", "default")
    assert lap == Lap(route=(Trial(first, 77), Trial(first, 1000)))


def test_the_best_recipe_and_the_best_way_are_left() -> None:
    found = race()
    run(found, 14)
    assert {each.recipe for each in found.left} == {"flat"}
    assert {each.way for each in found.left} <= {"timing", "ripup"}
    assert Entrant("wide", "default") in found.dropped
    assert Entrant("flat", "spread") in found.dropped


def test_a_way_that_only_routes_better_is_found_by_its_routes() -> None:
    found = Race(("default",), ("default", "ripup"), lambda index: index + 1)
    run(found, 8)
    assert found.left == [Entrant("default", "ripup")]
    assert found.ratio(found.left[0]) > found.ratio(Entrant("default", "default"))
    best = max(found.reached, key=lambda trial: found.reached[trial] or 0.0)
    assert best.entrant.way == "ripup"


def test_of_ways_that_do_the_same_one_runs() -> None:
    # Here `ripup` and `spread` place as the default does; one of them says that it routes so, too.
    found = Race(
        ("default",),
        ("default", "spread", "ripup"),
        lambda index: index + 1,
        routes_as=lambda way: "ripup" if way == "ripup" else "",
    )
    run(found, 3, place=lambda trial: 200 + noise(trial))
    assert Entrant("default", "spread") in found.dropped
    assert not any(trial.entrant.way == "spread" for trial in found.reached)
    assert any(trial.entrant.way == "ripup" for trial in found.reached)


def test_few_placements_are_routed_and_they_are_the_best() -> None:
    found = race()
    laps = run(found, 30)
    # Every way that is left is routed once: what the router makes of it no placement tells.
    assert len(found.reached) <= ROUTED_A_LAP * len(laps) + len(WAYS)
    assert len(found.expected) > 2 * len(found.reached)
    assert all(len(lap.place) <= PLACED_A_LAP + len(WAYS) for lap in laps)
    of_winner = sorted(
        (t for t in found.expected if t.entrant == found.left[0]), key=found.predicted
    )
    assert set(of_winner[-3:]) <= set(found.reached)
    assert of_winner[0] not in found.reached


def test_the_same_race_runs_again_and_asks_nothing_twice() -> None:
    one, two = race(), race()
    laps = run(one, 12)
    assert run(two, 12) == laps
    asked = [("p", t) for lap in laps for t in lap.place] + [
        ("r", t) for lap in laps for t in lap.route
    ]
    assert len(asked) == len(set(asked))


def test_recipes_with_long_paths_leave_before_they_are_placed() -> None:
    found = race()
    run(found, 1)
    assert found.lap() == Lap(synth=RECIPES)
    found.mapped({"default": 12.0, "flat": 9.0, "wide": 15.0})
    assert [each.recipe for each in found.left] == ["default", "flat"]
    assert {t.entrant.recipe for t in found.lap().place} == {"default", "flat"}
    # The first stays whatever is said of it; of whom nothing is known, too.
    other = race()
    run(other, 1)
    other.lap()
    other.mapped({"default": 15.0, "flat": 9.0, "wide": None})
    assert [each.recipe for each in other.left] == ["default", "flat", "wide"]


def test_who_fails_leaves_and_a_race_of_none_is_over() -> None:
    def no_flat(trial: Trial) -> float | None:
        return None if trial.entrant.recipe == "flat" else expected(trial)

    found = race()
    run(found, 10, no_flat)
    assert {each.recipe for each in found.left} == {"default"}
    empty = race()
    assert len(run(empty, 10, lambda _: None, lambda _: None)) < 10
    assert not empty.lap()
    assert empty.left == []


def test_one_seed_that_cannot_be_routed_ends_nothing() -> None:
    found = Race(("default",), ("default",), lambda index: index + 1)
    run(found, 6, route=lambda trial: None if trial.seed == 1 else reached(trial))
    assert found.left
    assert any(found.reached.values())


def test_a_dropped_recipe_and_a_heat_that_is_cut_short() -> None:
    found = race()
    run(found, 3)
    found.drop("flat")
    found.end_heat()
    assert found.left == [Entrant("default", "default")]
    routes, places = run(found, 2)
    assert {t.entrant for t in routes.route} == {Entrant("default", "default")}
    assert {t.entrant.way for t in places.place} == set(WAYS) - {"default"}


@pytest.mark.parametrize("count", [1, 3, 9])
def test_it_goes_on_with_further_seeds(count: int) -> None:
    found = Race(("default",), ("default",), lambda index: index + 1)
    run(found, 2 * count + 1)
    assert len(found.reached) >= 1 + ROUTED_A_LAP * (count - 1)
    assert len({t.seed for t in found.reached}) == len(found.reached)


def test_in_a_hurry_nothing_more_is_placed_and_the_best_placement_goes_first() -> None:
    found = race()
    run(found, 1)
    first = next(iter(found.reached))
    while not found.expected:
        lap = found.lap()
        found.mapped(dict.fromkeys(lap.synth, 9.0))
        found.placed({trial: expected(trial) for trial in lap.place})
    found.hurry()
    laps = run(found, 30)
    assert not any(lap.place or lap.synth for lap in laps)
    assert all(len(lap.route) == 1 for lap in laps)
    routed = [lap.route[0] for lap in laps]
    assert len({first, *routed}) == 31
    placed = [trial for trial in routed if trial in found.expected]
    assert placed
    assert routed[: len(placed)] == placed
    assert placed[0] == max(placed, key=found.predicted)


def test_a_hurry_with_nobody_left_is_over() -> None:
    found = race()
    run(found, 1)
    for recipe in RECIPES:
        found.drop(recipe)
    found.hurry()
    assert not found.lap()
