"""What is known without a run: designs, devices, spaces, results."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path

from aesculus import metrics
from aesculus.api.naming import device_list, legal_point
from aesculus.catalogue import AIMS
from aesculus.defaults import PAGE, STORE
from aesculus.design import Build, parse_build
from aesculus.engine import reference
from aesculus.engine.jobs import Jobs
from aesculus.families import Device
from aesculus.families import devices as families_devices
from aesculus.metrics import Row
from aesculus.report.marks import mode_of, objectives_of
from aesculus.store.opened import opened


def design(label: str) -> Build:
    """Return what a label names, a design and its recipe.

    Args:
        label: such as `UF2-PP3B`, `CTR.AXIS64.UF10-PP2T` or `UF2-PP3B+widelut`.

    Raises:
        LabelError: it is no label.
        IllegalDesignError: such a design cannot be; the message names the nearest that can.
        RecipeError: its recipe is unknown.
    """
    return legal_point(label)


def devices() -> tuple[Device, ...]:
    """Return all devices, those of `AESCULUS_DEVICES` included."""
    return tuple(map(families_devices.load, families_devices.names()))


def device(name: str) -> Device:
    """Return a device.

    Raises:
        DeviceError: there is none of this name; the message names those there are.
    """
    return families_devices.load(name)


def reference_rows(
    names: Collection[str] | None = None, labels: Collection[str] | None = None
) -> list[Row]:
    """Return results of the reference store.

    Args:
        names: of devices; `None` for all.
        labels: only these designs; `None` for all.
    """
    jobs = Jobs()
    return [
        row
        for name in sorted(families_devices.names() if names is None else names)
        for row in reference.results(families_devices.load(name), jobs=jobs, labels=labels)
    ]


def show(
    labels: Iterable[str] | None = None,
    *,
    device: str | Sequence[str] | None = None,
    with_reference: bool = False,
    store: str | Path = STORE,
) -> list[Row]:
    """Return rows of figures, one for each design and device.

    Args:
        labels: only these designs; `None` for all.
        device: only of this device, or these.
        with_reference: also those of the reference store, behind the others; then there need be no
            store.
        store: the database file.

    Raises:
        InputError: there is no store.
        LabelError: a label is none.
        DeviceError: there is no such device.
        StoreError: the store cannot be read.
    """
    named = None if labels is None else [parse_build(label).label for label in labels]
    asked = [device] if isinstance(device, str) else device
    wanted = None if asked is None else {each.name for each in device_list(asked, ())}
    path = Path(store)
    alone = with_reference and not path.exists()
    with nullcontext() if alone else opened(path, must_exist=True) as kept:
        rows = [] if kept is None else metrics.rows(kept, labels=named)
    found = [row for row in rows if row.device and (wanted is None or row.device in wanted)]
    return found + (reference_rows(wanted, named) if with_reference else [])


def simulated(labels: Iterable[str], *, store: str | Path = STORE) -> list[str]:
    """Return which of some designs a store has verified in simulation, whatever the device.

    Args:
        labels: the designs.
        store: the database file.

    Raises:
        InputError: there is no store.
        LabelError: a label is none.
        StoreError: the store cannot be read.
    """
    named = [parse_build(label).label for label in labels]
    with opened(Path(store), must_exist=True) as kept:
        return [row.label for row in metrics.rows(kept, labels=named, device="", verified=True)]


def leaders(rows: Sequence[Row], *, store: str | Path = STORE) -> list[Row]:
    """Return the Pareto-optimal rows that a store has on the devices of some of its rows.

    Args:
        rows: of the store.
        store: the database file.

    Raises:
        InputError: there is no store.
        StoreError: the store cannot be read.
    """
    wanted = {(row.device, objectives_of(row), mode_of(row)) for row in rows}
    found: list[Row] = []
    if wanted:
        with opened(Path(store), must_exist=True) as kept:
            for device, figures, mode in sorted(wanted):
                found += metrics.pareto_rows(
                    kept,
                    {name: AIMS[name] for name in figures},
                    device=device,
                    matching={"design.mode": [mode or None]},
                    not_status=metrics.NO_PLACE,
                )
    return found


def report(out: str | Path = PAGE, *, store: str | Path = STORE) -> int:
    """Write the page of a store's results, and return how many rows are on it.

    Args:
        out: the HTML file; an older one is replaced whole.
        store: the database file.

    Raises:
        InputError: there is no store.
        OSError: the page cannot be written.
        StoreError: the store cannot be read.
    """
    # It loads what draws the page.
    from aesculus.engine.page import write_report  # noqa: PLC0415

    with opened(Path(store), must_exist=True) as kept:
        return write_report(kept, Path(out), command="aesculus report")
