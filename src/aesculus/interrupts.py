"""Signals that ask the program to end, also while it does not look.

Python raises in whatever is running, and drops what is raised in a finaliser. So what came is noted
besides: a run that begins later still ends by it.
"""

import signal
import sys
from types import FrameType

_came: list[int] = []


def watch() -> None:
    """Have SIGINT and SIGTERM end the program in order, so that no half-written folder is left."""
    _came.clear()
    # A shell has what it starts in the background ignore it.
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _interrupt)
    signal.signal(signal.SIGTERM, _end)


def taken() -> int:
    """Return the number of the signal that came since this was asked last; 0 if none did."""
    number = _came[-1] if _came else 0
    _came.clear()
    return number


def _interrupt(number: int, _frame: FrameType | None) -> None:
    _came.append(number)
    raise KeyboardInterrupt


def _end(number: int, _frame: FrameType | None) -> None:
    _came.append(number)
    sys.exit(128 + number)
