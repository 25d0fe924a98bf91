"""What is known of a design when it is exported: that it is verified, and its figures."""

from collections.abc import Sequence
from dataclasses import dataclass

from aesculus import metrics
from aesculus.defaults import ROUTED_DEVICE
from aesculus.design import Build
from aesculus.engine import reference
from aesculus.engine.found import verified_by
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want
from aesculus.engine.session import Options, run_wants
from aesculus.engine.verified import chain, no_netlist
from aesculus.errors import RunError
from aesculus.families import Device, devices
from aesculus.metrics import Row
from aesculus.records import Stage
from aesculus.store import StageRecord, Store


@dataclass(frozen=True)
class Evidence:
    """What a bundle rests on.

    Attributes:
        rtl: the record of the verified RTL.
        netlist: the record of a verified netlist.
        rows: the figures that the store has of the design, by device; where it has no clock on the
            device of the netlist, those of the reference store beside them.
        too_large: a line that says that the netlist is larger than its device; empty if it is not.
    """

    rtl: StageRecord
    netlist: StageRecord
    rows: Sequence[Row] = ()
    too_large: str = ""


def gather(store: Store, point: Build, device: Device | None, options: Options) -> Evidence:
    """Return what is known of a design; what is not verified yet is verified first.

    Args:
        store: where records are kept.
        point: the design.
        device: whose netlist must be verified; `None` for one that has room and for which it is,
            those with a clock first, else for one on which the reference store knows the clock,
            else the usual one.
        options: how to run.

    Raises:
        RunError: the verification failed, or RTL and netlist differ in what was measured.
    """
    names = Jobs()
    target = device or _verified_device(store, names, point) or _clocked_device(names, point)
    wants = [Want(point, Stage.VERIFY), Want(point, Stage.VERIFY_NETLIST, target)]
    run_wants(store, wants, options, jobs=names)
    records = chain(store, names, point, target)
    bad = next((record for record in records if not record.ok), None)
    if bad is not None:
        raise RunError(f"{point.label} is not exported: {bad.stage}: {bad.reason}")
    by_stage = {record.stage: record for record in records}
    if Stage.VERIFY_NETLIST not in by_stage:
        raise RunError(f"not exported: {no_netlist(store, records)}")
    rtl, netlist = by_stage[Stage.VERIFY], by_stage[Stage.VERIFY_NETLIST]
    for name in ("blocks_per_cycle", "latency_cycles"):
        if rtl.metrics[name] != netlist.metrics[name]:
            raise RunError(f"{point.label} is not exported: its netlist has another {name}")
    found = metrics.rows(store, labels=[point.label], verified=True)
    metrics.check_rows(store, found)
    ours = [row for row in found if row.rtl_digest == rtl.job.rtl_digest]
    present = _with_clock(ours, target, names, point)
    why_not = metrics.does_not_fit(target, by_stage[Stage.SYNTH].metrics)
    too_large = f"{point.label} on {target.name} {why_not}" if why_not else ""
    return Evidence(rtl, netlist, present, too_large)


def _with_clock(rows: Sequence[Row], device: Device, names: Jobs, point: Build) -> Sequence[Row]:
    """Return rows with that of the reference store for one of a device that has no clock."""
    if any(row.device == device.name and row.fmax_routed_mhz for row in rows):
        return rows
    known = reference.results(device, jobs=names, labels=[point.label])
    own = [row for row in rows if row.device == device.name]
    clocked = verified_by(own, [row for row in known if row.fmax_routed_mhz])
    return [row for row in rows if not clocked or row.device != device.name] + clocked


def _verified_device(store: Store, names: Jobs, point: Build) -> Device | None:
    """Return a device that has room for the point and for which its present netlist is verified.

    Of several one with a clock goes before, the store's own before that of the reference store,
    then the one that was verified last.
    """
    found = store.records(
        stage=Stage.VERIFY_NETLIST,
        design_digest=point.digest,
        rtl_digest=names.rtl_digest_of(point),
    )
    verified = dict.fromkeys(record.job.device for record in reversed(found) if record.ok)
    rows = metrics.rows(store, labels=[point.label], verified=True)
    routed = {row.device for row in rows if row.fmax_routed_mhz}
    known = set(devices.names())
    fitting = [
        device
        for device in map(devices.load, filter(known.__contains__, verified))
        if _has_room(store, names, point, device)
    ]

    def unclocked(device: Device) -> int:
        if device.name in routed:
            return 0
        results = reference.results(device, jobs=names, labels=[point.label])
        return 1 if any(row.fmax_routed_mhz for row in results) else 2

    return min(fitting, key=unclocked, default=None)


def _has_room(store: Store, names: Jobs, point: Build, device: Device) -> bool:
    """Return whether the netlist is still verified on a device, and fits there."""
    records = chain(store, names, point, device)
    by_stage = {record.stage: record for record in records if record.ok}
    if len(by_stage) < len(records) or Stage.VERIFY_NETLIST not in by_stage:
        return False
    return not metrics.does_not_fit(device, by_stage[Stage.SYNTH].metrics)


def _clocked_device(names: Jobs, point: Build) -> Device:
    """Return the usual device, or where its clock is not known the one of which most is known.

    What is known is in the reference store. One of the usual family goes before all others.
    """
    usual = devices.load(ROUTED_DEVICE)

    def known(device: Device) -> tuple[bool, int]:
        rows = reference.results(device, jobs=names, labels=[point.label])
        seeds = max((row.n_seeds for row in rows), default=0)
        return seeds > 0 and device.family == usual.family, seeds

    others = [devices.load(name) for name in devices.names()]
    return usual if any(known(usual)) else max((usual, *others), key=known)
