"""What a list of wants will cost, before any of it is run."""

from collections.abc import Iterable
from dataclasses import dataclass

from aesculus.engine.estimate import Estimator
from aesculus.engine.jobs import NETLIST, Jobs
from aesculus.engine.plan import Want, distinct
from aesculus.engine.progress import duration
from aesculus.records import Stage
from aesculus.store import Job, StageRecord, Store


@dataclass(frozen=True)
class Forecast:
    """An estimate.

    Attributes:
        runs: runs of a stage that the store has no result of.
        known: those that it has.
        seconds: what the runs take one after another, by `Estimator`.
        slots: how many run at once.
    """

    runs: int
    known: int
    seconds: float
    slots: int

    def told(self) -> str:
        """Return it in one line."""
        text = f"{self.runs} runs to do, {self.known} known"
        if self.runs:
            text += (
                f"; about {duration(self.seconds / max(1, self.slots))} with {self.slots} at once"
            )
        return text


def forecast(
    store: Store, wants: Iterable[Want], *, jobs: Jobs | None = None, slots: int = 1
) -> Forecast:
    """Return what a list of wants costs, with all that must come before them.

    A result counts as known if the store has it, good or bad. What follows a synthesis that is not
    done yet cannot be known, as its name holds the netlist's.

    Args:
        store: open, for reading at least.
        wants: as for the engine.
        jobs: names jobs; shared with others that need the same names.
        slots: how many run at once.

    Raises:
        ToolError: a tool is not installed.
    """
    jobs = jobs or Jobs()
    estimator = Estimator(store, jobs.rtl_digests)
    seen: set[tuple[str, str, Stage, int]] = set()
    runs = known = 0
    seconds = 0.0
    for want in _with_what_comes_before(wants):
        where = (want.design if want.device is None else want.point.label, *want.ident[1:])
        if where in seen:
            continue
        seen.add(where)
        made = None if want.device is None else store.get(jobs.synth(want.point, want.device).key)
        follows = want.stage in NETLIST
        if follows and made is not None and NETLIST[want.stage] not in made.artefacts:
            # Nothing can follow it.
            continue
        job = None if follows and made is None else _job(jobs, want, made)
        if job is not None and store.get(job.key) is not None:
            known += 1
            continue
        runs += 1
        seconds += estimator.seconds(want.stage, want.point, want.device_name)
    return Forecast(runs, known, seconds, slots)


def _with_what_comes_before(wants: Iterable[Want]) -> list[Want]:
    found: list[Want] = []
    for want in wants:
        found.append(Want(want.point, Stage.VERIFY))
        if want.device is not None:
            found.append(Want(want.point, Stage.SYNTH, want.device))
        found.append(want)
    return distinct(found)


def _job(jobs: Jobs, want: Want, synth: StageRecord | None) -> Job:
    if want.device is None:
        return jobs.verify(want.point)
    if synth is None or want.stage is Stage.SYNTH:
        return jobs.synth(want.point, want.device)
    if want.stage is Stage.VERIFY_NETLIST:
        return jobs.verify_netlist(want.point, want.device, synth)
    return jobs.route(want.point, want.device, synth, want.seed_index)
