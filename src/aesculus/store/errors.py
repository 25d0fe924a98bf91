"""Errors of the store, each with one line that a user can act on."""

import errno
import os
import shlex
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from aesculus.defaults import on_store
from aesculus.inputs import nearest

_NO_PLACE = {
    errno.ENOENT,
    errno.EEXIST,
    errno.ENAMETOOLONG,
    errno.ENOTDIR,
    errno.EISDIR,
    errno.ELOOP,
}
_LEAST_ROOM = 64 << 10
"""What SQLite makes beside a database takes half of it."""
_DISK_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class StoreError(Exception):
    """The store cannot do what was asked; the message is one line and nothing stored was lost."""


class DiskFullError(StoreError):
    """There is no room on the store's disk; it can still be read."""


class NoStoreError(StoreError):
    """What was named as a store is none, or cannot be one: bad input, and no damage."""


class ArtefactError(StoreError):
    """An artefact is not in the cache, or its content is no longer what its name promises.

    The engine treats the record as not there and runs the job again.
    """


class MissingArtefactError(ArtefactError):
    """An artefact is not in the cache; a bare store has none of what it was copied from."""


class DamagedRecordError(StoreError):
    """A record cannot be read; `translated` adds how it is mended."""


class DamagedRowError(StoreError):
    """A row of figures that is none, or cannot be made of its records.

    Attributes:
        why: what is wrong with it.
    """

    def __init__(self, why: str, path: Path | None = None) -> None:
        self.why = why
        command = "aesculus store check"
        command = command if path is None else on_store(command, path)
        super().__init__(f"{why}: `{command}` names the damage")

    def of(self, path: Path) -> "DamagedRowError":
        """Return the same, with the command on the store that it was found in."""
        return DamagedRowError(self.why, path)


class MergeError(StoreError):
    """Records of another store that do not verify; all others were taken over.

    Attributes:
        taken: how many were.
        refused: what was not, and why; a line each.
    """

    def __init__(self, path: Path, taken: int, refused: Sequence[str]) -> None:
        self.taken = taken
        self.refused = tuple(refused)
        more = f" (and {len(refused) - 1} more)" if len(refused) > 1 else ""
        super().__init__(
            f"{taken:,} results taken from {path}, {len(refused):,} refused that do not verify: "
            f"{refused[0]}{more}"
        )


def _sqlite_message(error: BaseException) -> str:
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(cause).strip()


def damaged(path: Path, detail: str) -> StoreError:
    """Return the error for a database that SQLite cannot read as one."""
    return StoreError(
        f"store {path} is damaged ({detail}); nothing in it was changed: recover it with "
        f"`sqlite3 {shlex.quote(str(path))} .recover`, if yours can, or name another file to start "
        "a new store"
    )


def no_store(path: Path, why: str) -> NoStoreError:
    """Return the error for something else than a store."""
    return NoStoreError(f"{path} is not a store: {why}; it was left untouched: name another file")


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < _LEAST_ROOM
    except OSError:
        return False


def _is_there(path: Path) -> bool:
    """Return whether there is such a file; one that nobody may look for counts as there."""
    try:
        path.stat()
    except FileNotFoundError:
        return False
    except OSError:
        pass
    return True


def _translate(path: Path, error: BaseException) -> StoreError:
    message = _sqlite_message(error)
    low = message.lower()
    number = error.errno if isinstance(error, OSError) else None
    # SQLite has no words of its own for a disk that has no room for its shared memory. Words of the
    # system have the path in them.
    if (
        ("full" in low and number is None)
        or number in _DISK_FULL
        or ("disk i/o" in low and _is_full(path))
    ):
        return DiskFullError(
            f"store {path}: the disk is full ({message}); what was kept before is not lost: free "
            "some space and run again"
        )
    denied = number in {errno.EACCES, errno.EROFS, errno.EPERM}
    if (
        "readonly" in low
        or "read-only" in low
        or ("unable to open" in low and path.exists() and not os.access(path.parent, os.W_OK))
        or denied
    ):
        there = _is_there(path)
        what = "is read-only" if there else "cannot be made, as its folder is read-only"
        folder = "its folder" if there else str(nearest(path.absolute().parent))
        return StoreError(
            f"store {path} {what} ({message}); nothing was changed: make "
            f"{'the file and ' if there else ''}{folder} writable, or name another file"
        )
    if any(
        words in low for words in ("not a database", "malformed", "could not decode", "corrupt")
    ):
        return damaged(path, ascii(message)[1:-1][:200])
    if "locked" in low or "busy" in low:
        return StoreError(
            f"store {path} stayed locked by another process ({message}); nothing was changed: "
            "end the process that holds it, or try again"
        )
    if "unable to open" in low or number in _NO_PLACE:
        kind = NoStoreError if number in _NO_PLACE else StoreError
        return kind(
            f"store {path} cannot be opened ({message}): name a file in a folder that exists and "
            "can be written"
        )
    return StoreError(f"store {path}: {message}; what was kept before is not lost")


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn database and file errors raised inside the block into a `StoreError` about `path`.

    A damaged record's error says with it how it is mended there.
    """
    try:
        yield
    except DamagedRecordError as error:
        check, forget = (
            on_store(f"aesculus store {command}", path) for command in ("check", "forget --damaged")
        )
        raise StoreError(f"{error}: `{check}` names all, `{forget}` drops them") from error
    except UnicodeDecodeError as error:
        # A message of SQLite about damage may hold the damage itself.
        raise damaged(path, "a text in it is none") from error
    except (DBAPIError, sqlite3.Error, OSError) as error:
        if _sqlite_message(error) == "interrupted":
            # Ctrl-C, which SQLite has made into an error of its own.
            raise KeyboardInterrupt from error
        raise _translate(path, error) from error
