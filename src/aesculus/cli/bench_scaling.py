"""`aesculus bench scaling`: time to the frontier from 1 to 1,000 workers, simulated."""

import json
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aesculus import markdown, metrics
from aesculus.ciphers.aes.space import draw
from aesculus.cli import bench_measure
from aesculus.cli.bench_common import TABLES, head
from aesculus.cli.common import progress_console
from aesculus.cli.errors import RunError
from aesculus.engine import Engine, Jobs, Pool, Task, Want
from aesculus.engine.progress import duration
from aesculus.families import devices
from aesculus.records import Stage, StageOutcome, Status
from aesculus.search import DesignSpace, Fidelity, load
from aesculus.store import Store

if TYPE_CHECKING:
    from aesculus.search.scaling import Line
    from aesculus.search.table import Table

NAME = "scaling"
DOC = "Time to the frontier from 1 to 1,000 workers, simulated from recorded run times."
STRATEGIES = ("guided", "exhaustive")
REPEATS = 3

_FEWEST = 20
_TASKS = 40


def run(store: Store, out: Path, *, repeats: int | None = None) -> None:
    """Simulate searches of the measured spaces and write the study.

    A space whose table is in `benchmarks/search` is taken from there, another one from what the
    store has measured of it so far.

    Raises:
        RunError: there are no run times yet.
    """
    # They load optuna, scikit-learn and matplotlib.
    from aesculus.search.scaleplot import draw as picture  # noqa: PLC0415
    from aesculus.search.scaling import WORKERS, simulate, stops, summary  # noqa: PLC0415

    tables = [table for space in bench_measure.SPACES for table in _table(store, space)]
    if not tables:
        names = " or ".join(f"`aesculus bench measure-{s}`" for s in bench_measure.SPACES)
        raise RunError(f"no run times of a measured space in {store.path}: run {names} first")
    dispatch_s = dispatch_seconds()
    console = progress_console()
    studies: dict[str, tuple[Table, list[Line]]] = {}
    for table in tables:
        runs = []
        for name in STRATEGIES:
            for workers in WORKERS:
                for seed in range(1 if name == "exhaustive" else repeats or REPEATS):
                    runs.append(simulate(table, name, workers, seed, dispatch_s=dispatch_s))
                told = f"{table.about['space']}: {name}, {workers} workers: "
                console.print(told + duration(runs[-1].seconds), highlight=False)
        studies[table.about["space"]] = table, summary(runs)
    body: dict[str, Any] = {
        **head(NAME, DOC),
        "dispatch_s": dispatch_s,
        "spaces": {
            space: {
                **table.about,
                "points": len(table.entries),
                "tool_hours": table.hours,
                "longest_s": max(e.synth_s + e.route_s for e in table.entries),
                "lines": [asdict(line) for line in lines],
                "stops_falling": {name: stops(lines, name) for name in STRATEGIES},
            }
            for space, (table, lines) in studies.items()
        },
    }
    out.mkdir(parents=True, exist_ok=True)
    stem = out / NAME
    stem.with_suffix(".json").write_text(json.dumps(body, indent=2) + "\n", encoding="utf-8")
    stem.with_suffix(".md").write_text(_text(body), encoding="utf-8")
    picture({space: lines for space, (_, lines) in studies.items()}, stem.with_suffix(".svg"))
    console.print(f"Study: {stem}.json, {stem}.md, {stem}.svg", highlight=False)


def _table(store: Store, space: str) -> list["Table"]:
    """Return the table of a space; none where too little of it was measured."""
    from aesculus.search.table import from_rows, read  # noqa: PLC0415

    path = bench_measure.table_path(TABLES, space)
    if path.exists():
        return [read(path)]
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

    wants = [Want(point, Stage.VERIFY) for point in draw(tasks, 0)]
    with (
        tempfile.TemporaryDirectory() as folder,
        Store.open(Path(folder) / "store.db") as store,
        Pool(slots=8, stages={Stage.VERIFY: nothing}) as pool,
    ):
        Engine(store, pool, jobs=Jobs()).run(wants[:1])
        start = time.monotonic()
        summary = Engine(store, pool, jobs=Jobs()).run(wants[1:])
        return (time.monotonic() - start) / max(1, summary.ran)


def _text(body: dict[str, Any]) -> str:
    lines = [
        "# Workers and the time to the frontier",
        "",
        "Simulated: strategy, figures and seconds of every run are the real ones, the workers are",
        f"not. Made {body['made']} with `{body['command']}`.",
        f"The engine took {1000 * body['dispatch_s']:.0f} ms for a job here, one after the other;",
        "a batch has as many evaluations as there are workers (four at least). The time runs until",
        "the ADRS is 2 % or less; netlists and further seeds of the frontier come on top.",
        "",
        "![Time to the frontier over workers](scaling.svg)",
    ]
    for space, told in body["spaces"].items():
        some = f" ({told['measured']} so far)" if "measured" in told else ""
        lines += [
            "",
            f"## {space} on {told['device']}{some}",
            "",
            f"{told['points']} points, {told['tool_hours']:.2f} hours of tools for all of them, "
            f"{told['longest_s']:.0f} s for the longest.",
            "",
            *markdown.table(
                [
                    *("strategy", "workers", "time to the frontier"),
                    *("speed-up", "points measured", "busy"),
                ],
                (
                    [
                        line["strategy"],
                        f"{line['workers']:,}",
                        duration(line["seconds"]) if line["reached"] else "not found",
                        f"{line['speed_up']:.1f}",
                        f"{line['evaluations']:.0f}",
                        f"{100 * line['busy']:.0f} %",
                    ]
                    for line in told["lines"]
                ),
            ),
        ]
        stops = [f"{name} at {count:,}" for name, count in told["stops_falling"].items()]
        lines += ["", f"Where the time stops falling (within 5 %): {', '.join(stops)} workers."]
    return "\n".join(lines) + "\n"
