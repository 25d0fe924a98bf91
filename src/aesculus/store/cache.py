"""Artefact files named by their SHA-256, beside the database."""

import hashlib
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from aesculus.store.errors import ArtefactError

_STALE_S = 24 * 3600.0


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class ArtefactCache:
    """A folder of files `ab/<sha256>`, each written whole or not at all."""

    def __init__(self, root: Path):
        self.root = root

    def path(self, digest: str) -> Path:
        """Return where the artefact of a digest lives, whether it is there or not."""
        return self.root / digest[:2] / digest

    def add(self, content: bytes) -> str:
        """Keep `content` durably and return its SHA-256.

        Raises:
            OSError: it could not be written; no partial file is left under the final name.
        """
        digest = hashlib.sha256(content).hexdigest()
        target = self.path(digest)
        # Compared whole: a file of the right size may still hold what a failing disk left in it.
        if target.is_file() and target.read_bytes() == content:
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
            ArtefactError: it is not there, or its content does not hash to `digest`.
        """
        path = self.path(digest)
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            raise ArtefactError(f"artefact {digest} is missing from {self.root}") from None
        if hashlib.sha256(content).hexdigest() != digest:
            raise ArtefactError(f"artefact {path} is damaged: its content has another SHA-256")
        return content

    def sweep(self) -> None:
        """Remove what writers that died left half-written more than a day ago."""
        limit = time.time() - _STALE_S
        for path in (self.root / "tmp").glob("*"):
            with suppress(OSError):
                if path.stat().st_mtime < limit:
                    path.unlink()
