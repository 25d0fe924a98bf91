"""`aesculus litex`: a LiteX system with a processor around a design, simulated."""

import logging
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from aesculus import resources
from aesculus.cli.common import StoreOption
from aesculus.defaults import STORE
from aesculus.errors import RunError
from aesculus.inputs import check_out_folder
from aesculus.terminal import clean

_NEEDED = ("litex", "pythondata_cpu_vexriscv")


def command(
    *,
    label: Annotated[str, typer.Argument(help="The design, such as CTR.WB32.UF1-PP1T-W8.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the files.")],
    verified: Annotated[
        bool,
        typer.Option(
            "--verified", help="Take the RTL from a bundle, whose netlist is verified first."
        ),
    ] = False,
    store: StoreOption = STORE,
) -> None:
    """Build a LiteX system with a VexRiscv around a design, and run a program of C on it."""
    check_out_folder(out)
    from aesculus.api.litex.core import check_system  # noqa: PLC0415 - as below

    check_system(label, out)
    missing = [name.replace("_", "-") for name in _NEEDED if find_spec(name) is None]
    if missing:
        install = resources.extra_install("litex")
        raise RunError(f"no Python package {' and '.join(missing)}: {install}")
    from aesculus.api.litex import exported, simulate, unverified  # noqa: PLC0415 - seconds

    # LiteX tells of every part of a system.
    logging.disable(logging.INFO)

    core = (
        exported(label, out / "bundle", store=store) if verified else unverified(label, out / "rtl")
    )
    done = simulate(core, out)
    for line in done.lines:
        typer.echo(clean(line))
    typer.echo(f"{done.cycles} cycles, a program of {done.program_bytes} bytes, all in {out}")
    if not done.passed:
        raise RunError(f"{core.label} does not do in the system what it must")
