"""What every strategy must do; a new one is under test as soon as its file is there."""

import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from aesculus.design import Build, parse_build
from aesculus.families import devices
from aesculus.frontier.pareto import optimal
from aesculus.search.fidelity import Fidelity
from aesculus.search.goals import Goal, Limit, Objective
from aesculus.search.problem import Ask, Problem, Result
from aesculus.search.strategies import Strategy, names, usable
from aesculus.search.strategies import strategy as registered
from aesculus.search.ways.goal import GoalSearch
from search_tables import small_points, standin_figures

Evaluate = Callable[[Ask], Result]
GOAL = GoalSearch.name
AREA = (Fidelity.SYNTH,)
ROUTED = (Fidelity.SYNTH, Fidelity.ROUTE)
SEEDS = (*ROUTED, Fidelity.SEEDS)


def problem(points: Sequence[Build], fidelities: tuple[Fidelity, ...]) -> Problem:
    objectives = ("throughput_gbps", "latency_ns", "area_luts", "bram_count")
    if fidelities == AREA:
        objectives = ("blocks_per_cycle", "latency_cycles", "area_luts", "bram_count")
    return Problem(tuple(points), devices.load("LFE5U-25F-6"), objectives, fidelities)


def strategy(name: str, task: Problem, seed: int = 0) -> Strategy:
    """Return a strategy of that name, or the one for goals with a goal over all objectives."""
    if name != GOAL:
        return registered(name, task, seed)
    first, *rest = task.objectives
    maximise = first in {"throughput_gbps", "blocks_per_cycle"}
    limits = [Limit(figure, {"bram_count": 0}.get(figure, 3000), figure) for figure in rest]
    return GoalSearch(task, Goal(tuple(limits), Objective(first, maximise)), seed)


def measure(ask: Ask) -> Result:
    figures = standin_figures(ask.point, clock=ask.fidelity >= Fidelity.ROUTE)
    return Result(ask.point, ask.fidelity, figures, seconds=1.0)


def walk(
    chosen: Strategy, evaluate: Evaluate = measure, *, batch: int = 3, shuffle: int | None = None
) -> list[Ask]:
    """Run a strategy to its end and return all it asked."""
    asked: list[Ask] = []
    most = 4 * len(chosen.problem.points)
    while asks := chosen.ask(batch):
        assert len(asks) <= batch
        asked += asks
        assert len(asked) <= most, "does not come to an end"
        results = [evaluate(ask) for ask in asks]
        if shuffle is not None:
            random.Random(shuffle).shuffle(results)
        chosen.tell(results)
    assert chosen.done
    return asked


@pytest.fixture(params=[*names(), GOAL])
def name(request: pytest.FixtureRequest) -> str:
    if request.param != GOAL and not usable(request.param):
        pytest.skip(f"{request.param} needs a package that is not here")
    return str(request.param)


@pytest.fixture(params=[AREA, SEEDS], ids=["area", "seeds"])
def task(request: pytest.FixtureRequest) -> Problem:
    return problem(small_points(6), request.param)


def test_ends_and_asks_only_what_it_may(name: str, task: Problem) -> None:
    asked = walk(strategy(name, task, 1))
    assert asked
    assert len({(a.point, a.fidelity) for a in asked}) == len(asked)
    assert {a.point for a in asked} <= set(task.points)
    assert {a.fidelity for a in asked} <= set(task.fidelities)
    for ask in asked:
        ask.point.design.check()
        assert parse_build(ask.point.label) == ask.point


def test_finds_the_frontier_with_the_full_budget(name: str, task: Problem) -> None:
    measured = {a.point for a in walk(strategy(name, task, 2)) if a.fidelity >= task.measuring}
    costs = np.array([task.cost(standin_figures(p, clock=True)) for p in task.points])
    best = {tuple(line) for line in costs[optimal(costs)]}
    found = {tuple(task.cost(standin_figures(p, clock=True))) for p in measured}
    assert best <= found


def test_the_same_seed_and_results_give_the_same_walk(name: str, task: Problem) -> None:
    first = walk(strategy(name, task, 3))
    assert walk(strategy(name, task, 3)) == first
    assert walk(strategy(name, task, 3), shuffle=9) == first


def test_another_seed_gives_another_walk(name: str, task: Problem) -> None:
    # More points than a strategy begins with whatever the seed.
    many = problem(small_points(24), task.fidelities)
    first = walk(strategy(name, many, 0))
    walks = (walk(strategy(name, many, seed)) for seed in (1, 2))
    assert any(each != first for each in walks) is strategy(name, many).draws


def test_goes_the_same_way_again_after_its_death(name: str, task: Problem) -> None:
    first = walk(strategy(name, task, 4))
    store = {ask: measure(ask) for ask in first[: len(first) // 2]}

    def from_store_or_anew(ask: Ask) -> Result:
        return store.get(ask) or measure(ask)

    assert walk(strategy(name, task, 4), from_store_or_anew) == first


def test_steps_over_failures(name: str, task: Problem) -> None:
    bad = set(task.points[::3])

    def flaky(ask: Ask) -> Result:
        return Result(ask.point, ask.fidelity, None, 1.0) if ask.point in bad else measure(ask)

    asked = walk(strategy(name, task, 5), flaky)
    assert all(sum(a.point == point for a in asked) <= 1 for point in bad)
    measured = {a.point for a in asked if a.fidelity >= task.measuring and a.point not in bad}
    good = [p for p in task.points if p not in bad]
    costs = np.array([task.cost(standin_figures(p, clock=True)) for p in good])
    best = {tuple(line) for line in costs[optimal(costs)]}
    assert best <= {tuple(task.cost(standin_figures(p, clock=True))) for p in measured}


def test_ends_when_everything_fails(name: str, task: Problem) -> None:
    asked = walk(strategy(name, task, 6), lambda ask: Result(ask.point, ask.fidelity, None))
    assert {ask.point for ask in asked} == set(task.points)
    assert len(asked) == len(task.points)


def test_asks_nothing_that_is_known(name: str, task: Problem) -> None:
    known = task.points[::2]
    chosen = strategy(name, task, 7)
    chosen.tell([measure(Ask(point, task.highest)) for point in known])
    assert not {a.point for a in walk(chosen)} & set(known)


def test_goes_on_while_results_are_out(name: str, task: Problem) -> None:
    chosen = strategy(name, task, 8)
    out: list[Ask] = []
    seen: set[Ask] = set()
    for _ in range(10 * len(task.points)):
        new = chosen.ask(2)
        assert not seen & set(new)
        seen |= set(new)
        out += new
        if not out:
            break
        chosen.tell([measure(out.pop())])  # the last one asked comes back first
    assert chosen.done
    assert not chosen.waiting


def test_one_point_is_enough(name: str) -> None:
    lone = problem(small_points(1), ROUTED)
    assert {a.point for a in walk(strategy(name, lone))} == set(lone.points)


def test_asking_for_nothing_is_refused(name: str, task: Problem) -> None:
    with pytest.raises(ValueError, match="0 evaluations to ask: legal are 1 or more"):
        strategy(name, task).ask(0)
