"""The page on devices carried out literally: its files are written, its commands are run."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from project.sources import ROOT

_PAGE = (ROOT / "docs/add-a-device.md").read_text(encoding="utf-8")
_LABEL = "UF1-PP0T-W8"
_STEPS = "from aesculus.stages import provenance; provenance.refresh_all()"
_NAMES = f"""
import json
from pathlib import Path
from aesculus.design import parse_build
from aesculus.families import devices, registry
from aesculus.stages import provenance
from aesculus.stages.base import Subject
from aesculus.stages.synth import STAGE

def named():
    provenance.steps.cache_clear()
    return STAGE.reads(Subject(parse_build("{_LABEL}"), devices.load("MELANGE-8K"))).inputs

found = [named()]
for name in ("ice40", "melange"):
    steps = registry.folder(name) / "steps.toml"
    text = steps.read_text()
    assert text.count("version = 1") == 1
    steps.write_text(text.replace("version = 1", "version = 2"))
    found.append(named())
print(json.dumps(found))
"""


def _section(title: str) -> str:
    found = re.search(rf"^##+ {title}\n(.*?)(?=^##|\Z)", _PAGE, re.M | re.S)
    assert found is not None, title
    return found[1]


class _Place:
    """A folder, and the project that its commands are of."""

    def __init__(self, folder: Path, project: Path) -> None:
        self.folder = folder
        programs = folder / "bin"
        programs.mkdir()
        # What `make steps` does once there is a `.venv`.
        assert f"'{_STEPS}'" in (ROOT / "Makefile").read_text(encoding="utf-8")
        for name, does in {
            "aesculus": f'{sys.executable} -m aesculus.cli "$@"',
            # Verilator wants the real one.
            "make": f"if [ \"$*\" = steps ]; then {sys.executable} -c '{_STEPS}'\n"
            f'else {shutil.which("make")} "$@"; fi',
        }.items():
            (programs / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
            (programs / name).chmod(0o755)
        self._environment = os.environ | {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "PYTHONPATH": str(project / "src"),
            "AESCULUS_STORE": str(folder / "store.db"),
        }

    def follow(self, section: str, *, without: str = "\0") -> str:
        """Write the files of a part of the page and run its commands, some left out."""
        text = _section(section)
        files = re.findall(r"^`(\S+)`:\n\n```\w+\n(.*?)^```", text, re.M | re.S)
        commands = "".join(re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S))
        assert files
        assert commands
        for name, content in files:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        kept = [line for line in commands.splitlines() if not line.startswith(without)]
        return self._ran(["sh", "-eu", "-c", "\n".join(kept)])

    def named(self) -> list[dict[str, Any]]:
        """Return what the synthesis is named by: now, with another step of iCE40, of its own."""
        found: list[dict[str, Any]] = json.loads(self._ran([sys.executable, "-c", _NAMES]))
        return found

    def row(self, device: str) -> dict[str, Any]:
        """Return the row of figures of the core on a device."""
        told = self._ran([sys.executable, "-m", "aesculus.cli", "show", _LABEL, "--json"])
        rows: list[dict[str, Any]] = json.loads(told)
        return next(row for row in rows if row["device"] == device)

    def _ran(self, command: list[str]) -> str:
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture
def copied(tmp_path: Path) -> _Place:
    """A copy of the project, as a family is added to the package itself."""
    shutil.copytree(ROOT / "src/aesculus", tmp_path / "src/aesculus")
    for room in ("rtl", "tb"):
        (tmp_path / room).symlink_to(ROOT / room)
    return _Place(tmp_path, tmp_path)


@pytest.mark.sim
@pytest.mark.synth
def test_a_device_of_ones_own(tmp_path: Path) -> None:
    place = _Place(tmp_path, ROOT)
    said = place.follow("Try it")
    assert f"{_LABEL}: netlist for MY-ICE40 verified" in said
    row = place.row("MY-ICE40")
    assert row["verified"]
    assert row["netlist_verified"]
    assert row["area_luts"] > 100


def test_results_of_a_family_are_named_by_its_own_step(copied: _Place) -> None:
    copied.follow("Try it with a family", without="aesculus verify ")
    steps = (copied.folder / "src/aesculus/families/melange/steps.toml").read_text("utf-8")
    assert re.search(r'^digest = "[0-9a-f]{64}"$', steps, re.M), steps
    first, same, other = copied.named()
    assert same == first
    assert other["steps"] != first["steps"]
    assert {**other, "steps": ""} == {**first, "steps": ""}


@pytest.mark.long
@pytest.mark.sim
@pytest.mark.synth
def test_a_family(copied: _Place) -> None:
    said = copied.follow("Try it with a family")
    assert f"{_LABEL}: netlist for MELANGE-8K verified" in said
    assert copied.row("MELANGE-8K")["netlist_verified"]


def test_the_page_lists_what_a_family_may_have() -> None:
    listed = set(re.findall(r"^\| `([a-z_]+(?:\.\w+)?)` \|", _section("A family"), re.M))
    there = {
        path.name
        for folder in (ROOT / "src/aesculus/families").iterdir()
        if (folder / "__init__.py").is_file()
        for path in folder.iterdir()
        # Further modules are its own affair.
        if path.name != "__pycache__" and (path.suffix != ".py" or path.stem == "__init__")
    }
    assert there <= listed, there - listed
