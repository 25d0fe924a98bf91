"""The engine: works through wants, runs what the store lacks, records what came of it.

Only this process writes the store; workers send results back. Whatever ends the run, each result
that was recorded stays, and the next run starts from there.
"""

import contextlib
import os
import signal
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, fields
from enum import Enum, auto
from functools import cached_property
from types import FrameType, MappingProxyType

from aesculus import interrupts
from aesculus.design import Build
from aesculus.design.build import split_recipe
from aesculus.engine.errors import Interrupted, Trouble, trouble_log
from aesculus.engine.estimate import Estimator, memory_mb
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Ident, Want, distinct
from aesculus.engine.pool import Pool
from aesculus.engine.progress import Reporter, State, describe, duration
from aesculus.engine.room import Room
from aesculus.engine.task import Task
from aesculus.families import Device
from aesculus.families.ways import DEFAULT_WAY
from aesculus.metrics import does_not_fit
from aesculus.records import Stage, StageOutcome, Status
from aesculus.search.filling import fullest_last
from aesculus.stages.base import StageFile, Subject
from aesculus.stages.chain import stage_file, up_to
from aesculus.stages.provenance import package_digest
from aesculus.store import ArtefactError, Job, StageRecord, Store
from aesculus.tools import Failure, ToolError, memory_at_most, probe
from aesculus.tools.verilated import unkept

MAX_ATTEMPTS = 2
"""How often a job is tried whose failure may not be the design's: time, memory, a crash, a refusal.

A tool ends with an error code also where the machine is in passing trouble that no probe sees any
more and whose words nobody knows. So a refusal is tried once more, as a crash is: when nothing else
runs, on whatever worker, and by one rule for all tools. A verdict of a bench is none of these, nor
is a router's word that a design has no room on a device.
"""

_MAY_PASS = {Failure.CRASH.value, Failure.REFUSED.value}
_MORE_MEMORY = 1.1
"""So much larger a limit must be; the memory of one machine differs a little between its starts."""

_POLL_S = 0.2
_FOREIGN_S = 2.0
_TELL_S = 0.5
_TELL_TIMES = 50
"""After so many times as long as it took is the time that is left worked out again."""

_GRACE_S = 20.0
_GRACE_SHARE = 0.1


class Verdict(Enum):
    """What is known of a job."""

    OK = auto()
    BAD = auto()
    OPEN = auto()


@dataclass(frozen=True)
class _Step:
    """What to do next for a want: the first job of its chain that has no result."""

    job: Job
    point: Build
    device: Device | None = None
    start: StageRecord | None = None
    retry: bool = False
    way: str = DEFAULT_WAY

    @property
    def artefact(self) -> str:
        """Digest of the artefact that it starts from, empty without one."""
        where = stage_file(self.job.stage).starts_from
        return "" if where is None or self.start is None else self.start.artefacts[where[1]]

    @property
    def original(self) -> str:
        """Digest of the artefact that this was made of, empty where nobody asks for it."""
        name = stage_file(self.job.stage).original
        return "" if self.start is None else self.start.artefacts.get(name, "")


@dataclass
class _Running:
    step: _Step
    claim: ExitStack
    memory_mb: int


class NotKnownError(Exception):
    """A job came to an engine that goes over what is known, and runs nothing."""


@dataclass
class Summary:
    """What a run did.

    Attributes:
        ran: jobs that were run and recorded.
        failed: of those, how many failed.
        known: wanted results that the store had before.
        blamed: wanted results that end at a failure of before, which was not tried again.
        unreached: wanted results that the time budget left out.
        seconds: wall time.
        reasons: why runs failed, a line each, in their order.
        exhausted: searches that ended because nothing more promised anything.
        spent: searches that measured as many points as they may, and came to their end.
    """

    ran: int = 0
    failed: int = 0
    known: int = 0
    blamed: int = 0
    unreached: int = 0
    seconds: float = 0.0
    reasons: list[str] = field(default_factory=list)
    exhausted: int = 0
    spent: int = 0

    def __add__(self, other: "Summary") -> "Summary":
        """Return what both runs did, one behind the other."""
        return Summary(
            **{
                each.name: getattr(self, each.name) + getattr(other, each.name)
                for each in fields(self)
            }
        )


Refine = Callable[[], Iterable[Want]]
"""Gives further wants, once all given before are done; none to end the run."""

Urgent = Callable[[StageRecord], Iterable[Want]]
"""Gives wants that come before all that wait, each time that a result was recorded."""


class Engine:
    """Runs wants against a store.

    Args:
        store: open for writing.
        pool: where tasks run.
        reporter: hears of events.
        jobs: names jobs; shared with others that need the same names.
        budget_s: no job starts that is expected to end later than this many seconds after the
            start of `run`; `None` for no limit.
        timeouts: stage to time limit in seconds, where it is not that of the stage's file.
        cores: compilers that one verification may run at once.
        max_attempts: see `MAX_ATTEMPTS`.
        retry_failed: run what failed before once more.
        known_only: run nothing; what would be run raises `NotKnownError`.
    """

    def __init__(
        self,
        store: Store,
        pool: Pool,
        *,
        reporter: Reporter | None = None,
        jobs: Jobs | None = None,
        budget_s: float | None = None,
        timeouts: Mapping[Stage, float] = MappingProxyType({}),
        cores: int = 2,
        max_attempts: int = MAX_ATTEMPTS,
        retry_failed: bool = False,
        known_only: bool = False,
    ) -> None:
        self._store = store
        self._pool = pool
        self._reporter = reporter or Reporter()
        self.jobs = jobs or Jobs()
        self._budget_s = budget_s
        self._timeouts = timeouts
        self._cores = cores
        self._max_attempts = max_attempts
        self._retry_failed = retry_failed
        self._known_only = known_only
        self._tried: set[str] = set()
        self._blamed: set[Ident] = set()
        self._checked = False
        self._run = uuid.uuid4().hex
        self._deadline: float | None = None
        self._wanted: Counter[str] = Counter()
        self._records: dict[str, dict[str, StageRecord | None]] = {}
        self._running: dict[str, _Running] = {}
        self._used_mb = 0
        self._steps: dict[tuple[str, str, Stage, int, str], str] = {}
        self._work_s = 0.0
        self._stale_from = 0.0
        self._foreign: dict[str, float] = {}
        self._again: set[str] = set()
        self._lost: dict[str, str] = {}
        self._open: list[Want] = []
        self._seen: set[Ident] = set()
        self._summary = Summary()
        self._signal = 0
        self._plans = False
        self._urgent: Urgent | None = None
        self._goes_on = False
        self._estimator: Estimator | None = None
        self._room = Room(store)

    @property
    def estimator(self) -> Estimator:
        """Estimates from what the store knows."""
        if self._estimator is None:
            self._estimator = Estimator(self._store, self.jobs.rtl_digests)
        return self._estimator

    @property
    def left_s(self) -> float | None:
        """Seconds until the time budget of the present run ends, `None` without one."""
        return None if self._deadline is None else self._deadline - time.monotonic()

    @property
    def unreached(self) -> bool:
        """Whether wants are open: those that did not fit into the time, when nothing runs."""
        return bool(self._open)

    def run(
        self,
        wants: Iterable[Want],
        *,
        refine: Refine | None = None,
        urgent: Urgent | None = None,
    ) -> Summary:
        """Get the wanted results and return what was done.

        Args:
            wants: best first.
            refine: asked for more each time that everything is done.
            urgent: asked each time that a result was recorded for what must come first.

        Raises:
            Trouble: the machine cannot go on.
            Interrupted: by SIGINT, SIGTERM or SIGHUP.
            StoreError: the store cannot be read or written.
        """
        start = time.monotonic()
        if self._budget_s is not None:
            self._deadline = start + self._budget_s
        self._summary = Summary()
        self._urgent = urgent
        self._goes_on = refine is not None or urgent is not None
        try:
            with self._signals():
                self._begin_and_loop(wants, refine)
        except ToolError as error:
            raise Trouble(error.reason) from error
        finally:
            self._abandon()
            self._reporter.end()
            self._summary.seconds = time.monotonic() - start
            self._summary.unreached = len(self._open)
            self._summary.blamed = len(self._blamed)
        return self._summary

    # ---- the loop --------------------------------------------------------------------------------

    def _begin_and_loop(self, wants: Iterable[Want], refine: Refine | None) -> None:
        try:
            with self._planning():
                self._add(wants)
            self._summary.known = self._settle()
            with self._planning():
                self._reporter.begin(self._state())
            self._loop(refine)
        except KeyboardInterrupt:
            # SQLite makes any exception of a handler into an error of its own, and the store
            # takes that for Ctrl-C.
            raise Interrupted(self._signal or signal.SIGINT) from None
        except (Interrupted, Trouble):
            if self._running:
                with contextlib.suppress(Trouble):
                    self._collect()
            raise

    def _loop(self, refine: Refine | None) -> None:
        while True:
            if self._launch():
                continue
            if not self._running and not self._foreign_left():
                more = 0
                if refine is not None and not self._out_of_time():
                    with self._planning():
                        more = self._add(refine())
                if not more:
                    return
                self._settle()
                continue
            self._collect()
            self._heed()
            if self._out_of_time(grace=True):
                left = ", ".join(describe(r.step.job) for r in self._running.values())
                self._reporter.note(f"the time is up: stopped {left or 'waiting'}")
                return

    def _add(self, wants: Iterable[Want], *, first: bool = False) -> int:
        fresh = [want for want in distinct(wants) if want.ident not in self._seen]
        # A tool that is missing is told of before anything runs that needs none.
        for want in {(each.stage, each.device_name): each for each in fresh}.values():
            self.jobs.ask_tools(want.stage, want.device)
        self._seen.update(want.ident for want in fresh)
        self._wanted.update(want.design for want in fresh)
        self._open = fresh + self._open if first else self._open + fresh
        if fresh:
            # The work of those before says nothing of them.
            self._stale_from = 0.0
        return len(fresh)

    def _settle(self, design: str | None = None) -> int:
        """Drop the wants (of one design) that need no more work; return how many."""
        before = len(self._open)
        kept: list[Want] = []
        for want in self._open:
            if design is None:
                self._heed()
            if (design is not None and want.design != design) or self._next(want) is not None:
                kept.append(want)
            else:
                self._drop(want)
        self._open = kept
        return before - len(self._open)

    def _drop(self, want: Want) -> None:
        """Let go of what a want needed that has its end."""
        self._foreign.pop(self._steps.pop(want.ident, ""), None)
        self._wanted[want.design] -= 1
        self._let_go(want.design)

    def _let_go(self, design: str) -> None:
        """Forget records and jobs of a design without an open want: the store has them.

        They are most of what a run keeps for each result, and a run may last for weeks.
        """
        if self._wanted[design] <= 0:
            del self._wanted[design]
            self._records.pop(design, None)
            self.jobs.forget(design)

    def _launch(self) -> bool:
        """Start the best jobs that fit into slots, memory and time.

        Returns:
            Whether anything changed, so that there may be more to start.
        """
        # Without a job the pool is not asked: that would start it.
        if self._is_full():
            return False
        changed = False
        kept: list[Want] = []
        behind: list[Want] = []
        late: list[_Step] = []
        full = False
        for position, want in enumerate(self._open):
            self._heed()
            if full:
                kept += self._open[position:]
                break
            if self._steps.get(want.ident, "") in self._running:
                # What it waits for has not come: looked up once, not each time.
                kept.append(want)
                continue
            step = self._next(want)
            if step is None:
                self._drop(want)
                continue
            self._steps[want.ident] = step.job.key
            if self._fullness(step):
                # Behind all others also for the next look, which then need not pass it.
                behind.append(want)
                late.append(step)
                continue
            kept.append(want)
            if step.job.key not in self._running and self._fits(step):
                changed |= self._start(step)
                full = self._is_full()
        self._open = kept + behind
        # What is likely not to be routed has its turn when nothing else has one.
        for step in fullest_last(late, self._fullness):
            if changed or self._is_full():
                break
            if step.job.key not in self._running and self._fits(step):
                changed |= self._start(step)
        return changed

    def _is_full(self) -> bool:
        return bool(self._running) and len(self._running) >= self._pool.slots

    def _fullness(self, step: _Step) -> float:
        """Return how much too full a design is for the route that is due, 0 if it is not."""
        if step.device is None or step.start is None or not stage_file(step.job.stage).places:
            return 0.0
        return self._room.fullness(step.device, step.start)

    def _fits(self, step: _Step) -> bool:
        if self._foreign.get(step.job.key, 0.0) > time.monotonic():
            return False
        if self._deadline is not None:
            ends = time.monotonic() + self.estimator.seconds_of(step.job, step.point)
            if ends > self._deadline:
                self._foreign.pop(step.job.key, None)
                return False
        if not self._running:
            return True
        # Something failed once: let what has not had its turn go first.
        if step.retry:
            return False
        return self._used_mb + self._memory(step) <= self._pool.memory_mb

    def _memory(self, step: _Step) -> int:
        luts = step.start.metrics.get("lut_count") if step.start is not None else None
        return memory_mb(step.job.stage, step.point, luts)

    def _start(self, step: _Step) -> bool:
        """Start a job unless another run is at it; return whether anything changed."""
        key = step.job.key
        claim = ExitStack()
        if not claim.enter_context(self._store.claim(key)):
            claim.close()
            if key not in self._foreign:
                self._reporter.note(f"{describe(step.job)}: another run is at it")
            self._foreign[key] = time.monotonic() + _FOREIGN_S
            # It may have ended it, and then there is nothing to wait for.
            self._forget(step.job)
            return False
        self._foreign.pop(key, None)
        try:
            # Its last holder may have made the record in the meantime.
            self._forget(step.job)
            if self._verdict(step.job) is not Verdict.OPEN:
                claim.close()
                return True
            task = self._task(step)
            if task is None:
                claim.close()
                return True
            if self._known_only:
                raise NotKnownError(describe(step.job))
            if not self._checked:
                # Dask and the tools on this machine write below it.
                with probe.scratch():
                    self._checked = True
                self._tell_of_cache()
            self._add_running(key, _Running(step, claim, self._memory(step)))
            self._pool.submit(self._token(key), task)
        except BaseException:
            self._drop_running(key)
            claim.close()
            raise
        self._reporter.started(step.job, self.estimator.seconds_of(step.job, step.point))
        return True

    def _tell_of_cache(self) -> None:
        """Say once that every simulation takes longer than it need; workers have their own."""
        if self._pool.embedded and (why := unkept()):
            self._reporter.note(why)

    def _add_running(self, key: str, running: _Running) -> None:
        self._running[key] = running
        self._used_mb += running.memory_mb

    def _drop_running(self, key: str) -> None:
        running = self._running.pop(key, None)
        if running is not None:
            self._used_mb -= running.memory_mb

    def _token(self, key: str) -> str:
        return f"aesculus-{self._run}-{key}"

    def _task(self, step: _Step) -> Task | None:
        netlist = original = b""
        if step.artefact:
            try:
                netlist = self._store.artefact(step.artefact)
                if step.original:
                    original = self._store.artefact(step.original)
            except ArtefactError as error:
                self._artefact_is_lost(step, str(error))
                return None
        stage = step.job.stage
        return Task(
            run=self._run,
            stage=stage,
            point=step.point,
            device=step.device,
            seed=step.job.seed,
            way=step.way,
            netlist=netlist,
            original=original,
            timeout_s=self._timeouts.get(stage, stage_file(stage).timeout_s),
            cores=self._cores,
            package_digest=package_digest(),
        )

    def _artefact_is_lost(self, step: _Step, reason: str) -> None:
        """Have the stage run again whose artefact the cache has lost; once."""
        assert step.start is not None
        key = step.start.key
        if key in self._lost:
            raise Trouble(f"{reason}, also after it was made again")
        self._lost[key] = reason
        self._again.add(key)
        self._reporter.note(f"{reason}: made again")

    # ---- what came back --------------------------------------------------------------------------

    def _collect(self) -> None:
        """Wait a moment for results and take all there are."""
        got = self._pool.wait(_POLL_S if self._running else _POLL_S * 2)
        trouble: Trouble | None = None
        for token, found in got:
            self._pool.forget(token)
            running = self._running.get(token.rpartition("-")[2])
            if running is not None and token == self._token(running.step.job.key):
                try:
                    self._take(running, found)
                except Trouble as error:
                    # What came beside it is kept first.
                    trouble = trouble or error
        if trouble is not None:
            raise trouble

    def _take(self, running: _Running, found: StageOutcome | BaseException) -> None:
        job, step = running.step.job, running.step
        outcome = self._judged(job, found)
        if outcome.status is not Status.OK:
            self._tried.add(job.key)
        record = self._store.put(job, outcome)
        # Only now: whoever gets the claim next must find the record.
        self._drop_running(job.key)
        running.claim.close()
        self._again.discard(job.key)
        self._known_of(job)[job.key] = record
        self._summary.ran += 1
        if outcome.status is not Status.OK:
            self._summary.failed += 1
            self._summary.reasons.append(f"{describe(job)}: {outcome.reason}")
        self.estimator.learn(record)
        if stage_file(job.stage).places and step.device is not None and step.start is not None:
            self._room.learn(step.device, step.start, routed=record.ok)
        design, _ = split_recipe(job.label)
        self._settle(design)
        if self._urgent is not None:
            self._add(self._urgent(record), first=True)
        # Nothing may have waited for it any more.
        self._let_go(design)
        self._reporter.finished(record, self._state())

    def _judged(self, job: Job, found: StageOutcome | BaseException) -> StageOutcome:
        """Return the outcome to record.

        Raises:
            Trouble: it tells of the machine, not of the design.
        """
        if isinstance(found, BaseException):
            kind = type(found).__name__
            if kind != "KilledWorker":
                raise Trouble(f"{describe(job)}: the cluster gave no result ({kind}: {found})")
            reason = "every worker that tried it died, most likely for lack of memory"
            error = ToolError(Failure.MEMORY, "worker", reason, limit_mb=self._memory_mb)
            return StageOutcome(status=Status.MEMORY, metrics=dict(error.metrics), reason=reason)
        failure = found.metrics.get("failure", "")
        if found.status is not Status.OK and failure and Failure(failure).of_machine:
            raise Trouble(f"{describe(job)}: {found.reason}{self._kept_log(found.log)}")
        for tool, version in job.tools.items():
            if found.status is Status.OK and found.tools.get(tool, version) != version:
                raise Trouble(
                    f"{describe(job)}: a worker has {found.tools[tool]}, this program {version}: "
                    "use the same tools everywhere"
                )
        return found

    def _kept_log(self, log: str) -> str:
        """Keep what a tool said beside the store, as nothing is recorded; return where."""
        path = trouble_log(self._store.path)
        if not log:
            return ""
        new = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            # Written new and put in place: what stands there may be a link to anywhere.
            new.unlink(missing_ok=True)
            with new.open("x", encoding="utf-8") as file:
                file.write(log)
            new.replace(path)
        except OSError:
            return ""
        return f" (log: {path})"

    # ---- what is known ---------------------------------------------------------------------------

    def record(self, job: Job) -> StageRecord | None:
        """Return the record of a job, `None` if there is none."""
        known = self._known_of(job)
        if job.key not in known:
            known[job.key] = self._store.get(job.key)
        return known[job.key]

    def _known_of(self, job: Job) -> dict[str, StageRecord | None]:
        """Return what was looked up of a job's design; it is kept while a want of it is open."""
        design, _ = split_recipe(job.label)
        return self._records.setdefault(design, {})

    def _forget(self, job: Job) -> None:
        """Have a job's record looked up again."""
        self._known_of(job).pop(job.key, None)

    def _verdict(self, job: Job) -> Verdict:
        record = self.record(job)
        if record is None or job.key in self._again:
            return Verdict.OPEN
        if record.ok:
            return Verdict.OK
        if job.key not in self._tried and (self._retry_failed or self._has_more_memory(record)):
            return Verdict.OPEN
        may_pass = record.status in {Status.TIMEOUT, Status.MEMORY}
        may_pass = may_pass or record.metrics.get("failure") in _MAY_PASS
        return Verdict.OPEN if may_pass and record.attempts < self._max_attempts else Verdict.BAD

    def _has_more_memory(self, record: StageRecord) -> bool:
        """Return whether a job lacked memory under a limit below the one that is in force now."""
        limit = record.metrics.get("memory_limit_mb")
        if record.status is not Status.MEMORY or not isinstance(limit, int):
            return False
        return limit * _MORE_MEMORY < self._memory_mb

    @cached_property
    def _memory_mb(self) -> int:
        return memory_at_most()

    def _next(self, want: Want) -> _Step | None:
        """Return the first job of a want's chain without a result; `None` when it has its end."""
        found: dict[Stage, StageRecord] = {}
        for file in up_to(want.stage):
            start = None
            if file.starts_from is not None:
                before, name = file.starts_from
                start = found[before]
                if name not in start.artefacts:
                    # There is no use in it; the log of that stage says why.
                    return None
            if any(self._is_bad(stage, want, found) for stage in file.barred_by):
                return None
            if file.places and start is not None and not _fits_on(want.device, start):
                # Its row says so; the router would only say it later.
                return None
            job = self._job(file, want, start)
            verdict = self._verdict(job)
            if verdict is Verdict.OPEN:
                return self._step(file, want, job, start)
            if not file.on_device:
                self._copy_to_recipe(want.point, job)
            record = self.record(job)
            if verdict is Verdict.BAD or record is None:
                if job.key not in self._tried:
                    self._blamed.add(want.ident)
                return None
            found[file.stage] = record
        return None

    def _job(self, file: StageFile, want: Want, start: StageRecord | None) -> Job:
        index = want.seed_index if file.seeded else 0
        return self.jobs.job(
            file.stage, want.point, want.device, start=start, index=index, way=want.way
        )

    def _is_bad(self, stage: Stage, want: Want, found: Mapping[Stage, StageRecord]) -> bool:
        """Return whether a stage that may bar another is known to have found a fault."""
        file = stage_file(stage)
        start = None
        if file.starts_from is not None:
            before, name = file.starts_from
            start = found.get(before)
            if start is None or name not in start.artefacts:
                return False
        job = self._job(file, want, start)
        record = self.record(job)
        bad = record is not None and record.status is Status.FAILED
        return bad and self._verdict(job) is Verdict.BAD

    def _step(self, file: StageFile, want: Want, job: Job, start: StageRecord | None) -> _Step:
        retry = self.record(job) is not None and job.key not in self._again
        subject = Subject(want.point)
        point = subject.point if file.on_device else subject.design.point
        device = want.device if file.on_device else None
        return _Step(job, point, device, start, retry, want.way)

    def _copy_to_recipe(self, point: Build, verify: Job) -> None:
        """Record a verification under the point with its recipe as well, where its row finds it."""
        own = self.jobs.job(verify.stage, point, own=True)
        if own.key == verify.key:
            return
        have, shared = self.record(own), self.record(verify)
        if shared is None or (have is not None and (have.ok or not shared.ok)):
            return
        outcome = StageOutcome(
            status=shared.status,
            metrics=shared.metrics,
            tools=shared.tools,
            reason=shared.reason,
        )
        self._known_of(own)[own.key] = self._store.put(own, outcome)

    def _foreign_left(self) -> bool:
        """Return whether jobs are left that another run is at."""
        return bool(self._foreign) and any(
            step is not None and step.job.key in self._foreign
            for step in (self._next(want) for want in self._open)
        )

    def _state(self) -> State:
        began = time.monotonic()
        if began > self._stale_from:
            # With thousands of wants it takes longer than a result does, so not at each of them.
            self._work_s = sum(
                self.estimator.seconds(want.stage, want.point, want.device_name)
                for want in self._open
            )
            done = time.monotonic()
            self._stale_from = done + max(_TELL_S, _TELL_TIMES * (done - began))
        work = self._work_s / max(1, self._pool.slots) if self._open else 0.0
        ended = len(self._seen) - len(self._open)
        return State(ended, len(self._seen), work, self.left_s, more=self._goes_on)

    def _out_of_time(self, *, grace: bool = False) -> bool:
        if self._deadline is None:
            return False
        extra = max(_GRACE_S, _GRACE_SHARE * (self._budget_s or 0.0)) if grace else 0.0
        return time.monotonic() > self._deadline + extra

    # ---- the end ---------------------------------------------------------------------------------

    def _abandon(self) -> None:
        """Stop what still runs and give its claims back."""
        if self._running:
            self._pool.stop(self._run)
        for key, running in list(self._running.items()):
            running.claim.close()
            self._drop_running(key)
        self._steps.clear()

    def _heed(self) -> None:
        """End the run where a signal has come.

        Raises:
            Interrupted: so it is.
        """
        if self._signal:
            raise Interrupted(self._signal)

    @contextlib.contextmanager
    def _planning(self) -> Iterator[None]:
        """Have a signal end the block at once: it starts and records nothing, and may take long."""
        self._plans = True
        try:
            self._heed()
            yield
        finally:
            self._plans = False

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        """Take SIGINT, SIGTERM and SIGHUP as a wish to end the run cleanly, inside the block."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def note(number: int, _frame: FrameType | None) -> None:
            self._signal = number
            if self._plans:
                raise Interrupted(number)

        taken = {signal.SIGINT, signal.SIGTERM}
        # `nohup` has a run outlive its terminal.
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            taken.add(signal.SIGHUP)
        old = {number: signal.signal(number, note) for number in taken}
        # One that came before may have been raised where nobody hears.
        self._signal = self._signal or interrupts.taken()
        try:
            yield
        finally:
            for number, handler in old.items():
                signal.signal(number, handler)


def _fits_on(device: Device | None, synth: StageRecord) -> bool:
    return device is None or not does_not_fit(device, synth.metrics)


def told(summary: Summary) -> str:
    """Return a summary in one line."""
    text = f"{summary.ran} run{'' if summary.ran == 1 else 's'} in {duration(summary.seconds)}"
    if summary.failed:
        text += f", {summary.failed} of them failed"
    if summary.known:
        were = "result was" if summary.known == 1 else "results were"
        text += f"; {summary.known} {were} known"
    if summary.blamed:
        stay, them = ("stays", "it") if summary.blamed == 1 else ("stay", "them")
        text += f"; {summary.blamed} failed before and {stay} so: --retry-failed tries {them} again"
    if summary.unreached:
        wait = "result waits" if summary.unreached == 1 else "results wait"
        # Without a run there was no time for one, and there will be none next time.
        how = "run again" if summary.ran else "give more time"
        text += f"; {summary.unreached} {wait}: {how} to go on"
    return text
