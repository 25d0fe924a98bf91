"""Numbers on the command line: Python reads more than people write."""

from typing import Any

from aesculus.cli.usage import Said, legal_of, name_of
from aesculus.inputs import is_plain_number, shown


def check_numbers(command: Any) -> None:
    """Make a command refuse numbers such as `1_0`, `nan` and `inf`.

    Args:
        command: as typer makes it, with its metavars.
    """
    for each in command.params:
        if each.type_descriptor.annotation in {int, float}:
            each.process_value = _checked(each)


def _checked(option: Any) -> Any:
    take = option.process_value

    def process_value(ctx: Any, value: Any) -> Any:
        if isinstance(value, str) and not is_plain_number(value):
            said = f"{name_of(option)} {shown(value)}: {legal_of(option)}"
            raise Said(said, ctx=ctx)
        return take(ctx, value)

    return process_value
