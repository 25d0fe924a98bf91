"""`aesculus export`: a design as a folder that any tool takes and an engineer can sign off."""

from pathlib import Path
from typing import Annotated

import typer

from aesculus import api
from aesculus.api.naming import legal_point
from aesculus.cli.common import JobsOption, StoreOption, mhz_option
from aesculus.consoles import say
from aesculus.defaults import ROUTED_DEVICE, STORE
from aesculus.engine.asked import run_options
from aesculus.export.bundle import module_name
from aesculus.inputs import check_out_folder


def command(
    *,
    label: Annotated[str, typer.Argument(help="The design, such as UF2-PP3B.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the files.")],
    device: Annotated[
        str | None,
        typer.Option(
            "--device",
            "-d",
            help="The device whose netlist must be verified. [default: one that has room and is, "
            "those with a clock first, else one with a clock in the reference store, else "
            f"{ROUTED_DEVICE}]",
        ),
    ] = None,
    flat: Annotated[
        bool,
        typer.Option("--flat", help="Add the design as one module of plain Verilog-2005."),
    ] = False,
    force: Annotated[
        bool,
        typer.Option(
            "--force", help="Replace a bundle although its files were changed or others added."
        ),
    ] = False,
    mhz: Annotated[
        float | None,
        mhz_option("Clock in the constraints. [default: that of the slowest seed on the device]"),
    ] = None,
    jobs: JobsOption = 0,
    store: StoreOption = STORE,
) -> None:
    """Write a design as synthesisable files with core.json; its netlist is verified first."""
    check_out_folder(out)
    options = run_options(jobs=jobs)
    files = api.export(
        label,
        out,
        device=device,
        flat=flat,
        force=force,
        mhz=mhz,
        options=options,
        heard=say,
        store=store,
    )
    point = legal_point(label)
    name = point.label if point.label == label else f"{point.label} (given as {label})"
    typer.echo(
        f"{out}: {name}, {len(files) - 1} files and their manifest, top module "
        f"{module_name(point)}, see README.md and core.json"
    )
