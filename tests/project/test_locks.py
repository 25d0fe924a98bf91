"""The lock files: a hash for everything, no address, and in step with pyproject.toml."""

import ast
import re
import sys
import tomllib
from importlib import metadata

import pytest

from project.sources import PACKAGE, ROOT

_LOCKS = ("requirements.lock", "requirements-dev.lock")
_PIN = re.compile(r"^([a-z0-9][a-z0-9.-]*)==([^ ;\\]+)")


def _entries(lock: str) -> list[str]:
    """Return each requirement with its hashes as one line, comments left out."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.strip().startswith("#")]
    return [line for line in "\n".join(lines).replace("\\\n", "").splitlines() if line.strip()]


def _pins(lock: str) -> set[tuple[str, str]]:
    matches = [_PIN.match(entry) for entry in _entries(lock)]
    assert all(matches)
    return {(match[1], match[2]) for match in matches if match}


def _wanted(*extras: str) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = list(project["dependencies"])
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    names = [re.match(r"[A-Za-z0-9._-]+", line) for line in lines]
    return {name[0].lower().replace("_", "-") for name in names if name}


@pytest.mark.parametrize("lock", _LOCKS)
def test_every_entry_is_pinned_with_hashes(lock: str) -> None:
    entries = _entries(lock)
    assert len(entries) > 30
    bad = [
        entry.split()[0]
        for entry in entries
        if not re.search(r"--hash=sha256:[0-9a-f]{64}\b", entry)
    ]
    assert not bad


@pytest.mark.parametrize("lock", _LOCKS)
def test_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^-", text, flags=re.M)


def test_locks_hold_what_the_project_asks_for() -> None:
    assert _wanted("build") <= {name for name, _ in _pins(_LOCKS[0])}
    assert _wanted("build", "dev", "docs", "litex") <= {name for name, _ in _pins(_LOCKS[1])}


def test_the_locks_agree() -> None:
    assert _pins(_LOCKS[0]) <= _pins(_LOCKS[1])


def _imported() -> set[str]:
    """Return the top-level modules of other projects that the package imports."""
    found: set[str] = set()
    for source in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.split(".")[0])
    return found - set(sys.stdlib_module_names) - {"aesculus"}


def test_what_is_imported_is_asked_for() -> None:
    providers = metadata.packages_distributions()
    imported = _imported()
    assert {"pydantic", "rich"} <= imported
    # What is imported of an extra is asked for where it is needed, and may be missing. What is not
    # installed goes by its own name.
    wanted = _wanted("litex", "pictures", "vendor")
    missing = {
        module
        for module in imported
        if not {name.lower().replace("_", "-") for name in providers.get(module, [module])} & wanted
    }
    assert not missing
