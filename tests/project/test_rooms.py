"""The rooms of ARCHITECTURE.md: each exists, and import-linter holds it to its line."""

import json
import re
import subprocess
import sys
import textwrap
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from project.sources import PACKAGE, ROOT

_ROW = re.compile(r"^\| `src/aesculus/(\w+)/` \|.*\| ([^|]*) \|$", re.M)
_COMMON = "modules beside the rooms"


@cache
def allowed() -> dict[str, frozenset[str]]:
    """Return room to the rooms that it may import, as the table says."""
    rows = _ROW.findall((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    found: dict[str, frozenset[str]] = {}
    for room, cell in rows:
        words = {word.strip() for word in cell.split(",")} - {"nothing"}
        found[room] = frozenset(found if words == {"all above"} else words)
    return found


def _common() -> list[str]:
    """Return the modules beside the rooms; `__main__` is the command line's, above them all."""
    return sorted(path.stem for path in PACKAGE.glob("*.py") if not path.stem.startswith("__"))


def _contract(name: str, sources: list[str], forbidden: list[str]) -> dict[str, Any]:
    return {
        "name": name,
        "type": "forbidden",
        "source_modules": [f"aesculus.{each}" for each in sources],
        "forbidden_modules": [f"aesculus.{each}" for each in forbidden],
        "allow_indirect_imports": True,
    }


def contracts() -> list[dict[str, Any]]:
    """Return what import-linter has to check, by the table."""
    rooms = allowed()
    found = [_contract(_COMMON, _common(), list(rooms))]
    for room, others in rooms.items():
        forbidden = [each for each in rooms if each != room and each not in others]
        if forbidden:
            found.append(_contract(room, [room], forbidden))
    return found


def as_toml(found: list[dict[str, Any]]) -> str:
    """Return contracts as they stand in `pyproject.toml`."""
    lines = []
    for each in found:
        lines += ["[[tool.importlinter.contracts]]"]
        for key, value in each.items():
            lines += textwrap.wrap(f"{key} = {json.dumps(value)}", 98, subsequent_indent="  ")
        lines.append("")
    return "\n".join(lines)


def _lint(folder: Path, config: Path) -> subprocess.CompletedProcess[str]:
    """Check the imports of the package in a folder."""
    code = (
        "import sys; from importlinter.cli import lint_imports; "
        f"sys.path.insert(0, {str(folder)!r}); "
        f"sys.exit(lint_imports({str(config)!r}, no_cache=True, no_logo=True))"
    )
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_table_is_of_the_rooms_there_are() -> None:
    there = {folder.name for folder in PACKAGE.iterdir() if list(folder.glob("*.py"))}
    assert set(allowed()) == there


def test_the_table_has_no_circle() -> None:
    before: set[str] = set()
    for room, others in allowed().items():
        assert others <= before, f"{room} may import a room below it"
        before.add(room)


def test_the_page_names_the_common_modules() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert not [name for name in _common() if f"`{name}.py`" not in page]


def test_the_contracts_are_the_table() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    config = tomllib.loads(text)["tool"]["importlinter"]
    assert config["root_package"] == "aesculus"
    assert config["contracts"] == contracts(), "write instead:\n" + as_toml(contracts())


def test_imports_keep_the_contracts() -> None:
    done = _lint(PACKAGE.parent, ROOT / "pyproject.toml")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.parametrize(
    "line", ["import aesculus.upper", "def f():\n    from aesculus import upper"]
)
def test_an_import_upwards_would_be_seen(tmp_path: Path, line: str) -> None:
    for room, text in (("lower", line), ("upper", "")):
        (tmp_path / "aesculus" / room).mkdir(parents=True)
        (tmp_path / "aesculus" / room / "__init__.py").write_text("")
        (tmp_path / "aesculus" / room / "part.py").write_text(text + "\n")
    (tmp_path / "aesculus/__init__.py").write_text("")
    config = tmp_path / "pyproject.toml"
    head = '[tool.importlinter]\nroot_package = "aesculus"\n\n'
    config.write_text(head + as_toml([_contract("lower", ["lower"], ["upper"])]))
    done = _lint(tmp_path, config)
    assert done.returncode == 1
    assert "aesculus.lower.part -> aesculus.upper" in done.stdout


@pytest.mark.parametrize("noun", ["Row", "Table"])
def test_one_noun_means_one_thing(noun: str) -> None:
    named = re.compile(rf"^class _?{noun}\b", re.M)
    found = [path for path in PACKAGE.rglob("*.py") if named.search(path.read_text("utf-8"))]
    assert len(found) == 1, found
