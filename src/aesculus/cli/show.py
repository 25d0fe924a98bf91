"""`aesculus show`: the table of results."""

from pathlib import Path
from typing import Annotated

import typer

from aesculus import api
from aesculus.api.known import reference_rows
from aesculus.cli.common import (
    DEFAULT_STORE,
    JsonOption,
    StoreOption,
    device_list,
    out,
)
from aesculus.cli.errors import InputError
from aesculus.cli.referred import print_reference
from aesculus.cli.sorting import figure_name, sort_rows
from aesculus.design import parse_build
from aesculus.report import COLUMNS, named_columns, show_table, to_csv, to_json


def command(
    *,
    labels: Annotated[
        list[str] | None, typer.Argument(help="Only these designs.", metavar="[LABEL]...")
    ] = None,
    device: Annotated[
        list[str] | None, typer.Option("--device", "-d", help="Only these devices.")
    ] = None,
    json: JsonOption = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    reference: Annotated[
        bool,
        typer.Option(
            "--reference",
            help="Also results of the reference store that the package carries, told apart.",
        ),
    ] = False,
    sort: Annotated[
        str | None,
        typer.Option(help="Figure to sort by, best first, such as throughput or lut."),
    ] = None,
    columns: Annotated[
        str | None,
        typer.Option(
            help="Only these columns, with commas between: " + ", ".join(COLUMNS) + ".",
            metavar="NAMES",
        ),
    ] = None,
    together: Annotated[
        bool,
        typer.Option(
            "--together",
            help="Results of vendors' tools on one frontier with those of the embedded tools.",
        ),
    ] = False,
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Print the results by device, the Pareto-optimal points marked, as wide as the terminal."""
    if json and csv:
        raise InputError("--json and --csv exclude each other")
    if columns is not None and (json or csv):
        raise InputError("--columns is for the table: JSON and CSV have all figures")
    if reference and csv:
        raise InputError("--reference and --csv exclude each other: CSV does not tell them apart")
    chosen = None if columns is None else named_columns(columns)
    key = None if sort is None else figure_name(sort)
    wanted = {target.name for target in device_list(device, ())} if device else None
    named = [parse_build(label).label for label in labels] if labels else None
    rows = [] if alone(store, reference) else api.show(named, device=device, store=store)
    beside = reference_rows(wanted, named) if reference else []
    if key is not None:
        rows, beside = sort_rows(rows, key), sort_rows(beside, key)
    if json:
        typer.echo(to_json([*rows, *beside], together=together))
    elif csv:
        typer.echo(to_csv(rows, together=together), nl=False)
    else:
        out().print(show_table(rows, chosen, together=together))
        print_reference(out(), beside, chosen)


def alone(store: Path, reference: bool) -> bool:
    """Return whether there is only the reference store to show."""
    return reference and not store.exists()
