"""`aesculus close` that is broken off."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from aesculus.cli.app import app
from aesculus.cli.errors import FAILED
from aesculus.engine.task import Task
from aesculus.records import Stage, StageOutcome
from aesculus.store import Store
from cli.conftest import LABELS
from engine.fakes import ROUTED, Fakes, failing, good

POINT = LABELS[1]
# One at a time: what is broken off must not have begun before the build that is to be told.
_CLOSE = ("close", f"{POINT}+default", "--device", ROUTED, "-j", "1")
_INTERRUPTED = 128 + signal.SIGINT


def _call(*args: str) -> Result:
    return CliRunner().invoke(app, list(args))


def _after(fakes: Fakes, builds: int, then: Callable[[Task], StageOutcome]) -> None:
    """Have something else happen in all builds but the first ones."""

    def close(task: Task) -> StageOutcome:
        routed = fakes.stage_calls(Stage.CLOSE)
        return then(task) if len(routed) > builds else good(task)

    fakes.special[Stage.CLOSE, POINT] = close


def _interrupting(task: Task) -> StageOutcome:
    os.kill(os.getpid(), signal.SIGINT)
    return good(task)


def test_an_interrupted_race_tells_the_best_build_so_far(place: Path, fakes: Fakes) -> None:
    _after(fakes, 3, _interrupting)
    out = place / "best.config"
    result = _call(*_CLOSE, "--budget", "10m", "--out", str(out))
    assert result.exit_code == _INTERRUPTED
    first, *_, last = result.stdout.splitlines()
    with Store.open(place / ".aesculus" / "store.db") as store:
        clocks = [r.metrics["fmax_routed_mhz"] for r in store.records(stage=Stage.CLOSE)]
    assert len(clocks) >= 3
    assert first.startswith(f"best build of {POINT} on {ROUTED}: {max(clocks):.1f} MHz, ")
    assert first.endswith("(netlist verified)")
    assert last.endswith(f", {len(clocks)} routed")
    line = "aesculus: error: interrupted: every finished result is kept, run again to go on"
    assert result.stderr.splitlines()[-1] == line
    assert out.read_text().startswith(f"{POINT} ")


@pytest.mark.usefixtures("place")
def test_in_json_the_answer_is_an_object_too(fakes: Fakes) -> None:
    _after(fakes, 1, _interrupting)
    result = _call(*_CLOSE, "--mhz", "360", "--json")
    assert result.exit_code == _INTERRUPTED
    found = json.loads(result.stdout)
    assert (found["met"], found["answer"]) == (False, "none")
    assert found["best_build"]["label"] == POINT
    assert json.loads(result.stderr.splitlines()[-1])["error"]["code"] == _INTERRUPTED


@pytest.mark.usefixtures("place")
def test_without_a_build_there_is_none_to_tell(fakes: Fakes) -> None:
    fakes.special[Stage.SYNTH, POINT] = _interrupting
    result = _call(*_CLOSE)
    assert (result.exit_code, result.stdout) == (_INTERRUPTED, "")
    assert "interrupted" in result.stderr


@pytest.mark.usefixtures("place")
def test_the_best_build_is_told_in_the_machines_trouble(fakes: Fakes) -> None:
    _after(fakes, 2, failing("no room", failure="disk_full"))
    result = _call(*_CLOSE)
    assert result.exit_code == FAILED
    assert result.stdout.startswith(f"best build of {POINT} on {ROUTED}: ")
    assert "no room" in result.stderr.splitlines()[-1]
