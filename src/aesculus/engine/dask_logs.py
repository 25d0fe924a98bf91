"""What Dask keeps for people who look into it: next to nothing, as nobody does here.

By default each connection keeps its last 1,000 messages, and a message may hold a netlist of a
megabyte; samples of the system and of what threads were doing fill up for an hour; and what became
of a group of tasks is kept for good.
"""

from collections.abc import Mapping
from typing import Any

_FEW = 10

SHORT: Mapping[str, Any] = {
    "distributed.admin.log-length": _FEW,
    "distributed.admin.low-level-log-length": _FEW,
    "distributed.admin.system-monitor.log-length": _FEW,
    "distributed.diagnostics.computations.max-history": 1,
    "distributed.worker.profile.enabled": False,
}
"""Settings under which schedulers, workers and clients have to be made."""

_FOR_GOOD = "spans"


def of_cluster() -> dict[str, Any]:
    """Return arguments of a `LocalCluster` that keeps nothing for good of what tasks came to.

    Its dashboard is off. Workers that join it must have `extensions_of_worker`.
    """
    from distributed.scheduler import DEFAULT_EXTENSIONS  # noqa: PLC0415

    return {
        "scheduler_kwargs": {"dashboard": False, "extensions": _without(DEFAULT_EXTENSIONS)},
        "extensions": extensions_of_worker(),
    }


def extensions_of_worker() -> dict[str, Any]:
    """Return the extensions of a worker below such a scheduler."""
    from distributed.worker import DEFAULT_EXTENSIONS  # noqa: PLC0415

    return _without(DEFAULT_EXTENSIONS)


def _without(extensions: Mapping[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in extensions.items() if name != _FOR_GOOD}
