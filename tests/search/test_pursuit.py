"""The pursuit of a goal: an answer first, a better one afterwards."""

from aesculus.design import Build
from aesculus.families import devices
from aesculus.search.fidelity import Fidelity
from aesculus.search.goals import Goal, Limit, Objective
from aesculus.search.problem import Ask, Problem, Result
from aesculus.search.strategies.exhaustive import Exhaustive
from aesculus.search.ways.pursuit import Pursuit
from search_tables import small_points

POINTS = small_points(6)
GOAL = Goal((Limit("throughput_gbps", 2.0, "rate"),), Objective("area_luts", maximise=False))
LEVELS = (Fidelity.SYNTH, Fidelity.ROUTE)


def _pursuit() -> Pursuit:
    problem = Problem(tuple(POINTS), devices.load("LFE5U-25F-6"), GOAL.figures, LEVELS)
    return Pursuit(Exhaustive(problem), GOAL)


def _result(point: Build, level: Fidelity, rate: float, luts: float) -> Result:
    return Result(point, level, {"throughput_gbps": rate, "area_luts": luts})


def test_the_first_design_that_meets_the_goal_is_checked_before_all_else() -> None:
    way = _pursuit()
    asks = way.ask(2)
    assert {ask.fidelity for ask in asks} == {Fidelity.ROUTE}
    way.tell([_result(asks[0].point, Fidelity.ROUTE, 1.0, 500)])
    assert way.urgent() == []
    way.tell([_result(asks[1].point, Fidelity.ROUTE, 2.5, 900)])
    assert way.urgent() == [Ask(asks[1].point, Fidelity.CHECKED)]
    # Asked once; the search goes on, and a second one waits for the end.
    assert way.urgent() == []
    way.tell([_result(asks[1].point, Fidelity.CHECKED, 2.5, 900)])
    (more,) = way.ask(1)
    way.tell([_result(more.point, Fidelity.ROUTE, 3.0, 700)])
    assert way.urgent() == []
    assert way.reserve([]) == [Ask(more.point, Fidelity.SEEDS)]
    way.stop()
    assert way.ask(4) == [Ask(more.point, Fidelity.SEEDS)]
    assert not way.limited


def test_a_netlist_that_is_wrong_gives_way_to_the_next() -> None:
    way = _pursuit()
    first, second = way.ask(2)
    way.tell([_result(first.point, Fidelity.ROUTE, 2.5, 800)])
    way.tell([_result(second.point, Fidelity.ROUTE, 2.5, 900)])
    assert way.urgent() == [Ask(first.point, Fidelity.CHECKED)]
    way.tell([Result(first.point, Fidelity.CHECKED, None)])
    assert way.urgent() == [Ask(second.point, Fidelity.CHECKED)]


def test_seeds_may_make_another_one_lead() -> None:
    way = _pursuit()
    first, second = way.ask(2)
    way.tell([_result(first.point, Fidelity.ROUTE, 2.1, 800)])
    way.tell([_result(second.point, Fidelity.CHECKED, 2.5, 900)])
    way.stop()
    assert way.ask(1) == [Ask(first.point, Fidelity.SEEDS)]
    # The median of five seeds is below the one lucky draw.
    way.tell([_result(first.point, Fidelity.SEEDS, 1.9, 800)])
    assert way.ask(1) == [Ask(second.point, Fidelity.SEEDS)]
    way.tell([_result(second.point, Fidelity.SEEDS, 2.4, 900)])
    assert way.ask(1) == []


def test_without_an_answer_time_is_kept_for_what_is_being_routed() -> None:
    way = _pursuit()
    asks = way.ask(2)
    assert way.reserve(asks) == [Ask(ask.point, Fidelity.CHECKED) for ask in asks]
    # What misses the goal is confirmed only at the end, the nearest one.
    way.tell([_result(asks[0].point, Fidelity.ROUTE, 1.0, 500)])
    way.tell([_result(asks[1].point, Fidelity.ROUTE, 1.5, 900)])
    assert way.urgent() == []
    way.stop()
    assert way.ask(1) == [Ask(asks[1].point, Fidelity.SEEDS)]


def test_what_has_no_place_is_no_answer() -> None:
    way = _pursuit()
    asks = way.ask(1)
    way.tell([_result(asks[0].point, Fidelity.ROUTE, 2.5, 30_000)])
    assert way.urgent() == []
