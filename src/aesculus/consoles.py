"""Consoles: results on stdout, progress and remarks on stderr, both cleaned."""

import os
import sys
import time
from collections.abc import Callable

from rich.console import Console

from aesculus.terminal import CleanConsole
from aesculus.units import stamp

_WIDE = 180


def out() -> Console:
    """Return the console of results; not on a terminal it is wide, so that tables stay whole."""
    console = CleanConsole()
    return console if console.is_terminal else CleanConsole(width=_width())


def progress_console() -> Console:
    """Return the console of progress and remarks: stderr, so that results can be piped."""
    if sys.stderr.isatty():
        return CleanConsole(stderr=True)
    return CleanConsole(stderr=True, width=_width())


def _width() -> int:
    """Return the width where nobody says how wide it is: the user's wish, or wide."""
    text = os.environ.get("COLUMNS", "")
    return int(text) if text.isdecimal() and int(text) else _WIDE


def say(text: str) -> None:
    """Print a remark."""
    progress_console().print(text, highlight=False, markup=False)


def saying_when() -> Callable[[str], None]:
    """Return what prints remarks, each with the seconds since now."""
    began = time.monotonic()
    return lambda text: say(f"{stamp(time.monotonic() - began)} {text}")


def tell(text: str) -> None:
    """Print a line of the results."""
    out().print(text, highlight=False, markup=False, soft_wrap=True)
