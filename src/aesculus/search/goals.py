"""Goals: which rows meet one, what binds, what easing a limit would give, and how near one gets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from aesculus.catalogue import AIMS
from aesculus.metrics import Row
from aesculus.search.errors import SearchError

_THEN = ("area_luts", "ff_count", "bram_count", "throughput_gbps", "latency_ns")
"""What decides between designs that are equal in what was asked for, one after the other."""

EASED = 1.1
"""By which factor a limit is eased where a search looks at what lies just beyond it."""


SLACK = 1e-9
"""What a limit may be missed by, relative: figures are products of binary fractions."""


@dataclass(frozen=True)
class Limit:
    """A limit of one figure.

    Attributes:
        figure: name of the figure in a row.
        value: the least value where more is better, else the greatest.
        text: how the user put it.
    """

    figure: str
    value: float
    text: str

    @property
    def at_least(self) -> bool:
        """Whether the limit is a least value."""
        return AIMS[self.figure]

    def miss(self, row: Row) -> float:
        """Return by how much a row misses the limit, relative; 0 if it keeps it, inf without it."""
        return self.miss_of(getattr(row, self.figure))

    def miss_of(self, value: float | None) -> float:
        """Return by how much a value misses the limit, as `miss`."""
        if value is None:
            return float("inf")
        over = self.value - value if self.at_least else value - self.value
        # A limit of 0 has no scale of its own: one block RAM too many counts as all of it.
        share = float(over) / (self.value or 1.0)
        return share if share > SLACK else 0.0

    def eased(self, factor: float = EASED) -> "Limit":
        """Return the same limit, easier to keep by a factor; a greatest value of 0 becomes 1."""
        value = self.value / factor if self.at_least else max(self.value * factor, 1.0)
        return Limit(self.figure, value, self.text)


@dataclass(frozen=True)
class Objective:
    """What is to be as good as can be: one figure, in one direction."""

    figure: str
    maximise: bool

    def key(self, row: Row) -> tuple[float | str, ...]:
        """Return what rows are sorted by, best first; of equal ones the better in other figures."""
        first = _cost(row, self.figure, self.maximise)
        return (first, *(_cost(row, name, AIMS[name]) for name in _THEN), row.label)

    def better(self, left: Row, right: Row) -> bool:
        """Return whether a row is strictly better than another."""
        return _cost(left, self.figure, self.maximise) < _cost(right, self.figure, self.maximise)


def _cost(row: Row, figure: str, maximise: bool) -> float:
    value = getattr(row, figure)
    if value is None:
        return float("inf")
    return float(-value if maximise else value)


@dataclass(frozen=True)
class Goal:
    """What a user needs of a design.

    Attributes:
        limits: all must be kept; at most one a figure.
        objective: what decides between the designs that keep them.
    """

    limits: tuple[Limit, ...]
    objective: Objective

    def __post_init__(self) -> None:
        for limit in self.limits:
            if sum(limit.figure == other.figure for other in self.limits) > 1:
                raise SearchError(f"two limits of {limit.figure}: give one")

    @property
    def figures(self) -> tuple[str, ...]:
        """The figures that matter, each once; every answer is on their frontier."""
        names = [limit.figure for limit in self.limits]
        return tuple(dict.fromkeys([self.objective.figure, *names]))

    @property
    def directions(self) -> Mapping[str, bool]:
        """Each of `figures` with whether more of it is better."""
        return {name: AIMS[name] for name in self.figures}

    def relaxed(self) -> list["Goal"]:
        """Return the goals with one limit eased, the others as they are."""
        return [
            Goal(
                tuple(limit.eased() if limit is chosen else limit for limit in self.limits),
                self.objective,
            )
            for chosen in self.limits
        ]


@dataclass(frozen=True)
class Binding:
    """A limit, and what would be had without it.

    Attributes:
        constraint: the limit.
        binds: without it there would be a better design.
        without: the best design without it; `None` if there is none either.
        next: the better design for which the limit has to be eased least; `None` if it does not
            bind.
    """

    constraint: Limit
    binds: bool
    without: Row | None
    next: Row | None = None

    @property
    def ease(self) -> float | None:
        """By what share of itself the limit has to be eased for `next`."""
        return None if self.next is None else self.constraint.miss(self.next)


@dataclass(frozen=True)
class Miss:
    """A row that does not meet the goal, and by how much it misses each limit, relative."""

    row: Row
    misses: dict[str, float]


@dataclass(frozen=True)
class Answer:
    """The answer to a goal.

    Attributes:
        best: the design; `None` when none meets the goal.
        runners_up: the next best ones that meet it.
        bindings: for each limit what it costs.
        nearest: when none meets the goal, those that come nearest.
        give_up: when none meets the goal, limits each of which alone stands in the way, that which
            has to be eased least first, with the design for which that is so.
        measured: among how many designs it was looked for what a limit costs.
        untold: designs that would be better than `best` and lack a figure that a limit is of, so
            that nobody knows whether they keep it; the best of them first.
    """

    best: Row | None
    runners_up: tuple[Row, ...] = ()
    bindings: tuple[Binding, ...] = ()
    nearest: tuple[Miss, ...] = ()
    give_up: tuple[Binding, ...] = ()
    measured: int | None = None
    untold: tuple[Row, ...] = ()


def _fitting(rows: Sequence[Row], limits: Sequence[Limit], objective: Objective) -> list[Row]:
    kept = [row for row in rows if all(limit.miss(row) == 0 for limit in limits)]
    kept = [row for row in kept if getattr(row, objective.figure) is not None]
    return sorted(kept, key=objective.key)


def answer(
    rows: Sequence[Row],
    goal: Goal,
    *,
    beyond: Sequence[Row] | None = None,
    runners_up: int = 3,
) -> Answer:
    """Answer a goal from rows of one device.

    Args:
        rows: the rows that may be picked.
        goal: what is needed.
        beyond: all that is measured there, by which it is told what a limit costs; left out, it is
            told by the rows that may be picked, of which a store gives only the best.
        runners_up: how many more to name, and how many near ones if none fits.
    """
    limits, objective = goal.limits, goal.objective
    fitting = _fitting(rows, limits, objective)
    best = fitting[0] if fitting else None
    known = list(rows) if beyond is None else list(beyond)
    known = [row for row in known if all(getattr(row, name) is not None for name in goal.figures)]
    measured = None if beyond is None else len(known)
    dropped = [_binding(rows if beyond is None else known, goal, limit, best) for limit in limits]
    if best is not None:
        more = tuple(fitting[1 : 1 + runners_up])
        untold = _untold(beyond or (), goal, best)
        return Answer(best, more, tuple(dropped), measured=measured, untold=untold)
    near = sorted(
        (
            Miss(row, {c.text: c.miss(row) for c in limits if c.miss(row)})
            for row in rows
            if getattr(row, objective.figure) is not None
        ),
        key=lambda miss: (max(miss.misses.values(), default=0.0), *objective.key(miss.row)),
    )
    nearest = [miss for miss in near if max(miss.misses.values(), default=0.0) < float("inf")]
    binding = [replace(drop, without=drop.next) for drop in dropped if drop.binds]
    return Answer(
        None,
        bindings=tuple(dropped),
        nearest=tuple(nearest[:runners_up]) if limits else (),
        give_up=tuple(sorted(binding, key=lambda drop: (drop.ease or 0.0, drop.constraint.text))),
        measured=measured,
    )


def _untold(rows: Sequence[Row], goal: Goal, best: Row) -> tuple[Row, ...]:
    """Return the rows that would be better and lack figures, as far as known within all limits."""
    have = [[limit for limit in goal.limits if _has(row, limit)] for row in rows]
    kept = [
        row
        for row, limits in zip(rows, have, strict=True)
        if len(limits) < len(goal.limits)
        and not any(limit.miss(row) for limit in limits)
        and getattr(row, goal.objective.figure) is not None
        and goal.objective.better(row, best)
    ]
    return tuple(sorted(kept, key=goal.objective.key))


def _has(row: Row, limit: Limit) -> bool:
    return getattr(row, limit.figure) is not None


def _binding(rows: Sequence[Row], goal: Goal, limit: Limit, best: Row | None) -> Binding:
    others = [other for other in goal.limits if other is not limit]
    without = _fitting(rows, others, goal.objective)
    if best is not None:
        # What keeps this limit as well and is better all the same is not what the limit costs: it
        # is measured, but not confirmed.
        without_better = [
            row for row in without if goal.objective.better(row, best) and limit.miss(row)
        ]
        without = without_better or without
    else:
        without_better = [row for row in without if limit.miss(row) < float("inf")]
    nearest = min(
        without_better,
        key=lambda row: (limit.miss(row), *goal.objective.key(row)),
        default=None,
    )
    binds = bool(without) and (best is None or bool(without_better))
    return Binding(limit, binds, without[0] if without else None, nearest)
