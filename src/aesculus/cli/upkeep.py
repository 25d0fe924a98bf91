"""`aesculus store check` and `aesculus store forget`: what keeps a store sound."""

import json as json_module
from pathlib import Path
from typing import Annotated

import typer

from aesculus import metrics
from aesculus.cli.common import JsonOption, opened
from aesculus.cli.errors import InputError
from aesculus.cli.telling import json_wished, put, results
from aesculus.defaults import on_store
from aesculus.design import parse_build
from aesculus.stages.synth_recipes import recipe
from aesculus.store import Store, StoreError
from aesculus.terminal import line

_MOST_TOLD = 100

OwnStore = Annotated[
    Path | None,
    typer.Option(
        "--store", help="The store, instead of one named before the subcommand.", metavar="PATH"
    ),
]


def check(context: typer.Context, *, json: JsonOption = False, store: OwnStore = None) -> None:
    """Read the whole store and every artefact, and tell of damage and of edits by hand."""
    with opened(store or context.obj, must_exist=True) as kept:
        found = metrics.problems(kept)
        count = 0 if found else sum(kept.counts().values())
        if json_wished({"context": context, "json": json}):
            told = {"store": str(kept.path), "sound": not found, "problems": list(found)}
            typer.echo(json_module.dumps(told if found else {**told, "results": count}, indent=2))
        else:
            for each in found[:_MOST_TOLD]:
                put(line(each))
        if found:
            mend = on_store("aesculus store forget --damaged", kept.path)
            raise StoreError(
                f"store {kept.path} is damaged, {len(found):,} finding{'s' * (len(found) != 1)}: "
                f"`{mend}` forgets what is damaged and makes figures anew"
            )
        if not json_wished({"context": context, "json": json}):
            put(f"{kept.path}: {results(count)}, all sound")


def meant(store: Store, label: str) -> str:
    """Return the label that is meant; what a store has can be named, whatever it is.

    Raises:
        ValueError: it is no label, or its recipe is unknown, and none of the store.
    """
    try:
        point = parse_build(label)
    except ValueError:
        if store.has_label(label):
            return label
        raise
    if not store.has_label(point.label):
        # Of a recipe that there is no more it may have results; of none, the name is wrong.
        recipe(point.recipe)
    return point.label


def _stored(store: Store, label: str) -> str:
    name = meant(store, label)
    if not store.has_label(name):
        raise InputError(f"{name} has no results in {store.path}")
    return name


def forget(
    context: typer.Context,
    labels: Annotated[
        list[str] | None, typer.Argument(help="Designs to forget.", metavar="LABEL")
    ] = None,
    *,
    failed: Annotated[bool, typer.Option("--failed", help="All failures.")] = False,
    ok: Annotated[bool, typer.Option("--ok", help="With labels: what came right as well.")] = False,
    damaged: Annotated[
        bool, typer.Option("--damaged", help="All results that `check` finds damaged.")
    ] = False,
    json: JsonOption = False,
    store: OwnStore = None,
) -> None:
    """Forget failures, so that they are tried again; what came right stays unless asked for."""
    if bool(labels) + failed + damaged != 1:
        raise InputError("name designs, or give --failed, or --damaged: one of the three")
    if ok and not labels:
        raise InputError("--ok goes with labels: results that came right are forgotten by name")
    path = store or context.obj
    if not path.exists():
        raise InputError(f"no store at {path}: there is nothing to forget")
    with opened(path) as kept:
        named = None if labels is None else [_stored(kept, label) for label in labels]
        gone = kept.forget_damaged() if damaged else []
        count = len(gone) if damaged else kept.forget(labels=named, ok=ok)
        anew = metrics.refresh(kept) if damaged else 0
    if json_wished({"context": context, "json": json}):
        told = {"store": str(path), "forgotten": count, "damaged": list(gone), "made_anew": anew}
        typer.echo(json_module.dumps(told, indent=2))
        return
    for name in gone[:_MOST_TOLD]:
        put(line(name))
    rows = f", {anew:,} row{'s' * (anew != 1)} of figures made anew" if damaged else ""
    put(f"{count:,} result{'s' * (count != 1)} forgotten{rows}")
