"""What reaches a terminal: text that cannot command it, errors as JSON, logs, checks, versions."""

import io
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text
from typer.testing import CliRunner

import aesculus
from aesculus import metrics, terminal
from aesculus.cli.app import app
from aesculus.design import parse_build
from aesculus.engine.plan import whole_chain
from aesculus.engine.pool import Pool
from aesculus.records import Stage, Status
from aesculus.store import Store
from engine.fakes import Fakes, engine, failing, routed

HOSTILE = "\x1b[2J\x1b]0;owned\x07\x9b31m\r\x08\u202eabc\u2028\u200b\ud800"
GOOD, BAD = "UF2-PP3T", "UF3-PP3T"

pytestmark = pytest.mark.usefixtures("place")


def call(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(args))
    return result.exit_code, result.stdout, result.stderr


def process(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    code = "from aesculus.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *args],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
        timeout=120,
    )


@pytest.fixture
def filled(place: Path) -> Path:
    """A store with one design that came right and one whose tool said something hostile."""
    path = place / ".aesculus" / "store.db"
    fakes = Fakes()
    fakes.special[Stage.SYNTH, BAD] = failing(f"synthesis broke {HOSTILE.replace(chr(0xD800), '')}")
    with Store.open(path) as store, Pool(slots=1, stages=fakes.stages) as pool:
        points = [parse_build(label) for label in (GOOD, BAD)]
        wants = [want for point in points for want in whole_chain(point, routed(), seeds=1)]
        engine(store, fakes, pool).run(wants)
        metrics.refresh(store)
    return path


def harmless(text: str) -> bool:
    return all(sign in "\n\t" or sign.isprintable() for sign in text)


def test_text_is_cleaned() -> None:
    assert terminal.clean("plain, ≈ 405 …\n\tx") == "plain, ≈ 405 …\n\tx"
    found = terminal.clean(HOSTILE)
    assert harmless(found)
    assert found.startswith("\\x1b[2J\\x1b]0;owned\\x07\\x9b31m\\r\\x08\\u202eabc\\u2028\\u200b")


def test_a_console_is_cleaned_and_keeps_its_colours() -> None:
    stream = io.StringIO()
    console = terminal.CleanConsole(file=stream, width=100, force_terminal=True)
    table = Table(title=escape(HOSTILE))
    table.add_column(Text(HOSTILE))
    table.add_row(Text(HOSTILE, style="bold"))
    console.print(table, HOSTILE)
    console.print("[red]red[/]")
    text = stream.getvalue()
    assert "\x1b[31mred" in text
    for bad in ("\x1b[2J", "\x1b]0;", "\x07", "\x9b", "\u202e", "\r"):
        assert bad not in text


def test_streams_are_cleaned_but_not_for_rich() -> None:
    stream = io.StringIO()
    cleaned = terminal.CleanStream(stream, "stdout")
    assert cleaned.write(HOSTILE) == len(HOSTILE)
    cleaned.writelines([HOSTILE, "\n"])
    assert harmless(stream.getvalue())
    Console(file=cleaned, force_terminal=True).print("[red]x[/]")  # type: ignore[arg-type]
    assert "\x1b[31m" in stream.getvalue()


@pytest.mark.parametrize(
    "args",
    [("show",), ("show", "--csv"), ("show", "--json"), ("log", BAD), ("log", BAD, "--json")],
)
def test_what_tools_said_cannot_command_the_terminal(filled: Path, args: tuple[str, ...]) -> None:
    done = process(*args)
    assert done.returncode == 0, done.stderr
    assert "synthesis broke" in done.stdout
    assert harmless(done.stdout)


def test_a_label_of_another_store_cannot_command_the_terminal(filled: Path) -> None:
    import sqlite3  # noqa: PLC0415

    connection = sqlite3.connect(filled)
    with connection:
        connection.execute("UPDATE designs SET label = ? || label", ("\x1b[2J\x1b]0;owned\x07",))
        connection.execute("UPDATE figures SET stale = 1")
    connection.close()
    for args in (("show",), ("store", "check"), ("store", "merge", str(filled), "--store", "m.db")):
        done = process(*args)
        assert done.returncode == 1, args
        assert harmless(done.stdout + done.stderr)
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("show", "--json", "--store", "none.db"), 2),
        (("show", "--json", "--csv"), 2),
        (("verify", "UF99x", "--json"), 2),
        (("log", "UF1-PP3T", "--json"), 2),
        (("pick", "--device", "XC9", "--min", "lut", "--json"), 2),
    ],
)
def test_errors_are_json_where_results_are(args: tuple[str, ...], code: int) -> None:
    found, out, err = call(*args)
    assert (found, out) == (code, "")
    told = json.loads(err)["error"]
    assert told["code"] == code
    assert told["message"]
    assert len(err.splitlines()) == 1


def test_usage_errors_are_json_too() -> None:
    done = process("show", "--json", "--frobnicate")
    assert done.returncode == 2
    assert "--frobnicate" in json.loads(done.stderr)["error"]["message"]


def test_a_failed_run_is_json_too(fakes: Fakes) -> None:
    fakes.special[Stage.VERIFY, GOOD] = failing("wrong block")
    code, out, err = call("verify", GOOD, "--json")
    assert code == 1
    assert not json.loads(out)["verified"]
    # Progress goes to stderr as well, ahead of it.
    assert json.loads(err.splitlines()[-1])["error"] == {
        "message": f"{GOOD}: verify: wrong block",
        "code": 1,
    }
    assert call("verify", GOOD)[2].startswith("aesculus: error: ")


def test_log_shows_what_the_tools_said(filled: Path) -> None:
    code, out, _ = call("log", BAD)
    assert code == 0
    assert f"synthesise {BAD} on {routed().name}: failed" in out
    assert "  | what it said" in out
    (told,) = json.loads(call("log", BAD, "--json")[1])
    assert (told["stage"], told["log"]) == ("synth", "what it said")
    assert "nothing failed" in call("log", GOOD)[1]
    assert (
        f"{GOOD}: no results of GW2A-18 or route"
        in call("log", GOOD, "-d", "GW2A-18", "--stage", "route")[1]
    )
    assert len(json.loads(call("log", GOOD, "--all", "--json")[1])) == 4
    assert json.loads(call("log", BAD, "--json", "--stage", "route")[1]) == []
    assert call("log", BAD, "--stage", "fry")[0] == 2
    assert call("log", "UF9-PP3T")[0] == 2


@pytest.mark.parametrize("label", ["CTR.UF1-PP3T", "CTR.AXIS32.UF1-PP3T", "UF1-PP3T+flat"])
def test_a_mode_and_a_recipe_are_named_like_a_core(place: Path, label: str) -> None:
    fakes = Fakes()
    fakes.special[Stage.SYNTH, label] = failing("synthesis broke")
    with Store.open("other.db") as store, Pool(slots=1, stages=fakes.stages) as pool:
        engine(store, fakes, pool).run(whole_chain(parse_build(label), routed(), seeds=1))
    where = ("--store", "other.db")
    code, out, err = call("log", label.lower(), *where)
    assert (code, err) == (0, "")
    assert f"synthesise {label} on {routed().name}: failed" in out
    code, out, err = call("store", "forget", label.lower(), *where)
    assert (code, err) == (0, "")
    assert out.startswith("1 result forgotten")


def test_a_damaged_log_is_not_one_that_was_never_kept(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as connection, connection:
        connection.execute("UPDATE logs SET zlib = substr(zlib, 1, 1)")
    code, out, err = call("log", BAD, "--all")
    assert (code, out) == (1, "")
    assert "is damaged: it has no end" in err


def test_log_names_what_was_kept_of_the_machines_trouble(filled: Path) -> None:
    assert "trouble" not in call("log", "UF9-PP3T")[2]
    path = filled.with_name(f"{filled.name}.trouble.log")
    path.write_text("cc1plus: no", encoding="utf-8")
    code, _, err = call("log", "UF9-PP3T")
    assert code == 2
    assert f"{path.name} has what a tool said in the last trouble of the machine" in err
    assert len(err.splitlines()) == 1


def test_failures_are_forgotten_and_run_again(filled: Path, fakes: Fakes) -> None:
    with Store.open(filled) as store:
        before = store.counts()
    code, out, _ = call("store", "forget", "--failed")
    assert (code, out) == (0, "1 result forgotten\n")
    with Store.open(filled) as store:
        after = store.counts()
        assert after == {key: n for key, n in before.items() if key[1] is Status.OK}
        assert metrics.problems(store) == []
    code, out, _ = call("store", "forget", GOOD)
    assert (code, out) == (0, "0 results forgotten\n")
    code, out, _ = call("store", "forget", GOOD, "--ok")
    assert (code, out) == (0, "4 results forgotten\n")
    assert call("store", "check")[0] == 0


def test_damage_is_listed_and_dropped(filled: Path) -> None:
    import sqlite3  # noqa: PLC0415

    connection = sqlite3.connect(filled)
    with connection:
        connection.execute("UPDATE records SET seconds = 7 WHERE stage = 'route'")
        connection.execute("UPDATE figures SET lut_count = 1 WHERE lut_count > 1")
    connection.close()
    code, out, err = call("store", "check")
    assert code == 1
    assert re.search(r"record route UF\d\S* on LFE5U-85F-8", out)
    assert "not as the records say: lut_count" in out
    assert "is damaged" in err
    code, out, _ = call("store", "forget", "--damaged")
    assert code == 0
    assert "1 result forgotten" in out


def test_explore_fails_when_every_run_failed(fakes: Fakes) -> None:
    for label in ("UF1-PP3T", GOOD):
        fakes.special[Stage.VERIFY, label] = failing("wrong block")
    words = ("explore", "--points", f"UF1-PP3T,{GOOD}", "--device", routed().name, "--seeds", "1")
    code, _, err = call(*words)
    assert code == 1
    assert "all 2 runs failed" in err
    del fakes.special[Stage.VERIFY, GOOD]
    assert call("store", "forget", "--failed")[0] == 0
    assert call(*words)[0] == 0


def test_version_and_completion() -> None:
    assert call("--version")[1] == f"aesculus {aesculus.__version__}\n"
    told = process(_AESCULUS_COMPLETE="source_bash")
    assert told.returncode == 0, told.stderr
    assert "complete" in told.stdout
    words = {"COMP_WORDS": "aesculus sh", "COMP_CWORD": "1"}
    done = process(_AESCULUS_COMPLETE="complete_bash", **words)
    assert done.stdout.split() == ["show"]


def test_no_color(filled: Path) -> None:
    """On a terminal of its own."""
    import pty  # noqa: PLC0415

    def shown(**environment: str) -> str:
        reader, writer = pty.openpty()
        code = "from aesculus.cli import main; main()"
        with subprocess.Popen(
            [sys.executable, "-c", code, "explore", "--points", GOOD, "--device", routed().name],
            stdout=writer,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", **environment},
        ) as running:
            os.close(writer)
            text = b""
            while True:
                try:
                    part = os.read(reader, 4096)
                except OSError:
                    break
                if not part:
                    break
                text += part
            running.wait(timeout=60)
        os.close(reader)
        return text.decode()

    plain = shown(NO_COLOR="1")
    assert "UF2-PP3T" in plain
    codes = {
        int(code)
        for found in re.findall(r"\x1b\[([0-9;]*)m", plain)
        for code in found.split(";")
        if code
    }
    assert codes <= {0, 1, 2, 3}, "bold, dim and italic are no colours"


def test_doctor_finds_what_is_missing(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = call("doctor", "--json")
    checks = {each["name"]: each for each in json.loads(out)["checks"]}
    assert {"Yosys", "nextpnr-ecp5", "Verilator", "C++ compiler", "make", "RTL"} <= set(checks)
    assert {"disk of the store", "disk for work", "memory"} <= set(checks)
    assert code == (0 if all(each["ok"] for each in checks.values()) else 1)
    monkeypatch.setenv("CXX", "false")
    monkeypatch.setenv("AESCULUS_NEXTPNR", "native")
    monkeypatch.setenv("AESCULUS_MEMORY_MB", "lots")
    monkeypatch.setenv("TMPDIR", str(place / "gone"))
    code, out, err = call("doctor")
    assert code == 1
    for said in (
        "false does not work",
        "install a C++ compiler",
        "TMPDIR=",
        "whole number above 0",
    ):
        assert said in out, said
    for name in ("C++ compiler", "nextpnr-ecp5", "AESCULUS_MEMORY_MB", "disk for work"):
        assert name in err, name


def test_marks_stay_apart_where_an_encoding_lacks_them() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors=terminal.PLAINLY)
    stream.write("● ○ † 95…97 \N{EN DASH} ≈ ☃")
    stream.flush()
    assert stream.buffer.getvalue() == b"* o + 95~97 - ~ ?"
