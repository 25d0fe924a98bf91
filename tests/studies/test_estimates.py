"""Estimates of time against a campaign: each run is expected before it is heard of."""

from pathlib import Path

import pytest

from aesculus.design import parse_build
from aesculus.engine.jobs import Jobs
from aesculus.engine.reference import known
from aesculus.errors import InputError, RunError
from aesculus.families import devices
from aesculus.records import Stage, StageOutcome, Status
from aesculus.search import spacefile
from aesculus.search.designspace import DesignSpace
from aesculus.store import StageRecord, Store
from aesculus.studies.estimates import study as estimates
from aesculus.studies.estimates.study import Estimates, EstimatesOptions, judged

_SPACE = """
version = 1
name = "one"
devices = ["LFE5U-25F-6"]
objectives = ["area_luts", "ff_count"]
fidelity = "synth"
[axes]
unroll = [1, 2]
sbox = ["line", "tower"]
cuts = { always = ["start"], subsets = ["sub", "mix", "m1"] }
"""


@pytest.fixture
def space(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Labels of a held-out space; it stands alone."""
    monkeypatch.setattr(estimates, "load", lambda _: spacefile.loads(_SPACE))
    monkeypatch.setattr(estimates, "HELD_OUT", ("one",))
    monkeypatch.setattr(estimates, "_FEWEST", 20)
    return [point.label for point in DesignSpace(spacefile.loads(_SPACE)).points]


def _put(store: Store, labels: list[str]) -> list[StageRecord]:
    """Put a simulation and a synthesis of each design into a store; return the simulations."""
    jobs, device, found = Jobs(), devices.load("LFE5U-25F-6"), []
    for at, label in enumerate(labels):
        outcome = StageOutcome(status=Status.OK, seconds=1.0 + at % 2)
        point = parse_build(label)
        found.append(store.put(jobs.job(Stage.VERIFY, point), outcome))
        store.put(jobs.job(Stage.SYNTH, point, device), outcome)
    return found


def test_a_run_is_expected_before_it_is_heard_of(store: Store, space: list[str]) -> None:
    # All take 30 s, and nothing is known but what comes along, which says some seconds.
    runs = [
        run.model_copy(update={"seconds": 30.0}) for run in _put(store, [*space, "UF10-PP3T"] * 3)
    ]
    one = runs[:1]
    found = judged(one, {})["verify"]
    assert found["all"] == found["untold"] == found["first"]
    assert found["all"]["median_error"] > 0.1
    found = judged(runs, {})["verify"]
    # Designs come again, and what is known of a design is what it took.
    assert found["runs"] == len(runs)
    assert found["all"]["median_error"] < 0.1
    assert found["all"]["within_two"] > 0.9
    # Who hears nothing does not learn.
    assert found["untold"]["within_two"] == judged(one, {})["verify"]["untold"]["within_two"]


def test_nothing_of_the_space_teaches(
    store: Store, space: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Some are not measured yet, and what other campaigns know of them is left out too.
    _put(store, space[:24])
    asked = []
    kept = estimates._lines_without

    def lines(labels: set[str]) -> object:
        asked.append(set(labels))
        return kept(labels)

    monkeypatch.setattr(estimates, "_lines_without", lines)
    Estimates().run(EstimatesOptions(store=store.path, out=tmp_path))
    assert asked == [set(space)]
    label = known()[0].label
    stages = estimates.times_without({label}).values()
    taught = [run[0].label for each in stages for runs in each.values() for run in runs]
    assert taught
    assert label not in taught
    page = (tmp_path / "estimates.md").read_text(encoding="utf-8")
    assert "| one | 24 of 32 | LFE5U-25F-6 | verify | 24 | " in page
    assert "| one | 24 of 32 | LFE5U-25F-6 | synth | 24 | " in page


def test_runs_of_other_designs_and_failures_do_not_count(store: Store, space: list[str]) -> None:
    _put(store, [*space[2:], "UF5-PP3T"])
    failed = StageOutcome(status=Status.FAILED, seconds=5.0, reason="no")
    store.put(Jobs().job(Stage.VERIFY, parse_build(space[1])), failed)
    found = estimates._runs(store, set(space), spacefile.loads(_SPACE))
    assert {run.job.label for run in found} == set(space[2:])
    other = spacefile.loads(_SPACE.replace("LFE5U-25F-6", "ICE40HX8K"))
    elsewhere = estimates._runs(store, set(space), other)
    assert {run.stage for run in elsewhere} == {Stage.VERIFY}


def test_routes_are_no_runs_of_a_space_of_areas(store: Store, space: list[str]) -> None:
    _put(store, space[1:])
    jobs, device, point = Jobs(), devices.load("LFE5U-25F-6"), parse_build(space[0])
    made = StageOutcome(status=Status.OK, seconds=3.0, artefacts={"netlist.json": b"{}"})
    netlist = store.put(jobs.job(Stage.SYNTH, point, device), made)
    outcome = StageOutcome(status=Status.OK, seconds=9.0)
    store.put(jobs.job(Stage.ROUTE, point, device, start=netlist), outcome)
    routed = _SPACE.replace('["area_luts", "ff_count"]', '["throughput_gbps", "area_luts"]')
    routed = routed.replace('"synth"', '"route"')
    for text, stages in ((_SPACE, {Stage.VERIFY, Stage.SYNTH}), (routed, set(estimates.STAGES))):
        found = estimates._runs(store, set(space), spacefile.loads(text))
        assert {run.stage for run in found} == stages


def test_simulations_of_other_campaigns_are_no_campaign(
    store: Store, space: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _put(store, space)
    other = _SPACE.replace("LFE5U-25F-6", "ICE40HX8K")
    monkeypatch.setattr(estimates, "load", lambda _: spacefile.loads(other))
    with pytest.raises(RunError, match="less than 20 points"):
        Estimates().run(EstimatesOptions(store=store.path, out=tmp_path))


def test_a_store_without_such_runs_is_refused(
    store: Store, space: list[str], tmp_path: Path
) -> None:
    assert space
    with pytest.raises(RunError, match="less than 20 points of any held-out space"):
        Estimates().run(EstimatesOptions(store=store.path, out=tmp_path))
    with pytest.raises(InputError, match="no store at"):
        Estimates().run(EstimatesOptions(store=tmp_path / "none.db", out=tmp_path))
    bad = tmp_path / "bad.db.gz"
    bad.write_bytes(b"x")
    with pytest.raises(InputError, match="no compressed store"):
        Estimates().run(EstimatesOptions(store=bad, out=tmp_path))
