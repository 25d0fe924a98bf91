"""Artefact files named by their SHA-256, beside the database.

A store may come from somebody else, and a link in its cache may lead anywhere. So no folder below
that of the store is reached through a link: each is opened from the one above it, and files are
named by the open folder that they lie in.
"""

import errno
import hashlib
import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from aesculus.store.errors import ArtefactError, MissingArtefactError, StoreError
from aesculus.store.names import is_digest

MOST_BYTES = 1 << 30
"""The largest artefact that is read; those of stages have some megabytes."""

_STALE_S = 24 * 3600.0
_PENDING = "tmp"
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_NO_FOLDER = {errno.ENOTDIR, errno.ELOOP}


class NotAFileError(Exception):
    """What is at a path is no plain file, or larger than any artefact."""


def _read(folder: int, name: str) -> bytes:
    """Return the content of a plain file; no link, device or pipe is read, which may never end."""
    try:
        handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise NotAFileError("is a link: only files of the cache itself are read") from None
        raise
    with os.fdopen(handle, "rb") as stream:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise NotAFileError("is no plain file")
        if found.st_size > MOST_BYTES:
            raise NotAFileError(f"has {found.st_size:,} bytes, more than an artefact can have")
        return stream.read()


def _names(folder: int) -> list[str]:
    with os.scandir(folder) as entries:
        return [entry.name for entry in entries]


class ArtefactCache:
    """A folder of files `ab/<sha256>`, each written whole or not at all."""

    def __init__(self, root: Path):
        self.root = root
        self._swept = False

    def path(self, digest: str) -> Path:
        """Return where the artefact of a digest lives, whether it is there or not.

        Raises:
            ArtefactError: it is no digest; a name out of a store must not lead out of the cache.
        """
        if not is_digest(digest):
            raise ArtefactError(f"artefact {digest[:80]!a} is no SHA-256 in 64 hex digits")
        return self.root / digest[:2] / digest

    @contextmanager
    def _folder(self, *names: str, make: bool = False) -> Iterator[int]:
        """Yield the open cache, or a folder of it; the cache's own folder is the user's choice.

        Raises:
            FileNotFoundError: it is not there.
            StoreError: it is a link, or no folder.
        """
        if make:
            self.root.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(self.root.parent, _FOLDER)
        try:
            for depth, name in enumerate((self.root.name, *names)):
                if make:
                    with suppress(FileExistsError):
                        os.mkdir(name, dir_fd=handle)
                        # The folder itself must survive a power cut, not only what lies in it.
                        os.fsync(handle)
                try:
                    inner = os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=handle)
                except OSError as error:
                    if error.errno not in _NO_FOLDER:
                        raise
                    place = self.root.joinpath(*names[:depth])
                    raise StoreError(
                        f"cache folder {place} is a link or no folder: nothing in it is read or "
                        "written; put a folder in its place"
                    ) from None
                os.close(handle)
                handle = inner
            yield handle
        finally:
            os.close(handle)

    def add(self, content: bytes) -> str:
        """Keep `content` durably and return its SHA-256.

        Raises:
            OSError: it could not be written; no partial file is left under the final name.
            StoreError: a folder of the cache is a link.
        """
        digest = hashlib.sha256(content).hexdigest()
        if not self._swept:
            # Here and not on opening: who only reads a store removes nothing.
            self._swept = True
            self.sweep()
        with self._folder(digest[:2], make=True) as folder:
            # Compared whole: a file of the right size may still hold what a failing disk left.
            with suppress(OSError, NotAFileError):
                if _read(folder, digest) == content:
                    return digest
            self._write(folder, digest, content)
        return digest

    def _write(self, folder: int, digest: str, content: bytes) -> None:
        with self._folder(_PENDING, make=True) as pending:
            name = secrets.token_hex(16)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
            handle = os.open(name, flags, 0o600, dir_fd=pending)
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(content)
                    stream.flush()
                    os.fsync(stream.fileno())
                os.replace(name, digest, src_dir_fd=pending, dst_dir_fd=folder)
            except BaseException:
                with suppress(FileNotFoundError):
                    os.unlink(name, dir_fd=pending)
                raise
        # The rename itself must survive a power cut, not only the content.
        os.fsync(folder)

    def get(self, digest: str) -> bytes:
        """Return the content of an artefact.

        Raises:
            ArtefactError: it is not there, is no plain file of the cache itself, or its content
                does not hash to `digest`.
        """
        path = self.path(digest)
        try:
            with self._folder(digest[:2]) as folder:
                content = _read(folder, digest)
        except FileNotFoundError:
            raise MissingArtefactError(
                f"artefact {digest} is missing from {self.root}; `aesculus store forget --damaged` "
                "forgets what was made with it"
            ) from None
        except NotAFileError as error:
            raise ArtefactError(f"artefact {path} {error}") from None
        except StoreError as error:
            raise ArtefactError(f"artefact {digest}: {error}") from None
        if hashlib.sha256(content).hexdigest() != digest:
            raise ArtefactError(f"artefact {path} is damaged: its content has another SHA-256")
        return content

    def is_filled(self) -> bool:
        """Return whether any artefact is there."""
        with suppress(FileNotFoundError, StoreError), self._folder() as root:
            for name in _names(root):
                if len(name) != len("ab"):
                    continue
                with suppress(FileNotFoundError, StoreError), self._folder(name) as folder:
                    if any(map(is_digest, _names(folder))):
                        return True
        return False

    def sweep(self) -> None:
        """Remove what writers that died left half-written more than a day ago."""
        limit = time.time() - _STALE_S
        with suppress(OSError, StoreError), self._folder(_PENDING) as pending:
            for name in _names(pending):
                with suppress(OSError):
                    found = os.stat(name, dir_fd=pending, follow_symlinks=False)
                    if stat.S_ISREG(found.st_mode) and found.st_mtime < limit:
                        os.unlink(name, dir_fd=pending)
