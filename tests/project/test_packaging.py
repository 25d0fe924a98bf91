"""What people install and build: the container file, the hooks before a commit, the extras."""

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

import aesculus
from project.sources import ROOT, project_files

yaml = pytest.importorskip("yaml")

needs_hatch_vcs = pytest.mark.skipif(
    importlib.util.find_spec("hatch_vcs") is None or shutil.which("git") is None,
    reason="the Python package hatch-vcs or git is missing",
)
CONTAINER = ROOT / "Containerfile"


def _steps() -> list[list[str]]:
    """Return the instructions of the container file, as words."""
    text = CONTAINER.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines()]
    return [shlex.split(line) for line in lines if line and not line.startswith("#")]


def _copied() -> list[str]:
    return [name for step in _steps() if step[0] == "COPY" for name in step[1:-1]]


def test_the_container_installs_what_is_locked() -> None:
    installs = [" ".join(step) for step in _steps() if "pip" in step]
    assert len(installs) == 2
    make = (ROOT / "Makefile").read_text(encoding="utf-8")
    locked = "--only-binary :all: --require-hashes -r requirements.lock"
    assert locked in installs[0]
    assert locked in make
    assert "--no-deps --no-index --no-build-isolation" in installs[1]


def test_the_container_runs_the_command_as_a_user() -> None:
    steps = _steps()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert steps[0][0] == "FROM"
    version = re.search(r"python:(\d+\.\d+)", steps[0][1])
    assert version is not None
    assert project["requires-python"] == f">={version[1]}"
    (entry,) = [step for step in steps if step[0] == "ENTRYPOINT"]
    assert entry[1].strip("[]") in project["scripts"]
    users = [step[1] for step in steps if step[0] == "USER"]
    assert users
    assert users[-1] != "root"


@pytest.mark.sim
def test_what_the_container_copies_makes_the_whole_wheel(tmp_path: Path) -> None:
    names = _copied()
    assert "requirements.lock" in names
    place = tmp_path / "copied"
    for path in project_files():
        name = path.relative_to(ROOT).as_posix()
        if any(name == each or name.startswith(f"{each}/") for each in names):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place / name)
    assert not [name for name in names if not (place / name).exists()]
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    (wheel,) = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    taken = {"_docs/modes.md", "_rtl/files.f", "_tb/bench.cpp", "py.typed"}
    assert {f"aesculus/{name}" for name in taken} <= held
    wanted = {
        path.relative_to(ROOT / "src").as_posix()
        for path in project_files()
        if path.is_relative_to(ROOT / "src")
    }
    inner = {name for name in held if name.startswith("aesculus/")}
    beside = ("aesculus/_docs/", "aesculus/_rtl/", "aesculus/_tb/")
    # With a file more or less, a worker of a wheel would refuse a client of a checkout.
    assert {name for name in inner if not name.startswith(beside)} == wanted


def _hooks() -> list[dict[str, Any]]:
    told = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [each["repo"] for each in told["repos"]] == ["local"]
    found: list[dict[str, Any]] = told["repos"][0]["hooks"]
    return found


def test_the_hooks_are_those_of_the_project() -> None:
    """No hook is fetched from elsewhere, and what one names is there."""
    hooks = _hooks()
    assert {"ruff-check", "ruff-format", "mypy"} <= {hook["id"] for hook in hooks}
    dev = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    for hook in hooks:
        program, *rest = shlex.split(hook["entry"])
        assert hook["language"] == "system"
        tool = program.removeprefix(".venv/bin/")
        assert tool == "python" or re.search(rf"^{tool}==", dev, re.M), program
        assert not [word for word in rest if "/" in word and not (ROOT / word).exists()]


@pytest.mark.parametrize("extra", ["cluster", "dev", "docs", "pictures", "vendor"])
def test_an_extra_is_there(extra: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["optional-dependencies"][extra]


def test_what_the_cluster_needs_comes_with_every_installation() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["optional-dependencies"]["cluster"]) <= set(project["dependencies"])


def test_one_version() -> None:
    """What sources without git are called is said alike everywhere, and nowhere else."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    fallback = config["tool"]["hatch"]["version"]["fallback-version"]
    assert fallback == str(cited["version"])
    for path in ROOT.glob("*.core"):
        core = path.read_text(encoding="utf-8").removeprefix("CAPI=2:")
        assert yaml.safe_load(core)["name"].rpartition(":")[2] == fallback
    assert config["project"]["dynamic"] == ["version"]
    assert aesculus.__version__ == metadata.version("aesculus")
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        aesculus.__getattr__("nothing")


@needs_hatch_vcs
@pytest.mark.parametrize(
    ("tags", "version"),
    [
        (None, r"0\.1\.0"),
        ((), r"0\.1(\.1)?\.dev1\+g[0-9a-f]+"),
        (("green", "v-is-none"), r"0\.1(\.1)?\.dev1\+g[0-9a-f]+"),
        (("green", "v1.2.3"), r"1\.2\.3"),
    ],
)
def test_the_version_is_that_of_the_tag(
    tags: tuple[str, ...] | None, version: str, tmp_path: Path
) -> None:
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("src/aesculus", "rtl", "tb"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "__init__.py").touch()

    def git(*words: str) -> None:
        who = ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    if tags is not None:
        git("init")
        git("add", ".")
        git("commit", "-m", "all")
        for tag in tags:
            git("tag", tag)
    command = [sys.executable, "-m", "hatchling", "version"]
    env = {**os.environ, "GIT_CEILING_DIRECTORIES": str(tmp_path.parent)}
    done = subprocess.run(
        command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert re.fullmatch(version, done.stdout.strip()), done.stdout
