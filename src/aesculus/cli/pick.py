"""`aesculus pick`: the design that meets a goal."""

import json as json_module
from typing import Annotated

import typer

from aesculus.cli import common, goal
from aesculus.cli.errors import FAILED
from aesculus.consoles import say
from aesculus.defaults import STORE
from aesculus.engine import Effort, pursue, told
from aesculus.engine.asked import opened, run_options
from aesculus.engine.eligible import eligible, known_answer
from aesculus.errors import InputError, RunError
from aesculus.families import devices
from aesculus.metrics import HEADLINE_SEEDS
from aesculus.report.answers import answer_object, answer_text
from aesculus.search import DesignSpace
from aesculus.search.fixing import fixed_space

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
    fix: Annotated[
        list[str] | None,
        typer.Option(
            "--fix",
            help="Value of an axis, such as key_bits=256 or direction=both; may be repeated.",
            metavar="AXIS=VALUE",
        ),
    ] = None,
    space: Annotated[
        str, typer.Option(help="Space file, or its name, in which to look.", metavar="FILE|NAME")
    ] = SPACE,
    known: Annotated[
        bool, typer.Option("--known", help="Run nothing: answer from the store alone.")
    ] = False,
    budget: common.BudgetOption = None,
    evaluations: common.EvaluationsOption = None,
    seeds: Annotated[int, typer.Option(min=1, help="Routed seeds of the answer.")] = HEADLINE_SEEDS,
    seed: common.SeedOption = 0,
    batch: common.BatchOption = 0,
    jobs: common.JobsOption = 0,
    scheduler: common.SchedulerOption = None,
    cluster: common.ClusterOption = None,
    retry_failed: common.RetryOption = False,
    json: common.JsonOption = False,
    store: common.StoreOption = STORE,
) -> None:
    """Pick the measured and verified design that meets a goal, and say what binds.

    What the store has is taken at once; if no design there meets the goal, or with --budget or
    --evaluations, designs are explored first that may meet it, or meet it better.
    """
    target = devices.load(device)
    wanted = goal.goal_of(
        target,
        at_least=throughput,
        at_most=latency,
        counts={"lut_count": max_lut, "ff_count": max_ff, "bram_count": max_bram},
        minimise=minimise,
        maximise=maximise,
    )
    where = fixed_space(space, fix or [])
    if known and (budget or evaluations):
        raise InputError("--known runs nothing: leave --budget and --evaluations out")
    options = run_options(
        jobs=jobs,
        scheduler=scheduler,
        cluster=cluster,
        budget=budget or (None if evaluations else BUDGET),
        retry_failed=retry_failed,
    )
    if known and not store.exists():
        raise RunError(
            f"no store at {store}, so nothing is known yet: run "
            f"`aesculus explore --device {target.name}` first, or leave --known out"
        )
    needed = eligible(where)
    with opened(store, must_exist=known) as kept:
        have = known_answer(kept, target, wanted, needed)
        if not known and (budget or evaluations or have.answer.best is None):
            effort = Effort(seed=seed, evaluations=evaluations, batch=batch, seeds=seeds)
            points = DesignSpace(where).points
            if not points:
                raise InputError(f"{where.name} has no legal point with {', '.join(fix or [])}")
            summary = pursue(kept, wanted, points, target, options, effort=effort, matching=needed)
            say(f"{told(summary)}.")
            have = known_answer(kept, target, wanted, needed)
    explore = f"`aesculus explore --device {target.name}`"
    if have.nothing:
        raise RunError(f"no verified design on {target.name} in {store}: run {explore}")
    answer = answer_object(target.name, have.answer, wanted, have.unverified)
    typer.echo(json_module.dumps(answer, indent=2) if json else answer_text(answer))
    for row in () if json else have.unverified:
        typer.echo(
            f"{row.label} may be better, but its netlist is not verified: "
            f"run `aesculus verify {row.label} --device {target.name}`"
        )
    if have.answer.best is None:
        raise typer.Exit(FAILED)
