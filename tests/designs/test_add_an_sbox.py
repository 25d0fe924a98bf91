"""The page that says how to add an S-box, carried out in a copy of the sources."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from project.sources import ROOT

_PAGE = (ROOT / "docs/add-an-sbox.md").read_text(encoding="utf-8")
_MODULE = "rtl/sbox/aesculus_sbox_power.sv"


def _block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", _PAGE, flags=re.M | re.S)
    assert found
    return found[1]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources in which the page was followed."""
    folder = tmp_path_factory.mktemp("copy")
    for name in ("src", "rtl", "tb"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    assert Path(_MODULE).name in _PAGE
    (folder / _MODULE).write_text(_block("systemverilog"), encoding="utf-8")
    apply = ["git", "apply", "-C1", "-"]
    subprocess.run(apply, cwd=folder, input=_block("diff"), text=True, check=True)
    return folder


def _verify(copy: Path, label: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "aesculus.cli", "verify", label, "--store", "store.db"],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": os.fspath(copy / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.sim
def test_the_page_can_be_followed(copy: Path) -> None:
    commands = [shlex.split(line) for line in _block("sh").splitlines()]
    labels = [words[2] for words in commands if words[:2] == ["aesculus", "verify"]]
    assert labels == ["UF1-PP0X", "AES128ED-UF1-PP0X"]
    for label in labels:
        result = _verify(copy, label)
        assert result.returncode == 0, result.stderr
        assert label in result.stdout


@pytest.mark.long
def test_the_quick_tests_know_of_it(copy: Path) -> None:
    shutil.copytree(ROOT / "tests", copy / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    asked = [
        "tests/ciphers/space",
        "tests/report/test_results_page.py",
        "tests/ciphers/test_parts.py",
    ]
    quick = "not sim and not synth and not route and not browser and not docs and not long"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", quick, *asked],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": os.fspath(copy / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.sim
@pytest.mark.long
def test_a_fault_in_the_module_is_found(copy: Path) -> None:
    module = copy / _MODULE
    text = module.read_text(encoding="utf-8")
    assert text.count("8'h63") == 1
    module.write_text(text.replace("8'h63", "8'h62"), encoding="utf-8")
    result = _verify(copy, "UF1-PP0X")
    assert result.returncode == 1
    assert "key" in result.stderr


def test_the_module_looks_like_the_others(copy: Path) -> None:
    lines = _block("systemverilog").splitlines()
    assert lines[0] == "// SPDX-License-Identifier: Apache-2.0"
    assert max(map(len, lines)) <= 100
    listed = (copy / "rtl/files.f").read_text(encoding="utf-8").split()
    assert "sbox/aesculus_sbox_power.sv" in listed
