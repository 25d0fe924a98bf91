"""Running ABC commands: proofs over and-inverter graphs.

ABC comes with Yosys, as the program `yosys-abc`. It is the PyPI package's, or with
`AESCULUS_YOSYS=native` the one on PATH.
"""

from importlib import resources as packages
from pathlib import Path

from aesculus.tools import yosys
from aesculus.tools.choice import native
from aesculus.tools.process import ToolRun, run

_PROGRAM = "yosys-abc"


def run_script(
    commands: str, *, workdir: Path, timeout_s: float, processor_s: int | None = None
) -> ToolRun:
    """Run ABC commands, parted by semicolons, in `workdir`; its log is kept there.

    Args:
        commands: the commands; file names are relative to `workdir`.
        workdir: working directory, made if need be.
        timeout_s: wall time limit in seconds.
        processor_s: limit in seconds on the time of a processor.

    Raises:
        ToolError: if ABC is missing, exceeds a limit or crashes. A command it refuses is in its log
            only.
    """
    own = yosys.kind() == "native"
    program = native(yosys.VARIABLE, _PROGRAM) if own else str(packages.files("pyosys") / _PROGRAM)
    return run(
        [program, "-c", commands],
        name="abc",
        cwd=workdir,
        log=workdir / "abc.log",
        timeout_s=timeout_s,
        processor_s=processor_s,
    )
