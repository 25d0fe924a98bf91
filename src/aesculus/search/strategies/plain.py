"""Synthesise everything, then route what promises most: what anybody would do without a model."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

import numpy as np

from aesculus.catalogue import FIGURES
from aesculus.frontier.pareto import optimal
from aesculus.search.problem import Ask, Problem, Result
from aesculus.search.promise import promised
from aesculus.search.strategies._base import Strategy
from aesculus.search.strategies._cover import Cover


class Plain(Strategy):
    """All netlists in an order drawn at random, then routes by the clock that their paths promise.

    With the promised clock every point has all figures: the frontier of these goes first, such that
    each next point takes most off the distance to the rest of it, then the frontier of what is
    left.
    """

    name: ClassVar[str] = "plain"
    summary: ClassVar[str] = "synthesises everything, then routes by the clock that paths promise"

    def __init__(self, problem: Problem, seed: int = 0) -> None:
        super().__init__(problem, seed)
        order = np.random.default_rng(seed).permutation(len(problem.points))
        self._first = [problem.points[n] for n in order.tolist()]
        self._then: list[int] | None = None

    def _choose(self, count: int) -> Iterable[Ask]:
        lowest, level = self.problem.fidelities[0], self.problem.measuring
        coming = [Ask(point, lowest) for point in self._first if self.fresh(point, lowest)]
        if coming or lowest == level:
            return coming[:count]
        if any(ask.fidelity == lowest for ask in self.waiting):
            return []
        if self._then is None:
            self._then = self._ordered()
        points = (self.problem.points[n] for n in self._then)
        return [Ask(point, level) for point in points if self.fresh(point, level)][:count]

    def _learn(self, results: Sequence[Result]) -> None:
        # What comes from elsewhere has no place in an order that is made once.
        del results

    def _ordered(self) -> list[int]:
        """Return the numbers of the synthesised points in the order of routing."""
        device, names = self.problem.device, self.problem.objectives
        told = {
            number: promised(figures, device, self.problem.points[number].design.payload_bits)
            for number, figures in self._figures().items()
        }
        numbers = [n for n, figures in told.items() if all(name in figures for name in names)]
        left = np.array(numbers, dtype=int)
        costs = np.array([self.problem.cost(told[n]) for n in numbers]).reshape(-1, len(names))
        offsets = np.array([FIGURES[name].offset for name in names])
        order: list[int] = []
        while len(left):
            best = optimal(costs)
            front = costs[best]
            cover = Cover(front[None], np.zeros((0, len(names))), offsets)
            places = left[best]
            open_ = np.ones(len(places), dtype=bool)
            while open_.any():
                gain = np.where(open_, cover.gains(len(places)), -np.inf)
                place = int(np.argmax(gain))
                cover.add(place)
                open_[place] = False
                order.append(int(places[place]))
            left, costs = left[~best], costs[~best]
        # What promises nothing that can be compared comes last.
        rest = set(range(len(self.problem.points))) - set(order)
        return [*order, *sorted(rest)]
