"""Workers that die: a cluster of processes on this machine, and what kills them at random."""

import os
import random
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from aesculus.engine import access, dask_logs
from aesculus.engine.progress import Reporter, State
from aesculus.store import Job, StageRecord

_SETTINGS: Mapping[str, Any] = {
    "distributed.scheduler.allowed-failures": 50,
    **access.QUIET,
    **dask_logs.SHORT,
}


class Killer(Reporter):
    """Kills a random worker of a cluster of this machine with SIGKILL, again and again.

    After each result that comes in, with a given chance: so a run comes to its end however slowly
    workers start, and they die as long as it goes on.

    Args:
        cluster: of `worker_processes`.
        chance: of a kill after a result.
        seed: of chance and choice; what a worker is doing when it dies is chance all the same.
        reporter: hears of everything, kills included.
    """

    def __init__(
        self, cluster: Any, chance: float, seed: int = 0, reporter: Reporter | None = None
    ) -> None:
        self.killed: list[int] = []
        self._cluster = cluster
        self._chance = chance
        self._draw = random.Random(seed)  # noqa: S311 - a repeatable draw
        self._reporter = reporter or Reporter()

    def begin(self, state: State) -> None:
        """Pass it on."""
        self._reporter.begin(state)

    def started(self, job: Job, expected_s: float) -> None:
        """Pass it on."""
        self._reporter.started(job, expected_s)

    def finished(self, record: StageRecord, state: State) -> None:
        """Pass it on, and kill perhaps."""
        self._reporter.finished(record, state)
        if self._draw.random() >= self._chance:
            return
        pids = sorted(filter(None, (nanny.pid for nanny in self._cluster.workers.values())))
        # Workers that were killed last and are being started again have no process yet.
        if pids:
            pid = self._draw.choice(pids)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                self.killed.append(pid)
                self.note(f"killed worker process {pid}")

    def note(self, text: str) -> None:
        """Pass it on."""
        self._reporter.note(text)

    def end(self) -> None:
        """Pass it on."""
        self._reporter.end()


@contextmanager
def worker_processes(count: int) -> Iterator[Any]:
    """Give a Dask cluster of so many processes with one slot each; one that dies is replaced.

    It listens on loopback alone, and knows only who has its `security`.

    A task may see any number of its workers die here: which of them dies says nothing of the task.
    """
    import dask  # noqa: PLC0415
    import distributed  # noqa: PLC0415

    package: Any = distributed
    with (
        dask.config.set(_SETTINGS),
        package.LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            processes=True,
            host=access.LOOPBACK,
            protocol="tls://",
            security=access.temporary(),
            dashboard_address=f"{access.LOOPBACK}:0",
            **dask_logs.of_cluster(),
            silence_logs=50,
        ) as cluster,
    ):
        # A nanny starts its worker again, but closes for good when one does not get up in time, as
        # happens on a machine with much else to do. Adapting fills its place.
        cluster.adapt(minimum=count, maximum=count)
        yield cluster


@contextmanager
def scheduler_alone(security: Any) -> Iterator[Any]:
    """Give a Dask cluster without workers, which others may join who have the certificates.

    It listens on loopback alone.
    """
    import dask  # noqa: PLC0415
    import distributed  # noqa: PLC0415

    package: Any = distributed
    with (
        dask.config.set(_SETTINGS),
        package.LocalCluster(
            n_workers=0,
            processes=False,
            host=access.LOOPBACK,
            protocol="tls://",
            security=security,
            dashboard_address=f"{access.LOOPBACK}:0",
            **dask_logs.of_cluster(),
            silence_logs=50,
        ) as cluster,
    ):
        yield cluster
