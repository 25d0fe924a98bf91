"""The rooms of ARCHITECTURE.md: each exists, and imports only those that its line allows."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from project.sources import PACKAGE, ROOT

# Modules beside the rooms, open to all of them.
_COMMON = {"inputs", "markdown", "records", "resources", "terminal"}
_ROW = re.compile(r"^\| `src/aesculus/(\w+)/` \|.*\| ([^|]*) \|$", re.M)


@cache
def allowed() -> dict[str, frozenset[str]]:
    """Return room to the rooms that it may import, as the table says."""
    rows = _ROW.findall((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    found: dict[str, frozenset[str]] = {}
    for room, cell in rows:
        words = {word.strip() for word in cell.split(",")} - {"nothing"}
        found[room] = frozenset(found if words == {"all above"} else words)
    return found


def _imports(source: Path) -> set[str]:
    """Return the modules right below `aesculus` that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: a relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    parts = [name.split(".") for name in found]
    return {part[1] for part in parts if part[0] == "aesculus" and len(part) > 1}


def _sources(room: str) -> list[Path]:
    return sorted((PACKAGE / room).rglob("*.py"))


def test_the_table_is_of_the_rooms_there_are() -> None:
    there = {folder.name for folder in PACKAGE.iterdir() if list(folder.glob("*.py"))}
    assert set(allowed()) == there


def test_the_table_names_only_rooms() -> None:
    for room, others in allowed().items():
        assert others <= set(allowed()), room


def test_the_table_has_no_circle() -> None:
    before: set[str] = set()
    for room, others in allowed().items():
        assert others <= before, f"{room} may import a room below it"
        before.add(room)


@pytest.mark.parametrize("room", sorted(allowed()))
def test_imports_go_one_way(room: str) -> None:
    legal = allowed()[room] | _COMMON | {room}
    bad = {
        f"{source.relative_to(PACKAGE)}: {other}"
        for source in _sources(room)
        for other in _imports(source) - legal
    }
    assert not bad


def test_imports_are_seen() -> None:
    seen = {other for source in _sources("flows") for other in _imports(source)}
    assert {"ciphers", "devices", "tools"} <= seen


@pytest.mark.parametrize("name", sorted(_COMMON))
def test_common_modules_import_no_room(name: str) -> None:
    assert not _imports(PACKAGE / f"{name}.py") - _COMMON
