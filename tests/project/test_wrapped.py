"""Prose is wrapped by sentence: a line within a paragraph ends a sentence or is full, not over."""

import itertools
import re
from pathlib import Path

import pytest

from project.sources import ROOT, documents

_FULL = 120
_WORD = re.compile(r"(?:`[^`]*`|[^\s`])+")
_NO_PROSE = re.compile(r"\s*(?:[|<#!{>:=]|-(?: |-*$)|\[\^|\d+[.)] |[*+] |$)|    |\t")
_ENDS = re.compile(r"[.!?][\"')\]*_`]*$|\]\([^)]*\)$|:$")
# Their text is made, or holds lines of a paper's table.
_MADE = {"docs/devices.md", "docs/registers-table.md", "docs/papers.md", "docs/settings.md"}


def _pages() -> list[Path]:
    found = [
        page
        for page in documents()
        if "CHANGELOG" not in page.name and "benchmarks" not in page.parts
    ]
    return [page for page in found if page.relative_to(ROOT).as_posix() not in _MADE]


def _lines(text: str) -> list[str]:
    """Return the lines that are no code."""
    outside = re.sub(r"^\s*(```|~~~)[\s\S]*?^\s*\1", "", text, flags=re.MULTILINE)
    return outside.split("\n")


def too_long(text: str) -> list[str]:
    """Return the lines of prose that are over though a word could go to the next line."""
    return [
        line
        for line in _lines(text)
        if len(line) > _FULL and not _NO_PROSE.match(line) and _splits(line[:_FULL])
    ]


def _splits(beginning: str) -> bool:
    spaces = (place for place, letter in enumerate(beginning.rstrip()) if letter == " ")
    return any(beginning[:place].count("`") % 2 == 0 for place in spaces)


def broken(text: str) -> list[str]:
    """Return the lines that end in the midst of a sentence though a further word fits."""
    lines = _lines(text)
    found = []
    for line, following in itertools.pairwise(lines):
        if _NO_PROSE.match(line) or _NO_PROSE.match(following) or _ENDS.search(line):
            continue
        word = _WORD.match(following.strip())
        if line.count("`") % 2 == 0 and word and len(line) + 1 + len(word[0]) <= _FULL:
            found.append(line)
    return found


@pytest.mark.parametrize("page", _pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_a_line_ends_with_a_sentence_or_is_full(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    # Notes of changes have a line each.
    over = [] if page.parent.name == "changelog.d" else too_long(text)
    assert (broken(text), over) == ([], [])


def test_what_counts_as_broken() -> None:
    assert broken("A sentence that\nends here.\n") == ["A sentence that"]
    assert not broken("One.\nAnother one.\n")
    assert broken("A command,\n--with an option.\n") == ["A command,"]
    assert not broken("A list:\n- of one\n- and another\n")
    assert not broken("| a | b\n| c |\n")
    assert not broken(f"{'x' * 115}\nlonger.\n")


def test_what_counts_as_too_long() -> None:
    assert too_long(f"{'x' * 100} {'y' * 20}.\n")
    assert not too_long(f"{'x' * 130}.\n")
    assert not too_long(f"{'x' * 100} {'y' * 18}.\n")
    assert not too_long(f"| {'x' * 100} | {'y' * 20} |\n")
