"""Real boards: the serial port, and the program that loads bitstreams."""

import errno
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from aesculus import resources
from aesculus.errors import RunError
from aesculus.export.boards.host import Line

_TIMEOUT_S = 2.0


@contextmanager
def opened(port: str, baud: int) -> Iterator[Line]:
    """Give a serial port, which is closed at the end of the block.

    Args:
        port: as pyserial names it, such as /dev/ttyUSB0 or COM3.
        baud: bits per second.

    Raises:
        RunError: pyserial is missing, or the port cannot be opened, or fails.
    """
    try:
        serial: Any = import_module("serial")
    except ModuleNotFoundError as error:
        reason = f"pyserial is missing: {resources.extra_install('board')}"
        raise RunError(reason) from error
    try:
        found = serial.Serial(port, baud, timeout=_TIMEOUT_S)
    except (serial.SerialException, ValueError) as error:
        raise RunError(f"serial port {port} cannot be opened: {_why(error)}") from None
    try:
        with found:
            yield found
    except serial.SerialException as error:
        raise RunError(f"serial port {port}: {error}") from None


def _why(error: Exception) -> str:
    """Return what the system said; what is no line at all has no speed."""
    said = re.search(r"\((\d+), '", str(error))
    number = getattr(error, "errno", None) or (int(said[1]) if said else 0)
    if number == errno.ENOTTY:
        return "it is no serial line; legal is such as /dev/ttyUSB0"
    return os.strerror(number) if number else str(error)


def load(command: Sequence[str]) -> None:
    """Run the program that loads a bitstream.

    Args:
        command: the program and its arguments.

    Raises:
        RunError: it is missing or fails; the message has the command.
    """
    line = " ".join(command)
    program = shutil.which(command[0])
    if program is None:
        raise RunError(f"{command[0]} is missing on PATH: the bitstream is loaded by: {line}")
    done = subprocess.run([program, *command[1:]], check=False)
    if done.returncode != 0:
        raise RunError(f"{command[0]} ended with exit code {done.returncode}: {line}")
