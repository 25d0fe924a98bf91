"""Whether the intervals of the surrogate hold: how often the truth lies within them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aesculus.search.model import CLOCK, clock_of
from aesculus.search.problem import Problem
from aesculus.search.surrogate import Surrogate

LEVEL = 0.9
"""Share of the truth that an interval is to hold."""

_WORLDS = 200
_EXACT = 1e-9


@dataclass(frozen=True, slots=True)
class Coverage:
    """How often held-out points lie within the surrogate's intervals.

    Attributes:
        figure: the figure.
        points: how many points were held out, over all repeats.
        held: share of them within the interval of `LEVEL`.
        width: median width of the interval, a share of the truth.
    """

    figure: str
    points: int
    held: float
    width: float


def coverage(
    problem: Problem,
    known: Mapping[int, Mapping[str, float]],
    *,
    learnt: int,
    repeats: int = 4,
    most: int = 200,
    seed: int = 0,
) -> list[Coverage]:
    """Return how well the intervals hold on points that the surrogate did not see.

    Args:
        problem: the points and figures.
        known: number of the point to its figures, as for `Surrogate.fit`.
        learnt: points that it learns from.
        repeats: draws of those points.
        most: held-out points that are looked at in each.
        seed: of the draws.
    """
    rng = np.random.default_rng(seed)
    numbers = np.array(sorted(known), dtype=int)
    held: dict[str, list[bool]] = {}
    widths: dict[str, list[float]] = {}
    for _ in range(repeats):
        order = rng.permutation(numbers)
        surrogate = Surrogate(problem)
        surrogate.fit({int(n): known[int(n)] for n in order[:learnt]})
        rest = [int(n) for n in order[learnt : learnt + most]]
        worlds = surrogate.draw_figures(_WORLDS, rest, rng)
        for name, drawn in worlds.items():
            low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
            for place, number in enumerate(rest):
                truth = _figure(known[number], name)
                if truth is None:
                    continue
                slack = _EXACT * max(1.0, abs(truth))
                inside = low[place] - slack <= truth <= high[place] + slack
                held.setdefault(name, []).append(bool(inside))
                size = max(abs(truth), 1.0)
                widths.setdefault(name, []).append(float(high[place] - low[place]) / size)
    return [
        Coverage(name, len(inside), float(np.mean(inside)), float(np.median(widths[name])))
        for name, inside in held.items()
    ]


def _figure(figures: Mapping[str, float], name: str) -> float | None:
    return clock_of(figures) if name == CLOCK else figures.get(name)


def worst(found: Sequence[Coverage]) -> Coverage:
    """Return the figure whose intervals are furthest from what they should hold."""
    return max(found, key=lambda each: abs(each.held - LEVEL))
