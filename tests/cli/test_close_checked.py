"""`aesculus close` on a store that was changed behind its back."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from aesculus.cli.app import app
from aesculus.cli.errors import FAILED
from aesculus.engine import session
from aesculus.engine.close import _Runner
from aesculus.engine.pool import Pool
from aesculus.records import Stage
from aesculus.search.race import Lap
from cli.conftest import LABELS
from engine.fakes import ROUTED, Fakes

POINT = LABELS[0]
_CLOSE = ("close", POINT, "--device", ROUTED, "--routes", "3")
_FASTER = "UPDATE records SET metrics = json_set(metrics, '$.{}', 208.6) WHERE stage = '{}'"
_EDITS = {
    "close": _FASTER.format("fmax_routed_mhz", "close"),
    "place": _FASTER.format("fmax_placed_mhz", "place"),
    "route": _FASTER.format("fmax_routed_mhz", "route"),
    "verify": "UPDATE records SET metrics = json_set(metrics, '$.latency_cycles', 3) "
    "WHERE stage = 'verify'",
    "synth": "UPDATE records SET metrics = json_set(metrics, '$.bram_count', 3) "
    "WHERE stage = 'synth'",
    "netlist": "UPDATE records SET created = '2020-01-01T00:00:00.000000+00:00' "
    "WHERE stage = 'verify_netlist'",
    "of another design": "UPDATE records SET seconds = 1e6, design_id = "
    "(SELECT id FROM designs WHERE label = 'UF4-PP3T') WHERE stage = 'close'",
}


def _call(*args: str) -> Result:
    return CliRunner().invoke(app, list(args))


def _edit(path: Path, how: str, *, anew: bool = True) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        assert database.execute(how).rowcount
        if anew:
            # Rows are made anew of the records, so that the two agree.
            database.execute("UPDATE figures SET stale = 1")


@pytest.fixture(scope="module")
def _raced_once(_filled_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `raced` copies."""
    folder = tmp_path_factory.mktemp("raced") / ".aesculus"
    shutil.copytree(_filled_once, folder)
    made = Fakes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "_pool", lambda _options: Pool(slots=2, stages=made.stages))
        assert _call(*_CLOSE, "--store", str(folder / "store.db")).exit_code == 0
    return folder


@pytest.fixture
def raced(place: Path, _raced_once: Path) -> Path:
    """A store as `filled`, with a race that has ended."""
    shutil.copytree(_raced_once, place / ".aesculus")
    return place / ".aesculus" / "store.db"


@pytest.mark.parametrize("what", _EDITS)
def test_no_build_rests_on_a_record_that_was_edited(raced: Path, fakes: Fakes, what: str) -> None:
    _edit(raced, _EDITS[what])
    result = _call(*_CLOSE)
    assert (result.exit_code, result.stdout) == (FAILED, ""), result.stdout
    line = result.stderr.splitlines()[-1]
    assert "is damaged: record " in line
    assert "its content is not what its checksum says; `aesculus store forget --damaged" in line
    # Nothing is run for an answer that would be refused, where it is known beforehand.
    assert fakes.calls == []


def test_it_goes_on_when_the_damage_is_forgotten(raced: Path, fakes: Fakes) -> None:
    _edit(raced, _EDITS["close"])
    assert _call("store", "forget", "--damaged").exit_code == 0
    assert _call(*_CLOSE).exit_code == 0
    assert {stage for stage, *_ in fakes.calls} == {Stage.CLOSE}


def test_the_line_and_the_code_are_those_of_pick(filled: Path, fakes: Fakes) -> None:
    pick = ("pick", "--device", ROUTED, "--min", "lut", "--known")
    label = _call(*pick).stdout.partition(":")[0]
    close = ("close", f"{label}+default", "--device", ROUTED, "--routes", "1")
    assert _call(*close).exit_code == 0
    # The one damage is one that both rest on.
    own = f"design_id = (SELECT id FROM designs WHERE label = '{label}')"
    _edit(filled, f"{_EDITS['route']} AND {own}")
    picked, closed = _call(*pick), _call(*close)
    assert "its content is not what its checksum says" in picked.stderr
    assert (closed.exit_code, closed.stdout) == (picked.exit_code, picked.stdout)
    assert closed.stderr.splitlines()[-1] == picked.stderr.splitlines()[-1]


def test_the_median_is_not_one_of_a_row_that_was_edited(raced: Path, fakes: Fakes) -> None:
    assert "another figure, one fixed seed" in _call(*_CLOSE).stdout
    how = "UPDATE figure_rows SET json = json_set(json, '$.fmax_routed_mhz', 208.6)"
    _edit(raced, how, anew=False)
    result = _call(*_CLOSE)
    assert (result.exit_code, result.stdout) == (FAILED, "")
    assert "not as the records say" in result.stderr


@pytest.mark.parametrize("seed", [(), ("--seed", "7")])
def test_what_was_edited_while_it_ran_is_no_answer(
    place: Path, fakes: Fakes, monkeypatch: pytest.MonkeyPatch, seed: tuple[str, ...]
) -> None:
    real: Callable[[_Runner, Lap], bool] = _Runner.hear

    def hear(self: _Runner, lap: Lap) -> bool:
        if lap.route:
            _edit(place / ".aesculus" / "store.db", _EDITS["close"])
        return real(self, lap)

    monkeypatch.setattr(_Runner, "hear", hear)
    words = ("close", POINT, "--device", ROUTED, *(seed or ("--routes", "1")))
    result = _call(*words)
    assert (result.exit_code, result.stdout) == (FAILED, "")
    assert "is damaged: record close " in result.stderr
    assert len(fakes.calls) > 0


def test_damage_of_other_designs_is_left_alone(raced: Path, fakes: Fakes) -> None:
    how = "UPDATE records SET seconds = 1e6 WHERE design_id = (SELECT id FROM designs WHERE label ="
    _edit(raced, f"{how} '{LABELS[2]}')")
    assert _call(*_CLOSE).exit_code == 0
