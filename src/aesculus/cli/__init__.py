"""The `aesculus` command."""

import sys
from typing import TYPE_CHECKING

from aesculus.lazily import loading

if TYPE_CHECKING:
    from aesculus.cli.app import app

__all__ = ["app", "main"]

__getattr__ = loading(__name__, {"app": "aesculus.cli.app"})


def main(argv: list[str] | None = None) -> None:
    """Run the command line and exit, see `app.main`; an interrupt while it loads is one too."""
    try:
        from aesculus.cli.app import main as run  # noqa: PLC0415 - it takes a tenth of a second
    except KeyboardInterrupt:
        sys.exit(130)
    run(argv)
