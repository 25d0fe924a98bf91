"""The page that says how to add a search strategy, carried out: one file, and it is there."""

import re
import sys
from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path

import pytest

from aesculus.families import devices
from aesculus.search import strategies
from aesculus.search.errors import SearchError
from aesculus.search.fidelity import Fidelity
from aesculus.search.problem import Problem, Result
from project.sources import ROOT
from search import test_conformance as conformance
from search_tables import small_points, standin_figures

_NAME = "small-first"
_CHECKS = [
    check
    for name, check in vars(conformance).items()
    if name.startswith("test_") and [*signature(check).parameters] == ["name", "task"]
]


@pytest.fixture
def task() -> Problem:
    """Ten points of which the area is asked."""
    aims = ("area_luts", "blocks_per_cycle")
    points = tuple(small_points(10))
    return Problem(points, devices.load("LFE5U-25F-6"), aims, (Fidelity.SYNTH,))


@pytest.fixture
def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A second folder of strategies, looked through as the first is, with the page's file."""
    page = (ROOT / "docs/add-a-search-strategy.md").read_text(encoding="utf-8")
    block = re.search(r"^```python\n(.*?)^```", page, flags=re.M | re.S)
    assert block
    (tmp_path / "small_first.py").write_text(block[1], encoding="utf-8")
    monkeypatch.setattr(strategies, "__path__", [*strategies.__path__, str(tmp_path)])
    yield
    sys.modules.pop("aesculus.search.strategies.small_first", None)


@pytest.mark.usefixtures("added")
def test_a_strategy_is_added_by_its_file_alone(task: Problem) -> None:
    assert _NAME in strategies.names()
    chosen = strategies.strategy(_NAME, task)
    asked = []
    while asks := chosen.ask(3):
        asked += asks
        chosen.tell(
            [Result(a.point, a.fidelity, standin_figures(a.point, clock=False)) for a in asks]
        )
    assert {ask.point for ask in asked} == set(task.points)
    sizes = [standin_figures(ask.point, clock=False)["area_luts"] for ask in asked]
    assert sum(sizes[:3]) < sum(sizes[-3:])


@pytest.mark.usefixtures("added")
@pytest.mark.parametrize("check", _CHECKS, ids=lambda check: check.__name__)
def test_it_passes_what_the_page_names(check: Callable[[str, Problem], None]) -> None:
    check(_NAME, conformance.problem(small_points(6), conformance.SEEDS))


def test_it_is_not_there_before(task: Problem) -> None:
    with pytest.raises(SearchError, match=f"named '{_NAME}'; legal: guided, exhaustive, gp, "):
        strategies.strategy(_NAME, task)


def test_the_default_comes_first() -> None:
    assert strategies.names()[0] == strategies.DEFAULT
