"""Which designs' floorplans are on a page: all of few, of many those on a frontier first."""

import pytest

from aesculus.engine import page
from report.rows import SOURCES, design, estimated

_FRONT = [design("UF1-PP2B", 2.2, 120.0, 1000), design("UF2-PP2B", 3.5, 100.0, 1450)]
_BEHIND = [design("UF1-PP0T", 1.0, 300.0, 5000), design("UF2-PP1T", 1.1, 290.0, 6000)]
_ROWS = [*_BEHIND, *_FRONT, estimated("UF1-PP0B", 405)]


def _named(most: int, patch: pytest.MonkeyPatch) -> set[str]:
    patch.setattr(page, "MOST_FLOORPLANS", most)
    return {label for label, _ in page.with_floorplan(_ROWS, {SOURCES})}


def test_all_of_few(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _named(4, monkeypatch) == {row.label for row in (*_FRONT, *_BEHIND)}


def test_of_many_the_frontier_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _named(2, monkeypatch) == {row.label for row in _FRONT}
    assert _named(3, monkeypatch) > {row.label for row in _FRONT}
