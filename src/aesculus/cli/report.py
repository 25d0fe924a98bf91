"""`aesculus report`: the page of results."""

from pathlib import Path
from typing import Annotated

import typer

from aesculus import metrics
from aesculus.cli import output
from aesculus.cli.common import DEFAULT_STORE, StoreOption, opened


def command(
    *,
    out: Annotated[Path, typer.Option("--out", "-o", help="The file to write.")] = Path(
        "report.html"
    ),
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Write the results as one HTML page."""
    with opened(store, must_exist=True) as kept:
        rows = metrics.rows(kept)
    output.write_report(rows, out, command=output.typed())
    typer.echo(f"{out}: {len([row for row in rows if row.device])} rows")
