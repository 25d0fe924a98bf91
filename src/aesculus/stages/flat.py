"""A design point as one module of Verilog-2005, for tools that do not read SystemVerilog.

Yosys elaborates and flattens it; nothing is mapped. Memories stay memories, with what is in them
from the start.
"""

from pathlib import Path

from aesculus.design import Build, Design
from aesculus.netlists import netlist as nl
from aesculus.stages.base import Subject
from aesculus.stages.synth import collect_sources
from aesculus.tools import yosys

_NAME = "flat.v"


def flat_verilog(
    design: Design, *, workdir: Path, module: str = nl.TOP, timeout_s: float = 600.0
) -> str:
    """Return a design as flat Verilog-2005.

    Args:
        design: the design.
        workdir: folder for everything that is written; it is made if need be.
        module: name of the module; its ports are those of `aesculus_core`.
        timeout_s: wall time limit in seconds.

    Raises:
        ToolError: Yosys is missing, exceeds the limit or refuses the design.
    """
    folder = workdir.resolve()
    files = " ".join(collect_sources(Subject(Build(design)), folder, module))
    yosys.run_script(
        [
            f"read_slang --threads 1 --ignore-assertions --top {module} {files}",
            "proc",
            "flatten -noscopeinfo",
            # A multiplexer of each bit by itself, as in a masked write, has no word in Verilog:
            # `write_verilog` would leave a cell that only Yosys knows.
            "bwmuxmap",
            "opt_expr",
            "opt_clean",
            f"write_verilog -noattr {_NAME}",
        ],
        workdir=folder,
        timeout_s=timeout_s,
    )
    return (folder / _NAME).read_text(encoding="utf-8")
