"""Errors on stderr: one line, in words or as JSON."""

import json as json_module

import typer

from aesculus.terminal import clean

_as_json = False


def set_json(value: bool) -> None:
    """Choose whether errors are told as JSON; every command does so with its `--json`."""
    global _as_json  # noqa: PLW0603 - one command a process
    _as_json = value


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
