"""`aesculus devices`: what can be built for."""

import json as json_module

import typer
from rich.table import Table
from rich.text import Text

from aesculus.cli.common import JsonOption
from aesculus.consoles import out
from aesculus.families import devices
from aesculus.pages import DASH
from aesculus.report.room import drop_to_fit


def command(*, json: JsonOption = False) -> None:
    """List the devices."""
    known = [devices.load(name) for name in devices.names()]
    if json:
        listed = [
            device.model_dump(mode="json") | {"area_only": device.area_only} for device in known
        ]
        typer.echo(json_module.dumps(listed, indent=2))
        return
    table = Table(header_style="bold")
    for name in (
        "device",
        "vendor",
        "figures",
        "own tools",
        "LUT",
        "FF",
        "BRAM",
        "clock limit",
        "notes",
    ):
        right = name in {"LUT", "FF", "BRAM", "clock limit"}
        table.add_column(name, justify="right" if right else "left", no_wrap=name == "device")
    for device in known:
        have, limit = device.resources, device.clock_limit
        doubt = "" if limit is None or limit.checked else "?"
        table.add_row(
            device.name,
            Text(device.vendor),
            "area, estimated" if device.area_only else "routed",
            ", ".join(device.tools) or DASH,
            *(f"{count:,}" for count in (have.luts, have.ffs, have.brams)),
            DASH if limit is None else f"{limit.mhz:g} MHz{doubt}",
            Text(device.notes),
        )
    console = out()
    drop_to_fit(
        console, table, ("notes", "own tools", "vendor", "clock limit", "figures", "FF", "BRAM")
    )
    console.print(table)
    console.print("? not checked against the data sheet", highlight=False)
