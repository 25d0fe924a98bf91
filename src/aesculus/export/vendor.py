"""Projects of vendors' tools for a bundle, written by Edalize.

The core's ports are wider than any package, so it is put into the serial harness in which the
embedded routers place it (`stages.route_harness`): four pins, and every path to and from the core
starts and ends at a register.
"""

import json
import logging
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aesculus.errors import InputError, RunError
from aesculus.export.manifest import read
from aesculus.netlists import netlist as nl
from aesculus.stages import route_harness

_PART = re.compile(r"[A-Za-z0-9][A-Za-z0-9_./-]{0,60}")


@dataclass(frozen=True)
class Tool:
    """A vendor's tool.

    Attributes:
        name: what Edalize calls it.
        example: a part as the tool writes it.
        constraints: file ending to Edalize's type of the constraint files that it takes.
        family: it wants the family of the part beside it.
    """

    name: str
    example: str
    constraints: dict[str, str]
    family: bool = False


TOOLS = {
    tool.name: tool
    for tool in (
        Tool("vivado", "xc7a100tcsg324-1", {"xdc": "xdc"}),
        Tool("quartus", "5CEBA4F23C7", {"sdc": "SDC"}, family=True),
        Tool("radiant", "LIFCL-40-9BG400C", {"pdc": "PDC"}),
        Tool("diamond", "LFE5U-85F-8BG381C", {"lpf": "LPF"}),
        Tool("gowin", "GW2AR-LV18QN88C8/I7", {"cst": "CST", "sdc": "SDC"}),
    )
}
"""The tools that projects can be written for, by name."""


def harness(core: dict[str, Any]) -> str:
    """Return the SystemVerilog of a harness around a bundle's wrapper.

    Args:
        core: what `core.json` of the bundle says.
    """
    number = 2  # 0 and 1 stand for constants in Yosys JSON
    ports: dict[str, Any] = {}
    read_bits: list[int] = []
    for port in core["wrapper"]["ports"]:
        bits = list(range(number, number + port["width"]))
        number += port["width"]
        ports[port["name"]] = {"direction": port["direction"], "bits": bits}
        read_bits += bits if port["direction"] == "input" else []
    cell = {"connections": {"A": read_bits}, "port_directions": {"A": "input"}}
    module = {"attributes": {"top": 1}, "ports": ports, "cells": {"all": cell}}
    text = route_harness.harness({"modules": {nl.TOP: module}})
    head = "// SPDX-License-Identifier: Apache-2.0\n// The harness in which the core is placed.\n"
    return head + re.sub(rf"\b{nl.TOP}\b", str(core["wrapper"]["top"]), text)


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
    files = [(near / name, "systemVerilogSource") for name in core["files"]]
    files.append((near / core["wrapper"]["file"], "verilogSource"))
    files.append((Path("harness.sv"), "systemVerilogSource"))
    for ending, kind in chosen.constraints.items():
        files.append((near / "constraints" / f"{lean}.{ending}", kind))
    options: dict[str, Any] = {"part": part}
    if chosen.family:
        options = {"device": part, "family": str(family)}
    edam = {
        "name": "aesculus",
        "toplevel": route_harness.TOP,
        "files": [{"name": path.as_posix(), "file_type": kind} for path, kind in files],
        "tool_options": {chosen.name: options},
        "flow_options": options,
    }
    _configure(chosen, edam, out)
    return sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())


def _tool(tool: str, part: str, family: str | None) -> Tool:
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


def _configure(tool: Tool, edam: dict[str, Any], out: Path) -> None:
    try:
        from edalize.edatool import get_edatool  # noqa: PLC0415 - an extra
        from edalize.flows.gowin import Gowin  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise RunError("edalize is missing: install the extra, aesculus[vendor]") from error
    # What it warns of is its own future, and tools that are not here.
    logging.getLogger("edalize").setLevel(logging.ERROR)
    try:
        if tool.name == "gowin":
            Gowin(edam, str(out)).configure()
        else:
            made = get_edatool(tool.name)(edam=edam, work_root=str(out))
            made.configure()
    except (RuntimeError, OSError) as error:
        raise RunError(f"Edalize writes no project of {tool.name}: {error}") from error
