"""How `pick` tells what it found, and how it ends."""

import json as json_module

import typer

from aesculus.cli.errors import FAILED
from aesculus.cli.telling import put, tell
from aesculus.consoles import say
from aesculus.engine import reference
from aesculus.engine.found import EXIT_CODES
from aesculus.errors import RunError
from aesculus.families import devices
from aesculus.report.found import found_object, found_text, so_far, why_none
from aesculus.search.found import Found, State


def begin(found: Found) -> None:
    """Say how near what is known comes to the goal, before more is run."""
    if near := so_far(found):
        say(near)


def show(found: Found, again: str, *, json: bool) -> None:
    """Print what was found.

    Args:
        found: the answer, or what comes near.
        again: the command that looks on.
        json: print it for programs.
    """
    if json:
        typer.echo(json_module.dumps(found_object(found), indent=2))
    elif text := found_text(found, again):
        put(text)


def end(found: Found, again: str, *, json: bool) -> None:
    """Print what was found at last, and leave with the exit code that says so.

    Raises:
        RunError: nothing that is known can be compared with the goal.
        typer.Exit: there is no answer with a verified netlist.
    """
    if found.reason and found.refused is None and not json:
        target = devices.load(found.device)
        taught = reference.told(target, reference.results(target))
        raise RunError(f"{found.reason}: run `{again}`" + (f" ({taught})" if taught else ""))
    show(found, again, json=json)
    if found.state is State.NONE:
        more = f": run `{again}`" if json and found.reason else ""
        tell(why_none(found) + more, FAILED)
    if found.state is not State.VERIFIED:
        raise typer.Exit(EXIT_CODES[found.state])
