"""The flat form of a design: made by Yosys, and shown to behave as the RTL does."""

import re
import tempfile
from pathlib import Path
from typing import Any

from aesculus.benches import bench
from aesculus.benches.check import Mismatch
from aesculus.benches.measure import MeasureError
from aesculus.design import Design
from aesculus.errors import RunError
from aesculus.stages.flat import flat_verilog
from aesculus.tools import ToolError

_MEASURED = ("vectors", "blocks", "cycles", "blocks_per_cycle", "latency_cycles")


def flat(design: Design, top: str, rtl: dict[str, Any], *, timeout_s: float = 1800.0) -> str:
    """Return a design as one module of Verilog-2005, after the bench of the RTL has passed it.

    Args:
        design: the design.
        top: name of the module.
        rtl: metrics of the RTL's verification, which the flat form must show too.
        timeout_s: limit of wall time of each tool, in seconds.

    Raises:
        RunError: Yosys refuses the design, or the flat form behaves otherwise.
    """
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        try:
            text = flat_verilog(design, workdir=work / "flat", timeout_s=timeout_s)
            found = bench.load(design.bench).verify(
                design,
                [work / "flat" / "flat.v"],
                netlist=False,
                workdir=work / "bench",
                timeout_s=timeout_s,
            )
        except (ToolError, Mismatch, MeasureError) as error:
            raise RunError(f"{design.label}: no flat form: {error}") from error
    for name in _MEASURED:
        if found.get(name) != rtl.get(name):
            both = f"{found.get(name)}, the RTL {rtl.get(name)}"
            raise RunError(f"{design.label}: its flat form has {name} {both}")
    return (
        "// SPDX-License-Identifier: Apache-2.0\n"
        f"// {design.label} in one module of plain Verilog-2005, made by Yosys from the RTL.\n"
        + re.sub(rf"\b{bench.TOP}\b", top, text)
    )
