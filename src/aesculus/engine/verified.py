"""What a store has of a point's verification, by the present sources."""

from aesculus.design import Build
from aesculus.engine.jobs import NETLIST, Jobs
from aesculus.families import Device
from aesculus.records import Stage
from aesculus.store import StageRecord, Store


def chain(store: Store, names: Jobs, point: Build, device: Device | None) -> list[StageRecord]:
    """Return the records of a point's verification, synthesis and netlist, as far as it got."""
    found = [store.get(names.verify(point).key)]
    if device is not None:
        synth = store.get(names.synth(point, device).key)
        found.append(synth)
        if synth is not None and synth.ok and NETLIST[Stage.VERIFY_NETLIST] in synth.artefacts:
            found.append(store.get(names.verify_netlist(point, device, synth).key))
    return [record for record in found if record is not None]


def no_netlist(store: Store, records: list[StageRecord]) -> str:
    """Return why a point's netlist could not be simulated although it was synthesised."""
    job = records[-1].job
    log = store.log(records[-1].key)
    why = next((line for line in log.splitlines() if line.startswith("netlist.v")), "")
    return f"{job.label}: the netlist for {job.device} cannot be simulated: {why or 'not written'}"
