"""What a command loads before it runs: nothing heavy that it does not use."""

import json
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from aesculus.cli.app import load
from aesculus.cli.commands import COMMANDS
from project.sources import PACKAGE

_HEAVY = {"dask", "distributed", "matplotlib", "optuna", "plotly", "scipy", "simpy", "sklearn"}
_MODULES = """
import json, sys
from aesculus.cli import main
for arguments in {runs!r}:
    try:
        main(arguments)
    except SystemExit as leave:
        assert not leave.code, leave.code
    print(json.dumps(sorted({{name.partition(".")[0] for name in sys.modules}})))
"""


def _loaded(*runs: Sequence[str]) -> list[set[str]]:
    """Return what is loaded after each of several runs in one process."""
    code = _MODULES.format(runs=[list(run) for run in runs])
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    return [set(json.loads(line)) for line in done.stdout.splitlines() if line.startswith("[")]


def test_the_help_loads_no_room() -> None:
    (loaded,) = _loaded(["--help"])
    assert "typer" in loaded
    assert not loaded & (_HEAVY | {"numpy", "pydantic", "sqlalchemy"})


def test_a_command_loads_nothing_heavy_to_start() -> None:
    after = _loaded(*([command, "--help"] for command in COMMANDS))
    # What one has loaded stays, so the first to show it is to blame.
    heavy = [name for name, loaded in zip(COMMANDS, after, strict=True) if loaded & _HEAVY]
    assert not heavy[:1]


def test_a_command_without_results_loads_no_arrays() -> None:
    (loaded,) = _loaded(["devices"])
    assert not loaded & (_HEAVY | {"moocore", "numpy"})


def test_showing_loads_nothing_heavy(place: Path, filled: Path) -> None:
    assert not set.union(*_loaded(["show", "--store", str(filled)])) & _HEAVY


def test_what_a_command_loads_is_not_searched_for_garbage() -> None:
    code = """
import gc, weakref
from aesculus.cli.app import load
class Ring: pass
load("devices")
print(gc.isenabled(), gc.get_freeze_count() > 10_000)
ring = Ring(); ring.ring = ring
gone = weakref.ref(ring)
load("show"); del ring; gc.collect()
print(gone() is None)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True", "True"]


def test_the_help_says_what_the_commands_say() -> None:
    for name, told in COMMANDS.items():
        assert load(name).help.split("\n")[0] == told, name


def test_every_command_is_a_file_that_only_parses_and_prints() -> None:
    folder = PACKAGE / "cli"
    files = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.py")}
    assert {f"{name.replace('-', '_')}.py" for name in COMMANDS} <= set(files)
    long = {name: text.count("\n") for name, text in files.items() if text.count("\n") > 120}
    assert not long


_SLOW = """
import signal, sys, time
from pathlib import Path

import pytest
from aesculus.cli import main
import typer
import aesculus.cli.app as application
from aesculus.cli.errors import guarded
from aesculus.export.place import replaced

def command() -> None:
    with replaced(Path(sys.argv[1]) / "core"):
        print("begun", flush=True)
        time.sleep(600)

application.load = lambda name: typer.main.get_command(one)
one = typer.Typer()
one.command("show")(guarded(command))
# A shell starts what runs behind it deaf to this one, and what a deaf program starts is so too.
signal.signal(signal.SIGINT, signal.default_int_handler)
main(["show"])
"""


@pytest.mark.parametrize(
    ("number", "said"),
    [(signal.SIGTERM, "ended by SIGTERM"), (signal.SIGINT, "interrupted")],
)
def test_a_command_that_is_ended_leaves_its_blocks(
    tmp_path: Path, number: signal.Signals, said: str
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _SLOW, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    assert len(list(tmp_path.iterdir())) == 1
    process.send_signal(number)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 128 + number
    assert err == f"aesculus: error: {said}\n"
    assert not list(tmp_path.iterdir())


def test_the_package_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "aesculus", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("aesculus ")
