"""`aesculus reproduce`: a paper's points measured here, and its claims judged."""

import dataclasses
import json as json_module
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from aesculus import metrics, papers
from aesculus.cli import output, paper_plan, reproduce_files
from aesculus.cli.common import (
    DEFAULT_STORE,
    BudgetOption,
    InsecureOption,
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
from aesculus.cli.paper_plan import Build
from aesculus.engine import Jobs, Options, Summary, Want, cores, forecast, run_wants, told
from aesculus.papers.judge import judge
from aesculus.papers.measured import Measured
from aesculus.store import Store


def command(
    *,
    paper: Annotated[str, typer.Argument(help=f"One of {', '.join(papers.ids())}.")],
    budget: BudgetOption = None,
    jobs: JobsOption = 0,
    scheduler: SchedulerOption = None,
    insecure: InsecureOption = False,
    seeds: Annotated[int, typer.Option(min=1, help="Routed seeds a point.")] = 1,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Say how long it would take, and run nothing.")
    ] = False,
    out_folder: Annotated[
        Path | None,
        typer.Option("--out", help="Write figures, claims and pictures there.", metavar="FOLDER"),
    ] = None,
    json: JsonOption = False,
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Measure a paper's points on its families and on a routed device; judge its claims.

    Says first how long it will take. What the store has is not run again, so a run that was
    stopped goes on.
    """
    if paper not in papers.ids():
        raise InputError(f"no paper {paper!r}; legal: {', '.join(papers.ids())}")
    options = run_options(jobs=jobs, scheduler=scheduler, insecure=insecure, budget=budget)
    names = Jobs()
    with opened(store) as kept:
        _say(f"{paper}: {_forecast(kept, paper, names, options, seeds)}.")
        if estimate:
            return
        for half in _run(kept, paper, names, options, seeds):
            _say(f"{told(half)}.")
        rows = _measured(kept, paper, names)
        tools = _tools(kept, paper, names)
    content = reproduce_files.content(paper, rows, seeds=seeds, tools=tools, rtl=names.rtl_digest)
    if out_folder is not None:
        for path in reproduce_files.write(out_folder, paper, rows, content):
            _say(f"Wrote {path}")
    if json:
        typer.echo(json_module.dumps(content, indent=2))
        return
    _print(paper, rows)


def _say(text: str) -> None:
    progress_console().print(text, highlight=False)


def _counted(store: Store, names: Jobs) -> paper_plan.Counted:
    """Return what tells how large a build is, by the store's synthesis records."""

    def counted(build: Build) -> tuple[int, int] | None:
        made = store.get(names.synth(build.point, build.device).key)
        if made is None or not made.ok:
            return None
        return int(made.metrics["lut_count"]), int(made.metrics["bram_count"])

    return counted


def _wants(store: Store, paper: str, names: Jobs, seeds: int) -> tuple[list[Want], list[Want]]:
    counted = _counted(store, names)
    return paper_plan.first(paper), paper_plan.second(paper, counted, seeds=seeds)


def _forecast(store: Store, paper: str, names: Jobs, options: Options, seeds: int) -> str:
    start, rest = _wants(store, paper, names, seeds)
    slots = options.slots or cores()
    return forecast(store, [*start, *rest], jobs=names, slots=slots).told()


def _run(
    store: Store, paper: str, names: Jobs, options: Options, seeds: int
) -> tuple[Summary, Summary]:
    """Run both halves; the second is planned by the sizes that the first has counted."""
    begun = time.monotonic()
    start = run_wants(store, paper_plan.first(paper), options, jobs=names)
    if options.budget_s is not None:
        left = max(0.0, options.budget_s - (time.monotonic() - begun))
        options = dataclasses.replace(options, budget_s=left)
    _, rest = _wants(store, paper, names, seeds)
    return start, run_wants(store, rest, options, jobs=names)


def _measured(store: Store, paper: str, names: Jobs) -> list[Measured]:
    """Return the paper's rows by today's sources, with what failed and what was left out."""
    counted = _counted(store, names)
    found = {(row.label, row.device): row for row in _rows(store, paper, names)}
    rows = []
    for build in paper_plan.builds(paper):
        label = build.point.label
        # Where even the simulation of the RTL failed there is a row without a device.
        row = found.get((label, build.device.name), found.get((label, "")))
        notes = {
            "device": build.device.name,
            "left_out": paper_plan.left_out(build, counted(build)),
        }
        done = Measured(label=label, device="", reason="not run yet")
        rows.append((Measured.read(row) if row else done).model_copy(update=notes))
    return rows


def _rows(store: Store, paper: str, names: Jobs) -> list[metrics.Row]:
    labels = paper_plan.labels(paper_plan.builds(paper))
    # Rows without a device are of designs whose RTL was simulated; they must be asked for.
    found = [*metrics.rows(store, labels=labels), *metrics.rows(store, labels=labels, device="")]
    return [row for row in found if row.rtl_digest in names.rtl_digests]


def _tools(store: Store, paper: str, names: Jobs) -> dict[str, str]:
    return {
        tool: version for row in _rows(store, paper, names) for tool, version in row.tools.items()
    }


def _print(paper: str, rows: Sequence[Measured]) -> None:
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
    for row in rows:
        for text in filter(None, (row.reason, row.left_out)):
            console.print(Text(f"{row.label} on {row.device}: {text}"))
