"""Figures appear only when earned, and are what the equations say."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aesculus.ciphers.aes.space.design import DesignPoint
from aesculus.design import Build
from aesculus.families import devices
from aesculus.metrics import (
    Row,
    build_row,
    efficiency_mbps,
    latency_ns,
    pareto_rows,
    rows,
    throughput_gbps,
    usable_clock_mhz,
)
from aesculus.records import Stage, StageOutcome, Status
from aesculus.store import Job, StageRecord, Store

DEVICE = "LFE5U-85F-8"
AREA_DEVICE = "XC2V4000"
START = datetime(2024, 1, 1, tzinfo=UTC)
POINT = DesignPoint(unroll=2)


def record(
    stage: Stage, metrics: dict[str, Any] | None = None, *, age: int = 0, **changes: Any
) -> StageRecord:
    status = changes.pop("status", Status.OK)
    artefacts = changes.pop("artefacts", {})
    fields: dict[str, Any] = {"device": DEVICE, "rtl_digest": "r1"} | changes
    job = Job.of(
        stage, changes.pop("point", POINT), **{k: v for k, v in fields.items() if k != "point"}
    )
    return StageRecord(
        key=job.key,
        job=job,
        status=status,
        metrics=metrics or {},
        tools={"yosys" if stage is Stage.SYNTH else stage.value: "1"},
        artefacts=artefacts,
        reason="" if status is Status.OK else "went wrong",
        created=START - timedelta(hours=age),
    )


def verify(**changes: Any) -> StageRecord:
    metrics = {"blocks_per_cycle": "2/10", "latency_cycles": 11}
    fields: dict[str, Any] = {"device": ""} | changes
    return record(Stage.VERIFY, metrics, **fields)


def synth(**changes: Any) -> StageRecord:
    metrics = {"lut_count": 4000, "ff_count": 600, "bram_count": 0, "lutram_count": 0}
    names = {"netlist.json": "j1", "netlist.v": "v1"}
    fields: dict[str, Any] = {"artefacts": names} | changes
    return record(Stage.SYNTH, metrics, **fields)


def netlist(**changes: Any) -> StageRecord:
    metrics = changes.pop("metrics", {"blocks_per_cycle": "2/10", "latency_cycles": 11})
    fields: dict[str, Any] = {"inputs": {"netlist": "v1"}} | changes
    return record(Stage.VERIFY_NETLIST, metrics, **fields)


def route(seed: int, mhz: float, **changes: Any) -> StageRecord:
    # A seed that failed has no clock, not one of nothing.
    metrics = {"fmax_routed_mhz": mhz} if mhz else {}
    fields: dict[str, Any] = {"inputs": {"netlist": "j1"}, "seed": seed} | changes
    return record(Stage.ROUTE, metrics, **fields)


ROUTES = [route(seed, mhz) for seed, mhz in ((5, 200.0), (3, 260.0), (9, 210.0))]
FIGURES = [
    *("fmax_mhz", "fmax_routed_mhz", "blocks_per_cycle", "latency_cycles", "latency_ns"),
    *("throughput_gbps", "lut_count", "ff_count", "bram_count", "mbps_per_lut"),
]


def build(*records: StageRecord, device: str = DEVICE) -> Row:
    return build_row(device, devices.load(device), records)


def test_a_complete_row() -> None:
    row = build(verify(), synth(), netlist(), *ROUTES)
    assert (row.status, row.reason) == ("ok", "")
    assert row.verified
    assert row.netlist_verified
    assert not row.headline
    assert (row.fmax_routed_mhz, row.fmax_routed_min, row.fmax_routed_max) == (210, 200, 260)
    assert row.fmax_mhz == 210
    assert row.seeds == (3, 5, 9)
    assert row.blocks_per_cycle_exact == "1/5"
    assert row.throughput_gbps == pytest.approx(128 * 210e6 / 5 / 1e9)
    assert row.latency_ns == pytest.approx(11 / 210e6 * 1e9)
    assert row.mbps_per_lut == pytest.approx(128 * 210 / 5 / 4000)
    assert (row.label, row.design) == (POINT.label, POINT.model_dump(mode="json"))
    assert row.tools == {"verify": "1", "yosys": "1", "verify_netlist": "1", "route": "1"}
    assert not row.estimate
    assert Row.model_validate(row.model_dump(mode="json")) == row


def activity(**changes: Any) -> StageRecord:
    metrics = {"switching_per_block": 19168.5, "switching_by_part": {"clock": 5880.0}}
    metrics["switching_workloads"] = workloads = changes.pop("workloads", [19168.5])
    if not workloads:
        del metrics["switching_workloads"]
    fields: dict[str, Any] = {"inputs": {"netlist": "j1"}} | changes
    return record(Stage.ACTIVITY, metrics, **fields)


def test_switching_is_a_figure_of_the_very_netlist_and_its_failure_no_fault_of_the_design() -> None:
    row = build(verify(), synth(), activity(), route(1, 200.0))
    assert (row.switching_per_block, row.switching_by_part) == (19168.5, {"clock": 5880.0})
    other = build(verify(), synth(), activity(inputs={"netlist": "j0"}))
    assert other.switching_per_block is None
    failed = build(verify(), synth(), activity(status=Status.FAILED), route(1, 200.0))
    assert (failed.status, failed.switching_per_block) == ("ok", None)
    # One of before told a single workload, which is no mean of several.
    before = build(verify(), synth(), activity(workloads=[]), route(1, 200.0))
    assert (before.switching_per_block, before.switching_by_part) == (None, {})


def test_the_clock_of_every_seed_is_kept_in_the_order_of_the_seeds() -> None:
    row = build(verify(), synth(), route(7, 210.0), route(3, 190.0), route(5, 200.0))
    assert (row.seeds, row.fmax_routed_seeds) == ((3, 5, 7), (190.0, 200.0, 210.0))


def test_five_seeds_and_a_verified_netlist_make_a_headline() -> None:
    five = [route(seed, 200.0 + seed) for seed in range(5)]
    assert build(verify(), synth(), netlist(), *five).headline
    assert not build(verify(), synth(), *five).headline


def test_the_clock_limit_caps_the_clock_and_both_are_kept() -> None:
    limit = devices.load(DEVICE).clock_limit
    assert limit is not None
    row = build(verify(), synth(), route(1, limit.mhz + 100))
    assert row.fmax_routed_mhz == limit.mhz + 100
    assert row.fmax_mhz == row.clock_limit_mhz == limit.mhz
    assert row.clock_limit_checked is limit.checked
    assert row.throughput_gbps == pytest.approx(0.128 * limit.mhz / 5)


@pytest.mark.parametrize(
    "without",
    [
        [],
        [verify(status=Status.FAILED)],
        [verify(rtl_digest="r0", age=9)],
        [verify(age=2), verify(status=Status.FAILED, inputs={"bench": "b"}, age=1)],
    ],
    ids=["never simulated", "failed", "other sources", "failed later"],
)
def test_no_figures_without_verified_rtl(without: list[StageRecord]) -> None:
    row = build(*without, synth(), netlist(), *ROUTES)
    assert not row.verified
    assert not row.netlist_verified
    assert [name for name in FIGURES if getattr(row, name) is not None] == []


def test_a_netlist_proven_wrong_has_no_figures() -> None:
    for bad in (
        netlist(status=Status.FAILED),
        netlist(metrics={"blocks_per_cycle": "1/10", "latency_cycles": 11}),
        netlist(metrics={"blocks_per_cycle": "2/10", "latency_cycles": 12}),
    ):
        row = build(verify(), synth(), bad, *ROUTES)
        assert row.status == "failed"
        assert row.reason.startswith("verify_netlist: ")
        assert [name for name in FIGURES if getattr(row, name) is not None] == []


def test_a_netlist_simulation_out_of_time_proves_nothing() -> None:
    row = build(verify(), synth(), netlist(status=Status.TIMEOUT), *ROUTES)
    assert (row.status, row.netlist_verified, row.lut_count) == ("timeout", False, 4000)


def test_the_status_does_not_ask_for_the_simulation_of_the_netlist() -> None:
    # Whoever picks, exports or quotes asks for `netlist_verified`.
    row = build(verify(), synth(), *ROUTES)
    assert (row.status, row.netlist_verified) == ("ok", False)


def test_only_stages_of_the_counted_netlist_count() -> None:
    other = {"inputs": {"netlist": "x"}}
    row = build(verify(), synth(), netlist(**other), route(1, 300.0, **other))
    assert not row.netlist_verified
    assert (row.n_seeds, row.fmax_mhz, row.status) == (0, None, "partial")
    assert row.lut_count == 4000


def test_newest_sources_count_alone() -> None:
    old = [verify(age=9), synth(age=8), *(route(s, 300.0, age=7) for s in range(5))]
    new = {"rtl_digest": "r2"}
    assert build(*old, verify(**new)).n_seeds == 5
    row = build(*old, verify(**new), synth(**new), route(7, 150.0, **new))
    assert (row.seeds, row.fmax_mhz, row.rtl_digest) == ((7,), 150.0, "r2")
    assert not build(*old, synth(**new)).verified


def test_seeds_of_different_routers_are_not_mixed() -> None:
    mixed = [route(s, 200.0, tools={"nextpnr": "1"}) for s in range(3)]
    mixed += [route(s, 100.0, tools={"nextpnr": "2"}) for s in range(2)]
    row = build(verify(), synth(), *mixed)
    assert (row.n_seeds, row.fmax_routed_min) == (3, 200.0)


def test_the_newest_router_counts_however_few_seeds_it_has() -> None:
    def routes(version: str, seeds: int, age: int, **changes: Any) -> list[StageRecord]:
        tools = {"nextpnr": version}
        return [route(s, 100.0 + age, tools=tools, age=age, **changes) for s in range(seeds)]

    row = build(verify(), synth(), *routes("1", 5, 9), *routes("2", 4, 1))
    assert (row.n_seeds, row.fmax_routed_max) == (4, 101.0)
    # One that routed nothing yet takes no figure away.
    failed = routes("2", 1, 1, status=Status.FAILED)
    row = build(verify(), synth(), *routes("1", 5, 9), *failed)
    assert (row.n_seeds, row.fmax_routed_max) == (5, 109.0)


def test_failed_seeds_are_told() -> None:
    row = build(verify(), synth(), *ROUTES, route(4, 0.0, status=Status.FAILED))
    assert (row.status, row.n_seeds, row.n_seeds_failed) == ("ok", 3, 1)
    assert row.reason == "route: 1 of 4 seeds failed: went wrong"
    row = build(verify(), synth(), route(4, 0.0, status=Status.MEMORY))
    assert (row.status, row.lut_count, row.fmax_mhz) == ("memory", 4000, None)


def test_a_failed_synthesis_is_told() -> None:
    row = build(verify(), synth(status=Status.FAILED))
    assert (row.status, row.reason) == ("failed", "synth: went wrong")
    assert row.lut_count is None


def test_an_area_only_device_has_no_clock() -> None:
    place = {"device": AREA_DEVICE}
    row = build(verify(), synth(**place), device=AREA_DEVICE)
    assert (row.status, row.estimate, row.lut_count) == ("ok", True, 4000)
    assert row.fmax_mhz is row.throughput_gbps is row.latency_ns is None
    assert row.latency_cycles == 11


def test_an_unknown_device_gives_no_clock_to_count_on() -> None:
    row = build_row("ELSE", None, [verify(), synth(device="ELSE")])
    assert row.fmax_mhz is None
    assert row.reason == "device ELSE is not known to this installation"


def test_records_of_two_designs_are_refused() -> None:
    with pytest.raises(ValueError, match="one design"):
        build(verify(), synth(point=DesignPoint(unroll=5)))


def test_the_papers_rows_follow_from_the_equations() -> None:
    # Zambreno 2004, table 1: UF10-PP2B and UF1-PP0B.
    assert throughput_gbps(179.147, 1) == pytest.approx(22.93, abs=0.005)
    assert throughput_gbps(110.16, Fraction(1, 10)) == pytest.approx(1.41, abs=0.005)
    assert latency_ns(179.147, 20) == pytest.approx(111.6, abs=0.05)
    assert latency_ns(110.16, 10) == pytest.approx(90.78, abs=0.005)
    assert efficiency_mbps(22.93, 3766) == pytest.approx(6.09, abs=0.005)


@given(st.floats(0.1, 1e4), st.none() | st.floats(0.1, 1e4))
def test_the_usable_clock_exceeds_neither(routed: float, limit: float | None) -> None:
    clock = usable_clock_mhz(routed, limit)
    assert clock <= routed
    assert limit is None or clock <= limit
    assert clock in (routed, limit)


def _ok(metrics: dict[str, Any], **artefacts: bytes) -> StageOutcome:
    named = {name.replace("_", "."): data for name, data in artefacts.items()}
    return StageOutcome(status=Status.OK, metrics=metrics, artefacts=named)


def fill(store: Store, unroll: int, luts: int, mhz: float) -> None:
    point = Build(DesignPoint(unroll=unroll))
    rate = {"blocks_per_cycle": f"{unroll}/10", "latency_cycles": 11}
    store.put(Job.of(Stage.VERIFY, point), _ok(rate))
    area = {"lut_count": luts, "ff_count": 1, "bram_count": 0}
    made = store.put(
        Job.of(Stage.SYNTH, point, device=DEVICE), _ok(area, netlist_json=str(unroll).encode())
    )
    inputs = {"netlist": made.artefacts["netlist.json"]}
    job = Job.of(Stage.ROUTE, point, device=DEVICE, seed=1, inputs=inputs)
    store.put(job, _ok({"fmax_routed_mhz": mhz}))


def test_rows_follow_the_records_in_the_store(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with Store.open(path) as store:
        fill(store, 1, 1000, 100.0)
        fill(store, 2, 2000, 100.0)
        fill(store, 5, 6000, 30.0)
        first = rows(store, device=DEVICE, order_by="lut_count")
        assert [row.lut_count for row in first] == [1000, 2000, 6000]
        assert [row.throughput_gbps for row in first] == pytest.approx([1.28, 2.56, 1.92])
        best = pareto_rows(store, {"throughput_gbps": True, "lut_count": False})
        assert sorted(row.design["unroll"] for row in best) == [1, 2]
        small = rows(store, bounds={"lut_count": (None, 2000), "throughput_gbps": (2, None)})
        assert [row.design["unroll"] for row in small] == [2]
        assert rows(store, labels=[DesignPoint(unroll=5).label])[0].lut_count == 6000
        # A better seed arrives: the row is made anew.
        record = store.records(stage=Stage.ROUTE, label=DesignPoint(unroll=5).label)[0]
        store.put(record.job.model_copy(update={"seed": 2}), _ok({"fmax_routed_mhz": 90.0}))
        assert rows(store, order_by="throughput_gbps", descending=True, limit=1)[0].n_seeds == 2
        with pytest.raises(ValueError, match="unknown figure 'luts': legal are"):
            rows(store, bounds={"luts": (1, 2)})
    with Store.open(path, writable=False) as store:
        assert len(rows(store)) == 3


def test_what_is_larger_than_the_device_does_not_fit() -> None:
    device = devices.load("ICE40UP5K")
    counts = {"lut_count": 5200, "lutram_count": 100, "ff_count": 5280, "bram_count": 40}
    large = record(Stage.SYNTH, counts, device=device.name, artefacts={"netlist.json": "j1"})
    failed = route(1, 0, device=device.name, status=Status.FAILED)
    for records in ([verify(), large], [verify(), large, failed]):
        row = build_row(device.name, device, records)
        assert row.status == "nofit"
        said = "does not fit: 5,300 LUT, 20 more than 5,280; 40 BRAM, 10 more than 30"
        assert row.reason == said
        assert row.area_luts == 5300
    # An estimate rules nothing out, and a design that fits is as it was.
    area = devices.load(AREA_DEVICE)
    huge = record(Stage.SYNTH, {**counts, "lut_count": 10**7}, device=AREA_DEVICE)
    assert build_row(AREA_DEVICE, area, [verify(), huge]).status == "ok"
    small = record(Stage.SYNTH, {**counts, "lut_count": 5180, "bram_count": 30}, device=device.name)
    assert build_row(device.name, device, [verify(), small]).status == "partial"
