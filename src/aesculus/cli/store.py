"""`aesculus store`: what a store holds, copies of it, and several that become one."""

import json as json_module

import typer
from rich.table import Table
from rich.text import Text

from aesculus.cli import copies, upkeep
from aesculus.cli.common import DEFAULT_STORE, JsonOption, StoreOption, opened, out
from aesculus.cli.errors import guarded
from aesculus.records import Stage, Status
from aesculus.report.room import drop_to_fit

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
    left = drop_to_fit(out(), table, [status.value for status in reversed(Status)][:-1])
    out().print(table)
    hidden = [
        f"{sum(counts.get((stage, s), 0) for stage in Stage):,} {s}" for s in map(Status, left)
    ]
    if hidden:
        out().print(f"no room for: {', '.join(reversed(hidden))}", highlight=False)


for _command in (copies.export, copies.merge, upkeep.check, upkeep.forget):
    app.command()(guarded(_command))
