"""What is done first."""

from collections.abc import Sequence

import pytest

from aesculus import metrics
from aesculus.design import Build, parse_build
from aesculus.engine import estimate
from aesculus.engine.estimate import Estimator, memory_mb
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want, distinct
from aesculus.engine.pool import Pool
from aesculus.engine.session import cost, first_pass_problem
from aesculus.engine.walk import Walk
from aesculus.families import Device
from aesculus.papers.pointsets import point_set
from aesculus.records import Stage, StageOutcome, Status
from aesculus.report.marks import pareto_marks
from aesculus.search.ways.first_pass import FirstPass
from aesculus.search.ways.refine import Refine
from aesculus.store import Store
from engine.fakes import Fakes, area, engine, routed


def best_first(store: Store, points: Sequence[Build], devices: Sequence[Device]) -> list[Want]:
    problems = [first_pass_problem(points, device) for device in devices]
    first = list(map(Build, point_set("zambreno20").legal_points()))
    way = FirstPass(problems, cost, first)
    return distinct(Walk(store, (), way).wants())


def test_published_points_and_four_routed_ones_come_first(store: Store) -> None:
    points = [Build(point) for point in point_set("zambreno48").legal_points()]
    wants = best_first(store, points, [area(), routed()])
    published = set(map(Build, point_set("zambreno20").legal_points()))
    last_published = max(
        i
        for i, want in enumerate(wants)
        if want.stage is Stage.SYNTH and want.device_name == area().name and want.point in published
    )
    head = wants[: last_published + 1]
    assert {w.point for w in head if w.device_name == area().name} == published
    routes = [want.point for want in head if want.stage is Stage.ROUTE]
    assert {(p.fields["unroll"], p.fields["sbox"] == "bram") for p in routes} == {
        (1, True),
        (1, False),
        (2, True),
        (2, False),
    }
    checked = [want.point for want in head if want.stage is Stage.VERIFY_NETLIST]
    assert checked == routes
    # Everything asked for is there, once.
    assert len({want.ident for want in wants}) == len(wants)
    for device in (area(), routed()):
        done = {want.point for want in wants if want.device_name == device.name}
        assert done == set(points)
    assert {w.point for w in wants if w.stage is Stage.ROUTE} == set(points)


def test_rest_is_cheapest_first(store: Store) -> None:
    points = [parse_build(f"UF{n}-PP3T") for n in (10, 1, 5, 2)]
    wants = best_first(store, points, [area()])
    order = [want.point.fields["unroll"] for want in wants if want.stage is Stage.SYNTH]
    assert order == [1, 2, 5, 10]


def test_distinct_keeps_the_first(store: Store) -> None:
    wants = best_first(store, [parse_build("UF1-PP1T")], [area()])
    assert distinct([*wants, *wants]) == wants


def test_frontier_gets_netlists_and_seeds(store: Store) -> None:
    fakes = Fakes()
    points = [parse_build(f"UF{n}-PP3T") for n in range(1, 7)]
    devices = [routed()]
    with Pool(slots=2, stages=fakes.stages) as pool:
        run = engine(store, fakes, pool)
        run.run(best_first(store, points, devices))
    rows = metrics.rows(store, device=routed().name)
    refine = Refine([first_pass_problem(points, device) for device in devices])
    wants = distinct(Walk(store, run.jobs.rtl_digests, refine, seeds=5).wants())
    best = {row.label for row, mark in zip(rows, pareto_marks(rows), strict=True) if mark}
    checked = {row.label for row in rows if row.netlist_verified}
    assert best - checked
    assert {want.point.label for want in wants} == best
    routes = [want for want in wants if want.stage is Stage.ROUTE and want.seed_index]
    assert {want.seed_index for want in routes} == {1, 2, 3, 4}
    # Netlists come first, then one further seed of each after the other.
    assert [want.seed_index for want in routes] == sorted(want.seed_index for want in routes)
    first = wants.index(routes[0])
    netlists = [want.point.label for want in wants[:first] if want.stage is Stage.VERIFY_NETLIST]
    assert set(netlists) >= best - checked


def test_each_mode_has_a_frontier_that_gets_netlists(store: Store) -> None:
    fakes = Fakes()
    # One is better than the other in all, whatever the fakes draw, and none of them meets it.
    points = [parse_build(f"{mode}UF1-PP3T") for mode in ("", "CBC.", "CTR.")]
    problem = first_pass_problem(points, routed())
    with Pool(slots=2, stages=fakes.stages) as pool:
        run = engine(store, fakes, pool)
        run.run(best_first(store, points, [routed()]))
        wants = Walk(store, run.jobs.rtl_digests, Refine([problem]), seeds=2).wants()
    netlists = {want.point.label for want in wants if want.stage is Stage.VERIFY_NETLIST}
    assert netlists == {point.label for point in points}


def test_estimates_learn(store: Store) -> None:
    fakes = Fakes()
    point, other = parse_build("UF3-PP3T"), parse_build("UF4-PP3T")
    before = Estimator(store, {"rtl"}).seconds(Stage.VERIFY, other)
    with Pool(slots=1, stages=fakes.stages) as pool:
        run = engine(store, fakes, pool)
        run.run(best_first(store, [point], [area()]))
        rtl = run.jobs.rtl_digests
    learnt = Estimator(store, rtl)
    assert learnt.seconds(Stage.VERIFY, point) == 1.0
    assert 1.0 < learnt.seconds(Stage.VERIFY, other) < before


def test_designs_of_one_size_tell_most_of_each_other(store: Store) -> None:
    estimator, jobs = Estimator(store, {"rtl"}), Jobs()
    small = [parse_build(f"UF1-PP{n}T") for n in range(4)]
    large = [parse_build(f"UF10-PP{n}T") for n in range(4)]
    for seconds, points in ((1.0, small[:3] * 5), (90.0, large[:3])):
        for point in points:
            outcome = StageOutcome(status=Status.OK, seconds=seconds)
            estimator.learn(store.put(jobs.job(Stage.VERIFY, point), outcome))
    assert estimator.seconds(Stage.VERIFY, small[3]) == pytest.approx(1.0, rel=0.3)
    assert estimator.seconds(Stage.VERIFY, large[3]) == pytest.approx(90.0, rel=0.3)


@pytest.mark.parametrize("sources", ["", "of another time"])
def test_the_newest_runs_tell_how_quick_the_machine_is(
    store: Store, sources: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimate, "_HISTORY", 6)
    jobs = Jobs()
    point, *run = [parse_build(f"UF1-PP1T-TAG{n}") for n in range(2, 18)]
    slow, quick, failed = run[:6], run[6:9], run[9:]
    for seconds, points in ((80.0, slow), (2.0, quick)):
        for each in points:
            outcome = StageOutcome(status=Status.OK, seconds=seconds)
            store.put(jobs.job(Stage.VERIFY, each), outcome)
    before = Estimator(store, {sources} if sources else jobs.rtl_digests)
    for each in failed:
        outcome = StageOutcome(status=Status.FAILED, seconds=700.0, reason="no")
        store.put(jobs.job(Stage.VERIFY, each), outcome)
    after = Estimator(store, {sources} if sources else jobs.rtl_digests)
    for estimator in (before, after):
        assert estimator.seconds(Stage.VERIFY, point) < 30.0


@pytest.mark.parametrize("stage", list(Stage))
def test_larger_designs_need_more(stage: Stage, store: Store) -> None:
    small, large = parse_build("UF1-PP1B"), parse_build("UF10-PP3L")
    estimator = Estimator(store, {"rtl"})
    assert memory_mb(stage, small) < memory_mb(stage, large)
    assert estimator.seconds(stage, small) < estimator.seconds(stage, large)
