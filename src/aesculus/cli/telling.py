"""Errors on stderr: one line, in words or as JSON."""

import json as json_module
from collections.abc import Mapping
from typing import Any

import typer

from aesculus.terminal import clean

_as_json = False


def set_json(value: bool) -> None:
    """Choose whether errors are told as JSON; every command does so with its `--json`."""
    global _as_json  # noqa: PLW0603 - one command a process
    _as_json = value


def json_wished(given: Mapping[str, Any]) -> bool:
    """Return whether JSON is asked for, by a command or by one that it stands below.

    Args:
        given: the arguments of the command, its context among them if it stands below another.
    """
    context = given.get("context")
    while context is not None:
        if context.params.get("json"):
            return True
        context = context.parent
    return bool(given.get("json"))


def put(text: str) -> None:
    """Print a result; what came from a store is cleaned before anybody strips codes off it."""
    typer.echo(clean(text))


def results(count: int) -> str:
    """Return a number of results, in words."""
    return f"{count:,} result{'s' * (count != 1)}"


def tell(text: str, code: int) -> None:
    """Tell of an error in one line on stderr: in words, or as JSON where results are JSON.

    Args:
        text: the message.
        code: the exit code that follows.
    """
    line = clean(" ".join(text.split()))
    if _as_json:
        line = json_module.dumps({"error": {"message": line, "code": code}})
    else:
        line = f"aesculus: error: {line}"
    typer.echo(line, err=True)
