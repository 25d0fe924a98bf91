"""`aesculus close`, with stages that measure nothing."""

import gzip
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from aesculus import metrics
from aesculus.cli.app import app
from aesculus.design import parse_build
from aesculus.engine.engine import MAX_ATTEMPTS
from aesculus.engine.forecast import Forecast
from aesculus.records import Stage
from aesculus.store import Store
from cli.conftest import LABELS
from engine.fakes import ROUTED, Fakes, failing, routed

POINT = "UF2-PP3T"
LIMIT = 370


def call(*args: str) -> Result:
    return CliRunner().invoke(app, list(args))


def close(*args: str, label: str = POINT, code: int = 0) -> dict[str, Any]:
    result = call("close", label, "--device", ROUTED, "--json", *args)
    assert result.exit_code == code, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def refused(*args: str, code: int = 2) -> str:
    result = call("close", *args)
    assert result.exit_code == code, result.output
    lines = result.stderr.strip().splitlines()
    assert result.stdout == ""
    return lines[-1]


def test_it_ends_with_a_verified_build_and_the_command_that_makes_it_again(
    place: Path, fakes: Fakes
) -> None:
    found = close("--routes", "9")
    best = found["best_build"]
    assert found["answer"] == "verified"
    assert best["netlist_verified"]
    assert found["race"]["routed"] == 9
    assert found["race"]["placed"] > 9
    assert best["fmax_routed_mhz"] == max(b["fmax_routed_mhz"] for b in found["race"]["builds"])
    assert len(fakes.calls) == len(set(fakes.calls)) + shared(fakes)

    # The same MHz, on a store that knows nothing.
    words = shlex.split(best["again"])
    assert words[0] == "aesculus"
    result = call(*words[1:], "--json", "--store", str(place / "other.db"))
    assert result.exit_code == 0, result.stderr
    made = json.loads(result.stdout)["best_build"]
    assert made.pop("again") == f"{best.pop('again')} --store {place / 'other.db'}"
    assert made == best
    assert json.loads(result.stdout)["race"]["routed"] == 1


def shared(fakes: Fakes) -> int:
    """Return how many calls differ from others in their way alone."""
    close_calls = [c for c in fakes.calls if c[0] in {Stage.CLOSE, Stage.PLACE}]
    return len(close_calls) - len(set(close_calls))


def test_nothing_is_run_twice_and_a_longer_race_goes_on(place: Path, fakes: Fakes) -> None:
    first = close("--routes", "4")
    done = len(fakes.calls)
    assert close("--routes", "4") == first
    assert len(fakes.calls) == done
    longer = close("--routes", "7")
    assert len(fakes.calls) > done
    builds = [(b["recipe"], b["way"], b["seed"]) for b in longer["race"]["builds"]]
    assert {(b["recipe"], b["way"], b["seed"]) for b in first["race"]["builds"]} < set(builds)
    assert longer["best_build"]["fmax_routed_mhz"] >= first["best_build"]["fmax_routed_mhz"]


def test_a_frequency_that_is_met_ends_the_race(place: Path, fakes: Fakes) -> None:
    found = close("--mhz", "90")
    assert found["met"] is True
    assert found["race"]["routed"] == 1
    assert "No build meets" not in call("close", POINT, "-d", ROUTED, "--mhz", "90").stdout


def test_a_frequency_that_nothing_meets_shows_the_best(place: Path, fakes: Fakes) -> None:
    found = close("--mhz", "360", "--routes", "5", code=1)
    assert (found["met"], found["answer"]) == (False, "none")
    assert found["best_build"]["fmax_routed_mhz"] > 90
    result = call("close", POINT, "--device", ROUTED, "--mhz", "360", "--routes", "5")
    assert result.exit_code == 1
    assert result.stdout.startswith("No build meets 360 MHz. The best one:\nbest build of ")
    assert result.stderr.splitlines()[-1].startswith("aesculus: error: no build of ")


def test_a_netlist_that_cannot_be_verified_is_said_to_be_so(place: Path, fakes: Fakes) -> None:
    out = failing("too slow", status="timeout")  # type: ignore[arg-type]
    fakes.special[Stage.VERIFY_NETLIST, POINT] = out
    found = close("--mhz", "90", label=f"{POINT}+default", code=3)
    assert found["answer"] == "unverified"
    assert not found["best_build"]["netlist_verified"]
    assert fakes.stage_calls(Stage.VERIFY_NETLIST).count(POINT) == MAX_ATTEMPTS
    text = call("close", f"{POINT}+default", "-d", ROUTED, "--mhz", "90").stdout
    assert "netlist NOT verified" in text
    assert f"aesculus verify {POINT} --device {ROUTED}" in text


def test_a_netlist_that_is_wrong_is_never_an_answer(place: Path, fakes: Fakes) -> None:
    fakes.special[Stage.VERIFY_NETLIST, POINT] = failing("wrong block")
    found = close("--routes", "5")
    assert found["best_build"]["recipe"] != "default"
    assert all(b["recipe"] != "default" for b in found["race"]["builds"])
    line = refused(f"{POINT}+default", "--device", ROUTED, code=1)
    assert "wrong block" in line


def test_the_median_is_that_of_fixed_seeds_before_and_after(filled: Path, fakes: Fakes) -> None:
    label = LABELS[0]

    def row() -> metrics.Row:
        with Store.open(filled) as store:
            (found,) = metrics.rows(store, device=ROUTED, labels=[label])
            return found

    before = row()
    found = close("--routes", "12", label=label)
    assert row() == before
    median = found["median_of_fixed_seeds"]
    assert median["fmax_routed_mhz"] == before.fmax_routed_mhz
    assert found["best_build"]["fmax_routed_mhz"] != median["fmax_routed_mhz"]
    # The best of the fixed seeds is one of those that run.
    assert set(before.seeds) & {b["seed"] for b in found["race"]["builds"]}
    text = call("close", label, "--device", ROUTED, "--routes", "12").stdout
    assert before.n_seeds == 1
    assert f"another figure, one fixed seed of {label}" in text
    shown = json.loads(call("show", label, "--json").stdout)[0]
    assert shown["n_seeds"] == before.n_seeds
    assert "best_build" not in shown


def test_the_clock_is_capped_by_the_network(place: Path, fakes: Fakes) -> None:
    def fast(task: Any) -> Any:
        from engine.fakes import good  # noqa: PLC0415

        made = good(task)
        metrics_ = {**made.metrics, "fmax_routed_mhz": 401.5}
        return made.model_copy(update={"metrics": metrics_})

    fakes.special[Stage.CLOSE, POINT] = fast
    found = close()
    best = found["best_build"]
    assert (best["fmax_mhz"], best["fmax_routed_mhz"]) == (LIMIT, 401.5)
    assert found["race"]["routed"] == 1
    assert "the clock network's limit" in call("close", POINT, "-d", ROUTED).stdout


def test_the_routed_design_is_written(place: Path, fakes: Fakes) -> None:
    found = close("--routes", "1", "--out", "best.config")
    best = found["best_build"]
    text = (place / "best.config").read_bytes()
    assert text == f"{POINT} {best['way']} {best['seed']}".encode()
    with Store.open(place / ".aesculus/store.db") as store:
        (record,) = store.records(stage=Stage.CLOSE)
        assert gzip.decompress(store.artefact(record.artefacts["routed_design"])) == text


def test_a_copy_without_artefacts_says_how_to_have_the_routed_design(
    place: Path, fakes: Fakes
) -> None:
    close("--routes", "1")
    bare = place / "bare" / "s.db"
    bare.parent.mkdir()
    with Store.open(place / ".aesculus/store.db") as store:
        store.export(bare, bare=True)
    last = call(
        "close", POINT, "--device", ROUTED, "--routes", "1", "--out", "x", "--store", "bare/s.db"
    )
    line = last.stderr.strip().splitlines()[-1]
    assert line.endswith("a copy without artefacts; a run on another --store makes it")
    assert "forget" not in line
    assert not (place / "x").exists()
    close("--routes", "1", "--out", "x", "--store", "other.db")
    assert (place / "x").exists()


def test_a_budget_ends_it_with_what_there_is(place: Path, fakes: Fakes) -> None:
    line = refused(POINT, "--device", ROUTED, "--budget", "3s", code=1)
    said = "no build: the budget of 3 s had less left than one still takes, about "
    assert re.search(rf"{said}\d+ (s|min \d+ s): give more by --budget$", line)
    assert fakes.calls == []
    # Now it is known what a job takes: three seconds and less.
    first = close("--routes", "2")
    done = len(fakes.calls)
    fakes.pause_s = 0.3
    found = close("--budget", "7s")
    assert found["answer"] == "verified"
    assert len(fakes.calls) > done
    # What other races found counts as well.
    kept = {(b["recipe"], b["way"], b["seed"]) for b in found["race"]["builds"]}
    assert {(b["recipe"], b["way"], b["seed"]) for b in first["race"]["builds"]} <= kept


def test_time_for_no_lap_of_placements_goes_to_builds(
    place: Path, fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    close("--routes", "1")
    monkeypatch.setattr(
        "aesculus.engine.close.forecast",
        lambda _store, wants, **_: Forecast(len(wants), 0, 9.0 * len(wants), 1),
    )
    done = len(fakes.calls)
    found = close("--budget", "30s", "--jobs", "1", "--routes", "4")
    stages = [stage for stage, *_ in fakes.calls[done:]]
    assert Stage.PLACE not in stages
    assert stages.count(Stage.CLOSE) == found["race"]["routed"] - 1 == 3


def test_one_way_alone(place: Path, fakes: Fakes) -> None:
    found = close("--way", "timing", "--routes", "4", label=f"{POINT}+default")
    assert {(b["recipe"], b["way"]) for b in found["race"]["builds"]} == {("default", "timing")}
    assert found["best_build"]["options"] == ["--placer-heap-timingweight", "30"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((POINT, "-d", ROUTED, "--way", "fast"), "unknown way 'fast' for ecp5; legal: default, "),
        ((POINT, "-d", ROUTED, "--mhz", "400"), f"{ROUTED} carries at most {LIMIT} MHz"),
        ((POINT, "-d", ROUTED, "--mhz", "0"), "Invalid value for '--mhz'"),
        ((POINT, "-d", ROUTED, "--mhz", "nan"), "--mhz 'nan': give a number from 0.1 to 2000"),
        (
            (POINT, "-d", "XC2V4000"),
            "no open router knows XC2V4000; legal: CCGM1A1, ",
        ),
        ((POINT, "-d", ROUTED, "--seed", "0"), "Invalid value for '--seed'"),
        ((POINT, "-d", ROUTED, "--seed", "5", "--routes", "2"), "leave --routes out"),
        ((POINT, "-d", ROUTED, "--seed", "5", "--way", "timing", "--way", "ripup"), "name one way"),
        ((f"{POINT}+fast", "-d", ROUTED), "unknown recipe 'fast'"),
        (("UF99-PP1T", "-d", ROUTED), "UF99"),
        ((POINT, "-d", ROUTED, "--budget", "soon"), "soon"),
    ],
)
def test_bad_input_is_one_line(place: Path, fakes: Fakes, args: tuple[str, ...], said: str) -> None:
    assert said in refused(*args)
    assert fakes.calls == []


def test_what_does_not_fit_is_said_to_be_too_large(place: Path, fakes: Fakes) -> None:
    def large(task: Any) -> Any:
        from engine.fakes import good  # noqa: PLC0415

        made = good(task)
        return made.model_copy(update={"metrics": {**made.metrics, "lut_count": 90_000}})

    for name in ("", "+flat", "+nowidelut", "+retime", "+widelut"):
        fakes.special[Stage.SYNTH, POINT + name] = large
    assert f"{ROUTED}: no build: does not fit: " in refused(
        POINT, "--device", ROUTED, "--routes", "3", code=1
    )


def test_the_fixed_seeds_are_no_seeds_of_a_race() -> None:
    from aesculus.stages.route_seeds import race_seed, seeds  # noqa: PLC0415

    point = parse_build(POINT)
    raced = {race_seed(point, index) for index in range(200)}
    assert len(raced) == 200
    assert not raced & set(seeds(point, 200))
    assert race_seed(parse_build(f"{POINT}+flat"), 3) == race_seed(point, 3)
    assert routed().router is not None
