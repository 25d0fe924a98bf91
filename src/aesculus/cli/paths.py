"""Paths on the command line: some texts can be the name of no file or folder."""

from pathlib import Path
from typing import Any, get_args

import typer

from aesculus.cli.usage import Said, name_of
from aesculus.errors import InputError
from aesculus.inputs import check_name


def check_paths(command: Any) -> None:
    """Make a command refuse a path that is empty or that no file can have.

    An empty one, most likely of a variable without a value, would become the folder that the user
    is in, and no error could tell what was given.

    Args:
        command: as typer makes it, with its metavars.
    """
    for each in command.params:
        of = each.type_descriptor
        # What takes a file or a name is a text to the parser.
        if of.is_path or Path in get_args(of.annotation) or "FILE" in (each.metavar or ""):
            each.process_value = _checked(each)


def _checked(option: Any) -> Any:
    take = option.process_value

    def process_value(ctx: Any, value: Any) -> Any:
        hint = name_of(option)
        if value == "" or (isinstance(value, list | tuple) and "" in value):
            raise typer.BadParameter("'' names no file or folder", ctx=ctx, param_hint=hint)
        found = take(ctx, value)
        for path in found if isinstance(found, list) else [found]:
            if isinstance(path, Path):
                try:
                    check_name(path, hint)
                except InputError as error:
                    raise Said(str(error), ctx=ctx) from None
        return found

    return process_value
