"""`aesculus pick`: the design that meets a goal."""

from typing import Annotated

import typer

from aesculus import api
from aesculus.api.picking import SPACE
from aesculus.cli import common, goal, picked
from aesculus.consoles import say
from aesculus.defaults import STORE
from aesculus.engine.asked import run_options
from aesculus.engine.engine import told
from aesculus.engine.session import Effort
from aesculus.metrics import HEADLINE_SEEDS, MOST_SEEDS
from aesculus.report.found import longer
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
        runs=not known,
    )
    given: dict[str, object] = {"--throughput": throughput, "--latency": latency}
    given |= {"--max-lut": max_lut, "--max-ff": max_ff, "--max-bram": max_bram}
    given |= {"--min": minimise, "--max": maximise}
    given |= {"--space": None if space == SPACE else space, "--seed": seed or None}
    given |= {"--seeds": None if seeds == HEADLINE_SEEDS else seeds, "--batch": batch or None}
    given |= {"--jobs": jobs or None, "--scheduler": scheduler, "--cluster": cluster}
    given["--insecure"] = insecure

    def broken(so_far: Found) -> None:
        if so_far.state is not State.NONE:
            picked.show(so_far, longer(so_far, given, fixes), json=json)

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
        begun=picked.begin,
        heard=lambda done: say(f"{told(done)}."),
        broken=broken,
        store=store,
    )
    picked.end(found, longer(found, given, fixes), json=json)
