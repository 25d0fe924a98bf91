"""`aesculus close`: the best build of a design that a race finds."""

from pathlib import Path
from typing import Annotated

import typer

from aesculus.cli import common
from aesculus.cli.buildgoal import goal_of_build
from aesculus.cli.closed import show, write_design
from aesculus.cli.errors import FAILED
from aesculus.cli.telling import tell
from aesculus.consoles import say
from aesculus.defaults import STORE
from aesculus.engine.asked import run_options
from aesculus.engine.close import Closed, build_seeds, close
from aesculus.engine.engine import told
from aesculus.engine.found import EXIT_CODES
from aesculus.errors import InputError, RunError
from aesculus.families import devices
from aesculus.inputs import check_out_file
from aesculus.search.found import State
from aesculus.store.opened import opened

BUDGET = "30m"
"""Time that is spent where no other is named."""


def command(
    *,
    label: Annotated[
        str,
        typer.Argument(
            help="The design; with `+recipe` behind it no other recipe is tried.",
            metavar="LABEL[+RECIPE]",
        ),
    ],
    device: Annotated[str, typer.Option("--device", "-d", help="The device.")],
    mhz: Annotated[
        float | None, common.mhz_option("Frequency to meet; the race ends there.")
    ] = None,
    way: Annotated[
        list[str] | None,
        typer.Option(
            "--way", help="Only this way to place and route; may be repeated.", metavar="NAME"
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            min=1,
            max=common.LAST_SEED,
            help="Make the build of this placer's seed, no race.",
        ),
    ] = None,
    routes: Annotated[
        int | None, typer.Option("--routes", min=1, help="Most builds to route.")
    ] = None,
    budget: common.BudgetOption = None,
    jobs: common.JobsOption = 0,
    scheduler: common.SchedulerOption = None,
    cluster: common.ClusterOption = None,
    insecure: common.InsecureOption = False,
    retry_failed: common.RetryOption = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Write the routed design of the best build.", metavar="FILE"),
    ] = None,
    json: common.JsonOption = False,
    store: common.StoreOption = STORE,
) -> None:
    """Race recipes, ways to place and route, and seeds for the best build of a design.

    Exit codes: 0 with a verified build that meets --mhz, or without --mhz the best one found; 1 if
    none meets it; 3 if the netlist of the one that does is not verified.

    The clock of the best build is that of one chosen seed. What other commands show is the median
    of fixed seeds; the two are never mixed.
    """
    target = devices.load(device)
    goal = goal_of_build(label, target, mhz=mhz, names=way or [], seed=seed, routes=routes)
    if seed is not None and routes is not None:
        raise InputError("--seed makes one build: leave --routes out")
    if out is not None:
        check_out_file(out, "--out")
    options = run_options(
        jobs=jobs,
        scheduler=scheduler,
        insecure=insecure,
        cluster=cluster,
        budget=budget or (None if routes or seed is not None else BUDGET),
        retry_failed=retry_failed,
    )
    with opened(store) as kept:

        def broken(so_far: Closed) -> None:
            if so_far.best is not None:
                show(so_far, store, json=json)
                write_design(kept, so_far.best, out)

        if seed is None:
            found = close(kept, goal, options, broken)
        else:
            found = build_seeds(kept, goal, (seed,), options, broken)
        say(f"{told(found.summary)}.")
        if found.best is None:
            raise RunError(f"{goal.point.label} on {target.name}: no build: {found.reason}")
        write_design(kept, found.best, out)
    show(found, store, json=json)
    if found.state is State.NONE:
        tell(f"no build of {goal.point.label} on {target.name} meets {mhz:g} MHz", FAILED)
    if found.state is not State.VERIFIED:
        raise typer.Exit(EXIT_CODES[found.state])
