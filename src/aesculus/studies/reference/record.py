"""What a store has measured, as entries of the reference store with all that they rest on."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from aesculus import metrics
from aesculus.design import Build, DesignError, LabelError, parse_build
from aesculus.engine.jobs import Jobs
from aesculus.engine.reference.entries import FIGURES, SWITCHINGS, Entry
from aesculus.engine.reference.valid import rests_on
from aesculus.families import Device, DeviceError, devices
from aesculus.metrics import Row
from aesculus.records import Stage
from aesculus.store import StageRecord, Store

_MOST_SEEDS = 64


def entries_of(store: Store, campaign: str, *, times: bool = True) -> Iterator[Entry]:
    """Yield the measured points of a store.

    A point whose figures come from the very runs that would be made today gets the digest of what
    they rest on; any other teaches alone. Switching has an entry of its own beside the rest, which
    does not rest on how it was counted.

    Args:
        store: open, for reading at least.
        campaign: what measured them.
        times: whether estimates may learn from what the runs took.

    Raises:
        ToolError: a tool is not installed.
    """
    jobs = Jobs()
    taken = _seconds(store) if times else {}
    for row in [*metrics.rows(store, verified=True), *metrics.rows(store, device="")]:
        try:
            point = parse_build(row.label)
            device = devices.load(row.device) if row.device else None
        except (LabelError, DesignError, DeviceError):
            continue
        seconds = taken.get((row.label, row.device, row.rtl_digest), {})
        for part, times_of in zip(_parts(row), (seconds, {}), strict=False):
            made = _entry(part, times_of, campaign)
            present, day = _present(store, jobs, part, point, device)
            digest = rests_on(jobs, point, device, made.stages) if present else ""
            yield replace(made, rests_on=digest, made=day)


def _parts(row: Row) -> list[Row]:
    """Return a row without its switching, and if it has any, the netlist's with it, unrouted."""
    if row.switching_per_block is None:
        return [row]
    routed = dict.fromkeys(name for name in FIGURES if name.startswith("fmax_"))
    return [
        row.model_copy(update=dict.fromkeys(SWITCHINGS)),
        row.model_copy(update={**routed, "seeds": (), "n_seeds": 0, "fmax_routed_seeds": ()}),
    ]


def _entry(row: Row, seconds: Mapping[str, float], campaign: str) -> Entry:
    values = {name: getattr(row, name) for name in FIGURES}
    return Entry(
        label=row.label,
        device=row.device,
        figures={name: float(value) for name, value in values.items() if value is not None},
        rate=row.blocks_per_cycle_exact or "",
        seeds=row.seeds,
        clocks=row.fmax_routed_seeds,
        netlist_verified=row.netlist_verified,
        status=row.status,
        seconds=seconds,
        campaign=campaign,
        rtl_digest=row.rtl_digest,
        reason=" ".join(row.reason.split()),
        tools="; ".join(f"{name} {version}" for name, version in sorted(row.tools.items())),
    )


def _seconds(store: Store) -> dict[tuple[str, str, str], dict[str, float]]:
    """Return label, device and sources to the mean time of each stage that ended well."""
    found: dict[tuple[str, str, str], dict[str, list[float]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for stage in Stage:
        for record in store.records(stage=stage):
            if record.ok and record.seconds > 0:
                job = record.job
                key = (job.label, job.device, job.rtl_digest)
                found[key][stage.value].append(record.seconds)
    return {
        key: {stage: sum(each) / len(each) for stage, each in stages.items()}
        for key, stages in found.items()
    }


def _present(
    store: Store, jobs: Jobs, row: Row, point: Build, device: Device | None
) -> tuple[bool, str]:
    """Return whether a row is of runs that have their present names, and the day of the last."""
    records: list[StageRecord] = []
    netlist = Stage.VERIFY_NETLIST if row.netlist_verified else Stage.SYNTH
    chain = jobs.records(store, netlist if device is not None else Stage.VERIFY, point, device)
    wanted = [Stage.VERIFY] if row.blocks_per_cycle_exact else []
    wanted += [Stage.SYNTH] if row.lut_count is not None else []
    wanted += [Stage.VERIFY_NETLIST] if row.netlist_verified else []
    if row.switching_per_block is not None:
        wanted.append(Stage.ACTIVITY)
        chain = {**chain, **jobs.records(store, Stage.ACTIVITY, point, device)}
    whole = all(stage in chain and chain[stage].ok for stage in wanted)
    records += chain.values()
    if whole and row.n_seeds:
        routed = _routed(store, jobs, point, device, row.n_seeds)
        whole = sorted(r.job.seed or 0 for r in routed) == sorted(row.seeds)
        records += routed
    day = max((record.created.date().isoformat() for record in records), default="")
    return whole and bool(wanted), day


def _routed(
    store: Store, jobs: Jobs, point: Build, device: Device | None, count: int
) -> list[StageRecord]:
    """Return the records of so many routes with present names; one between them may be missing."""
    found: list[StageRecord] = []
    for index in range(_MOST_SEEDS):
        chain = jobs.records(store, Stage.ROUTE, point, device, index=index)
        record = chain.get(Stage.ROUTE)
        if record is not None and record.ok:
            found.append(record)
        if len(found) == count:
            break
    return found
