"""A Dask cluster of processes, one of which is killed on the way."""

import os
import signal
import time
from pathlib import Path
from typing import Any

import dask
import distributed
import pytest

from aesculus import metrics
from aesculus.design import parse_build
from aesculus.engine.chaos import Killer, worker_processes
from aesculus.engine.engine import Engine
from aesculus.engine.plan import Want, whole_chain
from aesculus.engine.pool import Pool
from aesculus.engine.progress import Reporter, State
from aesculus.engine.task import Task
from aesculus.records import Stage, StageOutcome, Status
from aesculus.search.designspace import DesignSpace
from aesculus.search.spacefile import load
from aesculus.store import StageRecord, Store
from engine.fakes import area, good
from engine.standins import standin


def _slow(task: Task, _workdir: Path) -> StageOutcome:
    time.sleep(0.2)
    return good(task)


class _Killer(Reporter):
    """Kills the first worker process once some jobs are done."""

    def __init__(self, pids: list[int]) -> None:
        self.pids = pids
        self.killed = 0

    def finished(self, record: StageRecord, state: State) -> None:
        if state.done >= 3 and not self.killed:
            self.killed = self.pids[0]
            os.kill(self.killed, signal.SIGKILL)


@pytest.mark.sim
def test_killed_worker_loses_nothing(tmp_path: Path) -> None:
    package: Any = distributed
    wants = [w for n in range(1, 6) for w in whole_chain(parse_build(f"UF{n}-PP1T"), area())]
    with (
        package.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
        ) as cluster,
        package.Client(cluster, set_as_default=False) as client,
        Store.open(tmp_path / "store.db") as store,
        Pool(
            slots=1, scheduler=cluster.scheduler_address, stages=dict.fromkeys(Stage, _slow)
        ) as pool,
    ):
        killer = _Killer(list(client.run(os.getpid).values()))
        assert pool.slots == 2
        summary = Engine(store, pool, reporter=killer).run(wants)
        assert killer.killed
        assert summary.failed == 0
        assert len(store.records(status=Status.OK)) == len(wants)


def _slow_standin(task: Task, _workdir: Path) -> StageOutcome:
    time.sleep(0.1)
    return standin(task)


def _frontier(store: Store) -> list[dict[str, object]]:
    ways = {"lut_count": False, "latency_cycles": False, "blocks_per_cycle": True}
    rows = metrics.pareto_rows(store, ways, device=area().name)
    return sorted((row.model_dump() for row in rows), key=lambda row: str(row["label"]))


@pytest.mark.long
@pytest.mark.sim
def test_workers_killed_throughout_give_the_same_frontier(tmp_path: Path) -> None:
    points = DesignSpace(load("ecp5-iterative")).sample(12, seed=4)
    wants = [Want(point, Stage.SYNTH, area()) for point in points]
    stages = dict.fromkeys(Stage, _slow_standin)
    with (
        Store.open(tmp_path / "calm.db") as calm,
        Pool(slots=2, stages=stages) as pool,
    ):
        Engine(calm, pool).run(wants)
        expected = _frontier(calm)
        count = len(calm.records())
    with (
        worker_processes(3) as cluster,
        Store.open(tmp_path / "wild.db") as wild,
        Pool(
            slots=1,
            scheduler=cluster.scheduler_address,
            security=cluster.security,
            stages=stages,
        ) as pool,
    ):
        killer = Killer(cluster, chance=0.2, seed=1)
        summary = Engine(wild, pool, reporter=killer).run(wants)
        assert len(set(killer.killed)) >= 3
        assert summary.failed == 0
        # Nothing is lost and nothing is recorded twice.
        records = wild.records(status=Status.OK)
        assert len(records) == count == summary.ran
        assert {record.attempts for record in records} == {1}
        assert _frontier(wild) == expected
        assert len(expected) > 2


def test_the_place_of_a_worker_that_is_gone_for_good_is_filled() -> None:
    with (
        dask.config.set({"distributed.deploy.lost-worker-timeout": "100ms"}),
        worker_processes(2) as cluster,
    ):
        first = next(iter(cluster.workers.values()))
        cluster.sync(first.close)
        deadline = time.monotonic() + 60
        while sum(bool(nanny.pid) for nanny in cluster.workers.values()) < 2:
            assert time.monotonic() < deadline, "nobody takes its place"
            time.sleep(0.1)
        assert first not in cluster.workers.values()
