"""Where tasks run: Dask distributed, embedded in this process or on a running cluster."""

import asyncio
import logging
import queue
import socket
import time
import uuid
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import cached_property, partial
from typing import Any, Self
from urllib.parse import urlsplit

import psutil

from aesculus.engine import access, cluster, dask_logs
from aesculus.engine.cluster import ClusterFile
from aesculus.engine.errors import Trouble
from aesculus.engine.task import (
    StageFunction,
    Task,
    register,
    run_registered,
    run_task,
    stop_run,
    sweep,
)
from aesculus.inputs import brief
from aesculus.records import Stage, StageOutcome
from aesculus.settings import settings

Finished = tuple[str, StageOutcome | BaseException]
"""Token of a task and what came of it."""

_CONNECT_S = 10.0
_WORKERS_S = 3.0
_ALONE_S = 60.0
_QUEUED_S = 1800.0
_MEMORY_SHARE = 0.8
_MIB = 1 << 20


def local_memory_mb() -> int:
    """Return what jobs may use together on this machine, in MiB; `AESCULUS_MEMORY_MB` sets it."""
    return settings().memory_mb or int(psutil.virtual_memory().total * _MEMORY_SHARE / _MIB)


def patience_s(*, queued: bool) -> float:
    """Return how long to wait for the first worker, in seconds; `AESCULUS_WORKERS_S` sets it.

    Args:
        queued: whether workers are jobs of a batch system, which may have others to run first.
    """
    told = settings().workers_s
    if told is not None:
        return float(told)
    return _QUEUED_S if queued else _ALONE_S


def _why_silent(address: str, error: BaseException) -> str:
    """Return why no scheduler answers, in one line.

    Dask tells of its last attempt alone, and that one may have been cut by the end of the time.
    Then one more connection tells what the system says.
    """
    found = _cause(error)
    if found not in (asyncio.CancelledError.__name__, TimeoutError.__name__):
        return found
    place = urlsplit(address)
    try:
        with socket.create_connection((place.hostname, place.port), timeout=_CONNECT_S):
            return f"no answer within {_CONNECT_S:g} s"
    except OSError as refused:
        return refused.strerror or str(refused)


def _cause(error: BaseException) -> str:
    """Return what an error rests on, in one line; those above it only say that time is up."""
    found = error
    while (below := found.__cause__ or found.__context__) is not None:
        found = below
    said = getattr(found, "strerror", None) or str(found) or type(found).__name__
    return brief(" ".join(str(said).split()))


class Pool:
    """Runs tasks and queues what came of them; started by the first task.

    Args:
        slots: tasks at once on this machine; ignored with a scheduler.
        scheduler: address of a running Dask scheduler; `None` for threads of this process.
        batch_system: batch system that is asked for workers, instead of a running scheduler.
        insecure: whether a plain connection to a scheduler on another machine is wished.
        security: certificates for the scheduler; by default those that the environment names.
        stages: other functions than the real ones, for tests.

    Raises:
        AccessError: the scheduler's address is none, or not to be trusted.
    """

    def __init__(
        self,
        *,
        slots: int,
        scheduler: str | None = None,
        batch_system: ClusterFile | None = None,
        insecure: bool = False,
        security: Any = None,
        stages: Mapping[Stage, StageFunction] | None = None,
    ) -> None:
        if scheduler is not None and security is None:
            access.check(scheduler, insecure=insecure)
        self.finished: queue.Queue[Finished] = queue.Queue()
        self._slots = max(1, slots)
        self._scheduler = scheduler
        self._security = security
        self._batch_system = batch_system
        self._embedded = scheduler is None and batch_system is None
        self._name = uuid.uuid4().hex
        self._run: Callable[[Task], StageOutcome] = run_task
        if stages is not None and self._embedded:
            register(self._name, stages)
            self._run = partial(run_registered, self._name)
        elif stages is not None:
            self._run = partial(run_task, stages=stages)
        self._client: Any = None
        self._cluster: Any = None
        self._futures: dict[str, Any] = {}
        self._workers_there = 0
        self._threads_there = 0
        self._memory_there = 0
        self._asked = -_WORKERS_S
        self._alone: float | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def embedded(self) -> bool:
        """Whether tasks run on this machine, and not on a cluster."""
        return self._embedded

    @property
    def expected_slots(self) -> int:
        """How many tasks run at once when all workers that were asked for are there."""
        asked = self._batch_system.slots if self._batch_system is not None else 0
        return max(asked, self.slots)

    @property
    def slots(self) -> int:
        """How many tasks run at once; of a cluster, as many as it has threads now."""
        if self._embedded:
            return self._slots
        self._workers()
        return max(1, self._threads_there)

    @property
    def memory_mb(self) -> int:
        """What running tasks may use together, in MiB."""
        if not self._embedded:
            self._workers()
        return self._memory_there or self._own_memory_mb

    @property
    def workers(self) -> int:
        """How many workers a cluster has, as of at most some seconds ago."""
        self._workers()
        return self._workers_there

    def _workers(self) -> None:
        """Look how many workers the cluster has, unless that was done some seconds ago."""
        self._start()
        if time.monotonic() > self._asked + _WORKERS_S:
            try:
                # Sums alone, as there may be a thousand workers; and not what the client has of the
                # scheduler, which it overwrites every two seconds by what has no workers in it.
                found = self._client.sync(self._client.scheduler.identity, n_workers=0)
                self._workers_there = int(found["n_workers"])
                self._threads_there = int(found["total_threads"])
                self._memory_there = int(found["total_memory"]) // _MIB
            except (OSError, TimeoutError, KeyError) as error:
                raise Trouble(f"the Dask scheduler is gone ({type(error).__name__})") from error
            self._asked = time.monotonic()

    @cached_property
    def _own_memory_mb(self) -> int:
        return local_memory_mb()

    def _check_workers(self) -> None:
        """Give up when tasks wait and there has been no worker for too long.

        Raises:
            Trouble: there has been none.
        """
        if self._embedded or not self._futures:
            return
        if self.workers:
            self._alone = None
            return
        self._alone = self._alone or time.monotonic()
        limit = patience_s(queued=self._batch_system is not None)
        if time.monotonic() < self._alone + limit:
            return
        where, what = f"the scheduler {self._scheduler}", "start some with `dask worker ADDRESS`"
        if self._batch_system is not None:
            where = f"{self._batch_system.scheduler}"
            what = "see its queue and the logs of its jobs"
            if self._batch_system.interface is None:
                what += "; only workers on this machine can come as long as no interface is named"
        raise Trouble(
            f"no worker of {where} for {limit:g} s: {what}, or wait longer with AESCULUS_WORKERS_S"
        )

    def submit(self, token: str, task: Task) -> None:
        """Start a task; `finished` gets the token with what came of it.

        Raises:
            Trouble: the cluster cannot be reached.
        """
        self._start()
        with warnings.catch_warnings():
            # Netlists of some megabytes are what travels here; it is no graph built by mistake.
            warnings.simplefilter("ignore")
            future = self._client.submit(self._run, task, key=token, pure=False)
        self._futures[token] = future
        future.add_done_callback(partial(self._done, token))

    def _done(self, token: str, future: Any) -> None:
        try:
            found: StageOutcome | BaseException = future.result()
        except CancelledError as error:
            found = error
        except Exception as error:
            found = error
        self.finished.put((token, found))

    def wait(self, timeout_s: float) -> list[Finished]:
        """Return what was finished, after waiting for the first at most so long.

        Raises:
            Trouble: there has been no worker for too long.
        """
        self._check_workers()
        found: list[Finished] = []
        with suppress(queue.Empty):
            found.append(self.finished.get(timeout=timeout_s))
            while True:
                found.append(self.finished.get_nowait())
        return found

    def forget(self, token: str) -> None:
        """Let go of a task whose result was taken."""
        self._futures.pop(token, None)

    def start(self) -> None:
        """Start the cluster, or reach it; the first task does so by itself.

        Raises:
            Trouble: it cannot be reached.
        """
        self._start()

    def _start(self) -> None:
        if self._client is not None:
            return
        # It takes a second to import, which a run that finds everything in the store saves.
        import dask  # noqa: PLC0415
        import distributed  # noqa: PLC0415

        # Its classes are not annotated.
        package: Any = distributed

        for name in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        dask.config.set(
            {
                "distributed.scheduler.worker-ttl": None,
                "distributed.admin.large-graph-warning-threshold": "4GB",
                **access.QUIET,
                **dask_logs.SHORT,
            }
        )
        sweep()
        if self._embedded:
            self._cluster = self._threads(package)
            self._client = package.Client(self._cluster, set_as_default=False)
            return
        if self._batch_system is not None:
            self._submit_jobs(self._batch_system)
            return
        try:
            security = self._security or access.security(str(self._scheduler))
            self._client = package.Client(
                self._scheduler, timeout=_CONNECT_S, set_as_default=False, security=security
            )
        except (OSError, ValueError, TimeoutError) as error:
            doubt = "is it up"
            if not str(self._scheduler).startswith("tcp:"):
                doubt += ", and does it know these certificates"
            raise Trouble(
                f"no Dask scheduler answers at {self._scheduler}: "
                f"{_why_silent(str(self._scheduler), error)}; {doubt}?"
            ) from error

    def _threads(self, package: Any) -> Any:
        with warnings.catch_warnings():
            # It discourages `dashboard`, but without it a worker has one or listens everywhere.
            warnings.simplefilter("ignore")
            return package.LocalCluster(
                n_workers=1,
                threads_per_worker=self._slots,
                processes=False,
                dashboard_address=f"{access.LOOPBACK}:0",
                worker_dashboard_address=f"{access.LOOPBACK}:0",
                dashboard=False,
                **dask_logs.of_cluster(),
                memory_limit=0,
                silence_logs=logging.CRITICAL,
            )

    def _submit_jobs(self, content: ClusterFile) -> None:
        import distributed  # noqa: PLC0415

        package: Any = distributed
        try:
            self._cluster = cluster.start(content)
            self._client = package.Client(self._cluster, set_as_default=False)
        except cluster.ClusterError:
            raise
        except (OSError, RuntimeError, ValueError) as error:
            raise Trouble(
                f"no workers from {content.scheduler}: {type(error).__name__}: {error}"
            ) from error

    def stop(self, run: str) -> None:
        """End all tasks of a run, the tools that they started included."""
        if self._client is None:
            return
        with suppress(Exception):
            self._client.cancel(list(self._futures.values()), force=True)
        if self._embedded:
            stop_run(run)
        else:
            with suppress(Exception):
                self._client.run(stop_run, run)

    def close(self) -> None:
        """Leave the cluster, or end the embedded one."""
        client, embedded = self._client, self._cluster
        self._client = self._cluster = None
        self._futures.clear()
        register(self._name, None)
        if client is not None:
            with suppress(Exception):
                client.close(timeout=5)
        if embedded is not None:
            with suppress(Exception):
                if self._batch_system is not None:
                    cluster.end(embedded)
                else:
                    embedded.close(timeout=5)
