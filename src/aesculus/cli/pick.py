"""`aesculus pick`: the design that meets a goal."""

import json as json_module
from typing import Annotated

import typer

from aesculus import api
from aesculus.api.picking import SPACE
from aesculus.cli import common, goal
from aesculus.cli.errors import FAILED
from aesculus.cli.telling import put, tell
from aesculus.consoles import say
from aesculus.defaults import STORE
from aesculus.engine import reference
from aesculus.engine.asked import run_options
from aesculus.engine.engine import told
from aesculus.engine.found import EXIT_CODES
from aesculus.engine.session import Effort
from aesculus.errors import RunError
from aesculus.families import devices
from aesculus.metrics import HEADLINE_SEEDS, MOST_SEEDS
from aesculus.report.found import found_object, found_text, longer, why_none
from aesculus.search.found import Found, State


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
    mode: goal.ModeOption = None,
    space: Annotated[
        str, typer.Option(help="Space file, or its name, in which to look.", metavar="FILE|NAME")
    ] = SPACE,
    known: Annotated[
        bool,
        typer.Option("--known", help="Run nothing: answer from the store and the reference store."),
    ] = False,
    budget: common.BudgetOption = None,
    evaluations: common.EvaluationsOption = None,
    seeds: Annotated[
        int,
        typer.Option(min=1, max=MOST_SEEDS, help="Routed seeds of an answer that is looked for."),
    ] = HEADLINE_SEEDS,
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
    --budget or --evaluations, designs are explored first that may meet it, or meet it better, for
    30 minutes unless told otherwise.
    """
    fixes = goal.fixes(fix, mode)
    if known and store != STORE and not store.exists():
        say(f"No store at {store}: only what comes with the program is known.")
    options = run_options(
        jobs=jobs,
        scheduler=scheduler,
        insecure=insecure,
        cluster=cluster,
        budget=budget,
        retry_failed=retry_failed,
    )
    given: dict[str, object] = {"--throughput": throughput, "--latency": latency}
    given |= {"--max-lut": max_lut, "--max-ff": max_ff, "--max-bram": max_bram}
    given |= {"--min": minimise, "--max": maximise}
    given |= {"--space": None if space == SPACE else space, "--seed": seed or None}
    given |= {"--seeds": None if seeds == HEADLINE_SEEDS else seeds, "--batch": batch or None}
    given |= {"--jobs": jobs or None, "--scheduler": scheduler, "--cluster": cluster}
    given["--insecure"] = insecure

    def show(known_by_now: Found) -> None:
        if json:
            typer.echo(json_module.dumps(found_object(known_by_now), indent=2))
        elif text := found_text(known_by_now, longer(known_by_now, given, fixes)):
            put(text)

    def broken(known_by_now: Found) -> None:
        if known_by_now.state is not State.NONE:
            show(known_by_now)

    found = api.pick(
        device,
        throughput=throughput,
        latency=latency,
        max_lut=max_lut,
        max_ff=max_ff,
        max_bram=max_bram,
        minimise=minimise,
        maximise=maximise,
        fix=fixes,
        space=space,
        known=known,
        effort=Effort(seed=seed, evaluations=evaluations, batch=batch, seeds=seeds),
        options=options,
        heard=lambda done: say(f"{told(done)}."),
        broken=broken,
        store=store,
    )
    again = longer(found, given, fixes)
    if json:
        show(found)
        if found.state is State.NONE:
            tell(f"{why_none(found)}: run `{again}`" if found.reason else why_none(found), FAILED)
    elif found.reason and found.refused is None:
        target = devices.load(device)
        taught = reference.told(target, reference.results(target))
        raise RunError(f"{found.reason}: run `{again}`" + (f" ({taught})" if taught else ""))
    else:
        show(found)
        if found.state is State.NONE:
            tell(why_none(found), FAILED)
    if found.state is not State.VERIFIED:
        raise typer.Exit(EXIT_CODES[found.state])
