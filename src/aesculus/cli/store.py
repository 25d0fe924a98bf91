"""`aesculus store`: what a store holds, copies of it, and several that become one."""

import json as json_module
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from aesculus.cli import upkeep
from aesculus.cli.common import DEFAULT_STORE, JsonOption, StoreOption, opened, out
from aesculus.cli.errors import InputError, guarded
from aesculus.records import Stage, Status
from aesculus.report.room import drop_to_fit
from aesculus.store import Store
from aesculus.studies import archive
from aesculus.studies.made import RESULTS, TABLES

app = typer.Typer(rich_markup_mode=None, invoke_without_command=True)


@app.callback()
@guarded
def command(
    context: typer.Context, *, json: JsonOption = False, store: StoreOption = DEFAULT_STORE
) -> None:
    """Count the results of a store; check, merge or export stores, or forget results."""
    if context.invoked_subcommand is not None:
        context.obj = store
        return
    with opened(store, must_exist=True) as kept:
        counts = kept.counts()
    if json:
        kinds = [(stage, status) for stage in Stage for status in Status]
        found = [
            {"stage": stage.value, "status": status.value, "results": counts[stage, status]}
            for stage, status in kinds
            if (stage, status) in counts
        ]
        typer.echo(json_module.dumps({"store": str(store), "results": found}, indent=2))
        return
    table = Table(title=Text(str(store), style="table.title"), header_style="bold")
    table.add_column("stage", no_wrap=True)
    for status in Status:
        table.add_column(status.value, justify="right")
    for stage in Stage:
        table.add_row(stage.value, *(f"{counts.get((stage, s), 0):,}" for s in Status))
    # What went well stays, and what is seldom goes first.
    drop_to_fit(out(), table, [status.value for status in reversed(Status)][:-1])
    out().print(table)


@app.command()
@guarded
def export(
    context: typer.Context,
    target: Annotated[Path, typer.Argument(help="File that does not exist yet.", metavar="FILE")],
    *,
    figures: Annotated[
        bool,
        typer.Option(
            "--figures",
            help="Only what committed tables rest on: figures, and records without artefacts.",
        ),
    ] = False,
    store: upkeep.OwnStore = None,
) -> None:
    """Write a whole copy of the store; its artefacts go into `cache/` beside it.

    With `--figures` it is an archive that can be published; `aesculus report --from FILE` makes
    every table again from it.
    """
    if target.exists():
        raise InputError(f"{target} exists: name a file that does not")
    if not target.absolute().parent.is_dir():
        raise InputError(f"{target.parent} is no folder: name a file in one that is there")
    if figures:
        place = store or context.obj
        with ExitStack() as stack:
            kept = stack.enter_context(opened(place, must_exist=True)) if place.exists() else None
            count = archive.pack(target, RESULTS, TABLES, kept)
        typer.echo(f"{target}: {count} files, {target.stat().st_size:,} bytes")
        return
    with opened(store or context.obj, must_exist=True) as kept:
        kept.export(target)
        typer.echo(f"{sum(kept.counts().values()):,} results copied to {target}")


@app.command()
@guarded
def merge(
    context: typer.Context,
    others: Annotated[
        list[Path], typer.Argument(help="Stores to take results from.", metavar="FILE")
    ],
    *,
    store: upkeep.OwnStore = None,
) -> None:
    """Take the results of other stores into this one; the others are only read.

    A result that both have stays as it is here, but one that came right beats one that failed. A
    merge that was cut short is completed by the next one.
    """
    target: Path = store or context.obj
    for other in others:
        if not other.is_file():
            raise InputError(f"no store at {other}: give the database file of each store to merge")
        if other.resolve() == target.resolve():
            raise InputError(f"{other} is the store itself: name others")
        # Before anything is written: a store of one's own is not begun for what is none.
        Store.open(other, writable=False).close()
    with opened(target) as kept:
        for other in others:
            typer.echo(f"{kept.merge(other):,} results taken from {other}")


for _command in (upkeep.check, upkeep.forget):
    app.command()(guarded(_command))
