"""Which designs leave the router of a device too little room: what a store tells, and a run learns.

Whatever explores, its routes go through the engine: here is the one place where those that are
likely to fail are put behind the others. A search looks at the same before it chooses.
"""

from collections.abc import Iterator, Mapping

from aesculus import metrics
from aesculus.families import Device, devices
from aesculus.metrics import Row
from aesculus.records import Stage, Status
from aesculus.search.filling import Filling, Tried
from aesculus.store import StageRecord, Store

_NEWEST = 200
"""Failed routes of a device that are looked at, of each way to fail."""

_FAILED = (Status.FAILED, Status.TIMEOUT, Status.MEMORY)


class Room:
    """What is too full, device by device.

    Args:
        store: what it has of a device is looked at when the device is first asked for.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._fillings: dict[str, Filling] = {}

    def fullness(self, device: Device, synth: StageRecord) -> float:
        """Return what `Filling.fullness` says of a design that is synthesised for a device."""
        return self._filling(device).fullness(_counts(synth))

    def learn(self, device: Device, synth: StageRecord, *, routed: bool) -> None:
        """Take into account what came of a route; every device of the family hears of it."""
        self._filling(device)
        for filling in self._fillings.values():
            filling.hear(Tried(device, _counts(synth), routed))

    def _filling(self, device: Device) -> Filling:
        found = self._fillings.get(device.name)
        if found is None:
            found = self._fillings[device.name] = Filling(device)
            for tried in history(self._store, device):
                found.hear(tried)
        return found


def history(store: Store, device: Device) -> Iterator[Tried]:
    """Give what a store has of routes that tell how full designs for a device may be.

    These are the fullest that were routed there, and what could not be routed on it or on another
    device of its family.
    """
    if device.router is None:
        return
    for figure in device.most:
        routed = {"n_seeds": (1.0, None), figure: (1.0, None)}
        for row in metrics.rows(
            store, device=device.name, bounds=routed, order_by=figure, descending=True, limit=1
        ):
            yield Tried(device, _figures(row), routed=True)
    for name in devices.names():
        other = devices.load(name)
        if other.family == device.family and other.router is not None:
            for row in _unrouted(store, other):
                yield Tried(other, _figures(row), routed=False)


def _unrouted(store: Store, device: Device) -> list[Row]:
    labels = {
        record.job.label
        for status in _FAILED
        for record in store.records(
            stage=Stage.ROUTE, device=device.name, status=status, limit=_NEWEST
        )
    }
    found = metrics.rows(store, device=device.name, labels=sorted(labels)) if labels else []
    return [row for row in found if row.n_seeds_failed and not row.n_seeds]


def _figures(row: Row) -> dict[str, float]:
    found = {name: getattr(row, name) for name in ("area_luts", "ff_count", "bram_count")}
    return {name: float(value) for name, value in found.items() if value is not None}


def _counts(synth: StageRecord) -> Mapping[str, float]:
    names = ("lut_count", "lutram_count", "ff_count", "bram_count")
    found = {name: synth.metrics.get(name) for name in names}
    return {name: float(value) for name, value in found.items() if value is not None}
