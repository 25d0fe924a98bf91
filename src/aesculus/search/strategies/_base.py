"""What every strategy has in common."""

from abc import abstractmethod
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from aesculus.catalogue import CLOCKED
from aesculus.design import Build
from aesculus.search.fidelity import Fidelity
from aesculus.search.filling import Filling, fullest_last
from aesculus.search.problem import Ask, Problem, Result
from aesculus.search.ways.way import Way


class Strategy(Way):
    """A way to choose which point to evaluate next, on one device.

    The state depends on the problem, the seed, and the calls so far with the results they told, and
    on nothing else: no clock, no order of arrival within one `tell`, no global random state. So a
    run that died goes the same way again when it is told the same results from the store.

    A subclass gives `name`, `summary` and `_choose`, and `_learn` where it keeps state of its own.
    `ask` sees to it that nothing is asked twice, nor a point while another evaluation of it is out,
    and that of a batch what is too full to be routed, as far as is known, comes last.

    Attributes:
        draws: whether it has random choices; one that has none goes the same way with every seed.
        problem: what to solve.
        seed: of all its random choices.
        filling: what is too full for the device, by what was told and taught.
    """

    draws: ClassVar[bool] = True

    def __init__(self, problem: Problem, seed: int = 0) -> None:
        self.problem = problem
        self.seed = seed
        self.filling = Filling(problem.device)
        self._asked: dict[tuple[Build, Fidelity], int] = {}
        self._told: dict[tuple[Build, Fidelity], Result] = {}
        self._level: dict[Build, Fidelity] = {}
        self._dead: set[Build] = set()
        self._finished = False
        self._stopped = False

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The one problem."""
        return (self.problem,)

    def stop(self) -> None:
        """Ask nothing more."""
        self._stopped = True

    @property
    def waiting(self) -> list[Ask]:
        """What was asked and not told yet, in the order of asking."""
        return [Ask(*key) for key in self._asked if key not in self._told]

    @property
    def done(self) -> bool:
        """Whether nothing is left to ask."""
        return self._finished

    def ask(self, count: int) -> list[Ask]:
        """Return up to `count` evaluations to do next.

        Fewer, or none, come back when the rest depends on what is waiting, and none once `done`.

        Raises:
            ValueError: `count` is below 1.
        """
        if count < 1:
            raise ValueError(f"{count} evaluations to ask: legal are 1 or more")
        chosen: list[Ask] = []
        out = {ask.point for ask in self.waiting}
        for ask in () if self._stopped else self._choose(count):
            if len(chosen) < count and ask.point not in out and self.fresh(*_key(ask)):
                self._asked[_key(ask)] = len(self._asked)
                out.add(ask.point)
                chosen.append(ask)
        self._finished = not chosen and not self.waiting
        return fullest_last(chosen, self._fullness)

    def tell(self, results: Iterable[Result]) -> None:
        """Take results; also such as were not asked, from an earlier run say.

        The order within one call does not matter. A result that is told again is ignored.
        """
        last = len(self._asked)
        ordered = sorted(
            (r for r in results if r.point in self.problem.index),
            key=lambda r: (
                self._asked.get((r.point, r.fidelity), last),
                self.problem.index[r.point],
                r.fidelity,
            ),
        )
        news = [r for r in ordered if (r.point, r.fidelity) not in self._told]
        for result in news:
            self._told[result.point, result.fidelity] = result
            self._learn_filling(result)
            if result.figures is None:
                self._dead.add(result.point)
            else:
                self._level[result.point] = max(
                    result.fidelity, self._level.get(result.point, Fidelity.MODEL)
                )
                if not self.problem.device.holds(result.figures):
                    self._dead.add(result.point)
        self._learn(news)

    def teach(self, points: Sequence[Build], figures: Sequence[Mapping[str, float]]) -> None:
        """Hear of designs that were measured elsewhere, before anything is asked.

        These are no results: with other sources, flow, tools or devices. They need not be points of
        the problem.

        Args:
            points: the designs.
            figures: by the names of `catalogue.AIMS`, one line a design.
        """
        for told in figures:
            if _is_routed(told):
                self.filling.learn(told, routed=True)

    def _learn_filling(self, result: Result) -> None:
        """Note how full a design was that was routed, or that was synthesised and not routed."""
        before = self.best(result.point)
        if result.figures is not None:
            if _is_routed(result.figures):
                self.filling.learn(result.figures, routed=True)
        elif (
            result.fidelity >= Fidelity.ROUTE
            and before is not None
            and before.figures is not None
            and before.fidelity < Fidelity.ROUTE
        ):
            self.filling.learn(before.figures, routed=False)

    def _fullness(self, ask: Ask) -> float:
        """Return how much too full a point is for the route that is asked, 0 if it is not."""
        known = self.best(ask.point)
        if ask.fidelity < Fidelity.ROUTE or known is None or known.figures is None:
            return 0.0
        return self.filling.fullness(known.figures)

    def _turns(self, numbers: Sequence[int]) -> list[list[int]]:
        """Return the numbers of points to choose from: at first without those that are too full."""
        measuring = self.problem.measuring
        points = self.problem.points
        roomy = [n for n in numbers if not self._fullness(Ask(points[n], measuring))]
        if not roomy or len(roomy) == len(numbers):
            return [list(numbers)]
        return [roomy, list(numbers)]

    def open(self, point: Build, fidelity: Fidelity) -> bool:
        """Return whether a point is still to be known better: it did not fail, and has a place."""
        return point not in self._dead and self._level.get(point, Fidelity.MODEL) < fidelity

    def fresh(self, point: Build, fidelity: Fidelity) -> bool:
        """Return whether a point is open at a fidelity and was not asked for there yet."""
        return self.open(point, fidelity) and (point, fidelity) not in self._asked

    def best(self, point: Build) -> Result | None:
        """Return the result of a point at the highest fidelity at which it did not fail."""
        level = self._level.get(point)
        return None if level is None else self._told[point, level]

    def _figures(self) -> dict[int, dict[str, float]]:
        """Return what is known of points, by their numbers."""
        found: dict[int, dict[str, float]] = {}
        for point, number in self.problem.index.items():
            result = self.best(point)
            if result is not None and result.figures is not None:
                found[number] = dict(result.figures)
        return found

    def _measured(self) -> dict[int, NDArray[np.float64]]:
        """Return the objectives of the points that have them all."""
        found: dict[int, NDArray[np.float64]] = {}
        for point, number in self.problem.index.items():
            result = self.best(point)
            if result is not None and result.has(self.problem.objectives):
                assert result.figures is not None
                found[number] = self.problem.cost(result.figures)
        return found

    def _open(self, measured: Container[int]) -> list[int]:
        """Return the numbers of points to choose from: not measured, not waiting, still open."""
        waiting = {ask.point for ask in self.waiting}
        return [
            number
            for point, number in self.problem.index.items()
            if number not in measured
            and point not in waiting
            and self.open(point, self.problem.measuring)
        ]

    @abstractmethod
    def _choose(self, count: int) -> Iterable[Ask]:
        """Return what to evaluate next, best first; what is asked or known already is skipped."""

    def _learn(self, results: Sequence[Result]) -> None:
        """Take results that are new, in the order of asking."""


def _is_routed(figures: Mapping[str, float]) -> bool:
    return not CLOCKED.isdisjoint(figures) or "fmax_routed_mhz" in figures


def _key(ask: Ask) -> tuple[Build, Fidelity]:
    return ask.point, ask.fidelity
