"""Every point, in the order of the space."""

from collections.abc import Iterable
from typing import ClassVar

from aesculus.search.problem import Ask
from aesculus.search.strategies._base import Strategy


class Exhaustive(Strategy):
    """Asks every point at the lowest fidelity that gives all objectives, then at the highest."""

    name: ClassVar[str] = "exhaustive"
    summary: ClassVar[str] = "every point, in the order of the space"
    draws: ClassVar[bool] = False

    def _choose(self, count: int) -> Iterable[Ask]:
        for fidelity in dict.fromkeys((self.problem.measuring, self.problem.highest)):
            for point in self.problem.points:
                if self.fresh(point, fidelity):
                    yield Ask(point, fidelity)
