"""Sentences with figures say where these come from, and what is committed gives them."""

import re
from pathlib import Path

import pytest

from aesculus.studies.registry import known
from project.sentences import RESULTS, SENTENCES, Sentence, body, flat, page
from project.sources import ROOT

_SOURCE = re.compile(r"<!-- figures: (?P<data>[^;]+); (?P<command>[^>]+?) -->")
_FIGURE = re.compile(
    r"\d[\d,.]*\s*(?:%|MHz|Gbit/s|ns\b|LUT|FF\b|slices|look-up tables|times|seconds|s\b|"
    r"block RAMs|workers|claims|verdicts|cycles)"
)

# Where no figure may stand that no sentence of the registry has: page, from, up to.
_COVERED = (
    ("docs/papers.md", "**What our measurements add.**", "## How a claim is judged"),
    ("docs/what-we-got-wrong.md", "# What we got wrong", None),
)


def _names() -> list[str]:
    return [f"{Path(each.page).stem}-{number}" for number, each in enumerate(SENTENCES)]


def _stands(sentence: Sentence, text: str) -> bool:
    return sentence.rendered in flat(text)


@pytest.mark.parametrize("sentence", SENTENCES, ids=_names())
def test_a_sentence_has_the_figures_that_the_data_give(sentence: Sentence) -> None:
    assert _stands(sentence, page(sentence.page)), sentence.rendered


@pytest.mark.parametrize("sentence", SENTENCES, ids=_names())
def test_a_changed_figure_is_found(sentence: Sentence) -> None:
    # The last digit of each figure in turn is made another one.
    text = flat(page(sentence.page))
    named = set(re.findall(r"\{(\w+)\}", sentence.text))
    figures = sentence.figures()
    assert named <= figures.keys()
    for name in named:
        value = figures[name]
        digits = [place for place, sign in enumerate(value) if sign.isdigit()]
        if not digits:
            continue
        last = digits[-1]
        wrong = value[:last] + str((int(value[last]) + 1) % 10) + value[last + 1 :]
        changed = text.replace(sentence.rendered, sentence.rendered.replace(value, wrong))
        assert not _stands(sentence, changed), value


@pytest.mark.parametrize("sentence", SENTENCES, ids=_names())
def test_a_sentence_carries_its_data_and_its_command(sentence: Sentence) -> None:
    text = page(sentence.page)
    place = sentence.pattern.search(text)
    assert place is not None
    sources = [found for found in _SOURCE.finditer(text) if found.start() < place.start()]
    assert sources, sentence.page
    named = sources[-1]
    assert tuple(part.strip() for part in named["data"].split(",")) == sentence.data
    assert named["command"] == sentence.command
    for path in sentence.data:
        assert (ROOT / path).is_file()


@pytest.mark.parametrize("command", sorted({each.command for each in SENTENCES}))
def test_the_commands_are_there(command: str) -> None:
    if command.startswith("make "):
        target = command.removeprefix("make ")
        assert re.search(rf"^{target}:", page("Makefile"), re.M)
    else:
        assert command.removeprefix("aesculus bench ") in known()


@pytest.mark.parametrize(("name", "start", "end"), _COVERED, ids=lambda value: str(value)[:24])
def test_no_figure_stands_alone(name: str, start: str, end: str | None) -> None:
    text = page(name)
    assert start in text
    part = text.partition(start)[2]
    part = flat(_SOURCE.sub("", part if end is None else part.partition(end)[0]))
    for sentence in SENTENCES:
        if sentence.page == name:
            part = part.replace(sentence.rendered, "")
    assert not _FIGURE.findall(part), part


def test_a_figure_that_stands_alone_is_found() -> None:
    assert len(_FIGURE.findall("it reaches 12.5 MHz and takes 1,000 slices")) == 2


def test_the_figures_of_the_headline_stand_in_the_readme() -> None:
    text = page("README.md")
    for row in body("headline")["rows"]:
        line = next(each for each in text.splitlines() if each.startswith(f"| `{row['label']}` |"))
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        clocks = [row[f"fmax_routed_{name}"] for name in ("min", "mhz", "max")]
        assert cells[1:] == [
            f"{row['lut_count']:,}",
            f"{row['ff_count']:,}",
            str(row["bram_count"]),
            ", ".join(f"{clock:.0f}" for clock in clocks),
            f"{row['throughput_gbps']:.2f}",
            row["blocks_per_cycle_exact"],
            f"{row['latency_cycles']} cycles, {row['latency_ns']:.0f} ns",
        ]


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
