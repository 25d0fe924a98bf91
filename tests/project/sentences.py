"""Sentences of the documents whose figures are recomputed from what is committed.

`sentences.toml` has each with its page, its data files and the command that makes these. A place in
braces names a figure. It is one that a function of `figures.py` gives, or it leads into a data file
by its stem: `{headline[rows][UF1-PP2B][lut_count]:,}`; a text picks the entry of a list that has it
as its label, name or strategy. Behind the colon stands a format of Python's, and after it `p` for
percent, `m` for minutes and `h` for hours of a figure in seconds.

A comment before the sentence, in the page, names the same data and command:

    <!-- figures: FILE, FILE; COMMAND -->

A sentence without a place says in words what its function asserts. What no data can tell, such as
that nothing was run on a board, stands under `said` with the reason `why`: its words are held.

A figure that somebody set, such as a limit in a source file, has no command and no such comment.
What was noted once and of which no data is kept stands in a paragraph behind

    <!-- figures: noted; WHERE FROM -->

and a page of decisions says `NOTED`. Where such a comment names data, each number of the paragraph
is in a sentence, or under `meant` with the reason `why` it is no figure.

What stands around an entry, up to the full stop, is held by `words.py`.

`python -m project.sentences`, in `tests/`, writes the figures and the tables
(`aesculus.studies.doctables`) into the pages again.
"""

import json
import re
import string
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from aesculus.studies.doctables import DOC_TABLES, Committed, in_page
from project.figures import FIGURES, Figures
from project.placers import PLACERS
from project.printed import PRINTED
from project.sources import ROOT
from project.statements import STATEMENTS

RESULTS = "benchmarks/results"
COMMITTED = Committed(ROOT / RESULTS, ROOT / "benchmarks/search")

NOTED = "*Figures on this page were noted with the decision; no data of them is kept"
"""What a page of decisions says of figures that nothing recomputes, before it says but of which."""

# What may stand in the place of a figure: a word or a few, at an end of a sentence one.
_WITHIN = r"\S+?(?:\s\S+?){0,3}?"
_AT_AN_END = r"[\w/+-]+(?:[.,]\d+)*"

_SCALES = {"p": (100.0, " %"), "m": (1 / 60, ""), "h": (1 / 3600, "")}


class Figure(float):
    """A number, with formats for shares and times."""

    def __format__(self, spec: str) -> str:
        """Return it as text; see the module."""
        scale, unit = _SCALES.get(spec[-1:], (1.0, ""))
        if spec[-1:] in _SCALES:
            spec = spec[:-1]
        value = float(self) * scale
        whole = not spec.endswith(("f", "g", "e")) and value == int(value)
        return format(int(value) if whole else value, spec) + unit


class Data:
    """What a data file holds; its entries are taken by name or number."""

    def __init__(self, held: Any) -> None:
        self._held = held

    def __getitem__(self, key: str | int) -> Any:
        """Return an entry."""
        if isinstance(self._held, list) and isinstance(key, str):
            found = [
                each
                for each in self._held
                if key in {each.get(name) for name in ("label", "name", "strategy")}
            ]
            return _entry(found[0])
        return _entry(self._held[key])

    def __format__(self, spec: str) -> str:
        """Return how many entries there are, as text."""
        return format(len(self._held), spec)


def _entry(value: Any) -> Any:
    if isinstance(value, dict | list):
        return Data(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Figure(value)
    return value


@cache
def _data(path: str) -> Data:
    text = (ROOT / path).read_text(encoding="utf-8")
    return Data(json.loads(text) if path.endswith(".json") else tomllib.loads(text))


@dataclass(frozen=True)
class Sentence:
    """A sentence, or a few of one source.

    Attributes:
        page: path from the root of the project.
        text: with a place in braces for each figure.
        data: files that the figures come from.
        command: what makes these; empty of figures that somebody set.
        figures: gives those that no place leads to.

    Raises:
        ValueError: there are no words.
    """

    page: str
    text: str
    data: tuple[str, ...]
    command: str
    figures: Figures | None = None

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise ValueError(f"{self.page}: a sentence without words")

    @cached_property
    def parts(self) -> list[tuple[str, str]]:
        """Words with the figure behind them, which is empty behind the last."""
        known: dict[str, Any] = dict(self.figures()) if self.figures else {}
        formatter = string.Formatter()
        found = []
        for words, place, spec, _ in formatter.parse(flat(self.text)):
            if place is None:
                found.append((words, ""))
                continue
            if place not in known:
                stem = re.split(r"[.\[]", place)[0]
                path = next(each for each in self.data if Path(each).stem == stem)
                value, _ = formatter.get_field(place, (), {stem: _data(path)})
            else:
                value = known[place]
            found.append((words, format(value, spec or "")))
        return found

    @property
    def rendered(self) -> str:
        """The sentence with its figures, in one line."""
        return "".join(words + figure for words, figure in self.parts)

    @property
    def pattern(self) -> re.Pattern[str]:
        """What finds it in a page, whatever its figures are."""
        found = ""
        for place, (words, figure) in enumerate(self.parts):
            found += r"\s+".join(map(re.escape, words.split(" ")))
            if not figure:
                continue
            last = place == len(self.parts) - 1
            found += _AT_AN_END if last or not found else _WITHIN
        return re.compile(found)

    def altered(self) -> Iterator[str]:
        """Give the sentence with each figure in turn another one, by its last digit or word."""
        for place, (words, figure) in enumerate(self.parts):
            if not figure:
                continue
            digits = [at for at, sign in enumerate(figure) if sign.isdigit()]
            if digits:
                last = digits[-1]
                other = str((int(figure[last]) + 1) % 10)
                new = figure[:last] + other + figure[last + 1 :]
            else:
                new = f"{figure.rpartition(' ')[0]} other".strip()
            wrong = [*self.parts]
            wrong[place] = (words, new)
            yield "".join(each + number for each, number in wrong)


@dataclass(frozen=True)
class Meant:
    """Words whose number is no figure: a definition, or an example; or what no data can tell.

    Attributes:
        page: path from the root of the project.
        text: as it stands there.
        why: what it is instead.

    Raises:
        ValueError: there are no words, which stand in every page, or no reason.
    """

    page: str
    text: str
    why: str

    def __post_init__(self) -> None:
        if not self.text.strip() or not self.why.strip():
            raise ValueError(f"{self.page}: an entry without words or reason: {self}")


def flat(text: str) -> str:
    """Return a text with single blanks."""
    return " ".join(text.split())


def page(name: str) -> str:
    """Return the text of a page."""
    return (ROOT / name).read_text(encoding="utf-8")


def _listed(kind: str) -> list[dict[str, Any]]:
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)[kind]
    return found


_FUNCTIONS = {**FIGURES, **STATEMENTS, **PLACERS, **PRINTED}

SENTENCES = tuple(
    Sentence(
        each["page"],
        each["text"],
        tuple(each["data"]),
        each.get("command", ""),
        _FUNCTIONS[each["figures"]] if "figures" in each else None,
    )
    for each in _listed("sentence")
)
"""All sentences, by page."""


def _kept(kind: str) -> tuple[Meant, ...]:
    return tuple(
        Meant(each["page"], flat(text), each["why"])
        for each in _listed(kind)
        for text in each["text"]
    )


MEANT = _kept("meant")
"""Numbers that are no figures."""

SAID = _kept("said")
"""Statements that no data can tell; their words are held."""


def laid_out(old: str, new: str) -> str:
    """Return a text in the lines of the one in whose place it comes, if it has as many words."""
    gaps, words = re.findall(r"\s+", old), new.split(" ")
    if len(gaps) != len(words) - 1:
        return new
    return "".join(word + gap for word, gap in zip(words, [*gaps, ""], strict=True))


def update() -> None:
    """Write the figures and the tables into the pages again.

    Raises:
        ValueError: a sentence or a table is not in its page.
    """
    for each in SENTENCES:
        text = page(each.page)
        found = each.pattern.search(text)
        if found is None:
            raise ValueError(f"{each.page}: not there: {flat(each.text)}")
        if flat(found[0]) != each.rendered:
            new = text[: found.start()] + laid_out(found[0], each.rendered) + text[found.end() :]
            (ROOT / each.page).write_text(new, encoding="utf-8")
    for table in DOC_TABLES:
        text = page(table.page)
        (ROOT / table.page).write_text(in_page(text, table.lines(COMMITTED)), encoding="utf-8")


if __name__ == "__main__":
    update()
