"""Reading text files that a user names: plain files of bounded size, or one line why not."""

import os
import stat
import tomllib
from pathlib import Path
from typing import Any

MOST_BYTES = 1 << 20
"""The largest text file that is read; those that people write have some kilobytes."""


class InputFileError(ValueError):
    """A file that cannot be read as what it should be; the message says why, without its name."""


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """Return the text of a file.

    Args:
        path: of a plain file in UTF-8, or a link to one; devices and pipes may never end.
        most: limit of its size in bytes.

    Raises:
        InputFileError: it is missing, no plain file, too large, or no text.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else None
        raise InputFileError(why or "no name of a file") from None
    try:
        kind = os.fstat(handle).st_mode
        if stat.S_ISDIR(kind):
            raise InputFileError("Is a directory")
        if not stat.S_ISREG(kind):
            raise InputFileError("no plain file")
        with os.fdopen(handle, "rb", closefd=False) as stream:
            content = stream.read(most + 1)
    finally:
        os.close(handle)
    if len(content) > most:
        raise InputFileError(f"more than {most:,} bytes")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise InputFileError("not a text in UTF-8") from None
    if "\0" in text:
        raise InputFileError("not a text: it holds zero bytes")
    return text


def parse_toml(text: str) -> dict[str, Any]:
    """Return what a text in TOML says.

    Raises:
        InputFileError: it is no TOML.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputFileError(f"not TOML: {error}") from None
    except (RecursionError, ValueError):
        raise InputFileError("not TOML: nested too deeply, or a number too long") from None
