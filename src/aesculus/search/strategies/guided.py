"""Our own strategy: possible worlds, and the evaluations that cover their frontiers best.

Fidelities: a point that promises something is synthesised first; with its area known it is routed
only if it still promises something; only members of a settled frontier get five seeds. What cannot
reach the frontier even at the device's highest clock is never routed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from aesculus.catalogue import FIGURES
from aesculus.design import Build
from aesculus.frontier.pareto import optimal
from aesculus.search.model import CLOCK, derive
from aesculus.search.problem import Ask, Problem
from aesculus.search.strategies._base import Strategy
from aesculus.search.strategies._cover import Cover, covering, margin
from aesculus.search.surrogate import Surrogate

Floats = NDArray[np.float64]

_WORLDS = 48
_APART = 0.5  # times how far worlds lie from what the surrogate expects
_OPENING = 12  # points of the model's frontier that are evaluated first
_CANDIDATES = 400  # points that are drawn jointly
_SETTLED = 0.002  # expected gain in ADRS below which the frontier counts as found
_MANY = 64  # evaluations asked for at once, from which on there may be workers for all points
_MOST_AT_ONCE = 2  # times a batch: so many open points are not worth a choice
_COST_OF_NEW = 2.0  # of a point without a netlist, one with a netlist counting as 1
_COST_BY_SIZE = 0.6  # exponent of area, by which a point of another size costs more


class Guided(Strategy):
    """Surrogate-guided search over several fidelities.

    It opens with the points that cover best, for their price, the frontier that the model expects:
    of few results the surrogate learns little, so until then this order is all that is known.

    A world is one joint draw of all unknown figures from the surrogate; it has a frontier of its
    own. A set of evaluated points covers it up to some average distance (ADRS). The next point is
    the one that brings the expected distance, over the worlds, down most for what it costs; the
    next ones of a batch likewise, given those before. A point whose netlist is there costs less
    than one that is to be synthesised first, and a small one less than a large one.

    Attributes:
        expected_gain: what the best next evaluation was expected to take off the ADRS at the last
            `ask`, a share; None before the first.
    """

    name: ClassVar[str] = "guided"
    summary: ClassVar[str] = "surrogate-guided, several fidelities (the default)"

    def __init__(self, problem: Problem, seed: int = 0) -> None:
        super().__init__(problem, seed)
        self._surrogate = Surrogate(problem)
        self._opening: list[int] | None = None
        self.expected_gain = None

    def teach(self, points: Sequence[Build], figures: Sequence[Mapping[str, float]]) -> None:
        """Start the surrogate from designs that were measured elsewhere."""
        super().teach(points, figures)
        self._surrogate.model.teach(points, figures)

    def _choose(self, count: int) -> Iterable[Ask]:
        self._surrogate.fit(self._figures())
        measured = self._measured()
        if count < _MANY and (opening := self._left_of_opening(measured)):
            return opening
        candidates = self._candidates(measured)
        if count >= _MANY and _MOST_AT_ONCE * count >= len(candidates) > 0:
            # Waiting for a first batch to choose the second by would take longer than both.
            return self._at_once(count, measured, candidates)
        chosen: list[Ask] = []
        for turn in self._turns(candidates):
            chosen = [self._next_level(n) for n in self._ranked(count, measured, turn)]
            if self.expected_gain is None or self.expected_gain >= _SETTLED:
                break
        if self.expected_gain is not None and self.expected_gain < _SETTLED:
            chosen = self._headline() + chosen
        return chosen or self._headline()

    def _left_of_opening(self, measured: dict[int, Floats]) -> list[Ask]:
        """Return the next evaluations of the points that come first, in their order."""
        if self._opening is None:
            known = len(measured)
            self._opening = [] if known >= _OPENING else self._expected_frontier()
        waiting = {ask.point for ask in self.waiting}
        left = [
            n
            for n in self._opening
            if n not in measured
            and self.problem.points[n] not in waiting
            and self.open(self.problem.points[n], self.problem.measuring)
            and not self._hopeless(n, measured)
        ]
        # What is too full comes after all that is not, of the opening or not.
        return [self._next_level(n) for n in left if not self._too_full(n)]

    def _too_full(self, number: int) -> bool:
        return self._fullness(Ask(self.problem.points[number], self.problem.measuring)) > 0

    def _expected_frontier(self) -> list[int]:
        points = self.problem.points
        numbers = self._surrogate.with_place(range(len(points)))
        expected = self._surrogate.draw(
            1, numbers, np.random.default_rng(self.seed), joint=False, apart=0.0
        )
        price = self._surrogate.expected_area(numbers) ** _COST_BY_SIZE
        return [numbers[n] for n in covering(expected[0], self._offsets(), _OPENING, price)]

    def _at_once(self, count: int, measured: dict[int, Floats], candidates: list[int]) -> list[Ask]:
        """Return the likeliest points, each to be measured without a look at its netlist first."""
        known = np.array(list(measured.values())).reshape(-1, len(self.problem.objectives))
        rng = np.random.default_rng([self.seed, len(self._told), len(self._asked)])
        chosen = candidates
        if len(candidates) > count:
            chosen = self._narrowed(candidates, known, rng, most=count)
        return [Ask(self.problem.points[n], self.problem.measuring) for n in chosen]

    def _next_level(self, number: int) -> Ask:
        point = self.problem.points[number]
        return Ask(point, next(f for f in self.problem.fidelities if self.open(point, f)))

    def _candidates(self, measured: dict[int, Floats]) -> list[int]:
        """Return the points to choose from: able to matter, with a place on the device."""
        open_ = [n for n in self._open(measured) if not self._hopeless(n, measured)]
        return self._surrogate.with_place(open_)

    def _hopeless(self, number: int, measured: dict[int, Floats]) -> bool:
        """Return whether a synthesised point is dominated even at the clock network's limit."""
        result = self.best(self.problem.points[number])
        limit = self.problem.device.clock_limit_mhz
        if result is None or result.figures is None or limit is None:
            return False
        known = {name: float(value) for name, value in result.figures.items()}
        bits = self.problem.points[number].design.payload_bits
        best = derive({**known, CLOCK: limit}, self.problem.device, bits)
        if any(name not in best for name in self.problem.objectives):
            return False
        cost = self.problem.cost(best)
        return any(bool((m <= cost).all() and (m < cost).any()) for m in measured.values())

    def _ranked(self, count: int, measured: dict[int, Floats], candidates: list[int]) -> list[int]:
        """Return the numbers of the most promising of some points, best first."""
        if not candidates:
            self.expected_gain = 0.0
            return []
        rng = np.random.default_rng([self.seed, len(self._told), len(self._asked)])
        known = np.array(list(measured.values())).reshape(-1, len(self.problem.objectives))
        if len(candidates) > _CANDIDATES:
            candidates = self._narrowed(candidates, known, rng)
        waiting = [self.problem.index[ask.point] for ask in self.waiting]
        waiting = [n for n in dict.fromkeys(waiting) if n not in measured]
        numbers = candidates + [n for n in waiting if self.problem.points[n] not in self._dead]
        worlds = self._surrogate.draw(_WORLDS, numbers, rng, joint=True, apart=_APART)
        cover = Cover(worlds, known, self._offsets())
        for place in range(len(candidates), len(numbers)):
            cover.add(place)
        gains: list[float] = []
        chosen: list[int] = []
        costs = self._costs(candidates)
        while len(chosen) < min(count, len(candidates)):
            gain = cover.gains(len(candidates))
            gain[chosen] = -np.inf
            place = int(np.argmax(gain / costs))
            gains.append(float(gain.max()))
            if gains[-1] <= 0:
                rest = [n for n in cover.bymargin(len(candidates)) if n not in chosen]
                chosen += rest[: count - len(chosen)]
                break
            chosen.append(place)
            cover.add(place)
        self.expected_gain = max(0.0, gains[0])
        return [candidates[place] for place in chosen]

    def _costs(self, candidates: list[int]) -> Floats:
        """Return about what is left to pay for each point until it is measured, in any unit.

        Both constants were chosen by the ADRS that they lead to within hours on two measured spaces
        of two families (`docs/decisions/search-by-hours.md`). Costs could be learnt from times that
        were told, but the search would then go another way on another machine.
        """
        area = self._surrogate.expected_area(candidates)
        lowest = self.problem.fidelities[0]
        new = [
            lowest < self.problem.measuring and self.fresh(self.problem.points[n], lowest)
            for n in candidates
        ]
        return np.where(new, _COST_OF_NEW, 1.0) * area**_COST_BY_SIZE

    def _narrowed(
        self,
        candidates: list[int],
        known: Floats,
        rng: np.random.Generator,
        *,
        most: int = _CANDIDATES,
    ) -> list[int]:
        """Return the candidates that are most often on the frontier of a world, drawn singly."""
        worlds = self._surrogate.draw(_WORLDS // 2, candidates, rng, joint=False, apart=_APART)
        often = _how_often(worlds, known)
        apart = margin(worlds.mean(axis=0), known, self._offsets())
        order = np.lexsort((apart, -often))[:most]
        return [candidates[place] for place in sorted(order.tolist())]

    def _offsets(self) -> Floats:
        """Return what is added to the size of a figure before a loss is put in relation to it."""
        return np.array([FIGURES[name].offset for name in self.problem.objectives])

    def _headline(self) -> list[Ask]:
        """Return the measured frontier at the highest fidelity, where that is a further one."""
        highest = self.problem.highest
        measured = self._measured()
        if highest is self.problem.measuring or not measured:
            return []
        numbers = list(measured)
        front = optimal(np.array([measured[n] for n in numbers]))
        points = [self.problem.points[n] for n, best in zip(numbers, front, strict=True) if best]
        return [Ask(point, highest) for point in points if self.fresh(point, highest)]


def _how_often(worlds: Floats, known: Floats) -> Floats:
    """Return in how many worlds each point is on the frontier, beside what is known."""
    often = np.zeros(worlds.shape[1])
    for world in worlds:
        often += optimal(np.vstack([world, known]))[: len(often)]
    return often
