"""`aesculus doctor`: whether this machine has what the work needs."""

import json as json_module
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import typer

import aesculus
from aesculus.cli.common import DEFAULT_STORE, JsonOption, StoreOption
from aesculus.cli.errors import RunError
from aesculus.design.folders import SETTING, SearchPath
from aesculus.families import devices
from aesculus.store import Store, StoreError
from aesculus.tools.doctor import Check, examine


def command(*, json: JsonOption = False, store: StoreOption = DEFAULT_STORE) -> None:
    """Look at tools, compiler, disk and memory; say what is missing and how to get it."""
    looks = {"AESCULUS_DEVICES": devices.names, SETTING: lambda: list(SearchPath([], "ciphers"))}
    found = [*examine(store, looks), *_store(store)]
    if json:
        body = {"version": aesculus.__version__, "checks": [asdict(each) for each in found]}
        typer.echo(json_module.dumps(body, indent=2))
    else:
        typer.echo(f"aesculus {aesculus.__version__}")
        for each in found:
            typer.echo(f"{'ok  ' if each.ok else 'FAIL'} {each.name}: {each.told}")
            if each.advice:
                typer.echo(f"     {each.advice}")
    bad = [each.name for each in found if not each.ok]
    if bad:
        raise RunError(f"not in order: {', '.join(bad)}")


def _store(path: Path) -> Iterator[Check]:
    """Give whether the store can be read, if there is one; it is not written."""
    if not path.exists():
        return
    try:
        with Store.open(path, writable=False):
            yield Check("store", True, str(path))
    except StoreError as error:
        yield Check("store", False, str(error))
