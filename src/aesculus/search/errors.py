"""Errors of this room."""


class SpaceFileError(ValueError):
    """A space file that cannot be used; the message is one line that names key and value."""


class SearchError(ValueError):
    """A search that cannot be done as asked; the message is one line."""
