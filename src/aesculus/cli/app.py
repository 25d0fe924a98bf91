"""The application: its subcommands, each loaded when it is called, and usage errors as one line."""

import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import aesculus
from aesculus import interrupts, terminal
from aesculus.cli.commands import COMMANDS
from aesculus.cli.handing import handed_over, unwritten
from aesculus.cli.telling import set_json, tell
from aesculus.lazily import for_good

BAD_INPUT = 2


class LazyGroup(TyperGroup):
    """A group whose subcommands are loaded when they are called; till then stubs stand for them."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return name, command and the rest of what was typed."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, None if name is None else load(name), rest


def load(name: str) -> Any:
    """Return a subcommand, with the rooms that it works with."""
    with for_good():
        # It loads the rooms that raise errors, which --help has no need of.
        from aesculus.cli.errors import guarded  # noqa: PLC0415
        from aesculus.cli.preparing import prepare  # noqa: PLC0415

        module = import_module(f"aesculus.cli.{name.replace('-', '_')}")
    if hasattr(module, "app"):
        found: Any = typer.main.get_group(module.app)
    else:
        one = typer.Typer(rich_markup_mode=None, add_completion=False)
        one.command(name)(guarded(module.command))
        found = typer.main.get_command(one)
    prepare(found)
    return found


app = typer.Typer(
    name="aesculus",
    cls=LazyGroup,
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
    if debug:
        from aesculus.cli.errors import set_debug  # noqa: PLC0415 - as in `load`

        set_debug(debug)
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


for _name, _help in COMMANDS.items():
    app.command(_name, help=_help)(lambda: None)


def main(argv: list[str] | None = None) -> None:
    """Run the command line and exit: 0 if all went well, 2 for bad input, 1 for a failed run."""
    terminal.guard()
    interrupts.watch()
    for stream in (sys.stdout, sys.stderr):
        # Labels and tables have signs that some terminals' encodings lack.
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=terminal.PLAINLY)
    try:
        code = app(args=argv, prog_name="aesculus", standalone_mode=False)
    except typer.Exit as leave:
        code = leave.exit_code
    except typer.Abort:
        code = 130
    except OSError as error:
        code = unwritten(error)
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        from aesculus.cli.usage import told  # noqa: PLC0415 - as in `load`

        text = told(error)
        if text:
            set_json("--json" in (sys.argv[1:] if argv is None else argv))
            tell(text, BAD_INPUT)
        code = getattr(error, "exit_code", BAD_INPUT)
    sys.exit(handed_over(code or 0))
