"""The end of a command: what was printed is handed over to who reads it."""

import sys

from aesculus import terminal
from aesculus.cli.telling import tell

FAILED = 1


def handed_over(code: int) -> int:
    """Hand over what is still in the streams.

    Args:
        code: the exit code as it would be.

    Returns:
        The exit code: the same where who reads has left, as what was found out stays so; 1 where
        it cannot be written.
    """
    try:
        sys.stdout.flush()
    except SystemExit:
        return code
    except OSError as error:
        return unwritten(error)
    return code


def unwritten(error: OSError) -> int:
    """Tell that what is printed cannot be written, and return the exit code of that."""
    tell(str(error), FAILED)
    terminal.drop()
    return FAILED
