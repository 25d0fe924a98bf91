"""`aesculus explore`: measure points on devices, best first."""

from dataclasses import replace
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
    BatchOption,
    BudgetOption,
    ClusterOption,
    EvaluationsOption,
    InsecureOption,
    JobsOption,
    SchedulerOption,
    SeedOption,
    StoreOption,
    device_list,
    opened,
    out,
    points_of,
    progress_console,
    run_options,
)
from aesculus.cli.errors import InputError, RunError
from aesculus.devices import Device
from aesculus.engine import Effort, Options, Summary, explore, search_space, told
from aesculus.metrics import HEADLINE_SEEDS
from aesculus.report import show_table
from aesculus.search import DesignSpace, load
from aesculus.store import Store


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
    space: Annotated[
        str | None,
        typer.Option(
            help="Space file, or its name, in which a strategy looks for the frontier, instead of "
            "--points; its devices are the default.",
            metavar="FILE|NAME",
        ),
    ] = None,
    strategy: Annotated[
        str | None, typer.Option(help="Search strategy with --space. [default: guided]")
    ] = None,
    evaluations: EvaluationsOption = None,
    seed: SeedOption = 0,
    batch: BatchOption = 0,
    budget: BudgetOption = None,
    jobs: JobsOption = 0,
    seeds: Annotated[
        int, typer.Option(min=1, help="Routed seeds for points of the frontier.")
    ] = HEADLINE_SEEDS,
    scheduler: SchedulerOption = None,
    insecure: InsecureOption = False,
    cluster: ClusterOption = None,
    report: Annotated[Path, typer.Option(help="Where the page of results goes.")] = Path(
        "report.html"
    ),
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Measure points on devices, best first; go on where the last run stopped."""
    found = None if space is None else DesignSpace(load(space))
    if found is None:
        _needs_space(strategy=strategy, evaluations=evaluations, seed=seed, batch=batch)
        targets = device_list(device, (AREA_DEVICE, ROUTED_DEVICE))
        chosen, refused = points_of(points or [POINTS])
    elif points:
        raise InputError("--space and --points exclude each other")
    else:
        targets = device_list(device, found.file.devices)
        chosen, refused = list(found.points), {}
    options = run_options(
        jobs=jobs, scheduler=scheduler, insecure=insecure, cluster=cluster, budget=budget
    )
    with opened(store) as kept:
        try:
            if found is None:
                summary = explore(kept, chosen, targets, options, seeds=seeds)
            else:
                effort = Effort(seed=seed, evaluations=evaluations, batch=batch, seeds=seeds)
                summary = _search(
                    kept, found, targets, options, strategy=strategy or "", effort=effort
                )
        finally:
            # Whatever ended the run, the page shows what is there.
            rows = metrics.rows(kept)
            output.write_report(rows, report, command=output.typed())
        names = {target.name for target in targets}
        labels = {point.label for point in chosen}
        console = out()
        told_of = output.print_published(console, rows) if found is None else set()
        console.print(show_table([r for r in rows if r.device in names and r.label in labels]))
        output.print_refused(console, {k: v for k, v in refused.items() if k not in told_of})
        progress_console().print(f"{told(summary)}. Page: {report}", highlight=False)
        if summary.ran and summary.failed == summary.ran:
            raise RunError(
                f"all {summary.ran} runs failed, first: {summary.reasons[0]}; "
                "`aesculus log LABEL` shows what the tools said"
            )


def _search(
    store: Store,
    space: DesignSpace,
    targets: list[Device],
    options: Options,
    *,
    strategy: str,
    effort: Effort,
) -> Summary:
    """Search a space on one device after the other; a time budget is shared out evenly."""
    total = Summary()
    for number, target in enumerate(targets):
        part = options
        if options.budget_s is not None:
            left = options.budget_s - total.seconds
            part = replace(options, budget_s=max(1.0, left / (len(targets) - number)))
        done = search_space(store, space, target, part, strategy=strategy, effort=effort)
        total.ran += done.ran
        total.failed += done.failed
        total.known += done.known
        total.unreached += done.unreached
        total.seconds += done.seconds
        total.reasons += done.reasons
    return total


def _needs_space(**given: object) -> None:
    """Refuse options that mean nothing without a space.

    Raises:
        InputError: one of them is given.
    """
    for name, value in given.items():
        if value:
            raise InputError(f"--{name} belongs to a search: name a space file with --space")
