"""`aesculus show`: the table of results."""

from typing import Annotated, Any

import typer

from aesculus import api
from aesculus.api.known import leaders, reference_rows
from aesculus.cli.absent import tell_absent
from aesculus.cli.common import (
    DEFAULT_STORE,
    JsonOption,
    StoreOption,
    device_list,
    out,
)
from aesculus.cli.errors import InputError
from aesculus.cli.referred import alone, print_reference
from aesculus.cli.sorting import figure_name, sort_rows
from aesculus.design import parse_build
from aesculus.engine.eligible import sources_of
from aesculus.report.columns import COLUMNS
from aesculus.report.columns import named as named_columns
from aesculus.report.csvout import to_csv
from aesculus.report.jsonout import to_json
from aesculus.report.table import show_table


def command(
    *,
    labels: Annotated[
        list[str] | None, typer.Argument(help="Only these designs.", metavar="LABEL")
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
            help="Only these columns, with commas between: " + ", ".join(COLUMNS) + "; or by "
            "what stands above them, such as MHz.",
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
    how: dict[str, Any] = {
        "together": together,
        "sources": sources_of(rows),
        "company": leaders(rows, store=store) if named else (),
    }
    if json:
        typer.echo(to_json(rows, beside, **how))
    elif csv:
        typer.echo(to_csv(rows, **how), nl=False)
    else:
        if rows or not (named or wanted or beside):
            out().print(show_table(rows, chosen, store=store, **how))
            if not rows and not reference:
                out().print("--reference shows those that come with the package.")
        elif not beside:
            tell_absent(named, wanted, store, reference=reference)
        print_reference(out(), beside, chosen)
