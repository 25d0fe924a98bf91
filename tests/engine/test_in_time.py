"""With little time left the best design is confirmed, and what is not run may be asked again."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from aesculus.design import Build
from aesculus.engine.reserve import Clock
from aesculus.engine.walk import Walk
from aesculus.families import devices
from aesculus.metrics import Row
from aesculus.records import Stage
from aesculus.search.fidelity import Fidelity
from aesculus.search.goals import Goal, Limit, Objective
from aesculus.search.problem import Problem, Result
from aesculus.search.strategies.exhaustive import Exhaustive
from aesculus.search.ways.goal import GoalSearch
from aesculus.search.ways.pursuit import Pursuit
from engine.standins import DEVICE
from search_tables import small_points

_DEVICE = devices.load(DEVICE)
_GOAL = Goal((Limit("throughput_gbps", 2.0, "rate"),), Objective("area_luts", maximise=False))
_POINTS = tuple(small_points(8))
_SECONDS = {Stage.VERIFY: 1, Stage.SYNTH: 1, Stage.ROUTE: 10, Stage.VERIFY_NETLIST: 5}


class _Walk(Walk):
    """A walk whose store is empty and stays so."""

    def _rows(self, *_given: Any) -> Iterator[Row]:
        return iter(())


def _problem(count: int) -> Problem:
    levels = (Fidelity.SYNTH, Fidelity.ROUTE)
    return Problem(_POINTS[:count], _DEVICE, _GOAL.figures, levels)


def _clock(left_s: float) -> Clock:
    estimator = SimpleNamespace(seconds=lambda stage, _point, _device: _SECONDS[stage])
    return Clock(cast(Any, estimator), lambda: left_s, lambda: 1)


def _measured(place: int, luts: int, level: Fidelity) -> Result:
    return Result(_POINTS[place], level, {"throughput_gbps": 2.5, "area_luts": luts})


@pytest.mark.parametrize("left_s", [400, 130, 100, 60, 30])
@pytest.mark.parametrize("level", [Fidelity.ROUTE, Fidelity.CHECKED])
def test_the_best_is_confirmed_however_little_time_is_left(level: Fidelity, left_s: int) -> None:
    way = Pursuit(Exhaustive(_problem(2)), _GOAL)
    way.tell([_measured(0, 700, level), _measured(1, 900, level)])
    wants = _Walk(cast(Any, None), (), way, clock=_clock(left_s), seeds=5).wants()
    assert {want.point for want in wants} == {_POINTS[0]}


def test_what_there_is_no_time_for_may_be_asked_again() -> None:
    search = GoalSearch(_problem(8), _GOAL)
    walk = _Walk(cast(Any, None), (), Pursuit(search, _GOAL), clock=_clock(5), batch=4)
    first = {want.point for want in walk.wants()}
    assert 0 < len(first) < 4
    assert {ask.point for ask in search.waiting} == first


def _netlist(place: int, luts: int) -> Result:
    return Result(_POINTS[place], Fidelity.SYNTH, {"area_luts": luts, "lut_count": luts})


@pytest.mark.parametrize(("left_s", "routed"), [(400, set()), (13, {_POINTS[0]}), (8, set())])
def test_the_best_netlist_is_routed_when_time_is_left_for_no_more(
    left_s: int, routed: set[Build]
) -> None:
    way = Pursuit(GoalSearch(_problem(8), _GOAL), _GOAL)
    way.tell([_netlist(0, 700), _netlist(1, 5000)])
    wants = _Walk(cast(Any, None), (), way, clock=_clock(left_s), batch=1).wants()
    assert wants
    assert {want.point for want in wants if want.stage is Stage.ROUTE} == routed


def test_a_first_batch_leaves_time_to_route_one_of_it() -> None:
    # Eight netlists take 16 s; a route, which this run has not seen yet, is held to take 19.5 s.
    for left_s, most in ((24, 2), (40, 8)):
        way = Pursuit(GoalSearch(_problem(8), _GOAL), _GOAL)
        walk = _Walk(cast(Any, None), (), way, clock=_clock(left_s), batch=8)
        assert len({want.point for want in walk.wants()}) == most
