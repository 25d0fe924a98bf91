"""The strategy behind `pick`: it comes to the best answer of a table with few evaluations."""

import json
from functools import cache
from statistics import median

import pytest

from aesculus.design import Build, parse_build
from aesculus.families import devices
from aesculus.search.designspace import DesignSpace
from aesculus.search.fidelity import Fidelity
from aesculus.search.goals import Goal, Limit, Objective
from aesculus.search.model import AnalyticModel
from aesculus.search.problem import Problem, Result
from aesculus.search.spacefile import load
from aesculus.search.ways.goal import SETTLED, GoalSearch
from project.sources import ROOT
from search_tables import standin_figures


@cache
def _points() -> tuple[Build, ...]:
    return DesignSpace(load("ecp5-iterative")).points


@cache
def _truth() -> dict[Build, dict[str, float]]:
    return {point: standin_figures(point, clock=True) for point in _points()}


def _problem(goal: Goal) -> Problem:
    device = devices.load("LFE5U-25F-6")
    return Problem(_points(), device, goal.figures, (Fidelity.SYNTH, Fidelity.ROUTE))


def _goal(figure: str, maximise: bool, **limits: float) -> Goal:
    return Goal(
        tuple(Limit(name, value, name) for name, value in limits.items()),
        Objective(figure, maximise),
    )


def _meets(goal: Goal, point: Build) -> bool:
    found = _truth()[point]
    return all(
        found[m.figure] >= m.value if m.at_least else found[m.figure] <= m.value
        for m in goal.limits
    )


def _search(goal: Goal, seed: int, most: int) -> tuple[GoalSearch, set[Build]]:
    """Return the strategy when it is settled, and what it had routed."""
    chosen = GoalSearch(_problem(goal), goal, seed, settle=SETTLED)
    routed: set[Build] = set()
    while asks := chosen.ask(2):
        routed |= {ask.point for ask in asks if ask.fidelity is Fidelity.ROUTE}
        assert len(routed) <= most, "too many evaluations"
        results = []
        for ask in asks:
            figures = standin_figures(ask.point, clock=ask.fidelity is Fidelity.ROUTE)
            results.append(Result(ask.point, ask.fidelity, figures))
        chosen.tell(results)
    return chosen, routed


@pytest.mark.parametrize(
    "goal",
    [
        _goal("area_luts", False, throughput_gbps=1.5, bram_count=0),
        _goal("latency_ns", False, area_luts=3500, bram_count=0),
        _goal("throughput_gbps", True, area_luts=4000),
        _goal("bram_count", False, throughput_gbps=3.0),
    ],
    ids=lambda goal: goal.objective.figure,
)
def test_comes_to_the_best_answer(goal: Goal) -> None:
    figure = goal.objective.figure
    _, routed = _search(goal, 0, most=len(_points()) // 5)
    sign = -1 if goal.objective.maximise else 1
    best = min(sign * _truth()[p][figure] for p in _points() if _meets(goal, p))
    found = min(sign * _truth()[p][figure] for p in routed if _meets(goal, p))
    assert found <= best + 0.03 * abs(best)


def test_settles_on_the_nearest_when_nothing_can_meet_the_goal() -> None:
    goal = _goal("area_luts", False, throughput_gbps=400)
    chosen, routed = _search(goal, 1, most=len(_points()) // 5)
    assert chosen.done
    fastest = max(_truth()[p]["throughput_gbps"] for p in _points())
    assert max(_truth()[p]["throughput_gbps"] for p in routed) >= 0.97 * fastest


def test_a_goal_needs_its_own_objectives() -> None:
    goal = _goal("area_luts", False, throughput_gbps=1)
    problem = _problem(_goal("latency_ns", False))
    with pytest.raises(ValueError, match="legal are"):
        GoalSearch(problem, goal)


def test_the_energy_of_a_block_can_be_looked_for() -> None:
    goal = _goal("switching_per_block", False, throughput_gbps=1.0)
    problem = _problem(goal)
    points = problem.points[::40]
    search = GoalSearch(Problem(points, problem.device, goal.figures, problem.fidelities), goal)
    asked = 0
    while asks := search.ask(2):
        asked += len(asks)
        for ask in asks:
            figures = standin_figures(ask.point, clock=ask.fidelity is Fidelity.ROUTE)
            changing = figures["lut_count"] + figures["ff_count"]
            figures["switching_per_block"] = 2 * changing / figures["blocks_per_cycle"]
            search.tell([Result(ask.point, ask.fidelity, figures)])
    assert asked >= len(points)


def test_the_model_starts_near_the_energy_that_was_counted() -> None:
    rows = json.loads((ROOT / "benchmarks/results/energy.json").read_text(encoding="utf-8"))["rows"]
    points = [parse_build(row["label"]) for row in rows]
    said = AnalyticModel(devices.load("LFE5U-85F-8")).predict(points)["switching_per_block"]
    ratios = [own / row["switching_per_block"] for own, row in zip(said, rows, strict=True)]
    assert 0.6 < median(ratios) < 1.6
