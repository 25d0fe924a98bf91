"""How well a set of points covers the frontiers of possible worlds."""

import numpy as np
from numpy.typing import NDArray

from aesculus.frontier.pareto import optimal

Floats = NDArray[np.float64]

_WORST = 1.0  # a loss beyond 100 % is no worse than that


class Cover:
    """How well evaluated points cover the frontiers of the worlds."""

    def __init__(self, worlds: Floats, known: Floats, offsets: Floats) -> None:
        self._worlds = worlds
        self._known = known
        self._offsets = offsets
        self._fronts: list[Floats] = []
        self._distance: list[Floats] = []
        for world in worlds:
            everything = np.vstack([world, known])
            front = np.unique(everything[optimal(everything)], axis=0)
            self._fronts.append(front)
            self._distance.append(_losses(front, known, offsets).min(axis=1, initial=_WORST))
        # The losses of all candidates are needed in every step of a batch.
        self._losses = [
            _losses(front, world, offsets)
            for front, world in zip(self._fronts, worlds, strict=True)
        ]

    def gains(self, count: int) -> Floats:
        """Return what each of the first `count` points takes off the distance, on average."""
        total = np.zeros(count)
        for losses, distance in zip(self._losses, self._distance, strict=True):
            total += np.maximum(distance[:, None] - losses[:, :count], 0.0).mean(axis=0)
        return total / len(self._losses)

    def add(self, place: int) -> None:
        """Count a point as evaluated."""
        for n, losses in enumerate(self._losses):
            self._distance[n] = np.minimum(self._distance[n], losses[:, place])

    def bymargin(self, count: int) -> list[int]:
        """Return the first `count` points, those that are dominated by least first."""
        mean = self._worlds[:, :count].mean(axis=0)
        return [int(n) for n in np.argsort(margin(mean, self._known, self._offsets), kind="stable")]


def covering(points: Floats, offsets: Floats, count: int, price: Floats | None = None) -> list[int]:
    """Return the points that cover the frontier of all best for their price, in that order.

    Args:
        points: costs, one line a point.
        offsets: what is added to the size of a figure before a loss is put in relation to it.
        count: how many at most; fewer come back if these cover the frontier whole.
        price: what it takes to measure each, in any unit; all the same if it is not given.
    """
    front = np.flatnonzero(optimal(points))
    prices = np.ones(len(front)) if price is None else price[front]
    cover = Cover(points[front][None], np.empty((0, points.shape[1])), offsets)
    chosen: list[int] = []
    while len(chosen) < min(count, len(front)):
        gain = cover.gains(len(front))
        best = int(np.argmax(gain / prices))
        if gain[best] <= 0:
            break
        cover.add(best)
        chosen.append(int(front[best]))
    return chosen


def _losses(front: Floats, points: Floats, offsets: Floats) -> Floats:
    """Return the largest relative loss of each point (column) against each of a front (line)."""
    scale = np.abs(front) + offsets + 1e-12
    loss = np.zeros((len(front), len(points)))
    for column in range(front.shape[1]):
        apart = points[None, :, column] - front[:, None, column]
        np.maximum(loss, apart / scale[:, None, column], out=loss)
    return np.minimum(loss, _WORST)


def margin(points: Floats, known: Floats, offsets: Floats) -> Floats:
    """Return by what share of its figures each point is dominated; negative if it is not."""
    worst = np.full(len(points), -np.inf)
    for line in known:
        share = ((points - line) / (np.abs(line) + offsets + 1e-12)).min(axis=1)
        worst = np.maximum(worst, share)
    return worst
