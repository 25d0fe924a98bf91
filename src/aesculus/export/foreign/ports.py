"""Whether a description names the ports that the core has: all of them, each as it is."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from aesculus.errors import InputError
from aesculus.export.foreign.design import Foreign
from aesculus.inputs import InputFileError, brief, parse_json, read_bytes
from aesculus.tools import ToolError, yosys

_FILE = "ports.json"
_MOST_BYTES = 1 << 28


def check_ports(design: Foreign, workdir: Path, timeout_s: float) -> None:
    """Return if the top module has the ports that are named, and no others.

    Sources that Yosys cannot read are passed over: the tools tell what is wrong with them.

    Args:
        design: the core.
        workdir: folder for everything that is written; it is made.
        timeout_s: wall time limit in seconds.

    Raises:
        InputError: a port is not there, is another one, or is left out.
    """
    found = _found(design, workdir, timeout_s)
    if found is None:
        return
    told, top = design.told, f"module {design.told.top}"
    named = design.named()
    for port in named:
        real = found.get(port.name)
        where = f"{design.label}: {told.entry(port.name)}"
        if real is None:
            has = brief(", ".join(found))
            raise InputError(f"{where}: {top} has no such port; it has {has}")
        if real != (port.way, port.bits):
            raise InputError(
                f"{where}: port {port.name} of {top} is {_kind(*real)}, not "
                f"{_kind(port.way, port.bits)}"
            )
    names = {port.name for port in named}
    for name, (way, bits) in found.items():
        if name in names:
            continue
        cure = {
            "input": f"give it as what it is, or under [ports.ties] as {name} = [{bits}, 0]",
            "output": f"give it as what it is, or under [ports.open] as {name} = {bits}",
        }.get(way, "a core of others has inputs and outputs alone")
        raise InputError(
            f"{design.label}: port {name} of {top}, {_kind(way, bits)}, is left out: {cure}"
        )


def _kind(way: str, bits: int) -> str:
    return f"an {way} of {bits} bit{'s' * (bits != 1)}"


def _found(
    design: Foreign, workdir: Path, timeout_s: float
) -> Mapping[str, tuple[str, int]] | None:
    """Return direction and bits of the top's ports by name, as Yosys reads the sources."""
    workdir.mkdir()
    for path in design.files:
        shutil.copyfile(path, workdir / path.name)
    told = design.told
    given = "".join(f" -G {name}={value}" for name, value in told.parameters.items())
    names = " ".join(path.name for path in design.files)
    script = [
        f"read_slang --threads 1 --ignore-assertions --top {told.top}{given} {names}",
        f"select {told.top}",
        f"write_json -selected {_FILE}",
    ]
    try:
        yosys.run_script(script, workdir=workdir, timeout_s=timeout_s)
        read = parse_json(read_bytes(workdir / _FILE, _MOST_BYTES))
        (module,) = read["modules"].values()
        ports = module["ports"].items()
        return {name: (port["direction"], len(port["bits"])) for name, port in ports}
    except (ToolError, InputFileError, ValueError, LookupError, TypeError, RecursionError):
        return None
