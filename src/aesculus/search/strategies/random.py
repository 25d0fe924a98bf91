"""Points at random: what every other strategy has to beat."""

import random
from collections.abc import Iterable
from typing import ClassVar

from aesculus.search.problem import Ask, Problem
from aesculus.search.strategies._base import Strategy


class RandomSearch(Strategy):
    """Asks all points in an order drawn once, each order equally likely."""

    name: ClassVar[str] = "random"
    summary: ClassVar[str] = "every point, in an order drawn at random"

    def __init__(self, problem: Problem, seed: int = 0) -> None:
        super().__init__(problem, seed)
        self._order = list(problem.points)
        random.Random(seed).shuffle(self._order)  # noqa: S311 - a repeatable draw

    def _choose(self, count: int) -> Iterable[Ask]:
        for point in self._order:
            if self.fresh(point, self.problem.measuring):
                yield Ask(point, self.problem.measuring)
