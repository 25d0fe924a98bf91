"""What `explore` checks before it starts, and what is left of a run whatever ends it."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from aesculus import metrics
from aesculus.cli import ending, explore
from aesculus.cli.app import app, main
from aesculus.errors import RunError
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
        (
            (*_RUN, "--report", "/proc/x/r.html"),
            "--report /proc/x/r.html: /proc/x is no folder: name a file",
        ),
        ((*_RUN, "--report", "a" * 300), "File name too long"),
        ((*_RUN, "--store", "a" * 300), "File name too long"),
        (("show", "--store", "a" * 300), "File name too long"),
        (
            ("export", LABEL, "--out", "/dev/null/x"),
            "--out /dev/null/x: /dev/null is no folder: name a folder",
        ),
        (("export", LABEL, "--out", "/proc/x"), "cannot be written"),
        (("close", LABEL, "-d", ROUTED, "--out", "/proc/x/y"), "/proc/x is no folder"),
        (
            ("explore", "--points", "UF1-*", "--strategy", "foo"),
            "no strategy is named 'foo'; legal",
        ),
        (("explore", "--space", "pick", "--strategy", "gudied"), "did you mean guided?"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_said_or_done(
    args: tuple[str, ...],
    said: str,
    fakes: Fakes,
    place: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(list(args))
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (2, "")
    (line,) = err.splitlines()
    assert said in line
    assert len(line) < 250
    assert fakes.calls == []
    assert list(place.iterdir()) == []


def test_published_rows_that_nobody_asked_for_are_not_printed(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A claim of the paper needs UF1-PP0T, which the paper has no figures of.
    code, out, err = _call(*_RUN[:2], "UF1-PP0T,UF2-PP3T", *_RUN[3:])
    assert code == 0, err
    assert "published rows" not in out
    assert "cannot be" not in out
    monkeypatch.setenv("COLUMNS", "70")
    code, out, _ = _call(*_RUN[:2], "UF2-PP3B,UF2-PP3T", *_RUN[3:])
    assert code == 0
    published, _, ours = out.partition(f"{ROUTED}: 2 designs")
    assert "published rows beside ours" in published
    assert published.count("UF") == published.count("UF2-PP3B") == 1
    assert "UF2-PP3T" in ours
    assert max(map(len, out.splitlines())) <= 70


def test_a_point_of_two_spellings_cannot_be_once(fakes: Fakes) -> None:
    code, out, err = _call("explore", "-p", "zambreno7,zambreno48", *_RUN[3:])
    assert code == 0, err
    told = " ".join(out.split())
    assert told.count("cannot be:") == 1
    assert "UF2-PP0B, UF5-PP0B, UF10-PP0B cannot be:" in told
    assert "nearest: UF2-PP1B, UF5-PP1B, UF10-PP1B" in told


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

    monkeypatch.setattr(ending, "write_report", full)
    code, out, err = _call(*_RUN)
    assert code == 1
    assert LABEL in out
    assert "runs in" in err
    assert err.splitlines()[-1] == (
        "aesculus: error: --report report.html: No space left on device"
    )


def test_the_page_is_written_though_nobody_reads_the_table(
    fakes: Fakes, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: Any, **__: Any) -> None:
        raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr(ending, "print_refused", gone)
    _, _, err = _call(*_RUN)
    assert "--report" not in err
    assert (place / "report.html").is_file()


def test_what_ended_a_run_is_told_though_nothing_can_be_shown(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_: Any, **__: Any) -> int:
        raise ValueError("a row is none")

    def stopped(*_: Any, **__: Any) -> None:
        raise RunError("what ended it")

    monkeypatch.setattr(metrics, "rows", damaged)
    monkeypatch.setattr(explore, "explore", stopped)
    code, _, err = _call(*_RUN)
    assert code == 1
    assert "No page: --report report.html: a row is none" in err
    assert err.splitlines()[-1] == "aesculus: error: what ended it"


def test_where_to_look_names_the_store(fakes: Fakes) -> None:
    fakes.special[Stage.VERIFY, LABEL] = failing("wrong block")
    code, _, err = _call(*_RUN, "--store", "my store.db")
    assert code == 1
    assert "Watch it with `aesculus report --live --store 'my store.db'`" in err
    assert "`aesculus log LABEL --store 'my store.db'`" in err
    assert (
        "make one with `aesculus explore --store none.db`" in _call("show", "--store", "none.db")[2]
    )
