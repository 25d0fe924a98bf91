"""A paper's points measured here, and its claims judged."""

import dataclasses
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from aesculus import metrics, papers
from aesculus.consoles import say
from aesculus.engine.engine import Summary, told
from aesculus.engine.forecast import forecast
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want
from aesculus.engine.session import Options, run_wants
from aesculus.errors import InputError
from aesculus.papers.measured import Measured
from aesculus.records import Stage
from aesculus.store import Store
from aesculus.studies.made import RESULTS
from aesculus.studies.reproduce import files, plan
from aesculus.studies.reproduce.plan import Build
from aesculus.studies.study import Count, RunOptions, Study
from aesculus.tools.process import cores


class ReproduceOptions(RunOptions):
    """What the study can be told."""

    paper: Annotated[str, Field(description=f"One of {', '.join(papers.ids())}.")]
    seeds: Annotated[Count, Field(description="Routed seeds a point.")] = 1
    out: Annotated[Path, Field(description="Folder for figures, claims and pictures.")] = (
        RESULTS / "papers"
    )


class Reproduce(Study[ReproduceOptions]):
    """The study; each paper has a page of its own, beside its pictures."""

    name = "reproduce"
    doc = "A paper's points on its families and on a routed device, and its claims judged."
    options = ReproduceOptions

    def run(self, options: ReproduceOptions) -> None:
        """Measure a paper's points, and write figures, verdicts and pictures."""
        rows, content = self.measure(options)
        self.write_paper(options, rows, content)

    def measure(self, options: ReproduceOptions) -> tuple[list[Measured], dict[str, Any]]:
        """Measure a paper's points; say first how long it will take.

        Returns:
            Its rows, and all that is known of it for machines.
        """
        paper = known_paper(options.paper)
        names = Jobs()
        with options.opened() as (store, how):
            say(f"{paper}: {_forecast(store, paper, names, how, options.seeds)}.")
            for half in _run(store, paper, names, how, options.seeds):
                say(f"{told(half)}.")
            rows = _measured(store, paper, names)
            tools = _tools(store, paper, names)
        return rows, files.content(
            paper, rows, seeds=options.seeds, tools=tools, rtl=names.rtl_digest
        )

    def estimate(self, options: ReproduceOptions) -> None:
        """Say how long it would take, and run nothing."""
        paper = known_paper(options.paper)
        with options.opened(looking=True) as (store, how):
            say(f"{paper}: {_forecast(store, paper, Jobs(), how, options.seeds)}.")

    def write_paper(
        self, options: ReproduceOptions, rows: list[Measured], content: Mapping[str, Any]
    ) -> None:
        """Write figures, claims and pictures."""
        for path in files.write(options.out, options.paper, rows, content):
            say(f"Wrote {path}")


def known_paper(paper: str) -> str:
    """Return the id of a paper.

    Raises:
        InputError: there is none of this id; the message lists those there are.
    """
    if paper not in papers.ids():
        raise InputError(f"no paper {paper!r}; legal: {', '.join(papers.ids())}")
    return paper


def counted_in(store: Store, names: Jobs) -> plan.Counted:
    """Return what tells how large a build is, by the store's synthesis records."""

    def counted(build: Build) -> tuple[int, int] | None:
        made = store.get(names.job(Stage.SYNTH, build.point, build.device).key)
        if made is None or not made.ok:
            return None
        return int(made.metrics["lut_count"]), int(made.metrics["bram_count"])

    return counted


def _wants(store: Store, paper: str, names: Jobs, seeds: int) -> tuple[list[Want], list[Want]]:
    counted = counted_in(store, names)
    return plan.first(paper), plan.second(paper, counted, seeds=seeds)


def _forecast(store: Store, paper: str, names: Jobs, options: Options, seeds: int) -> str:
    start, rest = _wants(store, paper, names, seeds)
    slots = options.slots or cores()
    return forecast(store, [*start, *rest], jobs=names, slots=slots).told()


def _run(
    store: Store, paper: str, names: Jobs, options: Options, seeds: int
) -> tuple[Summary, Summary]:
    """Run both halves; the second is planned by the sizes that the first has counted."""
    begun = time.monotonic()
    start = run_wants(store, plan.first(paper), options, jobs=names)
    if options.budget_s is not None:
        left = max(0.0, options.budget_s - (time.monotonic() - begun))
        options = dataclasses.replace(options, budget_s=left)
    _, rest = _wants(store, paper, names, seeds)
    return start, run_wants(store, rest, options, jobs=names)


def _measured(store: Store, paper: str, names: Jobs) -> list[Measured]:
    """Return the paper's rows by today's sources, with what failed and what was left out."""
    counted = counted_in(store, names)
    found = {(row.label, row.device): row for row in _rows(store, paper, names)}
    rows = []
    for build in plan.builds(paper):
        label = build.point.label
        # Where even the simulation of the RTL failed there is a row without a device.
        row = found.get((label, build.device.name), found.get((label, "")))
        notes = {
            "device": build.device.name,
            "left_out": plan.left_out(build, counted(build)),
        }
        done = Measured(label=label, device="", reason="not run yet")
        rows.append((Measured.read(row) if row else done).model_copy(update=notes))
    return rows


def rows_of_now(store: Store, labels: Sequence[str], names: Jobs) -> list[metrics.Row]:
    """Return the rows of designs by today's sources, on devices and without one.

    Raises:
        StoreError: some are not as the records say.
    """
    # Rows without a device are of designs whose RTL was simulated; they must be asked for.
    found = [
        *metrics.checked(store, labels=labels),
        *metrics.checked(store, labels=labels, device=""),
    ]
    return [row for row in found if row.rtl_digest in names.rtl_digests]


def _rows(store: Store, paper: str, names: Jobs) -> list[metrics.Row]:
    return rows_of_now(store, plan.labels(plan.builds(paper)), names)


def _tools(store: Store, paper: str, names: Jobs) -> dict[str, str]:
    return {
        tool: version for row in _rows(store, paper, names) for tool, version in row.tools.items()
    }


REPRODUCE = Reproduce()
STUDIES = (REPRODUCE,)
