"""How long a job will take and how much memory it needs, before it is run.

Closed forms fitted to a few runs on two cores, corrected by what the store has recorded: a wrong
estimate only makes a worse order or a budget missed by a little.
"""

import math
from collections import defaultdict
from collections.abc import Collection
from statistics import median

from aesculus.ciphers.aes.space import DesignPoint, estimated_slots
from aesculus.records import Stage
from aesculus.store import Job, StageRecord, Store

# Look-up tables (4 inputs) of one S-box; of the rest of a round with its key step.
_SBOX_LUTS = {
    "bram": 5,
    "rom": 150,
    "logic": 320,
    "tower": 70,
    "canright": 70,
    "line": 70,
    "shallow": 75,
    "lut": 43,
}
_ROUND_LUTS = 800
_STATE_FFS = 260
_HISTORY = 400
_CORRECTION = (0.1, 20.0)
_ENOUGH = 3  # results of a size that outweigh those of all sizes


def size(point: DesignPoint) -> float:
    """Return a rough count of the point's 4-input look-up tables."""
    part = point.width / 128
    sboxes = 16 * part * _SBOX_LUTS.get(point.sbox, 150)
    sboxes += min(4, 16 * part) * _SBOX_LUTS.get(point.key_sbox, 150)
    return point.lanes * (point.unroll * (sboxes + part * _ROUND_LUTS) + _STATE_FFS)


def _octave(point: DesignPoint) -> int:
    """Return a number that designs of about one size share."""
    return round(math.log2(size(point)))


def _default_seconds(stage: Stage, point: DesignPoint, luts: float) -> float:
    match stage:
        case Stage.VERIFY:
            return 2 + point.lanes * (0.6 * point.unroll + 0.03 * estimated_slots(point))
        case Stage.SYNTH:
            return 2 + luts / 1500
        case Stage.VERIFY_NETLIST:
            return 12 + luts / 180
        case Stage.ROUTE:
            return 15 + luts / 200


def memory_mb(stage: Stage, point: DesignPoint, luts: float | None = None) -> int:
    """Return how much memory a job needs at its peak, in MiB, generously.

    Args:
        stage: the stage.
        point: the design.
        luts: look-up tables, when synthesis has counted them.
    """
    tables = size(point) if luts is None else luts
    match stage:
        case Stage.VERIFY:
            return int(500 + 80 * point.unroll * point.lanes)
        case Stage.SYNTH:
            return int(400 + 0.04 * tables)
        case Stage.VERIFY_NETLIST:
            return int(600 + 0.06 * tables)
        case Stage.ROUTE:
            return int(900 + 0.03 * tables)


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
        point = DesignPoint.model_validate(job.design)
        tables = record.metrics.get("lut_count")
        if isinstance(tables, int | float):
            self._luts[job.label, job.device] = float(tables)
        self._exact[job.stage, job.label, job.device] = record.seconds
        default = _default_seconds(job.stage, point, self.luts(point, job.device))
        for where in {"", job.device}:
            for octave in (None, _octave(point)):
                self._ratios[job.stage, where, octave].append(record.seconds / default)
        self._factors.clear()

    def luts(self, point: DesignPoint, device: str) -> float:
        """Return counted look-up tables where synthesis counted them, else a rough count."""
        return self._luts.get((point.label, device), size(point))

    def seconds(self, stage: Stage, point: DesignPoint, device: str = "") -> float:
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

    def seconds_of(self, job: Job, point: DesignPoint) -> float:
        """Return the expected wall time of a job in seconds."""
        return self.seconds(job.stage, point, job.device)
