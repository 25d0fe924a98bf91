"""How long a job will take and how much memory it needs, before it is run.

What the committed campaigns recorded tells how stages depend on designs (`engine.timing`; closed
forms where nothing was recorded). What this machine has run tells how quick it is now: a mean of
recent ratios, of all stages, of the stage, on the device, of the mode, and for designs of one size
and kind, the nearer of which outweighs the wider as soon as it has a few runs.
"""

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from aesculus.design import Build, DesignError, LabelError, parse_build
from aesculus.design.features import MEMORIES, TABLES
from aesculus.engine import timing
from aesculus.records import Stage, Status
from aesculus.stages.base import Subject
from aesculus.stages.chain import stage_file
from aesculus.store import Job, StageRecord, Store

_UNKNOWN = 2000.0  # look-up tables of a design that does not say
_HISTORY = 400  # newest runs of a stage that a new estimator learns from
_KEPT = 20_000  # designs on devices whose own runs are remembered
_RECENT = 0.25  # weight of the newest ratio, once there are several
_JUMP = 1.0  # how far off a run counts at most, in logarithms, once there are several
_SEVERAL = 4
_LARGEST = math.log(50.0)


def size(point: Build) -> float:
    """Return a rough count of the design's 4-input look-up tables."""
    return point.design.features.get(TABLES, _UNKNOWN)


def _octave(point: Build) -> int:
    """Return a number that designs of about one size share."""
    return round(math.log2(size(point)))


def _default_seconds(
    stage: Stage,
    point: Build,
    counts: timing.Counts,
    lines: timing.Lines | None = None,
    device: str = "",
) -> float:
    """Return the time on a machine like that of the committed campaigns."""
    found = timing.expected(stage, point, counts, lines, device)
    if found is None:
        luts = counts.get("lut_count", size(point))
        found = stage_file(stage).seconds(Subject(point), luts)
    return max(found, 0.1)


def beforehand(
    stage: Stage, point: Build, counts: timing.Counts | None = None, device: str = ""
) -> float:
    """Return the expected wall time in seconds before anything is known of this machine.

    Args:
        stage: the stage.
        point: the design.
        counts: figures of its netlist, when there is one.
        device: name of the device, for a stage that has one.
    """
    return _default_seconds(stage, point, counts or {}, device=device)


def memory_mb(stage: Stage, point: Build, luts: float | None = None) -> int:
    """Return how much memory a job needs at its peak, in MiB, generously.

    Args:
        stage: the stage.
        point: the design.
        luts: look-up tables, when synthesis has counted them.
    """
    return stage_file(stage).memory_mb(Subject(point), size(point) if luts is None else luts)


@dataclass
class _Pace:
    """A mean of recent logarithms of ratios, of times taken to times expected."""

    mean: float = 0.0
    count: int = 0

    def learn(self, ratio: float) -> None:
        """Take one more; one that is far off counts as less far once there are several."""
        share = max(_RECENT, 1 / (self.count + 1))
        apart = ratio - self.mean
        if self.count >= _SEVERAL:
            apart = min(_JUMP, max(-_JUMP, apart))
        self.mean += share * apart
        self.count += 1

    def after(self, wider: float, doubt: float) -> float:
        """Return the mean, drawn to that of a wider circle while there are few runs."""
        trust = self.count**2 / (self.count**2 + doubt)
        return wider + trust * (self.mean - wider)


_Key = TypeVar("_Key")
_Kept = TypeVar("_Kept")
_Circle = tuple[object, ...]
_DOUBTS = (4.0, 2.0, 1.0, 1.0, 1.0)
"""Of each circle of runs, the widest first: the square of the runs that weigh as much as the wider
circle's."""


class Estimator:
    """Estimates of seconds that learn from records, best from those of designs of the same size.

    Args:
        store: what it has is learnt at once.
        rtl_digests: of the present sources, whose runs are learnt if there are any.
        lines: how stages depend on designs, if not by the lines that come along.
    """

    def __init__(
        self,
        store: Store,
        rtl_digests: Collection[str],
        *,
        lines: timing.Lines | None = None,
    ) -> None:
        self._lines = lines
        self._exact: dict[tuple[Stage, str, str], float] = {}
        self._paces: dict[_Circle, _Pace] = {}
        self._factors: dict[_Circle, float] = {}
        self._counts: dict[tuple[str, str], dict[str, float]] = {}
        found: list[StageRecord] = []
        for stage in Stage:
            # Of failures nothing is learnt.
            good = partial(store.records, stage=stage, status=Status.OK, limit=_HISTORY)
            found += good(rtl_digest=rtl_digests) or good()
        for record in sorted(found, key=lambda each: each.created):
            self.learn(record)

    def learn(self, record: StageRecord) -> None:
        """Take a finished job into account."""
        if not record.ok or record.seconds <= 0:
            return
        job = record.job
        try:
            point = parse_build(job.label)
        except (LabelError, DesignError):
            # A store may come from an installation with designs of its own.
            return
        if job.stage is Stage.SYNTH:
            counted = {n: record.metrics.get(n) for n in ("lut_count", "ff_count", "bram_count")}
            numbers = {n: float(v) for n, v in counted.items() if isinstance(v, int | float)}
            _remember(self._counts, (job.label, job.device), numbers)
        _remember(self._exact, (job.stage, job.label, job.device), record.seconds)
        default = self._default(job.stage, point, job.device)
        ratio = math.log(record.seconds / default)
        for circle in _circles(job.stage, point, job.device):
            self._paces.setdefault(circle, _Pace()).learn(ratio)
        self._factors.clear()

    def luts(self, point: Build, device: str) -> float:
        """Return counted look-up tables where synthesis counted them, else a rough count."""
        return self._counted(point, device).get("lut_count", size(point))

    def seconds(self, stage: Stage, point: Build, device: str = "") -> float:
        """Return the expected wall time in seconds."""
        known = self._exact.get((stage, point.label, device))
        if known is not None:
            return known
        circles = tuple(_circles(stage, point, device))
        # One factor serves thousands of points between two results.
        if circles[-1] not in self._factors:
            self._factors[circles[-1]] = self._factor(circles)
        return self._factors[circles[-1]] * self._default(stage, point, device)

    def _default(self, stage: Stage, point: Build, device: str) -> float:
        return _default_seconds(stage, point, self._counted(point, device), self._lines, device)

    def _counted(self, point: Build, device: str) -> dict[str, float]:
        return self._counts.get((point.label, device), {})

    def _factor(self, circles: tuple[_Circle, ...]) -> float:
        found = 0.0
        for circle, doubt in zip(circles, _DOUBTS, strict=True):
            pace = self._paces.get(circle)
            if pace is not None:
                found = pace.after(found, doubt)
        return math.exp(min(_LARGEST, max(-_LARGEST, found)))

    def seconds_of(self, job: Job, point: Build) -> float:
        """Return the expected wall time of a job in seconds."""
        return self.seconds(job.stage, point, job.device)


def _remember(found: dict[_Key, _Kept], key: _Key, value: _Kept) -> None:
    """Note a value as the newest; the oldest makes room for it."""
    found.pop(key, None)
    found[key] = value
    if len(found) > _KEPT:
        del found[next(iter(found))]


def _circles(stage: Stage, point: Build, device: str) -> Iterator[_Circle]:
    """Yield what a run tells of: all runs, stage, device, mode, designs of its size and kind."""
    yield ()
    yield (stage,)
    yield stage, device
    # Around the same core one mode takes ten times what another does.
    mode = timing.mode_of(point)
    yield stage, device, mode
    memories = bool(point.design.features.get(MEMORIES))
    yield stage, device, mode, _octave(point), memories
