"""Which measured rows of the committed files stand, where two files have the same point."""

import json
from pathlib import Path
from typing import Any

import pytest

from aesculus.papers import ids
from aesculus.papers.judge import judge
from aesculus.papers.results import FOLDER, VERDICTS, committed
from project.sources import ROOT

ROWS = committed(ROOT / FOLDER)

_PAPER = "zambreno2004"
_BOTH, _ALONE = "UF1-PP0B", "UF2-PP0B"


def _written(path: Path, made: str, sources: str, *rows: tuple[str, int]) -> None:
    measured = [{"label": label, "device": "X", "lut_count": luts} for label, luts in rows]
    body: dict[str, Any] = {"made": made, "rtl_digest": sources, "measured": measured}
    path.write_text(json.dumps(body), encoding="utf-8")


def _found(folder: Path) -> dict[str, int | None]:
    return {row.label: row.lut_count for row in committed(folder)[_PAPER]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "papers").mkdir()
    return tmp_path / "papers"


@pytest.mark.parametrize("made", ["2026-01-01", "2026-01-03"])
def test_of_the_same_sources_the_later_row_stands(folder: Path, made: str) -> None:
    _written(folder / f"{_PAPER}.json", "2026-01-02", "a", (_BOTH, 1), (_ALONE, 2))
    _written(folder.parent / VERDICTS, made, "a", (_BOTH, 3))
    assert _found(folder) == {_BOTH: 3 if made > "2026-01-02" else 1, _ALONE: 2}


@pytest.mark.parametrize("made", ["2026-01-01", "2026-01-03"])
def test_more_seeds_stand_before_a_later_row(folder: Path, made: str) -> None:
    # One seed is what `make papers` routes; it must not take the place of what a verdict rests on.
    for path, seeds, luts in (
        (folder / f"{_PAPER}.json", [1.0], 1),
        (folder.parent / VERDICTS, [1.0] * 5, 2),
    ):
        row = {"label": _BOTH, "device": "X", "lut_count": luts, "fmax_routed_seeds": seeds}
        day = "2026-01-02" if path.parent == folder else made
        body = {"made": day, "rtl_digest": "a", "measured": [row]}
        path.write_text(json.dumps(body), encoding="utf-8")
    assert _found(folder) == {_BOTH: 2}


@pytest.mark.parametrize("made", ["2026-01-01", "2026-01-03"])
def test_rows_of_different_sources_are_never_together(folder: Path, made: str) -> None:
    _written(folder / f"{_PAPER}.json", "2026-01-02", "a", (_BOTH, 1), (_ALONE, 2))
    _written(folder.parent / VERDICTS, made, "b", (_BOTH, 3))
    later = made > "2026-01-02"
    assert _found(folder) == ({_BOTH: 3} if later else {_BOTH: 1, _ALONE: 2})


def test_all_that_is_committed_is_of_the_same_sources() -> None:
    # A verdict that rests on rows of two kinds of RTL would compare what nobody can build together.
    files = [ROOT / FOLDER / f"{paper}.json" for paper in ids()]
    files.append(ROOT / FOLDER.parent / VERDICTS)
    sources = {
        path.stem: json.loads(path.read_text(encoding="utf-8"))["rtl_digest"] for path in files
    }
    assert len({*sources.values()}) == 1, sources


@pytest.mark.parametrize("paper", ids())
def test_the_file_of_a_paper_judges_as_its_page_does(paper: str) -> None:
    body = json.loads((ROOT / FOLDER / f"{paper}.json").read_text(encoding="utf-8"))
    told = {claim["claim"]: claim["verdict"] for claim in body["claims"]}
    stands = {item.claim: item.verdict.value for item in judge(paper, ROWS[paper])}
    assert told == stands
