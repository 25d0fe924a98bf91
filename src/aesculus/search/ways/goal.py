"""The strategy behind `pick`: possible worlds, and the evaluations that may improve the answer.

Fidelities as in `guided`: a point that may give the answer is synthesised; with its area known it
is routed only if it still may.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from aesculus.catalogue import FIGURES
from aesculus.design import Build
from aesculus.frontier.objectives import directions
from aesculus.search.fidelity import Fidelity
from aesculus.search.goals import Goal
from aesculus.search.halving import Halving
from aesculus.search.problem import Ask, Problem
from aesculus.search.strategies._base import Strategy
from aesculus.search.surrogate import Surrogate

Floats = NDArray[np.float64]

SETTLED = 0.005
"""Expected gain below which an answer counts as found: half a percent of the objective."""

_WORLDS = 48
_CANDIDATES = 300  # points that are drawn jointly
_EASED_WEIGHT = 0.1  # what lies just beyond a limit, against the answer itself
_UNMET = 50.0  # of the score: worse than the logarithm of any figure
_WORST_MISS = 10.0


class GoalSearch(Strategy):
    """Looks for the one design that meets a goal best.

    A point's score says how good an answer it is: the logarithm of the objective if it keeps all
    limits, else `_UNMET` and how far it misses. In each of some drawn worlds every point has a
    score; the next evaluation is the one that is expected to improve the best score known most
    (expected improvement, over joint draws), the next of a batch likewise given those before. What
    would meet the goal with one limit a little eased counts a tenth, so that the answer can tell
    what a limit costs.

    Once a route has failed for want of room, points that may go the same way come after those that
    should not, so that there is an answer before the best one is looked for.

    Attributes:
        goal: what is needed.
        filling: what may be too full for the device, by what was told and taught.
        expected_gain: by how much the best next evaluation was expected to improve the score at the
            last `ask`; None before the first. About a share of the objective once a design meets
            the goal; before, the chance to meet it weighs most.
    """

    name: ClassVar[str] = "goal"
    summary: ClassVar[str] = "expected improvement of the answer to a goal, several fidelities"

    def __init__(self, problem: Problem, goal: Goal, seed: int = 0, *, settle: float = 0.0) -> None:
        """Take what to solve.

        Args:
            problem: its objectives have to be the figures of the goal.
            goal: what is needed.
            seed: of all random choices.
            settle: expected gain below which nothing more is asked; 0 to go on to the last point.
        """
        super().__init__(problem, seed)
        if tuple(problem.objectives) != goal.figures:
            raise ValueError(f"objectives {problem.objectives}: legal are {goal.figures}")
        self.goal = goal
        self.filling: Halving = Halving(problem.device)
        self._settle = settle
        self._scores = [(1.0, _Score(goal))]
        self._scores += [(_EASED_WEIGHT, _Score(other)) for other in goal.relaxed()]
        self._surrogate = Surrogate(problem)
        self.expected_gain = None

    def teach(self, points: Sequence[Build], figures: Sequence[Mapping[str, float]]) -> None:
        """Start the surrogate from designs that were measured elsewhere."""
        super().teach(points, figures)
        self._surrogate.model.teach(points, figures)

    def withdraw(self, asks: Sequence[Ask]) -> None:
        """Take back what is not run, so that it may be asked again."""
        for ask in asks:
            self._asked.pop((ask.point, ask.fidelity), None)

    def hasty(self) -> list[Ask]:
        """Return the measurement of the best netlist that there is, by what is expected of it."""
        measuring, points = self.problem.measuring, self.problem.points
        ready = [
            number
            for number in self._open(self._eligible())
            if self._level.get(points[number], Fidelity.MODEL) > Fidelity.MODEL
            and self.fresh(points[number], measuring)
        ]
        if not ready:
            return []
        ready = [n for n in ready if not self._fullness(Ask(points[n], measuring))] or ready
        self._surrogate.fit(self._figures())
        rng = self._rng()
        worlds = self._surrogate.draw(_WORLDS, ready, rng, joint=False)
        expected = self._scores[0][1](worlds).mean(axis=0)
        ask = Ask(points[ready[int(np.argmin(expected))]], measuring)
        self._asked[ask.point, ask.fidelity] = len(self._asked)
        return [ask]

    def _choose(self, count: int) -> Iterable[Ask]:
        measured = self._eligible()
        open_ = self._open(measured)
        if not open_:
            self.expected_gain = 0.0
            return []
        self._surrogate.fit(self._figures())
        rng = self._rng()
        known = np.array(list(measured.values())).reshape(-1, len(self.problem.objectives))
        for turn in self._turns(open_):
            numbers = self._narrowed(self._surrogate.with_place(turn), known, rng)
            # Nothing is given up before worlds as far apart as they should be promise nothing too.
            for widened in (False, True):
                worlds = self._surrogate.draw(_WORLDS, numbers, rng, joint=True, widened=widened)
                chosen = self._batch(numbers, worlds, known, count)
                assert self.expected_gain is not None
                if self.expected_gain >= self._settle:
                    return [self._next_level(number) for number in chosen]
        return []

    def _rng(self) -> np.random.Generator:
        """Return what this ask draws by: the same with the same seed and calls so far."""
        return np.random.default_rng([self.seed, len(self._told), len(self._asked)])

    def _turns(self, numbers: Sequence[int]) -> list[list[int]]:
        """Return the numbers of points to choose from: at first without those that are doubted."""
        turns = super()._turns(numbers)
        if not self.filling.failed:
            return turns
        expected = self._surrogate.model.predict([self.problem.points[n] for n in turns[0]])
        sure = [
            number
            for place, number in enumerate(turns[0])
            if not self.filling.doubted(self._counts(number, expected, place))
        ]
        return [sure, *turns] if 0 < len(sure) < len(turns[0]) else turns

    def _counts(
        self, number: int, expected: Mapping[str, Floats], place: int
    ) -> Mapping[str, float]:
        """Return what a point takes of the device: measured, or at a place of what is expected."""
        known = self.best(self.problem.points[number])
        if known is not None and known.figures is not None:
            return known.figures
        return {name: float(expected[name][place]) for name in self.problem.device.most}

    def _batch(
        self, numbers: Sequence[int], worlds: Floats, known: Floats, count: int
    ) -> list[int]:
        """Return the points that improve the answer most, one after the other."""
        scored = [(weight, score(worlds)) for weight, score in self._scores]
        best = [self._floor(score, known, len(worlds)) for _, score in self._scores]
        chosen: list[int] = []
        for turn in range(min(count, len(numbers))):
            gain = np.zeros(len(numbers))
            for (weight, found), floor in zip(scored, best, strict=True):
                gain += weight * np.maximum(floor[:, None] - found, 0.0).mean(axis=0)
            if turn == 0:
                self.expected_gain = float(gain.max())
            # Without any gain in sight, the points nearest to an answer go first.
            order = np.lexsort((scored[0][1].mean(axis=0), -gain))
            place = next(int(n) for n in order if int(n) not in chosen)
            chosen.append(place)
            best = [
                np.minimum(floor, found[:, place])
                for (_, found), floor in zip(scored, best, strict=True)
            ]
        return [numbers[place] for place in chosen]

    def _narrowed(self, numbers: list[int], known: Floats, rng: np.random.Generator) -> list[int]:
        """Return the points with the highest expected gain, drawn singly."""
        if len(numbers) <= _CANDIDATES:
            return numbers
        worlds = self._surrogate.draw(_WORLDS // 2, numbers, rng, joint=False)
        gain = np.zeros(len(numbers))
        for weight, score in self._scores:
            floor = self._floor(score, known, len(worlds))
            gain += weight * np.maximum(floor[:, None] - score(worlds), 0.0).mean(axis=0)
        order = np.lexsort((self._scores[0][1](worlds).mean(axis=0), -gain))[:_CANDIDATES]
        return [numbers[place] for place in sorted(order.tolist())]

    def _floor(self, score: "_Score", known: Floats, worlds: int) -> Floats:
        """Return the best score known, once for each world."""
        best = float(score(known[None]).min()) if len(known) else _UNMET + _WORST_MISS
        return np.full(worlds, best)

    def _eligible(self) -> dict[int, Floats]:
        """Return the turned figures of the points that have them all and may be the answer."""
        points = self.problem.points
        return {n: cost for n, cost in self._measured().items() if points[n] not in self._dead}

    def _next_level(self, number: int) -> Ask:
        point = self.problem.points[number]
        return Ask(point, next(f for f in self.problem.fidelities if self.open(point, f)))


class _Score:
    """How good an answer to a goal figures are; less is better."""

    def __init__(self, goal: Goal) -> None:
        ways = directions(goal.figures)
        self._maximise = goal.objective.maximise
        self._offset = FIGURES[goal.objective.figure].offset
        self._limits = [
            (goal.figures.index(limit.figure), limit.value, ways[limit.figure])
            for limit in goal.limits
        ]

    def __call__(self, costs: Floats) -> Floats:
        """Return the score of each point of each world.

        Args:
            costs: worlds by points by figures of the goal, turned so that less is better.
        """
        score = np.log(np.maximum(np.abs(costs[..., 0]) + self._offset, 1e-9))
        if self._maximise:
            score = -score
        miss = np.zeros(costs.shape[:-1])
        for column, limit, at_least in self._limits:
            value = np.abs(costs[..., column])
            # A relative miss, on a scale on which a first step from far off counts as well.
            ratio = np.log(np.maximum(value, 1e-9) / limit if limit else 1 + value)
            np.maximum(miss, -ratio if at_least else ratio, out=miss)
        unmet = _UNMET + np.minimum(miss, _WORST_MISS)
        return np.where(miss > 0, unmet, score)
