"""What is told of a command line that cannot be read: option, value, and what would be legal."""

from typing import Any

import typer
from pydantic import ValidationError

from aesculus.inputs import brief, number, plain, shown

_NO_COMMAND = "No such command"
_NO_VALUE = "requires an argument."


class Said(typer.BadParameter):
    """A value that cannot be; its message says all."""

    def format_message(self) -> str:
        """Return the message as it is."""
        return self.message


def told(error: Any) -> str:
    """Return the line that tells of a usage error.

    Args:
        error: as typer raises it; of a value that is no such number its cause is pydantic's, which
            alone knows the value.
    """
    cause, option = error.__cause__, getattr(error, "param", None)
    if not isinstance(cause, ValidationError) or option is None:
        text = " ".join(str(error.format_message()).split())
        if text.startswith(_NO_COMMAND):
            return text + _commands(error)
        without = _without_value(error) if text.endswith(_NO_VALUE) else None
        return text if without is None else f"{name_of(without)}: {legal_of(without)}"
    fault = cause.errors()[0]
    legal = plain(fault)
    if fault["type"].endswith("_parsing"):
        # It is no number at all: say in the same breath how large it may be.
        legal += _bounds(option)
    return brief(f"{name_of(option)} {shown(fault['input'])}: {legal}")


def name_of(option: Any) -> str:
    """Return what an option or an argument is called in errors: as `--help` calls it."""
    if option.param_type_name == "option":
        return str(max(option.opts, key=len))
    return str(option.metavar or option.name.upper())


def legal_of(option: Any) -> str:
    """Return what may be given as an option's value."""
    kind = option.type_descriptor.annotation
    if kind in {int, float}:
        return f"give a {'whole ' * (kind is int)}number{_bounds(option)}"
    return f"give {option.metavar}"


def keep_command(command: Any) -> None:
    """Make usage errors of a command know which command was meant.

    The parser, which tells of an option without its value, does not say whose option it is.

    Args:
        command: as typer makes it.
    """
    take = command.parse_args

    def parse_args(ctx: Any, args: list[str]) -> Any:
        try:
            return take(ctx, args)
        except Exception as error:
            if getattr(error, "option_name", None) and getattr(error, "ctx", ctx) is None:
                error.ctx = ctx  # type: ignore[attr-defined]
            raise

    command.parse_args = parse_args


def _without_value(error: Any) -> Any:
    """Return the option behind which nothing stands, of the command that was meant."""
    name = getattr(error, "option_name", None)
    params = getattr(getattr(error.ctx, "command", None), "params", ())
    return next((each for each in params if name in each.opts), None)


def _commands(error: Any) -> str:
    group = getattr(error.ctx, "command", None)
    names = getattr(group, "commands", None)
    return f" Legal: {', '.join(names)}." if names else ""


def _bounds(option: Any) -> str:
    said = option.type_descriptor.parameter_info
    least, most = getattr(said, "min", None), getattr(said, "max", None)
    if least is not None and most is not None:
        return f" from {number(least)} to {number(most)}"
    if least is not None:
        return f" of at least {number(least)}"
    return f" of at most {number(most)}" if most is not None else ""
