"""How long a store with a million results takes to answer."""

import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import psutil
from pydantic import Field

from aesculus import metrics
from aesculus.ciphers.aes.space import DesignPoint
from aesculus.consoles import say
from aesculus.defaults import ROUTED_DEVICE
from aesculus.engine.answers import goal_rows
from aesculus.families import Device, devices
from aesculus.frontier.objectives import ROUTED, directions
from aesculus.records import Stage
from aesculus.search.goals import Goal, Limit, Objective
from aesculus.store import Store
from aesculus.studies.store_million.filling import STAGES, fill, job, outcome
from aesculus.studies.study import Study, StudyOptions
from aesculus.tools.process import cores

LIMIT_S = 1.0
"""What a query may take."""

REPEATS = 5

_GOALS = {
    "pick: 20 Gbit/s, fewest LUTs": Goal(
        (Limit("throughput_gbps", 20, "rate"),), Objective("area_luts", False)
    ),
    "pick: no block RAM, 9,000 LUTs, shortest latency": Goal(
        (Limit("area_luts", 9000, "area"), Limit("bram_count", 0, "memory")),
        Objective("latency_ns", False),
    ),
    "pick: 900 Gbit/s (nothing meets it), fewest LUTs": Goal(
        (Limit("throughput_gbps", 900, "rate"),), Objective("area_luts", False)
    ),
}
_NEEDED: dict[str, list[Any]] = {"design.key_bits": [128], "design.direction": ["encrypt"]}


class MillionOptions(StudyOptions):
    """What the study can be told."""

    count: Annotated[int, Field(ge=len(STAGES), description="Results in the store.")] = 1_000_000


class StoreMillion(Study[MillionOptions]):
    """The study."""

    name = "store-million"
    doc = "Frontier and pick queries on a store with a million results; all of it made up."
    options = MillionOptions

    def run(self, options: MillionOptions) -> None:
        """Fill a store, time its queries and write what they took."""
        device = devices.load(ROUTED_DEVICE)
        with tempfile.TemporaryDirectory(prefix="aesculus-store-") as folder:
            path = Path(folder) / "store.db"
            say(f"filling a store with {options.count:,} results")
            start = time.monotonic()
            Store.open(path).close()
            fill(path, device, options.count)
            filled_s = time.monotonic() - start
            size = path.stat().st_size
            found: dict[str, dict[str, float]] = {}
            # As a command does: the first query of a process pays for what is not in memory yet.
            with Store.open(path) as store:
                for name, query in queries(store, device).items():
                    found[name] = _told(query)
                    say(f"{name}: {found[name]['median_s']:.3f} s")
                counts = sum(store.counts().values())
        self.write(
            options.out,
            {
                **self.head(),
                "results": counts,
                "designs": options.count // len(STAGES),
                "bytes": size,
                "fill_s": round(filled_s, 1),
                "sqlite": sqlite3.sqlite_version,
                "limit_s": LIMIT_S,
                "load": round(psutil.getloadavg()[0] / cores(), 1),
                "queries": found,
            },
        )
        self.say_where(options.out)

    def values(self, body: Any) -> dict[str, Any]:
        """Return how often a query was repeated."""
        return {"repeats": REPEATS}


def _told(query: Callable[[], object]) -> dict[str, float]:
    """Return the times of a query in seconds: the first, median and worst, the processor's."""
    first, _ = _timed(query)
    both = [_timed(query) for _ in range(REPEATS)]
    walls = [wall for wall, _ in both]
    spent = median(cpu for _, cpu in both)
    times = {"first_s": first, "median_s": median(walls), "worst_s": max(walls), "cpu_s": spent}
    return {name: round(value, 4) for name, value in times.items()}


def _timed(query: Callable[[], object]) -> tuple[float, float]:
    """Return the time on the clock and that of the processor, in seconds."""
    start, spent = time.perf_counter(), time.process_time()
    query()
    return time.perf_counter() - start, time.process_time() - spent


def queries(store: Store, device: Device) -> dict[str, Callable[[], object]]:
    """Return what is timed: name to a call."""
    ways = directions(ROUTED)
    numbers = iter(range(10**9))

    def add() -> object:
        """One more result, and the frontier that counts it."""
        store.put(job(DesignPoint(), Stage.ROUTE, device, seed=next(numbers)), outcome())
        return metrics.pareto_rows(store, ways, device=device.name)

    keys = [job(DesignPoint(), Stage.ROUTE, device, seed=n).key for n in range(1000)]
    return {
        "frontier: four objectives": lambda: metrics.pareto_rows(store, ways, device=device.name),
        "frontier: netlist verified, AES-128 encryption": lambda: metrics.pareto_rows(
            store, ways, device=device.name, netlist_verified=True, matching=_NEEDED
        ),
        "frontier: throughput over LUTs": lambda: metrics.pareto_rows(
            store, directions(["throughput_gbps", "area_luts"]), device=device.name
        ),
        **{
            name: lambda goal=goal: goal_rows(  # type: ignore[misc]
                store, device, goal, netlist_verified=True, matching=_NEEDED
            )
            for name, goal in _GOALS.items()
        },
        "the best 20 by throughput": lambda: metrics.rows(
            store, device=device.name, order_by="throughput_gbps", descending=True, limit=20
        ),
        "which of 1,000 jobs are known": lambda: store.known(keys),
        "one more result, then the frontier": add,
    }


STUDIES = (StoreMillion(),)
