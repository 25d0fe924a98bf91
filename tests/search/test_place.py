"""Searches do not route what the device has no place for."""

import pytest

from aesculus.design import Build
from aesculus.families import Device, devices
from aesculus.search.designspace import DesignSpace
from aesculus.search.fidelity import Fidelity
from aesculus.search.goals import Goal, Objective
from aesculus.search.problem import Ask, Problem, Result
from aesculus.search.spacefile import load
from aesculus.search.strategies import strategy
from aesculus.search.strategies._base import Strategy
from aesculus.search.ways.goal import GoalSearch
from search_tables import standin_figures

_POINTS = DesignSpace(load("ecp5-iterative")).points
_GOAL = Goal((), Objective("throughput_gbps", maximise=True))


def _device(**resources: int) -> Device:
    whole = devices.load("LFE5U-25F-6")
    return whole.model_copy(update={"resources": whole.resources.model_copy(update=resources)})


def _search(name: str, device: Device) -> Strategy:
    levels = (Fidelity.SYNTH, Fidelity.ROUTE)
    if name == GoalSearch.name:
        return GoalSearch(Problem(_POINTS, device, _GOAL.figures, levels), _GOAL)
    objectives = ("throughput_gbps", "latency_ns", "area_luts", "bram_count")
    return strategy(name, Problem(_POINTS, device, objectives, levels))


def _walk(chosen: Strategy, most: int) -> list[Ask]:
    asked: list[Ask] = []
    while len(asked) < most and (asks := chosen.ask(4)):
        asked += asks
        chosen.tell(
            Result(a.point, a.fidelity, standin_figures(a.point, clock=a.fidelity > Fidelity.SYNTH))
            for a in asks
        )
    return asked


def _brams(point: Build) -> float:
    return standin_figures(point, clock=False)["bram_count"]


@pytest.mark.parametrize("name", ["goal", "guided"])
def test_what_synthesis_shows_to_be_too_large_is_not_routed(name: str) -> None:
    device = _device(luts=4000)
    asked = _walk(_search(name, device), 60)
    routed = [a.point for a in asked if a.fidelity is Fidelity.ROUTE]
    known = {a.point for a in asked if a.fidelity is Fidelity.SYNTH}
    assert routed
    large = {p for p in known if not device.holds(standin_figures(p, clock=False))}
    assert not large & set(routed)


@pytest.mark.parametrize("name", ["goal", "guided"])
def test_what_has_no_place_by_its_count_of_block_rams_is_not_even_synthesised(name: str) -> None:
    limit = 8
    assert max(map(_brams, _POINTS)) > limit
    asked = _walk(_search(name, _device(brams=limit)), 40)
    assert all(_brams(ask.point) <= limit for ask in asked)


@pytest.mark.parametrize("name", ["goal", "guided"])
def test_where_the_model_sees_a_place_for_none_it_is_not_believed(name: str) -> None:
    asked = _walk(_search(name, _device(luts=10)), 4)
    assert {ask.fidelity for ask in asked} == {Fidelity.SYNTH}
