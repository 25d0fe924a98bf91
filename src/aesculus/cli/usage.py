"""What is told of a command line that cannot be read: option, value, and what would be legal."""

from typing import Any

from pydantic import ValidationError

from aesculus.inputs import brief, plain, shown

_NO_COMMAND = "No such command"


def told(error: Any) -> str:
    """Return the line that tells of a usage error.

    Args:
        error: as typer raises it; of a value that is no such number its cause is pydantic's, which
            alone knows the value.
    """
    cause, option = error.__cause__, getattr(error, "param", None)
    if not isinstance(cause, ValidationError) or option is None:
        text = " ".join(str(error.format_message()).split())
        return text + _commands(error) if text.startswith(_NO_COMMAND) else text
    fault = cause.errors()[0]
    name = max(option.opts, key=len) if option.param_type_name == "option" else option.name.upper()
    legal = plain(fault)
    if fault["type"].endswith("_parsing"):
        # It is no number at all: say in the same breath how large it may be.
        legal += _bounds(option)
    return brief(f"{name} {shown(fault['input'])}: {legal}")


def _commands(error: Any) -> str:
    group = getattr(error.ctx, "command", None)
    names = getattr(group, "commands", None)
    return f" Legal: {', '.join(names)}." if names else ""


def _bounds(option: Any) -> str:
    said = option.type_descriptor.parameter_info
    least, most = getattr(said, "min", None), getattr(said, "max", None)
    if least is not None and most is not None:
        return f" from {least:g} to {most:g}"
    if least is not None:
        return f" of at least {least:g}"
    return f" of at most {most:g}" if most is not None else ""
