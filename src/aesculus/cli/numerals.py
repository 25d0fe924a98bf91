"""Numbers on the command line: Python reads more than people write."""

from typing import Any

import typer

from aesculus.cli.usage import legal_of, name_of
from aesculus.inputs import is_plain_number, shown


class _NoNumber(typer.BadParameter):
    """A text that is no number; its message says all."""

    def format_message(self) -> str:
        """Return the message as it is."""
        return self.message


def check_numbers(command: Any) -> None:
    """Make a command, and those below it, refuse numbers such as `1_0`, `nan` and `inf`.

    Args:
        command: as typer makes it, with its metavars.
    """
    for below in getattr(command, "commands", {}).values():
        check_numbers(below)
    for each in command.params:
        if each.type_descriptor.annotation in {int, float}:
            each.process_value = _checked(each)


def _checked(option: Any) -> Any:
    take = option.process_value

    def process_value(ctx: Any, value: Any) -> Any:
        if isinstance(value, str) and not is_plain_number(value):
            said = f"{name_of(option)} {shown(value)}: {legal_of(option)}"
            raise _NoNumber(said, ctx=ctx)
        return take(ctx, value)

    return process_value
