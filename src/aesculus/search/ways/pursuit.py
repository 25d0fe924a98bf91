"""The pursuit of a goal: look for better designs, and confirm the one that is the answer."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from aesculus.design import Build
from aesculus.search.fidelity import Fidelity
from aesculus.search.goals import Goal
from aesculus.search.problem import Ask, Problem, Result
from aesculus.search.strategies._base import Strategy
from aesculus.search.ways.way import Way

_INFINITE = float("inf")


class Pursuit(Way):
    """Turns between a search and confirming what it finds.

    As soon as a measured design meets the goal and none with a verified netlist does, its netlist
    comes before anything else: from then on there is an answer, and more time only betters it. When
    the search is over, or stopped, the design that leads gets its netlist and its seeds; if that
    makes another one lead, that one is next. When none meets the goal, the one that comes nearest
    is confirmed.
    """

    name: ClassVar[str] = "pursuit"
    summary: ClassVar[str] = "a search for the answer to a goal, and its confirmation"

    def __init__(self, search: Strategy, goal: Goal) -> None:
        """Take what looks for designs, over a problem with the goal's figures, and the goal."""
        self._search = search
        self._goal = goal
        self._known: dict[Build, Result] = {}
        self._gone: set[Build] = set()
        self._tried: set[tuple[Build, Fidelity]] = set()
        self._confirming = ""
        self._closing = False

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problem of the search."""
        return self._search.problems

    @property
    def label(self) -> str:
        """What it does now."""
        return self._confirming or self._search.label

    @property
    def limited(self) -> bool:  # type: ignore[override]
        """Only what is searched counts."""
        return not self._closing

    @property
    def expected_gain(self) -> float | None:  # type: ignore[override]
        """What the search expects; None while something is confirmed."""
        return None if self._confirming else self._search.expected_gain

    @property
    def exhausted(self) -> bool:
        """Whether the search was never told to stop, and asks nothing more."""
        return not self._closing and self._search.done

    def stop(self) -> None:
        """Search no further: confirm what leads."""
        self._closing = True
        self._search.stop()

    def tell(self, results: Iterable[Result]) -> None:
        """Take results; a design that failed, or has no place, is the answer to nothing."""
        found = list(results)
        device = self._search.problem.device
        for result in found:
            if result.figures is None or not device.holds(result.figures):
                self._gone.add(result.point)
                continue
            have = self._known.get(result.point)
            if have is None or result.fidelity >= have.fidelity:
                self._known[result.point] = result
        self._search.tell(found)

    def ask(self, count: int) -> list[Ask]:
        """Return what to do next: what is urgent, what the search asks, or a confirmation."""
        urgent = self.urgent()
        if urgent:
            return urgent
        self._confirming = ""
        if not self._closing:
            asks = self._search.ask(count)
            if asks:
                return asks
        leader = self._leader()
        if leader is None or leader.fidelity >= self._highest:
            return []
        return self._confirm(leader, self._highest)

    def urgent(self) -> list[Ask]:
        """Return the netlist of the best design that meets the goal, while there is no answer."""
        if self._answered():
            return []
        best = self._best(
            result
            for result in self._known.values()
            if self._miss(result) == 0 and (result.point, Fidelity.CHECKED) not in self._tried
        )
        return [] if best is None else self._confirm(best, Fidelity.CHECKED)

    def withdraw(self, asks: Sequence[Ask]) -> None:
        """Take back what is not run, so that it is asked again."""
        self._tried -= {(ask.point, ask.fidelity) for ask in asks}
        self._search.withdraw(asks)

    def reserve(self, asks: Sequence[Ask]) -> list[Ask]:
        """Return what must still be possible afterwards: the confirmation of what leads.

        While nothing measured meets the goal, that is the netlist of what is asked, if it is
        measured by that, and else measuring the first of it.
        """
        leader = self._leader()
        if leader is not None and self._miss(leader) == 0:
            if leader.fidelity >= self._highest:
                return []
            return [Ask(leader.point, self._highest)]
        measuring = self._search.problem.measuring
        measured = [Ask(a.point, Fidelity.CHECKED) for a in asks if a.fidelity >= measuring]
        return measured or [Ask(ask.point, measuring) for ask in asks[:1]]

    def hasty(self) -> list[Ask]:
        """Return the measurement that the search would take at once, while none meets the goal."""
        leader = self._leader()
        met = leader is not None and self._miss(leader) == 0
        return [] if met or self._closing else self._search.hasty()

    @property
    def _highest(self) -> Fidelity:
        """How well the answer has to be known."""
        return Fidelity.CHECKED if self._search.problem.device.area_only else Fidelity.SEEDS

    def _confirm(self, result: Result, fidelity: Fidelity) -> list[Ask]:
        self._tried.add((result.point, fidelity))
        self._confirming = f"confirming {result.point.label}"
        return [Ask(result.point, fidelity)]

    def _answered(self) -> bool:
        """Return whether a design with a verified netlist meets the goal."""
        return any(
            result.fidelity >= Fidelity.CHECKED and self._miss(result) == 0
            for result in self._known.values()
            if result.point not in self._gone
        )

    def _leader(self) -> Result | None:
        """Return the best design so far, or the nearest; none that was tried without success."""
        return self._best(
            result
            for result in self._known.values()
            if result.fidelity >= self._highest or (result.point, self._highest) not in self._tried
        )

    def _best(self, results: Iterable[Result]) -> Result | None:
        kept = [r for r in results if r.point not in self._gone and self._miss(r) < _INFINITE]
        return min(kept, key=self._rank, default=None)

    def _miss(self, result: Result) -> float:
        figures = result.figures or {}
        if self._goal.objective.figure not in figures:
            return _INFINITE
        return max((c.miss_of(figures.get(c.figure)) for c in self._goal.limits), default=0.0)

    def _rank(self, result: Result) -> tuple[float, float, str]:
        value = (result.figures or {})[self._goal.objective.figure]
        turned = -value if self._goal.objective.maximise else value
        return self._miss(result), turned, result.point.label
