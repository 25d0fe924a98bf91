"""From the path that a user gave to an open store."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aesculus.defaults import on_store
from aesculus.errors import InputError
from aesculus.inputs import InputFileError, brief, check_name, named, nearest, read_bytes, unpacked
from aesculus.store.errors import DamagedRowError, DiskFullError, StoreError
from aesculus.store.store import Store
from aesculus.terminal import line

_MOST_UNPACKED = 256 << 20
"""Bytes of a store that is packed: those that are committed have some five million."""


@contextmanager
def opened(path: Path, *, must_exist: bool = False) -> Iterator[Store]:
    """Open the store for the length of a block; for reading alone where it cannot be written.

    Args:
        path: the database file.
        must_exist: open for reading; a store that is not there is refused.

    Raises:
        InputError: there is no store and `must_exist`, or no file can have such a name.
        StoreError: it cannot be opened.
    """
    check_name(path, "store")
    path = _followed(path)
    above = nearest(path.absolute().parent)
    if not above.is_dir():
        raise InputError(
            f"store {named(path)} is below {named(above)}, which is a file: name a file in a folder"
        )
    if must_exist and not path.exists():
        raise InputError(
            f"no store at {named(path)}: make one with `{on_store('aesculus explore', path)}`, "
            "or name another with --store"
        )
    if must_exist:
        check_bytes(path)
    readable_only = must_exist and not (
        os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    )
    try:
        opened_store = Store.open(path, writable=not readable_only)
    except DiskFullError:
        if not must_exist:
            raise
        # Even to be read it wants a little room beside it, unless it is not to be written.
        opened_store = Store.open(path, writable=False)
    with opened_store as store:
        try:
            yield store
        except DamagedRowError as error:
            raise error.of(path) from error


def _followed(path: Path) -> Path:
    """Return where a link leads: a store's artefacts and locks lie beside the file itself.

    Raises:
        InputError: it leads in a circle.
    """
    if not path.is_symlink():
        return path
    real = Path(os.path.realpath(path))
    if real.is_symlink():
        raise InputError(f"store {named(path)} is a link that leads in a circle: name a file")
    return real


def check_bytes(path: Path) -> None:
    """Return if a file has any bytes.

    Raises:
        InputError: it has none, so it is no store.
    """
    if path.is_file() and path.stat().st_size == 0:
        raise InputError(
            f"{path} is a file of no bytes, no store: was it cut short? Remove it, or give another"
        )


@contextmanager
def opened_packed(path: Path) -> Iterator[Store]:
    """Open a store that is one compressed file, `*.db.gz`, for reading for the length of a block.

    Raises:
        InputError: it is no such file, or what is in it cannot be opened.
    """
    try:
        content = unpacked(read_bytes(path, _MOST_UNPACKED), _MOST_UNPACKED)
    except InputFileError as error:
        why = brief(line(str(error)))
        raise InputError(f"{named(path)}: no compressed store: {why}") from error
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / path.name.removesuffix(".gz")
        plain.write_bytes(content)
        try:
            store = Store.open(plain, writable=False)
        except StoreError as error:
            told = brief(line(str(error).replace(str(plain), named(path))))
            raise InputError(f"{named(path)}: no compressed store: {told}") from error
        with store:
            yield store
