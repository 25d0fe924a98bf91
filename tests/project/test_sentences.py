"""Sentences with figures say where these come from, and what is committed gives them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup

from aesculus.cli.app import app
from aesculus.studies.doctables import DOC_TABLES, DocTable, in_page
from aesculus.studies.registry import known
from project.figures import USED
from project.sentences import (
    COMMITTED,
    MEANT,
    NOTED,
    RESULTS,
    SAID,
    SENTENCES,
    Meant,
    Sentence,
    flat,
    laid_out,
    page,
)
from project.sources import ROOT
from project.words import RESULTS_PAGES, SOURCE, pages, paragraphs

_NOTED = "<!-- figures: noted; "
_UNITS = (
    r"%|MHz|GHz|[GM]bit/s|G[Bb]ps|Gb/s|Mbps|ns\b|ps\b|LUT4?\b|FF\b|slices|look-up tables|tables\b|"
    r"registers|block RAMs|times\b|seconds|minutes|hours|s\b|workers|claims|verdicts|cycles|gates|"
    r"points\b|evaluations|repeats|designs|netlists|routes|ones\b|[Mk]B\b|baud|rows\b|goals|bases\b|"
    r"ways|(?:published )?messages|mutants|mistakes|faults"
)
_FIGURE = re.compile(rf"(?<![\w.`-])(?<!\+ )\d[\d,.]*(?:/\d+)?\s*(?:{_UNITS})")
# A block, a key or a beat has few bytes by definition.
_MANY_BYTES = re.compile(r"(?<![\w.`-])(?:\d,)?\d{3} bytes")
_WORDS = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    r"sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|"
    r"hundreds?|thousands?|millions?|dozens?|half|halves|thirds?|quarters?|fifths?|tenths?|"
    r"twentieth|fiftieth)\b"
)
# Cycles, registers and tables in words are mostly those of a structure.
_FIGURE_IN_WORDS = re.compile(
    rf"\b{_WORDS}(?: an?)? (?:(?:placer|published) )?"
    r"(?:%|percent|seconds|minutes|hours?|days?|workers|claims|verdicts|evaluations|repeats|"
    r"designs|netlists|goals|bases|points|ways|messages|mutants|mistakes|faults|seeds|papers)\b"
)
_NUMBER = re.compile(rf"(?<![\w.`])(?<!\w-)(?<!\+ )\d[\d,.]*(?:/\d+)?|\b{_WORDS}", re.I)
# Names, and powers: they have numbers and tell none.
_NAMES = re.compile(
    r"SP 800-38[A-F]|FIPS 197|GF\(2(?:\^(?:2|4|8|128))?\)|\^-?\d+|equation \([12]\)|"
    r"Zambreno 2004|Järvinen 2003|Farooq 2016"
)
_CELL = r"[-+]?\d[\d,.]*(?: %)?\s*\|"
_ROW = re.compile(rf"^\|.*\|\s*{_CELL}(?:.*\|)?\s*{_CELL}", re.M)

_EACH_NUMBER = RESULTS_PAGES - {"docs/what-we-got-wrong.md"}
"""There a number counts in paragraphs without a comment as well."""


def _names() -> list[str]:
    return [f"{Path(each.page).stem}-{number}" for number, each in enumerate(SENTENCES)]


def _stands(rendered: str, text: str) -> bool:
    return rendered in flat(text)


@pytest.mark.parametrize("sentence", SENTENCES, ids=_names())
def test_a_sentence_has_the_figures_that_the_data_give(sentence: Sentence) -> None:
    assert _stands(sentence.rendered, page(sentence.page)), sentence.rendered


@pytest.mark.parametrize("sentence", SENTENCES, ids=_names())
def test_a_changed_figure_is_found(sentence: Sentence) -> None:
    text = flat(page(sentence.page))
    altered = list(sentence.altered())
    # Without a figure it says in words what its function asserts.
    assert altered or sentence.figures is not None
    for wrong in altered:
        changed = text.replace(sentence.rendered, wrong)
        assert not _stands(sentence.rendered, changed), wrong


@pytest.mark.parametrize("sentence", SENTENCES, ids=_names())
def test_a_sentence_carries_its_data_and_its_command(sentence: Sentence) -> None:
    for path in sentence.data:
        assert (ROOT / path).is_file()
    if not sentence.command:
        return
    text = page(sentence.page)
    place = sentence.pattern.search(text)
    assert place is not None
    sources = [found for found in SOURCE.finditer(text) if found.start() < place.start()]
    assert sources, sentence.page
    named = sources[-1]
    assert {*sentence.data} <= {part.strip() for part in named["data"].split(",")}
    assert named["command"] == sentence.command


@pytest.mark.parametrize("sentence", SENTENCES, ids=_names())
def test_a_sentence_names_each_file_that_it_is_made_of(sentence: Sentence) -> None:
    if sentence.figures is None or not sentence.command:
        return
    USED.clear()
    sentence.figures()
    assert {*sentence.data} >= USED


_COMMANDS = {*(each.command for each in SENTENCES), *(each.command for each in DOC_TABLES)} - {""}


@pytest.mark.parametrize("command", sorted(_COMMANDS))
def test_the_commands_are_there(command: str) -> None:
    if command.startswith("make "):
        target = command.removeprefix("make ")
        assert re.search(rf"^{target}:", page("Makefile"), re.M)
    elif command.startswith("aesculus bench "):
        assert command.split()[2] in known()
    else:
        assert command.startswith("aesculus ")
    if command.startswith("aesculus "):
        _parse(command)


_REFUSED: Any = (typer.BadParameter.__base__, typer.Exit)
"""What the command line raises of what it does not take."""


def _parse(typed: str) -> None:
    """Read a line as the command line does, and run nothing; raises one of `_REFUSED`."""
    name: str | None
    name, *words = typed.split()
    found: Any = typer.main.get_command(app)
    context = None
    while isinstance(found, TyperGroup) and words:
        context = found.make_context(name, [], parent=context, resilient_parsing=True)
        name, found, words = found.resolve_command(context, words)
    found.make_context(name, words, parent=context)


def test_what_cannot_be_typed_is_no_command() -> None:
    _parse("aesculus close UF1-PP2B -d LFE5U-85F-8 --seed 3")
    for wrong in (
        "aesculus close",
        "aesculus explore --nothing",
        "aesculus bench nothing",
        "aesculus bench goals --only",
    ):
        with pytest.raises(_REFUSED):
            _parse(wrong)


def _campaign_of(path: str) -> str | None:
    """Return the campaign that writes a file; `None` where the file does not tell."""
    where, name = path.rpartition("/")[::2]
    stem = name.partition(".")[0]
    if where == RESULTS and name.endswith(".json"):
        told: str = json.loads(page(path))["campaign"]
        return told
    if where == "benchmarks/search":
        return stem if name.endswith(".json") else f"measure-{stem}"
    other = {RESULTS: stem, f"{RESULTS}/papers": "", "benchmarks/search/results": "search"}
    other["src/aesculus/engine/reference"] = stem
    return other.get(where)


def _by_campaign() -> list[tuple[str, tuple[str, ...]]]:
    of_all = {
        *((each.command, each.data) for each in SENTENCES),
        *((each.command, each.data) for each in DOC_TABLES),
    }
    return sorted(each for each in of_all if each[0].startswith("aesculus bench "))


@pytest.mark.parametrize(("command", "data"), _by_campaign())
def test_a_campaign_writes_a_file_that_stands_beside_it(
    command: str, data: tuple[str, ...]
) -> None:
    writers = {_campaign_of(path) for path in data} - {None}
    assert not writers or command.split()[2] in writers


def test_a_file_tells_its_campaign() -> None:
    assert _campaign_of(f"{RESULTS}/goals.json") == "goals"
    assert _campaign_of("benchmarks/search/held-out.json") == "held-out"
    assert _campaign_of("benchmarks/search/results/area-small.json") == "search"
    assert _campaign_of("benchmarks/records/goals.csv.gz") is None


@pytest.mark.parametrize("table", DOC_TABLES, ids=lambda table: table.name)
def test_a_table_is_made_of_the_data(table: DocTable) -> None:
    text = page(table.page)
    assert in_page(text, table.lines(COMMITTED)) == text
    for path in table.data:
        assert (ROOT / path).exists()


def test_a_changed_table_is_found() -> None:
    table = DOC_TABLES[0]
    lines = table.lines(COMMITTED)
    digit = re.search(r"\d", lines[2])
    assert digit is not None
    wrong = f"{lines[2][: digit.start()]}?{lines[2][digit.end() :]}"
    text = page(table.page).replace(lines[2], wrong)
    assert in_page(text, lines) != text


def _alone(name: str, text: str) -> list[str]:
    """Return the figures of a page that nothing accounts for, with the words around them.

    In a paragraph that names data and a command, in one with a sentence of `SENTENCES` that is made
    by one, and on the pages of `_EACH_NUMBER` each number counts, in words too; elsewhere those
    that have a unit.
    """
    made, set_ = (
        [each.rendered for each in SENTENCES if each.page == name and bool(each.command) == by]
        for by in (True, False)
    )
    meant = [each.text for each in MEANT if each.page == name]
    found = []
    for part in paragraphs(name, text):
        if part.text.lstrip().startswith(_NOTED):
            continue
        words = part.words
        strict = name in _EACH_NUMBER or part.marked or any(each in words for each in made)
        rows = _ROW.findall(part.text)
        for each in [*made, *set_, *meant]:
            rows = [row for row in rows if each not in row]
            words = words.replace(each, "")
        words = _NAMES.sub("", re.sub(r"`[^`]*`|\]\([^)]*\)", "", words))
        kinds = (_NUMBER,) if strict else (_FIGURE, _MANY_BYTES, _FIGURE_IN_WORDS)
        found += [words[max(0, m.start() - 40) : m.end()] for k in kinds for m in k.finditer(words)]
        found += rows
    return found


@pytest.mark.parametrize("name", pages())
def test_no_figure_stands_alone(name: str) -> None:
    text = page(name)
    if NOTED in text:
        return
    assert not _alone(name, text)


def test_only_decisions_are_notes() -> None:
    noted = [name for name in pages() if NOTED in page(name)]
    assert noted
    assert all(name.startswith("docs/decisions/") for name in noted)


def test_a_figure_that_stands_alone_is_found() -> None:
    assert len(_alone("docs/none.md", "it reaches 12.5 MHz\n\nand takes 1,000 slices")) == 2
    assert _alone("docs/none.md", "| a | b | c |\n|---|---|---|\n| x | 12 | 3.5 % |\n")
    assert not _alone("docs/none.md", f"{_NOTED}once -->\nit reaches 12.5 MHz")
    assert not _alone("docs/none.md", "with `--mhz 12 MHz`, r + 1 cycles later")


def test_a_number_in_words_that_stands_alone_is_found() -> None:
    marked = "<!-- figures: a.json; make b -->"
    for said in ("in 28 ways", "three mutants", "half an hour", "all 15,750 published messages"):
        assert _alone("docs/none.md", f"it was {said}, and so on")
    for said in (
        "in two of five cells",
        "by a third",
        "all twelve of them",
        "the hundred smallest",
    ):
        assert not _alone("docs/none.md", f"it was {said}, and so on")
        assert _alone("docs/none.md", f"{marked}\nit was {said}, and so on")
    assert len(_alone("docs/none.md", f"{marked}\n\nTwo of 5 were -3\n\nTwo of 5 were -3")) == 3
    assert _alone("docs/none.md", f"{marked}\nZambreno 2005")
    assert not _alone("docs/none.md", f"{marked}\nZambreno 2004, SP 800-38A, AES-128 and GF(2^8)")


@pytest.mark.parametrize("meant", [*MEANT, *SAID], ids=lambda meant: Path(meant.page).stem)
def test_what_is_no_figure_is_still_there(meant: Meant) -> None:
    assert meant.text in flat(page(meant.page))


def test_no_words_are_no_entry() -> None:
    # They stand in every page, so they would hold nothing.
    for text, why in (("", "a reason"), (" \n", "a reason"), ("words", "")):
        with pytest.raises(ValueError, match="without words or reason"):
            Meant("docs/none.md", text, why)
    with pytest.raises(ValueError, match="without words"):
        Sentence("docs/none.md", "\n", (), "")


def test_what_the_covering_array_lacks_is_said() -> None:
    # The page of verification says what came after the committed campaign; so it has to be.
    table = page(f"{RESULTS}/verify-space.md")
    said = flat(page("docs/verification.md"))
    isolate = re.search(r"\| `isolate` \| (.+?) \|", table)
    kinds = re.search(r"\| `sbox` \| (.+?) \|", table)
    assert isolate is not None
    assert kinds is not None
    lacks = "True" not in isolate[1] and "lut:" not in kinds[1]
    told = "the committed one has no point with `isolate` and none with the S-box `lut`" in said
    assert lacks == told


@pytest.mark.parametrize("sentence", SENTENCES, ids=_names())
def test_new_figures_are_written_in_the_place_of_the_old(sentence: Sentence) -> None:
    for wrong in sentence.altered():
        text = f"This was before. {wrong}, one behind."
        place = sentence.pattern.search(text)
        assert place is not None
        new = text[: place.start()] + sentence.rendered + text[place.end() :]
        assert new == f"This was before. {sentence.rendered}, one behind."


def test_new_figures_stand_in_the_lines_of_the_old() -> None:
    old = "it has 12 tables and\n  `show 3` of them"
    assert laid_out(old, "it has 13 tables and `show 3` of them") == old.replace("12", "13")
    assert laid_out(old, "it has none") == "it has none"
