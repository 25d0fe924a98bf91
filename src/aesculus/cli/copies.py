"""`aesculus store export` and `aesculus store merge`: copies, and several that become one."""

import json as json_module
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from aesculus.cli.common import JsonOption, opened
from aesculus.cli.errors import InputError
from aesculus.cli.telling import json_wished, results
from aesculus.cli.upkeep import OwnStore
from aesculus.inputs import check_out_file
from aesculus.stages.synth import check_twins
from aesculus.store import MergeError, Store, StoreError
from aesculus.store.opened import check_bytes
from aesculus.studies import archive
from aesculus.studies.made import RESULTS, STORES, TABLES


def export(
    context: typer.Context,
    target: Annotated[Path, typer.Argument(help="File that does not exist yet.", metavar="FILE")],
    *,
    figures: Annotated[
        bool,
        typer.Option(
            "--figures",
            help="Only what committed tables rest on: figures, and records without artefacts.",
        ),
    ] = False,
    bare: Annotated[
        bool,
        typer.Option(
            "--bare",
            help="Results without artefacts and logs: a campaign can go on from them.",
        ),
    ] = False,
    json: JsonOption = False,
    store: OwnStore = None,
) -> None:
    """Write a whole copy of the store; its artefacts go into `cache/` beside it.

    With `--figures` it is an archive that can be published; `aesculus report --from FILE` makes
    every table again from it.
    """
    if figures and bare:
        raise InputError("--figures and --bare: give one of them")
    if target.exists():
        raise InputError(f"{target} exists: name a file that does not")
    check_out_file(target, "FILE")
    place: Path = store or context.obj
    told: dict[str, Any]
    if figures:
        with ExitStack() as stack:
            # One that nobody named need not be there.
            wanted = store is not None or place.exists()
            kept = stack.enter_context(opened(place, must_exist=True)) if wanted else None
            count = archive.pack(target, RESULTS, TABLES, kept, STORES)
        size = target.stat().st_size
        line = f"{target}: {count} files, {size:,} bytes"
        told = {"archive": str(target), "files": count, "bytes": size}
    else:
        with opened(place, must_exist=True) as kept:
            kept.export(target, bare=bare)
            count = sum(kept.counts().values())
        line = f"{results(count)} copied to {target}"
        told = {"copy": str(target), "results": count}
    if json_wished({"context": context, "json": json}):
        line = json_module.dumps({"store": str(place), **told}, indent=2)
    typer.echo(line)


def merge(
    context: typer.Context,
    others: Annotated[
        list[Path], typer.Argument(help="Stores to take results from.", metavar="FILE")
    ],
    *,
    json: JsonOption = False,
    store: OwnStore = None,
) -> None:
    """Take the results of other stores into this one; the others are only read.

    A result that both have stays as it is here, but one that came right beats one that failed. A
    merge that was cut short is completed by the next one.
    """
    target: Path = store or context.obj
    for other in others:
        if not other.is_file():
            what = f"{other} is no file" if other.exists() else f"no store at {other}"
            raise InputError(f"{what}: give the database file of each store to merge")
        if other.resolve() == target.resolve():
            raise InputError(f"{other} is the store itself: name others")
        # Before anything is written: a store of one's own is not begun for what is none.
        check_bytes(other)
        with Store.open(other, writable=False) as there:
            there.check_whole()
    as_json = json_wished({"context": context, "json": json})
    merged: list[dict[str, Any]] = []
    errors: list[MergeError] = []
    try:
        with opened(target) as kept:
            for other in others:
                refused: list[str] = []
                try:
                    taken = kept.merge(other, check_twins)
                    if not as_json:
                        typer.echo(f"{results(taken)} taken from {other}")
                except MergeError as error:
                    # What it has that does not verify keeps no other from being merged.
                    errors.append(error)
                    taken, refused = error.taken, list(error.refused)
                merged.append({"store": str(other), "taken": taken, "refused": refused})
    finally:
        if as_json and merged:
            typer.echo(json_module.dumps({"store": str(target), "merged": merged}, indent=2))
    if errors:
        raise StoreError("; ".join(map(str, errors)))
