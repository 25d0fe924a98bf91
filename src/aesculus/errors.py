"""Errors that end a command with one line, whichever room they come from."""


class InputError(ValueError):
    """What the user gave cannot be; the message is one line that says what would be legal."""


class RunError(Exception):
    """A run did not reach its end; the message is one line."""
