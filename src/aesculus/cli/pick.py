"""`aesculus pick`: the design that meets a goal."""

import json as json_module
from contextlib import nullcontext
from typing import Annotated

import typer

from aesculus.cli import common, goal
from aesculus.consoles import say
from aesculus.defaults import STORE
from aesculus.design import Build
from aesculus.engine import Effort, pursue, reference, told
from aesculus.engine.asked import opened, run_options
from aesculus.engine.eligible import eligible
from aesculus.engine.found import EXIT_CODES, find
from aesculus.engine.session import matches
from aesculus.errors import InputError, RunError
from aesculus.families import devices
from aesculus.metrics import HEADLINE_SEEDS
from aesculus.report.found import found_object, found_text, longer
from aesculus.search import DesignSpace
from aesculus.search.fixing import fixed_space
from aesculus.search.found import State

SPACE = "pick"
"""The space file in which a goal is looked for by default."""

BUDGET = "30m"
"""Time that is spent on a goal which nothing in the store meets."""


def command(
    *,
    device: Annotated[str, typer.Option("--device", "-d", help="The device.")],
    throughput: goal.ThroughputOption = None,
    latency: goal.LatencyOption = None,
    max_lut: goal.LutOption = None,
    max_ff: goal.FlipFlopOption = None,
    max_bram: goal.BramOption = None,
    minimise: goal.MinimiseOption = None,
    maximise: goal.MaximiseOption = None,
    fix: goal.FixOption = None,
    space: Annotated[
        str, typer.Option(help="Space file, or its name, in which to look.", metavar="FILE|NAME")
    ] = SPACE,
    known: Annotated[
        bool,
        typer.Option("--known", help="Run nothing: answer from the store and the reference store."),
    ] = False,
    budget: common.BudgetOption = None,
    evaluations: common.EvaluationsOption = None,
    seeds: Annotated[int, typer.Option(min=1, help="Routed seeds of the answer.")] = HEADLINE_SEEDS,
    seed: common.SeedOption = 0,
    batch: common.BatchOption = 0,
    jobs: common.JobsOption = 0,
    scheduler: common.SchedulerOption = None,
    cluster: common.ClusterOption = None,
    insecure: common.InsecureOption = False,
    retry_failed: common.RetryOption = False,
    json: common.JsonOption = False,
    store: common.StoreOption = STORE,
) -> None:
    """Pick the measured and verified design that meets a goal, and say what binds.

    Exit codes: 0 with an answer, 3 with one whose netlist is not verified yet, 1 without any.

    What the store has is taken at once, and what the reference store of the package has that was
    measured with the same sources, flow and tools; if no design there meets the goal, or with
    --budget or --evaluations, designs are explored first that may meet it, or meet it better.
    """
    target = devices.load(device)
    wanted = goal.goal_of(
        target,
        at_least=throughput,
        at_most=latency,
        counts={"area_luts": max_lut, "ff_count": max_ff, "bram_count": max_bram},
        minimise=minimise,
        maximise=maximise,
    )
    where = fixed_space(space, fix or [])
    if known and (budget or evaluations):
        raise InputError("--known runs nothing: leave --budget and --evaluations out")
    options = run_options(
        jobs=jobs,
        scheduler=scheduler,
        insecure=insecure,
        cluster=cluster,
        budget=budget or (None if evaluations else BUDGET),
        retry_failed=retry_failed,
    )
    needed = eligible(where)

    def points() -> tuple[Build, ...]:
        found = tuple(p for p in DesignSpace(where).points if matches(p, needed))
        if not found:
            raise InputError(f"{where.name} has no legal point with {', '.join(fix or [])}")
        return found

    beside = reference.results(target)
    with opened(store, must_exist=known) if store.exists() or not known else nullcontext() as kept:
        found = find(kept, target, wanted, needed, points, reference=beside)
        more = bool(budget or evaluations) or found.state is not State.VERIFIED
        if more and kept is not None and not known and found.refused is None:
            effort = Effort(seed=seed, evaluations=evaluations, batch=batch, seeds=seeds)
            done = pursue(kept, wanted, points(), target, options, effort=effort, matching=needed)
            say(f"{told(done)}.")
            found = find(kept, target, wanted, needed, reference=beside)
    given = {"--throughput": throughput, "--latency": latency, "--max-lut": max_lut}
    given |= {"--max-ff": max_ff, "--max-bram": max_bram, "--min": minimise, "--max": maximise}
    again = longer(target.name, {**given, "--space": None if space == SPACE else space}, fix or [])
    if json:
        typer.echo(json_module.dumps(found_object(found), indent=2))
    elif found.reason and found.refused is None:
        taught = reference.told(target, beside)
        raise RunError(f"{found.reason}: run `{again}`" + (f" ({taught})" if taught else ""))
    else:
        typer.echo(found_text(found, again))
    if found.state is not State.VERIFIED:
        raise typer.Exit(EXIT_CODES[found.state])
