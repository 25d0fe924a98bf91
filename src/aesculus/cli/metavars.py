"""What stands for a value in `--help`: what it is, and not its type in Python."""

from typing import Any

_KINDS = {
    "axis": "AXIS=VALUE",
    "board": "BOARD",
    "budget": "TIME",
    "device": "DEVICE",
    "family": "FAMILY",
    "host": "ADDRESS",
    "label": "LABEL",
    "latency": "TIME",
    "maximise": "FIGURE",
    "minimise": "FIGURE",
    "paper": "PAPER",
    "points": "LABEL|SET",
    "recipe": "NAME",
    "sort": "FIGURE",
    "stage": "STAGE",
    "strategy": "NAME",
    "throughput": "RATE",
    "tool": "TOOL",
}
"""Option or argument to what it is, where its type does not tell."""

_PATH, _NUMBER, _TEXT = "PATH", "N", "TEXT"


def tell_kinds(command: Any) -> None:
    """Make the help of a command say what values are.

    Args:
        command: as typer makes it; an option or argument that has a metavar of its own keeps it.
    """
    for each in command.params:
        if getattr(each, "is_flag", False):
            continue
        if each.metavar is None:
            each.metavar = _kind(each)
        if each.param_type_name == "argument":
            # Beside its name typer would print its type as well.
            each.display_type_rich = _nothing


def _kind(each: Any) -> str:
    if each.name in _KINDS:
        return _KINDS[each.name]
    of = each.type_descriptor
    if of.is_path:
        return _PATH
    return _NUMBER if of.annotation in {int, float} else _TEXT


def _nothing(ctx: Any) -> None:
    del ctx
