"""`aesculus flow`: a bundle as a project of a vendor's tool."""

from pathlib import Path
from typing import Annotated

import typer

from aesculus.export.vendor import TOOLS, project
from aesculus.inputs import check_out_folder


def command(
    *,
    folder: Annotated[Path, typer.Argument(help="A folder that aesculus export wrote.")],
    tool: Annotated[str, typer.Argument(help=f"The tool: {', '.join(TOOLS)}.")],
    part: Annotated[str, typer.Option("--part", help="The part, as the tool writes it.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the project.")],
    family: Annotated[
        str | None, typer.Option("--family", help="Its family, for quartus: such as 'Cyclone V'.")
    ] = None,
) -> None:
    """Write the project of a vendor's tool for a bundle, in the harness that routers get."""
    check_out_folder(out)
    files = project(folder, tool, out, part=part, family=family)
    typer.echo(f"{out}: {', '.join(files)}")
