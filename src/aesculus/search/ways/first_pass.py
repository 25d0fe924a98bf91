"""Every point once on every device, the most telling results first."""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain, zip_longest
from typing import ClassVar

from aesculus.design import Build
from aesculus.families import Device
from aesculus.search.fidelity import Fidelity
from aesculus.search.problem import Ask, Problem, Result
from aesculus.search.ways.way import Way

Cost = Callable[[Build, Device], float]
"""Tool time that a point is expected to take on a device, in seconds."""

_FIRST_ROUTED = 4


class FirstPass(Way):
    """Asks points on devices, one seed each, in an order that is fixed beforehand.

    First the `first` points on the first device that knows area only, interleaved with the cheapest
    routed points of different kinds, those with their netlist verified. Then all the rest, cheapest
    first.
    """

    name: ClassVar[str] = "first-pass"
    summary: ClassVar[str] = "every point once, the most telling and the cheapest first"
    listed = True
    limited = False

    def __init__(
        self, problems: Sequence[Problem], cost: Cost, first: Collection[Build] = ()
    ) -> None:
        """Take what to go through.

        Args:
            problems: one a device.
            cost: orders the points.
            first: points whose area comes first.
        """
        self._problems = tuple(problems)
        self._cost = cost
        self._first = frozenset(first)
        self._left: list[Ask] | None = None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """One problem a device."""
        return self._problems

    def ask(self, count: int) -> list[Ask]:
        """Return the next evaluations in the order."""
        if self._left is None:
            self._left = self._order()
        chosen, self._left = self._left[:count], self._left[count:]
        return chosen

    def tell(self, results: Iterable[Result]) -> None:
        """Take results, which change nothing here: what is known is not run again anyway."""

    def stop(self) -> None:
        """Ask nothing more."""
        self._left = []

    def _order(self) -> list[Ask]:
        found: dict[tuple[Build, str], Ask] = {}
        for ask in (*self._head(), *self._rest()):
            found.setdefault((ask.point, ask.device), ask)
        return list(found.values())

    def _head(self) -> Iterable[Ask]:
        columns: list[list[list[Ask]]] = []
        routed = next((p for p in self._problems if not p.device.area_only), None)
        if routed is not None:
            name = routed.device.name
            picks = _kinds_of(self._cheapest_first(routed, routed.points))
            columns.append([[Ask(point, Fidelity.CHECKED, name)] for point in picks])
        area = next((p for p in self._problems if p.device.area_only), None)
        if area is not None:
            points = [point for point in area.points if point in self._first]
            asks = [
                Ask(point, Fidelity.SYNTH, area.device.name)
                for point in self._cheapest_first(area, points)
            ]
            columns.append(_in_parts(asks, len(columns[0]) if columns else 1))
        return chain.from_iterable(chain.from_iterable(zip_longest(*columns, fillvalue=[])))

    def _rest(self) -> Iterable[Ask]:
        pairs = [(point, problem) for problem in self._problems for point in problem.points]
        pairs.sort(
            key=lambda pair: (
                self._cost(pair[0], pair[1].device),
                pair[0].label,
                pair[1].device.name,
            )
        )
        return (Ask(point, problem.measuring, problem.device.name) for point, problem in pairs)

    def _cheapest_first(self, problem: Problem, points: Sequence[Build]) -> list[Build]:
        return sorted(points, key=lambda p: (self._cost(p, problem.device), p.label))


def _in_parts(asks: Sequence[Ask], count: int) -> list[list[Ask]]:
    """Return the evaluations in `count` lists of nearly equal length, in order."""
    per = max(1, -(-len(asks) // max(1, count)))
    return [list(asks[start : start + per]) for start in range(0, len(asks), per)]


def _kinds_of(ordered: Sequence[Build]) -> list[Build]:
    """Return the first points of different kinds: small unrollings, memory S-box and not."""
    found: dict[tuple[int, bool], Build] = {}
    for point in ordered:
        fields = point.design.fields
        found.setdefault((fields.get("unroll", 0), fields.get("sbox") == "bram"), point)
    small = sorted(found.items(), key=lambda item: (item[0][0], not item[0][1]))
    return [point for _, point in small[:_FIRST_ROUTED]]
