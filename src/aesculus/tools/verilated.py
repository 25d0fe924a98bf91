"""The runtime of Verilator and its headers, compiled once a machine.

A folder of the user's caches holds them for one compiler and one Verilator. What is compiled comes
into a folder of its own there; `made.json`, which is written when all of it is on the disk, names
this folder and the SHA-256 of its files. Nothing that differs is used: it is compiled anew.
"""

import hashlib
import json
import os
import shutil
import tempfile
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from filelock import FileLock

from aesculus.inputs import InputFileError, named, read_bytes, read_text
from aesculus.tools.choice import environment
from aesculus.tools.process import Failure, ToolError, run

RUNTIME = ("verilated.o", "verilated_threads.o")
MADE = "made.json"
"""Names what is to be used in the folder of a compiler and a Verilator."""

_HEADER = "headers.h"
_GCH = f"{_HEADER}.gch"
_HEADERS = "".join(
    f"#include {name}\n"
    for name in (
        '"verilated.h"',
        *("<cstdint>", "<cstdio>", "<cstdlib>", "<cstring>", "<memory>", "<string>"),
        *("<type_traits>", "<utility>", "<vector>"),
    )
)
"""What models and benches include, as one header to compile once."""

_FOLDER = "verilated-"
_MOST_BYTES = 1 << 30
_OLD_S = 24 * 3600.0
"""So long files that nothing names any more stay: a compiler may be at work with them."""


@cache
def identity(compiler: str) -> str:
    """Return what a compiler says of its version.

    Raises:
        ToolError: it says none.
    """
    command = [compiler, "--version"]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "version"
        try:
            return run(command, name=compiler, cwd=Path(folder), log=log, timeout_s=60).log
        except ToolError as error:
            if error.kind is Failure.REFUSED:
                # Some other program: whatever it said is no reason.
                reason = f"{compiler} --version fails: it is no C++ compiler that works"
                raise error.told(reason) from error
            raise


def is_clang(compiler: str) -> bool:
    """Return whether a compiler is a Clang."""
    return "clang" in identity(compiler).lower()


def place(include: Path, compiler: str, objects: Path, timeout_s: float) -> Path | None:
    """Put the compiled runtime into a folder, where make takes it as up to date.

    This, and headers that need no parsing, saves the larger part of the build of a small design. It
    is only a cache: where it cannot be kept, make compiles the runtime itself.

    Args:
        include: the folder of the runtime's sources.
        compiler: the C++ compiler.
        objects: where the model is compiled.
        timeout_s: limit of wall time in seconds of each file that has to be compiled.

    Returns:
        The header that is precompiled; None if there is none that make can be told of.

    Raises:
        ToolError: the compiler does not compile it.
    """
    key = hashlib.sha256(_HEADERS.encode())
    for part in (identity(compiler), compiler, str(include), _stamp(include / "verilated.cpp")):
        key.update(part.encode())
    store = environment().cache_folder / f"{_FOLDER}{key.hexdigest()[:16]}"
    # GCC passes over a precompiled header that does not fit its flags; Clang stops at one.
    names = RUNTIME if is_clang(compiler) else (*RUNTIME, _GCH)
    try:
        folder = _sound(store, (_HEADER, *names))
        if folder is None:
            # Of several builds that begin at once on a new machine one compiles, the others wait.
            store.mkdir(parents=True, exist_ok=True)
            with FileLock(store / "lock", timeout=timeout_s):
                folder = _sound(store, (_HEADER, *names))
                if folder is None:
                    folder = _compile(compiler, include, store, names, timeout_s)
        for name in RUNTIME:
            # A copy with a new date, or make would think it older than its source.
            shutil.copyfile(folder / name, objects / name)
    except OSError:
        for name in RUNTIME:
            (objects / name).unlink(missing_ok=True)
        return None
    header = folder / _HEADER
    return header if _GCH in names and len(str(header).split()) == 1 else None


def unkept() -> str:
    """Return why nothing that is compiled can be kept, in one line; empty if it can, or is there.

    Raises:
        ToolError: a variable cannot be what it is.
    """
    folder = environment().cache_folder
    try:
        if any(folder.glob(f"{_FOLDER}*/{MADE}")):
            return ""
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return (
            f"{named(folder)} cannot be written ({error.strerror}), so each simulation compiles "
            "Verilator's runtime anew: name another folder by AESCULUS_CACHE"
        )


def _stamp(path: Path) -> str:
    state = path.stat()
    return f"{state.st_size}-{state.st_mtime_ns}"


def _sound(store: Path, names: Sequence[str]) -> Path | None:
    """Return the folder with what was compiled; None if there is none, or one file is not whole."""
    try:
        told = json.loads(read_text(store / MADE))
        folder = store / Path(told["folder"]).name
        sums = {name: _sum(folder / name) for name in names}
    except (InputFileError, OSError, ValueError, RecursionError, KeyError, TypeError):
        return None
    return folder if told["sha256"] == sums else None


def _sum(path: Path) -> str:
    """Return the SHA-256 (hex) of a plain file.

    Raises:
        InputFileError: it cannot be read.
        OSError: it is not there.
    """
    state = path.stat()
    return _sum_of(path, state.st_ino, state.st_size, state.st_mtime_ns)


@cache
def _sum_of(path: Path, *_state: int) -> str:
    # The header has seventy megabytes: it is read once by each process.
    return hashlib.sha256(read_bytes(path, _MOST_BYTES)).hexdigest()


def _compile(
    compiler: str, include: Path, store: Path, names: Sequence[str], timeout_s: float
) -> Path:
    """Compile runtime and headers; return the folder that has them.

    Raises:
        OSError: they cannot be written.
        ToolError: the compiler does not compile them.
    """
    folder = store / f"made-{uuid.uuid4().hex[:12]}"
    folder.mkdir(parents=True)
    try:
        (folder / _HEADER).write_text(_HEADERS, encoding="utf-8")
        for name in names:
            source = _HEADER if name == _GCH else str(include / name.replace(".o", ".cpp"))
            kind = ["-x", "c++-header"] if name == _GCH else ["-c"]
            command = [compiler, "-O1", "-I.", f"-I{include}", f"-I{include / 'vltstd'}"]
            command += ["-DVERILATOR=1", "-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TIMING=0"]
            command += ["-DVM_TRACE=0", "-DVM_TRACE_FST=0", "-DVM_TRACE_VCD=0"]
            command += ["-DVM_TRACE_SAIF=0", *kind, "-o", name, source]
            run(
                command,
                name="C++ build of the simulation",
                cwd=folder,
                log=folder / "log",
                timeout_s=timeout_s,
            )
        _publish(store, folder, (_HEADER, *names))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    _clean(store, folder)
    return folder


def _publish(store: Path, folder: Path, names: Sequence[str]) -> None:
    for name in names:
        _sync(folder / name)
    _sync(folder)
    try:
        sums = {name: _sum(folder / name) for name in names}
    except InputFileError as error:
        raise OSError(str(error)) from error
    pending = folder / MADE
    told = {"folder": folder.name, "sha256": sums}
    pending.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    _sync(pending)
    pending.replace(store / MADE)
    _sync(store)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _clean(store: Path, used: Path) -> None:
    """Remove what an earlier damage or an interrupted process left."""
    for path in store.iterdir():
        with suppress(OSError):
            if path.is_dir() and path != used and path.stat().st_mtime < time.time() - _OLD_S:
                shutil.rmtree(path, ignore_errors=True)
