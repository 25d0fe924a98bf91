"""What `explore` refuses before it starts, and what it makes of how it ended."""

from aesculus.engine import Summary
from aesculus.errors import InputError, RunError


def needs_space(**given: object) -> None:
    """Refuse options that mean nothing without a space.

    Raises:
        InputError: one of them is given.
    """
    for name, value in given.items():
        if value:
            raise InputError(f"--{name} belongs to a search: name a space file with --space")


def check_some_went_well(summary: Summary) -> None:
    """Tell of a run in which nothing went well.

    Raises:
        RunError: everything that was run failed.
    """
    if summary.ran and summary.failed == summary.ran:
        raise RunError(
            f"all {summary.ran} runs failed, first: {summary.reasons[0]}; "
            "`aesculus log LABEL` shows what the tools said"
        )
