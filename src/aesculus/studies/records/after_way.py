"""A record's design after a way of its own: medians of builds of fixed seeds."""

from dataclasses import replace
from statistics import median

from aesculus.design import parse_build
from aesculus.engine.close import CloseGoal, build_seeds
from aesculus.engine.session import Options
from aesculus.families import Device
from aesculus.stages.route_seeds import seeds
from aesculus.store import Store
from aesculus.studies.records.cases import Record
from aesculus.studies.records.found import Found

_KEPT = ("area_luts", "lut_count", "lutram_count", "ff_count", "bram_count", "latency_cycles")
"""Figures of a design on a device that hang on no clock."""

_OF_A_BUILD = ("fmax_mhz", "fmax_routed_mhz", "throughput_gbps", "latency_ns")


def medians_after_way(
    store: Store, record: Record, options: Options, device: Device, design: Found
) -> Found:
    """Make the builds that a record lacks and return their medians.

    Args:
        store: open for writing.
        record: with a way.
        options: how to run.
        device: where.
        design: what is known of the design on the device; its area counts.

    Raises:
        Trouble, Interrupted, StoreError: as `engine.run_wants`.
    """
    point = parse_build(record.label)
    wanted = seeds(point, record.seeds)
    goal = CloseGoal(point, device, (point.recipe,), (record.way,))
    closed = build_seeds(store, goal, wanted, options)
    builds = sorted(
        (build for build in closed.builds if build.seed in wanted),
        key=lambda build: (build.fmax_routed_mhz, build.seed),
    )
    missing = len(wanted) - len(builds) - len(closed.failed)
    told = [f"{missing} of {len(wanted)} seeds are not made yet"] if missing else []
    told += list(dict.fromkeys(closed.failed.values()))
    if closed.reason and not builds:
        told.insert(0, closed.reason)
    settled = Found(
        label=design.label,
        rtl_digest=design.rtl_digest,
        netlist_verified=design.netlist_verified,
        again=design.again,
        complete=not missing,
        reason="; ".join(told),
    )
    if not builds:
        return settled
    figures = {name: design.figures[name] for name in _KEPT if name in design.figures}
    figures |= {
        name: median(float(getattr(build, name)) for build in builds) for name in _OF_A_BUILD
    }
    if figures.get("area_luts"):
        figures["mbps_per_lut"] = 1000 * figures["throughput_gbps"] / figures["area_luts"]
    figures["fmax_routed_min"] = builds[0].fmax_routed_mhz
    figures["fmax_routed_max"] = builds[-1].fmax_routed_mhz
    figures["n_seeds"] = float(len(builds))
    figures["n_seeds_failed"] = float(len(closed.failed))
    middle = builds[(len(builds) - 1) // 2]
    clocks = [build.fmax_routed_mhz for build in builds]
    by_seed = sorted(builds, key=lambda build: build.seed)
    return replace(
        settled,
        figures=figures,
        seeds=tuple(build.seed for build in by_seed),
        seed_clocks=tuple(build.fmax_routed_mhz for build in by_seed),
        clocks={"min": min(clocks), "median": median(clocks), "max": max(clocks)},
        netlist_verified=all(build.netlist_verified for build in builds),
        path={**middle.critical_path_ns, **middle.critical_path, "seed": middle.seed},
        tools=dict(middle.tools),
    )
