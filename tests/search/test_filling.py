"""What is too full to be routed is tried after what is not."""

import pytest

from aesculus.design import Build, parse_build
from aesculus.families import Device, devices
from aesculus.search.designspace import DesignSpace
from aesculus.search.fidelity import Fidelity
from aesculus.search.filling import USUAL, Filling, fullest_last
from aesculus.search.goals import Goal, Objective
from aesculus.search.halving import Halving
from aesculus.search.problem import Problem, Result
from aesculus.search.spacefile import load
from aesculus.search.strategies import strategy
from aesculus.search.strategies._base import Strategy
from aesculus.search.ways.goal import GoalSearch
from search_tables import standin_figures

_GOAL = Goal((), Objective("throughput_gbps", maximise=True))


def _figures(luts: float = 0, ffs: float = 0, brams: float = 0) -> dict[str, float]:
    """Return a design that takes these shares of an iCE40."""
    most = devices.load("ICE40HX8K").most
    shares = {"area_luts": luts, "ff_count": ffs, "bram_count": brams}
    return {name: share * most[name] for name, share in shares.items()}


def _filling() -> Filling:
    return Filling(devices.load("ICE40HX8K"))


@pytest.mark.parametrize("name", ["luts", "ffs", "brams"])
def test_nine_tenths_of_any_resource_count_as_too_full(name: str) -> None:
    filling = _filling()
    assert filling.fullness(_figures(**{name: USUAL - 0.01})) == 0
    assert filling.fullness(_figures(**{name: USUAL + 0.01})) == pytest.approx(USUAL + 0.01)
    assert filling.fullness({}) == 0
    area_only = Filling(devices.load("XC2V4000"))
    assert area_only.fullness({"area_luts": 1e6}) == 0


def test_tables_that_are_memory_count() -> None:
    most = devices.load("ICE40HX8K").most["area_luts"]
    counted = {"lut_count": 0.8 * most, "lutram_count": 0.15 * most}
    assert _filling().fullness(counted) == pytest.approx(0.95, abs=0.01)


def test_what_was_routed_shows_that_as_much_can_be() -> None:
    filling = _filling()
    filling.learn(_figures(luts=0.3, brams=0.97), routed=True)
    assert filling.fullness(_figures(brams=0.97)) == 0
    assert filling.fullness(_figures(brams=0.98)) > 0
    assert filling.fullness(_figures(luts=0.95)) > 0, "of other resources it says nothing"


def test_what_was_not_routed_shows_that_less_is_too_full_already() -> None:
    filling = _filling()
    filling.learn(_figures(luts=0.75, ffs=0.2), routed=False)
    assert filling.fullness(_figures(luts=0.74)) == 0
    assert filling.fullness(_figures(luts=0.76)) > 0
    assert filling.fullness(_figures(ffs=0.8)) == 0, "the fullest resource is the reason"
    # One that was routed outweighs it, and an empty device is no reason.
    filling.learn(_figures(luts=0.8), routed=True)
    assert filling.fullness(_figures(luts=0.79)) == 0
    filling.learn(_figures(ffs=0.2), routed=False)
    assert filling.fullness(_figures(ffs=0.5)) == 0


def test_the_order_is_kept_but_for_what_is_too_full() -> None:
    shares = {"c": 0.0, "full": 0.97, "a": 0.0, "fuller": 0.99, "b": 0.0, "least": 0.91}
    ordered = fullest_last(shares, shares.__getitem__)
    assert ordered == ["c", "a", "b", "least", "full", "fuller"]


def _few() -> tuple[tuple[Build, ...], Device, set[Build]]:
    """Return points, a device that has a place for all, and those that are too full for it."""
    points = DesignSpace(load("ecp5-iterative")).points
    area = {point: standin_figures(point, clock=False)["area_luts"] for point in points}
    ordered = sorted(points, key=area.__getitem__)
    some = (*ordered[:4], *ordered[-2:])
    whole = devices.load("LFE5U-25F-6")
    luts = int(area[ordered[-1]]) + 1
    assert area[ordered[-2]] > USUAL * luts
    resources = whole.resources.model_copy(update={"luts": luts})
    return some, whole.model_copy(update={"resources": resources}), set(ordered[-2:])


def _search(name: str, points: tuple[Build, ...], device: Device) -> Strategy:
    levels = (Fidelity.SYNTH, Fidelity.ROUTE)
    if name == GoalSearch.name:
        return GoalSearch(Problem(points, device, _GOAL.figures, levels), _GOAL)
    return strategy(name, Problem(points, device, ("throughput_gbps", "latency_ns"), levels))


@pytest.mark.parametrize("name", ["goal", "guided", "random"])
def test_a_search_routes_what_is_too_full_after_the_rest(name: str) -> None:
    points, device, full = _few()
    chosen = _search(name, points, device)
    batches: list[list[Build]] = []
    areas = [Result(point, Fidelity.SYNTH, standin_figures(point, clock=False)) for point in points]
    chosen.tell(areas)
    while asks := chosen.ask(len(points) if name == "random" else 2):
        batches.append([ask.point for ask in asks])
        chosen.tell(
            # Those that are too full fail, as is to be expected.
            Result(p, Fidelity.ROUTE, None if p in full else standin_figures(p, clock=True))
            for p in batches[-1]
        )
    routed = [point for batch in batches for point in batch]
    assert set(routed[-len(full) :]) == full
    assert set(routed) == set(points), "nothing is ruled out"


def test_what_may_go_either_way_is_halved() -> None:
    filling = Halving(devices.load("ICE40HX8K"))
    assert not filling.failed
    assert not filling.doubted(_figures(ffs=0.89)), "nothing failed yet"
    filling.learn(_figures(luts=0.6, ffs=0.8), routed=False)
    assert filling.failed
    assert filling.doubted(_figures(ffs=0.41))
    assert not filling.doubted(_figures(ffs=0.39))
    assert not filling.doubted(_figures(luts=0.6)), "the fullest resource is the reason"
    filling.learn(_figures(ffs=0.4), routed=True)
    assert not filling.doubted(_figures(ffs=0.59))
    assert filling.doubted(_figures(ffs=0.61))
    filling.learn(_figures(ffs=0.85), routed=True)
    assert not filling.doubted(_figures(ffs=0.85)), "what was routed is not doubted"


def test_an_answer_comes_before_the_fullest() -> None:
    """Of designs of which all but the smallest are too full, one fails before one is routed."""
    device = devices.load("ICE40HX8K")
    small = parse_build("UF1-PP0N")
    large = [parse_build(f"UF2-C{cuts}N") for cuts in ("d55", "955", "555", "d45", "d54", "455")]
    taken = {build: 0.8 - 0.02 * place for place, build in enumerate(large)} | {small: 0.3}
    chosen = _search(GoalSearch.name, tuple(taken), device)
    chosen.tell(
        Result(build, Fidelity.SYNTH, {**_figures(ffs=share), "blocks_per_cycle": 0.1})
        for build, share in taken.items()
    )
    tried: list[Build] = []
    while small not in tried:
        (ask,) = chosen.ask(1)
        tried.append(ask.point)
        chosen.tell([Result(ask.point, ask.fidelity, None)])
    assert len(tried) == 2
