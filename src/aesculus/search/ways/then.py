"""One way to explore after the other."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from aesculus.search.problem import Ask, Problem, Result
from aesculus.search.ways.way import Way


class Then(Way):
    """Asks what the first way asks; when that has nothing more, or is stopped, what the next asks.

    All of them hear all results.
    """

    name: ClassVar[str] = "then"

    def __init__(self, *ways: Way) -> None:
        """Take ways over the same problems, at least one."""
        self._ways = ways
        self._at = 0

    @property
    def _now(self) -> Way:
        return self._ways[self._at]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What the ways have to solve."""
        return self._now.problems

    @property
    def label(self) -> str:
        """The name of the way that is asked now."""
        return self._now.label

    @property
    def listed(self) -> bool:  # type: ignore[override]
        """As the way that is asked now."""
        return self._now.listed

    @property
    def limited(self) -> bool:  # type: ignore[override]
        """As the way that is asked now."""
        return self._now.limited

    @property
    def expected_gain(self) -> float | None:  # type: ignore[override]
        """As of the way that is asked now."""
        return self._now.expected_gain

    def ask(self, count: int) -> list[Ask]:
        """Return what the present way asks, or the first one after it that asks anything."""
        while True:
            asks = self._now.ask(count)
            if asks or self._at + 1 == len(self._ways):
                return asks
            self._at += 1

    def tell(self, results: Iterable[Result]) -> None:
        """Tell all ways."""
        found = list(results)
        for way in self._ways:
            way.tell(found)

    def stop(self) -> None:
        """Go on to the next way."""
        self._now.stop()
        self._at = min(self._at + 1, len(self._ways) - 1)

    def urgent(self) -> list[Ask]:
        """Return what is urgent for the present way."""
        return self._now.urgent()

    def reserve(self, asks: Sequence[Ask]) -> list[Ask]:
        """Return what the present way keeps time for."""
        return self._now.reserve(asks)
