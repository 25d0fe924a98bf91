"""Picking a design by goal: which rows meet it, what binds, and what to give up if none does."""

from collections.abc import Sequence
from dataclasses import dataclass

from aesculus.frontier import KNOWN
from aesculus.metrics import Row


@dataclass(frozen=True)
class Constraint:
    """A limit of one figure.

    Attributes:
        figure: name of the figure in a row.
        limit: the least value where more is better, else the greatest.
        text: how the user put it.
    """

    figure: str
    limit: float
    text: str

    @property
    def at_least(self) -> bool:
        """Whether the limit is a least value."""
        return KNOWN[self.figure]

    def miss(self, row: Row) -> float:
        """Return by how much a row misses the limit, relative; 0 if it keeps it, inf without it."""
        value = getattr(row, self.figure)
        if value is None:
            return float("inf")
        over = self.limit - value if self.at_least else value - self.limit
        # A limit of 0 has no scale of its own: one block RAM too many counts as all of it.
        return max(0.0, float(over) / (self.limit or 1.0))


@dataclass(frozen=True)
class Objective:
    """What is to be as good as can be: one figure, in one direction."""

    figure: str
    maximise: bool

    def key(self, row: Row) -> tuple[float, str]:
        """Return what rows are sorted by, best first."""
        value = getattr(row, self.figure)
        if value is None:
            return float("inf"), row.label
        return (-value if self.maximise else value), row.label

    def better(self, left: Row, right: Row) -> bool:
        """Return whether a row is strictly better than another."""
        return self.key(left)[0] < self.key(right)[0]


@dataclass(frozen=True)
class Binding:
    """A constraint, and what would be had without it.

    Attributes:
        constraint: the constraint.
        binds: without it there would be a better design.
        without: the best design without it; `None` if there is none either.
    """

    constraint: Constraint
    binds: bool
    without: Row | None


@dataclass(frozen=True)
class Miss:
    """A row that does not meet the goal, and by how much it misses each constraint, relative."""

    row: Row
    misses: dict[str, float]


@dataclass(frozen=True)
class Answer:
    """The answer to a goal.

    Attributes:
        best: the design; `None` when none meets the goal.
        runners_up: the next best ones that meet it.
        bindings: for each constraint what it costs.
        nearest: when none meets the goal, those that come nearest.
        give_up: when none meets the goal, constraints each of which alone stands in the way, with
            the best design without it.
    """

    best: Row | None
    runners_up: tuple[Row, ...] = ()
    bindings: tuple[Binding, ...] = ()
    nearest: tuple[Miss, ...] = ()
    give_up: tuple[Binding, ...] = ()


def _fitting(
    rows: Sequence[Row], constraints: Sequence[Constraint], objective: Objective
) -> list[Row]:
    kept = [row for row in rows if all(limit.miss(row) == 0 for limit in constraints)]
    kept = [row for row in kept if getattr(row, objective.figure) is not None]
    return sorted(kept, key=objective.key)


def answer(
    rows: Sequence[Row],
    constraints: Sequence[Constraint],
    objective: Objective,
    *,
    runners_up: int = 3,
) -> Answer:
    """Answer a goal from rows of one device.

    Args:
        rows: the rows that may be picked.
        constraints: all must be kept.
        objective: what decides between those that keep them.
        runners_up: how many more to name, and how many near ones if none fits.
    """
    fitting = _fitting(rows, constraints, objective)
    dropped = []
    for constraint in constraints:
        others = [other for other in constraints if other is not constraint]
        without = next(iter(_fitting(rows, others, objective)), None)
        binds = without is not None and (not fitting or objective.better(without, fitting[0]))
        dropped.append(Binding(constraint, binds, without))
    if fitting:
        return Answer(fitting[0], tuple(fitting[1 : 1 + runners_up]), tuple(dropped))
    near = sorted(
        (Miss(row, {c.text: c.miss(row) for c in constraints if c.miss(row)}) for row in rows),
        key=lambda miss: (max(miss.misses.values(), default=0.0), *objective.key(miss.row)),
    )
    return Answer(
        None,
        bindings=tuple(dropped),
        nearest=tuple(miss for miss in near if max(miss.misses.values()) < float("inf"))[
            :runners_up
        ]
        if constraints
        else (),
        give_up=tuple(_nearest_without(rows, constraints, drop) for drop in dropped if drop.binds),
    )


def _nearest_without(
    rows: Sequence[Row], constraints: Sequence[Constraint], drop: Binding
) -> Binding:
    """Return, of the designs without a constraint, the one that misses that constraint least."""
    others = [other for other in constraints if other is not drop.constraint]
    kept = [row for row in rows if all(limit.miss(row) == 0 for limit in others)]
    best = min(kept, key=lambda row: (drop.constraint.miss(row), row.label), default=None)
    return Binding(drop.constraint, True, best)
