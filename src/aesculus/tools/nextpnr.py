"""Running the nextpnr routers.

`AESCULUS_NEXTPNR` chooses: `yowasp` (default; the PyPI packages) or `native` (programs on PATH).
No package has nextpnr-xilinx: it is the program on PATH either way, and its database of the part a
file in the folder `AESCULUS_CHIPDB`.
"""

import hashlib
import shutil
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from aesculus.tools import modules
from aesculus.tools.choice import environment, native
from aesculus.tools.probe import PROBE_S, blamed, scratch
from aesculus.tools.process import Failure, ToolError, ToolRun, run

EXTRAS = {"nextpnr-machxo2": "machxo"}
"""Router to the extra that brings its package, for those that are too large to come along."""

VARIABLE = "AESCULUS_NEXTPNR"
"""Chooses."""

_HIMBAECHEL = "nextpnr-himbaechel"
_ALWAYS_NATIVE = frozenset({"nextpnr-xilinx"})
_CHIPDB = "--chipdb"


def kind() -> str:
    """Return which nextpnr is chosen, one of those that `settings.Settings` names.

    Raises:
        ToolError: if `AESCULUS_NEXTPNR` names something else.
    """
    return environment().nextpnr


def module(tool: str) -> str:
    """Return the module of the Python package that would hold a router."""
    return "yowasp_" + tool.replace("-", "_")


def is_native(tool: str) -> bool:
    """Return whether a router is a program on PATH."""
    return tool in _ALWAYS_NATIVE or kind() == "native"


def check_own(tool: str, args: Sequence[str]) -> None:
    """Return if a router that no package has is here, with the database that its arguments name.

    Raises:
        ToolError: one is missing; one line that names it. Other routers are not looked at.
    """
    if tool not in _ALWAYS_NATIVE:
        return
    if shutil.which(tool) is None:
        raise ToolError(Failure.MISSING, tool, f"{tool} is missing: no program {tool} on PATH")
    _resolved(tool, args)


def check(tool: str, args: Sequence[str]) -> None:
    """Return if a router is here, with the database that its arguments name.

    Raises:
        ToolError: one is missing; one line that names it.
    """
    check_own(tool, args)
    command(tool, args)


def databases(tool: str, args: Sequence[str]) -> list[str]:
    """Return the SHA-256 (hex) of the databases that a router's arguments name.

    Raises:
        ToolError: one is missing.
    """
    pairs = zip(args, _resolved(tool, args)[1:], strict=False)
    found = [Path(path) for flag, path in pairs if flag == _CHIPDB]
    return [_digest(path, path.stat().st_mtime_ns, path.stat().st_size) for path in found]


@cache
def _digest(path: Path, _changed: int, _size: int) -> str:
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _resolved(tool: str, args: Sequence[str]) -> list[str]:
    """Return arguments with the whole paths of databases."""
    found = list(args)
    for place, flag in enumerate(args[:-1]):
        if flag == _CHIPDB:
            folder, name = environment().chipdb, args[place + 1]
            if folder is None:
                reason = f"{tool} needs {name}: name its folder with AESCULUS_CHIPDB"
                raise ToolError(Failure.MISSING, tool, reason)
            path = (folder / name).absolute()
            if not path.is_file():
                reason = f"{tool} needs {name}: AESCULUS_CHIPDB={folder} has no such file"
                raise ToolError(Failure.MISSING, tool, reason)
            found[place + 1] = str(path)
    return found


def package(tool: str) -> str:
    """Return the Python package that holds a router.

    Raises:
        ToolError: if there is none of that name.
    """
    name = module(tool)
    modules.check(tool, name, legal=tool.startswith("nextpnr-"), extra=EXTRAS.get(tool, ""))
    return name


def command(tool: str, args: Sequence[str]) -> list[str]:
    """Return the command line of a router.

    Raises:
        ToolError: it is not installed, or a database of it is missing.
    """
    args = _resolved(tool, args)
    if is_native(tool):
        # One program holds all himbaechel routers.
        program = _HIMBAECHEL if tool.startswith(f"{_HIMBAECHEL}-") else tool
        return [program if tool in _ALWAYS_NATIVE else native(VARIABLE, program), *args]
    call = f"m.run_{tool.replace('-', '_')}(sys.argv[1:])"
    return modules.command(tool, package(tool), call, args)


def run_router(
    tool: str,
    args: Sequence[str],
    *,
    workdir: Path,
    timeout_s: float,
    memory_mb: int | None = None,
    sound: Callable[[], None] | None = None,
) -> ToolRun:
    """Run a router in `workdir`; its log is kept there.

    Args:
        tool: such as `nextpnr-ecp5` or `nextpnr-himbaechel-gowin`.
        args: its arguments.
        workdir: working directory, made if need be.
        timeout_s: wall time limit in seconds.
        memory_mb: memory limit in MiB, see `process.run`.
        sound: routes something known to work on the same device, or raises `ToolError`; before a
            failure is held against a design. Without it the router only has to start.

    Raises:
        ToolError: if the router is missing, exceeds a limit or does not reach a routed design.
    """
    # Named with all arguments: that it is sound on one device says nothing of another.
    with blamed(f"router {command(tool, args)}", sound or (lambda: probe(tool))):
        try:
            return run_alone(tool, args, workdir, timeout_s, memory_mb)
        except ToolError as error:
            if error.kind is Failure.REFUSED and "unrecognised option" in error.log:
                # Another version than the one that was meant; no design can help it.
                error.kind = Failure.ENVIRONMENT
            raise


def run_alone(
    tool: str, args: Sequence[str], workdir: Path, timeout_s: float, memory_mb: int | None = None
) -> ToolRun:
    """Run a router as `run_router` does, and ask nothing if it fails.

    Raises:
        ToolError: the router is missing, exceeds a limit or fails.
    """
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
