"""From errors to one line on stderr and an exit code."""

import functools
import signal
import traceback
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import typer

from aesculus.cli.telling import json_wished, set_json, tell
from aesculus.design import DesignError, IllegalDesignError, LabelError
from aesculus.engine.access import AccessError
from aesculus.engine.cluster import ClusterError
from aesculus.engine.errors import Interrupted, Trouble
from aesculus.errors import InputError, RunError, told_of_disk
from aesculus.families import DeviceError
from aesculus.report.columns import ColumnError
from aesculus.search.errors import SearchError, SpaceFileError
from aesculus.stages.synth_recipes import RecipeError
from aesculus.store import NoStoreError, StoreError
from aesculus.terminal import UnwrittenError
from aesculus.tools import ToolError

__all__ = [
    "BAD_INPUT",
    "FAILED",
    "InputError",
    "RunError",
    "exit_code",
    "guarded",
    "message",
    "set_debug",
]

BAD_INPUT = 2
FAILED = 1
_SIGNALLED = 128

_P = ParamSpec("_P")
_R = TypeVar("_R")


_BAD_INPUT = (
    InputError,
    LabelError,
    IllegalDesignError,
    DesignError,
    DeviceError,
    AccessError,
    ClusterError,
    ColumnError,
    NoStoreError,
    RecipeError,
    SearchError,
    SpaceFileError,
)
"""Errors that tell of what the user gave."""


debug = False
"""Whether errors come with their traceback; set by `aesculus --debug`."""


def set_debug(value: bool) -> None:
    """Choose whether errors come with their traceback."""
    global debug  # noqa: PLW0603 - set once, before any command runs
    debug = value


def exit_code(error: BaseException) -> int:
    """Return the exit code that tells of an error."""
    if isinstance(error, Interrupted):
        return _SIGNALLED + error.signal
    # A variable that cannot be what it is ends a run as the machine's trouble.
    cause = error.__cause__ if isinstance(error, Trouble) else None
    return BAD_INPUT if isinstance(cause or error, _BAD_INPUT) else FAILED


def message(error: BaseException) -> str:
    """Return the line that tells of an error."""
    known = (*_BAD_INPUT, RunError, StoreError, ToolError, Trouble, Interrupted, OSError)
    full = told_of_disk(error) if isinstance(error, OSError) else ""
    text = " ".join((full or str(error)).split())
    if isinstance(error, known):
        return text
    return f"internal error: {type(error).__name__}: {text} (--debug shows where)"


def guarded(command: Callable[_P, _R]) -> Callable[_P, _R]:
    """Make a command tell of its errors in one line and leave with the right exit code."""

    @functools.wraps(command)
    def wrapped(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        set_json(json_wished(kwargs))
        try:
            return command(*args, **kwargs)
        except (typer.Exit, typer.Abort, UnwrittenError):
            raise
        except BrokenPipeError:
            # The reader of our output, a pager say, has left.
            raise typer.Exit(0) from None
        except KeyboardInterrupt:
            tell("interrupted", _SIGNALLED + signal.SIGINT)
            raise typer.Exit(_SIGNALLED + signal.SIGINT) from None
        except SystemExit as leave:
            # So the handler of SIGTERM ends a command, see `app.main`.
            if leave.code == _SIGNALLED + signal.SIGTERM:
                tell("ended by SIGTERM", _SIGNALLED + signal.SIGTERM)
            raise
        except Exception as error:
            if debug:
                traceback.print_exc()
            tell(message(error), exit_code(error))
            raise typer.Exit(exit_code(error)) from error

    return wrapped
