"""`aesculus report`: the page of results."""

from pathlib import Path
from typing import Annotated

import typer

from aesculus import metrics
from aesculus.cli.common import StoreOption
from aesculus.defaults import STORE
from aesculus.engine.asked import opened
from aesculus.inputs import check_out_file
from aesculus.report.pagefile import write_report
from aesculus.studies.made import typed


def command(
    *,
    out: Annotated[Path, typer.Option("--out", "-o", help="The file to write.")] = Path(
        "report.html"
    ),
    store: StoreOption = STORE,
) -> None:
    """Write the results as one HTML page."""
    with opened(store, must_exist=True) as kept:
        rows = metrics.rows(kept)
    check_out_file(out, "--out")
    write_report(rows, out, command=typed())
    typer.echo(f"{out}: {len([row for row in rows if row.device])} rows")
