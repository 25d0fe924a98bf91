"""A campaign whose workers are killed at random throughout, against the same one in peace."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from aesculus import metrics
from aesculus.engine.chaos import Killer, worker_processes
from aesculus.engine.engine import Engine
from aesculus.engine.plan import Want
from aesculus.engine.pool import Pool
from aesculus.engine.progress import PlainReporter, duration
from aesculus.engine.session import run_wants
from aesculus.errors import RunError
from aesculus.families import Device, devices
from aesculus.frontier.objectives import AREA_ONLY, directions
from aesculus.metrics import Row
from aesculus.records import Stage
from aesculus.search.designspace import DesignSpace
from aesculus.search.spacefile import load
from aesculus.store import Store
from aesculus.studies.study import Count, RunOptions, Study
from aesculus.tools.process import cores

SPACE = "area-small"
CHANCE = 0.3
"""Of a kill after each result."""

_FIGURES = (*AREA_ONLY, "ff_count")


class KilledOptions(RunOptions):
    """What the study can be told."""

    count: Annotated[Count, Field(description="Points to draw.")] = 60
    seed: Annotated[int, Field(description="Seed of the draw, and of the killing.")] = 0


class KilledWorkers(Study[KilledOptions]):
    """The study."""

    name = "killed-workers"
    doc = "Workers killed at random through a whole campaign, against the same one left in peace."
    options = KilledOptions

    def run(self, options: KilledOptions) -> None:
        """Synthesise points drawn from a space twice, in peace and with killed workers.

        What the store has counts for the run in peace; both have as many slots.

        Raises:
            RunError: the two differ, or the budget was too small.
        """
        content = load(SPACE)
        device = devices.load(content.devices[0])
        points = DesignSpace(content).sample(options.count, options.seed)
        wants = [Want(point, Stage.SYNTH, device) for point in points]
        labels = [point.label for point in points]
        slots = options.jobs or cores()
        options.out.mkdir(parents=True, exist_ok=True)
        log = options.out / f"{self.name}.log"
        with options.opened() as (store, how):
            if run_wants(store, wants, how).unreached:
                raise RunError("not complete yet: the budget was too small for the run in peace")
            with (
                tempfile.TemporaryDirectory(prefix="aesculus-killed-") as folder,
                Store.open(Path(folder) / "store.db") as wild,
                log.open("w", encoding="utf-8") as stream,
                worker_processes(slots) as cluster,
                Pool(
                    slots=slots, scheduler=cluster.scheduler_address, security=cluster.security
                ) as pool,
            ):
                killer = Killer(cluster, CHANCE, options.seed, PlainReporter(stream))
                summary = Engine(wild, pool, reporter=killer).run(wants)
                attempts = sorted({record.attempts for record in wild.records()})
                differ = _differing(_rows(store, device, labels), _rows(wild, device, labels))
                calm, wild_front = (_frontier(each, device, labels) for each in (store, wild))
        body: dict[str, Any] = {
            **self.head(),
            "space": SPACE,
            "device": device.name,
            "points": options.count,
            "seed": options.seed,
            "workers": slots,
            "chance": CHANCE,
            "seconds": round(summary.seconds, 1),
            "jobs": summary.ran,
            "failed": summary.failed,
            "attempts": attempts,
            "killed": len(killer.killed),
            "differing": differ,
            "frontier": calm,
            "same_frontier": calm == wild_front,
        }
        self.write(options.out, body)
        self.say_where(options.out, "", ".log")
        if differ or not body["same_frontier"] or summary.failed:
            raise RunError(f"killed workers left a trace: see {options.out / self.name}.md")

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the time in words, and whether both runs agree."""
        same = body["same_frontier"] and not body["differing"]
        return {"took": duration(body["seconds"]), "same": same}


def _rows(store: Store, device: Device, labels: list[str]) -> dict[str, Row]:
    return {row.label: row for row in metrics.rows(store, device=device.name, labels=labels)}


def _differing(left: dict[str, Row], right: dict[str, Row]) -> list[str]:
    """Return labels whose figures are not the same in both."""

    def figures(row: Row | None) -> list[object]:
        return [] if row is None else [row.status, *(getattr(row, name) for name in _FIGURES)]

    names = sorted({*left, *right})
    return [name for name in names if figures(left.get(name)) != figures(right.get(name))]


def _frontier(store: Store, device: Device, labels: list[str]) -> list[str]:
    ways = directions(AREA_ONLY)
    found = metrics.pareto_rows(store, ways, device=device.name, matching={"label": labels})
    return sorted(row.label for row in found)


STUDIES = (KilledWorkers(),)
