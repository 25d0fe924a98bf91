"""A run that goes on for days keeps as little in memory as one of minutes."""

import gc
from collections import Counter
from pathlib import Path

import pytest

from aesculus.design import parse_build
from aesculus.engine import estimate
from aesculus.engine.engine import Engine
from aesculus.engine.estimate import Estimator
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want
from aesculus.engine.pool import Pool
from aesculus.records import Stage, StageOutcome, Status
from aesculus.store import Store
from engine.fakes import Fakes, routed

_ROUNDS = 6
_FEW = 30
"""Fewer than the 54 jobs between the looks; Dask's short logs hold now more, now less."""

_KEPT = {"StageRecord", "Job", "Task", "Serialized", "Span", "TaskGroup", "ComputeTaskEvent"}
"""Classes of the store, the engine and Dask of which there is one or more a result."""


def _there() -> Counter[str]:
    gc.collect()
    return Counter(type(each).__name__ for each in gc.get_objects())


def test_what_is_done_is_let_go_of(tmp_path: Path) -> None:
    """After four times as many results there are as many objects, with a netlist or without."""
    fakes = Fakes()
    stages = (Stage.VERIFY, Stage.SYNTH, Stage.VERIFY_NETLIST)
    found: list[Counter[str]] = []
    rounds = iter(range(1, 4 * _ROUNDS + 2))

    def more() -> list[Want]:
        number = next(rounds)
        if number in {_ROUNDS + 1, 4 * _ROUNDS + 1}:
            found.append(_there())
        if number > 4 * _ROUNDS:
            return []
        point = parse_build(f"UF1-PP0T-W8-TAG{number}").after("flat" if number % 2 else "default")
        return [Want(point, stage, routed()) for stage in stages]

    with Store.open(tmp_path / "s.db") as store, Pool(slots=2, stages=fakes.stages) as pool:
        engine = Engine(store, pool)
        summary = engine.run([], refine=more)
        assert summary.ran == 3 * 4 * _ROUNDS
        assert not summary.failed
        early, late = found
        grown = {name: late[name] - early[name] for name in sorted(_KEPT)}
        assert {name: count for name, count in grown.items() if count > _FEW} == {}
        # What was let go of is in the store, and not run again.
        again = [Want(parse_build("UF1-PP0T-W8-TAG2"), stage, routed()) for stage in stages]
        assert Engine(store, pool).run(again).known == len(again)


def test_an_estimator_remembers_only_so_many_designs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimate, "_KEPT", 5)
    with Store.open(tmp_path / "s.db") as store:
        estimator, jobs = Estimator(store, {"rtl"}), Jobs()
        for number in range(2, 12):
            job = jobs.job(Stage.VERIFY, parse_build(f"UF1-PP0T-W8-TAG{number}"))
            outcome = StageOutcome(status=Status.OK, seconds=float(number))
            estimator.learn(store.put(job, outcome))
    assert len(estimator._exact) == 5
    assert estimator.seconds(Stage.VERIFY, parse_build("UF1-PP0T-W8-TAG11")) == 11.0
