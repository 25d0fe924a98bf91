"""What the Pareto-optimal points still need: a verified netlist, and more seeds."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

import numpy as np

from aesculus.design import Build
from aesculus.frontier.pareto import optimal
from aesculus.search.fidelity import Fidelity
from aesculus.search.problem import Ask, Problem, Result
from aesculus.search.ways.way import Way


class Refine(Way):
    """Asks the frontier of what is known: first all netlists, then all seeds.

    What that changes of the figures may bring other points to the frontier, which are asked next.
    """

    name: ClassVar[str] = "refine"
    summary: ClassVar[str] = "verified netlists and more seeds for the frontier of what is known"
    listed = True
    limited = False

    def __init__(self, problems: Sequence[Problem]) -> None:
        """Take what to refine, one problem a device."""
        self._problems = tuple(problems)
        self._known: dict[tuple[str, Build], Result] = {}
        self._asked: set[tuple[str, Build, Fidelity]] = set()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """One problem a device."""
        return self._problems

    def tell(self, results: Iterable[Result]) -> None:
        """Take results: the best known of each point counts, and no figures are final."""
        for result in results:
            key = result.device or self._problems[0].device.name, result.point
            have = self._known.get(key)
            if have is None or result.fidelity >= have.fidelity:
                self._known[key] = result

    def ask(self, count: int) -> list[Ask]:
        """Return what the frontier needs and was not asked yet."""
        best = [pair for problem in self._problems for pair in self._frontier(problem)]
        best.sort(key=lambda pair: (pair[0].device.area_only, *_order(pair[1])))
        wanted = [(p, r, Fidelity.CHECKED) for p, r in best]
        wanted += [(p, r, Fidelity.SEEDS) for p, r in best if not p.device.area_only]
        asks = [
            Ask(result.point, level, problem.device.name)
            for problem, result, level in wanted
            if result.fidelity < level
            and (problem.device.name, result.point, level) not in self._asked
        ][:count]
        self._asked.update((ask.device, ask.point, ask.fidelity) for ask in asks)
        return asks

    def _frontier(self, problem: Problem) -> list[tuple[Problem, Result]]:
        found = [
            result
            for point in problem.points
            if (result := self._known.get((problem.device.name, point))) is not None
            and result.has(problem.objectives)
        ]
        # Designs of different modes do not do the same: each mode has a frontier.
        alike: dict[object, list[Result]] = defaultdict(list)
        for result in found:
            alike[result.point.fields.get("mode")].append(result)
        return [(problem, result) for some in alike.values() for result in _optimal(problem, some)]


def _optimal(problem: Problem, found: Sequence[Result]) -> Iterator[Result]:
    front = optimal(np.array([problem.cost(result.figures or {}) for result in found]))
    return (result for result, best in zip(found, front, strict=True) if best)


def _order(result: Result) -> tuple[float, str]:
    return (result.figures or {}).get("area_luts", 0.0), result.point.label
