"""The campaign of mutants: its points, what it writes, going on after a stop."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from typer.testing import CliRunner

from aesculus.ciphers.aes.space import DesignPoint, available, is_legal, parse
from aesculus.cli.app import app
from aesculus.studies import leaving
from aesculus.studies.mutation import reasons
from aesculus.studies.mutation import score as mutant_score
from aesculus.studies.mutation import study as mutants
from aesculus.studies.mutation.fates import Fate, Judged
from aesculus.studies.mutation.mutants import Mutant
from aesculus.studies.mutation.run import failed
from aesculus.tools import Failure, ToolError

_POINTS = [parse("UF1-PP0L"), parse("UF2-PP0D-STALL")]


def _judged(
    alive: int, *, why: str = "nobody reads it", module: str = "aesculus_ring"
) -> list[Judged]:
    fates = (
        [Fate.SURVIVED] * alive + [Fate.EQUIVALENT] * 2 + [Fate.REFUTED] * 3 + [Fate.CAUGHT] * 75
    )
    return [
        Judged(
            Mutant(n, "mutate", module, 7, "inv A[0] of x"),
            fate,
            why if fate is Fate.SURVIVED else "",
        )
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
    # A process of its own would not know what is set here.
    monkeypatch.setattr(mutants, "POOL", ThreadPoolExecutor)
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
    assert "| aesculus_ring | 162 | 150 | 6 | 4 | 2 | 98.7% |" in text
    assert "| UF1-PP0L | 81 | 75 | 3 | 2 | 1 | 98.7% |" in text
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
    page = tmp_path / "benchmarks/results/mutants.md"
    waits = "Not judged yet, so in none of these figures: UF2-PP0D-STALL."
    assert waits in page.read_text()
    # Of what was judged before, the reasons are those of today.
    told = [{"module": "aesculus_ring", "why": "as is known by now"}]
    monkeypatch.setattr(reasons, "rules", lambda: told)
    assert _bench()[0] == 0
    assert calls == [_POINTS[1].label]
    assert "Not judged yet" not in page.read_text()
    body = json.loads((tmp_path / "benchmarks/results/mutants.json").read_text())
    assert [row["label"] for row in body["points"]] == [point.label for point in _POINTS]
    why = {each["why"] for each in body["points"][0]["mutants"] if each["fate"] == "survived"}
    assert why == {"as is known by now"}
    monkeypatch.setattr(mutant_score, "fingerprint", lambda: "another RTL")
    assert _bench()[0] == 0
    assert len(calls) == 3


def test_other_proofs_are_asked_of_what_the_bench_did_not_catch(
    calls: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _bench()[0] == 0
    asked: list[dict[int, str]] = []

    def again(point: DesignPoint, count: int, *, seen: dict[int, str], **_: Any) -> list[Judged]:
        if point == _POINTS[1]:
            raise ToolError(Failure.CRASH, "yosys", "yosys was stopped")
        asked.append(seen)
        return _judged(alive=0)

    monkeypatch.setattr(mutant_score, "proofs", lambda: "others")
    with monkeypatch.context() as patch:
        patch.setattr(mutant_score, "judge", again)
        assert _bench()[0] == 1
    caught = [each for each in _judged(alive=1) if each.fate is Fate.CAUGHT]
    assert asked == [{each.mutant.number: each.why for each in caught}]
    # What waits to be asked is not lost by that.
    body = json.loads((tmp_path / "benchmarks/results/mutants.json").read_text())
    assert [row["label"] for row in body["points"]] == [point.label for point in _POINTS]
    assert [row["proofs"] == "others" for row in body["points"]] == [True, False]
    calls.clear()
    assert _bench()[0] == 0
    assert calls == [_POINTS[1].label]


def _said(monkeypatch: pytest.MonkeyPatch, found: list[Judged]) -> str:
    monkeypatch.setattr(mutant_score, "judge", lambda *_, **__: found)
    code, err = _bench()
    assert code == 1
    return err


def test_too_few_caught(calls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    err = _said(monkeypatch, _judged(alive=3))
    assert "96.3% of the mutants of all modules are caught; at least 98% should be" in err
    assert "aesculus_ring" not in err


def test_too_few_caught_in_a_module(calls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    small = _judged(alive=1, module="aesculus_clear")
    alone = [each for each in small if each.fate is not Fate.CAUGHT]
    err = _said(monkeypatch, _judged(alive=0) + _judged(alive=0) + alone)
    assert "75.0% of the mutants of aesculus_clear are caught; at least 95% should be" in err
    assert "all modules" not in err


def test_one_lives_without_a_reason(calls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    err = _said(monkeypatch, _judged(alive=1, why=""))
    assert "2 live of which reasons.toml does not say why" in err


@pytest.mark.parametrize("kind", list(Failure))
def test_trouble_of_the_machine_catches_no_mutant(kind: Failure) -> None:
    error = ToolError(kind, "simulation", "it ended")
    if kind.of_machine:
        with pytest.raises(ToolError, match="it ended"):
            failed(1, error)
    else:
        of_machine_perhaps = {Failure.TIMEOUT, Failure.MEMORY}
        assert failed(1, error).caught is (kind not in of_machine_perhaps)


def test_a_stop_waits_for_no_proof(calls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: Any, **__: Any) -> list[Judged]:
        raise KeyboardInterrupt

    children = [Mock(), Mock()]
    monkeypatch.setattr(leaving, "active_children", lambda: children)
    monkeypatch.setattr(mutant_score, "judge", stopped)
    assert _bench()[0] == 130
    assert [child.terminate.call_count for child in children] == [1, 1]
