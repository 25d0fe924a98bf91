"""Consoles: results on stdout, progress and remarks on stderr."""

import sys

from rich.console import Console

_WIDE = 180


def out() -> Console:
    """Return the console of results; not on a terminal it is wide, so that tables stay whole."""
    console = Console()
    return console if console.is_terminal else Console(width=_WIDE)


def progress_console() -> Console:
    """Return the console of progress and remarks: stderr, so that results can be piped."""
    return Console(stderr=True) if sys.stderr.isatty() else Console(stderr=True, width=_WIDE)


def say(text: str) -> None:
    """Print a remark."""
    progress_console().print(text, highlight=False, markup=False)


def tell(text: str) -> None:
    """Print a line of the results."""
    out().print(text, highlight=False, markup=False, soft_wrap=True)
