"""Projects of vendors' tools for a bundle.

The core's ports are wider than any package, so it is put into the serial harness in which the
embedded routers place it (`stages.route_harness`): four pins, and every path to and from the core
starts and ends at a register.
"""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, Field, ValidationError

from aesculus.design import Port
from aesculus.errors import InputError, RunError, told_of_disk
from aesculus.export.place import check_as_exported
from aesculus.families.base import PART
from aesculus.inputs import InputFileError, first_of, naming, read_text, shown
from aesculus.stages import route_harness
from aesculus.stages.vendor_harness import ports_alone
from aesculus.tools import ToolError
from aesculus.tools.vendors import VENDORS, Vendor
from aesculus.tools.vendors import project as projects

_PART = re.compile(PART)

# Scripts in Tcl, and Verilog, are made of what a bundle says, which may be somebody else's.
_Identifier = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,200}$")]
_File = Annotated[str, Field(pattern=r"^[A-Za-z0-9_]([A-Za-z0-9_-]|[./][A-Za-z0-9_-]){0,200}$")]
# Some of Edalize's templates write paths without quotes, so that a blank ends them.
_COMMANDS_TCL = re.compile(r'[][{}$;"\\\x00-\x20]')


class _Port(BaseModel):
    name: _Identifier
    direction: Literal["input", "output"]
    width: Annotated[int, Field(ge=1, le=1 << 16)]


class _Wrapper(BaseModel):
    top: _Identifier
    file: _File
    ports: tuple[_Port, ...]


class Core(BaseModel):
    """What `core.json` of a bundle says of its files and of its wrapper; further fields may be."""

    files: tuple[_File, ...]
    wrapper: _Wrapper


TOOLS = VENDORS
"""The tools that projects can be written for, by name."""


def harness(core: Core) -> str:
    """Return the SystemVerilog of a harness around a bundle's wrapper.

    Args:
        core: what `core.json` of the bundle says.
    """
    ports = [Port(port.name, port.direction, port.width) for port in core.wrapper.ports]
    text = route_harness.harness(ports_alone(ports), name=core.wrapper.top)
    return f"// SPDX-License-Identifier: Apache-2.0\n// Where the core is placed.\n{text}"


def project(
    bundle: Path, tool: str, out: Path, *, part: str, family: str | None = None
) -> list[str]:
    """Write the project of a tool for a bundle; return the names of what was written.

    Args:
        bundle: the bundle.
        tool: a name of `TOOLS`.
        out: folder of the project; it is made if need be.
        part: the part, as the tool writes it.
        family: its family, for a tool that asks for one.

    Raises:
        InputError: the tool or the part is none, a family is missing, the folder is in use, the
            bundle was changed, or a script cannot name it.
        RunError: Edalize is missing, or refuses; or the bundle is damaged.
    """
    chosen = _tool(tool, part, family)
    check_as_exported(bundle)
    core = _core(bundle / "core.json")
    near = Path(os.path.relpath(bundle, out))
    found = _COMMANDS_TCL.search(near.as_posix())
    if found:
        raise InputError(
            f"{bundle}: {found[0]!r} in the way to it from --out would split or end a command of "
            "the project's script: put both into one folder, or rename"
        )
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"--out {out} is in use: name an empty folder or a new one")
    if out.resolve().is_relative_to(bundle.resolve()):
        raise InputError(f"--out {out} lies in the bundle, which it would change: name one outside")
    lean = core.wrapper.top
    files = [(near / name, projects.SYSTEMVERILOG) for name in core.files]
    files.append((near / core.wrapper.file, projects.VERILOG))
    files.append((Path("harness.sv"), projects.SYSTEMVERILOG))
    for ending, kind in chosen.constraints.items():
        files.append((near / "constraints" / f"{lean}.{ending}", kind))
    with _filled(out):
        (out / "harness.sv").write_text(harness(core), encoding="utf-8")
        try:
            projects.write(
                chosen,
                [(path.as_posix(), kind) for path, kind in files],
                out,
                top=route_harness.TOP,
                part=part,
                family=family or "",
            )
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, OSError) and told_of_disk(cause):
                raise cause from None
            raise RunError(error.reason) from error
    return sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())


@contextmanager
def _filled(out: Path) -> Iterator[None]:
    """Make a folder for what the block writes; what it could not write whole does not stay."""
    with naming(out):
        fresh = not out.exists()
        out.mkdir(parents=True, exist_ok=True)
        try:
            yield
        except BaseException:
            # The next run would find the folder in use.
            for path in list(out.iterdir()):
                with suppress(OSError):
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
            if fresh:
                with suppress(OSError):
                    out.rmdir()
            raise


def _core(path: Path) -> Core:
    try:
        return Core.model_validate_json(read_text(path))
    except InputFileError as error:
        raise RunError(f"{path} is damaged: {error}") from None
    except ValidationError as error:
        where, why = first_of(error)
        given = shown(error.errors()[0]["input"])
        raise RunError(f"{path} is damaged: {where or 'file'}: {given}: {why}") from None


def _tool(tool: str, part: str, family: str | None) -> Vendor:
    chosen = TOOLS.get(tool)
    if chosen is None:
        raise InputError(f"{tool!r} is no tool; legal: {', '.join(TOOLS)}")
    if not _PART.fullmatch(part):
        raise InputError(f"--part {part!r} is none; such as {chosen.example} for {tool}")
    if chosen.family and not family:
        raise InputError(f"{tool} needs --family, such as 'Cyclone V'")
    if family and not re.fullmatch(r"[A-Za-z0-9 ]{1,40}", family):
        raise InputError(f"--family {family!r} is none; such as 'Cyclone V'")
    return chosen
