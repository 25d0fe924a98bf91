"""`aesculus explore`: measure points on devices, best first."""

from pathlib import Path
from typing import Annotated

import typer

from aesculus import metrics
from aesculus.cli import output
from aesculus.cli.common import (
    AREA_DEVICE,
    DEFAULT_STORE,
    POINTS,
    ROUTED_DEVICE,
    BudgetOption,
    JobsOption,
    SchedulerOption,
    StoreOption,
    device_list,
    opened,
    out,
    points_of,
    progress_console,
    run_options,
)
from aesculus.explore import explore, told
from aesculus.metrics import HEADLINE_SEEDS
from aesculus.report import show_table


def command(
    *,
    device: Annotated[
        list[str] | None,
        typer.Option(
            "--device",
            "-d",
            help=f"Device, may be repeated. [default: {AREA_DEVICE} and {ROUTED_DEVICE}]",
        ),
    ] = None,
    points: Annotated[
        list[str] | None,
        typer.Option(
            "--points", "-p", help=f"Labels, presets or globs over presets. [default: {POINTS}]"
        ),
    ] = None,
    budget: BudgetOption = None,
    jobs: JobsOption = 0,
    seeds: Annotated[
        int, typer.Option(min=1, help="Routed seeds for points of the frontier.")
    ] = HEADLINE_SEEDS,
    scheduler: SchedulerOption = None,
    report: Annotated[Path, typer.Option(help="Where the page of results goes.")] = Path(
        "report.html"
    ),
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Measure points on devices, best first; go on where the last run stopped."""
    targets = device_list(device, (AREA_DEVICE, ROUTED_DEVICE))
    chosen, refused = points_of(points or [POINTS])
    options = run_options(jobs=jobs, scheduler=scheduler, budget=budget)
    with opened(store) as kept:
        try:
            summary = explore(kept, chosen, targets, options, seeds=seeds)
        finally:
            # Whatever ended the run, the page shows what is there.
            rows = metrics.rows(kept)
            output.write_report(rows, report, command=output.typed())
        names = {target.name for target in targets}
        labels = {point.label for point in chosen}
        console = out()
        told_of = output.print_published(console, rows)
        console.print(show_table([r for r in rows if r.device in names and r.label in labels]))
        output.print_refused(console, {k: v for k, v in refused.items() if k not in told_of})
        progress_console().print(f"{told(summary)}. Page: {report}", highlight=False)
