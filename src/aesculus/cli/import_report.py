"""`aesculus import-report`: figures of a vendor's tool that a person brings."""

import json as json_module
from pathlib import Path
from typing import Annotated

import typer

from aesculus.api.naming import legal_point
from aesculus.cli.common import JsonOption, StoreOption
from aesculus.cli.telling import put
from aesculus.defaults import STORE
from aesculus.errors import InputError
from aesculus.export.brought import keep, listed, load, row
from aesculus.pages import figure, table


def command(
    *,
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Reports of one run: utilisation, timing.", metavar="FILE"),
    ] = None,
    label: Annotated[
        str | None, typer.Option("--label", "-l", help="The design that they are of.")
    ] = None,
    json: JsonOption = False,
    store: StoreOption = STORE,
) -> None:
    """Read reports of a vendor's tool and keep them; without files, list them."""
    if not files:
        if label is not None:
            raise InputError("--label is of reports: name their files")
        found = listed(store)
    elif label is None:
        raise InputError("say with --label which design the reports are of, such as UF2-PP3B")
    else:
        point = legal_point(label)
        figures, read = load(files)
        found = [keep(store, point.label, figures, read)]
    rows = [row(each) for each in found]
    if json:
        typer.echo(json_module.dumps(rows, indent=2))
        return
    if not rows:
        put("No report is kept yet: `aesculus import-report FILE --label LABEL` keeps one")
        return
    heads = ("design", "part", "tool (brought)", "LUT", "FF", "RAM", "MHz", "area of")
    cells = [
        (
            each["label"],
            each["part"],
            f"{each['tool']} {each['version']}",
            figure(each["lut_count"]),
            figure(each["ff_count"]),
            figure(each["bram_count"], 1),
            figure(each["fmax_mhz"], 1),
            "core" if each["core_alone"] else "core and harness",
        )
        for each in rows
    ]
    put("\n".join(table(heads, cells, words=3)))
