"""The how-to pages carried out literally: each adds one folder, and what it holds is built."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from aesculus.cli.app import app
from designs.conftest import Found
from project.sources import ROOT

_PAGES = {"add-a-mode": "COUNTER.UF1-PP0T", "add-a-cipher": "SIMON128.UF2"}


def _page(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


def _commands(name: str) -> Iterator[list[str]]:
    for block in re.findall(r"^```sh\n(.*?)^```", _page(name), re.M | re.S):
        yield from map(shlex.split, block.splitlines())


def _folder(name: str) -> Path:
    return next(ROOT / words[2] for words in _commands(name) if words[0] == "cp")


class _Shell:
    """What the pages' commands do, in this process."""

    def __init__(self, found_in: Found) -> None:
        self._found_in = found_in
        self.said: list[tuple[str, str]] = []

    def run(self, words: list[str]) -> None:
        match words:
            case ["mkdir", "-p", folder]:
                Path(folder).mkdir(parents=True)
            case ["cp", "-r", source, target]:
                shutil.copytree(ROOT / source, target)
            case ["export", setting]:
                name, _, value = setting.partition("=")
                assert name == "AESCULUS_DESIGNS"
                self._found_in(Path(value))
            case ["aesculus", *arguments]:
                result = CliRunner().invoke(app, arguments)
                assert result.exit_code == 0, result.output + result.stderr
                self.said.append((arguments[0], result.stdout))
            case _:
                pytest.fail(f"the page has a command that this test cannot do: {words}")


@pytest.mark.parametrize("name", _PAGES)
def test_the_page_lists_the_files_of_the_folder(name: str) -> None:
    listed = re.findall(r"^\| `(\S+)` \|", _page(name), re.M)
    there = {path.name for path in _folder(name).iterdir() if path.is_file()}
    assert sorted(listed) == sorted(there)


@pytest.mark.parametrize("name", _PAGES)
def test_nothing_else_names_what_the_folder_adds(name: str) -> None:
    modules = {path.stem for path in _folder(name).glob("*.sv")}
    for path in [
        *(ROOT / "src").rglob("*.py"),
        *(ROOT / "src").rglob("*.toml"),
        ROOT / "rtl/files.f",
    ]:
        text = path.read_text(encoding="utf-8")
        assert _PAGES[name] not in text, path
        assert not any(module in text for module in modules), path


@pytest.mark.sim
@pytest.mark.synth
@pytest.mark.parametrize("name", _PAGES)
def test_the_page_can_be_followed(
    name: str, found_in: Found, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AESCULUS_STORE", str(tmp_path / "store.db"))
    shell = _Shell(found_in)
    for words in _commands(name):
        shell.run(words)
    label = _PAGES[name]
    assert [what for what, _ in shell.said] == ["space", "verify", "verify", "show", "export"]
    told = CliRunner().invoke(app, ["show", label, "--json"])
    assert told.exit_code == 0, told.stderr
    rows = json.loads(told.stdout)
    row: dict[str, Any] = next(row for row in rows if row["device"] == "XC2V4000")
    assert (row["label"], row["status"]) == (label, "ok")
    assert row["verified"]
    assert row["netlist_verified"]
    assert row["lut_count"] > 100
    assert row["design"]["recipe"] == "default"
    core = json.loads(next(tmp_path.glob("my-*/core.json")).read_text(encoding="utf-8"))
    assert core["label"] == label
    folder = next(tmp_path.glob("my-*/core.json")).parent
    assert all((folder / file).is_file() for file in core["files"])
    assert core["latency_cycles"] == row["latency_cycles"]


@pytest.mark.sim
@pytest.mark.parametrize(
    ("name", "right", "wrong", "said"),
    [
        pytest.param(
            "add-a-mode",
            "data_q ^ core_block_i",
            "core_block_i",
            "SP 800-38A block 0: key 2b7e",
            marks=pytest.mark.long,
        ),
        pytest.param(
            "add-a-mode",
            "counter_q + 128'd1",
            "counter_q + 128'd2",
            "SP 800-38A block 1",
            marks=pytest.mark.long,
        ),
        ("add-a-cipher", "~64'd3", "~64'd7", "ePrint 2013/404 appendix B"),
    ],
)
def test_a_fault_in_the_folder_is_found(
    name: str, right: str, wrong: str, said: str, found_in: Found, tmp_path: Path
) -> None:
    source = _folder(name)
    copy = tmp_path / source.parent.name / source.name
    shutil.copytree(source, copy)
    rtl = next(copy.glob("*.sv"))
    text = rtl.read_text(encoding="utf-8")
    assert text.count(right) == 1
    rtl.write_text(text.replace(right, wrong), encoding="utf-8")
    found_in(tmp_path)
    store = os.fspath(tmp_path / "store.db")
    # In a process of its own, as this one may have the folder without the fault.
    command = [sys.executable, "-m", "aesculus.cli", "verify", _PAGES[name], "--store", store]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert said in result.stderr
