"""An option that takes one value is given once: nobody can know which of two was meant."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from aesculus.cli.usage import Said, name_of
from aesculus.inputs import brief
from aesculus.terminal import line


def check_once(command: Any) -> None:
    """Make a command refuse an option of one value that is given twice.

    Args:
        command: as typer makes it.
    """
    take = command.parse_args

    def parse_args(ctx: Any, args: list[str]) -> Any:
        # What takes the words out of the list is the second reading.
        _, _, order = command.make_parser(ctx).parse_args(args=[*args])
        # A shell that completes a word wants no errors.
        for option, times in () if ctx.resilient_parsing else Counter(order).items():
            one = option.param_type_name == "option" and not option.multiple
            if one and times > 1 and not (option.is_flag or option.count):
                given = ", ".join(_values(option, args))
                said = f"{name_of(option)} is given {times} times: {given}; give it one value"
                raise Said(brief(line(said)), ctx=ctx)
        return take(ctx, args)

    command.parse_args = parse_args


def _values(option: Any, args: Sequence[str]) -> Iterator[str]:
    """Give what stands behind an option in a command line, each time that it is there."""
    for place, word in enumerate(args):
        for name in option.opts:
            if word == name:
                yield from args[place + 1 : place + 2]
            elif name.startswith("--") and word.startswith(f"{name}="):
                yield word.partition("=")[2]
            elif not name.startswith("--") and word.startswith(name):
                yield word[len(name) :]
