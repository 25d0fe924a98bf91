"""What the benchmark campaigns share: where their figures go, and how they were made."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aesculus.cli import output

RESULTS = Path("benchmarks/results")
"""Where campaigns write their figures."""

TABLES = Path("benchmarks/search")
"""Where the measured spaces are."""


def head(name: str, doc: str) -> dict[str, Any]:
    """Return what stands in front of the figures of a campaign."""
    return {
        "campaign": name,
        "about": doc,
        "command": output.typed(),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
    }
