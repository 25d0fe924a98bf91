"""Ruff and mypy over the whole project, as tests, so that one summary has them."""

import subprocess
import sys

import pytest

from project.sources import ROOT


@pytest.mark.parametrize(
    "command",
    [
        ("ruff", "check", "src", "tests", "docs"),
        ("ruff", "format", "--check", "--diff", "src", "tests", "docs"),
        ("mypy",),
    ],
    ids=["ruff", "format", "mypy"],
)
def test_python_sources_are_clean(command: tuple[str, ...]) -> None:
    result = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout[-6000:] + result.stderr[-2000:]
