"""How long a job will take and how much memory it needs, before it is run.

Closed forms fitted to a few runs on two cores, corrected by what the store has recorded: a wrong
estimate only makes a worse order or a budget missed by a little.
"""

import math
from collections import defaultdict
from collections.abc import Collection
from statistics import median

from aesculus.design import Build, DesignError, LabelError, parse_build
from aesculus.design.features import TABLES
from aesculus.records import Stage
from aesculus.stages.base import Subject
from aesculus.stages.chain import stage_file
from aesculus.store import Job, StageRecord, Store

_UNKNOWN = 2000.0  # look-up tables of a design that does not say
_HISTORY = 400
_CORRECTION = (0.1, 20.0)
_ENOUGH = 3  # results of a size that outweigh those of all sizes


def size(point: Build) -> float:
    """Return a rough count of the design's 4-input look-up tables."""
    return point.design.features.get(TABLES, _UNKNOWN)


def _octave(point: Build) -> int:
    """Return a number that designs of about one size share."""
    return round(math.log2(size(point)))


def _default_seconds(stage: Stage, point: Build, luts: float) -> float:
    return stage_file(stage).seconds(Subject(point), luts)


def memory_mb(stage: Stage, point: Build, luts: float | None = None) -> int:
    """Return how much memory a job needs at its peak, in MiB, generously.

    Args:
        stage: the stage.
        point: the design.
        luts: look-up tables, when synthesis has counted them.
    """
    return stage_file(stage).memory_mb(Subject(point), size(point) if luts is None else luts)


class Estimator:
    """Estimates of seconds that learn from records, best from those of designs of the same size."""

    def __init__(self, store: Store, rtl_digests: Collection[str]) -> None:
        self._exact: dict[tuple[Stage, str, str], float] = {}
        self._ratios: dict[tuple[Stage, str, int | None], list[float]] = defaultdict(list)
        self._factors: dict[tuple[Stage, str, int], float] = {}
        self._luts: dict[tuple[str, str], float] = {}
        for stage in Stage:
            found = store.records(stage=stage, rtl_digest=rtl_digests, limit=_HISTORY)
            for record in found or store.records(stage=stage, limit=_HISTORY):
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
        tables = record.metrics.get("lut_count")
        if isinstance(tables, int | float):
            self._luts[job.label, job.device] = float(tables)
        self._exact[job.stage, job.label, job.device] = record.seconds
        default = _default_seconds(job.stage, point, self.luts(point, job.device))
        for where in {"", job.device}:
            for octave in (None, _octave(point)):
                self._ratios[job.stage, where, octave].append(record.seconds / default)
        self._factors.clear()

    def luts(self, point: Build, device: str) -> float:
        """Return counted look-up tables where synthesis counted them, else a rough count."""
        return self._luts.get((point.label, device), size(point))

    def seconds(self, stage: Stage, point: Build, device: str = "") -> float:
        """Return the expected wall time in seconds."""
        known = self._exact.get((stage, point.label, device))
        if known is not None:
            return known
        # One factor serves thousands of points between two results.
        kind = (stage, device, _octave(point))
        if kind not in self._factors:
            self._factors[kind] = self._factor(*kind)
        default = _default_seconds(stage, point, self.luts(point, device))
        return self._factors[kind] * default

    def _factor(self, stage: Stage, device: str, octave: int) -> float:
        alike = self._ratios.get((stage, device, octave), [])
        if len(alike) < _ENOUGH:
            alike = []
        anything = [self._ratios.get((stage, where, None), []) for where in (device, "")]
        ratios = alike or anything[0] or anything[1] or [1.0]
        low, high = _CORRECTION
        return min(high, max(low, math.exp(median(map(math.log, ratios)))))

    def seconds_of(self, job: Job, point: Build) -> float:
        """Return the expected wall time of a job in seconds."""
        return self.seconds(job.stage, point, job.device)
