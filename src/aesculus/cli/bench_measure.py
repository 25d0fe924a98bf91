"""`aesculus bench measure-<space>`: every point of a space file, as a table for the scoreboard."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from aesculus import metrics
from aesculus.ciphers.aes.space import DesignPoint
from aesculus.cli import output
from aesculus.cli.common import progress_console
from aesculus.cli.errors import RunError
from aesculus.engine import Jobs, Options, Want, run_wants, told
from aesculus.families import Device, devices
from aesculus.metrics import Row
from aesculus.records import Stage
from aesculus.search import DesignSpace, Fidelity, SpaceFile, load
from aesculus.store import Store

SPACES = ("area-small", "ecp5-iterative")
"""The space files that are small enough to be measured to the last point."""

PREFIX = "measure-"


def table_path(folder: Path, space: str) -> Path:
    """Return where the table of a measured space is."""
    return folder / f"{space}.csv.gz"


def run(store: Store, options: Options, folder: Path, space: str) -> None:
    """Measure every point of a space on its first device, one seed each, and write the table.

    What the store has is not run again, so a run that was stopped goes on. A point that fails is
    in the table with its status; one that was not reached keeps it from being written.

    Raises:
        RunError: the budget did not reach all points.
    """
    # The room of tables loads the array libraries, which no other command needs at its start.
    from aesculus.search.table import from_rows, write  # noqa: PLC0415

    content = load(space)
    target = devices.load(content.devices[0])
    points = DesignSpace(content).points
    last = Stage.ROUTE if content.fidelity_on(target.name) > Fidelity.SYNTH else Stage.SYNTH
    jobs = Jobs()
    summary = run_wants(store, [Want(p, last, target) for p in points], options, jobs=jobs)
    console = progress_console()
    console.print(f"{told(summary)}.", highlight=False)
    if summary.unreached:
        raise RunError(
            f"not complete yet: {summary.unreached} of {len(points)} points of {space} are open; "
            "run again to go on"
        )
    rows = _rows(store, target, points, jobs)
    seconds = {p.label: _seconds(store, jobs, p, target, last) for p in points}
    path = table_path(folder, space)
    folder.mkdir(parents=True, exist_ok=True)
    write(from_rows(rows, seconds, _about(content, target, rows)), path)
    console.print(f"Table: {path}", highlight=False)


def _rows(store: Store, target: Device, points: Iterable[DesignPoint], jobs: Jobs) -> list[Row]:
    labels = [point.label for point in points]
    found = metrics.rows(store, device=target.name, labels=labels)
    return [row for row in found if row.rtl_digest in jobs.rtl_digests]


def _seconds(
    store: Store, jobs: Jobs, point: DesignPoint, device: Device, last: Stage
) -> tuple[float, float]:
    """Return tool time until the netlist, and that of the first routed seed, in seconds."""
    found = jobs.records(store, last, point, device)
    routed = found.pop(last).seconds if last is not Stage.SYNTH and last in found else 0.0
    return sum(record.seconds for record in found.values()), routed


def _about(content: SpaceFile, target: Device, rows: Iterable[Row]) -> dict[str, str]:
    tools = sorted({f"{tool} {text}" for row in rows for tool, text in row.tools.items()})
    return {
        "space": content.name,
        "device": target.name,
        "objectives": " ".join(content.objectives_on(target.name)),
        "command": output.typed(),
        "made": datetime.now(UTC).date().isoformat(),
        "tools": "; ".join(tools),
    }
