"""The campaigns of `aesculus bench` beside the headline."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from aesculus import metrics
from aesculus.ciphers.aes.space import is_legal, parse
from aesculus.ciphers.aes.space.covering import legal_pairs, pairs
from aesculus.cli.app import app
from aesculus.defaults import ROUTED_DEVICE
from aesculus.design import parse_build
from aesculus.engine import reference, session
from aesculus.engine.engine import Engine
from aesculus.engine.plan import Want
from aesculus.engine.pool import Pool
from aesculus.families import devices
from aesculus.records import Stage
from aesculus.search import spacefile
from aesculus.search.designspace import DesignSpace
from aesculus.search.fixing import fixed_space, needed_of
from aesculus.store import Store
from aesculus.studies.goals import study as goals
from aesculus.studies.goals.cases import CASES
from aesculus.studies.goals.study import GoalsOptions
from aesculus.studies.held_out import log
from aesculus.studies.measure import study as measure
from aesculus.studies.measure.table import read, write
from aesculus.studies.reference import gather
from aesculus.studies.scaling import simulate
from aesculus.studies.scaling import study as scaling
from aesculus.studies.scoreboard import study as scoreboard
from aesculus.studies.store_million import filling
from aesculus.studies.store_million import study as store_million
from aesculus.studies.verify_space import study as verify_space
from engine.fakes import Fakes, failing
from engine.standins import DEVICE, SPACE, StandIns
from search_tables import standin_table

_DRAWN = verify_space.points(6, 5)
_SPACE = """
version = 1
name = "tiny"
devices = ["{device}"]
objectives = {objectives}
axes = {{ unroll = [1, 2], sbox = "tower", cuts = "PP3" }}
"""

pytestmark = pytest.mark.usefixtures("place")


def _call(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["bench", *args])
    return result.exit_code, result.stdout, result.stderr


def _verify_space() -> tuple[int, str, str]:
    return _call("verify-space", "--count", "6", "--seed", "5")


def test_verify_space_writes_a_row_a_point(fakes: Fakes, place: Path) -> None:
    code, _, err = _verify_space()
    assert code == 0, err
    found = json.loads((place / "benchmarks/results/verify-space.json").read_text())
    assert (found["seed"], found["count"]) == (5, 6)
    assert [row["label"] for row in found["rows"]] == [point.label for point in _DRAWN]
    assert all(is_legal(parse(row["label"])) and row["status"] == "ok" for row in found["rows"])
    assert all(row["blocks_per_cycle"] and row["latency_cycles"] for row in found["rows"])
    text = (place / "benchmarks/results/verify-space.md").read_text()
    assert all(f"| {point.label} | ok |" in text for point in _DRAWN)
    assert "none took more than 30 s" in text
    found["rows"][1]["seconds"] = 61
    slow = verify_space.STUDIES[0].values(found)["slow"]
    assert slow.startswith("1 of 6 took more than 30 s")
    assert slow.endswith(f"the longest 61 s (`{_DRAWN[1].label}`)")
    before = len(fakes.calls)
    assert before == 6
    assert _verify_space()[0] == 0
    assert len(fakes.calls) == before


@pytest.mark.long
def test_verify_space_has_every_legal_pair_and_is_seldom_large() -> None:
    chosen = verify_space.points(verify_space.COUNT, 0)
    assert len(set(chosen)) >= verify_space.COUNT >= 500
    assert all(map(is_legal, chosen))
    assert set().union(*map(pairs, chosen)) == legal_pairs()
    assert max(point.unroll * point.lanes for point in chosen) <= 56
    assert sum(map(verify_space.size, chosen)) < 60 * len(chosen)
    mapped = verify_space.netlists(chosen)
    assert len(mapped) >= 100
    assert max(map(verify_space.size, mapped)) <= 40


def test_verify_space_tells_which_point_failed(fakes: Fakes, place: Path) -> None:
    fakes.special[Stage.VERIFY, _DRAWN[2].label] = failing("wrong block")
    code, _, err = _verify_space()
    assert code == 1
    assert f"1 of 6 points failed: {_DRAWN[2].label}" in err
    rows = json.loads((place / "benchmarks/results/verify-space.json").read_text())["rows"]
    assert [row["status"] for row in rows].count("failed") == 1
    assert rows[2]["reason"] == "wrong block"


def test_verify_space_counts_the_points_that_cover_the_pairs_too(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The legal pairs of axis values need more points than the least that is asked for."""
    monkeypatch.setattr(verify_space, "points", lambda _count, _seed: _DRAWN)
    fakes.special[Stage.VERIFY, _DRAWN[2].label] = failing("wrong block")
    _, _, err = _call("verify-space", "--count", "5")
    assert "1 of 6 points failed" in err


@pytest.mark.parametrize(
    ("device", "objectives", "routed"),
    [
        ("XC2V4000", ["lut_count", "latency_cycles"], False),
        ("LFE5U-25F-6", ["throughput_gbps", "lut_count"], True),
    ],
)
def test_a_measured_space_becomes_a_table(
    fakes: Fakes,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    device: str,
    objectives: list[str],
    routed: bool,
) -> None:
    content = spacefile.loads(_SPACE.format(device=device, objectives=json.dumps(objectives)))
    monkeypatch.setattr(measure, "load", lambda _name: content)
    code, _, err = _call("measure-area-small")
    assert code == 0, err
    table = read(place / "benchmarks/search/area-small.csv.gz")
    assert {entry.point.label for entry in table.entries} == {"UF1-PP3T", "UF2-PP3T"}
    assert table.about["objectives"] == " ".join(objectives)
    assert all(set(objectives) <= set(entry.figures) for entry in table.entries)
    assert all((entry.route_s > 0) == routed and entry.synth_s > 0 for entry in table.entries)
    stages = {call[0] for call in fakes.calls}
    assert (Stage.ROUTE in stages) == routed
    assert all(entry.seconds for entry in gather._of_table(table))
    # Where other work ran, how long runs took teaches no estimate.
    assert _call("measure-area-small", "--busy")[0] == 0
    rough = [*gather._of_table(read(place / "benchmarks/search/area-small.csv.gz"))]
    assert {entry.label for entry in rough} == {"UF1-PP3T", "UF2-PP3T"}
    assert not any(entry.seconds for entry in rough)


@pytest.mark.parametrize(
    ("frozen", "before"), [("2026-01-01T00:00:00+00:00", "0"), ("2999-01-01T00:00:00+00:00", "2")]
)
def test_a_table_tells_what_was_measured_before_the_strategy_was_frozen(
    fakes: Fakes, place: Path, monkeypatch: pytest.MonkeyPatch, frozen: str, before: str
) -> None:
    assert not fakes.calls
    content = spacefile.loads(_SPACE.format(device="LFE5U-25F-6", objectives='["area_luts"]'))
    for module in (measure, log):
        monkeypatch.setattr(module, "load", lambda _name: content)
    monkeypatch.setattr(measure, "HELD_OUT", ("area-small",))
    entry = log.entry_of("area-small", datetime.now(UTC)).model_copy(update={"frozen": frozen})
    monkeypatch.setattr(log, "read", lambda _folder: [entry])
    code, out, err = _call("measure-area-small")
    assert code == 0, err
    assert f"{before} of 2 points of this store were measured before" in " ".join(
        (out + err).split()
    )
    table = read(place / "benchmarks/search/area-small.csv.gz")
    assert table.about["held_out"] == frozen
    assert table.about[log.BEFORE] == before


def test_search_names_what_would_measure_a_missing_table() -> None:
    code, _, err = _call("search")
    assert code == 1
    # Lines are broken where the terminal ends.
    held_out, _, missing = " ".join(err.split()).partition("aesculus: error: ")
    assert held_out.startswith("held out and not measured yet: ")
    assert all(f"aesculus bench measure-{name}" in missing for name in measure.SPACES)


@pytest.mark.long
def test_search_writes_a_scoreboard(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoreboard, "SPACES", ("tiny",))
    monkeypatch.setattr(scoreboard, "STRATEGIES", ("exhaustive",))
    folder = place / "benchmarks/search"
    folder.mkdir(parents=True)
    table = standin_table("ecp5-iterative", every=16)
    write(table, measure.table_path(folder, "tiny"))
    code, out, err = _call("search", "--repeats", "2")
    assert code == 0, err
    assert len(out.splitlines()) == 3
    found = json.loads((folder / "results" / f"{table.about['space']}.json").read_text())
    assert {run["strategy"] for run in found["replays"]} == {"exhaustive", "random"}
    # A space that is not measured yet keeps none from its scoreboard.
    monkeypatch.setattr(scoreboard, "SPACES", ("tiny", "area-small"))
    code, again, err = _call("search", "--repeats", "1")
    assert (code, again) == (1, out)
    assert "not measured yet: area-small" in err


def test_store_million_times_every_query(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filling, "_KINDS", 20)
    code, _, err = _call("store-million", "--count", "500", "--out", str(place / "out"))
    assert code == 0, err
    found = json.loads((place / "out/store-million.json").read_text())
    assert found["results"] >= 500
    assert found["designs"] == 100
    assert all(told["worst_s"] >= told["median_s"] > 0 for told in found["queries"].values())
    # Queries that find nothing would tell nothing: what is made up looks like what is measured.
    device = devices.load(ROUTED_DEVICE)
    Store.open(place / "s.db").close()
    filling.fill(place / "s.db", device, 500)
    with Store.open(place / "s.db") as store:
        store.check()
        assert metrics.refresh(store) == 0, "the figures do not count as up to date"
        assert len(metrics.rows(store, device=device.name)) == 100
        front = store_million.queries(store, device)["frontier: four objectives"]()
        assert isinstance(front, list)
        assert 1 < len(front) < 100


def test_scaling_is_simulated_from_what_the_store_has(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = StandIns()
    points = DesignSpace(spacefile.load(SPACE)).sample(24, seed=2)
    device = devices.load(DEVICE)
    (place / ".aesculus").mkdir()
    with (
        Store.open(place / ".aesculus/store.db") as store,
        Pool(slots=2, stages=made.stages) as pool,
    ):
        Engine(store, pool).run([Want(point, Stage.ROUTE, device) for point in points])
    monkeypatch.setattr(scaling, "dispatch_seconds", lambda: 0.05)
    monkeypatch.setattr(simulate, "WORKERS", (1, 10, 100))
    code, _, err = _call("scaling", "--repeats", "1")
    assert code == 0, err
    found = json.loads((place / "benchmarks/results/scaling.json").read_text())
    told = found["spaces"][SPACE]
    assert told["points"] == 24
    # What a point took is in the records: 1 s each to verify and to synthesise, 3 s to route.
    assert told["tool_hours"] == pytest.approx(24 * 5 / 3600)
    lines = [line for line in told["lines"] if line["strategy"] == "random"]
    assert [line["workers"] for line in lines] == [1, 10, 100]
    assert lines[0]["speed_up"] == 1 < lines[1]["speed_up"]
    assert (place / "benchmarks/results/scaling.svg").read_text().startswith("<?xml")
    assert "stops falling" in (place / "benchmarks/results/scaling.md").read_text()


def test_scaling_counts_tables_that_are_memory(place: Path) -> None:
    folder = place / "benchmarks/search"
    folder.mkdir(parents=True)
    made = standin_table(SPACE, every=32)
    before = replace(made, about={**made.about, "objectives": "throughput_gbps lut_count"})
    write(before, measure.table_path(folder, SPACE))
    with Store.open(place / "s.db") as store:
        (table,) = scaling._table(store, SPACE)
    assert table.problem.objectives == ("throughput_gbps", "area_luts")


def test_scaling_names_what_would_measure_run_times() -> None:
    code, _, err = _call("scaling")
    assert code == 1
    assert all(f"aesculus bench measure-{name}" in err for name in measure.SPACES)


def test_goals_are_asked_of_a_store_and_answered_from_what_is_known(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = StandIns()
    monkeypatch.setattr(session, "_pool", lambda _o: Pool(slots=2, stages=made.stages))
    slow = {"label": "UF1-PP0B", "design": parse_build("UF1-PP0B").fields, "device": DEVICE}
    figures = {"area_luts": 800, "lut_count": 800, "throughput_gbps": 0.5, "fmax_mhz": 100.0}
    known = metrics.Row.model_validate({**slow, **figures, "netlist_verified": True})
    monkeypatch.setattr(reference, "results", lambda _device, **_: [known])
    named = {case.name: case for case in CASES}
    easy, hard = named["1-gbps"], named["asu"]
    cases = (replace(easy, space=SPACE), replace(hard, device=DEVICE, space=SPACE))
    options = GoalsOptions(out=place / "out", store=place / "s.db", setting="filled")
    pages: list[Any] = []

    class Watched(goals.Goals):
        def write(self, out: Path, body: Mapping[str, Any], *, page: bool = True) -> None:
            super().write(out, body, page=page)
            pages.append(json.loads((out / "goals.json").read_text()))

    Watched(cases).run(options)
    assert [[*page["settings"]["filled"]] for page in pages] == [["1-gbps"], ["1-gbps", "asu"]]
    met, missed = pages[-1]["settings"]["filled"].values()
    assert met["answer"] == "verified"
    assert met["n_seeds"] == 5
    # No iterative core reaches 75 Gbit/s.
    assert missed["answer"] != "verified"
    # What is known is too slow for both: the page says how near it gets, and what is in the way.
    for goal in pages[-1]["goals"]:
        assert goal["pick"] is None
        assert goal["nearest"][0]["misses"]
        assert goal["give_up"][0]["constraint"].startswith("throughput")
    text = (place / "out/goals.md").read_text()
    assert f"| open | {met['label']} (" in text
    assert "No verified design on" in text
    assert "the limit to give up first" in text
    assert "Open: 1-gbps, asu." in text
    # Another run searches only for what the page does not have, or asks otherwise.
    made.calls.clear()
    Watched(cases).run(options)
    assert not made.calls
    assert len(pages) == 2
    Watched((replace(easy, evaluations=easy.evaluations + 1),)).run(options)
    assert len(pages) == 3


def test_goals_are_thirty_different_ones() -> None:
    cases = CASES
    assert len({case.name for case in cases}) == 30
    assert len({(case.device, case.goal, case.fix) for case in cases}) == 30
    assert len({case.device for case in cases}) == 6
    rates = [c.value for case in cases for c in case.goal.limits if c.figure == "throughput_gbps"]
    assert (min(rates), max(rates)) == (0.01, 100)
    fixed = {text.partition("=")[0] for case in cases for text in case.fix}
    assert {"key_bits", "direction", "key_schedule", "around"} <= fixed
    aims = {case.goal.objective.figure for case in cases}
    assert {"latency_ns", "area_luts", "throughput_gbps", "switching_per_block"} <= aims
    assert "asu" in {case.name for case in cases}
    for case in cases:
        space = fixed_space(case.space, case.fix)
        assert needed_of(space)
        assert not devices.load(case.device).area_only
