"""Samplers of Optuna behind the interface of this room."""

import random
from abc import abstractmethod
from collections.abc import Iterable, Sequence

import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution
from optuna.samplers import BaseSampler
from optuna.study import StudyDirection
from optuna.trial import Trial, TrialState, create_trial

from aesculus.design import Build
from aesculus.frontier.objectives import directions
from aesculus.search.encoding import Encoding
from aesculus.search.problem import Ask, Problem, Result
from aesculus.search.strategies._base import Strategy

_IDLE = 10
"""Proposals without a new point after which one is drawn at random."""


class OptunaStrategy(Strategy):
    """A sampler of Optuna over categorical axes, at one fidelity.

    A combination that is no legal point is repaired to the nearest one; a point that was proposed
    before is answered from memory, as it costs nothing.
    """

    def __init__(self, problem: Problem, seed: int = 0) -> None:
        super().__init__(problem, seed)
        self._encoding = Encoding(problem.points)
        self._axes: dict[str, BaseDistribution] = {
            name: CategoricalDistribution(values) for name, values in self._encoding.choices.items()
        }
        self._order = list(problem.points)
        random.Random(seed).shuffle(self._order)  # noqa: S311 - a repeatable draw
        self._trials: dict[Build, list[Trial]] = {}
        # Optuna tells of every study and trial on stderr otherwise.
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        ways = [
            StudyDirection.MAXIMIZE if high else StudyDirection.MINIMIZE
            for high in directions(problem.objectives).values()
        ]
        self._study = optuna.create_study(directions=ways, sampler=self._sampler())

    @abstractmethod
    def _sampler(self) -> BaseSampler:
        """Return a new sampler, seeded."""

    def propose(self, points: Sequence[Build]) -> None:
        """Have points tried before those that the sampler chooses."""
        for point in points:
            self._study.enqueue_trial(self._encoding.coordinates(point))

    def _choose(self, count: int) -> Iterable[Ask]:
        fidelity = self.problem.measuring
        found: list[Ask] = []
        idle = 0
        while len(found) < count:
            if idle >= _IDLE:
                point = next((p for p in self._order if self._new(p, found)), None)
                if point is None:
                    break
                self._study.enqueue_trial(self._encoding.coordinates(point))
            trial = self._study.ask(self._axes)
            point = self.problem.points[self._encoding.nearest(trial.params)]
            if self._new(point, found):
                found.append(Ask(point, fidelity))
                self._trials[point] = [trial]
                idle = 0
            else:
                idle += 1
                self._repeat(point, trial)
        return found

    def _learn(self, results: Sequence[Result]) -> None:
        for result in results:
            if result.fidelity < self.problem.measuring:
                continue
            trials = self._trials.pop(result.point, None)
            if trials is not None:
                for trial in trials:
                    self._answer(trial, result)
            elif result.has(self.problem.objectives):
                self._study.add_trial(
                    create_trial(
                        params=self._encoding.coordinates(result.point),
                        distributions=self._axes,
                        values=self._values(result),
                    )
                )

    def _new(self, point: Build, found: Sequence[Ask]) -> bool:
        fidelity = self.problem.measuring
        return self.fresh(point, fidelity) and Ask(point, fidelity) not in found

    def _repeat(self, point: Build, trial: Trial) -> None:
        if point in self._trials:
            self._trials[point].append(trial)  # answered together with the first one
        else:
            self._answer(trial, self.best(point))

    def _answer(self, trial: Trial, result: Result | None) -> None:
        if result is not None and result.has(self.problem.objectives):
            self._study.tell(trial, self._values(result))
        else:
            self._study.tell(trial, state=TrialState.FAIL)

    def _values(self, result: Result) -> list[float]:
        assert result.figures is not None
        return [float(result.figures[name]) for name in self.problem.objectives]
