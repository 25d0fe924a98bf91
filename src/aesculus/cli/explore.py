"""`aesculus explore`: measure points on devices, best first."""

from pathlib import Path
from typing import Annotated

import typer

from aesculus.api import naming, spaces
from aesculus.cli import common, ending
from aesculus.cli.live import shown_live
from aesculus.cli.outcome import check_some_went_well, needs_space
from aesculus.cli.referred import announced
from aesculus.consoles import say
from aesculus.defaults import AREA_DEVICE, PAGE, POINTS, ROUTED_DEVICE, STORE
from aesculus.engine.asked import run_options
from aesculus.engine.engine import told
from aesculus.engine.session import Effort, explore
from aesculus.engine.several import search_devices
from aesculus.errors import InputError
from aesculus.inputs import check_out_file
from aesculus.metrics import HEADLINE_SEEDS, MOST_SEEDS
from aesculus.search import strategies
from aesculus.stages.vendor import check
from aesculus.store.opened import opened


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
    tool: common.ToolOption = None,
    points: Annotated[
        list[str] | None,
        typer.Option(
            "--points", "-p", help=f"Labels, named sets or globs over sets. [default: {POINTS}]"
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
    evaluations: common.EvaluationsOption = None,
    seed: common.SeedOption = 0,
    batch: common.BatchOption = 0,
    budget: common.BudgetOption = None,
    retry_failed: common.RetryOption = False,
    jobs: common.JobsOption = 0,
    seeds: Annotated[
        int, typer.Option(min=1, max=MOST_SEEDS, help="Routed seeds for points of the frontier.")
    ] = HEADLINE_SEEDS,
    scheduler: common.SchedulerOption = None,
    insecure: common.InsecureOption = False,
    cluster: common.ClusterOption = None,
    report: Annotated[Path, typer.Option(help="Where the page of results goes.")] = PAGE,
    live: Annotated[bool, typer.Option("--live", help="Serve the page while it runs.")] = False,
    store: common.StoreOption = STORE,
) -> None:
    """Measure points on devices, best first; go on where the last run stopped."""
    check_out_file(report, "--report")
    found = None if space is None else spaces.space(space)
    if found is None:
        needs_space(strategy=strategy, evaluations=evaluations, seed=seed, batch=batch)
        targets = naming.device_list(device, (AREA_DEVICE, ROUTED_DEVICE))
        chosen, refused = naming.points_of(points or [POINTS])
    elif points:
        raise InputError("--space and --points exclude each other")
    else:
        if strategy:
            strategies.check(strategy)
        found.check()
        targets = naming.device_list(device, found.file.devices)
        chosen, refused = list(found.points), {}
    options = run_options(
        jobs=jobs,
        scheduler=scheduler,
        insecure=insecure,
        cluster=cluster,
        budget=budget,
        retry_failed=retry_failed,
    )
    if tool is not None:
        targets = naming.measured_by(targets, tool, named=bool(device))
    for target in targets:
        # What a space asks for may need no router.
        check(target, routes=found is None)
    labels = {point.label for point in chosen}
    with opened(store) as kept:
        end = ending.Ending(
            store=kept,
            names={target.name for target in targets},
            labels=labels,
            refused=refused,
            beside=announced(targets, labels),
            published=found is None,
            page=report,
        )
        with shown_live(store, live=live), end.shown():
            if found is None:
                summary = explore(kept, chosen, targets, options, seeds=seeds)
            else:
                effort = Effort(seed=seed, evaluations=evaluations, batch=batch, seeds=seeds)
                summary = search_devices(
                    kept, found, targets, options, strategy=strategy or "", effort=effort
                )
        say(f"{told(summary)}. {end.told}")
        check_some_went_well(summary, store)
        end.check_page()
