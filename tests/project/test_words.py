"""Sentences with figures are held up to the full stop: data give what they tell, words are kept."""

import re

import pytest

from project.sentences import SENTENCES, Sentence, page
from project.words import differing, kept, masked, pages, paragraphs, sentences, stale

READ = "read it beside its data, then `cd tests; python -m project.words --keep`"


@pytest.mark.parametrize("name", pages())
def test_sentences_are_as_they_were_last_read(name: str) -> None:
    assert not differing(name, page(name)), READ


def test_no_file_is_of_no_page() -> None:
    assert not stale()


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda each: each.page)
def test_what_data_tell_is_not_among_the_words(sentence: Sentence) -> None:
    # Else somebody would have to read a sentence anew whose figures alone are others.
    parts = paragraphs(sentence.page, page(sentence.page))
    (first, *_) = (each.words for each in parts if sentence.rendered in each.words)
    figures = sum(bool(figure) for _, figure in sentence.parts)
    assert masked(sentence.page, first).count("{}") >= figures


@pytest.mark.parametrize("name", [name for name in pages() if kept(name)])
def test_any_sentence_that_ends_otherwise_is_found(name: str) -> None:
    text = re.sub(r"(?<=[\w)*`\]%])([.:?!])(?=\s)", r" not\1", page(name))
    ends = {each for each in kept(name) if re.search(r"[\w)*`\]%][.:?!]$", each)}
    assert not ends & {*sentences(name, text)}


_TURNED = [
    ("README.md", "and their netlists verified", "and their netlists not verified"),
    ("README.md", "placed by nextpnr's own placer", "placed by our own placer"),
    ("docs/papers.md", "Its charts print no figures.", "Its charts print all figures."),
    ("docs/search.md", "makes every committed table", "makes some committed tables"),
    ("docs/search.md", "was far behind its rivals", "was far ahead of its rivals"),
    ("docs/what-we-got-wrong.md", "No committed figure came", "Some committed figures came"),
]


@pytest.mark.parametrize(("name", "said", "turned"), _TURNED)
def test_a_sentence_that_is_turned_round_is_found(name: str, said: str, turned: str) -> None:
    pattern = re.compile(r"\s+".join(map(re.escape, said.split())))
    text, count = pattern.subn(turned, page(name))
    assert count == 1
    old, new = (differing(name, text)[place] for place in (0, -1))
    assert old.startswith("-")
    assert new.startswith("+")


def test_a_sentence_of_any_marked_paragraph_is_held() -> None:
    marked = "<!-- figures: a.json; make b -->\nOne is so. Another\nis not: see below.\n"
    assert sentences("docs/none.md", f"{marked}\nNothing here.") == [
        "One is so.",
        "Another is not:",
        "see below.",
    ]
    assert differing("docs/none.md", marked)[0] == "+ One is so."
