"""What `explore` checks before it starts, and what is left of a run whatever ends it."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from aesculus.cli import app, outcome
from aesculus.records import Stage
from engine.fakes import ROUTED, Fakes, failing

LABEL = "UF2-PP3T"
_RUN = ("explore", "--points", LABEL, "--device", ROUTED, "--seeds", "1")

pytestmark = pytest.mark.usefixtures("place")


def _call(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(args))
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((*_RUN, "--report", "/proc/x/r.html"), "--report /proc/x cannot be written"),
        ((*_RUN, "--report", "a" * 300), "File name too long"),
        ((*_RUN, "--store", "a" * 300), "File name too long"),
        (("show", "--store", "a" * 300), "File name too long"),
        (("export", LABEL, "--out", "/dev/null/x"), "--out /dev/null is a file"),
        (("export", LABEL, "--out", "/proc/x"), "cannot be written"),
        (("close", LABEL, "-d", ROUTED, "--out", "/proc/x/y"), "cannot be written"),
        (("explore", "--space", "pick", "--strategy", "gudied"), "did you mean guided?"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_said_or_done(
    args: tuple[str, ...], said: str, fakes: Fakes, place: Path
) -> None:
    code, out, err = _call(*args)
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert said in line
    assert len(line) < 250
    assert fakes.calls == []
    assert list(place.iterdir()) == []


def test_a_cluster_that_is_not_here_is_told_first(
    fakes: Fakes, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(place))
    code, out, err = _call(*_RUN, "--cluster", "slurm")
    assert (code, out) == (1, "")
    assert err.startswith("aesculus: error: no sbatch on PATH")
    assert list(place.iterdir()) == []


def test_a_bad_store_is_told_before_where_to_watch(fakes: Fakes, place: Path) -> None:
    (place / "store.db").write_bytes(b"no database at all" * 100)
    code, out, err = _call(*_RUN, "--store", "store.db")
    assert code != 0
    assert out == ""
    assert len(err.splitlines()) == 1
    assert not (place / "report.html").exists()


def test_the_table_is_printed_though_the_page_cannot_be_written(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(outcome, "write_report", full)
    code, out, err = _call(*_RUN)
    assert code == 1
    assert LABEL in out
    assert "runs in" in err
    assert err.splitlines()[-1] == (
        "aesculus: error: --report report.html: No space left on device"
    )


def test_where_to_look_names_the_store(fakes: Fakes) -> None:
    fakes.special[Stage.VERIFY, LABEL] = failing("wrong block")
    code, _, err = _call(*_RUN, "--store", "my store.db")
    assert code == 1
    assert "Watch it with `aesculus report --live --store 'my store.db'`" in err
    assert "`aesculus log LABEL --store 'my store.db'`" in err
    assert (
        "make one with `aesculus explore --store none.db`" in _call("show", "--store", "none.db")[2]
    )
