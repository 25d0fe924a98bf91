"""Time that is left of a budget, and what has to be kept back of it."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from statistics import quantiles

from aesculus.design import Build, parse_build
from aesculus.design.features import MEMORIES
from aesculus.engine.estimate import Estimator
from aesculus.engine.plan import Want
from aesculus.records import Stage
from aesculus.store import StageRecord

_SPARE = 1.3
"""Times the estimate of a confirmation that is kept back for it."""

_UNSEEN = 1.5
"""Times that again for a kind of design of which this run has not seen the stage yet."""

Kind = tuple[Stage, bool]
"""A stage, and whether the S-boxes are in block RAM: such designs route and simulate unlike others
of the same count of look-up tables."""


class Clock:
    """What wants are expected to take, by the estimates and by how wrong they were in this run.

    Args:
        estimator: knows size, and what the store has of the same design.
        left_s: gives the seconds until the budget ends; `None` without one.
        slots: gives how many jobs run at once.
    """

    def __init__(
        self,
        estimator: Estimator,
        left_s: Callable[[], float | None],
        slots: Callable[[], int],
    ) -> None:
        self._estimator = estimator
        self._left_s = left_s
        self._slots = slots
        self._expected: dict[tuple[str, str, Stage], float] = {}
        self._ratios: dict[Kind, list[float]] = defaultdict(list)

    def expect(self, wants: Sequence[Want]) -> None:
        """Note what wants are expected to take before they are run."""
        for want in wants:
            expected = self._estimator.seconds(want.stage, want.point, want.device_name)
            self._expected[want.point.label, want.device_name, want.stage] = expected

    def learn(self, record: StageRecord) -> None:
        """Learn from a finished job how far its estimate was off."""
        job = record.job
        expected = self._expected.get((job.label, job.device, job.stage))
        if record.ok and expected and record.seconds > 0:
            kind = self._kind(job.stage, parse_build(job.label))
            self._ratios[kind].append(record.seconds / expected)

    def enough(self, wants: Sequence[Want], kept: Sequence[Sequence[Want]]) -> bool:
        """Return whether the time is enough for wants, and after them for the costliest of others.

        Args:
            wants: what would be run now.
            kept: what must be possible afterwards, each by itself.
        """
        left = self._left_s()
        if left is None:
            return True
        most = max((self._seconds(each, safe=True) for each in kept), default=0.0)
        return self._seconds(wants) + most < left

    def _seconds(self, wants: Sequence[Want], *, safe: bool = False) -> float:
        each = [self._one(want, safe=safe) for want in wants]
        return max(sum(each) / max(1, self._slots()), max(each, default=0.0))

    def _one(self, want: Want, *, safe: bool) -> float:
        seconds = self._estimator.seconds(want.stage, want.point, want.device_name)
        if not safe:
            return seconds
        ratios = self._ratios.get(self._kind(want.stage, want.point), [])
        if not ratios:
            return seconds * _SPARE * _UNSEEN
        # Three in four of the jobs of this kind took no longer; the estimates learn the median.
        upper = quantiles(ratios, n=4)[2] if len(ratios) > 1 else ratios[0]
        return seconds * _SPARE * max(1.0, upper)

    @staticmethod
    def _kind(stage: Stage, point: Build) -> Kind:
        return stage, bool(point.design.features.get(MEMORIES))
