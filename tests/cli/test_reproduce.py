"""`aesculus reproduce`, with stages that measure nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner

from aesculus.cli.app import app
from aesculus.engine import session
from aesculus.engine.pool import Pool
from aesculus.engine.session import Options
from aesculus.engine.task import Task
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


def _made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Fakes:
    """Return stand-ins of which one is too large and one fails, for what runs in the folder."""
    made = Fakes()
    _used(made, folder, monkeypatch)
    made.special[Stage.SYNTH, REPLICATED] = _as_large_as(70_000)
    made.special[Stage.ROUTE, "UF1-PP0D"] = failing("no way through")
    return made


def _used(made: Fakes, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(session, "_pool", lambda _options: Pool(slots=2, stages=made.stages))
    assert Options().slots == 0


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Fakes:
    return _made(tmp_path, monkeypatch)


class Whole(NamedTuple):
    """A paper that was reproduced once, in a folder with its store, and what was said."""

    folder: Path
    fakes: Fakes
    out: str
    err: str


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patched:
        made = _made(folder, patched)
        return Whole(folder, made, *reproduce("--out", "figures", "--json"))


def reproduce(*args: str) -> tuple[str, str]:
    result = CliRunner().invoke(app, ["reproduce", PAPER, *args])
    assert result.exit_code == 0, result.stderr
    return result.stdout, result.stderr


def test_files_and_what_they_say(whole: Whole) -> None:
    folder = whole.folder / "figures"
    assert "runs to do, 0 known; about" in whole.err.splitlines()[0]
    found: dict[str, Any] = json.loads(whole.out)
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


def test_an_estimate_runs_nothing(fakes: Fakes) -> None:
    _, err = reproduce("--estimate")
    assert "runs to do" in err
    assert fakes.calls == []


def test_an_estimate_begins_no_store_and_is_words(
    fakes: Fakes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["reproduce", PAPER, "--estimate", "--store", "mistyped.db"])
    assert done.exit_code == 0
    assert "No store at mistyped.db yet: nothing is known." in done.stderr
    assert list(tmp_path.glob("mistyped*")) == []
    assert fakes.calls == []
    refused = CliRunner().invoke(app, ["reproduce", PAPER, "--estimate", "--json"])
    assert refused.exit_code == 2
    assert "leave --json out" in refused.stderr


def test_a_second_run_does_only_what_is_missing(
    whole: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    _used(whole.fakes, whole.folder, monkeypatch)
    before = len(whole.fakes.calls)
    out, err = reproduce()
    assert "no way through" in out
    # A run that broke off for good is known as well.
    assert "0 runs to do" in err
    assert len(whole.fakes.calls) == before > 0


def test_each_stage_is_run_where_it_belongs(whole: Whole) -> None:
    fakes = whole.fakes
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
