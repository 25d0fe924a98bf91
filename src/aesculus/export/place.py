"""Putting a finished folder where a user wants it: whole or not at all."""

import glob
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock

from aesculus.errors import InputError, RunError
from aesculus.export.manifest import MANIFEST, Fault, checked, is_board, read
from aesculus.inputs import check_out_folder, naming

_NEW, _OLD, _LOCK, _OWNER = "new", "old", "lock", "host"
_LOSES = ("changed", "additional", "missing")


def refuse(out: Path, *, force: bool, board: bool = False) -> None:
    """Return if a bundle may be put in a place.

    There may be nothing, an empty folder, or a bundle as it was exported, which is replaced. One
    that was changed is replaced only by force; nothing else ever is: of a folder whose manifest
    does not list its files, nobody knows whose they are, and a bundle of the other kind was not
    meant.

    Args:
        out: the place.
        force: a bundle that was changed is replaced, too.
        board: what is put there is the bitstream of a board, and not the files of a design.

    Raises:
        InputError: otherwise, or nothing can be written there.
    """
    check_out_folder(out.absolute().parent, parents=True)
    clear(out)
    if not out.exists() and not out.is_symlink():
        return
    if not out.is_dir():
        raise InputError(f"--out {out} is a file: name a folder")
    if out.resolve() == Path.cwd():
        raise InputError(f"--out {out} is the folder that you are in: name another")
    if not any(out.iterdir()):
        return
    if not (out / MANIFEST).is_file():
        found = sorted(path.name for path in out.iterdir())[0]
        raise InputError(
            f"--out {out} holds {found!r} and is no bundle: name an empty folder or a new one"
        )
    try:
        other = is_board(read(out)) != board
        wrong = _changed(out)
    except (InputError, RunError) as error:
        raise InputError(
            f"--out {out} holds files and is no bundle ({error}): name an empty folder or a new one"
        ) from None
    if other:
        wrote = "export" if board else "build"
        raise InputError(
            f"--out {out} holds what aesculus {wrote} wrote: name an empty folder or a new one"
        )
    if wrong and not force:
        raise InputError(
            f"--out {out} was changed since its export ({_first(wrong)}): --force replaces it"
        )


def check_as_exported(bundle: Path) -> None:
    """Return if a bundle is as it was exported, but for what its Makefile builds.

    Raises:
        InputError: it is no bundle, or was changed.
        RunError: its manifest is damaged.
    """
    wrong = _changed(bundle)
    if wrong:
        raise InputError(f"{bundle} was changed since its export ({_first(wrong)}): export it anew")


def _first(faults: list[Fault]) -> str:
    """Return what to say of faults: one by which work would be lost, and how many more."""
    first = min(faults, key=lambda fault: _LOSES.index(fault.what))
    more = len(faults) - 1
    return f"{first} and {more} more" if more else str(first)


def _changed(bundle: Path) -> list[Fault]:
    return [each for each in checked(bundle) if not each.built]


@contextmanager
def replaced(out: Path) -> Iterator[Path]:
    """Give an empty folder beside a place, and put it there when the block ends well.

    Raises:
        OSError: a folder cannot be made or renamed.
    """
    with naming(out):
        place = out.resolve()
        place.parent.mkdir(parents=True, exist_ok=True)
        # In the same folder, so that the name changes within one file system.
        beside = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
        lock = FileLock(beside / _LOCK)
        try:
            lock.acquire()
            (beside / _OWNER).write_text(socket.gethostname(), encoding="utf-8")
            fresh, old = beside / _NEW, beside / _OLD
            fresh.mkdir()
            yield fresh
            try:
                if place.exists():
                    place.rename(old)
                fresh.rename(place)
            except BaseException:
                # An interrupt may come between the two as well, or behind the second.
                if old.exists() and not place.exists():
                    old.rename(place)
                raise
        except OSError as error:
            # The user knows the place that he named, not the folder beside it.
            if error.filename is not None and Path(error.filename).is_relative_to(beside):
                error.filename = str(out)
            raise
        finally:
            shutil.rmtree(beside, ignore_errors=True)
            lock.release()


def clear(out: Path) -> None:
    """Remove what runs left beside a place that were killed while they wrote it.

    A folder counts as theirs when it has the name, the lock and the host that `replaced` gives it,
    and nobody holds the lock any more, as the system lets go of it with the process. What stood at
    the place before is put back if the run was killed between the two renames.
    """
    place = out.resolve()
    for beside in place.parent.glob(f".{glob.escape(place.name)}.*"):
        with suppress(OSError, UnicodeDecodeError):
            here = (beside / _OWNER).read_text(encoding="utf-8") == socket.gethostname()
            if beside.is_symlink() or not here or not (beside / _LOCK).is_file():
                continue
            with FileLock(beside / _LOCK, blocking=False):
                if not place.exists() and (beside / _OLD).is_dir():
                    (beside / _OLD).rename(place)
                shutil.rmtree(beside, ignore_errors=True)
