"""`aesculus report`: the page of results."""

from pathlib import Path
from threading import Event
from typing import Annotated

import typer

from aesculus.cli.common import StoreOption
from aesculus.consoles import say
from aesculus.defaults import PAGE, STORE
from aesculus.engine.page import live_source, write_report
from aesculus.errors import InputError
from aesculus.inputs import check_out_file, check_out_folder
from aesculus.report.live import LOOPBACK, served
from aesculus.store.opened import opened
from aesculus.studies.archive import Made, remake
from aesculus.studies.backing import Backing
from aesculus.studies.made import typed

_NONE = (
    "; no design of this store has results on a device: `aesculus show --reference` has those that "
    "come with the package"
)


def _named(found: Made) -> str:
    """Return what an archive lacks, and which of its figures are taken as they are."""
    text = f"\n  written by aesculus {found.version}" if found.version else ""
    if found.copied:
        text += f"\n  as the archive has them, compared with no records: {', '.join(found.copied)}"
    if found.spaces:
        text += (
            "\n  likewise measured spaces; their boards say what their own replays come to: "
            f"{', '.join(found.spaces)}"
        )
    if found.missing:
        text += f"\n  no figures of, so no table of: {', '.join(found.missing)}"
    return text


def _told(found: Backing | None) -> str:
    if found is None:
        return "no records beside them, so nothing says that the figures were measured"
    lacking = "".join(f"\n  without records: {row}" for row in found.lacking)
    return (
        f"{found.backed} of {found.rows} rows of designs were made again "
        f"from the records beside them{lacking}"
    )


def command(
    *,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            help="The file to write; with --from the folder, `tables` if none is named.",
        ),
    ] = PAGE,
    live: Annotated[
        bool,
        typer.Option(
            "--live", help="Serve the page to this machine alone, and keep it up to date."
        ),
    ] = False,
    host: Annotated[
        str, typer.Option(help="Address to serve on: one that no other machine can reach.")
    ] = LOOPBACK,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to serve on; 0 for any that is free.")
    ] = 0,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            help="Make every committed table again from an archive of `store export --figures`, "
            "below the folder `--out`.",
            metavar="FILE",
        ),
    ] = None,
    store: StoreOption = STORE,
) -> None:
    """Write the results as one HTML page."""
    if source is not None:
        if live:
            raise InputError("--from and --live exclude each other")
        folder = Path("tables") if out == PAGE else out
        if folder.suffix == PAGE.suffix:
            raise InputError(f"--out {folder}: with --from it is a folder, not a page")
        check_out_folder(folder)
        made = remake(source, folder)
        typer.echo(f"{folder}: {len(made.pages)} pages; {_told(made.backing)}{_named(made)}")
        return
    if not live:
        if (host, port) != (LOOPBACK, 0):
            raise InputError("--host and --port go with --live")
        check_out_file(out, "--out")
        with opened(store, must_exist=True) as kept:
            count = write_report(kept, out, command=typed())
        typer.echo(f"{out}: {count} row{'' if count == 1 else 's'}{'' if count else _NONE}")
        return
    if out != PAGE:
        raise InputError(f"--out {out}: --live writes no file, only serves; leave one of them away")
    with served(live_source(store, command=typed()), host=host, port=port) as address:
        say(f"Live report of {store}: {address} (Ctrl-C ends it)")
        try:
            Event().wait()
        except KeyboardInterrupt:
            say("Ended.")
