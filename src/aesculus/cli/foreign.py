"""`aesculus foreign`: a core of somebody, measured as our own are, in a table beside them."""

import json as json_module
from pathlib import Path
from typing import Annotated, Any

import typer

from aesculus import api, metrics
from aesculus.cli.common import JsonOption, StoreOption
from aesculus.cli.telling import put
from aesculus.defaults import ROUTED_DEVICE, STORE
from aesculus.metrics import MOST_SEEDS, Row
from aesculus.pages import figure, table
from aesculus.store.opened import opened
from aesculus.terminal import clean


def command(
    *,
    file: Annotated[Path, typer.Argument(help="What the core is: a TOML file, see docs/flows.md.")],
    device: Annotated[str, typer.Option("--device", "-d", help="The device.")] = ROUTED_DEVICE,
    recipe: Annotated[str, typer.Option("--recipe", help="The synthesis recipe.")] = "default",
    seeds: Annotated[int, typer.Option("--seeds", min=0, max=MOST_SEEDS, help="Placer seeds.")] = 5,
    json: JsonOption = False,
    store: StoreOption = STORE,
) -> None:
    """Measure a core of somebody by the same vectors, harness, recipe and seeds as our own."""

    def say(what: str) -> None:
        typer.echo(clean(what), err=True)

    if store.exists():
        # Before minutes of routing, and not behind them.
        with opened(store, must_exist=True):
            pass
    row = api.foreign(file, device, recipe=recipe, seeds=seeds, heard=say)
    if row.reason:
        say(f"{row.label}: {row.reason}")
    ours = _ours(store, row) if store.exists() else []
    rows = [row, *ours]
    if json:
        told_rows = [{**each.model_dump(mode="json"), "foreign": each is row} for each in rows]
        typer.echo(json_module.dumps(told_rows, indent=2))
        return
    heads = ("core", "LUT", "FF", "RAM", "MHz", "Gbit/s", "blocks/cycle", "latency", "seeds")
    cells = [_cells(each, foreign=each is row) for each in rows]
    put("\n".join(table(heads, cells)))


def _ours(path: Path, row: Row) -> list[Row]:
    """Return our verified cores that do the same on the same device, largest rate first."""
    wanted = {
        "design.key_bits": [row.design["key_bits"]],
        "design.direction": [row.design["direction"]],
        "design.key_schedule": ["online"],
    }
    with opened(path, must_exist=True) as kept:
        found = metrics.rows(kept, device=row.device, netlist_verified=True, matching=wanted)
    return sorted(found, key=lambda each: -(each.throughput_gbps or 0))


def _cells(row: Row, *, foreign: bool) -> tuple[Any, ...]:
    return (
        clean(f"{row.label} (foreign)" if foreign else row.label),
        figure(row.area_luts),
        figure(row.ff_count),
        figure(row.bram_count),
        figure(row.fmax_mhz, 1),
        figure(row.throughput_gbps, 2),
        row.blocks_per_cycle_exact or "",
        row.latency_cycles or "",
        row.n_seeds,
    )
