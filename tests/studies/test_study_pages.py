"""The pages that are committed are those that their figures and templates give."""

import json
from pathlib import Path

import pytest

from aesculus import papers
from aesculus.studies.registry import known
from aesculus.studies.reproduce.files import as_page
from project.sources import ROOT

_RESULTS = ROOT / "benchmarks/results"
_BOARDS = ROOT / "benchmarks/search/results"
_COMMITTED = sorted(path.stem for path in _RESULTS.glob("*.json"))


def _page(path: Path) -> str:
    return path.with_suffix(".md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", _COMMITTED)
def test_the_page_of_a_study(name: str) -> None:
    body = json.loads((_RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    assert known()[name].page(body) == _page(_RESULTS / name)


@pytest.mark.parametrize("space", sorted(path.stem for path in _BOARDS.glob("*.json")))
def test_the_scoreboard_of_a_space(space: str) -> None:
    body = json.loads((_BOARDS / f"{space}.json").read_text(encoding="utf-8"))
    assert known()["search"].page(body) == _page(_BOARDS / space)


@pytest.mark.parametrize("paper", papers.ids())
def test_the_page_of_a_paper(paper: str) -> None:
    folder = _RESULTS / "papers"
    body = json.loads((folder / f"{paper}.json").read_text(encoding="utf-8"))
    names = ("throughput-over-area", "latency-over-area", "efficiency")
    pictures = [name for name in names if (folder / f"{paper}-{name}.svg").exists()]
    assert as_page(body, pictures) == _page(folder / paper)


def test_most_studies_have_a_committed_page() -> None:
    assert {"headline", "basis", "mutants", "goals", "verify-space", "verify-products"} <= set(
        _COMMITTED
    )
