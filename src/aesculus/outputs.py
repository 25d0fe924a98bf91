"""Files that are written whole or not at all."""

import os
import tempfile
from pathlib import Path

from aesculus.inputs import naming


def write_whole(path: Path, content: bytes | str) -> None:
    """Write a file; an older one there, or where a link there leads, is replaced whole.

    Args:
        path: the file; its folder has to be there.
        content: its bytes, or a text that becomes UTF-8.

    Raises:
        OSError: the file cannot be written; an older one is then left as it was.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    path = path.resolve()
    with naming(path):
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
        # By its ending nobody takes it for what it becomes.
        handle, pending = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with naming(path), os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            # Else a machine that loses power may have the new name with nothing in it.
            os.fsync(stream.fileno())
        Path(pending).chmod(mode)
        Path(pending).replace(path)
    except BaseException:
        Path(pending).unlink(missing_ok=True)
        raise
