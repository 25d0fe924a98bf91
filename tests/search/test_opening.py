"""What `guided` evaluates first: points that cover the expected frontier best for their price."""

import numpy as np

from aesculus.families import devices
from aesculus.search.fidelity import Fidelity
from aesculus.search.model import AnalyticModel
from aesculus.search.problem import Problem, Result
from aesculus.search.strategies import strategy
from aesculus.search.strategies._cover import covering
from search_tables import small_points, standin_figures

_OBJECTIVES = ("throughput_gbps", "latency_ns", "area_luts", "bram_count")


def _problem(count: int) -> Problem:
    points = tuple(small_points(count))
    levels = (Fidelity.SYNTH, Fidelity.ROUTE)
    return Problem(points, devices.load("LFE5U-25F-6"), _OBJECTIVES, levels)


def test_what_covers_most_comes_first_and_what_is_dominated_never() -> None:
    # The second is within 10 % of both others, these are 20 % apart; the last is dominated.
    points = np.array([[1.0, 1.2], [1.1, 1.1], [1.2, 1.0], [2.0, 2.0]])
    order = covering(points, np.zeros(2), 9)
    assert order[0] == 1
    assert set(order) == {0, 1, 2}
    assert covering(points, np.zeros(2), 2) == order[:2]


def test_a_dear_point_comes_later() -> None:
    points = np.array([[1.0, 2.0], [2.0, 1.0]])
    for dear in (0, 1):
        price = np.array([1.0, 1.0])
        price[dear] = 10.0
        assert covering(points, np.zeros(2), 2, price) == [1 - dear, dear]


def test_it_ends_where_the_frontier_is_covered() -> None:
    assert covering(np.array([[1.0], [2.0], [3.0]]), np.zeros(1), 3) == [0]


def test_guided_opens_alike_with_every_seed_on_what_the_model_expects_to_be_best() -> None:
    task = _problem(60)
    found = AnalyticModel(task.device).predict(task.points)
    rows = [{name: float(v[n]) for name, v in found.items()} for n in range(len(task.points))]
    costs = np.array([task.cost(row) for row in rows])
    first = strategy("guided", task, 0).ask(8)
    assert len(first) == 8
    assert first == strategy("guided", task, 5).ask(8)
    for ask in first:
        own = costs[task.index[ask.point]]
        assert not (costs < own - 1e-9).all(axis=1).any(), "another is better in everything"


def test_what_is_measured_needs_no_opening() -> None:
    task = _problem(60)
    walks = []
    for seed in range(6):
        chosen = strategy("guided", task, seed)
        told = [Result(p, Fidelity.ROUTE, standin_figures(p, clock=True)) for p in task.points[:16]]
        chosen.tell(told)
        walks.append([ask.point.label for ask in chosen.ask(4)])
    assert any(walk != walks[0] for walk in walks), "an opening goes alike with every seed"


def test_all_tables_are_judged_by_what_a_fit_without_the_point_would_have_said() -> None:
    task = _problem(40)
    model = AnalyticModel(task.device)
    told = {n: standin_figures(point, clock=False) for n, point in enumerate(task.points)}
    model.fit(list(task.points), list(told.values()))
    logic, area = model.without("lut_count"), model.without("area_luts")
    memory = model.without("lutram_count")
    assert logic
    assert area == {n: value + memory.get(n, 0.0) for n, value in logic.items()}
