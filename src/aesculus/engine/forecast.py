"""What a list of wants will cost, before any of it is run."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from aesculus.engine.estimate import Estimator
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Ident, Want, distinct
from aesculus.engine.progress import duration
from aesculus.stages.chain import stage_file, up_to
from aesculus.store import Store


@dataclass(frozen=True)
class Forecast:
    """An estimate.

    Attributes:
        runs: runs of a stage that the store has no result of.
        known: those that it has.
        seconds: what the runs take one after another, by `Estimator`.
        slots: how many run at once.
        guess: whether it is of others that are alike, as nobody can tell which there will be.
    """

    runs: int
    known: int
    seconds: float
    slots: int
    guess: bool = False

    def told(self) -> str:
        """Return it in one line."""
        text = f"{self.runs} run{'' if self.runs == 1 else 's'} to do, {self.known} known"
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
    seen: set[Ident] = set()
    runs = known = 0
    seconds = 0.0
    for want in distinct(_with_what_comes_before(wants)):
        file = stage_file(want.stage)
        where = (want.point.label if file.on_device else want.design, *want.ident[1:])
        if where in seen:
            continue
        seen.add(where)
        job = None
        start = None
        if file.starts_from is not None:
            before, name = file.starts_from
            start = jobs.records(store, before, want.point, want.device).get(before)
            if start is not None and name not in start.artefacts:
                # Nothing can follow it.
                continue
        if file.starts_from is None or start is not None:
            job = jobs.job(
                want.stage,
                want.point,
                want.device,
                start=start,
                index=want.seed_index,
                way=want.way,
            )
        if job is not None and store.get(job.key) is not None:
            known += 1
            continue
        runs += 1
        seconds += estimator.seconds(want.stage, want.point, want.device_name)
    return Forecast(runs, known, seconds, slots)


def _with_what_comes_before(wants: Iterable[Want]) -> Iterator[Want]:
    for want in wants:
        for file in up_to(want.stage)[:-1]:
            yield Want(want.point, file.stage, want.device if file.on_device else None)
        yield want
