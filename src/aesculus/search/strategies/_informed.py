"""Samplers of others that are given what our own strategy has: cheap netlists, and the model."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

import numpy as np

from aesculus.design import Build
from aesculus.frontier.pareto import optimal
from aesculus.search.model import AnalyticModel
from aesculus.search.problem import Ask, Problem, Result
from aesculus.search.promise import promised
from aesculus.search.strategies._base import Strategy
from aesculus.search.strategies._optuna import OptunaStrategy

_FIRST = 16  # points of the model's frontier that are proposed before the sampler's own


class Informed(Strategy):
    """A sampler that starts at the model's frontier and routes what a netlist lets hope.

    Each proposal is synthesised first. If with the clock that its path promises a measured point is
    better in everything, it is not routed, and the sampler is told the promise.
    """

    sampler: ClassVar[type[OptunaStrategy]]

    def __init__(self, problem: Problem, seed: int = 0) -> None:
        super().__init__(problem, seed)
        self._inner = self.sampler(problem, seed)
        self._inner.propose(self._modelled())
        self._due: list[Build] = []

    def _modelled(self) -> list[Build]:
        """Return points of the frontier that the model expects, drawn at random."""
        points = self.problem.points
        found = AnalyticModel(self.problem.device).predict(points)
        rows = [
            {name: float(values[n]) for name, values in found.items()} for n in range(len(points))
        ]
        best = np.flatnonzero(optimal(np.array([self.problem.cost(row) for row in rows])))
        rng = np.random.default_rng(self.seed)
        return [points[n] for n in rng.permutation(best)[:_FIRST].tolist()]

    def _choose(self, count: int) -> Iterable[Ask]:
        level, lowest = self.problem.measuring, self.problem.fidelities[0]
        due = [Ask(point, level) for point in self._due if self.fresh(point, level)]
        self._due = [ask.point for ask in due]
        if len(due) >= count:
            return due[:count]
        asks = self._inner.ask(count - len(due))
        return due + [
            Ask(ask.point, lowest if self.fresh(ask.point, lowest) else level) for ask in asks
        ]

    def _learn(self, results: Sequence[Result]) -> None:
        level = self.problem.measuring
        for result in results:
            if result.fidelity >= level or result.figures is None:
                told = Result(result.point, max(level, result.fidelity), result.figures)
                self._inner.tell([told])
                continue
            said = promised(result.figures, self.problem.device, result.point.design.payload_bits)
            if self._hopeless(said):
                self._dead.add(result.point)
                self._inner.tell([Result(result.point, level, said)])
            else:
                self._due.append(result.point)

    def _hopeless(self, figures: dict[str, float]) -> bool:
        if any(name not in figures for name in self.problem.objectives):
            return False
        cost = self.problem.cost(figures)
        return any(
            bool((known <= cost).all() and (known < cost).any())
            for known in self._measured().values()
        )
