"""The records: their data, and what the study makes of them with stages that measure nothing."""

import contextlib
import json
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import ValidationError
from typer.testing import CliRunner

from aesculus.cli.app import app
from aesculus.design import parse_build
from aesculus.engine.jobs import Jobs
from aesculus.engine.session import Options
from aesculus.engine.task import Task
from aesculus.errors import InputError, RunError
from aesculus.families import devices
from aesculus.families.ways import way_of
from aesculus.pages import DASH
from aesculus.records import Stage, StageOutcome, Status
from aesculus.search.designspace import DesignSpace
from aesculus.search.fixing import fixed_space
from aesculus.stages.route_seeds import seeds
from aesculus.store import Store
from aesculus.studies import doctables
from aesculus.studies.records import study
from aesculus.studies.records.cases import SEEDS, SEEN, Bound, How, Record, records
from aesculus.studies.records.found import Found
from aesculus.studies.records.measure import _path, measure
from aesculus.studies.records.study import RecordOptions, Records
from engine.fakes import Fakes, failing, good
from project.sources import ROOT

pytestmark = pytest.mark.usefixtures("place")

DEVICE = "LFE5U-25F-6"
SOME = (
    Record(
        name="clock",
        about="Clock",
        how="median",
        device=DEVICE,
        label="UF1-PP3T",
        targets={"fmax_routed_mhz": Bound(at_least=90)},
    ),
    Record(
        name="clock-detailed",
        about="Clock",
        how="median",
        device=DEVICE,
        label="UF1-PP3T",
        way="detailed",
        targets={"fmax_routed_mhz": Bound(at_least=5)},
    ),
    Record(
        name="clock-best",
        about="Best build",
        how="best",
        device=DEVICE,
        label="UF1-PP3T",
        routes=4,
        targets={"fmax_mhz": Bound(at_least=250)},
    ),
    Record(
        name="area",
        about="Area",
        how="area",
        device="XC2V4000",
        label="UF1-PP3T",
        targets={"area_luts": Bound(at_most=10)},
        missing="smaller tables",
    ),
    Record(
        name="cycles",
        about="Cycles",
        how="cycles",
        label="UF1-PP3T",
        targets={"cycles_per_block": Bound(at_most=10)},
    ),
    Record(
        name="ratio",
        about="Both by one",
        how="ratio",
        device=DEVICE,
        label="AES128ED-UF1-PP3T",
        beside="UF1-PP3T",
        targets={"area_ratio": Bound(at_most=9.5)},
    ),
    Record(
        name="found",
        about="Found",
        how="search",
        device=DEVICE,
        space="ecp5-iterative",
        minimise="area_luts",
        limits={"bram_count": Bound(at_most=0)},
        evaluations=3,
        seeds=6,
        targets={"area_luts": Bound(at_most=9000)},
    ),
    Record(
        name="sbox",
        about="S-box",
        how="tables",
        direction="encrypt",
        targets={"tables": Bound(at_most=20)},
    ),
)


def run(**given: Any) -> dict[str, Any]:
    """Run the study; return its rows by name."""
    Records(SOME).run(RecordOptions(jobs=1, **given))
    body = json.loads(Path("benchmarks/results/records.json").read_text(encoding="utf-8"))
    return {row["name"]: row for row in body["rows"]}


def test_every_kind_of_record_is_made_from_nothing(fakes: Fakes) -> None:
    rows = run()
    assert list(rows) == [case.name for case in SOME]
    assert all(row["complete"] for row in rows.values())
    clock = rows["clock"]
    assert len(clock["seeds"]) == len(set(clock["seeds"])) == SEEDS
    low, mid, high = (clock["clocks"][name] for name in ("min", "median", "max"))
    assert low < mid < high
    assert clock["netlist_verified"]
    assert clock["met"]
    assert "explore --points UF1-PP3T" in clock["again"]

    best = rows["clock-best"]
    assert not best["met"]
    assert best["clocks"] == {"max": best["figures"]["fmax_routed_mhz"]}
    assert len(best["routed_sha256"]) == 64
    assert len(best["seeds"]) == 1
    assert f"--seed {best['seeds'][0]}" in best["again"]
    assert best["path"]["logic"] == 1.0
    # The best build changes no median.
    assert clock["figures"]["fmax_routed_mhz"] == mid

    detailed = rows["clock-detailed"]
    assert detailed["way"] == "detailed"
    assert detailed["seeds"] == clock["seeds"]
    assert detailed["clocks"]["median"] == median(detailed["seed_clocks"])
    assert detailed["figures"]["area_luts"] == clock["figures"]["area_luts"]
    assert detailed["netlist_verified"]
    assert detailed["met"]
    assert detailed["again"].endswith("--only clock-detailed")

    assert not rows["area"]["met"]
    assert rows["cycles"]["figures"]["cycles_per_block"] == 10
    assert rows["cycles"]["met"]
    assert rows["ratio"]["figures"]["area_ratio"] > 0
    assert rows["found"]["label"]
    assert rows["found"]["figures"]["n_seeds"] == 6
    assert rows["sbox"]["figures"]["tables"] > 20
    assert not rows["sbox"]["met"]

    text = Path("benchmarks/results/records.md").read_text(encoding="utf-8")
    for phrase in ("missing: smaller tables", "short: tables", "| met |"):
        assert phrase in text, phrase
    assert clock["again"] in text


def test_it_goes_on_where_it_was_stopped(fakes: Fakes) -> None:
    first = run()
    done = len(fakes.calls)
    assert run() == first
    assert len(fakes.calls) == done


FASTEST = Record(
    name="fastest",
    about="Fastest",
    how="search",
    device=DEVICE,
    space="ecp5-iterative",
    maximise="throughput_gbps",
    evaluations=4,
    targets={"throughput_gbps": Bound(at_least=1)},
)


def test_seeds_that_it_did_not_ask_for_change_no_answer_of_a_search(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record gives the design that was found ten seeds, of which others may have five."""
    monkeypatch.setattr(sys.modules[__name__], "SOME", (FASTEST,))
    for point in DesignSpace(fixed_space(FASTEST.space, ())).points:
        first = seeds(point, SEEN)

        def route(task: Task, first: Sequence[int] = first) -> StageOutcome:
            made = good(task)
            slow = 1.0 if task.seed not in first else made.metrics["fmax_routed_mhz"]
            return made.model_copy(update={"metrics": {**made.metrics, "fmax_routed_mhz": slow}})

        fakes.special[Stage.ROUTE, point.label] = route
    before = run()["fastest"]
    assert before["complete"]
    assert min(before["seed_clocks"]) == 1.0
    done = len(fakes.calls)
    assert run()["fastest"] == before
    assert len(fakes.calls) == done


def test_what_other_records_measured_teaches_a_search_nothing(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "SOME", (SOME[0], FASTEST))
    alone = run(only="fastest", store=Path("alone.db"))["fastest"]
    asked = list(fakes.calls)
    fakes.calls.clear()
    run(only="clock", store=Path("both.db"))
    Path("benchmarks/results/records.json").unlink()
    beside = run(only="fastest", store=Path("both.db"))["fastest"]
    assert beside == alone
    assert {*asked} <= {*fakes.calls}


def test_some_alone_and_the_others_stay(fakes: Fakes, capsys: pytest.CaptureFixture[str]) -> None:
    run(only="sbox")
    assert "sbox: S-box of LUT4, encrypt; tables 43, target ≤ 20; short: tables 43\n" in (
        capsys.readouterr().err
    )
    assert fakes.calls == []
    rows = run(only="cycles")
    assert set(rows) == {"cycles", "sbox"}
    stages = [stage for stage, *_ in fakes.calls]
    assert stages == [Stage.VERIFY, Stage.SYNTH, Stage.VERIFY_NETLIST]


def test_what_is_complete_stays_if_a_budget_ends(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = run(only="clock")["clock"]
    monkeypatch.setattr(study, "measure", lambda *_: Found("UF1-PP3T", reason="not run yet"))
    with pytest.raises(RunError, match="not complete yet: clock, area"):
        run(only="clock,area")
    text = Path("benchmarks/results/records.json").read_text(encoding="utf-8")
    body = json.loads(text)
    assert [row for row in body["rows"] if row["name"] == "clock"] == [before]
    assert "clock" not in body["open"]
    assert "area" in body["open"]


def test_a_run_that_has_nothing_new_is_not_told_as_that_of_the_page(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(only="clock")
    page = Path("benchmarks/results/records.md")
    before = page.read_text(encoding="utf-8")
    monkeypatch.setattr(study, "measure", lambda *_: Found("UF1-PP3T", reason="not run yet"))
    with pytest.raises(RunError, match="not complete yet: clock"):
        run(only="clock", budget="1h")
    assert page.read_text(encoding="utf-8") == before
    # Targets and words of now are told all the same, and a page that was lost is there again.
    again = SOME[0].model_copy(update={"targets": {"fmax_routed_mhz": Bound(at_least=999)}})
    monkeypatch.setattr(sys.modules[__name__], "SOME", (again,))
    page.unlink()
    with pytest.raises(RunError, match="not complete yet: clock"):
        run(only="clock", budget="1h")
    now = page.read_text(encoding="utf-8")
    assert "fmax_routed_mhz ≥ 999" in now
    assert "short: fmax_routed_mhz" in now


def _with_a_route_that_may_be_tried_again(fakes: Fakes) -> Path:
    """Return a store that knows a search but for a route that crashed once."""

    crash = StageOutcome(
        status=Status.FAILED, metrics={"failure": "crash"}, reason="crash", seconds=1.0
    )
    run(store=Path("first.db"))
    label = next(label for stage, label, *_ in fakes.calls if stage is Stage.ROUTE)
    fakes.special[Stage.ROUTE, label] = lambda _task: crash
    run(store=Path("crashed.db"))
    with Store.open(Path("crashed.db")) as store:
        bad = [record for record in store.records(stage=Stage.ROUTE) if not record.ok]
        store.forget(labels=[label])
        for record in bad:
            store.put(record.job, crash)
    fakes.calls.clear()
    return Path("crashed.db")


def test_what_a_search_costs_is_told_without_a_run(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "SOME", (FASTEST,))
    store = _with_a_route_that_may_be_tried_again(fakes)
    before = Store.open(store, writable=False).content()
    Records(SOME).run(RecordOptions(jobs=1, estimate=True, store=store))
    told = capsys.readouterr()
    assert fakes.calls == []
    assert Store.open(store, writable=False).content() == before
    assert "; a guess by" in told.out + told.err


def test_what_failed_is_tried_again_in_a_budget_too(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "SOME", (FASTEST,))
    store = _with_a_route_that_may_be_tried_again(fakes)
    run(store=store)
    fakes.special.clear()
    fakes.calls.clear()
    run(store=store, budget="500h")
    assert fakes.calls == []
    run(store=store, budget="500h", retry_failed=True)
    assert fakes.calls


def test_a_search_of_all_its_evaluations_is_complete_in_a_budget(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "SOME", (FASTEST,))
    assert run(budget="500h")["fastest"]["complete"]


@pytest.mark.parametrize(
    ("targets", "said"),
    [
        ([("fmax_mhz", False, 10, 4)], "no, undecided by its seeds"),
        ([("fmax_mhz", False, 10, 4), ("bram_count", False, None, None)], "no"),
        ([("fmax_mhz", False, 10, 1), ("throughput_gbps", True, 10, 6)], "no"),
        ([("fmax_mhz", False, 3, 0)], "no"),
        ([("fmax_mhz", True, 10, 6)], "yes, undecided by its seeds"),
        ([("fmax_mhz", True, 3, 3)], "yes, undecided by its seeds"),
        ([("fmax_mhz", True, 10, 10)], "yes"),
    ],
)
def test_only_what_all_seeds_leave_open_is_told_as_undecided(
    targets: list[tuple[str, bool, int | None, int | None]], said: str
) -> None:
    told: list[dict[str, Any]] = []
    for figure, met, count, right in targets:
        seeds_of = {} if count is None else {"seeds": count, "seeds_met": right}
        told.append({"figure": figure, "met": met, **seeds_of})
    row = {"how": "median", "asked": {}, "targets": told, "met": all(t["met"] for t in told)}
    assert doctables._met(row) == said


def test_two_runs_into_one_folder_keep_what_both_made(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    met = threading.Barrier(2)
    real = Records._kept

    def kept(self: Records, *args: Any) -> dict[str, dict[str, Any]]:
        found = real(self, *args)
        # Without a lock both have read by now what neither has written.
        with contextlib.suppress(threading.BrokenBarrierError):
            met.wait(timeout=1)
        return found

    made = {case.name: study.row_of(case, Found("UF1-PP3T", complete=True)) for case in SOME[:2]}
    assert len(made) == 2
    monkeypatch.setattr(Records, "_kept", kept)
    writers = [
        threading.Thread(target=Records(SOME)._write, args=(RecordOptions(), {name: row}, Jobs()))
        for name, row in made.items()
    ]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    body = json.loads(Path("benchmarks/results/records.json").read_text(encoding="utf-8"))
    assert {row["name"] for row in body["rows"]} == set(made)


def test_a_race_of_which_all_is_known_costs_nothing(
    fakes: Fakes, capsys: pytest.CaptureFixture[str]
) -> None:
    race = next(case for case in SOME if case.how == "best")

    def told() -> str:
        done = len(fakes.calls)
        Records((race,)).run(RecordOptions(jobs=1, estimate=True))
        assert len(fakes.calls) == done
        text = capsys.readouterr()
        return next(each for each in (text.out + text.err).splitlines() if race.name in each)

    Records((race.model_copy(update={"routes": 2}),)).run(RecordOptions(jobs=1))
    capsys.readouterr()
    assert "; at most" in told()
    Records((race,)).run(RecordOptions(jobs=1))
    capsys.readouterr()
    line = told()
    assert line.startswith("clock-best: 0 runs to do, ")
    assert int(line.split()[-2]) >= race.routes


def test_a_search_of_which_all_is_known_goes_to_its_end_in_any_budget(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "SOME", (FASTEST,))
    before = run()["fastest"]
    done = len(fakes.calls)
    # Far less than one of its runs is expected to take.
    assert run(budget="1s")["fastest"] == before
    Records(SOME).run(RecordOptions(jobs=1, estimate=True))
    told = capsys.readouterr()
    lines = (told.out + told.err).splitlines()
    assert next(line for line in lines if line.startswith("fastest: 0 runs to do"))[-5:] == "known"
    assert len(fakes.calls) == done


def test_a_target_that_is_kept_by_what_is_not_complete_is_not_told_as_none() -> None:
    case = Record(
        name="x", about="x", how="cycles", label="y", targets={"cycles_per_block": Bound(at_most=9)}
    )
    row = study.row_of(case, Found("y", {"cycles_per_block": 8.0}))
    assert study._verdict(row) == "not met; not complete"
    assert study._verdict({**row, "targets": []}) == "no target; not complete"


def test_a_search_that_a_budget_ends_is_not_complete(fakes: Fakes) -> None:
    fakes.pause_s = 0.3
    with pytest.raises(RunError, match="not complete yet: found"):
        run(only="found", budget="1s")
    text = Path("benchmarks/results/records.md").read_text(encoding="utf-8")
    assert "not complete: the budget ended the search" in text


def test_what_another_run_has_written_meanwhile_stays(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measured(store: Store, record: Record, how: Options) -> Found:
        monkeypatch.setattr(study, "measure", measure)
        run(only="sbox", store=Path("other.db"))
        return measure(store, record, how)

    monkeypatch.setattr(study, "measure", measured)
    assert set(run(only="cycles")) == {"cycles", "sbox"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("label", "UF1-PP2T"),
        ("rtl_digest", "00"),
        ("way", "spread"),
        ("device", "ICE40UP5K"),
        ("asked", {"label": "UF1-PP3T", "seeds": 3}),
    ],
)
def test_a_row_of_something_else_goes(fakes: Fakes, field: str, value: str) -> None:
    run(only="clock")
    path = Path("benchmarks/results/records.json")
    body = json.loads(path.read_text(encoding="utf-8"))
    body["rows"][0][field] = value
    path.write_text(json.dumps(body), encoding="utf-8")
    assert set(run(only="sbox")) == {"sbox"}


def test_what_is_asked_tells_records_apart() -> None:
    found = next(case for case in SOME if case.how == "search")
    changed: list[dict[str, Any]] = [
        {"space": "pick"},
        {"fix": ("lanes=1",)},
        {"minimise": "", "maximise": "throughput_gbps"},
        {"limits": {}},
        {"evaluations": 4},
        {"taught": True},
        {"seeds": 7},
    ]
    told = [json.dumps(found.model_copy(update=each).asked) for each in ({}, *changed)]
    assert len({*told}) == len(told)
    sbox = SOME[-1]
    for update in ({"direction": "both"}, {"inputs": 6}):
        assert sbox.model_copy(update=update).asked != sbox.asked
    ratio = next(case for case in SOME if case.how == "ratio")
    assert ratio.model_copy(update={"beside": "UF1-PP2T"}).asked != ratio.asked
    # Words and targets are told anew of a row that is there.
    words = {"about": "Other", "tried": "x", "missing": "y", "targets": {}}
    assert found.model_copy(update=words).asked == found.asked


def test_a_target_of_now_is_told_of_a_row_of_before(fakes: Fakes) -> None:
    run(only="clock")
    path = Path("benchmarks/results/records.json")
    body = json.loads(path.read_text(encoding="utf-8"))
    body["rows"][0]["targets"][0]["target"] = "≥ 1"
    path.write_text(json.dumps(body), encoding="utf-8")
    assert run(only="sbox")["clock"]["targets"][0]["target"] == "≥ 90"


@pytest.mark.parametrize(
    ("clocks", "told"),
    [
        ((360.0, 370.0, 380.0, 390.0, 400.0), "met"),
        ((340.0, 345.0, 352.0, 353.0, 354.0), "met; undecided: fmax_mhz by 3 of 5 seeds"),
        ((300.0, 310.0, 320.0, 330.0, 340.0), "short: fmax_mhz 320"),
        (
            (300.0, 310.0, 320.0, 351.0, 360.0),
            "short: fmax_mhz 320; undecided: fmax_mhz by 2 of 5 seeds",
        ),
    ],
)
def test_what_seeds_leave_open_is_told(clocks: tuple[float, ...], told: str) -> None:
    case = Record(
        name="x",
        about="x",
        how="median",
        label="UF1-PP3T",
        targets={"fmax_mhz": Bound(at_least=350), "area_luts": Bound(at_most=10)},
    )
    figures = {"fmax_mhz": median(clocks), "area_luts": 5.0}
    found = Found("UF1-PP3T", figures, seed_clocks=clocks, netlist_verified=True, complete=True)
    assert study._verdict(study.row_of(case, found)) == told


@pytest.mark.parametrize(
    ("how", "seen", "unseen", "met"),
    [("median", 0, None, True), ("median", 5, 345.0, False), ("search", 0, 345.0, False)],
)
def test_seeds_that_chose_a_design_meet_nothing_alone(
    how: How, seen: int, unseen: float | None, met: bool
) -> None:
    own = {"label": "UF1-PP3T", "seen": seen} if how == "median" else {"evaluations": 1}
    case = Record(
        name="x",
        about="x",
        how=how,
        maximise="throughput_gbps" if how == "search" else "",
        targets={"fmax_mhz": Bound(at_least=350)},
        **own,
    )
    order = seeds(parse_build("UF1-PP3T"), 10)
    clock = dict(zip(order, (356, 357, 361, 348, 355, 343, 345, 347, 360, 340), strict=True))
    sample = sorted(clock)
    found = Found(
        "UF1-PP3T",
        figures={"fmax_mhz": 350.0},
        seeds=tuple(sample),
        seed_clocks=tuple(float(clock[seed]) for seed in sample),
        netlist_verified=True,
        complete=True,
    )
    row = study.row_of(case, found)
    assert row["met"] is met
    assert row["targets"][0].get("unseen") == unseen
    assert row["targets"][0]["seeds"] == (10 if unseen is None else 5)
    told = study._verdict(row)
    assert told.startswith("met" if met else "short: fmax_mhz 350 (345 unseen)")


def _found(case: Record, clocks: tuple[float, ...], **given: Any) -> Found:
    sample = seeds(parse_build("UF1-PP3T"), len(clocks))
    return Found(
        "UF1-PP3T",
        figures={"fmax_mhz": median(clocks)},
        seeds=tuple(sample),
        seed_clocks=clocks,
        netlist_verified=True,
        **given,
    )


def test_without_a_seed_that_did_not_choose_it_nothing_is_met() -> None:
    case = Record(
        name="x",
        about="x",
        how="search",
        maximise="throughput_gbps",
        evaluations=1,
        targets={"fmax_mhz": Bound(at_least=350)},
    )
    row = study.row_of(case, _found(case, (356.0, 357.0, 361.0, 352.0, 355.0), complete=True))
    assert not row["met"]
    assert study._verdict(row) == f"short: fmax_mhz 356 ({DASH} unseen)"


def test_what_is_not_complete_meets_nothing() -> None:
    case = Record(
        name="x",
        about="x",
        how="median",
        label="UF1-PP3T",
        targets={"fmax_mhz": Bound(at_least=350)},
    )
    clocks = (356.0, 357.0)
    assert not study.row_of(case, _found(case, clocks, complete=False))["met"]
    assert study.row_of(case, _found(case, clocks, complete=True))["met"]


@pytest.mark.parametrize("verified", [False, None])
def test_without_a_verified_netlist_nothing_is_met(verified: bool | None) -> None:
    case = Record(
        name="x", about="x", how="area", label="y", targets={"area_luts": Bound(at_most=9)}
    )
    found = Found("y", {"area_luts": 8.0}, netlist_verified=verified, complete=True)
    assert not study.row_of(case, found)["met"]
    assert study.row_of(case, replace(found, netlist_verified=True))["met"]


def test_cycles_are_not_complete_without_a_verified_netlist(fakes: Fakes) -> None:
    fakes.special[Stage.VERIFY_NETLIST, "UF1-PP3T"] = failing("wrong block")
    with pytest.raises(RunError, match="not complete yet: cycles"):
        run(only="cycles")


_NO_LABEL = {
    "name": "clock",
    "how": "median",
    "way": "",
    "device": DEVICE,
    "asked": SOME[0].asked,
}
_NO_DESIGN = {
    "name": "found",
    "how": "search",
    "way": "",
    "device": DEVICE,
    "asked": SOME[6].asked,
    "label": "Z",
    "rtl_digest": "00",
}


@pytest.mark.parametrize("rows", [3, [4], [{"foo": 1}], [_NO_LABEL], [_NO_DESIGN]])
def test_broken_rows_are_told_before_a_record_is_measured(fakes: Fakes, rows: Any) -> None:
    run(only="sbox")
    path = Path("benchmarks/results/records.json")
    body = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**body, "rows": rows}), encoding="utf-8")
    before = list(fakes.calls)
    with pytest.raises(InputError, match=r"records\.json: no rows of records: .* begin anew"):
        run(only="clock")
    assert fakes.calls == before


def test_latency_is_met_by_a_clock_that_is_high() -> None:
    case = Record(
        name="x", about="x", how="cycles", label="y", targets={"latency_ns": Bound(at_most=10)}
    )
    found = Found("y", figures={"fmax_mhz": 100.0, "latency_ns": 20.0}, seed_clocks=(100.0, 210.0))
    assert study.row_of(case, found)["targets"][0]["seeds_met"] == 1


def test_a_netlist_that_is_wrong_meets_nothing(fakes: Fakes) -> None:
    fakes.special[Stage.VERIFY_NETLIST, "UF1-PP3T"] = failing("wrong block")
    with pytest.raises(RunError, match="not complete yet: clock"):
        run(only="clock")
    text = Path("benchmarks/results/records.json").read_text(encoding="utf-8")
    (row,) = json.loads(text)["rows"]
    assert not row["met"]
    assert "wrong block" in row["reason"]


def test_what_it_would_take_is_told_and_nothing_is_run(
    fakes: Fakes, capsys: pytest.CaptureFixture[str]
) -> None:
    Records(SOME).run(RecordOptions(jobs=1, estimate=True))
    told = capsys.readouterr()
    lines = (told.out + told.err).splitlines()
    assert any(line.startswith("clock: ") and "runs to do" in line for line in lines)
    assert lines[-1].startswith("all: about ")
    assert fakes.calls == []
    assert not Path("benchmarks").exists()


def test_a_budget_is_shared_out_by_what_each_takes(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, float] = {}

    def measured(_store: Store, record: Record, how: Options) -> Found:
        assert how.budget_s is not None
        given[record.name] = how.budget_s
        return Found()

    monkeypatch.setattr(study, "measure", measured)
    passed = SimpleNamespace(monotonic=lambda: sum(given.values()))
    monkeypatch.setattr(study, "time", passed)
    with pytest.raises(RunError, match="not complete yet"):
        Records(SOME[:5]).run(RecordOptions(jobs=1, budget="100h", only="clock,clock-best,cycles"))
    assert given["clock-best"] > 2 * given["clock"] > 10 * given["cycles"] > 0
    assert sum(given.values()) == pytest.approx(360_000)


def test_the_longest_path_is_of_the_campaign_whose_clocks_are_told() -> None:
    def route(seed: int, clock: float) -> Any:
        metrics = {"fmax_routed_mhz": clock, "critical_path_ns": {"routing": clock}}
        return SimpleNamespace(ok=True, job=SimpleNamespace(seed=seed), metrics=metrics)

    # Routed by another placer with the same seeds as well.
    routes = [route(seed, clock) for seed in (1, 2, 3) for clock in (100.0 + seed, 200.0 + seed)]
    store: Any = SimpleNamespace(records=lambda **_: routes)
    jobs: Any = SimpleNamespace(rtl_digest_of=lambda _: "")
    row: Any = SimpleNamespace(
        label="UF1-PP3T", device=DEVICE, seeds=(1, 2, 3), fmax_routed_seeds=(201.0, 202.0, 203.0)
    )
    assert _path(store, row, jobs) == {"routing": 202.0, "seed": 2}


def test_an_unknown_record_is_told_with_those_there_are(fakes: Fakes) -> None:
    result = CliRunner().invoke(app, ["bench", "records", "--only", "fastest"])
    assert result.exit_code == 2
    assert "no record fastest; legal: pipeline-clock, " in result.stderr
    assert fakes.calls == []


@pytest.mark.parametrize("case", records(), ids=lambda case: case.name)
def test_a_record_names_what_there_is(case: Record) -> None:
    device = devices.load(case.device)
    for label in filter(None, (case.label, case.beside)):
        build = parse_build(label)
        build.design.check()
        assert build.label == label
    assert device.area_only == (case.how == "area")
    if case.how == "median":
        assert case.seeds >= (10 if case.name.startswith("pipeline-clock") else 5)
    if case.way:
        assert way_of(device.family, case.way).turns
    assert case.targets


def test_names_are_unlike_and_all_of_the_table_is_there() -> None:
    names = [case.name for case in records()]
    assert len(names) == len(set(names))
    clock = {"pipeline-clock", "pipeline-clock-detailed", "pipeline-clock-best", "aes256-clock"}
    area = {"pipeline-area", "pipeline-area-detailed", "pipeline-area-found", "both-area"}
    density = {"density", "density-detailed", "density-found", "density-bram"}
    ends = {"device-throughput", "latency", "smallest-bram", "smallest", "both-clock"}
    sboxes = {f"sbox-{n}{way}" for n in ("", "lut6-") for way in ("encrypt", "decrypt", "both")}
    narrow = {"byte-cycles", "byte-cycles-key-sbox"}
    families = ("ice40hx8k", "ice40up5k", "gw2a", "nexus", "gatemate")
    others = {"xc2v-slices", "xc7-tables"} | {
        f"{family}-{kind}" for family in families for kind in ("iterative", "pipeline")
    }
    modes = {"gcm-detailed", "xts-detailed"}
    found = {"pipeline-clock-found", "pipeline-clock-untaught", "latency-found", "smallest-found"}
    found |= {"smallest-bram-found", *(f"{family}-found" for family in families)}
    assert set(names) == clock | area | density | ends | found | sboxes | narrow | others | modes


def test_what_falls_short_says_what_was_tried_or_what_is_missing() -> None:
    body = json.loads((ROOT / "benchmarks/results/records.json").read_text(encoding="utf-8"))
    silent = [
        row["name"]
        for row in body["rows"]
        if not row["met"] and not (row["tried"] or row["missing"])
    ]
    assert silent == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"how": "median"}, "median needs label"),
        ({"how": "best", "label": "UF1-PP3T"}, "best needs routes"),
        ({"how": "search", "evaluations": 3}, "minimise or maximise"),
        ({"how": "cycles", "label": "x", "targets": {"speed": {"at_most": 1}}}, "no figure speed"),
        ({"how": "cycles", "label": "x", "targets": {"tables": {}}}, "at_least or at_most"),
    ],
)
def test_a_record_that_does_not_say_enough_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        Record.model_validate({"name": "x", "about": "x", **given})


@pytest.mark.sim
@pytest.mark.synth
@pytest.mark.route
@pytest.mark.long
def test_one_small_record_for_real() -> None:
    case = Record(
        name="small",
        about="Small",
        how="median",
        device="ICE40HX8K",
        label="UF1-PP0B-W8",
        seeds=1,
        targets={"area_luts": Bound(at_most=600), "fmax_routed_mhz": Bound(at_least=20)},
    )
    Records((case,)).run(RecordOptions(jobs=1))
    text = Path("benchmarks/results/records.json").read_text(encoding="utf-8")
    (row,) = json.loads(text)["rows"]
    assert row["met"]
    assert row["netlist_verified"]
    assert row["path"]["routing"] > 0
    assert set(row["tools"]) >= {"nextpnr", "verilator", "yosys"}
