"""Searches on the engine: what is run for a goal, and what is not."""

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from aesculus import metrics
from aesculus.design import Build, parse_build
from aesculus.engine import session
from aesculus.engine.answers import goal_rows, standing
from aesculus.engine.eligible import eligible
from aesculus.engine.engine import Engine
from aesculus.engine.estimate import Estimator
from aesculus.engine.found import beside, find
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want, whole_chain
from aesculus.engine.pool import Pool
from aesculus.engine.progress import Reporter
from aesculus.engine.session import Effort, Options, pursue, search_space
from aesculus.families import devices
from aesculus.metrics import Row
from aesculus.records import Stage
from aesculus.report.found import found_text, so_far
from aesculus.search.designspace import DesignSpace
from aesculus.search.fixing import fixed_space
from aesculus.search.found import State
from aesculus.search.goals import Answer, Goal, Limit, Objective, answer
from aesculus.search.spacefile import load
from aesculus.search.ways import goal as goal_strategy
from aesculus.store import Store
from engine.fakes import failing
from engine.standins import DEVICE, SPACE, StandIns
from search_tables import standin_figures

pytestmark = pytest.mark.sim

_DEVICE = devices.load(DEVICE)
_SMALL = Goal(
    (Limit("throughput_gbps", 1.5, "rate"), Limit("bram_count", 0, "memory")),
    Objective("area_luts", maximise=False),
)


@cache
def _points() -> tuple[Build, ...]:
    return DesignSpace(load(SPACE)).points[::2]


@pytest.fixture
def stages(monkeypatch: pytest.MonkeyPatch) -> StandIns:
    made = StandIns()
    monkeypatch.setattr(session, "_pool", lambda _options: Pool(slots=2, stages=made.stages))
    return made


class _Notes(Reporter):
    def __init__(self) -> None:
        self.said: list[str] = []

    def note(self, text: str) -> None:
        self.said.append(text)


def _leading(found: Answer) -> Row | None:
    """Return the design that meets a goal best, or if none does that which comes nearest."""
    if found.best is not None:
        return found.best
    return found.nearest[0].row if found.nearest else None


def _pursue(store: Store, goal: Goal, **effort: Any) -> Row | None:
    pursue(store, goal, _points(), _DEVICE, Options(), effort=Effort(**effort))
    rows = goal_rows(store, _DEVICE, goal, netlist_verified=True)
    return _leading(answer(rows, goal))


def test_an_answer_is_found_and_confirmed(store: Store, stages: StandIns) -> None:
    row = _pursue(store, _SMALL)
    assert row is not None
    assert row.netlist_verified
    assert row.n_seeds == 5
    assert all(limit.miss(row) == 0 for limit in _SMALL.limits)
    truth = [standin_figures(point, clock=True) for point in _points()]
    fast = [t for t in truth if t["throughput_gbps"] >= 1.55 and not t["bram_count"]]
    assert row.area_luts is not None
    assert row.area_luts <= 1.03 * min(t["area_luts"] for t in fast)
    # Most points are never run, and many of those that are synthesised are never routed.
    synthesised, routed = (set(stages.stage_calls(s)) for s in (Stage.SYNTH, Stage.ROUTE))
    assert len(routed) < len(synthesised) < len(_points()) / 3
    # Nobody else has his netlist verified: it takes longest.
    confirmed = set(stages.stage_calls(Stage.VERIFY_NETLIST))
    assert row.label in confirmed
    assert len(confirmed) <= 4


@pytest.mark.long
def test_the_same_seed_gives_the_same_walk(
    tmp_path: Path, stages: StandIns, monkeypatch: pytest.MonkeyPatch
) -> None:
    walks = []
    for number, slots in enumerate((1, 3)):
        made = StandIns()
        monkeypatch.setattr(
            session, "_pool", lambda _o, m=made, n=slots: Pool(slots=n, stages=m.stages)
        )
        with Store.open(tmp_path / f"{number}.db") as store:
            _pursue(store, _SMALL, seed=3)
        walks.append(sorted(made.calls, key=str))
    assert walks[0] == walks[1]


def test_what_the_store_answers_is_not_run_again(store: Store, stages: StandIns) -> None:
    first = _pursue(store, _SMALL)
    before = len(stages.calls)
    again = _pursue(store, _SMALL)
    assert first is not None
    assert again == first
    repeated = [call for call in stages.calls[before:] if call in stages.calls[:before]]
    assert repeated == []


def test_a_wrong_netlist_is_never_the_answer(store: Store, stages: StandIns) -> None:
    first = _pursue(store, _SMALL)
    assert first is not None
    stages.special[Stage.VERIFY_NETLIST, first.label] = failing("wrong block")
    with Store.open(store.path.with_name("other.db")) as other:
        row = _pursue(other, _SMALL)
    assert row is not None
    assert row.label != first.label
    assert row.netlist_verified


@pytest.mark.long
def test_points_that_fail_are_stepped_over(store: Store, stages: StandIns) -> None:
    bad = [
        p.label
        for p in _points()
        if p.fields["sbox"] == "tower" and p.fields["unroll"] == 1 and p.fields["flow"] == "none"
    ]
    for label in bad:
        stages.special[Stage.SYNTH, label] = failing("no such cell")
    row = _pursue(store, _SMALL)
    assert row is not None
    assert row.label not in bad
    assert all(stages.stage_calls(Stage.SYNTH).count(label) <= 1 for label in bad)


def test_an_impossible_goal_ends_with_the_nearest_miss(store: Store, stages: StandIns) -> None:
    goal = Goal((Limit("throughput_gbps", 400, "rate"),), Objective("area_luts", maximise=False))
    row = _pursue(store, goal)
    assert row is not None
    truth = [standin_figures(point, clock=True) for point in _points()]
    assert row.throughput_gbps is not None
    assert row.throughput_gbps > 0.9 * max(t["throughput_gbps"] for t in truth)
    assert len(set(stages.stage_calls(Stage.ROUTE))) < len(_points()) / 4


def test_a_search_says_whether_it_ended_by_itself(store: Store, stages: StandIns) -> None:
    few = _points()[:6]
    goal = Goal((Limit("throughput_gbps", 400, "400Gbps"),), Objective("area_luts", maximise=False))
    some = pursue(store, goal, few, _DEVICE, Options(), effort=Effort(evaluations=1))
    assert not some.exhausted, "it was told to stop"
    whole = pursue(store, goal, few, _DEVICE, Options())
    assert whole.exhausted == 1
    found = find(store, _DEVICE, goal, {})
    assert "More designs may be found: run `again`." in found_text(found, "again")
    told = found_text(replace(found, exhausted=True), "again")
    assert "No other design of this space promises to meet it" in told
    assert "again" not in told
    # What is nearest is told before anything is run, too.
    assert so_far(found).startswith("Known so far: UF")
    assert "400Gbps: far off" in so_far(found)


def test_a_confirmation_without_time_is_no_end_of_the_search(
    store: Store, stages: StandIns, monkeypatch: pytest.MonkeyPatch
) -> None:
    goal = Goal((Limit("throughput_gbps", 400, "400Gbps"),), Objective("area_luts", maximise=False))

    def out_of_time(_self: Engine, *, grace: bool = False) -> bool:
        seeds = Counter(stages.stage_calls(Stage.ROUTE))
        return max(seeds.values(), default=0) > 1

    monkeypatch.setattr(Engine, "_out_of_time", out_of_time)
    done = pursue(store, goal, _points()[:4], _DEVICE, Options())
    assert done.unreached
    assert not done.exhausted


def test_evaluations_are_counted(store: Store, stages: StandIns) -> None:
    _pursue(store, _SMALL, evaluations=3, seeds=1)
    assert len(set(stages.stage_calls(Stage.ROUTE))) <= 3


def test_evaluations_of_a_goal_that_no_route_decides_are_counted(
    store: Store, stages: StandIns
) -> None:
    goal = Goal((), Objective("area_luts", maximise=False))
    _pursue(store, goal, evaluations=1, seeds=1, batch=1)
    assert len(set(stages.stage_calls(Stage.SYNTH))) == 1


def test_time_is_kept_back_for_the_answer(
    store: Store, stages: StandIns, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It would go on to the last point; a netlist is expected to take 26 s, as nothing is learnt.
    monkeypatch.setattr(Estimator, "learn", lambda _self, _record: None)
    monkeypatch.setattr(goal_strategy, "SETTLED", 0.0)
    notes = _Notes()
    pursue(store, _SMALL, _points(), _DEVICE, Options(budget_s=50.0, reporter=notes))
    assert stages.stage_calls(Stage.VERIFY_NETLIST)
    assert any("kept for the answer" in text for text in notes.said)
    assert "confirming" in notes.said[-1]
    assert len(set(stages.stage_calls(Stage.ROUTE))) < len(_points()) / 2


_ANY = Goal((Limit("throughput_gbps", 0.01, "rate"),), Objective("area_luts", maximise=False))


def _elsewhere(store: Store) -> Row:
    """Return the smallest design as another store has it, routed with its netlist not verified."""
    point = min(_points(), key=lambda point: standin_figures(point, clock=False)["area_luts"])
    wants = [Want(point, Stage.VERIFY), Want(point, Stage.ROUTE, _DEVICE, 0)]
    with Store.open(store.path.with_name("elsewhere.db")) as other:
        session.run_wants(other, wants, Options())
        (row,) = metrics.rows(other, device=_DEVICE.name)
    assert row.throughput_gbps
    assert not row.netlist_verified
    return row


def test_what_is_known_elsewhere_is_confirmed_before_anything_is_looked_for(
    store: Store, stages: StandIns
) -> None:
    row = _elsewhere(store)
    stages.calls.clear()
    effort = Effort(evaluations=1, seeds=1)
    pursue(store, _ANY, _points(), _DEVICE, Options(), effort=effort, beside=[row])
    checked = next(n for n, call in enumerate(stages.calls) if call[0] is Stage.VERIFY_NETLIST)
    assert {call[1] for call in stages.calls[: checked + 1]} == {row.label}


def test_a_netlist_that_is_verified_here_confirms_a_clock_of_elsewhere(
    store: Store, stages: StandIns
) -> None:
    row = _elsewhere(store)
    assert find(store, _DEVICE, _ANY, {}, reference=[row]).state is State.UNVERIFIED
    point = parse_build(row.label)
    wants = [Want(point, Stage.VERIFY), Want(point, Stage.VERIFY_NETLIST, _DEVICE)]
    session.run_wants(store, wants, Options())
    assert not stages.stage_calls(Stage.ROUTE)[1:], "it was routed elsewhere alone"
    found = find(store, _DEVICE, _ANY, {}, reference=[row])
    assert found.state is State.VERIFIED
    assert found.answer.best is not None
    assert found.answer.best.label == row.label
    # What was counted here alone stays known beside more seeds of elsewhere.
    better = row.model_copy(update={"n_seeds": 5, "switching_per_block": None})
    here = found.answer.best.model_copy(update={"n_seeds": 1, "switching_per_block": 7.0})
    (joined,) = beside([here], [better])
    assert (joined.n_seeds, joined.switching_per_block) == (5, 7.0)
    # A netlist with other counts is another one.
    other = row.model_copy(update={"ff_count": (row.ff_count or 0) + 1})
    assert find(store, _DEVICE, _ANY, {}, reference=[other]).state is State.UNVERIFIED


def test_a_design_that_is_known_twice_is_told_by_its_seeds(store: Store, stages: StandIns) -> None:
    point = parse_build(_elsewhere(store).label)
    session.run_wants(store, whole_chain(point, _DEVICE, netlist=False), Options())
    (lucky,) = goal_rows(store, _DEVICE, _ANY, netlist_verified=False)
    assert lucky.label == point.label
    assert lucky.throughput_gbps is not None
    slower = {"throughput_gbps": lucky.throughput_gbps * 0.9}
    median = lucky.model_copy(update={"netlist_verified": True, "n_seeds": 5} | slower)
    between = Goal(
        (Limit("throughput_gbps", lucky.throughput_gbps * 0.95, "rate"),), _ANY.objective
    )
    assert find(store, _DEVICE, between, {}).state is State.UNVERIFIED
    # The clock of one seed neither meets the goal nor looks better beside the median of five.
    assert find(store, _DEVICE, between, {}, reference=[median]).state is State.NONE
    fastest = Goal((), Objective("throughput_gbps", maximise=True))
    found = find(store, _DEVICE, fastest, {}, reference=[median])
    assert (found.state, found.unverified) == (State.VERIFIED, None)
    # Seeds that are more here count, and the same netlist was verified elsewhere.
    fewer = median.model_copy(update={"n_seeds": 1})
    assert find(store, _DEVICE, between, {}, reference=[fewer]).state is State.VERIFIED
    other = fewer.model_copy(update={"ff_count": (fewer.ff_count or 0) + 1})
    assert find(store, _DEVICE, between, {}, reference=[other]).state is State.UNVERIFIED
    others = [row.model_copy(update={"tools": {"yosys": "another"}}) for row in (lucky, fewer)]
    assert [row.netlist_verified for row in beside([others[0]], [fewer])] == [False, True]
    assert [row.netlist_verified for row in beside([lucky], [others[1]])] == [False, True]


def test_a_netlist_that_is_wrong_here_takes_the_answer_of_elsewhere_away(
    store: Store, stages: StandIns
) -> None:
    row = _elsewhere(store).model_copy(update={"netlist_verified": True})
    assert find(store, _DEVICE, _ANY, {}, reference=[row]).state is State.VERIFIED
    stages.special[Stage.VERIFY_NETLIST, row.label] = failing("block 3 is wrong")
    session.run_wants(
        store, [Want(parse_build(row.label), Stage.VERIFY_NETLIST, _DEVICE)], Options()
    )
    found = find(store, _DEVICE, _ANY, {}, reference=[row])
    assert found.answer.best is None
    assert found.unverified is None
    # Another core's failure says nothing of it.
    other = row.model_copy(update={"rtl_digest": "0" * 64})
    assert standing(store, _DEVICE, [row, other]) == [other]
    effort = Effort(evaluations=1, seeds=1)
    done = pursue(store, _ANY, _points(), _DEVICE, Options(), effort=effort, beside=[row])
    assert done is not None
    assert row.label not in {own.label for own in goal_rows(store, _DEVICE, _ANY)}


def test_only_eligible_rows_are_answers(store: Store, stages: StandIns) -> None:
    first = _pursue(store, _SMALL)
    assert first is not None
    assert first.netlist_verified
    flow = first.design["flow"]
    kept = goal_rows(store, _DEVICE, _SMALL, matching={"design.flow": [flow]})
    assert first in kept
    assert all(row.design["flow"] == flow for row in kept)
    for other in ({"design.flow": ["no such flow"]}, {"netlist_verified": [False]}):
        assert first not in goal_rows(store, _DEVICE, _SMALL, matching=other)


def test_a_mode_around_any_core_may_be_the_answer() -> None:
    """A core with another S-box than those of the space among which the search looks, too."""
    needed = eligible(fixed_space("pick", ["around=CTR"]))
    for label in ("CTR.UF1-PP0N-W32", "CTR.UF1-PP0P"):
        assert Jobs().rtl_digest_of(parse_build(label)) in needed["rtl_digest"]
    for label in ("GCM.UF1-PP0P", "CTR.AXIS64.UF1-PP0P"):
        assert Jobs().rtl_digest_of(parse_build(label)) not in needed["rtl_digest"]


def test_what_the_device_has_no_place_for_is_no_answer(store: Store, stages: StandIns) -> None:
    goal = Goal((), Objective("blocks_per_cycle", maximise=True))
    points = _points()[::16]
    session.run_wants(
        store, [want for p in points for want in whole_chain(p, _DEVICE, seeds=1)], Options()
    )
    largest = _leading(answer(goal_rows(store, _DEVICE, goal), goal))
    assert largest is not None
    assert largest.area_luts is not None
    resources = _DEVICE.resources.model_copy(update={"luts": largest.area_luts - 1})
    small = _DEVICE.model_copy(update={"resources": resources})
    assert largest not in goal_rows(store, small, goal)
    # A limit of the user's may lie beyond the device.
    limited = Goal((Limit("area_luts", 10.0 * largest.area_luts, "area"),), goal.objective)
    assert largest in goal_rows(store, _DEVICE, limited)
    assert largest not in goal_rows(store, small, limited)


def test_designs_that_were_not_routed_hide_none_that_was(store: Store, stages: StandIns) -> None:
    """Their areas are known: eleven of them were the smallest, and stood in front of all else."""
    goal = Goal((), Objective("area_luts", maximise=False))
    points = sorted(
        _points()[::8], key=lambda point: standin_figures(point, clock=False)["lut_count"]
    )
    for point in points[:11]:
        stages.special[Stage.ROUTE, point.label] = failing("no place")
    wants = [want for p in points for want in whole_chain(p, _DEVICE, seeds=1)]
    session.run_wants(store, wants, Options())
    failed = {row.label for row in metrics.rows(store) if row.status == "failed"}
    assert failed == {point.label for point in points[:11]}
    found = _leading(answer(goal_rows(store, _DEVICE, goal), goal))
    assert found is not None
    assert found.label == points[11].label


def test_a_space_is_searched_with_any_strategy(store: Store, stages: StandIns) -> None:
    space = DesignSpace(load(SPACE).model_copy(update={"fidelity": None}))
    effort = Effort(evaluations=8, seeds=2)
    summary = search_space(store, space, _DEVICE, Options(), strategy="random", effort=effort)
    assert summary.failed == 0
    assert len(set(stages.stage_calls(Stage.ROUTE))) == 8
    rows = metrics.rows(store, device=DEVICE)
    # The frontier of what was found has its netlists and its seeds.
    assert {row.n_seeds for row in rows} == {1, 2}
    assert all(row.netlist_verified == (row.n_seeds == 2) for row in rows)


@pytest.mark.long
def test_a_search_ends_with_the_budget_of_its_file(store: Store, stages: StandIns) -> None:
    content = load(SPACE)
    budget = content.budget.model_copy(update={"evaluations": 5})
    space = DesignSpace(content.model_copy(update={"budget": budget}))
    search_space(store, space, _DEVICE, Options())
    assert len(set(stages.stage_calls(Stage.ROUTE))) == 5
