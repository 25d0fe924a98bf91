"""Errors that end a command with one line, whichever room they come from."""

import errno

_DISK_FULL = {errno.ENOSPC, errno.EDQUOT}


class InputError(ValueError):
    """What the user gave cannot be; the message is one line that says what would be legal."""


class RunError(Exception):
    """A run did not reach its end; the message is one line."""


def told_of_disk(error: OSError) -> str:
    """Return the line that tells of a disk without room, as runs do; empty for another error."""
    if error.errno not in _DISK_FULL:
        return ""
    where = f" of {error.filename}" if error.filename else ""
    return f"no space left on the disk{where}: free some and run again"
