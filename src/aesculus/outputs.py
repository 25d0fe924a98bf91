"""Files that are written whole or not at all, and by one process at a time."""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from aesculus.inputs import naming

_SHOWN = 40
"""So much of a file's name is in that of what becomes it."""


def write_whole(path: Path, content: bytes | str) -> None:
    """Write a file; an older one there, or where a link there leads, is replaced whole.

    Args:
        path: the file; its folder has to be there.
        content: its bytes, or a text that becomes UTF-8.

    Raises:
        OSError: the file cannot be written; an older one is then left as it was.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    path = Path(os.path.realpath(path))
    with naming(path):
        mode = path.stat().st_mode & 0o777 if path.exists() else None
        # By its ending nobody takes it for what it becomes; a name may be as long as a system has.
        pending = path.with_name(f".{path.name[:_SHOWN]}.{secrets.token_hex(4)}")
        # Who may read a new file is the user's own setting.
        handle = os.open(pending, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        with naming(path), os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            # Else a machine that loses power may have the new name with nothing in it.
            os.fsync(stream.fileno())
        if mode is not None:
            pending.chmod(mode)
        pending.replace(path)
    except BaseException:
        pending.unlink(missing_ok=True)
        raise


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Have other processes wait that would rewrite files of a folder from what they read there.

    Args:
        folder: made if it is not there.

    Raises:
        OSError: it cannot be made or opened.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # `FileLock` would leave a file there, and wait for ever in a folder where it can make none.
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with suppress(OSError):
            # Where a file system has no locks it is as it was without.
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
