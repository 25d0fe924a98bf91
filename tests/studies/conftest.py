"""Where studies run in tests, and what stands in for the tools: as for the commands."""

from cli.conftest import fakes, place
from engine.conftest import store

__all__ = ["fakes", "place", "store"]
