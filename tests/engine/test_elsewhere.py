"""What the reference store and the bounds say of other devices than the one that is asked."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from aesculus.design import Build, parse_build
from aesculus.engine import session
from aesculus.engine.elsewhere import Elsewhere, elsewhere
from aesculus.engine.found import find
from aesculus.engine.reference import entries, teachers
from aesculus.engine.reference.entries import Entry
from aesculus.engine.session import Effort
from aesculus.families import devices
from aesculus.papers.pointsets import point_set
from aesculus.search.bounds import Refusal, refusal
from aesculus.search.filling import Filling
from aesculus.search.goals import Goal, Limit, Objective
from aesculus.store import Store

_SMALL = devices.load("LFE5U-25F-6")
_FULL = devices.load("ICE40UP5K")
_POINTS = [parse_build("UF10-C5dfT-G5ac"), *map(Build, point_set("zambreno48").legal_points())]


def _refused(gbps: float) -> Refusal:
    goal = Goal(
        (Limit("throughput_gbps", gbps, f"{gbps:g}Gbps"),), Objective("area_luts", maximise=False)
    )
    found = refusal(_POINTS, _SMALL, goal)
    assert found is not None
    return elsewhere(found, _POINTS, _SMALL, goal, limits=goal.limits, needed={})


def test_a_device_where_a_design_is_known_to_meet_the_goal_is_named() -> None:
    # Quicker than what is usual: one lane of the bound's guess of 325 MHz has 41.6 Gbit/s.
    assert "UF10-C5dfT-G5ac on LFE5U-85F-8 does" in _refused(43.0).told()


def test_what_no_bound_forbids_is_not_said_to_be_impossible() -> None:
    found = _refused(47.0)
    assert isinstance(found, Elsewhere)
    assert not found.label
    assert "might, as no bound forbids it there" in found.told()
    device = devices.load(found.device)
    assert device.clock_limit_mhz is not None
    assert device.clock_limit_mhz * 0.128 >= 47


def test_beyond_every_bound_no_device_is_named() -> None:
    assert _refused(5000.0).told().endswith("no device of the list could")
    # What is usual somewhere stays what it is.
    assert _refused(35.0).told().endswith(" could")


def _told(labels: Iterable[str], device: str, *limits: Limit) -> str:
    """Return how a goal of some designs on a device is refused, as `find` does."""
    points = tuple(map(parse_build, labels))
    goal = Goal(limits, Objective("area_luts", maximise=False))
    found = find(None, devices.load(device), goal, {}, lambda: points)
    assert found.refused is not None
    return found.refused.told()


def test_a_design_that_misses_another_limit_is_not_named() -> None:
    rate = Limit("throughput_gbps", 0.075, "75Mbps")
    latency = Limit("latency_ns", 1.0, "1ns")
    assert "CFB8.UF1-PP2B on" in _told(["CFB8.UF1-PP2B"], "ICE40UP5K", rate)
    # Bounds say nothing of the latency of a mode, but what was measured does.
    assert "CFB8.UF1-PP2B on" not in _told(["CFB8.UF1-PP2B"], "ICE40UP5K", rate, latency)


@pytest.mark.parametrize(
    ("label", "gbps"),
    [("CFB8.UF10-PP1D", 40.0), ("CBC.UF1-PP2B", 2.0), ("CMAC.UF10-PP1D", 40.0), ("UF10-PP1D", 40)],
)
def test_a_device_that_is_named_does_not_refuse_the_same(label: str, gbps: float) -> None:
    limit = Limit("throughput_gbps", gbps, f"{gbps:g}Gbps")
    goal = Goal((limit,), Objective("area_luts", maximise=False))
    points = (parse_build(label),)
    found = find(None, devices.load("ICE40UP5K"), goal, {}, lambda: points).refused
    assert found is not None
    if found.device:
        other = devices.load(found.device)
        assert find(None, other, goal, {}, lambda: points).refused is None
        assert other.resources.luts > 2000, "no place for the core of it"


def test_a_search_hears_what_the_reference_store_could_not_route(
    monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    counts = {"lut_count": 2900.0, "ff_count": 3000.0, "bram_count": 0.0}
    made = [
        Entry("UF2-PP3T", _FULL.name, counts, status="failed"),
        Entry("UF2-PP2T", _FULL.name, {**counts, "ff_count": 2700.0}, seeds=(1,)),
        Entry("UF2-PP1T", "GW2A-18", counts, status="failed"),
        # Nothing was counted of it, so it was not too full.
        Entry("UF2-PP0T", _FULL.name, status="failed"),
    ]
    monkeypatch.setattr(entries, "known", lambda *_: made)
    assert [tried.device.name for tried in teachers.unrouted(_FULL)] == [_FULL.name]
    full = {"area_luts": 2950.0, "ff_count": 3100.0, "bram_count": 0.0}

    def fullness(*, taught: bool) -> float:
        filling = Filling(_FULL)
        search = SimpleNamespace(filling=filling, teach=lambda *_: None)
        session._teach(cast("Any", search), store, _FULL, Effort(taught=taught))
        return filling.fullness(full)

    assert fullness(taught=True) > 0.5
    assert fullness(taught=False) == 0
