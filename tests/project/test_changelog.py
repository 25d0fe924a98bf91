"""The fragments of the changelog: each of a kind that there is, and fit to stand in a list."""

import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from project.sources import ROOT

FOLDER = ROOT / "changelog.d"
_CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]
KINDS = tuple(kind["directory"] for kind in _CONFIG["type"])
_NAME = re.compile(rf"\+[a-z0-9]+(?:-[a-z0-9]+)*\.({'|'.join(KINDS)})\.md")

needs_towncrier = pytest.mark.skipif(
    importlib.util.find_spec("towncrier") is None, reason="the Python package towncrier is missing"
)


def faults(name: str, text: str) -> list[str]:
    """Return what is wrong with a fragment."""
    found = []
    if not _NAME.fullmatch(name):
        found.append(f"{name}: not +short-name.kind.md with a kind of {', '.join(KINDS)}")
    lines = text.splitlines()
    if not text.strip():
        return [*found, f"{name}: nothing in it"]
    if re.match(r"[-*#>]|\d+\.\s", lines[0]):
        found.append(f"{name}: begins with a mark: the list has its own")
    if not text.rstrip().endswith("."):
        found.append(f"{name}: no whole sentence")
    if "" in [line.strip() for line in lines]:
        found.append(f"{name}: has several paragraphs")
    return found


def _fragments() -> list[Path]:
    return [path for path in sorted(FOLDER.iterdir()) if path.name != "README.md"]


def test_every_fragment_is_well_formed() -> None:
    told = [fault for p in _fragments() for fault in faults(p.name, p.read_text(encoding="utf-8"))]
    assert not told


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("+new-thing.addition.md", "It works.", "not +short-name.kind.md"),
        ("new-thing.added.md", "It works.", "not +short-name.kind.md"),
        ("+New.added.md", "It works.", "not +short-name.kind.md"),
        ("+new.added.txt", "It works.", "not +short-name.kind.md"),
        ("+new.added.md", "", "nothing in it"),
        ("+new.added.md", "- It works.", "begins with a mark"),
        ("+new.added.md", "# It works.", "begins with a mark"),
        ("+new.added.md", "It works", "no whole sentence"),
        ("+new.added.md", "It works.\n\nReally.", "several paragraphs"),
    ],
)
def test_a_malformed_one_is_found(name: str, text: str, said: str) -> None:
    assert [fault for fault in faults(name, text) if said in fault]


def test_the_folder_says_which_kinds_there_are() -> None:
    told = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert tuple(re.findall(r"`\+short-name\.(\w+)\.md`", told)) == KINDS


@needs_towncrier
def test_an_entry_is_made_of_them(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(FOLDER, tmp_path / FOLDER.name)
    (tmp_path / FOLDER.name / "+last.removed.md").write_text("Nothing of use.\n", encoding="utf-8")
    before = (tmp_path / "CHANGELOG.md").read_text(encoding="utf-8")
    command = [sys.executable, "-m", "towncrier", "build", "--version", "9.8.7", "--keep"]
    done = subprocess.run(
        [*command, "--date", "2031-02-03"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    after = (tmp_path / "CHANGELOG.md").read_text(encoding="utf-8")
    entry = after[after.index("## 9.8.7 (2031-02-03)") :]
    newest = entry[: entry.index("\n## ")]
    assert "### Removed\n\n- Nothing of use.\n" in newest
    for path in _fragments():
        assert f"- {path.read_text(encoding='utf-8').strip()}\n" in newest
    head, mark, rest = before.partition("<!-- towncrier release notes start -->\n")
    assert mark
    assert after.startswith(head + mark)
    assert after.endswith(rest.lstrip())
