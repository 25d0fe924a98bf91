"""What a store has of a design's verification, by the present sources."""

from aesculus.design import Build
from aesculus.engine.jobs import Jobs
from aesculus.families import Device
from aesculus.records import Stage
from aesculus.store import StageRecord, Store


def chain(store: Store, names: Jobs, point: Build, device: Device | None) -> list[StageRecord]:
    """Return the records of a design's verification, synthesis and netlist, as far as it got."""
    last = Stage.VERIFY if device is None else Stage.VERIFY_NETLIST
    return list(names.records(store, last, point, device).values())


def no_netlist(store: Store, records: list[StageRecord]) -> str:
    """Return why a point's netlist could not be simulated although it was synthesised."""
    job = records[-1].job
    log = store.log(records[-1].key)
    why = next((line for line in log.splitlines() if line.startswith("netlist.v")), "")
    return f"{job.label}: the netlist for {job.device} cannot be simulated: {why or 'not written'}"
