"""The files of the repository: nothing of a build machine in them, every RTL file listed."""

import codecs
import re
from pathlib import Path

import pytest

from project.sources import ROOT, project_files

# Kept turned by 13 letters, so that this file does not hold what it looks for.
_MACHINE = ("/gzc/", "/ebbg/", "/ubzr/", "/jbex/", "/Hfref/", "/inepubfg/")
_REGISTRIES = ("clcv.bet", "clgubaubfgrq", "qriclcv", "negvsnpgbel", "aehkrf")
_AUTHORSHIP = ("pynhqr", "naguebcvp", "pungtcg", "bcranv", "pbcvybg", "trzvav", "yyz", "ntragvp")


def _words() -> list[str]:
    paths = [re.escape(codecs.decode(word, "rot13")) for word in _MACHINE]
    hosts = [re.escape(codecs.decode(word, "rot13")) for word in _REGISTRIES]
    names = [rf"\b{codecs.decode(word, 'rot13')}\b" for word in _AUTHORSHIP]
    # A path must stand by itself: `docs/home/` is none.
    return [rf"(?<![\w.*~-]){path}" for path in paths] + hosts + names


FORBIDDEN = re.compile("|".join(_words()), re.IGNORECASE)
"""What no file of the project says."""
_BINARY = {".png", ".gz", ".db", ".sqlite", ".pdf"}


def _found(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    return [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for number, line in enumerate(text.splitlines(), start=1)
        if (match := FORBIDDEN.search(line))
    ]


def test_no_forbidden_words() -> None:
    texts = [path for path in project_files() if path.suffix not in _BINARY]
    assert len(texts) > 100
    assert not [line for path in texts for line in _found(path)]


@pytest.mark.parametrize("word", [*_MACHINE, *_REGISTRIES, *_AUTHORSHIP])
def test_forbidden_words_would_be_found(word: str) -> None:
    assert FORBIDDEN.search(f"see {codecs.decode(word, 'rot13').upper()} there")


def test_names_have_no_forbidden_words() -> None:
    assert not [path for path in project_files() if FORBIDDEN.search(path.name)]


def test_files_f_lists_every_source_once() -> None:
    folder = ROOT / "rtl"
    lines = (folder / "files.f").read_text(encoding="utf-8").splitlines()
    listed = [line for line in lines if line and not line.startswith("//")]
    # What modes share is listed by each mode that uses it.
    found = [path for path in folder.rglob("*.sv") if folder / "modes" not in path.parents]
    there = [path.relative_to(folder).as_posix() for path in found]
    assert sorted(listed) == sorted(there)


@pytest.mark.parametrize("folder", ["rtl"])
def test_sources_name_their_licence(folder: str) -> None:
    sources = sorted((ROOT / folder).rglob("*.sv"))
    assert sources
    first = "// SPDX-License-Identifier: Apache-2.0"
    assert not [path.name for path in sources if not path.read_text("utf-8").startswith(first)]


def test_licence_is_the_one_that_is_declared() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "Apache License" in text
    assert "Version 2.0, January 2004" in text
    assert 'license = "Apache-2.0"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
