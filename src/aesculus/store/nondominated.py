"""The Pareto-optimal rows of the table of figures.

A module of its own, as no other query needs the array libraries.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import moocore  # type: ignore[import-untyped]
import numpy as np
from sqlalchemy import ColumnElement, Connection, Row, Select, and_, func, not_, or_, select

from aesculus.store.database import Database
from aesculus.store.queries import (
    BATCH,
    Where,
    column_of,
    conditions,
    that_match,
    whole_rows,
)
from aesculus.store.schema import figures

_ANCHORS = 24
_SAMPLE = 3000


def nondominated(
    database: Database,
    objectives: Mapping[str, bool],
    **where: Unpack[Where],
) -> list[dict[str, Any]]:
    """Return the Pareto-optimal rows, ties included, without loading the others.

    A few strong rows are found in a sample; one pass over the figures drops every row that one of
    them dominates, and only the rest is compared row with row.

    Args:
        database: the store's database.
        objectives: figure to whether it is maximised; rows without one of them are left out.
        where: what rows have to be; if it does not say `verified`, their RTL is.
    """
    given: Where = {"verified": True, **where}
    terms = conditions(**given)
    terms += [column_of(name).is_not(None) for name in objectives]
    names = list(objectives)
    query: Select[Any] = select(figures.c.device, figures.c.design_id, *map(column_of, names))
    query = that_match(query.where(*terms), given.get("matching") or {})
    with database.read() as connection:
        anchors = _anchors(connection, query, objectives)
        survivors = connection.execute(
            query.where(*(not_(_dominated(names, anchor, objectives)) for anchor in anchors))
        ).all()
        if not survivors:
            return []
        points = np.array([row[2:] for row in survivors], dtype=float)
        kept = moocore.is_nondominated(points, maximise=_maximise(objectives), keep_weakly=True)
        keys = [tuple(row[:2]) for row, keep in zip(survivors, kept, strict=True) if keep]
        return list(whole_rows(connection, keys))


def _maximise(objectives: Mapping[str, bool]) -> list[bool]:
    return list(objectives.values())


def _dominated(
    names: Sequence[str], anchor: Sequence[float], objectives: Mapping[str, bool]
) -> ColumnElement[bool]:
    """Return whether a row is nowhere better than the anchor and not its equal."""
    terms = [
        (column_of(name), value, objectives[name])
        for name, value in zip(names, anchor, strict=True)
    ]
    return and_(
        *(column <= value if high else column >= value for column, value, high in terms),
        or_(*(column != value for column, value, _ in terms)),
    )


def _anchors(
    connection: Connection, query: Select[Any], objectives: Mapping[str, bool]
) -> list[list[float]]:
    """Return a few rows, out of an even sample, that together dominate many."""
    last = connection.execute(select(func.max(figures.c.design_id))).scalar() or 0
    spread = range(1, last + 1, max(1, last // _SAMPLE))
    pool: list[Row[Any]] = []
    for part in range(0, len(spread), BATCH):
        some = figures.c.design_id.in_(list(spread[part : part + BATCH]))
        pool += connection.execute(query.where(some)).all()
    if not pool:
        return []
    points = np.unique(np.array([row[2:] for row in pool], dtype=np.float64), axis=0)
    signs = np.where(_maximise(objectives), -1.0, 1.0)
    costs = points * signs
    front = costs[moocore.is_nondominated(costs)][:_SAMPLE]
    # Which front member is at least as good as which sampled row; then greedy cover.
    covers = (front[:, None, :] <= costs[None, :, :]).all(axis=2)
    anchors = []
    for _ in range(min(_ANCHORS, len(front))):
        best_one = int(covers.sum(axis=1).argmax())
        if not covers[best_one].any():
            break
        anchors.append((front[best_one] * signs).tolist())
        covers[:, covers[best_one]] = False
    return anchors
