"""Verifying and measuring designs."""

from collections.abc import Sequence
from pathlib import Path

from aesculus import metrics
from aesculus.api.naming import device_list, legal_point, measured_by, points_of
from aesculus.defaults import ROUTED_DEVICE, STORE
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want
from aesculus.engine.session import Options, run_wants
from aesculus.engine.session import explore as run_explore
from aesculus.engine.verified import chain, no_netlist
from aesculus.errors import RunError
from aesculus.families import devices
from aesculus.metrics import HEADLINE_SEEDS, Row
from aesculus.records import Stage
from aesculus.store import StageRecord
from aesculus.store.opened import opened

_QUIETLY = Options()


def verify(
    label: str,
    *,
    device: str | None = None,
    options: Options = _QUIETLY,
    store: str | Path = STORE,
) -> list[StageRecord]:
    """Simulate a design against NIST vectors and a second implementation, and measure it.

    Args:
        label: the design.
        device: the netlist for this device is verified as well.
        options: how to run.
        store: the database file; it is made if need be.

    Returns:
        The records of the stages that were needed, in their order. One that is not `ok` says why,
        and is the last.

    Raises:
        LabelError, IllegalDesignError, RecipeError: as `design`.
        DeviceError: there is no such device.
        RunError: the netlist has a cell without a simulation model.
        Trouble: the machine cannot go on.
    """
    point = legal_point(label)
    target = None if device is None else devices.load(device)
    names = Jobs()
    with opened(Path(store)) as kept:
        wants = [Want(point, Stage.VERIFY)]
        if target is not None:
            wants.append(Want(point, Stage.VERIFY_NETLIST, target))
        run_wants(kept, wants, options, jobs=names)
        records = chain(kept, names, point, target)
        if not records:
            raise RunError(f"results of {point.label} were forgotten while it ran: run it again")
        sound = all(record.ok for record in records)
        if target is not None and sound and records[-1].stage is not Stage.VERIFY_NETLIST:
            raise RunError(no_netlist(kept, records))
    return records


def explore(
    points: str | Sequence[str],
    device: str | Sequence[str] = ROUTED_DEVICE,
    *,
    tool: str | None = None,
    seeds: int = HEADLINE_SEEDS,
    options: Options = _QUIETLY,
    store: str | Path = STORE,
) -> list[Row]:
    """Measure points on devices, best first, then refine the frontier.

    What the store knows is not run again.

    Args:
        points: labels, named sets, or globs over these.
        device: name, or names.
        tool: a tool of the user's own on PATH that measures instead of the embedded ones.
        seeds: routed seeds that a point of the frontier gets.
        options: how to run.
        store: the database file; it is made if need be.

    Returns:
        The rows of these points on these devices.

    Raises:
        InputError: a text names no point.
        LabelError, IllegalDesignError, RecipeError: as `design`.
        DeviceError: there is no such device, or the tool does not know it.
        ToolError: the tool is not on PATH.
        Trouble: the machine cannot go on.
    """
    chosen, _refused = points_of([points] if isinstance(points, str) else points)
    targets = device_list([device] if isinstance(device, str) else device, ())
    if tool is not None:
        targets = measured_by(targets, tool)
    labels, names = {point.label for point in chosen}, {target.name for target in targets}
    with opened(Path(store)) as kept:
        run_explore(kept, chosen, targets, options, seeds=seeds)
        rows = metrics.rows(kept, labels=sorted(labels))
    return [row for row in rows if row.device in names]
