"""`aesculus reproduce`, with stages that measure nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner

from aesculus.cli import app
from aesculus.engine import Options, Pool, Task, session
from aesculus.papers.results import committed
from aesculus.records import Stage, StageOutcome
from aesculus.studies.reproduce import plan as paper_plan
from aesculus.studies.reproduce.study import REPRODUCE
from aesculus.studies.study import RunOptions
from engine.fakes import AREA, ROUTED, Fakes, failing, good

PAPER = "zambreno-short"
REPLICATED = "RF2-UF10-PP3D"


def _as_large_as(tables: int) -> Callable[[Task], StageOutcome]:
    def run(task: Task) -> StageOutcome:
        made = good(task)
        return made.model_copy(update={"metrics": {**made.metrics, "lut_count": tables}})

    return run


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Fakes:
    made = Fakes()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(session, "_pool", lambda _options: Pool(slots=2, stages=made.stages))
    assert Options().slots == 0
    made.special[Stage.SYNTH, REPLICATED] = _as_large_as(70_000)
    made.special[Stage.ROUTE, "UF1-PP0D"] = failing("no way through")
    return made


def reproduce(*args: str) -> tuple[str, str]:
    result = CliRunner().invoke(app, ["reproduce", PAPER, *args])
    assert result.exit_code == 0, result.stderr
    return result.stdout, result.stderr


def test_files_and_what_they_say(fakes: Fakes, tmp_path: Path) -> None:
    folder = tmp_path / "figures"
    out, err = reproduce("--out", str(folder), "--json")
    assert "runs to do, 0 known; about" in err.splitlines()[0]
    found: dict[str, Any] = json.loads(out)
    assert json.loads((folder / f"{PAPER}.json").read_text()) == found
    assert set(found["devices"]) == {AREA, ROUTED}
    assert found["devices"][ROUTED]["clock_limit_checked"] is False
    assert len(found["rtl_digest"]) == 64
    assert [claim["verdict"] for claim in found["claims"]]
    rows = {(row["label"], row["device"]): row for row in found["measured"]}
    assert rows["UF10-PP2B", ROUTED]["fmax_mhz"]
    assert rows["UF10-PP2B", ROUTED]["netlist_verified"]
    assert "no way through" in rows["UF1-PP0D", ROUTED]["reason"]
    assert "70,000 of the 83,640 LUTs" in rows[REPLICATED, ROUTED]["left_out"]
    assert "netlist not simulated" in rows[REPLICATED, AREA]["left_out"]
    assert {row.label for row in committed(folder)[PAPER]} == {label for label, _ in rows}

    text = (folder / f"{PAPER}.md").read_text()
    for phrase in ("no way through", "70,000", "cannot be built: with sbox=bram", "643", "SHA-256"):
        assert phrase in text, phrase
    drawn = sorted(path.name for path in folder.glob("*.svg"))
    names = ("efficiency", "latency-over-area", "throughput-over-area")
    assert drawn == [f"{PAPER}-{name}.svg" for name in names]
    for name in drawn:
        ET.fromstring((folder / name).read_text())
        assert f"({name})" in text


def test_a_second_run_does_only_what_is_missing(fakes: Fakes) -> None:
    _, err = reproduce("--estimate")
    assert "runs to do" in err
    assert fakes.calls == []
    out, _ = reproduce()
    assert "no way through" in out
    before = len(fakes.calls)
    _, err = reproduce()
    # A run that broke off for good is known as well.
    assert "0 runs to do" in err
    assert len(fakes.calls) == before


def test_each_stage_is_run_where_it_belongs(fakes: Fakes) -> None:
    reproduce()
    routed = {(label, device) for stage, label, device, _ in fakes.calls if stage is Stage.ROUTE}
    assert {device for _, device in routed} == {ROUTED}
    assert REPLICATED not in {label for label, _ in routed}
    simulated = {call[1:3] for call in fakes.calls if call[0] is Stage.VERIFY_NETLIST}
    assert routed - simulated == set()
    assert (REPLICATED, AREA) not in simulated
    wanted = {build.point.label for build in paper_plan.builds(PAPER)}
    assert wanted == set(fakes.stage_calls(Stage.VERIFY))


def test_a_point_whose_rtl_is_wrong_is_shown(fakes: Fakes) -> None:
    fakes.special[Stage.VERIFY, "UF1-PP0B"] = failing("wrong block 7")
    found = json.loads(reproduce("--json")[0])
    rows = [row for row in found["measured"] if row["label"] == "UF1-PP0B"]
    assert {row["device"] for row in rows} == {AREA, ROUTED}
    assert [row["reason"] for row in rows] == ["verify: wrong block 7"] * 2
    assert all(row["lut_count"] is None for row in rows)


def test_all_that_is_said_of_the_run_reaches_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[RunOptions] = []
    monkeypatch.setattr(REPRODUCE, "estimate", seen.append)
    words = ["asu", "--estimate", "--retry-failed", "--insecure", "--jobs", "3", "--budget", "5m"]
    where = ["--scheduler", "tcp://10.1.2.3:8786", "--store", "other.db"]
    assert CliRunner().invoke(app, ["reproduce", *words, *where]).exit_code == 0
    (options,) = seen
    assert (options.retry_failed, options.insecure, options.jobs) == (True, True, 3)
    engine = options.engine()
    assert (engine.retry_failed, engine.insecure, engine.budget_s) == (True, True, 300)
    assert engine.scheduler == "tcp://10.1.2.3:8786"
