"""`aesculus report`: the page of results."""

from pathlib import Path
from typing import Annotated

import typer

from aesculus import metrics
from aesculus.cli.common import StoreOption
from aesculus.defaults import STORE
from aesculus.engine.asked import opened
from aesculus.report.pagefile import write_report
from aesculus.studies.archive import remake
from aesculus.studies.made import typed


def command(
    *,
    out: Annotated[Path, typer.Option("--out", "-o", help="The file to write.")] = Path(
        "report.html"
    ),
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            help="Make every committed table again from an archive of `store export --figures`, "
            "below the folder `--out`.",
            metavar="FILE",
        ),
    ] = None,
    store: StoreOption = STORE,
) -> None:
    """Write the results as one HTML page."""
    if source is not None:
        folder = out if out.suffix != ".html" else Path("tables")
        typer.echo(f"{folder}: {len(remake(source, folder))} pages")
        return
    with opened(store, must_exist=True) as kept:
        rows = metrics.rows(kept)
    write_report(rows, out, command=typed())
    typer.echo(f"{out}: {len([row for row in rows if row.device])} rows")
