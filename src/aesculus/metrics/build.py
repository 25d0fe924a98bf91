"""From the records of one design on one device to its row: the one place of the rules.

1. Records are put together only when they are of the same RTL sources; the newest sources count.
2. Netlist simulation and routing count only when they started from the synthesis result that gives
   the area, told by the SHA-256 of the artefact under the job's input `netlist`.
3. No figures without verified RTL, nor with a netlist that failed its verification.
4. Seeds are put together only when routed by the same tools on the same device data; the newest of
   such sets counts that has a seed which ended well, however many seeds an older one has.
5. A vendor's tool gives area and clock in one run. Its results are of a device of its own name, so
   that no row has figures of it and of the embedded tools; the area is that of the lowest seed.
"""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from statistics import median
from typing import Any

from aesculus.families import Device
from aesculus.metrics.figures import (
    BLOCK_BITS,
    area_luts,
    does_not_fit,
    efficiency_mbps,
    latency_ns,
    throughput_gbps,
    usable_clock_mhz,
)
from aesculus.metrics.row import Row, left_out
from aesculus.records import Stage
from aesculus.stages.chain import all_stages, stage_file
from aesculus.store import StageRecord, canonical_json
from aesculus.store.values import rate

RULES = "9"
"""Raised when this file makes other rows of the same records."""


def build_row(device_name: str, device: Device | None, records: Sequence[StageRecord]) -> Row:
    """Return the row of one design on one device.

    Args:
        device_name: the device; empty for a design that was only simulated.
        device: its data; `None` when this installation does not know the device, which leaves the
            row without a usable clock.
        records: all records of the design on that device, and those without a device.

    Raises:
        ValueError: there are no records, or they are of several designs.
    """
    if len({record.job.design_digest for record in records}) != 1:
        raise ValueError("a row is made of the records of one design")
    ordered = sorted(records, key=lambda record: record.created)
    rtl_digest = ([r for r in ordered if r.job.device] or ordered)[-1].job.rtl_digest
    chain = _Chain([r for r in ordered if r.job.rtl_digest == rtl_digest])
    job = ordered[-1].job
    found: dict[str, Any] = {
        "label": job.label,
        "design": job.design,
        "device": device_name,
        "rtl_digest": rtl_digest,
        "verified": _ok(chain.verify),
        "netlist_verified": _ok(chain.verify) and _ok(chain.synth) and _ok(chain.netlist),
        "estimate": device is not None and device.area_only,
        "tool": "" if device is None else device.own_tool,
        "tools": chain.tools(),
        **_clock_limit(device, chain),
        **_status(chain, device_name, device),
    }
    if _ok(chain.verify) and chain.mapped is None:
        found |= _speed(chain.verify)
    elif _ok(chain.verify) and _ok(chain.mapped) and not chain.netlist_is_wrong():
        found |= _speed(chain.verify) | _area(chain.mapped) | _seeds(chain)
        found |= _switching(chain.done.get(Stage.ACTIVITY))
        if device is not None:
            found |= _timed(chain, found)
    return Row(**found)


class _Chain:
    """The records that belong together, stage after stage; input is sorted by age.

    Attributes:
        done: stage to its record, for stages that are run once.
        routed: records of the seeds that were routed, of one set of comparable runs.
        unrouted: records of those that failed.
    """

    def __init__(self, records: Sequence[StageRecord]):
        self.done: dict[Stage, StageRecord] = {}
        self.routed: list[StageRecord] = []
        self.unrouted: list[StageRecord] = []
        for file in all_stages():
            if file.apart:
                continue
            found = [record for record in records if record.stage is file.stage]
            if file.starts_from is not None:
                before, name = file.starts_from
                made = self.done.get(before)
                digest = made.artefacts.get(name) if made is not None else None
                found = [r for r in found if digest and r.job.inputs.get("netlist") == digest]
            if file.seeded:
                routed, unrouted = _one_campaign(found)
                self.routed, self.unrouted = self.routed + routed, self.unrouted + unrouted
            elif found:
                # What others start from is the newest that ended well, as long as there is one.
                good = [record for record in found if record.ok] if _feeds(file.stage) else []
                self.done[file.stage] = (good or found)[-1]

    @property
    def verify(self) -> StageRecord | None:
        """The simulation of the RTL."""
        return self.done.get(Stage.VERIFY)

    @property
    def synth(self) -> StageRecord | None:
        """The synthesis."""
        return self.done.get(Stage.SYNTH)

    @property
    def mapped(self) -> StageRecord | None:
        """What gives the area: the synthesis, or the first seed of a vendor's tool."""
        own = [record for record in self.routed if record.stage is Stage.VENDOR]
        return min(own, key=lambda record: record.job.seed or 0, default=self.synth)

    @property
    def netlist(self) -> StageRecord | None:
        """The simulation of the netlist."""
        return self.done.get(Stage.VERIFY_NETLIST)

    def netlist_is_wrong(self) -> bool:
        """Return whether the simulation of the netlist ended with a failure of the design.

        A time-out or too little memory says nothing about the netlist.
        """
        if self.netlist is None or self.netlist.status in {"timeout", "memory"}:
            return False
        return not self.netlist.ok or self.differing() is not None

    def differing(self) -> Stage | None:
        """Return the stage that measured another rate or latency than the one it repeats."""
        for stage, theirs in self.done.items():
            ours = self.done.get(stage_file(stage).repeats or stage)
            if ours is not None and any(
                name in theirs.metrics and theirs.metrics[name] != ours.metrics.get(name)
                for name in ("blocks_per_cycle", "latency_cycles")
            ):
                return stage
        return None

    def tools(self) -> dict[str, str]:
        """Return tool versions over all records of the chain; several of one tool are joined."""
        versions: dict[str, set[str]] = defaultdict(set)
        for record in [*self.done.values(), *self.routed]:
            for tool, version in record.tools.items():
                versions[tool].add(version)
        return {tool: " / ".join(sorted(found)) for tool, found in sorted(versions.items())}


def _feeds(stage: Stage) -> bool:
    """Return whether other stages start from what a stage makes."""
    starts = [file.starts_from for file in all_stages()]
    return any(start is not None and start[0] is stage for start in starts)


def _one_campaign(routes: Sequence[StageRecord]) -> tuple[list[StageRecord], list[StageRecord]]:
    """Return routed and failed seeds of the newest set of comparable runs that has a routed one."""
    campaigns: dict[str, list[StageRecord]] = defaultdict(list)
    for record in routes:
        job = record.job
        campaigns[canonical_json([job.device_digest, job.recipe, job.tools, job.inputs])].append(
            record
        )
    if not campaigns:
        return [], []
    best = max(campaigns.values(), key=lambda c: (any(r.ok for r in c), c[-1].created))
    return [r for r in best if r.ok], [r for r in best if not r.ok]


def _ok(record: StageRecord | None) -> bool:
    return record is not None and record.ok


def _clock_limit(device: Device | None, chain: _Chain) -> dict[str, Any]:
    made = chain.mapped
    brams = made.metrics.get("bram_count") or 0 if made is not None and made.ok else 0
    limit = None if device is None else device.clock_limit_of(brams=brams)
    if limit is None:
        return {}
    return {"clock_limit_mhz": limit.mhz, "clock_limit_checked": limit.checked}


def _status(chain: _Chain, device_name: str, device: Device | None) -> dict[str, Any]:
    for record in chain.done.values():
        if not record.ok and not stage_file(record.stage).optional:
            return {"status": record.status.value, "reason": f"{record.stage}: {record.reason}"}
    differing = chain.differing()
    if differing is not None:
        reason = f"{differing}: the netlist's rate or latency is not that of the RTL"
        return {"status": "failed", "reason": reason}
    made = chain.mapped
    if device is not None and _ok(chain.verify) and made is not None:
        counts = ("lut_count", "lutram_count", "ff_count", "bram_count")
        reason = does_not_fit(device, {name: made.metrics.get(name) for name in counts})
        if reason:
            return {"status": "nofit", "reason": reason}
    if chain.unrouted:
        last = chain.unrouted[-1]
        count = len(chain.routed) + len(chain.unrouted)
        reason = left_out(last.stage, len(chain.unrouted), count, last.reason)
        return {"status": "ok" if chain.routed else last.status.value, "reason": reason}
    if device is None and device_name:
        return {"reason": f"device {device_name} is not known to this installation"}
    complete = chain.verify is not None and made is not None and device is not None
    needs_route = device is not None and not device.area_only
    return {"status": "ok" if complete and (chain.routed or not needs_route) else "partial"}


def _speed(verify: StageRecord | None) -> dict[str, Any]:
    assert verify is not None
    exact = rate(verify.metrics["blocks_per_cycle"])
    return {
        "blocks_per_cycle": float(exact),
        "blocks_per_cycle_exact": f"{exact.numerator}/{exact.denominator}",
        "latency_cycles": verify.metrics["latency_cycles"],
    }


def _area(synth: StageRecord | None) -> dict[str, Any]:
    assert synth is not None
    counts = ("lut_count", "ff_count", "bram_count", "lutram_count")
    names = (*counts, "slice_estimate", "path_estimate_ns")
    found = {name: synth.metrics.get(name) for name in names}
    tables = found["lut_count"]
    return found | {
        "area_luts": None if tables is None else area_luts(tables, found["lutram_count"])
    }


def _switching(activity: StageRecord | None) -> dict[str, Any]:
    # A record of before has one workload, where the figure is the mean of several.
    if activity is None or not activity.ok or "switching_workloads" not in activity.metrics:
        return {}
    told = ("per_block", "by_part", "workloads", "at_rest")
    names = [f"switching_{each}" for each in told]
    return {name: activity.metrics[name] for name in names if name in activity.metrics}


def _seeds(chain: _Chain) -> dict[str, Any]:
    seeded = [(r.job.seed, r) for r in chain.routed if r.job.seed is not None]
    ordered = sorted(seeded, key=lambda pair: pair[0])
    found: dict[str, Any] = {
        "seeds": tuple(seed for seed, _ in ordered),
        "fmax_routed_seeds": tuple(float(r.metrics["fmax_routed_mhz"]) for _, r in ordered),
        "n_seeds": len(chain.routed),
        "n_seeds_failed": len(chain.unrouted),
    }
    if chain.routed:
        clocks = [float(r.metrics["fmax_routed_mhz"]) for r in chain.routed]
        found |= {
            "fmax_routed_mhz": median(clocks),
            "fmax_routed_min": min(clocks),
            "fmax_routed_max": max(clocks),
        }
    return found


def _timed(chain: _Chain, found: dict[str, Any]) -> dict[str, Any]:
    if not chain.routed:
        return {}
    clock = usable_clock_mhz(found["fmax_routed_mhz"], found.get("clock_limit_mhz"))
    assert chain.verify is not None
    # Records of older versions are of AES alone and do not say.
    bits = chain.verify.metrics.get("payload_bits", BLOCK_BITS)
    speed = throughput_gbps(clock, Fraction(found["blocks_per_cycle_exact"]), bits)
    return {
        "fmax_mhz": clock,
        "throughput_gbps": speed,
        "latency_ns": latency_ns(clock, found["latency_cycles"]),
        "mbps_per_lut": efficiency_mbps(speed, found["area_luts"] or 0),
        "mbps_per_slice": efficiency_mbps(speed, found["slice_estimate"] or 0),
    }
