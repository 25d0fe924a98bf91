"""`explore --tool`: results of a vendor's tool in the store, and on no frontier of others."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from aesculus.cli.app import app
from aesculus.engine import session, task
from aesculus.engine.pool import Pool
from aesculus.records import Stage
from engine.fakes import ROUTED, Fakes
from vendor_reports import WHOLE
from vendor_stand_ins import needs_tcl, put_on_path

POINTS = "UF1-PP3T,UF2-PP3T"
Shown = dict[str, Any]


@pytest.fixture
def put(place: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    return partial(put_on_path, place, monkeypatch)


@pytest.fixture
def verified(monkeypatch: pytest.MonkeyPatch) -> Fakes:
    """Stages of the embedded tools take no time; that of vendors' tools is the real one."""
    made = Fakes()
    stages = {**made.stages, Stage.VENDOR: task._run}
    monkeypatch.setattr(session, "_pool", lambda _options: Pool(slots=1, stages=stages))
    return made


def _call(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def _explore(*arguments: str) -> Result:
    return _call("explore", "--points", POINTS, "--jobs", "1", *arguments)


def _rows(*arguments: str) -> list[Shown]:
    found: list[Shown] = json.loads(_call("show", "--json", *arguments).stdout)
    return found


def _better(one: Shown, other: Shown) -> bool:
    """Return whether one row is as good as another everywhere, and better somewhere."""
    ways = {"throughput_gbps": -1, "latency_ns": 1, "area_luts": 1, "bram_count": 1}
    pairs = [(sign * one[name], sign * other[name]) for name, sign in ways.items()]
    return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)


@needs_tcl
def test_results_are_kept_marked_and_apart(put: Callable[..., Any], verified: Fakes) -> None:
    # Smaller and faster than what the embedded tools make of any of them.
    better = {"2740": "940", "187.512": "399.9", "5 out of 208": "0 out of 208"}
    reports = list(WHOLE["diamond"])
    for old, new in better.items():
        reports = [text.replace(old, new) for text in reports]
    put("diamond", reports=tuple(reports))
    assert _explore("--device", ROUTED).exit_code == 0
    before = _rows()
    calls = len(verified.calls)
    done = _explore("--device", ROUTED, "--tool", "diamond")
    assert done.exit_code == 0, done.stderr
    # What was simulated for the embedded tools is not simulated again.
    assert len(verified.calls) == calls
    rows = _rows()
    theirs = [row for row in rows if row["tool"]]
    assert [row for row in rows if not row["tool"]] == before
    assert {row["device"] for row in theirs} == {f"{ROUTED}@diamond"}
    for row in theirs:
        assert row["tools"]["diamond"] == "diamond 3.12"
        assert (row["status"], row["verified"], row["netlist_verified"]) == ("ok", True, False)
        assert (row["fmax_routed_mhz"], row["n_seeds"], row["lut_count"]) == (399.9, 1, 761)
        assert row["fmax_mhz"] == row["clock_limit_mhz"] == 370
        assert row["blocks_per_cycle_exact"] == "1/10"
        assert not row["estimate"]
    joined = _rows("--together")
    for row in joined:
        assert row["pareto"] == (not any(_better(other, row) for other in joined))
    assert {bool(row["tool"]) for row in joined if row["pareto"]} == {True}
    assert {bool(row["tool"]) for row in rows if row["pareto"]} == {True, False}
    table = _call("show", "--together", "--columns", "design,tool,lut").stdout
    assert "diamond 3.12" in table
    assert f"{ROUTED}@diamond" not in table
    assert f"{ROUTED}@diamond" in _call("show").stdout
    assert "0 runs" in _explore("--device", ROUTED, "--tool", "diamond").stderr
    assert _call("show", "--device", f"{ROUTED}@diamond", "--csv").stdout.count("@diamond") == 2
    picked = _call("pick", "--device", f"{ROUTED}@diamond", "--min", "lut", "--known")
    # Its netlist stays with the tool, so it is not verified.
    assert picked.exit_code == 3, picked.stderr


@needs_tcl
def test_the_frontier_gets_seeds_where_the_tool_has_them(
    put: Callable[..., Any], verified: Fakes
) -> None:
    put("quartus")
    done = _explore("--device", "MINE", "--tool", "quartus", "--seeds", "3")
    assert done.exit_code == 0, done.stderr
    assert verified.stage_calls(Stage.SYNTH) == []
    assert {(row["n_seeds"], len(set(row["seeds"]))) for row in _rows()} == {(3, 3)}


@needs_tcl
def test_a_strategy_searches_with_a_tool(
    put: Callable[..., Any], verified: Fakes, place: Path
) -> None:
    put("quartus")
    space = place / "space.toml"
    text = 'version = 1\nname = "mine"\ndoc = "two points"\ndevices = ["MINE"]\n'
    space.write_text(text + 'points = ["UF1-PP3T", "UF2-PP3T"]\n')
    done = _call(
        *("explore", "--space", str(space), "--tool", "quartus", "--strategy", "random"),
        *("--evaluations", "1", "--seeds", "2", "--jobs", "1"),
    )
    assert done.exit_code == 0, done.stderr
    # One point was measured, and as the frontier it has got its second seed.
    assert [(row["n_seeds"], row["device"]) for row in _rows()] == [(2, "MINE@quartus")]
    assert len(verified.calls) == 1
    assert _rows()[0]["tools"]["quartus"].startswith("Version 22.1std.0")


@needs_tcl
def test_a_design_that_the_tool_refuses_is_recorded(
    put: Callable[..., Any], verified: Fakes
) -> None:
    put("gowin", mode="mute")
    done = _explore("--device", "GW2A-18", "--tool", "gowin")
    # A refusal may pass, so each has two attempts.
    assert "4 of them failed" in done.stderr
    rows = _rows()
    assert {row["status"] for row in rows} == {"failed"}
    assert all("the design does not fit" in row["reason"] for row in rows)
    assert verified.stage_calls(Stage.VERIFY)


@needs_tcl
def test_a_missing_licence_is_held_against_no_design(
    put: Callable[..., Any], verified: Fakes
) -> None:
    put("vivado", mode="licence")
    done = _explore("--device", "XC7V2000T", "--tool", "vivado")
    assert done.exit_code == 1
    assert "vivado has no licence: ERROR: A valid license was not found" in done.stderr
    assert not [row for row in _rows() if row["tool"] and row["status"] != "partial"]
    assert verified.stage_calls(Stage.VERIFY)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--tool", "vivado", "-d", "XC7V2000T"), 1, "vivado is missing: no program vivado on"),
        (("--tool", "diamond"), 1, "diamond is missing: no program diamondc on PATH"),
        (("-d", "LFE5U-85F-8@diamond"), 1, "diamond is missing: no program diamondc on PATH"),
        (("--tool", "vivado"), 2, "--tool vivado needs --device; legal: XC7"),
        (("--tool", "ise"), 2, "--tool 'ise' is none; legal: vivado, quartus, radiant"),
        (("--tool", "vivado", "-d", "XC2V4000"), 2, "XC2V4000 has no part for 'vivado'"),
    ],
)
def test_what_is_missing_or_wrong_is_said_in_one_line(
    arguments: tuple[str, ...],
    code: int,
    said: str,
    place: Path,
    verified: Fakes,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", str(place))
    done = _explore(*arguments)
    assert done.exit_code == code, done.stderr
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert verified.calls == []


@pytest.mark.parametrize("space", [False, True])
def test_a_missing_router_is_told_before_anything_runs(
    space: bool, place: Path, verified: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(place))
    monkeypatch.setenv("AESCULUS_NEXTPNR", "native")
    line = ("explore", "--space", "pipelines") if space else ("explore", "-p", "UF1-PP3T")
    done = _call(*line, "--device", ROUTED)
    assert done.exit_code == 1
    said = "AESCULUS_NEXTPNR=native, but there is no nextpnr-ecp5 on PATH"
    assert done.stderr.splitlines()[-1] == f"aesculus: error: {said}"
    assert verified.calls == []


@needs_tcl
def test_other_verbs_keep_to_the_embedded_tools(put: Callable[..., Any], verified: Fakes) -> None:
    put("diamond")
    done = _call("verify", "UF1-PP3T", "--device", f"{ROUTED}@diamond")
    assert done.exit_code == 2
    assert f"diamond does no verify_netlist; legal: {ROUTED}" in done.stderr
    assert verified.calls == []
