"""Run one external program under limits and say in one line how it failed, if it did.

The program runs behind `_guard.py` in a session of its own. Everything it starts dies with it: on a
time-out, on too much memory, on an exception here (Ctrl-C), and when this very process is killed.
"""

import contextlib
import errno
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import IO

import psutil

from aesculus.errors import InputError
from aesculus.settings import PREFIX, SettingsError, settings

LOG_TAIL_BYTES = 64 * 1024
"""How much of a tool's output is kept with a result."""

LOG_LIMIT_MB = 256
"""How much a tool may print, in MiB; the longest log of a sound run has some."""

_MIB = 1 << 20
_GUARD = Path(__file__).with_name("_guard.py")
_MEMORY_SHARE = 0.9
_POLL_FIRST_S = 0.01
_POLL_LAST_S = 0.25
_DISK_FULL = {errno.ENOSPC, errno.EDQUOT}
_NOT_STARTED = {126, 127}
"""Exit codes of shells and loaders for a program that is there and cannot run."""

_PASSING_SIGNALS = {signal.SIGBUS, signal.SIGXCPU, signal.SIGXFSZ}
"""What ends a program whose disk or whose limits in the shell end: no design sends them."""

_CRASHES = {signal.SIGILL, signal.SIGABRT, signal.SIGFPE, signal.SIGSEGV}
_OF_SHELLS = 128
"""Exit codes above it are what a shell makes of the signal that ended its program."""

_TOOL_CACHE = "YoWASP"
"""In the name of the folder of a user's into which packages of tools unpack themselves."""

_CACHE_SETTING = "YOWASP_CACHE_DIR"
"""The variable that names another one."""

_ENVIRONMENT_WORDS = (
    "error while loading shared libraries",
    "cannot open shared object file",
    "image not found",  # the loader of macOS
    "exec format error",
    "read-only file system",
    "permission denied",
    "modulenotfounderror",
    "importerror",
)
_DISK_FULL_WORDS = ("no space left on device", "disk quota exceeded")
_ERROR_LINE = re.compile(r"^%?error\b|\b(?:fatal )?error:|^\w*(?:Error|Exception)\b", re.IGNORECASE)
_MEMORY_WORDS = (
    "std::bad_alloc",
    "out of memory",
    "cannot allocate memory",
    "virtual memory exhausted",
    "memoryerror",
    "memory allocation of",
    "memory exhausted",  # GNU ld and gold
)
# What a compiler's driver, a linker's or make says when the system killed the program proper. It
# ends with an exit code of its own then, as if the source had been refused.
_KILLED = re.compile(
    r"killed signal terminated program"  # GCC
    r"|internal compiler error: killed"  # GCC before version 8
    r"|\bterminated (?:with|by) signal 9\b"  # collect2, of ld
    r"|unable to execute command: killed"  # Clang, of itself and of its linker
    r"|^g?make(?:\[\d+\])?: \*\*\* .*(?:\] killed|\] error 137)\b",
    re.MULTILINE,
)
# Troubles that pass, in the system's words. A design's own text may be in a log as well, so they
# count only as what ends a message: behind a colon, as `strerror` is printed, or as shells and make
# tell how a program ended.
_PASSING = re.compile(
    r"(?:: +|\[errno \d+\] )(?:resource temporarily unavailable|too many open files(?: in system)?"
    r"|input/output error|stale (?:nfs )?file handle|text file busy|file too large)(?:$|[:.])"
    r"|^\w*error: can't start new thread$"
    r"|\bterminated (?:with|by) signal 7\b"  # collect2, of ld
    r"|\bbus error signal terminated program\b"  # GCC
    r"|unable to execute command: bus error$"  # Clang
    r"|^(?:\S+: (?:line \d+: +\d+ )?|g?make(?:\[\d+\])?: \*\*\* .*\] )"  # shells, and make
    r"(?:bus error|file size limit exceeded|cpu time limit exceeded)(?: +\(core dumped\)|$)"
    r"|^g?make(?:\[\d+\])?: \*\*\* .*\] error (?:135|152|153)$",
    re.MULTILINE,
)
_WAS_KILLED = "{} was killed, most likely by the system for lack of memory"


class Failure(StrEnum):
    """Why a tool gave no result.

    The first three tell of the machine and of no design; `of_machine` says so.
    """

    MISSING = "missing"
    DISK_FULL = "disk_full"
    ENVIRONMENT = "environment"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASH = "crash"
    OUTPUT = "output"
    REFUSED = "refused"
    NO_ROOM = "no_room"
    TIMING = "timing"

    @property
    def of_machine(self) -> bool:
        """Whether it tells of the machine, so that it must not be held against a design."""
        return self in {Failure.MISSING, Failure.DISK_FULL, Failure.ENVIRONMENT}

    @classmethod
    def of(cls, error: OSError) -> "Failure":
        """Return the class of a failed access to a file or program."""
        return cls.DISK_FULL if error.errno in _DISK_FULL else cls.ENVIRONMENT


class ToolError(Exception):
    """A tool that gave no result.

    Attributes:
        kind: class of the failure; `REFUSED` means the tool itself ended with an error code,
            `NO_ROOM` that it said that the design is too large for the device, `TIMING` that what
            it made cannot work at any clock.
        tool: name of the tool as the user knows it.
        reason: one line for the user.
        log: the tail of the tool's output.
        seconds: wall time until the failure.
        limit_mb: the memory that it had at most, in MiB; 0 where it did not lack any.
        at: when it was told of, by `time.monotonic`.
    """

    def __init__(
        self,
        kind: Failure,
        tool: str,
        reason: str,
        *,
        log: str = "",
        seconds: float = 0.0,
        limit_mb: int = 0,
    ) -> None:
        super().__init__(reason)
        self.at = time.monotonic()
        self.limit_mb = limit_mb
        self.kind = kind
        self.tool = tool
        self.reason = reason
        self.log = log
        self.seconds = seconds

    def __reduce__(self) -> tuple[object, ...]:
        """Return how another process makes it anew: `Exception` knows one argument alone."""
        return ToolError, (self.kind, self.tool, self.reason), self.__dict__

    def told(self, reason: str) -> "ToolError":
        """Return the same failure with another reason."""
        other = ToolError(self.kind, self.tool, reason, log=self.log, seconds=self.seconds)
        other.limit_mb, other.at = self.limit_mb, self.at
        return other

    @property
    def metrics(self) -> dict[str, str | int]:
        """What a record keeps of it: `failure`, its class, and `memory_limit_mb`, if it has one."""
        limit = {"memory_limit_mb": self.limit_mb} if self.limit_mb else {}
        return {"failure": self.kind.value, **limit}


class VariableError(ToolError, InputError):
    """A variable of the environment that cannot be what it is: no tool is started with it."""

    def __init__(self, error: SettingsError) -> None:
        super().__init__(Failure.ENVIRONMENT, "aesculus", str(error))


@dataclass(frozen=True)
class ToolRun:
    """A run that ended well.

    Attributes:
        args: the command line.
        seconds: wall time.
        peak_mb: largest resident memory of the process tree that was seen, in MiB.
        log: the tail of the output, standard output and error as they came.
    """

    args: tuple[str, ...]
    seconds: float
    peak_mb: float
    log: str


def default_memory_mb() -> int:
    """Return the memory limit of a tool in MiB.

    That is `AESCULUS_TOOL_MEMORY_MB`, else what all jobs may use together, `AESCULUS_MEMORY_MB`,
    else 90 % of the machine's.

    Raises:
        VariableError: if a variable is no positive whole number.
    """
    try:
        told = settings()
    except SettingsError as error:
        raise VariableError(error) from None
    whole = int(psutil.virtual_memory().total * _MEMORY_SHARE) // _MIB
    return told.tool_memory_mb or told.memory_mb or whole


def _source_of_limit() -> str:
    """Return which variable sets `default_memory_mb`, empty if none does."""
    told = settings()
    names = ("tool_memory_mb", "memory_mb")
    return next((f"{PREFIX}{name}".upper() for name in names if getattr(told, name)), "")


def memory_at_most(limit_mb: int | None = None) -> int:
    """Return what a tool can have under a limit, in MiB: no more than the machine has.

    Args:
        limit_mb: the limit; None for `default_memory_mb()`.

    Raises:
        ToolError: as `default_memory_mb`.
    """
    limit = default_memory_mb() if limit_mb is None else limit_mb
    return min(limit, psutil.virtual_memory().total // _MIB)


def had_at_most(peak_mb: float, limit_mb: int | None = None) -> int:
    """Return what a program can have had when it found no more memory, or was killed, in MiB.

    Somebody else may have taken the rest: a program that had little is not known to need much.

    Args:
        peak_mb: most that it was seen with; between two looks it may have doubled.
        limit_mb: its limit, as of `memory_at_most`.

    Raises:
        ToolError: as `default_memory_mb`.
    """
    return max(1, min(memory_at_most(limit_mb), round(2 * peak_mb)))


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    args: Sequence[str],
    *,
    name: str,
    cwd: Path,
    log: Path,
    timeout_s: float,
    memory_mb: int | None = None,
    processor_s: int | None = None,
    env: Mapping[str, str] = MappingProxyType({}),
) -> ToolRun:
    """Run a program to its end.

    Args:
        args: program (a path or a name on PATH) and its arguments.
        name: how to call the tool in messages.
        cwd: working directory; it is made if need be.
        log: file for everything the program prints, `LOG_LIMIT_MB` at most.
        timeout_s: wall time limit in seconds.
        memory_mb: limit on the resident memory of the process tree in MiB, polled up to four times
            a second (a limit on address space would stop WebAssembly tools, which reserve far more
            than they use); None for `default_memory_mb()`.
        processor_s: limit in seconds on the time of a processor, which says the same on a machine
            that has other work.
        env: variables to add to the environment.

    Raises:
        ToolError: if the program is missing, exceeds a limit, crashes, fills the disk or fails.
    """
    limit_mb = default_memory_mb() if memory_mb is None else memory_mb
    program = shutil.which(args[0])
    if program is None:
        raise ToolError(Failure.MISSING, name, f"{name} is missing: no program {args[0]} on PATH")
    command = [sys.executable, "-I", "-S", str(_GUARD), str(processor_s or 0), program, *args[1:]]
    start = time.monotonic()
    try:
        cwd.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as sink:
            guard = subprocess.Popen(
                command,
                cwd=cwd,
                stdin=subprocess.PIPE,
                stdout=sink,
                stderr=subprocess.STDOUT,
                env={**os.environ, "LC_ALL": "C", **env},
                start_new_session=True,
            )
    except OSError as error:
        reason = f"cannot start {name}: {error}"
        raise ToolError(Failure.of(error), name, reason) from error
    verdict: Failure | None = None
    peak = 0.0
    try:
        verdict, peak = _watch(guard.pid, start + timeout_s, limit_mb, log)
    finally:
        code = _end(guard)
    seconds = time.monotonic() - start
    tail = read_tail(log)
    if verdict is Failure.TIMEOUT:
        reason = f"{name} was stopped after its time limit of {timeout_s:g} s"
        raise ToolError(verdict, name, reason, log=tail, seconds=seconds)
    if verdict is Failure.MEMORY:
        reason = f"{name} was stopped: it used more than its memory limit of {limit_mb} MiB"
        source = _source_of_limit() if memory_mb is None else ""
        reason += f", which {source} sets: raise it" if source else ""
        most = memory_at_most(limit_mb)
        raise ToolError(verdict, name, reason, log=tail, seconds=seconds, limit_mb=most)
    if verdict is Failure.OUTPUT:
        # Whoever has the tool probed learns whether it does so of itself.
        reason = f"{name} was stopped: what it was given made it print more than {LOG_LIMIT_MB} MiB"
        raise ToolError(verdict, name, reason, log=tail, seconds=seconds)
    if processor_s and code == -signal.SIGXCPU:
        reason = f"{name} was stopped after its limit of {processor_s} s of a processor"
        raise ToolError(Failure.TIMEOUT, name, reason, log=tail, seconds=seconds)
    if code != 0:
        kind, reason = _explain(name, code, tail)
        most = had_at_most(peak, limit_mb) if kind is Failure.MEMORY else 0
        raise ToolError(kind, name, reason, log=tail, seconds=seconds, limit_mb=most)
    return ToolRun(tuple(args), seconds, peak, tail)


def written(path: Path, name: str, *, log: str = "") -> str:
    """Return the text of a file that a tool, which ended well, has written.

    Raises:
        ToolError: it wrote none, so the tool is not what it says; or the file cannot be read.
    """
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        reason = f"{name} ended well, but wrote no {path.name}: it does not work on this machine"
        raise ToolError(Failure.ENVIRONMENT, name, reason, log=log) from error
    except OSError as error:
        raise ToolError(Failure.of(error), name, f"cannot read {path.name}: {error}") from error


def read_tail(path: Path, limit: int = LOG_TAIL_BYTES) -> str:
    """Return the last `limit` bytes of a text file, from the start of a line; "" if unreadable."""
    try:
        with path.open("rb") as source:
            return _tail(source, limit)
    except OSError:
        return ""


def _tail(source: IO[bytes], limit: int) -> str:
    size = source.seek(0, os.SEEK_END)
    source.seek(max(0, size - limit))
    data = source.read()
    if size > limit:
        data = data.partition(b"\n")[2]
    return data.decode("utf-8", errors="replace")


def _watch(pid: int, deadline: float, limit_mb: int, log: Path) -> tuple[Failure | None, float]:
    """Wait for the guard, without reaping it; return the limit that was broken and the peak."""
    peak = 0.0
    pause = _POLL_FIRST_S
    ended = _ends(pid)
    # Waiting for the end itself, not looking for it every pause, saves a tenth of a second a tool.
    while not ended.wait(min(pause, max(0.0, deadline - time.monotonic()))):
        if time.monotonic() > deadline:
            return Failure.TIMEOUT, peak
        peak = max(peak, _resident_mb(pid))
        if peak > limit_mb:
            return Failure.MEMORY, peak
        if _size_mb(log) > LOG_LIMIT_MB:
            return Failure.OUTPUT, peak
        pause = min(2 * pause, _POLL_LAST_S)
    return None, peak


def _size_mb(path: Path) -> float:
    try:
        return path.stat().st_size / _MIB
    except OSError:
        return 0.0


def _ends(pid: int) -> threading.Event:
    """Return an event that is set when a child has ended; the child is not reaped."""
    ended = threading.Event()

    def wait() -> None:
        with contextlib.suppress(ChildProcessError):
            os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        ended.set()

    threading.Thread(target=wait, daemon=True, name=f"end of {pid}").start()
    return ended


def _resident_mb(pid: int) -> float:
    total = 0
    try:
        root = psutil.Process(pid)
        members = [root, *root.children(recursive=True)]
    except psutil.Error:
        return 0.0
    for member in members:
        try:
            total += member.memory_info().rss
        except psutil.Error:
            continue
    return total / _MIB


def _end(guard: subprocess.Popen[bytes]) -> int:
    """Kill what is left of the guard's group, reap the guard and return its exit code."""
    # The guard is not reaped yet, so its group id cannot have passed to somebody else.
    # PermissionError is what macOS says about a group of which only a zombie is left.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(guard.pid, signal.SIGKILL)
    code = guard.wait()
    if guard.stdin is not None:
        guard.stdin.close()
    return code


def _explain(name: str, code: int, tail: str) -> tuple[Failure, str]:
    lowered = tail.lower()
    if any(word in lowered for word in _DISK_FULL_WORDS):
        return Failure.DISK_FULL, f"{name} failed: no space left on the disk"
    if any(word in lowered for word in _MEMORY_WORDS):
        return Failure.MEMORY, f"{name} ran out of memory"
    number = -code if code < 0 else code - _OF_SHELLS
    if number == signal.SIGKILL or _KILLED.search(lowered):
        return Failure.MEMORY, _WAS_KILLED.format(name)
    passing = number in _PASSING_SIGNALS or _PASSING.search(lowered)
    if code in _NOT_STARTED or passing or any(word in lowered for word in _ENVIRONMENT_WORDS):
        said = _last_error(tail)
        reason = f"{name} does not run on this machine (exit code {code})"
        if _TOOL_CACHE in said:
            reason += f"; set {_CACHE_SETTING} to a folder that can be written"
        return Failure.ENVIRONMENT, reason + (f": {said}" if said else "")
    if code < 0 or number in _CRASHES:
        return Failure.CRASH, f"{name} crashed with {signal.Signals(number).name}"
    said = _last_error(tail)
    return Failure.REFUSED, f"{name} failed with exit code {code}" + (f": {said}" if said else "")


def _last_error(tail: str) -> str:
    lines = [line.strip() for line in tail.splitlines() if line.strip()]
    errors = [line for line in lines if _ERROR_LINE.search(line)]
    # The first error is the cause; what follows is mostly its consequence.
    chosen = errors[0] if errors else (lines[-1] if lines else "")
    return chosen if len(chosen) <= 300 else chosen[:297] + "..."
