"""How good an approximation of a Pareto set is."""

import moocore  # type: ignore[import-untyped]
import numpy as np
from numpy.typing import ArrayLike, NDArray


def _points(matrix: ArrayLike, what: str) -> NDArray[np.float64]:
    points = np.asarray(matrix, dtype=np.float64)
    if points.ndim != 2 or not points.size:
        raise ValueError(f"{what} has no points: give at least one")
    if not np.isfinite(points).all():
        raise ValueError(f"{what} has a point with an infinite or missing figure: leave it out")
    return points


def hypervolume(matrix: ArrayLike, reference: ArrayLike) -> float:
    """Return the exact volume that the points dominate, bounded by the reference point.

    Less is better in every column (`frontier.costs` turns rows that way). A point that is not
    better than the reference in every column adds nothing; no points at all have volume 0.

    Source: Zitzler and Thiele, "Multiobjective evolutionary algorithms: a comparative case study
    and the strength Pareto approach" (IEEE Trans. Evolutionary Computation 3(4), 1999).

    Raises:
        ValueError: NaN or infinity, or the reference has another number of columns.
    """
    corner = np.asarray(reference, dtype=np.float64)
    points = np.asarray(matrix, dtype=np.float64).reshape(-1, corner.size)
    if not (np.isfinite(points).all() and np.isfinite(corner).all()):
        raise ValueError("hypervolume of a point with an infinite or missing figure: leave it out")
    inside = points[(points < corner).all(axis=1)]
    if not inside.size:
        return 0.0
    if corner.size == 1:
        return float(corner[0] - inside.min())
    return float(moocore.hypervolume(inside, ref=corner))


def adrs(reference: ArrayLike, approximation: ArrayLike) -> float:
    """Return the average distance from the reference set, a share (0.02 is 2 %).

    For each point r of the reference set the nearest point a of the approximation is sought, near
    meaning the largest relative loss over the objectives, max_j max(0, (a_j - r_j) / |r_j|); the
    average of that over the reference set is the ADRS. It is 0 when every reference point is
    reached. Less is better in every column; a column that is maximised is given negated.

    Source: Palesi and Givargis, "Multi-objective design space exploration using genetic algorithms"
    (CODES 2002), in the form that studies of high-level synthesis use.

    Raises:
        ValueError: an empty set, NaN or infinity, other columns, or a reference figure of 0 (the
            loss has no scale there) that no point of the approximation reaches.
    """
    wanted = _points(reference, "the reference set")
    found = _points(approximation, "the approximation")
    if wanted.shape[1] != found.shape[1]:
        raise ValueError(f"{wanted.shape[1]} objectives against {found.shape[1]}: give the same")
    worst = np.zeros(len(wanted))
    for index, point in enumerate(wanted):
        loss = np.maximum(found - point, 0.0)
        scale = np.abs(point)
        # A figure of 0, no block RAM say, has no relative loss: reached is 0, else it is infinite.
        share = np.divide(loss, scale, out=np.where(loss > 0, np.inf, 0.0), where=scale > 0)
        worst[index] = share.max(axis=1).min()
    if not np.isfinite(worst).all():
        raise ValueError("a reference figure of 0 is not reached: shift that objective")
    return float(worst.mean())
