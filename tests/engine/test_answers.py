"""An answer that was found is not thrown away, however wrong the estimates and short the time."""

import time

import pytest

from aesculus.ciphers.aes.space import DesignPoint
from aesculus.engine import session
from aesculus.engine.estimate import Estimator
from aesculus.engine.found import find
from aesculus.engine.pool import Pool
from aesculus.engine.session import Effort, Options, pursue
from aesculus.engine.task import Task
from aesculus.families import devices
from aesculus.records import Stage, StageOutcome
from aesculus.search.found import Found, State
from aesculus.search.goals import Goal, Limit, Objective
from aesculus.store import Store
from engine.standins import DEVICE, StandIns, standin
from search_tables import small_points

pytestmark = pytest.mark.sim

_DEVICE = devices.load(DEVICE)
_POINTS = [point for point in small_points(40) if point.fields["unroll"] == 1][:4]
_GOAL = Goal((Limit("throughput_gbps", 0.001, "rate"),), Objective("area_luts", maximise=False))
_EXPECTED = {
    Stage.VERIFY: 0.05,
    Stage.SYNTH: 0.05,
    Stage.ROUTE: 0.7,
    Stage.VERIFY_NETLIST: 0.3,
}


class _Slow(StandIns):
    """Stand-ins of which every route but the first takes ten times as long as expected."""

    def __init__(self) -> None:
        super().__init__()
        self.routes = 0
        self._good = self._slowly

    def _slowly(self, task: Task) -> StageOutcome:
        if task.stage is Stage.ROUTE:
            self.routes += 1
            time.sleep(_EXPECTED[Stage.ROUTE] * (1 if self.routes == 1 else 10))
        return standin(task)


@pytest.fixture
def expected(monkeypatch: pytest.MonkeyPatch) -> dict[Stage, float]:
    """What the estimates say of each stage, whatever the design and whatever was measured."""
    found = dict(_EXPECTED)

    def seconds(_self: Estimator, stage: Stage, _point: DesignPoint, _device: str = "") -> float:
        return found[stage]

    monkeypatch.setattr(Estimator, "seconds", seconds)
    return found


def _pursued(
    store: Store, monkeypatch: pytest.MonkeyPatch, stages: StandIns, budget_s: float
) -> Found:
    monkeypatch.setattr(session, "_pool", lambda _options: Pool(slots=2, stages=stages.stages))
    effort = Effort(seeds=2, batch=4)
    pursue(store, _GOAL, _POINTS, _DEVICE, Options(budget_s=budget_s), effort=effort)
    return find(store, _DEVICE, _GOAL, {})


def test_routes_ten_times_too_slow_leave_an_answer(
    store: Store, monkeypatch: pytest.MonkeyPatch, expected: dict[Stage, float]
) -> None:
    assert len(_POINTS) == 4
    stages = _Slow()
    # Four such routes on two slots take fifteen seconds: longer than there is.
    found = _pursued(store, monkeypatch, stages, budget_s=12.0)
    assert found.state is State.VERIFIED
    order = [stage for stage, *_ in stages.calls if stage in {Stage.ROUTE, Stage.VERIFY_NETLIST}]
    # The first one to be routed is checked before a third route begins.
    assert order.index(Stage.VERIFY_NETLIST) <= 2


def test_what_could_not_be_confirmed_in_time_is_an_answer_marked_so(
    store: Store, monkeypatch: pytest.MonkeyPatch, expected: dict[Stage, float]
) -> None:
    expected[Stage.VERIFY_NETLIST] = 60.0
    stages = StandIns()
    found = _pursued(store, monkeypatch, stages, budget_s=12.0)
    assert found.state is State.UNVERIFIED
    assert found.unverified is not None
    assert found.confirm == f"aesculus verify {found.unverified.label} --device {DEVICE}"
    assert stages.stage_calls(Stage.VERIFY_NETLIST) == []
    # With more time it is confirmed.
    again = _pursued(store, monkeypatch, stages, budget_s=300.0)
    assert again.state is State.VERIFIED


def test_nothing_measured_is_no_answer(
    store: Store, monkeypatch: pytest.MonkeyPatch, expected: dict[Stage, float]
) -> None:
    expected[Stage.ROUTE] = 60.0
    found = _pursued(store, monkeypatch, StandIns(), budget_s=5.0)
    assert found.state is State.NONE
    assert found.reason.endswith("none is routed, which throughput_gbps needs")
