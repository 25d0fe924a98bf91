"""Projects of vendors' tools for a bundle.

The core's ports are wider than any package, so it is put into the serial harness in which the
embedded routers place it (`stages.route_harness`): four pins, and every path to and from the core
starts and ends at a register.
"""

import json
import os
import re
from pathlib import Path
from typing import Any

from aesculus.design import Port
from aesculus.errors import InputError, RunError
from aesculus.export.manifest import read
from aesculus.stages import route_harness
from aesculus.stages.vendor_harness import ports_alone
from aesculus.tools import ToolError
from aesculus.tools.vendors import VENDORS, Vendor
from aesculus.tools.vendors import project as projects

_PART = re.compile(r"[A-Za-z0-9][A-Za-z0-9_./-]{0,60}")

TOOLS = VENDORS
"""The tools that projects can be written for, by name."""


def harness(core: dict[str, Any]) -> str:
    """Return the SystemVerilog of a harness around a bundle's wrapper.

    Args:
        core: what `core.json` of the bundle says.
    """
    ports = [
        Port(port["name"], port["direction"], port["width"]) for port in core["wrapper"]["ports"]
    ]
    text = route_harness.harness(ports_alone(ports), name=str(core["wrapper"]["top"]))
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
        InputError: the tool or the part is none, a family is missing, or the folder is in use.
        RunError: Edalize is missing, or refuses.
    """
    chosen = _tool(tool, part, family)
    read(bundle)
    core = json.loads((bundle / "core.json").read_text(encoding="utf-8"))
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"--out {out} is in use: name an empty folder or a new one")
    out.mkdir(parents=True, exist_ok=True)
    (out / "harness.sv").write_text(harness(core), encoding="utf-8")
    near = Path(os.path.relpath(bundle, out))
    lean = core["wrapper"]["top"]
    files = [(near / name, projects.SYSTEMVERILOG) for name in core["files"]]
    files.append((near / core["wrapper"]["file"], projects.VERILOG))
    files.append((Path("harness.sv"), projects.SYSTEMVERILOG))
    for ending, kind in chosen.constraints.items():
        files.append((near / "constraints" / f"{lean}.{ending}", kind))
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
        raise RunError(error.reason) from error
    return sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())


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
