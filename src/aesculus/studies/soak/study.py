"""A soak: work for hours while workers are killed and the store is copied, checked and merged."""

import tempfile
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from aesculus import units
from aesculus.engine.chaos import worker_processes
from aesculus.engine.engine import Engine
from aesculus.engine.plan import Want
from aesculus.engine.pool import Pool
from aesculus.engine.progress import PlainReporter, duration
from aesculus.engine.task import StageFunction
from aesculus.errors import RunError
from aesculus.records import Stage
from aesculus.store import Store
from aesculus.studies.soak import exploring, judging
from aesculus.studies.soak.copies import Copies
from aesculus.studies.soak.watching import Company, Sample, every
from aesculus.studies.study import Study, StudyOptions
from aesculus.studies.witness import Witness, differences

_SAMPLES = 1000
"""Memory is sampled so often, but at most once a second."""

_TIME = {"metavar": "TIME"}


class SoakOptions(StudyOptions):
    """What the study can be told."""

    duration: Annotated[str, Field(description="How long to work.", json_schema_extra=_TIME)] = "2h"
    kill_every: Annotated[
        str, Field(description="Time between two kills of a worker.", json_schema_extra=_TIME)
    ] = "4m"
    copy_every: Annotated[
        str, Field(description="Time between two copies of the store.", json_schema_extra=_TIME)
    ] = "6m"
    workers: Annotated[
        int, Field(ge=2, description="Worker processes; one of them is never killed.")
    ] = 2
    seed: Annotated[int, Field(description="Seed of the searches.")] = 0


class Soak(Study[SoakOptions]):
    """The study.

    Args:
        stages: other functions than the real ones, for tests.
    """

    name = "soak"
    doc = "Hours of work while workers are killed and the store is copied, checked and merged."
    options = SoakOptions

    def __init__(self, stages: Mapping[Stage, StageFunction] | None = None) -> None:
        self._stages = stages

    def run(self, options: SoakOptions) -> None:
        """Explore with real tools in a store of its own, and judge what came of it.

        Raises:
            InputError: a time cannot be read.
            RunError: results are lost or repeated, memory grew, or a command failed.
        """
        lasting, killing, copying = map(
            units.seconds, (options.duration, options.kill_every, options.copy_every)
        )
        options.out.mkdir(parents=True, exist_ok=True)
        samples: list[Sample] = []
        asked: list[Want] = []
        with ExitStack() as held:
            room = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="aesculus-soak-")))
            log = (options.out / f"{self.name}.log").open("w", encoding="utf-8")
            witness = Witness(PlainReporter(held.enter_context(log)))
            live = room / "live" / "store.db"
            live.parent.mkdir()
            store = held.enter_context(Store.open(live))
            cluster = held.enter_context(worker_processes(options.workers))
            pool = held.enter_context(
                Pool(
                    slots=options.workers,
                    scheduler=cluster.scheduler_address,
                    security=cluster.security,
                    stages=self._stages,
                )
            )
            company = Company(cluster, witness)
            copies = Copies(live, room, witness)
            engine = Engine(store, pool, reporter=witness, budget_s=lasting)
            more = exploring.walk(store, engine, exploring.searches(options.seed), asked)
            with (
                every(max(1.0, lasting / _SAMPLES), lambda: samples.append(company.sample())),
                every(killing, company.kill),
                every(copying, copies.round),
            ):
                summary = engine.run([], refine=more)
            copies.round()
            kept_alive = company.oldest.is_running()
            found = differences(witness, store)
            merged = held.enter_context(Store.open(copies.merged, writable=False))
            parts = judging.parts(samples)
            body: dict[str, Any] = {
                **self.head(),
                "mapped": exploring.MAPPED,
                "placed": exploring.PLACED,
                "space": len(exploring.space()),
                "seed": options.seed,
                "workers": options.workers,
                "seconds": round(summary.seconds, 1),
                "kill_every_s": killing,
                "copy_every_s": copying,
                "killed": len(company.killed),
                "kept_alive": kept_alive,
                "results": _counts(store),
                "failed": witness.failed,
                "unreached": summary.unreached,
                "open_again": judging.left_open(store, asked),
                "differences": {name: len(keys) for name, keys in found.items()},
                "rounds": copies.rounds,
                "calls": _calls(copies),
                "merged_same": judging.same_results(store, merged),
                "taken": copies.taken,
                "faults": copies.faults,
                "samples": len(samples),
                "warm_up": judging.WARM_UP,
                "most_growth": judging.MOST_GROWTH,
                "parts": judging.told(parts),
                "growth": {who: judging.growth(parts, f"{who}_mb") for who in ("client", "worker")},
            }
        body["against"] = judging.verdict(body)
        self.write(options.out, body)
        self.say_where(options.out, "", ".log")
        if body["against"]:
            raise RunError(f"the soak did not end well: {'; '.join(body['against'])}")

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return how durations are written."""
        return {"duration": duration, "total": sum(body["results"].values())}


def _counts(store: Store) -> dict[str, int]:
    counts = Counter[str]()
    for (stage, _), count in store.counts().items():
        counts[stage.value] += count
    return dict(counts)


def _calls(copies: Copies) -> list[dict[str, Any]]:
    """Return how often each command was run, how it ended and what it took at most."""
    found = []
    for what in dict.fromkeys(call.what for call in copies.calls):
        some = [call for call in copies.calls if call.what == what]
        found.append(
            {
                "what": what,
                "times": len(some),
                "codes": sorted({call.code for call in some}),
                "longest_s": max(call.seconds for call in some),
            }
        )
    return found


STUDIES = (Soak(),)
