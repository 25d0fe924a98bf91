"""Running the nextpnr routers.

`AESCULUS_NEXTPNR` chooses: `yowasp` (default; the PyPI packages) or `native` (programs on PATH).
"""

from collections.abc import Sequence
from pathlib import Path

from aesculus.tools import modules
from aesculus.tools.choice import environment
from aesculus.tools.probe import PROBE_S, blamed, scratch
from aesculus.tools.process import ToolRun, run

_HIMBAECHEL = "nextpnr-himbaechel"


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
    name = "yowasp_" + tool.replace("-", "_")
    modules.check(tool, name, legal=tool.startswith("nextpnr-"))
    return name


def command(tool: str, args: Sequence[str]) -> list[str]:
    """Return the command line of a router."""
    if kind() == "native":
        # One program holds all himbaechel routers.
        program = _HIMBAECHEL if tool.startswith(f"{_HIMBAECHEL}-") else tool
        return [program, *args]
    call = f"m.run_{tool.replace('-', '_')}(sys.argv[1:])"
    return modules.command(tool, package(tool), call, args)


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
    with blamed(f"router {command(tool, ())}", lambda: probe(tool)):
        return run(
            command(tool, args),
            name=tool,
            cwd=workdir,
            log=workdir / "nextpnr.log",
            timeout_s=timeout_s,
            memory_mb=memory_mb,
        )


def probe(tool: str) -> None:
    """Start a router and have it say its version.

    Raises:
        ToolError: it does not start.
    """
    with scratch() as folder:
        args = command(tool, ["--version"])
        run(args, name=tool, cwd=folder, log=folder / "log", timeout_s=PROBE_S)
