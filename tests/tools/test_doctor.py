"""What `doctor` finds: the one thing that is wrong, whatever hangs on it, and no other."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus.cli.app import app
from aesculus.settings import TEMPORARY
from aesculus.tools import Failure, ToolError, doctor, nextpnr, verilator, yosys
from aesculus.tools.doctor import Check, examine
from project.sources import ROOT


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start no tool: what is asked for here is something else."""
    for module, name in ((yosys, "probe"), (nextpnr, "probe"), (verilator, "start")):
        monkeypatch.setattr(module, name, lambda *_: None)
    monkeypatch.setattr(doctor, "_compiler", lambda: Check("C++ compiler", True, "there"))


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in os.environ if each.startswith("AESCULUS_")]:
        monkeypatch.delenv(name)
    for name in TEMPORARY:
        monkeypatch.delenv(name, raising=False)


def failures(store: Path, **looks: Callable[[], object]) -> dict[str, Check]:
    return {each.name: each for each in examine(store, looks) if not each.ok}


WRONG = {
    "AESCULUS_YOSYS": ("foo", "give one of 'pyosys', 'yowasp', 'native'"),
    "AESCULUS_NEXTPNR": ("foo", "give one of 'yowasp', 'native'"),
    "AESCULUS_MEMORY_MB": ("abc", "give a whole number above 0"),
    "AESCULUS_WORKERS_S": ("-3", "give a whole number above 0"),
}


@pytest.mark.usefixtures("quick")
def test_a_program_that_is_wanted_from_path_does_not_come_by_installing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AESCULUS_YOSYS", "native")
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    found = failures(tmp_path / "s.db")["Yosys"]
    assert found.told == "AESCULUS_YOSYS=native, but there is no yosys on PATH"
    assert found.advice.startswith("put yosys on PATH, or unset AESCULUS_YOSYS")


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", WRONG)
def test_one_wrong_variable_is_one_failure(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = {each.name for each in examine(tmp_path / "s.db")}
    fails = set(failures(tmp_path / "s.db"))
    value, legal = WRONG[name]
    monkeypatch.setenv(name, value)
    found = failures(tmp_path / "s.db")
    assert set(found) == {name, *fails}
    assert found[name].told == f"{value}: {legal}"
    assert {each.name for each in examine(tmp_path / "s.db")} == {name, *sound}
    assert os.environ[name] == value


@pytest.mark.usefixtures("quick")
def test_all_wrong_variables_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, (value, _) in WRONG.items():
        monkeypatch.setenv(name, value)
    assert set(WRONG) <= set(failures(tmp_path / "s.db"))


def test_a_wrong_variable_hides_no_broken_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name in ((yosys, "probe"), (nextpnr, "probe"), (verilator, "start")):
        monkeypatch.setattr(module, name, lambda *_: None)
    monkeypatch.setenv("AESCULUS_MEMORY_MB", "abc")
    monkeypatch.setenv("CXX", "false")
    found = failures(tmp_path / "s.db")
    assert {"AESCULUS_MEMORY_MB", "C++ compiler"} <= set(found)
    assert found["C++ compiler"].told.startswith("CXX=false does not work: false failed")


@pytest.mark.parametrize("named", ["c++ -O0", "/tmp"])
def test_a_compiler_is_one_program_without_options(
    named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CXX", named)
    found = doctor._compiler()
    assert found.told == f"CXX={named} is no program, on PATH or by its path, without options"


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("place", ["/proc/nope", "file/below", "file"])
def test_a_cache_that_nothing_can_be_kept_in(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("x")
    cache = str(tmp_path / place)
    monkeypatch.setenv("AESCULUS_CACHE", cache)
    found = failures(tmp_path / "s.db")
    assert found["AESCULUS_CACHE"].told.startswith(f"{cache}: ")
    assert found["AESCULUS_CACHE"].advice
    monkeypatch.setenv("AESCULUS_CACHE", str(tmp_path / "new" / "deep"))
    assert "AESCULUS_CACHE" not in failures(tmp_path / "s.db")
    assert not (tmp_path / "new").exists()


def test_a_folder_of_chip_databases_must_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AESCULUS_CHIPDB", str(tmp_path / "nowhere"))
    assert "is no folder" in failures(tmp_path / "s.db")["AESCULUS_CHIPDB"].told
    monkeypatch.setenv("AESCULUS_CHIPDB", str(tmp_path))
    assert "AESCULUS_CHIPDB" not in failures(tmp_path / "s.db")


@pytest.mark.synth
@pytest.mark.parametrize("name", TEMPORARY)
def test_a_bad_folder_for_work_is_the_one_failure(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Yosys and the compiler cannot work with it, and are not to blame."""
    for module in (nextpnr, verilator):
        monkeypatch.setattr(module, "probe" if module is nextpnr else "start", lambda *_: None)
    fails = set(failures(tmp_path / "s.db"))
    monkeypatch.setenv(name, "/proc")
    found = failures(tmp_path / "s.db")
    assert set(found) == {"disk for work", *fails}
    assert found["disk for work"].told.startswith(f"{name}=/proc: no folder can be made there (")
    assert os.environ[name] == "/proc"


@pytest.mark.usefixtures("quick")
def test_all_bad_folders_for_work_are_told_but_none_behind_a_good_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    bad = {"TMPDIR": "here", "TMP": str(tmp_path / "file"), "TEMP": "/nonexist"}
    for name, value in bad.items():
        monkeypatch.setenv(name, value)
    told = [each.told for each in examine(tmp_path / "s.db") if each.name == "disk for work"]
    assert [text.partition("=")[0] for text in told] == list(TEMPORARY)
    assert "does not begin at the root" in told[0]
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert "disk for work" not in failures(tmp_path / "s.db")


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", ["AESCULUS_DEVICES", "AESCULUS_DESIGNS"])
def test_folders_that_are_not_there(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "/nonexist")
    found = CliRunner().invoke(app, ["doctor", "--store", str(tmp_path / "s.db")])
    assert found.exit_code == 1
    assert f"FAIL {name}: /nonexist is no folder of" in found.stdout
    assert name in found.stderr
    monkeypatch.setenv(name, str(tmp_path))
    (tmp_path / "modes").mkdir()
    found = CliRunner().invoke(app, ["doctor", "--store", str(tmp_path / "s.db")])
    assert f"ok   {name}: {tmp_path}" in found.stdout


@pytest.mark.usefixtures("quick")
def test_a_device_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.toml").write_text("name = 3")
    monkeypatch.setenv("AESCULUS_DEVICES", str(tmp_path))
    found = CliRunner().invoke(app, ["doctor", "--store", str(tmp_path / "s.db")])
    assert f"FAIL AESCULUS_DEVICES: {tmp_path}: {tmp_path / 'mine.toml'}: " in found.stdout


def test_a_library_that_cannot_load_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The package says its version all the same."""
    text = "raise ImportError('libx.so.1: cannot open shared object file')\n"
    (tmp_path / "pyosys.py").write_text(text)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    for module, name in ((nextpnr, "probe"), (verilator, "start")):
        monkeypatch.setattr(module, name, lambda *_: None)
    monkeypatch.setattr(doctor, "_compiler", lambda: Check("C++ compiler", True, "there"))
    assert "libx.so.1" in failures(tmp_path / "s.db")["Yosys"].told


def test_each_tool_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_compiler", lambda: Check("C++ compiler", True, "there"))

    def broken(tool: str = "a tool") -> None:
        raise ToolError(Failure.ENVIRONMENT, tool, f"{tool} does not start")

    for module, name in ((yosys, "probe"), (nextpnr, "probe"), (verilator, "start")):
        monkeypatch.setattr(module, name, broken)
    found = failures(tmp_path / "s.db")
    assert {"Yosys", "Verilator", *doctor.ROUTERS} <= set(found)
    assert found["nextpnr-ecp5"].told == "nextpnr-ecp5 does not start"


@pytest.mark.skipif(shutil.which("make") is None, reason="no make on PATH")
@pytest.mark.parametrize(
    ("compiler", "good"),
    [(each, False) for each in ("missing", "{0}/missing", "{0}")]
    + [(each, True) for each in ("sh", "{0}/sh", "")],
)
def test_make_takes_the_compiler_that_is_named_and_no_other(
    compiler: str, good: bool, tmp_path: Path
) -> None:
    """A shell's `command -v` may print a path where nothing is."""
    for name in ("sh", "c++", "date"):
        (tmp_path / name).symlink_to(str(shutil.which(name if name == "date" else "sh")))
    compiler = compiler.format(tmp_path)
    found = subprocess.run(
        [str(shutil.which("make")), "-s", "check-compiler", f"CXX={compiler}"],
        cwd=ROOT,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (found.returncode == 0) is good, found.stderr
    if not good:
        assert f"CXX={compiler} is no program" in found.stderr


@pytest.mark.skipif(shutil.which("make") is None, reason="no make on PATH")
@pytest.mark.parametrize("python", ["missing", "{0}/missing", "{0}"])
def test_make_says_that_python_is_missing(python: str, tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml", "requirements.lock"):
        shutil.copy(ROOT / name, tmp_path / name)
    python = python.format(tmp_path)
    found = subprocess.run(
        [str(shutil.which("make")), "-s", "setup", f"PYTHON={python}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert found.returncode != 0
    assert found.stderr.startswith(f"make: {python} is missing: ")
