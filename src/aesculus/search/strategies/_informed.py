"""Samplers of others that are given what our own strategy has: cheap netlists, and the model."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import ClassVar

import numpy as np

from aesculus.catalogue import FIGURES
from aesculus.design import Build
from aesculus.search.model import CLOCK, AnalyticModel
from aesculus.search.problem import Ask, Problem, Result
from aesculus.search.promise import PATH, PERIOD_START, promised
from aesculus.search.strategies._base import Strategy
from aesculus.search.strategies._cover import Floats, covering, margin
from aesculus.search.strategies._optuna import OptunaStrategy

_FIRST = 16  # points of the model's frontier that are proposed before the sampler's own


class Informed(Strategy):
    """A sampler that starts at the model's frontier and routes what a netlist lets hope.

    Each proposal is synthesised first. If with the clock that its path promises a measured point is
    better in everything, the sampler is told the promise, and it is routed only when nothing else
    is left. How far clocks are from what their paths promise is learnt from what was routed: on
    some families it is twice.
    """

    sampler: ClassVar[type[OptunaStrategy]]

    def __init__(self, problem: Problem, seed: int = 0) -> None:
        super().__init__(problem, seed)
        self._inner = self.sampler(problem, seed)
        self._inner.propose(self._modelled())
        self._due: list[Build] = []
        self._late: dict[Build, dict[str, float]] = {}  # to what their netlists promise
        self._found: list[float] = []  # measured clocks, each by the one that its path promised

    def _modelled(self) -> list[Build]:
        """Return the points that cover the frontier best that the model expects, best first."""
        points = self.problem.points
        found = AnalyticModel(self.problem.device).predict(points)
        rows = [
            {name: float(values[n]) for name, values in found.items()} for n in range(len(points))
        ]
        costs = np.array([self.problem.cost(row) for row in rows])
        return [points[n] for n in covering(costs, self._offsets(), _FIRST)]

    def _choose(self, count: int) -> Iterable[Ask]:
        level, lowest = self.problem.measuring, self.problem.fidelities[0]
        due = [Ask(point, level) for point in self._due if self.fresh(point, level)]
        self._due = [ask.point for ask in due]
        if len(due) >= count:
            return due[:count]
        asks = self._inner.ask(count - len(due))
        if not due and not asks and not self.waiting:
            return [Ask(point, level) for point in self._by_margin()[:count]]
        return due + [
            Ask(ask.point, lowest if self.fresh(ask.point, lowest) else level) for ask in asks
        ]

    def _by_margin(self) -> list[Build]:
        """Return what netlists let hope little of, what is dominated by least first."""
        level = self.problem.measuring
        left = [point for point in self._late if self.fresh(point, level)]
        if not left:
            return []
        costs = np.array([self.problem.cost(self._late[point]) for point in left])
        known = np.array(list(self._measured().values()))
        return [left[n] for n in np.argsort(margin(costs, known, self._offsets()), kind="stable")]

    def _offsets(self) -> Floats:
        return np.array([FIGURES[name].offset for name in self.problem.objectives])

    def _learn(self, results: Sequence[Result]) -> None:
        level = self.problem.measuring
        for result in results:
            if result.fidelity >= level or result.figures is None:
                if result.figures and {CLOCK, PATH} <= result.figures.keys():
                    self._found.append(result.figures[CLOCK] * _period(result.figures[PATH]) / 1000)
                told = Result(result.point, max(level, result.fidelity), result.figures)
                self._inner.tell([told])
                continue
            said = self._promised(result)
            if self._hopeless(said):
                self._late[result.point] = said
                self._inner.tell([Result(result.point, level, said)])
            else:
                self._due.append(result.point)

    def _promised(self, result: Result) -> dict[str, float]:
        """Return what a netlist promises, by what promises were worth so far."""
        assert result.figures is not None
        figures: Mapping[str, float] = result.figures
        if PATH in figures and self._found:
            fixed, share = PERIOD_START
            path = (_period(figures[PATH]) / median(self._found) - fixed) / share
            figures = {**figures, PATH: path}
        return promised(figures, self.problem.device, result.point.design.payload_bits)

    def _hopeless(self, figures: dict[str, float]) -> bool:
        if any(name not in figures for name in self.problem.objectives):
            return False
        cost = self.problem.cost(figures)
        return any(
            bool((known <= cost).all() and (known < cost).any())
            for known in self._measured().values()
        )


def _period(path: float) -> float:
    """Return the period in ns that a path in ns promises."""
    fixed, share = PERIOD_START
    return fixed + share * path
