"""What a soak does while it goes on: it kills workers and looks at memory."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import psutil

from aesculus.studies.witness import Witness

_MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Sample:
    """Memory at one time.

    Attributes:
        at_s: seconds since the begin.
        client_mb: resident memory of the client, in MiB.
        worker_mb: of the worker that nobody kills, in MiB.
        files: open files of the client.
        threads: of the client.
    """

    at_s: float
    client_mb: float
    worker_mb: float
    files: int
    threads: int


@dataclass
class Company:
    """The workers of a soak: all but the first are killed now and then.

    Attributes:
        cluster: of `engine.chaos.worker_processes`.
        witness: hears of it.
        killed: process numbers.
    """

    cluster: Any
    witness: Witness
    killed: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.oldest = psutil.Process(min(self._pids()))
        self._me = psutil.Process()
        self._begin = time.monotonic()

    def _pids(self) -> list[int]:
        # Workers that were killed last and are being started again have no process yet.
        return sorted(filter(None, (nanny.pid for nanny in list(self.cluster.workers.values()))))

    def kill(self) -> None:
        """Kill the youngest worker with SIGKILL, unless it is the one that is kept."""
        pids = [pid for pid in self._pids() if pid != self.oldest.pid]
        if pids:
            with suppress(ProcessLookupError):
                os.kill(pids[-1], signal.SIGKILL)
                self.killed.append(pids[-1])
                self.witness.note(f"killed worker process {pids[-1]}")

    def sample(self) -> Sample:
        """Return the memory in use now."""
        worker = 0.0
        with suppress(psutil.NoSuchProcess):
            worker = self.oldest.memory_info().rss / _MIB
        return Sample(
            at_s=round(time.monotonic() - self._begin, 1),
            client_mb=round(self._me.memory_info().rss / _MIB, 1),
            worker_mb=round(worker, 1),
            files=self._me.num_fds(),
            threads=self._me.num_threads(),
        )


@contextmanager
def every(seconds: float, do: Callable[[], None]) -> Iterator[None]:
    """Do something again and again while the block runs; what is under way is ended first.

    Raises:
        Exception: what `do` raised, at the end of the block; it was not done again.
    """
    over = threading.Event()
    raised: list[Exception] = []

    def work() -> None:
        due = time.monotonic() + seconds
        while not over.wait(max(0.0, due - time.monotonic())):
            due = time.monotonic() + seconds
            try:
                do()
            except Exception as error:
                raised.append(error)
                return

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    if raised:
        raise raised[0]
