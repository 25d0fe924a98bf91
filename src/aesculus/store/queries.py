"""Queries over the table of figures: bounds, values that fields have to have, order.

Figures that are asked for often have a column, the others are read out of the whole row.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypedDict, Unpack

from sqlalchemy import ColumnElement, Connection, Select, func, or_, select

from aesculus.catalogue import FIGURES
from aesculus.store.database import Database
from aesculus.store.names import check_row, damaged_row
from aesculus.store.schema import designs, figure_rows, figures

Bounds = Mapping[str, tuple[float | None, float | None]]
"""Figure to smallest and largest value allowed, `None` for no limit."""

Matching = Mapping[str, Sequence[Any]]
"""Path in the row as `metrics` made it, such as `design.key_bits`, to the values allowed there."""

BATCH = 256
"""Rows that one query names."""


class Where(TypedDict, total=False):
    """What rows have to be; what is left out is not asked.

    Attributes:
        device: only this device; an empty text gives designs without regard to a device.
        verified: only rows whose RTL is (not) verified.
        netlist_verified: only rows whose netlist is (not) verified.
        bounds: limits of figures; a row without such a figure is left out.
        matching: values that other fields of the row have to have.
        not_status: statuses that a row must not have.
    """

    device: str | None
    verified: bool | None
    netlist_verified: bool | None
    bounds: Bounds | None
    matching: Matching | None
    not_status: Sequence[str]


NUMBERS = frozenset(FIGURES)
"""The figures that can be bounded, sorted by and optimised."""

COLUMNS = frozenset(name for name in FIGURES if FIGURES[name].indexed)
"""Those with a column of their own."""


def column_of(name: str) -> ColumnElement[Any]:
    """Return what a query of the figures table reads for a figure.

    Raises:
        ValueError: there is no such figure.
    """
    if name not in NUMBERS:
        raise ValueError(f"unknown figure {name!r}: legal are {', '.join(sorted(NUMBERS))}")
    if name in COLUMNS:
        return figures.c[name]
    whole = select(func.json_extract(figure_rows.c.json, f"$.{name}")).where(
        figure_rows.c.device == figures.c.device,
        figure_rows.c.design_id == figures.c.design_id,
    )
    return whole.correlate(figures).scalar_subquery()


def that_match(query: Select[Any], matching: Matching) -> Select[Any]:
    """Return a query over the figures, less the rows that do not match."""
    if not matching:
        return query
    # Not a join, which SQLite may begin with this table: the whole row is read last, of what the
    # figures have left over.
    whole = select(figure_rows.c.design_id).where(
        figure_rows.c.device == figures.c.device,
        figure_rows.c.design_id == figures.c.design_id,
        *_match_terms(matching),
    )
    return query.where(whole.exists())


def _match_terms(matching: Matching) -> list[ColumnElement[bool]]:
    return [
        _is_one_of(func.json_extract(figure_rows.c.json, f"$.{path}"), values)
        for path, values in matching.items()
    ]


_MOST_BOUND = 1000
"""Values that a query binds one by one."""


def _is_one_of(field: ColumnElement[Any], values: Sequence[Any]) -> ColumnElement[bool]:
    known = [value for value in values if value is not None]
    if len(known) > _MOST_BOUND:
        # As one text, since a query has room for so many values alone.
        listed = func.json_each(json.dumps(known)).table_valued("value")
        there = field.in_(select(listed.c.value))
    else:
        there = field.in_(known)
    return or_(there, field.is_(None)) if None in values else there


def conditions(**where: Unpack[Where]) -> list[ColumnElement[bool]]:
    """Return what the columns of rows have to be; what the whole row has to match is not in it."""
    device = where.get("device")
    made: list[ColumnElement[bool]] = [
        figures.c.device != "" if device is None else figures.c.device == device
    ]
    if (verified := where.get("verified")) is not None:
        made.append(figures.c.verified == verified)
    if (netlist_verified := where.get("netlist_verified")) is not None:
        made.append(figures.c.netlist_verified == netlist_verified)
    for name, (low, high) in (where.get("bounds") or {}).items():
        if low is not None:
            made.append(column_of(name) >= low)
        if high is not None:
            made.append(column_of(name) <= high)
    if not_status := where.get("not_status"):
        status = figures.c.status
        made.append(or_(status.is_(None), status.not_in(list(not_status))))
    return made


def select_rows(
    database: Database,
    *,
    labels: Sequence[str] | None = None,
    order_by: str | None = None,
    descending: bool = False,
    limit: int | None = None,
    **where: Unpack[Where],
) -> list[dict[str, Any]]:
    """Return rows as `metrics` made them.

    Args:
        database: the store's database.
        labels: only these canonical labels.
        order_by: figure to sort by, rows without it left out; by device and label otherwise.
        descending: largest first.
        limit: at most so many.
        where: what rows have to be.
    """
    matching = where.get("matching") or {}
    query: Select[Any] = select(figures.c.device, figures.c.design_id)
    query = query.where(*conditions(**where))
    # The whole row is read for what is matched: with a limit, only as far down as it takes.
    stepwise = bool(matching) and order_by is not None and limit is not None
    if not stepwise:
        query = that_match(query, matching)
    if labels is not None or order_by is None:
        query = query.join(designs, designs.c.id == figures.c.design_id)
    if labels is not None:
        query = query.where(designs.c.label.in_(labels))
    if order_by is None:
        query = query.order_by(figures.c.device, designs.c.label)
    else:
        column = column_of(order_by)
        query = query.where(column.is_not(None))
        query = query.order_by(column.desc() if descending else column, figures.c.design_id)
    with database.read() as connection:
        if stepwise:
            keys = _first_matching(connection, query, matching, limit or 0)
        else:
            keys = [tuple(key) for key in connection.execute(query.limit(limit))]
        return list(whole_rows(connection, keys))


def _first_matching(
    connection: Connection, query: Select[Any], matching: Matching, limit: int
) -> list[tuple[Any, ...]]:
    """Return the first keys of a sorted query whose rows match, looking further bit by bit."""
    found: list[tuple[Any, ...]] = []
    place, size = 0, max(BATCH, 4 * limit)
    while len(found) < limit:
        keys = [tuple(key) for key in connection.execute(query.limit(size).offset(place))]
        if not keys:
            break
        legal = set(_keys_that_match(connection, keys, matching))
        found += [key for key in keys if key in legal]
        place, size = place + len(keys), 4 * size
    return found[:limit]


def _keys_that_match(
    connection: Connection, keys: Sequence[tuple[Any, ...]], matching: Matching
) -> Iterator[tuple[Any, ...]]:
    for device in {key[0] for key in keys}:
        own = [key[1] for key in keys if key[0] == device]
        for part in range(0, len(own), BATCH):
            query = select(figure_rows.c.device, figure_rows.c.design_id).where(
                figure_rows.c.device == device,
                figure_rows.c.design_id.in_(own[part : part + BATCH]),
                *_match_terms(matching),
            )
            yield from (tuple(row) for row in connection.execute(query))


def whole_rows(connection: Connection, keys: Sequence[tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    """Yield the whole rows of some (device, design) in the order of the keys."""
    for part in range(0, len(keys), BATCH):
        wanted = keys[part : part + BATCH]
        found: dict[tuple[str, int], str] = {}
        # Device by device, since SQLite finds pairs in a list only by reading the whole table.
        for device in {key[0] for key in wanted}:
            query = select(figure_rows.c.design_id, figure_rows.c.json).where(
                figure_rows.c.device == device,
                figure_rows.c.design_id.in_([key[1] for key in wanted if key[0] == device]),
            )
            found |= {(device, row.design_id): row.json for row in connection.execute(query)}
        yield from (_row(found[key]) for key in wanted if key in found)


def _row(text: str) -> dict[str, Any]:
    """Read a row.

    Raises:
        StoreError: it is damaged, or of a label or device that is none.
    """
    try:
        row: dict[str, Any] = json.loads(text)
        label, device = row["label"], row["device"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise damaged_row(type(error).__name__) from error
    check_row(label, device)
    return row
