"""Every point of a space file, as a table for the scoreboard."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from pydantic import Field

from aesculus import metrics
from aesculus.consoles import say
from aesculus.design import Build
from aesculus.engine.engine import told
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want
from aesculus.engine.session import run_wants
from aesculus.errors import RunError
from aesculus.families import Device, devices
from aesculus.metrics import Row
from aesculus.records import Stage
from aesculus.search.designspace import DesignSpace
from aesculus.search.fidelity import Fidelity
from aesculus.search.spacefile import SpaceFile, load
from aesculus.store import StageRecord, Store
from aesculus.studies.held_out import log
from aesculus.studies.made import TABLES, typed
from aesculus.studies.study import RunOptions, Study

SPACES = ("area-small", "ecp5-iterative")
"""The space files that are small enough to be measured to the last point."""

HELD_OUT = tuple(
    f"held-out-{name}" for name in ("ice40", "lut6", "keys", "modes", "nexus", "gowin")
)
"""Space files that were defined before their campaigns began, to judge strategies by."""

PREFIX = "measure-"


class MeasureOptions(RunOptions):
    """What the study can be told."""

    out: Annotated[Path, Field(description="Folder for the table.")] = TABLES
    busy: Annotated[
        bool,
        Field(description="Other work ran beside it: its hours are rough and teach nothing."),
    ] = False


class Measure(Study[MeasureOptions]):
    """A space, measured to the last point; what it writes is a table and no page."""

    options = MeasureOptions

    def __init__(self, space: str) -> None:
        self.space = space
        self.name = f"{PREFIX}{space}"
        self.doc = f"Every point of the space file {space}."

    def run(self, options: MeasureOptions) -> None:
        """Measure every point of a space on its first device, one seed each, and write the table.

        A point that fails is in the table with its status; one that was not reached keeps it from
        being written.

        Raises:
            RunError: the budget did not reach all points; or the space is held out, and it or the
                strategy that it is to judge is not what the log of these spaces says.
        """
        entry = self._held_out()
        # The room of tables loads the array libraries, which no other command needs at its start.
        from aesculus.studies.measure.table import HOURS, ROUGH, from_rows, write  # noqa: PLC0415

        content = load(self.space)
        target = devices.load(content.devices[0])
        points = DesignSpace(content).points
        last = last_stage(content)
        jobs = Jobs()
        with options.opened() as (store, how):
            summary = run_wants(store, [Want(p, last, target) for p in points], how, jobs=jobs)
            say(f"{told(summary)}.")
            if summary.unreached:
                raise RunError(
                    f"not complete yet: {summary.unreached} of {len(points)} points of "
                    f"{self.space} are open; run again to go on"
                )
            rows = _rows(store, target, points, jobs)
            seconds = {p.label: _seconds(store, jobs, p, target, last) for p in points}
            made = [_newest(jobs.records(store, last, p, target).values()) for p in points]
        path = table_path(options.out, self.space)
        options.out.mkdir(parents=True, exist_ok=True)
        head = _about(content, target, rows)
        if options.busy:
            head[HOURS] = ROUGH
        if entry is not None:
            head |= {"held_out": entry.frozen, log.FROZEN: entry.strategy_digest}
            before = entry.before(made)
            if before is not None:
                head[log.BEFORE] = str(before)
                many = f"{before} of {len(points)} points of this store"
                say(f"{many} were measured before the strategy was frozen.")
        write(from_rows(rows, seconds, head), path)
        say(f"Table: {path}")

    def _held_out(self) -> log.Entry | None:
        """Return the entry of a space that is held out; `None` for another."""
        if self.space not in HELD_OUT:
            return None
        entries = log.read(TABLES)
        wrong, entry = log.fault(entries, self.space), log.newest(entries, self.space)
        if wrong or entry is None:
            raise RunError(f"{wrong}: note it first with `aesculus bench held-out`")
        return entry


def last_stage(content: SpaceFile) -> Stage:
    """Return the stage that gives the objectives of a space on its first device."""
    routed = content.fidelity_on(content.devices[0]) > Fidelity.SYNTH
    return Stage.ROUTE if routed else Stage.SYNTH


def table_path(folder: Path, space: str) -> Path:
    """Return where the table of a measured space is."""
    return folder / f"{space}.csv.gz"


def _rows(store: Store, target: Device, points: Iterable[Build], jobs: Jobs) -> list[Row]:
    labels = [point.label for point in points]
    found = metrics.rows(store, device=target.name, labels=labels)
    return [row for row in found if row.rtl_digest in jobs.rtl_digests]


def _seconds(
    store: Store, jobs: Jobs, point: Build, device: Device, last: Stage
) -> tuple[float, float]:
    """Return tool time until the netlist, and that of the first routed seed, in seconds."""
    found = jobs.records(store, last, point, device)
    before = _time(found.get(Stage.VERIFY)) + _time(found.get(Stage.SYNTH))
    return before, _time(found.get(Stage.ROUTE))


def _newest(records: Iterable[StageRecord]) -> datetime:
    """Return when a point got as far as it did; one that failed has no later record."""
    return max(record.created for record in records)


def _time(record: StageRecord | None) -> float:
    return 0.0 if record is None else record.seconds


def _about(content: SpaceFile, target: Device, rows: Iterable[Row]) -> dict[str, str]:
    tools = sorted({f"{tool} {text}" for row in rows for tool, text in row.tools.items()})
    return {
        "space": content.name,
        "device": target.name,
        "objectives": " ".join(content.objectives_on(target.name)),
        "command": typed(),
        "made": datetime.now(UTC).date().isoformat(),
        "tools": "; ".join(tools),
    }


STUDIES = tuple(map(Measure, (*SPACES, *HELD_OUT)))
