"""`aesculus store check` and `aesculus store forget`: what keeps a store sound."""

from pathlib import Path
from typing import Annotated

import typer

from aesculus import metrics
from aesculus.ciphers.aes.space import parse
from aesculus.cli.common import opened
from aesculus.cli.errors import InputError
from aesculus.store import Store, StoreError

_MOST_TOLD = 100

OwnStore = Annotated[
    Path | None,
    typer.Option(
        "--store", help="The store, instead of one named before the subcommand.", metavar="PATH"
    ),
]


def check(context: typer.Context, *, store: OwnStore = None) -> None:
    """Read the whole store and every artefact, and tell of damage and of edits by hand."""
    with opened(store or context.obj, must_exist=True) as kept:
        found = metrics.problems(kept)
        for line in found[:_MOST_TOLD]:
            typer.echo(line)
        if found:
            raise StoreError(f"store {kept.path} is damaged: {len(found):,} findings")
        count = sum(kept.counts().values())
        typer.echo(f"{kept.path}: {count:,} results, all sound")


def _stored(store: Store, label: str) -> str:
    """Return the label that is meant; what a store has can be forgotten, whatever it is.

    Raises:
        InputError: it is no label, and none of the store.
    """
    try:
        return parse(label).label
    except ValueError:
        if store.has_label(label):
            return label
        raise


def forget(
    context: typer.Context,
    labels: Annotated[
        list[str] | None, typer.Argument(help="Designs to forget.", metavar="[LABEL]...")
    ] = None,
    *,
    failed: Annotated[bool, typer.Option("--failed", help="All failures.")] = False,
    ok: Annotated[bool, typer.Option("--ok", help="With labels: what came right as well.")] = False,
    damaged: Annotated[
        bool, typer.Option("--damaged", help="All results that `check` finds damaged.")
    ] = False,
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
        if damaged:
            gone = kept.forget_damaged()
            for name in gone[:_MOST_TOLD]:
                typer.echo(name)
            count = len(gone)
        else:
            named = None if labels is None else [_stored(kept, label) for label in labels]
            count = kept.forget(labels=named, ok=ok)
    typer.echo(f"{count:,} results forgotten")
