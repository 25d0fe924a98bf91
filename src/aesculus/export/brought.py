"""Reports of vendors' tools that a person brings: a folder beside the store, a file a report.

They are no records of the store: nothing here was measured by this installation, and nothing that
reads the store sees them.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)

from aesculus.errors import InputError, RunError
from aesculus.inputs import InputFileError, brief, first_of, naming, read_text, shown
from aesculus.store.values import Amount, Clock, Count, Name, Names, check_created
from aesculus.terminal import line
from aesculus.tools.vendors import VENDORS
from aesculus.tools.vendors.figures import MOST_MHZ, Figures, ReportError, joined

MOST_BYTES = 64 << 20
"""The largest report that is read."""

FORMAT: Literal[1] = 1


def _known(tool: str) -> str:
    if tool not in VENDORS:
        raise ValueError(f"{shown(tool)} is no known tool")
    return tool


class _Told(BaseModel):
    """What `Figures` may be, whoever wrote the file: bounded as figures of a record are."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tool: Annotated[Name, AfterValidator(_known)]
    version: Name = ""
    part: Name = ""
    speed: Name = ""
    lut_count: Count | None = None
    lutram_count: Count | None = None
    ff_count: Count | None = None
    bram_count: Amount | None = None
    fmax_mhz: Annotated[Clock, Field(le=MOST_MHZ)] | None = None
    core_alone: Annotated[bool, Field(strict=True)] = False


def _bounded(figures: object) -> Figures:
    told = asdict(figures) if isinstance(figures, Figures) else figures
    try:
        return Figures(**_Told.model_validate(told).model_dump())
    except ValidationError as error:
        where, message = first_of(error)
        raise ValueError(f"{where}: {message}") from None


def _whole(version: object) -> object:
    if isinstance(version, bool):
        # It is 1 to Python.
        raise ValueError(f"{version} is no version")
    return version


def _since(noted: datetime) -> datetime:
    check_created(noted)
    return noted


class Brought(BaseModel):
    """A report that a person brought.

    Attributes:
        format: version of this form.
        label: the design, as the person says.
        figures: what the report says.
        files: name to SHA-256 of what was read.
        noted: when, UTC.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Annotated[Literal[1], BeforeValidator(_whole)] = FORMAT
    label: Name
    figures: Annotated[Figures, BeforeValidator(_bounded)]
    files: Names
    noted: Annotated[AwareDatetime, AfterValidator(_since)]


def load(paths: Sequence[Path]) -> tuple[Figures, dict[str, str]]:
    """Return what the reports of one run say together, and the files' names and SHA-256.

    Raises:
        InputError: a file cannot be read, is of no known tool or damaged, or they do not fit.
    """
    parts: list[Figures] = []
    files: dict[str, str] = {}
    for path in paths:
        try:
            text = read_text(path, MOST_BYTES)
            found = next((told for each in VENDORS.values() if (told := each.read(text))), ())
            parts.extend(_bounded(each) for each in found)
        except (InputFileError, ValueError) as error:
            raise InputError(f"{path}: {brief(str(error))}") from None
        if not found:
            legal = ", ".join(name.capitalize() for name in VENDORS)
            raise InputError(f"{path}: of no known tool; legal: {legal}")
        # Runs keep their reports under one name in several folders.
        name = path.as_posix() if path.name in files else path.name
        files[name] = hashlib.sha256(text.encode()).hexdigest()
    try:
        return joined(parts), files
    except ReportError as error:
        raise InputError(f"{', '.join(map(str, paths))}: {brief(str(error))}") from None


def folder_of(store: Path) -> Path:
    """Return where the reports beside a store are kept."""
    return store.parent / "brought"


def keep(store: Path, label: str, figures: Figures, files: dict[str, str]) -> Brought:
    """Keep a report beside a store; the same one again changes nothing.

    Raises:
        InputError: a file's name is none that can be shown.
        OSError: it cannot be written.
    """
    try:
        told = Brought(label=label, figures=figures, files=files, noted=datetime.now(UTC))
    except ValidationError as error:
        where, message = first_of(error)
        raise InputError(f"{where}: {brief(message)}") from None
    digest = hashlib.sha256(
        json.dumps([label, asdict(figures), sorted(files.values())]).encode()
    ).hexdigest()
    folder = folder_of(store)
    path = folder / f"{digest[:32]}.json"
    if path.exists():
        return told
    beside = path.with_suffix(".new")
    with naming(folder):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_text(told.model_dump_json(indent=1) + "\n", encoding="utf-8")
            beside.replace(path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
    return told


def listed(store: Path) -> list[Brought]:
    """Return the reports that are kept beside a store, by label, tool and part.

    Raises:
        RunError: one is damaged.
    """
    found = []
    for path in sorted(folder_of(store).glob("*.json")):
        try:
            found.append(Brought.model_validate_json(read_text(path)))
        except ValidationError as error:
            where, message = first_of(error)
            raise RunError(f"{path} is damaged: {where or 'file'}: {line(message)}") from None
        except (RecursionError, InputFileError) as error:
            raise RunError(f"{path} is damaged: {error}") from None
    return sorted(found, key=lambda each: (each.label, each.figures.tool, each.figures.part))


def row(told: Brought) -> dict[str, Any]:
    """Return a report as a row for people and machines; the names are those of `show`."""
    return {
        "label": line(told.label),
        "brought": True,
        **asdict(told.figures),
        "files": told.files,
        "noted": told.noted.isoformat(timespec="seconds"),
    }
