"""The settings in which a goal is asked: what is known before it is."""

import hashlib
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from aesculus.catalogue import FIGURES
from aesculus.design import Build
from aesculus.design.text import digest_of
from aesculus.engine import reference
from aesculus.engine.eligible import among, eligible, matches
from aesculus.engine.found import EXIT_CODES, find
from aesculus.engine.progress import Reporter, State
from aesculus.engine.reference import entries
from aesculus.engine.session import Effort, Options, pursue
from aesculus.errors import RunError
from aesculus.families import Device, devices
from aesculus.metrics import Row
from aesculus.records import Stage
from aesculus.search import found as outcomes
from aesculus.search.designspace import DesignSpace
from aesculus.search.fixing import fixed_space
from aesculus.search.goals import Goal
from aesculus.search.spacefile import SpaceFile
from aesculus.stages.provenance import rtl_fingerprint
from aesculus.store import Job, Matching, StageRecord, Store
from aesculus.studies.goals.cases import SPACE, GoalCase

LIMIT_S = 1800.0
"""Time that a goal has in a setting that runs tools, at most."""

_CARRIED = Path(entries.__file__).with_name(entries.FILE)
"""The reference store that the package carries."""

_DIGITS = 16

_EMPTY = Effort(taught=False)
"""How much is searched from nothing: as long as it promises anything, or the time lasts."""

_ANSWERING = (Stage.VERIFY_NETLIST, Stage.ROUTE, Stage.SYNTH, Stage.ACTIVITY)
"""Stages after which there may be an answer."""


class Setting(StrEnum):
    """What is known before a goal is asked.

    `reference`: what the package carries, and nothing is run. `filled`: the store that was given,
    with the reference store beside it. `empty`: a store without a result, and no reference store.
    """

    REFERENCE = "reference"
    FILLED = "filled"
    EMPTY = "empty"


@dataclass(frozen=True)
class Trial:
    """What came of a goal in a setting.

    Attributes:
        state: whether there is an answer.
        label: of the design that meets the goal; empty without one.
        value: of its objective.
        n_seeds: placer seeds that its clock rests on.
        campaign: what measured it, where it comes from the reference store.
        reason: why there is none, one line.
        first_s: seconds to the first design with a verified netlist that meets the goal.
        seconds: until the end.
        cpu_s: processor time of the program alone, tools left out, until the first answer, or to
            the end without one. With the reference store alone this, as all its times, is of a
            command of its own, from its start to its end.
        jobs: runs of tools.
        budget_s: time that it was given; `None` where nothing is run.
    """

    state: outcomes.State
    label: str
    value: float | None
    n_seeds: int
    campaign: str
    reason: str
    first_s: float | None
    seconds: float
    cpu_s: float
    jobs: int
    budget_s: float | None

    @property
    def complete(self) -> bool:
        """Whether asking once more with more time would tell nothing new."""
        answered = self.state is outcomes.State.VERIFIED
        return answered or self.budget_s is None or self.budget_s >= LIMIT_S or not self.jobs


class _Watch(Reporter):
    """Notes when a store has its first answer; passes everything on."""

    def __init__(self, inner: Reporter, answered: Callable[[], bool], clock: "_Clock") -> None:
        self._inner = inner
        self._answered = answered
        self._clock = clock

    def begin(self, state: State) -> None:
        self._inner.begin(state)

    def started(self, job: Job, expected_s: float) -> None:
        self._inner.started(job, expected_s)

    def finished(self, record: StageRecord, state: State) -> None:
        if self._clock.first_s is None and record.ok and record.job.stage in _ANSWERING:
            self._clock.note(answered=self._answered())
        self._inner.finished(record, state)

    def note(self, text: str) -> None:
        self._inner.note(text)

    def end(self) -> None:
        self._inner.end()


class _Clock:
    """Wall time and processor time since the goal was asked."""

    def __init__(self) -> None:
        self._start = time.monotonic(), time.process_time()
        self.first_s: float | None = None
        self._cpu_s: float | None = None

    def note(self, *, answered: bool) -> None:
        if answered and self.first_s is None:
            self.first_s, self._cpu_s = self.seconds, self.cpu_s

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._start[0]

    @property
    def cpu_s(self) -> float:
        spent = time.process_time() - self._start[1]
        return spent if self._cpu_s is None else self._cpu_s


@cache
def carried() -> str:
    """Return a digest of the reference store and of the RTL, by which its results count or not."""
    packed = hashlib.sha256(_CARRIED.read_bytes()).hexdigest()
    return digest_of([packed, rtl_fingerprint()])[:_DIGITS]


def from_reference(case: GoalCase) -> Trial:
    """Ask as `aesculus pick --known` does where there is no store: nothing is run.

    Raises:
        RunError: the command, which is timed, answers otherwise.
    """
    space, device = fixed_space(case.space, case.fix), devices.load(case.device)
    needed = eligible(space)
    found = find(
        None,
        device,
        case.goal,
        needed,
        lambda: _points(space, needed),
        reference=reference.results(
            device, given=entries.read(_CARRIED, device.name), wanted=among(needed)
        ),
    )
    trial = _trial(found, _Clock())
    seconds, cpu_s = waited(case, trial)
    first_s = seconds if trial.state is outcomes.State.VERIFIED else None
    return replace(trial, first_s=first_s, seconds=seconds, cpu_s=cpu_s)


def waited(case: GoalCase, trial: Trial) -> tuple[float, float]:
    """Return the wall time and the processor time, in s, of the command that asks a goal.

    Raises:
        RunError: what it answers is not what came of the trial.
    """
    with tempfile.TemporaryDirectory(prefix="aesculus-goal-") as folder:
        store = str(Path(folder) / "store.db")
        command = [sys.executable, "-m", "aesculus", *_asking(case), "--store", store]
        before, start = _children_s(), time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        seconds, cpu_s = time.perf_counter() - start, _children_s() - before
    told = json.loads(done.stdout) if done.stdout else {}
    row = told.get("pick") or next(iter(told.get("netlist_not_verified", [])), {"label": ""})
    answer = done.returncode, row["label"]
    if answer != (EXIT_CODES[trial.state], trial.label):
        raise RunError(f"goal {case.name}: the command answers {answer}, not {trial.label!r}")
    return seconds, cpu_s


def _asking(case: GoalCase) -> list[str]:
    """Return the arguments of the command that asks a goal, the place of the store left out."""
    best = "--max" if case.goal.objective.maximise else "--min"
    found = ["pick", "--known", "--json", "--device", case.device]
    found += [best, case.goal.objective.figure]
    for limit in case.goal.limits:
        option, unit = _OPTIONS[limit.figure]
        found += [option, f"{limit.value:.15g}{unit}"]
    for each in case.fix:
        found += ["--fix", each]
    return found if case.space == SPACE else [*found, "--space", case.space]


_OPTIONS = {
    "throughput_gbps": ("--throughput", "Gbps"),
    "latency_ns": ("--latency", "ns"),
    "area_luts": ("--max-lut", ""),
    "ff_count": ("--max-ff", ""),
    "bram_count": ("--max-bram", ""),
}
"""Figure that may have a limit to its option, and the unit in which that is given here."""


def _children_s() -> float:
    """Return the processor time of all processes that were started here and have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def from_store(case: GoalCase, store: Store, options: Options, effort: Effort) -> Trial:
    """Ask as `aesculus pick` does: what is known is the first answer, then a search betters it.

    Args:
        case: the goal.
        store: open for writing.
        options: how to run.
        effort: how much; without `taught` the reference store is left out, too.
    """
    clock = _Clock()
    space, device = fixed_space(case.space, case.fix), devices.load(case.device)
    needed = eligible(space)
    points = _points(space, needed)
    beside = reference.results(device, wanted=among(needed)) if effort.taught else []

    def found(where: Callable[[], Sequence[Build]] | None = None) -> outcomes.Found:
        return find(store, device, case.goal, needed, where, reference=beside)

    def answered() -> bool:
        return found().state is outcomes.State.VERIFIED

    first = found(lambda: points)
    clock.note(answered=first.state is outcomes.State.VERIFIED)
    if first.refused is not None:
        return _trial(first, clock, options)
    watch = _Watch(options.reporter, answered, clock)
    done = pursue(
        store,
        case.goal,
        points,
        device,
        replace(options, reporter=watch),
        effort=effort,
        matching=needed,
        beside=beside,
    )
    last = found()
    clock.note(answered=last.state is outcomes.State.VERIFIED)
    return _trial(last, clock, options, done.ran)


def from_nothing(case: GoalCase, options: Options, kept: Store) -> Trial:
    """Ask with an empty store and without the reference store, for `LIMIT_S` at most.

    Args:
        case: the goal.
        options: how to run.
        kept: takes over all that was measured, however the asking ends; nothing of it is looked at.
    """
    limit = LIMIT_S if options.budget_s is None else min(LIMIT_S, options.budget_s)
    with (
        tempfile.TemporaryDirectory(prefix="aesculus-goal-") as folder,
        Store.open(Path(folder) / "store.db") as store,
    ):
        try:
            return from_store(case, store, replace(options, budget_s=limit), _EMPTY)
        finally:
            kept.merge(store)


def _points(space: SpaceFile, needed: Matching) -> tuple[Build, ...]:
    return tuple(point for point in DesignSpace(space).points if matches(point, needed))


def _trial(
    found: outcomes.Found, clock: _Clock, options: Options | None = None, jobs: int = 0
) -> Trial:
    row = found.answer.best or found.unverified
    refused = found.refused.told() if found.refused is not None else found.reason
    return Trial(
        state=found.state,
        label="" if row is None else row.label,
        value=None if row is None else _value(row, found.goal),
        n_seeds=0 if row is None else row.n_seeds,
        campaign=getattr(row, "campaign", ""),
        reason="" if row is not None else refused,
        first_s=clock.first_s,
        seconds=clock.seconds,
        cpu_s=clock.cpu_s,
        jobs=jobs,
        budget_s=None if options is None else options.budget_s,
    )


def _value(row: Row, goal: Goal) -> float:
    return float(getattr(row, goal.objective.figure))


def trial_object(trial: Trial) -> dict[str, Any]:
    """Return a trial as it stands in the file of the study."""
    digits = 3
    return {
        "answer": trial.state.value,
        "label": trial.label,
        "value": trial.value,
        "n_seeds": trial.n_seeds,
        "campaign": trial.campaign,
        "reason": trial.reason,
        "first_s": None if trial.first_s is None else round(trial.first_s, digits),
        "seconds": round(trial.seconds, digits),
        "cpu_s": round(trial.cpu_s, digits),
        "jobs": trial.jobs,
        "budget_s": trial.budget_s,
        "complete": trial.complete,
    }


def regret(goal: Goal, value: float | None, best: float | None) -> float | None:
    """Return by what share an answer's objective is worse than the best known; 0 if it is not.

    Counts that may be 0 are raised by one, as a loss against none at all has no scale.

    Args:
        goal: what was asked.
        value: the objective of the answer; `None` without one.
        best: the best that is known; `None` if nothing is.
    """
    if value is None or best is None:
        return None
    offset = FIGURES[goal.objective.figure].offset
    ours, theirs = value + offset, best + offset
    return max(0.0, (theirs - ours if goal.objective.maximise else ours - theirs) / theirs)


def best_known(
    goal: Goal, rows: Sequence[Row], trials: Sequence[Mapping[str, Any]]
) -> dict[str, Any] | None:
    """Return the best that is known to meet a goal, by label and value: measured or answered.

    Args:
        goal: the goal.
        rows: all that is measured for it on its device.
        trials: what came of it in each setting, see `trial_object`.
    """
    figure = goal.objective.figure
    found = [
        (float(getattr(row, figure)), row.label)
        for row in rows
        if getattr(row, figure) is not None and all(limit.miss(row) == 0 for limit in goal.limits)
    ]
    found += [(each["value"], each["label"]) for each in trials if each["value"] is not None]
    if not found:
        return None
    value, label = max(found) if goal.objective.maximise else min(found)
    return {"label": label, "value": value}


def is_small(device: Device) -> bool:
    """Return whether a device is one of the small parts, for which a target of its own is set."""
    return device.resources.luts <= _SMALL_LUTS


_SMALL_LUTS = 25_000
