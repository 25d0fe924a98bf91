"""A thousand workers that answer at once, on one client with one store."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Any

import psutil
from pydantic import Field

from aesculus.ciphers.aes.space import draw
from aesculus.consoles import say
from aesculus.defaults import ROUTED_DEVICE
from aesculus.design import Build
from aesculus.engine import access
from aesculus.engine.chaos import scheduler_alone
from aesculus.engine.engine import Engine
from aesculus.engine.plan import Want
from aesculus.engine.pool import Pool
from aesculus.engine.progress import Reporter, State, duration
from aesculus.errors import RunError
from aesculus.families import devices
from aesculus.records import Stage
from aesculus.store import Job, StageRecord, Store
from aesculus.studies.study import Count, Study, StudyOptions
from aesculus.studies.thousand_workers import answers, open_files
from aesculus.studies.witness import Witness, differences

_PATIENCE_S = 900.0
_TELL_S = 15.0
_MIB = 1 << 20
_HOST = "aesculus.studies.thousand_workers.host"


class ThousandOptions(StudyOptions):
    """What the study can be told."""

    workers: Annotated[Count, Field(description="Workers.")] = 1000
    processes: Annotated[Count, Field(description="Processes that they share.")] = 4
    points: Annotated[
        Count, Field(description="Points to verify and synthesise in each of the two runs.")
    ] = 1000


class _Crowd(Reporter):
    """Counts how many jobs are out at once.

    Args:
        enough: so many open the gate.
        gate: a file that workers wait for.
    """

    def __init__(self, enough: int, gate: Path) -> None:
        self.out = 0
        self.most = 0
        self._enough = enough
        self._gate = gate

    def started(self, job: Job, expected_s: float) -> None:
        """Count it."""
        self.out += 1
        self.most = max(self.most, self.out)
        if self.out >= self._enough:
            self._gate.touch()

    def finished(self, record: StageRecord, state: State) -> None:
        """Count it."""
        self.out -= 1


class ThousandWorkers(Study[ThousandOptions]):
    """The study."""

    name = "thousand-workers"
    doc = "A thousand workers that answer at once: one client and its store lose nothing."
    options = ThousandOptions

    def run(self, options: ThousandOptions) -> None:
        """Let workers answer at once, then all of them together, and judge what the store has.

        Raises:
            RunError: the system does not allow so many workers, they did not come, or a result is
                lost, repeated, or not there.
        """
        open_files.allow(open_files.OF_CLIENT * options.workers)
        points = [Build(point) for point in draw(2 * options.points, 0)]
        with ExitStack() as held:
            folder = Path(
                held.enter_context(tempfile.TemporaryDirectory(prefix="aesculus-thousand-"))
            )
            security = access.temporary_files(folder)
            cluster = held.enter_context(scheduler_alone(security))
            address = cluster.scheduler_address
            begin = time.monotonic()
            hosts = held.enter_context(_hosts(address, options, folder))
            lines: list[dict[str, Any]] = []
            parts: dict[str, tuple[Path | None, list[Build]]]
            gate = folder / "gate"
            parts = {"at once": (None, points[: options.points])}
            parts["together"] = (gate, points[options.points :])
            for name, (waits, some) in parts.items():
                crowd = _Crowd(min(options.workers, options.points), gate)
                gate.unlink(missing_ok=True)
                with (
                    Store.open(folder / name / "store.db") as store,
                    Pool(
                        slots=1, scheduler=address, security=security, stages=answers.stages(waits)
                    ) as pool,
                ):
                    _wait_for(pool, options.workers, hosts)
                    if not lines:
                        say(f"{pool.slots} workers are there")
                        came_s = time.monotonic() - begin
                    lines.append({"what": name, **_worked(store, pool, some, crowd)})
                say(f"{name}: {lines[-1]['jobs_per_s']} jobs a second")
            used = sum(psutil.Process(each.pid).memory_info().rss for each in hosts) // _MIB
        body: dict[str, Any] = {
            **self.head(),
            "workers": options.workers,
            "processes": options.processes,
            "points": options.points,
            "device": ROUTED_DEVICE,
            "came_s": round(came_s, 1),
            "hosts_mb": used,
            "lines": lines,
        }
        self.write(options.out, body)
        self.say_where(options.out)
        bad = [line["what"] for line in lines if not line["good"]]
        if bad:
            raise RunError(f"not all is well {' and '.join(bad)}: see {options.out}/{self.name}.md")

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the rows of the table, and how durations are written."""
        rows = [(what, *map(told, body["lines"])) for what, told in _ROWS.items()]
        return {"duration": duration, "rows": rows}


def _of(name: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda line: f"{line[name]:,}"


def _wrong(name: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda line: f"{line['differences'][name]:,}"


_ROWS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "jobs": lambda line: f"{line['jobs']:,} of {line['expected']:,}",
    "time": lambda line: duration(line["seconds"]),
    "jobs per second": _of("jobs_per_s"),
    "processor time of the client for a job, ms": lambda line: (
        f"{1000 * line['client_cpu_s'] / max(1, line['jobs']):.0f}"
    ),
    "most jobs that were out together": _of("most_out"),
    "memory of the client, MiB": _of("client_mb"),
    "failed": _of("failed"),
    "told, and not in the store": _wrong("lost"),
    "otherwise in the store than told": _wrong("changed"),
    "in the store, and never told": _wrong("untold"),
    "told twice, or recorded after more than one attempt": _wrong("repeated"),
    "left for another run to make": _of("open_again"),
}


def _worked(store: Store, pool: Pool, points: Sequence[Build], crowd: _Crowd) -> dict[str, Any]:
    """Run all stages but routing for points, and return what came of it."""
    device = devices.load(ROUTED_DEVICE)
    stages = (Stage.VERIFY, Stage.SYNTH, Stage.VERIFY_NETLIST)
    wants = [Want(point, stage, device) for stage in stages for point in points]
    witness = Witness(crowd)
    client = psutil.Process()
    before = client.cpu_times()
    summary = Engine(store, pool, reporter=witness).run(wants)
    after = client.cpu_times()
    busy = after.user + after.system - before.user - before.system
    wrong = {name: len(keys) for name, keys in differences(witness, store).items()}
    again = Engine(store, pool, budget_s=0.0).run(wants)
    store.check()
    expected = len(wants)
    return {
        "jobs": summary.ran,
        "expected": expected,
        "failed": summary.failed,
        "differences": wrong,
        "open_again": again.unreached,
        "most_out": crowd.most,
        "seconds": round(summary.seconds, 1),
        "client_cpu_s": round(busy, 1),
        "jobs_per_s": round(summary.ran / summary.seconds, 1),
        "client_mb": client.memory_info().rss // _MIB,
        "good": summary.ran == expected
        and not (summary.failed or again.unreached or any(wrong.values())),
    }


def _wait_for(pool: Pool, workers: int, hosts: "Sequence[subprocess.Popen[bytes]]") -> None:
    """Return when all workers are there.

    Raises:
        RunError: one of their processes died, or for long no further one came.
    """
    pool.start()
    begin = came = told = time.monotonic()
    there = 0
    while there < workers:
        now = time.monotonic()
        died = any(each.poll() is not None for each in hosts)
        if died or now > came + _PATIENCE_S:
            why = "a process that they share died" if died else f"none more in {_PATIENCE_S:g} s"
            raise RunError(f"{there} of {workers} workers came: {why}")
        if pool.workers > there:
            there, came = pool.workers, now
        if now > told + _TELL_S:
            told = now
            say(f"{there} of {workers} workers after {duration(now - begin)}")
        time.sleep(0.5)


@contextmanager
def _hosts(
    address: str, options: ThousandOptions, folder: Path
) -> "Iterator[list[subprocess.Popen[bytes]]]":
    """Start the processes that workers share, and end them."""
    share, rest = divmod(options.workers, options.processes)
    counts = [share + (number < rest) for number in range(options.processes)]
    started = [
        subprocess.Popen(
            [sys.executable, "-m", _HOST, address, str(count), str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for count in counts
        if count
    ]
    try:
        yield started
    finally:
        for each in started:
            each.kill()
        for each in started:
            each.wait()
            assert each.stdin is not None
            each.stdin.close()


STUDIES = (ThousandWorkers(),)
