"""What everything that explores has in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar

from aesculus.search.problem import Ask, Problem, Result


class Way(ABC):
    """A way to explore: says what to evaluate next and takes what came of it.

    Everything that explores is one of these: a first pass over a list of points, a search for the
    frontier of a space, the pursuit of a goal. It knows nothing of tools, stores and workers; one
    loop (`engine.session`) runs them all.

    Attributes:
        name: what a user types.
        summary: one line.
        listed: whether its order does not depend on results, so that all may be asked at once.
        limited: whether its evaluations count against a limit of evaluations; not those that only
            confirm what was found.
        expected_gain: what the best next evaluation was expected to bring at the last `ask`, a
            share; None where nothing is expected.
    """

    name: ClassVar[str]
    summary: ClassVar[str] = ""
    listed: bool = False
    limited: bool = True
    expected_gain: float | None = None

    @property
    def label(self) -> str:
        """What it is called in remarks for the user."""
        return self.name

    @property
    def exhausted(self) -> bool:
        """Whether it came to its end because nothing more promised anything."""
        return False

    @property
    @abstractmethod
    def problems(self) -> tuple[Problem, ...]:
        """What to solve, one problem a device."""

    @abstractmethod
    def ask(self, count: int) -> list[Ask]:
        """Return up to `count` evaluations to do next; none when nothing is left."""

    @abstractmethod
    def tell(self, results: Iterable[Result]) -> None:
        """Take results; also such as were not asked, from an earlier run say."""

    def stop(self) -> None:  # noqa: B027 - most have nothing to end with
        """Hear that time or evaluations are spent: only what ends the work is asked from now on."""

    def withdraw(self, asks: Sequence[Ask]) -> None:  # noqa: B027 - most ask what can wait
        """Hear that evaluations which were asked are not run: they may be asked again."""

    def urgent(self) -> list[Ask]:
        """Return evaluations that must come before all that is running, after results were told."""
        return []

    def hasty(self) -> list[Ask]:
        """Return what may still bring a first answer where time is left for no more than that."""
        return []

    def reserve(self, asks: Sequence[Ask]) -> list[Ask]:
        """Return evaluations of which each by itself must still be possible after some others."""
        return []
