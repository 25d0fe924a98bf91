"""`aesculus bench store-million`: how long a store with a million results takes to answer."""

import json
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import psutil

from aesculus import devices, markdown, metrics
from aesculus.ciphers.aes.space import DesignPoint, draw
from aesculus.cli.bench_common import head
from aesculus.cli.common import ROUTED_DEVICE, progress_console
from aesculus.devices import Device
from aesculus.engine import cores, goal_rows
from aesculus.frontier import ROUTED, directions
from aesculus.metrics import Row, latency_ns, throughput_gbps
from aesculus.records import Stage, StageOutcome, Status
from aesculus.search.goals import Goal, Limit, Objective
from aesculus.store import Job, Store, canonical_json

NAME = "store-million"
DOC = "Frontier and pick queries on a store with a million results; all of it made up."
COUNT = 1_000_000
LIMIT_S = 1.0
"""What a query may take."""

REPEATS = 5
_STAGES = (Stage.VERIFY, Stage.SYNTH, Stage.VERIFY_NETLIST, Stage.ROUTE, Stage.ROUTE)
_KINDS = 3000
_BATCH = 2000
_ADDED = 50

_GOALS = {
    "pick: 20 Gbit/s, fewest LUTs": Goal(
        (Limit("throughput_gbps", 20, "rate"),), Objective("lut_count", False)
    ),
    "pick: no block RAM, 9,000 LUTs, shortest latency": Goal(
        (Limit("lut_count", 9000, "area"), Limit("bram_count", 0, "memory")),
        Objective("latency_ns", False),
    ),
    "pick: 900 Gbit/s (nothing meets it), fewest LUTs": Goal(
        (Limit("throughput_gbps", 900, "rate"),), Objective("lut_count", False)
    ),
}
_NEEDED: dict[str, list[Any]] = {"design.key_bits": [128], "design.direction": ["encrypt"]}


def run(out: Path, *, count: int = COUNT) -> dict[str, float]:
    """Fill a store, time its queries and write what they took.

    Args:
        out: folder for the figures.
        count: results in the store.

    Returns:
        query to the median of its processor times, in seconds.
    """
    device = devices.load(ROUTED_DEVICE)
    console = progress_console()
    with tempfile.TemporaryDirectory(prefix="aesculus-store-") as folder:
        path = Path(folder) / "store.db"
        console.print(f"filling a store with {count:,} results", highlight=False)
        start = time.monotonic()
        Store.open(path).close()
        fill(path, device, count)
        filled_s = time.monotonic() - start
        size = path.stat().st_size
        first: dict[str, float] = {}
        times: dict[str, list[float]] = {}
        cpu: dict[str, float] = {}
        # As a command does: the first query of a process pays for what is not in memory yet.
        with Store.open(path) as store:
            for name, query in queries(store, device).items():
                first[name] = _timed(query)[0]
                both = [_timed(query) for _ in range(REPEATS)]
                times[name] = [wall for wall, _ in both]
                cpu[name] = median(spent for _, spent in both)
                console.print(f"{name}: {median(times[name]):.3f} s", highlight=False)
            counts = sum(store.counts().values())
    found = {name: median(some) for name, some in times.items()}
    body: dict[str, Any] = {
        **head(NAME, DOC),
        "results": counts,
        "designs": count // len(_STAGES),
        "bytes": size,
        "fill_s": round(filled_s, 1),
        "sqlite": sqlite3.sqlite_version,
        "limit_s": LIMIT_S,
        "load": round(psutil.getloadavg()[0] / cores(), 1),
        "queries": {
            name: {
                "first_s": round(first[name], 4),
                "median_s": round(found[name], 4),
                "worst_s": round(max(times[name]), 4),
                "cpu_s": round(cpu[name], 4),
            }
            for name in found
        },
    }
    out.mkdir(parents=True, exist_ok=True)
    stem = out / NAME
    stem.with_suffix(".json").write_text(json.dumps(body, indent=2) + "\n", encoding="utf-8")
    stem.with_suffix(".md").write_text(_text(body), encoding="utf-8")
    console.print(f"Figures: {stem}.json, {stem}.md", highlight=False)
    return cpu


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
        job, outcome = _job(DesignPoint(), Stage.ROUTE, device, seed=next(numbers)), _outcome()
        store.put(job, outcome)
        return metrics.pareto_rows(store, ways, device=device.name)

    keys = [_job(DesignPoint(), Stage.ROUTE, device, seed=n).key for n in range(1000)]
    return {
        "frontier: four objectives": lambda: metrics.pareto_rows(store, ways, device=device.name),
        "frontier: netlist verified, AES-128 encryption": lambda: metrics.pareto_rows(
            store, ways, device=device.name, netlist_verified=True, matching=_NEEDED
        ),
        "frontier: throughput over LUTs": lambda: metrics.pareto_rows(
            store, directions(["throughput_gbps", "lut_count"]), device=device.name
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


def fill(path: Path, device: Device, count: int) -> None:
    """Write made-up results into an empty store: designs with all stages, and their figures.

    The rows go into the tables as the store would have written them one by one, only faster; the
    figures are drawn so that area, rate and latency trade off as they do in reality.
    """
    kinds = draw(_KINDS, 0)
    numbers = random.Random(1)  # noqa: S311 - made-up figures that are the same each time
    rules = _builder_of(device)
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("PRAGMA foreign_keys=OFF")
        total = count // len(_STAGES)
        for start in range(0, total, _BATCH):
            some = range(start, min(total, start + _BATCH))
            _write(connection, [_design(n, kinds, numbers, device, rules) for n in some])
        connection.execute("ANALYZE")
        connection.commit()
    finally:
        connection.close()
    with Store.open(path) as store:
        store.seal()


def _builder_of(device: Device) -> str:
    """Return what `metrics.refresh` writes beside rows that are up to date."""
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "s.db") as store:
        store.put(_job(DesignPoint(), Stage.SYNTH, device), _outcome())
        metrics.refresh(store)
        path = store.path
        with sqlite3.connect(path) as connection:
            found = connection.execute("SELECT builder FROM figures WHERE device != ''").fetchone()
        connection.close()
    return str(found[0])


def _job(point: DesignPoint, stage: Stage, device: Device, *, seed: int | None = None) -> Job:
    own = {} if stage is Stage.VERIFY else {"device": device.name, "device_digest": "d" * 64}
    return Job.of(
        stage, point, rtl_digest="r" * 64, seed=seed, inputs={"flow": "f" * 64}, tools={}, **own
    )


def _outcome() -> StageOutcome:
    return StageOutcome(status=Status.OK, metrics={"lut_count": 3000}, seconds=1.0)


def _design(
    number: int, kinds: list[DesignPoint], numbers: random.Random, device: Device, rules: str
) -> dict[str, list[tuple[Any, ...]]]:
    """Return the lines of one design, by table."""
    kind = kinds[number % len(kinds)]
    # Tag widths make as many different designs as are wanted; figures do not come from them.
    design = {**kind.model_dump(mode="json"), "tag_bits": 1 + number // len(kinds)}
    label = f"{kind.label}-N{number}"
    row = _row(label, design, kind, numbers, device)
    lines: dict[str, list[tuple[Any, ...]]] = {"records": [], "figures": [], "figure_rows": []}
    lines["designs"] = [(number + 1, f"{number:064x}", label, canonical_json(design))]
    for place, stage in enumerate(_STAGES):
        lines["records"].append(
            (
                f"{number:060x}{place:04x}",
                stage.value,
                number + 1,
                "" if stage is Stage.VERIFY else device.name,
                "d" * 64,
                "default",
                place if stage is Stage.ROUTE else None,
                "r" * 64,
                '{"flow":"' + "f" * 64 + '"}',
                '{"yosys":"0.70"}',
                "ok",
                canonical_json({"lut_count": row.lut_count, "fmax_routed_mhz": row.fmax_mhz}),
                '{"yosys":"0.70"}',
                "",
                10.0 + place,
                1,
                "2026-01-01T00:00:00.000000+00:00",
            )
        )
    searched = (
        row.status,
        row.verified,
        row.netlist_verified,
        row.fmax_mhz,
        row.throughput_gbps,
        row.latency_ns,
        row.blocks_per_cycle,
        row.latency_cycles,
        row.lut_count,
        row.ff_count,
        row.bram_count,
        row.slice_estimate,
        row.n_seeds,
    )
    lines["figures"].append((device.name, number + 1, False, rules, *searched))
    whole = canonical_json(row.model_dump(mode="json"))
    lines["figure_rows"].append((device.name, number + 1, whole))
    return lines


def _row(
    label: str,
    design: dict[str, Any],
    kind: DesignPoint,
    numbers: random.Random,
    device: Device,
) -> Row:
    cuts = kind.cuts.bit_count()
    clock = min(370.0, (40 + 35 * cuts) * numbers.uniform(0.5, 1.3))
    rate = kind.lanes * min(1.0, kind.unroll / 10)
    cycles = 2 + 10 * cuts
    luts = round(kind.lanes * (400 + 1900 * kind.unroll) * numbers.uniform(0.7, 2.0))
    return Row(
        label=label,
        design=design,
        device=device.name,
        verified=True,
        netlist_verified=numbers.random() < 0.5,
        status="ok",
        fmax_mhz=clock,
        fmax_routed_mhz=clock,
        clock_limit_mhz=370.0,
        seeds=(1, 2),
        n_seeds=2,
        blocks_per_cycle=rate,
        blocks_per_cycle_exact="1/10",
        latency_cycles=cycles,
        latency_ns=latency_ns(clock, cycles),
        throughput_gbps=throughput_gbps(clock, rate),
        lut_count=luts,
        ff_count=round(cuts * 260 * kind.unroll * kind.lanes * numbers.uniform(0.9, 1.2)),
        bram_count=numbers.choice((0, 0, 10, 20, 100)),
        tools={"nextpnr": "0.10", "verilator": "5.40", "yosys": "0.70"},
        rtl_digest="r" * 64,
    )


_COLUMNS = {
    "designs": 4,
    "records": 17,
    "figures": 17,
    "figure_rows": 3,
}
_NAMES = {
    "records": "key, stage, design_id, device, device_digest, recipe, seed, rtl_digest, inputs, "
    "job_tools, status, metrics, tools, reason, seconds, attempts, created",
    "figures": "device, design_id, stale, builder, status, verified, netlist_verified, fmax_mhz, "
    "throughput_gbps, latency_ns, blocks_per_cycle, latency_cycles, lut_count, ff_count, "
    "bram_count, slice_estimate, n_seeds",
    "designs": "id, digest, label, json",
    "figure_rows": "device, design_id, json",
}


def _write(connection: sqlite3.Connection, designs: list[dict[str, list[tuple[Any, ...]]]]) -> None:
    def lines(table: str) -> Iterator[tuple[Any, ...]]:
        for each in designs:
            yield from each[table]

    for table, columns in _COLUMNS.items():
        marks = ", ".join("?" * columns)
        # Table and columns are constants of this file.
        text = f"INSERT INTO {table} ({_NAMES[table]}) VALUES ({marks})"  # noqa: S608
        connection.executemany(text, lines(table))
    connection.commit()


def _text(body: dict[str, Any]) -> str:
    lines = [
        "# Queries on a large store",
        "",
        f"{body['results']:,} results of {body['designs']:,} designs on one device, "
        f"{body['bytes'] / 1e9:.2f} GB; figures made up.",
        f"Made {body['made']} with `{body['command']}`; SQLite {body['sqlite']}.",
        f"First: the first time in the process; median and worst of {REPEATS} more, and the",
        "processor's part of the median. Rows are loaded, checked and returned whole. The limit is",
        f"{body['limit_s']:g} s on a machine of its own; here {body['load']:g} processes wanted",
        "each core at the same time.",
        "",
        *markdown.table(
            ["query", "first (s)", "median (s)", "worst (s)", "processor (s)"],
            (
                [name, *(f"{told[k]:.3f}" for k in ("first_s", "median_s", "worst_s", "cpu_s"))]
                for name, told in body["queries"].items()
            ),
        ),
    ]
    return "\n".join(lines) + "\n"
