"""The Pareto set."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

import moocore  # type: ignore[import-untyped]
import numpy as np
from numpy.typing import ArrayLike, NDArray

from aesculus.frontier.objectives import directions

T = TypeVar("T")


def costs(rows: Sequence[object], objectives: Iterable[str]) -> NDArray[np.float64]:
    """Return a matrix, one line a row, of objectives turned so that less is better.

    A missing figure is NaN.
    """
    wanted = directions(objectives)
    matrix = np.full((len(rows), len(wanted)), np.nan)
    for line, row in zip(matrix, rows, strict=True):
        for column, (name, high) in enumerate(wanted.items()):
            value = getattr(row, name)
            if value is not None:
                line[column] = -value if high else value
    return matrix


def optimal(matrix: ArrayLike) -> NDArray[np.bool_]:
    """Return which lines no other line dominates, where less is better in every column.

    Lines that are equal to an optimal one are optimal too. Lines with a NaN never are, and they
    dominate nothing. O(n log n) for two and three columns.
    """
    points = np.asarray(matrix, dtype=np.float64)
    kept: NDArray[np.bool_] = np.logical_not(np.isnan(points).any(axis=1))
    if kept.any():
        kept[kept] = moocore.is_nondominated(points[kept], keep_weakly=True)
    return kept


def pareto(rows: Sequence[T], objectives: Iterable[str]) -> list[T]:
    """Return the Pareto-optimal rows in their order, ties kept.

    Args:
        rows: rows of figures; one that lacks an objective's figure is never optimal.
        objectives: names out of `catalogue.AIMS`, which says whether more is better.

    Raises:
        ValueError: an unknown objective, or none.
    """
    mask = optimal(costs(rows, objectives))
    return [row for row, keep in zip(rows, mask, strict=True) if keep]
