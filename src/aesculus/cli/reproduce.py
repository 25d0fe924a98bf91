"""`aesculus reproduce`: a paper's points measured here, and its claims judged."""

import json as json_module
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from aesculus import devices, metrics, papers
from aesculus.cli import output
from aesculus.cli.common import (
    AREA_DEVICE,
    DEFAULT_STORE,
    ROUTED_DEVICE,
    BudgetOption,
    JobsOption,
    JsonOption,
    SchedulerOption,
    StoreOption,
    opened,
    out,
    progress_console,
    run_options,
)
from aesculus.cli.errors import InputError
from aesculus.devices import Device, DeviceError
from aesculus.explore import explore, told
from aesculus.papers.beside import beside
from aesculus.papers.judge import judge
from aesculus.space import DesignPoint, LabelError, is_legal, nearest_legal, parse


def command(
    *,
    paper: Annotated[str, typer.Argument(help=f"One of {', '.join(papers.ids())}.")],
    budget: BudgetOption = None,
    jobs: JobsOption = 0,
    scheduler: SchedulerOption = None,
    seeds: Annotated[int, typer.Option(min=1, help="Routed seeds for the frontier.")] = 1,
    json: JsonOption = False,
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Measure a paper's points on its device and on a routed one; judge its claims."""
    if paper not in papers.ids():
        raise InputError(f"no paper {paper!r}; legal: {', '.join(papers.ids())}")
    points = points_of(paper)
    options = run_options(jobs=jobs, scheduler=scheduler, budget=budget)
    with opened(store) as kept:
        if points:
            summary = explore(kept, points, targets(paper), options, seeds=seeds)
            progress_console().print(f"{told(summary)}.", highlight=False)
        rows = [row for row in metrics.rows(kept) if row.device and row.verified]
    if json:
        found: dict[str, Any] = {
            "paper": paper,
            "rows": [each.model_dump(mode="json") for each in beside(paper, rows)],
            "claims": [each.model_dump(mode="json") for each in judge(paper, rows)],
        }
        typer.echo(json_module.dumps(found, indent=2))
        return
    console = out()
    output.print_published(console, rows, paper)
    table = Table(title="claims", header_style="bold")
    for name in ("section", "claim", "verdict", "why"):
        table.add_column(name, overflow="fold")
    for each in judge(paper, rows):
        table.add_row(
            *(Text(text) for text in (each.section, each.statement, each.verdict, each.reason))
        )
    console.print(table)


def points_of(paper: str) -> list[DesignPoint]:
    """Return the legal points of a paper's rows, for a row that cannot be the nearest that can."""
    found: dict[DesignPoint, None] = {}
    for row in papers.load(paper).rows:
        for text in filter(None, (row.label, row.near)):
            try:
                point = parse(text)
            except LabelError:
                continue
            found[point if is_legal(point) else nearest_legal(point)] = None
    return list(found)


def targets(paper: str) -> list[Device]:
    """Return the paper's devices, the usual one if none is known here, and a routed one."""
    found: dict[str, Device] = {}
    for published in papers.load(paper).devices:
        # The papers name speed grades; area does not depend on them.
        for name in (published.name, published.name.rpartition("-")[0]):
            try:
                device = devices.load(name)
            except DeviceError:
                continue
            found[device.name] = device
            break
    for name in ([] if found else [AREA_DEVICE]) + [ROUTED_DEVICE]:
        found[name] = devices.load(name)
    return list(found.values())
