"""From the records of one design on one device to its row: the one place of the rules.

1. Records are put together only when they are of the same RTL sources; the newest sources count.
2. Netlist simulation and routing count only when they started from the synthesis result that gives
   the area, told by the SHA-256 of the artefact under the job's input `netlist`.
3. No figures without verified RTL, nor with a netlist that failed its verification.
4. Seeds are put together only when routed by the same tools on the same device data.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from statistics import median
from typing import Any

from aesculus.devices import Device
from aesculus.metrics.figures import (
    area_luts,
    does_not_fit,
    efficiency_mbps,
    latency_ns,
    throughput_gbps,
    usable_clock_mhz,
)
from aesculus.metrics.row import Row
from aesculus.records import Stage
from aesculus.store import StageRecord, canonical_json

RULES = "4"
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
        "estimate": device is not None and device.router is None,
        "tools": chain.tools(),
        **_clock_limit(device),
        **_status(chain, device_name, device),
    }
    if _ok(chain.verify) and chain.synth is None:
        found |= _speed(chain.verify)
    elif _ok(chain.verify) and _ok(chain.synth) and not chain.netlist_is_wrong():
        found |= _speed(chain.verify) | _area(chain.synth) | _seeds(chain)
        if device is not None:
            found |= _timed(chain, found)
    return Row(**found)


class _Chain:
    """The records that belong together, stage after stage; input is sorted by age."""

    def __init__(self, records: Sequence[StageRecord]):
        def newest(stage: Stage) -> StageRecord | None:
            return next((r for r in reversed(records) if r.stage is stage), None)

        def of_netlist(stage: Stage, name: str) -> list[StageRecord]:
            if self.synth is None or name not in self.synth.artefacts:
                return []
            digest = self.synth.artefacts[name]
            return [
                r for r in records if r.stage is stage and r.job.inputs.get("netlist") == digest
            ]

        self.verify = newest(Stage.VERIFY)
        synths = [r for r in records if r.stage is Stage.SYNTH]
        self.synth = next((r for r in reversed(synths) if r.ok), synths[-1] if synths else None)
        netlists = of_netlist(Stage.VERIFY_NETLIST, "netlist.v")
        self.netlist = netlists[-1] if netlists else None
        self.routed, self.unrouted = _one_campaign(of_netlist(Stage.ROUTE, "netlist.json"))

    def netlist_is_wrong(self) -> bool:
        """Return whether the simulation of the netlist ended with a failure of the design.

        A time-out or too little memory says nothing about the netlist.
        """
        if self.netlist is None or self.netlist.status in {"timeout", "memory"}:
            return False
        return not self.netlist.ok or self.netlist_differs()

    def netlist_differs(self) -> bool:
        """Return whether netlist and RTL were measured with another rate or latency."""
        if self.verify is None or self.netlist is None:
            return False
        ours, theirs = self.verify.metrics, self.netlist.metrics
        names = ("blocks_per_cycle", "latency_cycles")
        return any(n in theirs and theirs[n] != ours.get(n) for n in names)

    def tools(self) -> dict[str, str]:
        """Return tool versions over all records of the chain; several of one tool are joined."""
        versions: dict[str, set[str]] = defaultdict(set)
        for record in self._all():
            for tool, version in record.tools.items():
                versions[tool].add(version)
        return {tool: " / ".join(sorted(found)) for tool, found in sorted(versions.items())}

    def _all(self) -> Iterable[StageRecord]:
        single = (self.verify, self.synth, self.netlist)
        return [*(r for r in single if r is not None), *self.routed]


def _one_campaign(routes: Sequence[StageRecord]) -> tuple[list[StageRecord], list[StageRecord]]:
    """Return routed and failed seeds of the set of comparable runs with most seeds, then newest."""
    campaigns: dict[str, list[StageRecord]] = defaultdict(list)
    for record in routes:
        job = record.job
        campaigns[canonical_json([job.device_digest, job.recipe, job.tools, job.inputs])].append(
            record
        )
    if not campaigns:
        return [], []
    best = max(campaigns.values(), key=lambda c: (sum(r.ok for r in c), c[-1].created))
    return [r for r in best if r.ok], [r for r in best if not r.ok]


def _ok(record: StageRecord | None) -> bool:
    return record is not None and record.ok


def _clock_limit(device: Device | None) -> dict[str, Any]:
    if device is None or device.clock_limit is None:
        return {}
    limit = device.clock_limit
    return {"clock_limit_mhz": limit.mhz, "clock_limit_checked": limit.checked}


def _status(chain: _Chain, device_name: str, device: Device | None) -> dict[str, Any]:
    for record in (chain.verify, chain.synth, chain.netlist):
        if record is not None and not record.ok:
            return {"status": record.status.value, "reason": f"{record.stage}: {record.reason}"}
    if chain.netlist_differs():
        reason = "verify_netlist: the netlist's rate or latency is not that of the RTL"
        return {"status": "failed", "reason": reason}
    if device is not None and _ok(chain.verify) and chain.synth is not None:
        counts = ("lut_count", "lutram_count", "ff_count", "bram_count")
        reason = does_not_fit(device, {name: chain.synth.metrics.get(name) for name in counts})
        if reason:
            return {"status": "nofit", "reason": reason}
    if chain.unrouted:
        last = chain.unrouted[-1]
        count = len(chain.routed) + len(chain.unrouted)
        reason = f"route: {len(chain.unrouted)} of {count} seeds failed: {last.reason}"
        return {"status": "ok" if chain.routed else last.status.value, "reason": reason}
    if device is None and device_name:
        return {"reason": f"device {device_name} is not known to this installation"}
    complete = chain.verify is not None and chain.synth is not None and device is not None
    needs_route = device is not None and device.router is not None
    return {"status": "ok" if complete and (chain.routed or not needs_route) else "partial"}


def _speed(verify: StageRecord | None) -> dict[str, Any]:
    assert verify is not None
    exact = Fraction(verify.metrics["blocks_per_cycle"])
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


def _seeds(chain: _Chain) -> dict[str, Any]:
    seeds = sorted(r.job.seed for r in chain.routed if r.job.seed is not None)
    found: dict[str, Any] = {
        "seeds": tuple(seeds),
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
    rate = throughput_gbps(clock, Fraction(found["blocks_per_cycle_exact"]))
    return {
        "fmax_mhz": clock,
        "throughput_gbps": rate,
        "latency_ns": latency_ns(clock, found["latency_cycles"]),
        "mbps_per_lut": efficiency_mbps(rate, found["area_luts"] or 0),
        "mbps_per_slice": efficiency_mbps(rate, found["slice_estimate"] or 0),
    }
