"""The list of a bundle's files by their hashes, and the check of a folder against it."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aesculus.errors import InputError, RunError
from aesculus.export.sources import with_licence
from aesculus.inputs import InputFileError, named, read_text, shown
from aesculus.store.names import is_digest

MANIFEST = "manifest.json"
FORMAT = 1

BUILD = "build"
"""Folder below a bundle for what its Makefile builds."""

_BUILT = re.compile(rf"{BUILD}/(?:verilator|icarus|cocotb-[^/]*)/")
"""What `make clean` removes: who has put other files there wants to keep them."""

_BUNDLE = frozenset({"LICENSE", "Makefile", "README.md", "core.json"})
_BOARD = frozenset({"board.json", "board.sv", "system.sv"})


@dataclass(frozen=True)
class Fault:
    """What is wrong with a file of a bundle.

    Attributes:
        name: its path in the bundle.
        what: `changed`, `missing` or `additional`.
    """

    name: str
    what: str

    @property
    def built(self) -> bool:
        """Whether it is an additional file of those that `make` makes."""
        return self.what == "additional" and _BUILT.match(self.name) is not None

    def __str__(self) -> str:
        return f"{self.what}: {self.name}"


def write(folder: Path, marks: Mapping[str, Any]) -> dict[str, Any]:
    """Write the manifest of a folder.

    Args:
        folder: the bundle, complete but for its manifest.
        marks: what is said of the design.

    Returns:
        What was written: the marks, `files` (path to SHA-256 in hex), and `signature`, the SHA-256
        of all the rest.
    """
    told = with_licence({"format": FORMAT, **marks, "files": _hashes(folder)})
    told |= {"signature": signature(told)}
    (folder / MANIFEST).write_text(_text(told), encoding="utf-8")
    return told


def _text(told: Mapping[str, Any]) -> str:
    return json.dumps(told, indent=1) + "\n"


def signature(told: Mapping[str, Any]) -> str:
    """Return the SHA-256 (hex) of a manifest without its signature, as canonical JSON."""
    rest = {name: value for name, value in told.items() if name != "signature"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read(folder: Path) -> dict[str, Any]:
    """Return the manifest of a bundle.

    Raises:
        InputError: there is none, or it is of another format.
        RunError: it is damaged.
    """
    path = folder / MANIFEST
    if not folder.is_dir():
        raise InputError(f"{named(folder)} is no folder: name a bundle that aesculus export wrote")
    if not path.is_file():
        raise InputError(
            f"{named(folder)} has no {MANIFEST}: name a bundle that aesculus export wrote"
        )
    try:
        told = json.loads(read_text(path))
    except InputFileError as error:
        raise RunError(f"{named(path)} is damaged: {error}") from None
    except (ValueError, RecursionError):
        raise RunError(f"{named(path)} is damaged: no JSON") from None
    fields = {"format": int, "label": str, "files": dict, "signature": str}
    if not isinstance(told, dict):
        raise RunError(f"{named(path)} is damaged: no object")
    for name, kind in fields.items():
        # True is a whole number to Python.
        if type(told.get(name)) is not kind:
            raise RunError(f"{named(path)} is damaged: {name!r} is missing or no {kind.__name__}")
    if told["format"] != FORMAT:
        raise InputError(f"{named(path)}: format {told['format']}; legal: {FORMAT}")
    _check_files(path, told["files"], _BOARD if is_board(told) else _BUNDLE)
    return told


def is_board(told: Mapping[str, Any]) -> bool:
    """Return whether a manifest is of the bitstream of a board, and not of a design's files."""
    return "board" in told


def _check_files(path: Path, files: Mapping[str, Any], needed: frozenset[str]) -> None:
    """Refuse a list of files that is none of a bundle.

    Raises:
        RunError: it lacks one that every bundle has, or a hash.
    """
    lacks = sorted(needed - files.keys())
    if not any(name.endswith(".sv") for name in files):
        lacks.append("source in SystemVerilog")
    if lacks:
        raise RunError(
            f"{named(path)} is damaged: it lists no {lacks[0]}, and every bundle has one"
        )
    for name, digest in files.items():
        if not is_digest(digest):
            raise RunError(f"{named(path)} is damaged: {shown(name)} has no SHA-256")


def checked(folder: Path) -> list[Fault]:
    """Return what differs between a bundle and its manifest, by path; nothing if all is well.

    A manifest counts as changed that does not fit its own signature, is a link, or is not written
    as `write` does.

    Raises:
        InputError, RunError: as `read`.
    """
    told = read(folder)
    listed: Mapping[str, str] = told["files"]
    there = _hashes(folder)
    found = [
        Fault(name, "missing" if name not in there else "changed")
        for name, digest in listed.items()
        if there.get(name) != digest
    ]
    found += [Fault(name, "additional") for name in there if name not in listed]
    own = folder / MANIFEST
    as_written = not own.is_symlink() and own.read_bytes() == _text(told).encode()
    if signature(told) != told["signature"] or not as_written:
        found.append(Fault(MANIFEST, "changed"))
    return sorted(found, key=lambda fault: fault.name)


def _hashes(folder: Path) -> dict[str, str]:
    """Return path to SHA-256 of all files but the manifest; links count by where they lead."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name == MANIFEST:
            continue
        if path.is_symlink():
            found[name] = hashlib.sha256(f"link to {path.readlink()}".encode()).hexdigest()
        elif path.is_file():
            with path.open("rb") as file:
                found[name] = hashlib.file_digest(file, "sha256").hexdigest()
        elif not path.is_dir():
            found[name] = "no plain file"
    return found
