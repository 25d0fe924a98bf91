"""What is meant where nothing else is said."""

import shlex
from pathlib import Path

AREA_DEVICE = "XC2V4000"
"""The device of areas that published figures stand beside."""

ROUTED_DEVICE = "LFE5U-85F-8"
"""The device of routed clocks."""

PAPER = "zambreno2004"
"""The paper whose rows stand beside ours."""

MOST_JOBS = 1024
"""Jobs at once that may be asked for: a slip of the pen is not to fill a machine with tools."""

POINTS = "zambreno48"
"""The named set of points that is explored."""

STORE = Path(".aesculus/store.db")
"""Where results are kept."""

REPLAYS = Path(".aesculus/replays")
"""Where replays of search strategies are kept."""

PAGE = Path("report.html")
"""Where the page of results goes."""


def on_store(command: str, store: Path) -> str:
    """Return a command that is told to the user as it acts on a store, the usual one unnamed."""
    return command if store == STORE else f"{command} --store {shlex.quote(str(store))}"
