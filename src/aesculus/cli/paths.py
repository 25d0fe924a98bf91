"""Paths on the command line: an empty one, most likely of a variable without a value, is none."""

from pathlib import Path
from typing import Any, get_args

import typer


def refuse_empty(command: Any) -> None:
    """Make a command, and those below it, refuse a path that is empty.

    It would become the folder that the user is in, and no error could tell what was given.

    Args:
        command: as typer makes it.
    """
    for below in getattr(command, "commands", {}).values():
        refuse_empty(below)
    for each in command.params:
        of = each.type_descriptor
        if of.is_path or Path in get_args(of.annotation):
            each.process_value = _checked(each)


def _checked(option: Any) -> Any:
    take = option.process_value
    is_option = option.param_type_name == "option"
    hint = max(option.opts, key=len) if is_option else option.name.upper()

    def process_value(ctx: Any, value: Any) -> Any:
        if value == "" or (isinstance(value, list | tuple) and "" in value):
            raise typer.BadParameter("'' names no file or folder", ctx=ctx, param_hint=hint)
        return take(ctx, value)

    return process_value
