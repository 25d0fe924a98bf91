"""`aesculus bench`: campaigns whose figures are committed."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from aesculus import devices, markdown, metrics
from aesculus.ciphers.aes.space import parse
from aesculus.cli import (
    bench_basis,
    bench_goals,
    bench_killed,
    bench_measure,
    bench_mutants,
    bench_scaling,
    bench_search,
    bench_store,
    bench_verify,
    output,
)
from aesculus.cli.bench_common import RESULTS, TABLES, head
from aesculus.cli.campaigns import CAMPAIGNS, Campaign
from aesculus.cli.common import (
    DEFAULT_STORE,
    BudgetOption,
    ClusterOption,
    InsecureOption,
    JobsOption,
    SchedulerOption,
    StoreOption,
    opened,
    progress_console,
    run_options,
)
from aesculus.cli.errors import FAILED, InputError, RunError
from aesculus.cli.telling import tell
from aesculus.engine import Options, cores, run_wants, told, whole_chain
from aesculus.metrics import Row
from aesculus.store import Store
from aesculus.studies import faults


def command(
    *,
    campaign: Annotated[
        str | None, typer.Argument(help="Name of the campaign; without it they are listed.")
    ] = None,
    budget: BudgetOption = None,
    jobs: JobsOption = 0,
    scheduler: SchedulerOption = None,
    insecure: InsecureOption = False,
    cluster: ClusterOption = None,
    count: Annotated[
        int | None,
        typer.Option(min=1, help="Points that verify-space and killed-workers draw."),
    ] = None,
    mutants: Annotated[
        int, typer.Option(min=1, help="Mutants a point that mutants draws.")
    ] = bench_mutants.COUNT,
    seed: Annotated[int, typer.Option(help="Seed of these draws.")] = 0,
    repeats: Annotated[
        int | None, typer.Option(min=1, help="Runs of each strategy in search and scaling.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help=f"Folder for the figures. [default: {RESULTS}; {TABLES} for tables of measured "
            f"spaces, {TABLES}/results for search]",
        ),
    ] = None,
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Run a benchmark campaign and write its figures, or list the campaigns."""
    names = _names()
    if campaign is None:
        for name, doc in names.items():
            typer.echo(f"{name}: {doc}")
        return
    if campaign not in names:
        raise InputError(f"no campaign {campaign!r}; legal: {', '.join(names)}")
    if campaign == bench_search.NAME:
        bench_search.run(TABLES, out or TABLES / "results", repeats=repeats, jobs=jobs or cores())
        return
    if campaign == bench_mutants.NAME:
        bench_mutants.run(out or RESULTS, count=mutants, seed=seed, jobs=jobs or cores())
        return
    if campaign == bench_store.NAME:
        bench_store.run(out or RESULTS)
        return
    if campaign == faults.NAME:
        bad = faults.run(out or RESULTS)
        if bad:
            raise RunError(f"{bad} trials did not end as promised: see {out or RESULTS}/faults.md")
        return
    options = run_options(
        jobs=jobs, scheduler=scheduler, insecure=insecure, cluster=cluster, budget=budget
    )
    with opened(store) as kept:
        figures = out or RESULTS
        runs: dict[str, Callable[[], object]] = {
            bench_verify.NAME: lambda: bench_verify.run(
                kept, options, figures, count=count or bench_verify.COUNT, seed=seed
            ),
            bench_killed.NAME: lambda: bench_killed.run(
                kept, options, figures, count=count or bench_killed.COUNT, seed=seed
            ),
            bench_basis.NAME: lambda: bench_basis.run(kept, options, figures),
            bench_goals.NAME: lambda: bench_goals.run(kept, options, figures),
            bench_scaling.NAME: lambda: bench_scaling.run(kept, figures, repeats=repeats),
        }
        if campaign in runs:
            runs[campaign]()
        elif campaign in CAMPAIGNS:
            _run(kept, options, figures, CAMPAIGNS[campaign])
        else:
            space = campaign.removeprefix(bench_measure.PREFIX)
            bench_measure.run(kept, options, out or TABLES, space)


def _names() -> dict[str, str]:
    """Return the campaigns with what they are."""
    return {
        **{each.name: each.doc for each in CAMPAIGNS.values()},
        bench_verify.NAME: bench_verify.DOC,
        bench_basis.NAME: bench_basis.DOC,
        bench_mutants.NAME: bench_mutants.DOC,
        **{
            f"{bench_measure.PREFIX}{space}": f"Every point of the space file {space}."
            for space in bench_measure.SPACES
        },
        bench_search.NAME: bench_search.DOC,
        bench_scaling.NAME: bench_scaling.DOC,
        bench_killed.NAME: bench_killed.DOC,
        bench_goals.NAME: bench_goals.DOC,
        bench_store.NAME: bench_store.DOC,
        faults.NAME: faults.DOC,
    }


def _run(store: Store, options: Options, out: Path, chosen: Campaign) -> None:
    target = devices.load(chosen.device)
    points = [parse(label) for label in chosen.labels]
    # Seed by seed, so that a budget that runs out leaves every point with equally many.
    wants = [
        want
        for count in range(1, chosen.seeds + 1)
        for point in points
        for want in whole_chain(point, target, seeds=count)
    ]
    summary = run_wants(store, wants, options)
    labels = [point.label for point in points]
    found = {row.label: row for row in metrics.rows(store, device=target.name, labels=labels)}
    rows = [found[label] for label in labels if label in found]
    out.mkdir(parents=True, exist_ok=True)
    stem = out / chosen.name
    stem.with_suffix(".json").write_text(as_json(chosen, rows), encoding="utf-8")
    stem.with_suffix(".md").write_text(as_markdown(chosen, rows), encoding="utf-8")
    progress_console().print(f"{told(summary)}. Figures: {stem}.json, {stem}.md", highlight=False)
    short = [row.label for row in rows if row.n_seeds < chosen.seeds or not row.netlist_verified]
    missing = [*short, *(label for label in labels if label not in found)]
    if missing:
        tell(f"not complete yet: {', '.join(missing)}", FAILED)
        raise typer.Exit(FAILED)


def _head(campaign: Campaign) -> dict[str, Any]:
    return {
        **head(campaign.name, campaign.doc),
        "device": campaign.device,
        "seeds": campaign.seeds,
    }


def as_json(campaign: Campaign, rows: Sequence[Row]) -> str:
    """Return the figures of a campaign with how they were made."""
    body = {**_head(campaign), "rows": [row.model_dump(mode="json") for row in rows]}
    return json.dumps(body, indent=2) + "\n"


def as_markdown(campaign: Campaign, rows: Sequence[Row]) -> str:
    """Return the same for people."""
    top = _head(campaign)
    lines = [
        f"# Campaign {campaign.name}",
        "",
        campaign.doc,
        "",
        f"Made {top['made']} with `{top['command']}`, on {campaign.device}.",
        "Clock figures are in MHz, over all seeds; the usable clock is the smaller of the median",
        "and the limit of the clock network.",
        "",
        *markdown.table(
            [
                *("design", "netlist verified", "seeds", "min", "median", "max", "usable"),
                *("Gbit/s", "latency ns", "cycles", "blocks/cycle", "LUT", "FF", "BRAM"),
            ],
            map(_cells, rows),
            words=2,
        ),
        "",
        *markdown.table(
            ["design", "seeds", "RTL (SHA-256)"],
            ([r.label, ", ".join(map(str, r.seeds)), f"`{r.rtl_digest}`"] for r in rows),
            words=3,
        ),
    ]
    versions = sorted({f"{tool}: {text}" for row in rows for tool, text in row.tools.items()})
    lines += ["", "Tools:", "", *(f"- {text}" for text in versions)]
    return "\n".join(lines) + "\n"


def _cells(row: Row) -> list[str]:
    return [
        row.label,
        "yes" if row.netlist_verified else "no",
        str(row.n_seeds),
        output.figure(row.fmax_routed_min, 1),
        output.figure(row.fmax_routed_mhz, 1),
        output.figure(row.fmax_routed_max, 1),
        output.figure(row.fmax_mhz, 1),
        output.figure(row.throughput_gbps, 2),
        output.figure(row.latency_ns, 1),
        output.figure(row.latency_cycles),
        row.blocks_per_cycle_exact or output.DASH,
        output.figure(row.lut_count),
        output.figure(row.ff_count),
        output.figure(row.bram_count),
    ]
