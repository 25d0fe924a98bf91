"""What is done to every command before it is run: what it takes is told, and refused, alike."""

from collections.abc import Iterator
from typing import Any

from aesculus.cli.metavars import tell_kinds
from aesculus.cli.numerals import check_numbers
from aesculus.cli.once import check_once
from aesculus.cli.paths import check_paths
from aesculus.cli.usage import keep_command


def prepare(command: Any) -> None:
    """Make a command, and those below it, tell of what they take and refuse what cannot be.

    Args:
        command: as typer makes it.
    """
    for each in _with_those_below(command):
        # The others call an argument as the help does.
        tell_kinds(each)
        check_once(each)
        keep_command(each)
        check_numbers(each)
        check_paths(each)


def _with_those_below(command: Any) -> Iterator[Any]:
    yield command
    for below in getattr(command, "commands", {}).values():
        yield from _with_those_below(below)
