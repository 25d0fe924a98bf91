"""The campaign of mutants: its points, what it writes, going on after a stop."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from aesculus.ciphers.aes.space import DesignPoint, available, is_legal, parse
from aesculus.cli import app
from aesculus.studies.mutation import score as mutant_score
from aesculus.studies.mutation import study as mutants
from aesculus.studies.mutation.mutants import Mutant
from aesculus.studies.mutation.score import Fate, Judged
from aesculus.tools import Failure, ToolError

_POINTS = [parse("UF1-PP0L"), parse("UF2-PP0D-STALL")]


def _judged(alive: int) -> list[Judged]:
    fates = (
        [Fate.SURVIVED] * alive + [Fate.EQUIVALENT] * 2 + [Fate.REFUTED] * 3 + [Fate.CAUGHT] * 35
    )
    return [
        Judged(Mutant(n, "mutate", "aesculus_ring", 7, "inv A[0] of x"), fate, "")
        for n, fate in enumerate(fates, 1)
    ]


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []

    def judge(point: DesignPoint, count: int, **_: Any) -> list[Judged]:
        assert count == 80
        found.append(point.label)
        return _judged(alive=1)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(mutants, "points", lambda: _POINTS)
    monkeypatch.setattr(mutant_score, "judge", judge)
    return found


def _bench() -> tuple[int, str]:
    result = CliRunner().invoke(app, ["bench", "mutants"])
    return result.exit_code, result.stderr


def test_points_have_every_kind() -> None:
    points = mutants.points()
    assert all(is_legal(point) for point in points)
    assert len({point.label for point in points}) == len(points)
    for axis in ("key_bits", "direction", "width", "sbox", "key_schedule", "flow"):
        assert {getattr(point, axis) for point in points} == set(available(axis)), axis


def test_results_by_module_and_design(calls: list[str], tmp_path: Path) -> None:
    code, err = _bench()
    assert code == 0, err
    text = (tmp_path / "benchmarks/results/mutants.md").read_text()
    assert "| aesculus_ring | 82 | 70 | 6 | 4 | 2 | 97.4% |" in text
    assert "| UF1-PP0L | 41 | 35 | 3 | 2 | 1 | 97.4% |" in text
    assert "| UF2-PP0D-STALL | aesculus_ring:7 | inv A[0] of x |" in text
    assert "aesculus_core" in next(
        line for line in text.splitlines() if line.startswith("No mutant")
    )


def test_goes_on_where_it_stopped(
    calls: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(point: DesignPoint, count: int, **_: Any) -> list[Judged]:
        if point == _POINTS[1]:
            raise ToolError(Failure.CRASH, "yosys", "yosys was stopped")
        return _judged(alive=1)

    with monkeypatch.context() as patch:
        patch.setattr(mutant_score, "judge", stopped)
        assert _bench()[0] == 1
    assert _bench()[0] == 0
    assert calls == [_POINTS[1].label]
    body = json.loads((tmp_path / "benchmarks/results/mutants.json").read_text())
    assert [row["label"] for row in body["points"]] == [point.label for point in _POINTS]
    monkeypatch.setattr(mutant_score, "fingerprint", lambda: "another RTL")
    assert _bench()[0] == 0
    assert len(calls) == 3


def test_too_few_caught(calls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutant_score, "judge", lambda *_, **__: _judged(alive=3))
    code, err = _bench()
    assert code == 1
    assert "92.7% of the mutants are caught; at least 95% should be" in err
