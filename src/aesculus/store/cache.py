"""Artefact files named by their SHA-256, beside the database."""

import hashlib
import os
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from aesculus.store.errors import ArtefactError
from aesculus.store.names import is_digest

MOST_BYTES = 1 << 30
"""The largest artefact that is read; those of stages have some megabytes."""

_STALE_S = 24 * 3600.0


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class NotAFileError(Exception):
    """What is at a path is no plain file, or larger than any artefact."""


def _read(path: Path) -> bytes:
    """Return the content of a plain file; no link, device or pipe is read, which may never end."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        if path.is_symlink():
            raise NotAFileError("is a link: only files of the cache itself are read") from None
        raise
    with os.fdopen(handle, "rb") as stream:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise NotAFileError("is no plain file")
        if found.st_size > MOST_BYTES:
            raise NotAFileError(f"has {found.st_size:,} bytes, more than an artefact can have")
        return stream.read()


class ArtefactCache:
    """A folder of files `ab/<sha256>`, each written whole or not at all."""

    def __init__(self, root: Path):
        self.root = root

    def path(self, digest: str) -> Path:
        """Return where the artefact of a digest lives, whether it is there or not.

        Raises:
            ArtefactError: it is no digest; a name out of a store must not lead out of the cache.
        """
        if not is_digest(digest):
            raise ArtefactError(f"artefact {digest[:80]!a} is no SHA-256 in 64 hex digits")
        return self.root / digest[:2] / digest

    def add(self, content: bytes) -> str:
        """Keep `content` durably and return its SHA-256.

        Raises:
            OSError: it could not be written; no partial file is left under the final name.
        """
        digest = hashlib.sha256(content).hexdigest()
        target = self.path(digest)
        # Compared whole: a file of the right size may still hold what a failing disk left in it.
        if target.is_file() and not target.is_symlink() and target.read_bytes() == content:
            return digest
        self._write(target, content)
        return digest

    def _write(self, target: Path, content: bytes) -> None:
        pending = self.root / "tmp"
        new_folder = not target.parent.is_dir()
        pending.mkdir(parents=True, exist_ok=True)
        target.parent.mkdir(exist_ok=True)
        handle, name = tempfile.mkstemp(dir=pending)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        # The rename itself must survive a power cut, not only the content.
        _sync_folder(target.parent)
        if new_folder:
            _sync_folder(self.root)

    def get(self, digest: str) -> bytes:
        """Return the content of an artefact.

        Raises:
            ArtefactError: it is not there, is no plain file, or its content does not hash to
                `digest`.
        """
        path = self.path(digest)
        try:
            content = _read(path)
        except FileNotFoundError:
            raise ArtefactError(f"artefact {digest} is missing from {self.root}") from None
        except NotAFileError as error:
            raise ArtefactError(f"artefact {path} {error}") from None
        if hashlib.sha256(content).hexdigest() != digest:
            raise ArtefactError(f"artefact {path} is damaged: its content has another SHA-256")
        return content

    def is_filled(self) -> bool:
        """Return whether any artefact is there."""
        return any(
            is_digest(path.name)
            for folder in self.root.glob("??")
            for path in folder.glob("?" * 64)
        )

    def sweep(self) -> None:
        """Remove what writers that died left half-written more than a day ago."""
        limit = time.time() - _STALE_S
        for path in (self.root / "tmp").glob("*"):
            with suppress(OSError):
                if path.stat().st_mtime < limit:
                    path.unlink()
