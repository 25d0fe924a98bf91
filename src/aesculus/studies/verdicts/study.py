"""Measures what open verdicts need, and no more; a run that was stopped goes on."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from aesculus.consoles import say
from aesculus.engine.engine import told
from aesculus.engine.forecast import forecast
from aesculus.engine.jobs import Jobs
from aesculus.engine.session import run_wants
from aesculus.errors import RunError
from aesculus.papers.compare import LEAST_SEEDS
from aesculus.papers.measured import Measured
from aesculus.store import Store
from aesculus.studies.reproduce.plan import left_out
from aesculus.studies.reproduce.study import counted_in, rows_of_now
from aesculus.studies.study import RunOptions, Study
from aesculus.studies.verdicts import plan
from aesculus.tools.process import cores


class VerdictOptions(RunOptions):
    """What the study can be told."""

    estimate: Annotated[
        bool, Field(description="List points and seeds, say how long it takes, and run nothing.")
    ] = False


class Verdicts(Study[VerdictOptions]):
    """The study; `python -m aesculus.papers.page` makes the tables of the docs of its figures."""

    name = "verdicts"
    doc = "The points and seeds that the verdicts on the papers' claims need."
    options = VerdictOptions

    def run(self, options: VerdictOptions) -> None:
        """Measure the points and write their rows.

        Raises:
            RunError: some points lack seeds.
        """
        wanted = plan.needs()
        names = Jobs()
        with options.opened(looking=options.estimate) as (store, how):
            counted = counted_in(store, names)
            wants = [*plan.first(wanted), *plan.second(wanted, counted)]
            slots = how.slots or cores()
            cost = forecast(store, wants, jobs=names, slots=slots).told()
            say(f"{len(wanted)} points, {LEAST_SEEDS} seeds where a clock is wanted: {cost}.")
            if options.estimate:
                for need in wanted:
                    say(_line(need))
                return
            summary = run_wants(store, plan.first(wanted), how, jobs=names)
            say(f"{told(summary)}.")
            summary = run_wants(store, plan.second(wanted, counted), how, jobs=names)
            say(f"{told(summary)}.")
            rows = _measured(store, wanted, names)
        body = {
            **self.head(),
            "seeds": LEAST_SEEDS,
            "rtl_digest": names.rtl_digest,
            "points": plan.points(wanted),
            "measured": [row.model_dump(mode="json") for row in rows],
        }
        self.write(options.out, body)
        self.say_where(options.out)
        short = _short(rows)
        if short:
            raise RunError(f"not complete yet: {', '.join(short)}")

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return a line a point: what is wanted and what is there."""
        rows = [Measured.model_validate(row) for row in body["measured"]]
        return {
            "lines": [
                (
                    point["label"],
                    ", ".join(point["wanted"]),
                    *_there(point["label"], rows),
                    len(point["claims"]),
                )
                for point in body["points"]
            ]
        }


def _line(need: plan.Need) -> str:
    kinds = ", ".join(sorted(kind.value for kind in need.kinds))
    return f"{need.label}: {kinds}; for {len(need.claims)} claims"


def _measured(store: Store, wanted: list[plan.Need], names: Jobs) -> list[Measured]:
    """Return the rows of the points by today's sources, with what failed and what was left out."""
    counted = counted_in(store, names)
    labels = [need.label for need in wanted]
    found = {(row.label, row.device): row for row in rows_of_now(store, labels, names)}
    rows = []
    for build in plan.builds(wanted):
        row = found.get((build.point.label, build.device.name))
        if row is not None:
            out = {"left_out": left_out(build, counted(build))}
            rows.append(Measured.read(row).model_copy(update=out))
    return rows


def _short(rows: list[Measured]) -> list[str]:
    return [
        row.label
        for row in rows
        if row.slice_estimate is None
        and not row.left_out
        and len(row.fmax_routed_seeds) < LEAST_SEEDS
    ]


def _there(label: str, rows: list[Measured]) -> tuple[str, str]:
    """Return area and clock of a point, as far as they are there."""
    mine = [row for row in rows if row.label == label]
    area = [f"{row.slice_estimate:g} on {row.device}" for row in mine if row.slice_estimate]
    clocks = [
        row.left_out or f"{row.fmax_mhz:.1f} MHz, {len(row.fmax_routed_seeds)} seeds"
        for row in mine
        if row.left_out or row.fmax_mhz
    ]
    return "; ".join(area), "; ".join(clocks)


STUDIES = (Verdicts(),)
