"""`aesculus export`: a point as files that any synthesis tool takes."""

from pathlib import Path
from typing import Annotated

import typer

from aesculus.cli.common import JobsOption, StoreOption
from aesculus.cli.naming import legal_point
from aesculus.defaults import ROUTED_DEVICE, STORE
from aesculus.engine.asked import opened, run_options
from aesculus.errors import InputError
from aesculus.export.files import module_name, verified_records, write
from aesculus.families import devices


def command(
    *,
    label: Annotated[str, typer.Argument(help="The design, such as UF2-PP3B.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the files.")],
    device: Annotated[
        str | None,
        typer.Option(
            "--device",
            "-d",
            help="The device whose netlist must be verified. [default: one that is, else "
            f"{ROUTED_DEVICE}]",
        ),
    ] = None,
    jobs: JobsOption = 0,
    store: StoreOption = STORE,
) -> None:
    """Write a design as synthesisable files with core.json; its netlist is verified first."""
    point = legal_point(label)
    target = devices.load(device) if device is not None else None
    options = run_options(jobs=jobs)
    if out.exists() and not out.is_dir():
        raise InputError(f"--out {out} is a file: name a folder")
    with opened(store) as kept:
        records = verified_records(kept, point, target, options)
    files = write(point, records, out)
    typer.echo(f"{out}: {len(files)} files, top module {module_name(point)}, see core.json")
