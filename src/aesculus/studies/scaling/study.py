"""Time to the frontier from 1 to 1,000 workers, simulated."""

import tempfile
import time
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from aesculus import metrics
from aesculus.ciphers.aes.space import draw
from aesculus.consoles import say
from aesculus.design import Build
from aesculus.engine.engine import Engine
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want
from aesculus.engine.pool import Pool
from aesculus.engine.progress import duration
from aesculus.engine.task import Task
from aesculus.errors import RunError
from aesculus.families import devices
from aesculus.records import Stage, StageOutcome, Status
from aesculus.search.designspace import DesignSpace
from aesculus.search.fidelity import Fidelity
from aesculus.search.spacefile import load
from aesculus.store import Store
from aesculus.store.opened import opened
from aesculus.studies.made import TABLES
from aesculus.studies.measure.study import PREFIX, SPACES, table_path
from aesculus.studies.study import Count, StoreOptions, Study

if TYPE_CHECKING:
    from aesculus.studies.measure.table import MeasuredSpace
    from aesculus.studies.scaling.simulate import Line

STRATEGIES = ("guided", "random")
"""The second goes through all points, in an order that is drawn for each repeat: that of a file may
have the frontier at its start or at its end."""

_FEWEST = 20
_TASKS = 40


class ScalingOptions(StoreOptions):
    """What the study can be told."""

    repeats: Annotated[Count, Field(description="Runs of each strategy.")] = 3


class Scaling(Study[ScalingOptions]):
    """The study."""

    name = "scaling"
    doc = "Time to the frontier from 1 to 1,000 workers, simulated from recorded run times."
    options = ScalingOptions

    def run(self, options: ScalingOptions) -> None:
        """Simulate searches of the measured spaces and write the study.

        A space whose table is in `benchmarks/search` is taken from there, another one from what the
        store has measured of it so far.

        Raises:
            RunError: there are no run times yet.
        """
        # They load optuna, scikit-learn and matplotlib.
        from aesculus.studies.scaling.picture import draw as picture  # noqa: PLC0415
        from aesculus.studies.scaling.simulate import WORKERS, simulate, summary  # noqa: PLC0415

        with opened(options.store) as store:
            tables = [table for space in SPACES for table in _table(store, space)]
        if not tables:
            names = " or ".join(f"`aesculus bench {PREFIX}{s}`" for s in SPACES)
            raise RunError(
                f"no run times of a measured space in {options.store}: run {names} first"
            )
        dispatch_s = dispatch_seconds()
        studies: dict[str, tuple[MeasuredSpace, list[Line]]] = {}
        for table in tables:
            runs = []
            for name in STRATEGIES:
                for workers in WORKERS:
                    for seed in range(options.repeats):
                        runs.append(simulate(table, name, workers, seed, dispatch_s=dispatch_s))
                    told = f"{table.about['space']}: {name}, {workers} workers: "
                    say(told + duration(runs[-1].seconds))
            studies[table.about["space"]] = table, summary(runs)
        spaces = {space: _told(table, lines) for space, (table, lines) in studies.items()}
        self.write(options.out, {**self.head(), "dispatch_s": dispatch_s, "spaces": spaces})
        lines_of = {space: lines for space, (_, lines) in studies.items()}
        picture(lines_of, options.out / f"{self.name}.svg")
        self.say_where(options.out, "", ".svg")

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return how durations are written."""
        return {"duration": duration}


def _told(table: "MeasuredSpace", lines: "list[Line]") -> dict[str, Any]:
    """Return what is known of a space."""
    from aesculus.studies.scaling.simulate import stops  # noqa: PLC0415

    return {
        **table.about,
        "points": len(table.entries),
        "tool_hours": table.hours,
        "longest_s": max(e.synth_s + e.route_s for e in table.entries),
        "lines": [asdict(line) for line in lines],
        "stops_falling": {name: stops(lines, name) for name in STRATEGIES},
    }


def _table(store: Store, space: str) -> list["MeasuredSpace"]:
    """Return the table of a space; none where too little of it was measured."""
    from aesculus.studies.measure.table import from_rows, read, with_memory  # noqa: PLC0415

    path = table_path(TABLES, space)
    if path.exists():
        return [with_memory(read(path))]
    content = load(space)
    device = devices.load(content.devices[0])
    points = DesignSpace(content).points
    labels = [point.label for point in points]
    routed = content.fidelity_on(device.name) > Fidelity.SYNTH
    rows = [
        row
        for row in metrics.rows(store, device=device.name, labels=labels, verified=True)
        if row.lut_count is not None and (row.n_seeds or not routed)
    ]
    if len(rows) < _FEWEST:
        return []
    seconds = {row.label: _recorded(store, row.label, device.name) for row in rows}
    about = {
        "space": space,
        "device": device.name,
        "objectives": " ".join(content.objectives_on(device.name)),
        "measured": f"{len(rows)} of {len(points)} points",
    }
    return [from_rows(rows, seconds, about)]


def _recorded(store: Store, label: str, device: str) -> tuple[float, float]:
    """Return recorded seconds until the netlist, and of one routed seed."""
    took: dict[Stage, float] = {}
    for record in store.records(label=label, status=Status.OK):
        if record.job.device in {"", device}:
            took.setdefault(record.stage, record.seconds)
    return took.get(Stage.VERIFY, 0.0) + took.get(Stage.SYNTH, 0.0), took.get(Stage.ROUTE, 0.0)


def dispatch_seconds(tasks: int = _TASKS) -> float:
    """Return what the engine itself takes for a job, in seconds: jobs that do nothing, measured."""

    def nothing(_task: Task, _workdir: Path) -> StageOutcome:
        return StageOutcome(status=Status.OK, metrics={})

    wants = [Want(Build(point), Stage.VERIFY) for point in draw(tasks, 0)]
    with (
        tempfile.TemporaryDirectory() as folder,
        Store.open(Path(folder) / "store.db") as store,
        Pool(slots=8, stages={Stage.VERIFY: nothing}) as pool,
    ):
        Engine(store, pool, jobs=Jobs()).run(wants[:1])
        start = time.monotonic()
        summary = Engine(store, pool, jobs=Jobs()).run(wants[1:])
        return (time.monotonic() - start) / max(1, summary.ran)


STUDIES = (Scaling(),)
