"""The application: its subcommands, and usage errors as one line."""

import sys
from typing import Annotated, Any

import typer

import aesculus
from aesculus import terminal
from aesculus.cli import (
    bench,
    devices,
    doctor,
    explore,
    export,
    log,
    pick,
    report,
    reproduce,
    show,
    space,
    store,
    verify,
)
from aesculus.cli.errors import BAD_INPUT, guarded, set_debug
from aesculus.cli.telling import set_json, tell

app = typer.Typer(
    name="aesculus",
    help="Explore the design space of an AES core on FPGAs, and take a point of it home.",
    invoke_without_command=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"aesculus {aesculus.__version__}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    *,
    debug: Annotated[bool, typer.Option("--debug", help="Print tracebacks of errors.")] = False,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_version, is_eager=True),
    ] = False,
) -> None:
    """Take the options that stand before the subcommand."""
    set_debug(debug)
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


_COMMANDS = (explore, show, pick, verify, export, report, reproduce, devices, space, bench)
for _module in (*_COMMANDS, log, doctor):
    app.command(_module.__name__.rpartition(".")[2])(guarded(_module.command))
app.add_typer(store.app, name="store")


def main(argv: list[str] | None = None) -> None:
    """Run the command line and exit: 0 if all went well, 2 for bad input, 1 for a failed run."""
    for stream in (sys.stdout, sys.stderr):
        # Labels and tables have signs that some terminals' encodings lack.
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    terminal.guard()
    try:
        code = app(args=argv, prog_name="aesculus", standalone_mode=False)
    except typer.Exit as leave:
        code = leave.exit_code
    except typer.Abort:
        code = 130
    except Exception as error:
        told = getattr(error, "format_message", None)
        if told is None:
            raise
        text = " ".join(str(told()).split())
        if text:
            set_json("--json" in (sys.argv[1:] if argv is None else argv))
            tell(text, BAD_INPUT)
        code = getattr(error, "exit_code", BAD_INPUT)
    sys.exit(code or 0)
