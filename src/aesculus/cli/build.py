"""`aesculus build`: a core with a serial line as the bitstream of a board."""

from pathlib import Path
from typing import Annotated

import typer

from aesculus.api.naming import legal_point
from aesculus.cli.common import LAST_SEED, JobsOption, StoreOption, mhz_option
from aesculus.consoles import saying_when
from aesculus.defaults import STORE
from aesculus.engine.asked import run_options
from aesculus.export.boards import model, port
from aesculus.export.boards.build import Wish, build, loader_command
from aesculus.export.boards.fit import drivable
from aesculus.export.place import refuse, replaced
from aesculus.families import devices
from aesculus.inputs import check_out_folder
from aesculus.store.opened import opened


def command(
    *,
    label: Annotated[str, typer.Argument(help="The design, such as UF1-PP1T.")],
    board: Annotated[
        str, typer.Option("--board", "-b", help=f"One of {', '.join(model.names())}.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the files.")],
    mhz: Annotated[
        float | None,
        mhz_option("Clock of the core in MHz. [default: what a first route reaches, with a PLL]"),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", min=1, max=LAST_SEED, help="Seed of the placer.")
    ] = 1,
    load: Annotated[
        bool, typer.Option("--load", help="Load it with openFPGALoader, until power is lost.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a folder although its files were changed.")
    ] = False,
    jobs: JobsOption = 0,
    store: StoreOption = STORE,
) -> None:
    """Write a bitstream of a verified core with a serial line, for a board."""
    point = legal_point(label)
    chosen = model.load(board)
    drivable(point)
    devices.check_mhz(mhz, devices.load(chosen.device))
    check_out_folder(out)
    refuse(out, force=force, board=True)
    wish = Wish(mhz=mhz, seed=seed, tell=saying_when())
    with opened(store) as kept, replaced(out) as folder:
        made = build(kept, point, chosen, folder, options=run_options(jobs=jobs), wish=wish)
    bitstream = out / made.bitstream.name
    told = "PLL" if made.clocking.pll else "oscillator"
    typer.echo(
        f"{bitstream}: {made.clocking.mhz:g} MHz ({told}; the route reaches "
        f"{made.reached_mhz:.1f}), {made.clocking.baud} baud"
    )
    line = loader_command(chosen, bitstream)
    if load:
        port.load(line)
    else:
        typer.echo(f"load it: {' '.join(line)}")
    typer.echo(f"try it:  aesculus board {out} PORT")
