"""The `aesculus` command."""

from aesculus.cli.app import app, main

__all__ = ["app", "main"]
