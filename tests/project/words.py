"""The words of sentences with figures, as somebody last read them beside their data.

`sentences.py` computes what data tell: figures, and words such as *higher* or *no*. Where a
paragraph has any of these, or a comment that names data, and everywhere on the pages of results,
each sentence is held up to its full stop: `words/` has a file a page and a line a sentence, with
`{}` in the place of what is computed. So new figures change nothing there, and whoever changes
words is asked to read the sentence beside its data once more:

    cd tests
    python -m project.words           # what differs
    python -m project.words --keep    # it was read: keep it

Before that, ask whether data tell the changed word; if so it belongs into `sentences.toml`.
"""

import difflib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from aesculus.studies.doctables import DOC_TABLES
from project.sentences import COMMITTED, MEANT, SAID, SENTENCES, Sentence, flat, page
from project.sources import ROOT, documents

SOURCE = re.compile(r"<!-- figures: (?P<data>[^;]+); (?P<command>[^>]+?) -->")
A_TABLE = "(a table)"
"""What stands for one of `DOC_TABLES`, which has a test of its own."""

RESULTS_PAGES = {
    "docs/papers.md",
    "docs/search.md",
    "docs/verification.md",
    "docs/what-we-got-wrong.md",
}
"""Of these each paragraph is held."""

# families/test_devices.py compares the page of devices with the files of devices.
GENERATED = {"docs/devices.md", "docs/registers-table.md"}

# The tables at the end of the page on the papers are made and tested by themselves.
_MADE = {"docs/papers.md": "## The tables"}
_FENCED = re.compile(r"^```.*?^```", re.M | re.S)
_KEPT = Path(__file__).parent / "words"
_END = re.compile(r"(?<=[.!?:])([\"')\]*]*)\s+")
_BETWEEN_ROWS = re.compile(r"(?<=\|) (?=\|)")


@dataclass(frozen=True)
class Paragraph:
    """What stands between two empty lines, code left out.

    Attributes:
        text: as it is in the page, with `A_TABLE` for each table that is made.
        words: the same in one line, without comments that name data.
        marked: whether such a comment stands in it, or by itself before it.
    """

    text: str
    words: str
    marked: bool


def pages() -> list[str]:
    """Return the README and the pages of `docs`, those that a program makes left out."""
    found = {str(path.relative_to(ROOT)) for path in documents()} - GENERATED
    return sorted(name for name in found if name == "README.md" or name.startswith("docs/"))


@cache
def paragraphs(name: str, text: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a page, without what is made by a program of its own."""
    return tuple(_paragraphs(name, text))


def _paragraphs(name: str, text: str) -> Iterator[Paragraph]:
    if name in _MADE:
        text = text.partition(_MADE[name])[0]
    text = _FENCED.sub("", text)
    for table in DOC_TABLES:
        if table.page == name:
            text = text.replace("\n".join(table.lines(COMMITTED)), A_TABLE)
    before = False
    for part in re.split(r"\n\s*\n", text):
        words = flat(SOURCE.sub("", part))
        marked = SOURCE.search(part) is not None
        yield Paragraph(part, words, marked or before)
        # A comment by itself belongs to what follows.
        before = marked and not words


@cache
def _entries(name: str) -> tuple[list[Sentence], list[str]]:
    """Return the sentences of a page that are computed, and the texts that are not."""
    texts = [flat(each.text) for each in (*MEANT, *SAID) if each.page == name]
    return [each for each in SENTENCES if each.page == name], texts


def masked(name: str, words: str) -> str:
    """Return a paragraph with `{}` for each figure or word that data give."""
    made, _ = _entries(name)
    places: set[tuple[int, int]] = set()
    for each in made:
        start = words.find(each.rendered)
        while start >= 0:
            at = start
            for before, figure in each.parts:
                at += len(before)
                if figure:
                    places.add((at, at + len(figure)))
                at += len(figure)
            start = words.find(each.rendered, start + 1)
    for begin, end in sorted(places, reverse=True):
        words = f"{words[:begin]}{{}}{words[end:]}"
    return words


def _split(words: str) -> list[str]:
    """Return the sentences of a paragraph, those of each row of a table by themselves."""
    return [
        each
        for row in _BETWEEN_ROWS.split(words)
        for each in _END.sub(r"\1\n", row).split("\n")
        if re.search(r"\w", each)
    ]


def sentences(name: str, text: str) -> list[str]:
    """Return the sentences of a page that are held, with `{}` for what data give.

    Of a table that nothing makes it is the rows with an entry of `sentences.toml`.
    """
    made, texts = _entries(name)
    entries = [*(each.rendered for each in made), *texts]
    found = []
    for part in paragraphs(name, text):
        here = [each for each in entries if each in part.words]
        if not (name in RESULTS_PAGES or part.marked or here):
            continue
        words = part.words
        if words.startswith("|") and not any("| |" in each for each in here):
            rows = [row for row in _BETWEEN_ROWS.split(words) if any(each in row for each in here)]
            words = " ".join(rows)
        found += _split(masked(name, words))
    return found


def kept(name: str) -> list[str]:
    """Return the sentences of a page as they were last read."""
    path = _path(name)
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []


def differing(name: str, text: str) -> list[str]:
    """Return the sentences that differ: behind `-` as they were read, behind `+` as they are."""
    lines = difflib.ndiff(kept(name), sentences(name, text))
    return [line for line in lines if line.startswith(("-", "+"))]


def _path(name: str) -> Path:
    """Return the file of a page."""
    return _KEPT / f"{name.removesuffix('.md').replace('/', '.')}.txt"


def stale() -> list[str]:
    """Return the files of pages that are gone, or have no sentence that is held."""
    there = {_path(name) for name in pages() if sentences(name, page(name))}
    return sorted(path.name for path in _KEPT.iterdir() if path not in there)


def main(arguments: list[str]) -> None:
    """Print the sentences that differ, and keep them if told to."""
    for name in pages():
        different = differing(name, page(name))
        for line in different:
            sys.stdout.write(f"{name}: {line}\n")
        if different and "--keep" in arguments:
            text = "".join(f"{each}\n" for each in sentences(name, page(name)))
            _path(name).write_text(text, encoding="utf-8")
    for each in stale():
        sys.stdout.write(f"{each}: of no page\n")
        if "--keep" in arguments:
            (_KEPT / each).unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
