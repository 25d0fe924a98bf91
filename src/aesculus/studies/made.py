"""How figures were made: what stands in front of those of every study."""

import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

RESULTS = Path("benchmarks/results")
"""Where studies write their figures."""

TABLES = Path("benchmarks/search")
"""Where the measured spaces are."""

STORES = Path("benchmarks/stores")
"""Where the stores of campaigns are, packed and without artefacts."""

_DECIDE_NO_FIGURE = frozenset({
    "--store", "--out", "--jobs", "-j", "--scheduler", "--cluster", "--budget", "--untimed"
})  # fmt: skip


def typed() -> str:
    """Return the command as it was typed, for the record.

    Options that only say where, how long and with how many processes it ran are left out: figures
    do not depend on them, and a page that is not complete says so. A path of somebody's machine
    belongs on no page.
    """
    words = ["aesculus"]
    given = iter(sys.argv[1:])
    for word in given:
        name, _, value = word.partition("=")
        if name in _DECIDE_NO_FIGURE:
            if not value:
                next(given, None)
            continue
        words.append(word)
    return shlex.join(words)


def head(name: str, doc: str) -> dict[str, Any]:
    """Return what stands in front of the figures of a study."""
    return {
        "campaign": name,
        "about": doc,
        "command": typed(),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
    }
