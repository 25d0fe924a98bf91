"""One stage as a worker runs it: everything it needs comes with the task, and only bytes go back.

A worker may be a thread of this process or a machine far away; it shares no disk with the client.
"""

import hashlib
import os
import shutil
import signal
import socket
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from aesculus.design import Build
from aesculus.families import Device
from aesculus.families.ways import DEFAULT_WAY
from aesculus.records import Stage, StageOutcome, Status
from aesculus.settings import SettingsError
from aesculus.stages.base import Given, Subject
from aesculus.stages.chain import stage_file
from aesculus.stages.outcome import failed
from aesculus.stages.provenance import package_digest
from aesculus.tools import Failure, ToolError, had_at_most

_PREFIX = f"aesculus-{hashlib.sha256(socket.gethostname().encode()).hexdigest()[:8]}-"
"""Of work folders: hosts may share a disk for them, and each knows its own processes alone."""
_STOP_S = 10.0


@dataclass(frozen=True)
class Task:
    """All that a worker must know to run one stage once.

    Attributes:
        run: which run it belongs to; `stop_run` ends all tasks of one.
        stage: the stage.
        point: the design and its recipe.
        device: the device, for stages that need one.
        seed: the placer's seed, for routing.
        way: name of the way to place and route.
        netlist: the artefact that it starts from, gzip: the netlist to simulate or to route.
        original: the artefact that this was made of, gzip, where the stage compares them.
        timeout_s: limit of wall time in seconds, for each tool.
        cores: compilers that may run at once.
        package_digest: of the client's package; a worker with another refuses. Empty for any.
    """

    run: str
    stage: Stage
    point: Build
    device: Device | None = None
    seed: int | None = None
    way: str = DEFAULT_WAY
    netlist: bytes = b""
    original: bytes = b""
    timeout_s: float = 3600.0
    cores: int = 2
    package_digest: str = ""


StageFunction = Callable[[Task, Path], StageOutcome]
"""Runs a task in a work folder."""


def _run(task: Task, workdir: Path) -> StageOutcome:
    """Run a task's stage as its file says."""
    given = Given(
        workdir=workdir,
        timeout_s=task.timeout_s,
        artefact=task.netlist,
        original=task.original,
        seed=task.seed,
        cores=task.cores,
    )
    return stage_file(task.stage).run(Subject(task.point, task.device, task.way), given)


_lock = threading.Lock()
_active: dict[Path, str] = {}
_stopped: set[str] = set()


_registered: dict[str, Mapping[Stage, StageFunction]] = {}


def register(name: str, stages: Mapping[Stage, StageFunction] | None) -> None:
    """Make other stage functions known in this process under a name; `None` forgets them."""
    if stages is None:
        _registered.pop(name, None)
    else:
        _registered[name] = stages


def run_registered(name: str, task: Task) -> StageOutcome:
    """Run a task with functions that `register` made known.

    They stay in this process: a task travels pickled, and functions of tests hold locks.
    """
    return run_task(task, _registered[name])


def run_task(task: Task, stages: Mapping[Stage, StageFunction] | None = None) -> StageOutcome:
    """Run a task in a fresh work folder, which is removed again, and return how it ended.

    Never raises: what is wrong with the worker itself comes back as an outcome whose
    `metrics["failure"]` is a `Failure` of the machine, as the stages report it.
    """
    start = time.monotonic()
    folder: Path | None = None

    def ended(failure: Failure, reason: str, log: str = "") -> StageOutcome:
        # The folder is gone when somebody reads this, and its name says nothing.
        told = reason if folder is None else reason.replace(str(folder), "the work folder")
        return StageOutcome(
            status=Status.FAILED,
            metrics={"failure": failure.value},
            seconds=time.monotonic() - start,
            reason=told,
            log=log,
        )

    if stages is None:
        refusal = _other_package(task)
        if refusal:
            return ended(Failure.MISSING, refusal)
    try:
        folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
        with _lock:
            if task.run in _stopped:
                return ended(Failure.CRASH, "the run was stopped")
            _active[folder] = task.run
        run = _run if stages is None else stages[task.stage]
        return run(task, folder)
    except MemoryError:
        return _short_of_memory(f"{task.stage}: no memory is left for this program", start)
    except Exception as error:
        return ended(*_blamed(error, task.stage))
    finally:
        if folder is not None:
            with _lock:
                _active.pop(folder, None)
            shutil.rmtree(folder, ignore_errors=True)


def _blamed(error: Exception, stage: Stage) -> tuple[Failure, str, str]:
    """Return what an error of our own tells of, a line that says so, and what goes into the log."""
    log = traceback.format_exc()
    match error:
        case OSError():
            # No design can do this: a folder or a disk is at fault.
            return Failure.of(error), f"{stage}: {error}", log
        case ImportError():
            return Failure.ENVIRONMENT, f"{stage}: this installation is not whole: {error}", log
        case SettingsError():
            return Failure.ENVIRONMENT, f"{stage}: {error}", ""
    reason = f"{stage} broke off: {type(error).__name__}: {error}".splitlines()[0]
    return Failure.CRASH, reason, log


def _short_of_memory(reason: str, start: float) -> StageOutcome:
    """Return the outcome of a stage whose Python found no memory, with what it had."""
    resident = psutil.Process().memory_info().rss / 2**20
    error = ToolError(Failure.MEMORY, "aesculus", reason, limit_mb=had_at_most(resident))
    return failed(error, tools={}, seconds=time.monotonic() - start)


def _other_package(task: Task) -> str:
    found = package_digest()
    if task.package_digest in {"", found}:
        return ""
    return (
        f"worker {os.uname().nodename} has another aesculus ({found[:12]}) than this program "
        f"({task.package_digest[:12]}): install the same version there"
    )


def stop_run(run: str) -> int:
    """End the tools of all tasks of a run in this process; return how many tasks are left.

    Every tool runs below a guard with a process group of its own, in the task's work folder.
    """
    with _lock:
        _stopped.add(run)
    deadline = time.monotonic() + _STOP_S
    while True:
        with _lock:
            folders = [folder for folder, owner in _active.items() if owner == run]
        if not folders or time.monotonic() > deadline:
            return len(folders)
        for child in psutil.Process().children():
            _kill_if_in(child, folders)
        time.sleep(0.05)


def _kill_if_in(child: psutil.Process, folders: list[Path]) -> None:
    with suppress(psutil.Error, ProcessLookupError, PermissionError):
        where = Path(child.cwd())
        leads = os.getpgid(child.pid) == child.pid
        if leads and any(where.is_relative_to(folder.resolve()) for folder in folders):
            os.killpg(child.pid, signal.SIGKILL)


def sweep() -> None:
    """Remove the work folders of processes that died on this host without cleaning up."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}[0-9]*-*"):
        pid = folder.name.removeprefix(_PREFIX).partition("-")[0]
        with suppress(OSError, ValueError, OverflowError):
            ours = folder.stat().st_uid == os.getuid()
            if ours and folder.is_dir() and not psutil.pid_exists(int(pid)):
                shutil.rmtree(folder, ignore_errors=True)
