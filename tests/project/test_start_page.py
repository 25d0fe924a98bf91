"""What the page of the first ten minutes says that commands print, they print."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus.cli.app import app
from aesculus.store import Store
from project.sources import ROOT

_PAGE = ROOT / "docs" / "start.md"
_BLOCKS = re.compile(r"^```sh\n(?P<typed>[^`]*)```\n\n```text\n(?P<printed>[^`]*)```", re.M)
_VERSION = re.compile(r"\(verilator [\d.]+, [\d.]+ s\)")


def _shown() -> dict[str, str]:
    """Return what is printed by the last command of each block that has its output behind it."""
    text = _PAGE.read_text(encoding="utf-8")
    return {
        found["typed"].strip().splitlines()[-1]: found["printed"]
        for found in _BLOCKS.finditer(text)
    }


def test_the_outputs_are_found() -> None:
    assert {line.split()[1] for line in _shown()} >= {"verify", "space", "show", "pick"}


def test_a_label_that_cannot_be() -> None:
    typed = "aesculus space UF5-PP0B"
    result = CliRunner().invoke(app, typed.split()[1:])
    assert result.stdout.rstrip() == _shown()[typed].rstrip()


def test_what_is_picked(tmp_path: Path) -> None:
    """The answer comes with the project, as do the runners-up; what was measured is larger."""
    (typed,) = (line for line in _shown() if line.startswith("aesculus pick "))
    store = tmp_path / "store.db"
    with Store.open(store):
        result = CliRunner().invoke(app, [*typed.split()[1:], "--store", str(store)])
    assert result.exit_code == 0, result.stderr
    lines = _shown()[typed].splitlines()
    assert result.stdout.splitlines() == lines
    known = re.findall(
        r"^(?:runner-up: )?\S+: .* ([\d,]+) LUT, .*, from the reference", "\n".join(lines), re.M
    )
    table = _shown()["aesculus show"]
    measured = re.findall(r"^● +\S+ .* ([\d,]+) +\d+ +0 +0\.0 *$", table, re.M)
    assert len(known) == 4
    assert len(measured) == 3
    assert max(map(_number, known)) < min(map(_number, measured))


def _number(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.sim
def test_the_first_design(tmp_path: Path) -> None:
    typed = "aesculus verify UF1-PP1T"
    result = CliRunner().invoke(app, [*typed.split()[1:], "--store", str(tmp_path / "store.db")])
    assert result.exit_code == 0, result.stderr
    told, shown = (_VERSION.sub("", text).rstrip() for text in (result.stdout, _shown()[typed]))
    assert told == shown
