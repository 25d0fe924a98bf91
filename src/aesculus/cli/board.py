"""`aesculus board`: a board with a bitstream of ours, put to the test over its serial port."""

from json import dumps, loads
from pathlib import Path
from typing import Annotated, Any

import typer

from aesculus.api.naming import legal_point
from aesculus.cli.common import JsonOption
from aesculus.errors import InputError
from aesculus.export.boards import port as ports
from aesculus.export.boards.build import TOLD
from aesculus.export.boards.exercise import Amount, exercise
from aesculus.export.boards.host import Link
from aesculus.inputs import InputFileError, read_text
from aesculus.store.values import rate

_MOST_BAUD = 100_000_000
_MOST_CYCLES = 1_000_000


def command(
    *,
    folder: Annotated[Path, typer.Argument(help="A folder that aesculus build wrote.")],
    port: Annotated[str, typer.Argument(help="Serial port, such as /dev/ttyUSB0 or COM3.")],
    blocks: Annotated[
        int, typer.Option("--blocks", min=1, max=5_000_000, help="Blocks of a long run.")
    ] = Amount().run,
    json: JsonOption = False,
) -> None:
    """Try known answers and random blocks on a board by its serial port; measure its rate."""
    if not port.strip():
        raise InputError(f"PORT {port!r} is none: name one such as /dev/ttyUSB0 or COM3")
    told = _told(folder)
    point = legal_point(told["label"])
    with ports.opened(port, told["baud"]) as line:
        found = exercise(
            Link(line),
            point,
            latency_cycles=told["latency_cycles"],
            blocks_per_cycle=told["blocks_per_cycle"],
            amount=Amount(run=blocks),
        )
    if json:
        said = {
            "label": point.label,
            "board": told["board"],
            "clock_mhz": found.about.clock_mhz,
            "known": found.known,
            "random": found.random,
            "run": found.run,
            "latency_cycles": found.latency_cycles,
            "blocks_per_cycle": found.blocks_per_cycle,
            "core_gbps": found.core_gbps,
            "line_blocks_per_s": found.line_blocks_per_s,
        }
        typer.echo(dumps(said, indent=2))
        return
    typer.echo(
        f"{point.label} on {told['board']}: {found.known} known answers, {found.random} random "
        f"blocks and {found.run} blocks in runs are right"
    )
    typer.echo(
        f"core: {found.latency_cycles} cycles a block, {found.blocks_per_cycle:.5f} blocks a cycle "
        f"at {found.about.clock_mhz:g} MHz: {found.core_gbps:.4f} Gbit/s"
    )
    typer.echo(f"serial line: {found.line_blocks_per_s:.0f} blocks a second")


def _told(folder: Path) -> dict[str, Any]:
    path = folder / TOLD
    try:
        told: dict[str, Any] = loads(read_text(path))
    except (InputFileError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: {error}: name a folder that aesculus build wrote") from None
    wanted = {"label": str, "board": str, "baud": int, "latency_cycles": int}
    for name, kind in {**wanted, "blocks_per_cycle": str}.items():
        # True is a whole number to Python.
        if not isinstance(told, dict) or type(told.get(name)) is not kind:
            raise InputError(f"{path}: {name!r} is missing or no {kind.__name__}")
    for name, most in (("baud", _MOST_BAUD), ("latency_cycles", _MOST_CYCLES)):
        if not 0 < told[name] <= most:
            raise InputError(f"{path}: {name} {told[name]}; legal: 1..{most}")
    try:
        told["blocks_per_cycle"] = rate(told["blocks_per_cycle"])
    except (ValueError, ZeroDivisionError) as error:
        raise InputError(f"{path}: blocks_per_cycle: {error}") from None
    if told["blocks_per_cycle"] <= 0:
        raise InputError(f"{path}: blocks_per_cycle: 0; legal: more than 0")
    return told
