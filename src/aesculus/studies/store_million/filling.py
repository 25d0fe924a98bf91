"""Made-up results of a million designs' kind, written as the store would have written them."""

import random
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aesculus import metrics
from aesculus.ciphers.aes.space import DesignPoint, draw
from aesculus.design import Build
from aesculus.families import Device
from aesculus.metrics import Row, latency_ns, throughput_gbps
from aesculus.records import Stage, StageOutcome, Status
from aesculus.store import Job, Store, canonical_json

STAGES = (Stage.VERIFY, Stage.SYNTH, Stage.VERIFY_NETLIST, Stage.ROUTE, Stage.ROUTE)
"""What is recorded of each design."""

_KINDS = 3000
_BATCH = 2000


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
        total = count // len(STAGES)
        for start in range(0, total, _BATCH):
            some = range(start, min(total, start + _BATCH))
            _write(connection, [_design(n, kinds, numbers, device, rules) for n in some])
        connection.execute("ANALYZE")
        connection.commit()
    finally:
        connection.close()
    # What was written past the store has no checksums yet.
    with Store.open(path) as store:
        store.seal()


def _builder_of(device: Device) -> str:
    """Return what `metrics.refresh` writes beside rows that are up to date."""
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "s.db") as store:
        store.put(job(DesignPoint(), Stage.SYNTH, device), outcome())
        metrics.refresh(store)
        path = store.path
        with sqlite3.connect(path) as connection:
            found = connection.execute("SELECT builder FROM figures WHERE device != ''").fetchone()
        connection.close()
    return str(found[0])


def job(point: DesignPoint, stage: Stage, device: Device, *, seed: int | None = None) -> Job:
    """Return a job of a stage whose sources and tools are made up."""
    own = {} if stage is Stage.VERIFY else {"device": device.name, "device_digest": "d" * 64}
    return Job.of(
        stage,
        Build(point),
        rtl_digest="r" * 64,
        seed=seed,
        inputs={"flow": "f" * 64},
        tools={},
        **own,
    )


def outcome() -> StageOutcome:
    """Return the outcome of a run that went well."""
    figures = {"lut_count": 3000, "blocks_per_cycle": "1/10", "latency_cycles": 20}
    return StageOutcome(status=Status.OK, metrics=figures | {"fmax_routed_mhz": 200.0}, seconds=1.0)


def _design(
    number: int, kinds: list[DesignPoint], numbers: random.Random, device: Device, rules: str
) -> dict[str, list[tuple[Any, ...]]]:
    """Return the lines of one design, by table."""
    kind = kinds[number % len(kinds)]
    # Tag widths make as many different designs as are wanted; figures do not come from them.
    design = {**Build(kind).fields, "tag_bits": 1 + number // len(kinds)}
    label = f"{kind.label}-N{number}"
    row = _row(label, design, kind, numbers, device)
    lines: dict[str, list[tuple[Any, ...]]] = {"records": [], "figures": [], "figure_rows": []}
    for place, stage in enumerate(STAGES):
        told = _job(label, design, stage, device, place)
        lines["records"].append(
            (
                told.key,
                stage.value,
                number + 1,
                told.device,
                told.device_digest,
                told.recipe,
                told.seed,
                told.rtl_digest,
                canonical_json(told.inputs),
                canonical_json(told.tools),
                "ok",
                canonical_json(
                    {
                        "lut_count": row.lut_count,
                        "fmax_routed_mhz": row.fmax_mhz,
                        "blocks_per_cycle": "1/10",
                        "latency_cycles": row.latency_cycles,
                    }
                ),
                canonical_json(told.tools),
                "",
                10.0 + place,
                1,
                "2026-01-01T00:00:00.000000+00:00",
            )
        )
    lines["designs"] = [(number + 1, told.design_digest, label, canonical_json(design))]
    searched = (
        row.status,
        row.verified,
        row.netlist_verified,
        row.fmax_mhz,
        row.throughput_gbps,
        row.latency_ns,
        row.blocks_per_cycle,
        row.latency_cycles,
        row.area_luts,
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


def _job(label: str, design: dict[str, Any], stage: Stage, device: Device, place: int) -> Job:
    """Return a job of a made-up design, whose digest is that of its fields."""
    return Job(
        stage=stage,
        label=label,
        design=design,
        device="" if stage is Stage.VERIFY else device.name,
        device_digest="d" * 64,
        recipe="default",
        seed=place if stage is Stage.ROUTE else None,
        rtl_digest="r" * 64,
        inputs={"flow": "f" * 64},
        tools={"yosys": "0.70"},
    )


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
        area_luts=luts,
        ff_count=round(cuts * 260 * kind.unroll * kind.lanes * numbers.uniform(0.9, 1.2)),
        bram_count=numbers.choice((0, 0, 10, 20, 100)),
        tools={"nextpnr": "0.10", "verilator": "5.40", "yosys": "0.70"},
        rtl_digest="r" * 64,
    )


_COLUMNS = {
    "designs": 4,
    "records": 17,
    "figures": 18,
    "figure_rows": 3,
}
_NAMES = {
    "records": "key, stage, design_id, device, device_digest, recipe, seed, rtl_digest, inputs, "
    "job_tools, status, metrics, tools, reason, seconds, attempts, created",
    "figures": "device, design_id, stale, builder, status, verified, netlist_verified, fmax_mhz, "
    "throughput_gbps, latency_ns, blocks_per_cycle, latency_cycles, area_luts, lut_count, "
    "ff_count, bram_count, slice_estimate, n_seeds",
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
