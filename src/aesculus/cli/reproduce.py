"""`aesculus reproduce`: a paper's points measured here, and its claims judged."""

import json as json_module
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from aesculus import papers
from aesculus.cli.common import (
    BudgetOption,
    InsecureOption,
    JobsOption,
    JsonOption,
    RetryOption,
    SchedulerOption,
    StoreOption,
)
from aesculus.consoles import out
from aesculus.defaults import STORE
from aesculus.errors import InputError
from aesculus.inputs import check_out_folder
from aesculus.metrics import MOST_SEEDS
from aesculus.papers.judge import judge
from aesculus.papers.measured import Measured
from aesculus.report.published_table import print_published, print_refused
from aesculus.studies.reproduce.study import REPRODUCE, ReproduceOptions, known_paper


def command(
    *,
    paper: Annotated[str, typer.Argument(help=f"One of {', '.join(papers.ids())}.")],
    budget: BudgetOption = None,
    retry_failed: RetryOption = False,
    jobs: JobsOption = 0,
    scheduler: SchedulerOption = None,
    insecure: InsecureOption = False,
    seeds: Annotated[int, typer.Option(min=1, max=MOST_SEEDS, help="Routed seeds a point.")] = 1,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Say how long it would take, and run nothing.")
    ] = False,
    out_folder: Annotated[
        Path | None,
        typer.Option("--out", help="Write figures, claims and pictures there.", metavar="FOLDER"),
    ] = None,
    json: JsonOption = False,
    store: StoreOption = STORE,
) -> None:
    """Measure a paper's points on its families and on a routed device; judge its claims.

    Says first how long it will take. What the store has is not run again, so a run that was
    stopped goes on.
    """
    if estimate and (json or out_folder is not None):
        other = "--json" if json else "--out"
        raise InputError(f"--estimate says how long it would take, in words: leave {other} out")
    if out_folder is not None:
        check_out_folder(out_folder)
    given = {} if out_folder is None else {"out": out_folder}
    options = ReproduceOptions(
        paper=known_paper(paper),
        budget=budget,
        jobs=jobs,
        scheduler=scheduler,
        insecure=insecure,
        retry_failed=retry_failed,
        seeds=seeds,
        store=store,
        **given,
    )
    if estimate:
        REPRODUCE.estimate(options)
        return
    rows, content = REPRODUCE.measure(options)
    if out_folder is not None:
        REPRODUCE.write_paper(options, rows, content)
    if json:
        typer.echo(json_module.dumps(content, indent=2))
        return
    _print(paper, rows)


def _print(paper: str, rows: Sequence[Measured]) -> None:
    console = out()
    print_refused(console, print_published(console, rows, paper).values())
    table = Table(title="claims", header_style="bold")
    for name in ("section", "claim", "verdict", "why"):
        table.add_column(name, overflow="fold")
    for each in judge(paper, rows):
        table.add_row(
            *(Text(text) for text in (each.section, each.statement, each.verdict, each.reason))
        )
    console.print(table)
    for row in rows:
        for text in filter(None, (row.reason, row.left_out)):
            console.print(Text(f"{row.label} on {row.device}: {text}"))
