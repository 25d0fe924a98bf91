"""Projects of vendors' tools, written by Edalize."""

import logging
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from aesculus import resources
from aesculus.tools.process import Failure, ToolError
from aesculus.tools.vendors.base import NAME, Vendor

VERILOG, SYSTEMVERILOG = "verilogSource", "systemVerilogSource"
"""Edalize's types of sources."""


def check_edalize() -> None:
    """Return if Edalize is installed.

    Raises:
        ToolError: it is not.
    """
    if find_spec("edalize") is None:
        reason = f"edalize is missing: {resources.extra_install('vendor')}"
        raise ToolError(Failure.MISSING, "edalize", reason)


def write(
    vendor: Vendor,
    files: Sequence[tuple[str, str]],
    out: Path,
    *,
    top: str,
    part: str,
    family: str = "",
) -> None:
    """Write a project.

    Args:
        vendor: the tool.
        files: names of the files, relative to the project, and Edalize's type of each.
        out: folder of the project, which is there.
        top: the module at the top.
        part: the part, as the tool writes it.
        family: its family, for a tool that asks for one.

    Raises:
        ToolError: Edalize is missing, or refuses.
    """
    check_edalize()
    # They are an extra, and take a second to load.
    from edalize.edatool import get_edatool  # noqa: PLC0415
    from edalize.flows.gowin import Gowin  # noqa: PLC0415

    options: dict[str, Any] = {"part": part, **vendor.options}
    if vendor.family:
        options = {"device": part, "family": family}
    edam = {
        "name": NAME,
        "toplevel": top,
        "files": [{"name": name, "file_type": kind} for name, kind in files],
        "tool_options": {vendor.name: options},
        "flow_options": options,
    }
    # What it warns of is its own future, and tools that are not here.
    logging.getLogger("edalize").setLevel(logging.ERROR)
    try:
        if vendor.name == "gowin":
            Gowin(edam, str(out)).configure()
        else:
            get_edatool(vendor.name)(edam=edam, work_root=str(out)).configure()
    except (RuntimeError, OSError) as error:
        reason = f"Edalize writes no project of {vendor.name}: {error}"
        raise ToolError(Failure.ENVIRONMENT, "edalize", reason) from error
