"""Before a failure is held against a design: does the tool do what it always did?

A tool that fails on a design is asked for something small that is known to work. If it fails there
too, the machine is at fault, and the failure says so.
"""

import math
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from aesculus.settings import shown, temporary
from aesculus.tools.process import Failure, ToolError

PROBE_S = 120.0
"""Limit of wall time of a probe, in seconds; a sound one takes some."""

_DOUBTFUL = {each for each in Failure if not each.of_machine}
_ROOM_BYTES = 1 << 20
_lock = threading.Lock()
_sound: dict[str, float] = {}
"""When the last probe of a tool began that came out sound, by `time.monotonic`."""


@contextmanager
def blamed(
    name: str, probe: Callable[[], None], verdicts: tuple[type[Exception], ...] = ()
) -> Iterator[None]:
    """Give a failure inside the block to the machine if a probe of the tool fails as well.

    Only a probe that began after the failure tells: a machine may break in the midst.

    Args:
        name: of tool and installation; a sound probe serves all failures of it before it began.
        probe: runs the tool on something known to work; it raises `ToolError` if that fails.
        verdicts: what the block raises besides if it holds something against a design.

    Raises:
        ToolError: of kind `ENVIRONMENT` (or another of the machine), or as the block raised it.
    """
    caught: tuple[type[Exception], ...] = (ToolError, *verdicts)
    try:
        yield
    except caught as error:
        if isinstance(error, ToolError) and error.kind not in _DOUBTFUL:
            if error.kind is Failure.ENVIRONMENT:
                check_temporary()
            raise
        failed = error.at if isinstance(error, ToolError) else time.monotonic()
        broken = _asked(name, probe, failed)
        if broken is None:
            raise
        tool, seconds = broken.tool, broken.seconds
        if isinstance(error, ToolError):
            tool, seconds = error.tool, error.seconds
        kind = broken.kind if broken.kind.of_machine else Failure.ENVIRONMENT
        reason = f"{tool} does not work on this machine: {broken.reason}"
        if broken.kind.of_machine:
            reason = broken.reason
        raise ToolError(kind, tool, reason, log=broken.log, seconds=seconds) from error


def _asked(name: str, probe: Callable[[], None], failed: float) -> ToolError | None:
    """Return how the probe failed, `None` if the tool is sound after the time of a failure."""
    # One at a time: many designs may fail at once, and one answer serves them all.
    with _lock:
        if _sound.get(name, -math.inf) > failed:
            return None
        began = time.monotonic()
        try:
            probe()
        except ToolError as error:
            return error
        _sound[name] = began
        return None


def room(folder: Path) -> None:
    """See whether a folder takes files.

    Raises:
        ToolError: it does not take a MiB; of kind `DISK_FULL`, or `ENVIRONMENT` with the reason.
    """
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_ROOM_BYTES))
            file.flush()
            # Some file systems tell of a full disk no sooner.
            os.fsync(file.fileno())
    except OSError as error:
        kind = Failure.of(error)
        reason = f"cannot write below {folder}: {error.strerror or error}"
        if kind is Failure.DISK_FULL:
            reason = f"no space left on the disk of {folder}"
        raise ToolError(kind, "aesculus", reason) from error


def check_temporary() -> None:
    """See whether tools can use the folder that the environment names for temporary files.

    Raises:
        SettingsError: its path is not whole.
        ToolError: it takes no folder. Tools would tell of it each in its own words or crash, while
            Python takes another folder without a word.
    """
    named = temporary()
    if named is None:
        return
    variable, place = named
    said = f"{variable}={shown(place)}"
    legal = "name one that takes files, or unset it"
    try:
        with tempfile.TemporaryDirectory(prefix="aesculus-probe-", dir=place):
            pass
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else None
        kind = Failure.of(error) if isinstance(error, OSError) else Failure.ENVIRONMENT
        reason = f"{said}: no folder can be made there ({why or 'no name of a folder'}): {legal}"
        raise ToolError(kind, "aesculus", reason) from error


def forget() -> None:
    """Forget which tools were found sound; for tests."""
    with _lock:
        _sound.clear()


@contextmanager
def scratch() -> Iterator[Path]:
    """Give a folder for a probe.

    Raises:
        ToolError: there is no place for one, or as `check_temporary`.
    """
    check_temporary()
    try:
        folder = tempfile.TemporaryDirectory(prefix="aesculus-probe-", ignore_cleanup_errors=True)
    except OSError as error:
        reason = f"no folder for temporary files: {error}"
        raise ToolError(Failure.of(error), "aesculus", reason) from error
    with folder as name:
        yield Path(name)
