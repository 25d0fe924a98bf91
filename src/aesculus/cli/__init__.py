"""The `aesculus` command."""

import sys


def main(argv: list[str] | None = None) -> None:
    """Run the command line and exit, see `app.main`; an interrupt while it loads is one too."""
    try:
        from aesculus.cli.app import main as run  # noqa: PLC0415 - it takes a tenth of a second
    except KeyboardInterrupt:
        sys.exit(130)
    run(argv)
