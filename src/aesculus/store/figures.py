"""The figures table: one row a design and device, ready for frontier and pick queries.

The store does not know how figures are made; `metrics` hands in the function. What the store
guarantees is that rows whose records changed are known to be stale.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import moocore  # type: ignore[import-untyped]
import numpy as np
from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Row,
    RowMapping,
    Select,
    and_,
    delete,
    func,
    insert,
    not_,
    or_,
    select,
    text,
    type_coerce,
    update,
)

from aesculus.catalogue import FIGURES
from aesculus.records import Status
from aesculus.store import integrity
from aesculus.store.database import Database
from aesculus.store.errors import StoreError
from aesculus.store.jobs import canonical_json
from aesculus.store.names import check_row
from aesculus.store.records import StageRecord, load, record_query
from aesculus.store.schema import designs, figure_rows, figures, records
from aesculus.store.values import MOST

Build = Callable[[str, Sequence[StageRecord]], Mapping[str, Any]]
"""From a device name and the records of one design to its row of figures there."""

Bounds = Mapping[str, tuple[float | None, float | None]]
"""Figure to smallest and largest value allowed, `None` for no limit."""

Matching = Mapping[str, Sequence[Any]]
"""Path in the row as `metrics` made it, such as `design.key_bits`, to the values allowed there."""

_BATCH = 256
_ANCHORS = 24
_SAMPLE = 3000
_FLAGS = {"status", "verified", "netlist_verified"}
_BITS = ("stale", "verified", "netlist_verified")
NUMBERS = frozenset(FIGURES)
"""The figures that can be bounded, sorted by and optimised."""

_COLUMNS = frozenset(name for name in FIGURES if FIGURES[name].indexed)

# Spelt as in the partial index, or SQLite does not see that the index covers it.
_STALE = text("figures.stale = 1")


def _column(name: str) -> ColumnElement[Any]:
    if name not in NUMBERS:
        raise ValueError(f"unknown figure {name!r}: legal are {', '.join(sorted(NUMBERS))}")
    if name in _COLUMNS:
        return figures.c[name]
    whole = select(func.json_extract(figure_rows.c.json, f"$.{name}")).where(
        figure_rows.c.device == figures.c.device,
        figure_rows.c.design_id == figures.c.design_id,
    )
    return whole.correlate(figures).scalar_subquery()


def refresh(database: Database, build: Build, builder: Callable[[str], str]) -> int:
    """Make the rows anew whose records or builder changed; return how many.

    Args:
        database: the store's database.
        build: makes a row; those of its keys that are figures become searchable.
        builder: device name to a text that changes when the rows of that device must be made anew
            although their records are the same (new rules, new device data).
    """
    _outdate(database, builder)
    done = 0
    while True:
        with database.read() as connection:
            if not _is_any_stale(connection):
                return done
        with database.write() as connection:
            batch = connection.execute(
                select(figures.c.design_id, figures.c.device).where(_STALE).limit(_BATCH)
            ).all()
            for design_id, device in batch:
                _refresh_one(connection, design_id, device, build, builder(device))
        done += len(batch)


def is_stale(database: Database, builder: Callable[[str], str]) -> bool:
    """Return whether `refresh` would make rows anew."""
    with database.read() as connection:
        return _is_any_stale(connection) or bool(_outdated(connection, builder))


def _is_any_stale(connection: Connection) -> bool:
    return connection.execute(select(figures.c.device).where(_STALE).limit(1)).first() is not None


def _outdate(database: Database, builder: Callable[[str], str]) -> None:
    with database.read() as connection:
        outdated = _outdated(connection, builder)
    if outdated:
        with database.write() as connection:
            connection.execute(update(figures).where(or_(*outdated)).values(stale=True))


def _outdated(connection: Connection, builder: Callable[[str], str]) -> list[ColumnElement[bool]]:
    """Return what rows of other rules have in common, a condition a device."""
    outdated = []
    for device in _devices(connection):
        other = and_(figures.c.device == device, figures.c.builder != builder(device))
        # Two ranges of the index instead of a scan for `!=`.
        probe = select(figures.c.device).where(
            figures.c.device == device,
            or_(figures.c.builder < builder(device), figures.c.builder > builder(device)),
        )
        if connection.execute(probe.limit(1)).first() is not None:
            outdated.append(other)
    return outdated


def _devices(connection: Connection) -> Iterator[str]:
    """Yield the devices in order, by jumps through an index."""
    device = connection.execute(select(func.min(figures.c.device))).scalar()
    while device is not None:
        yield device
        device = connection.execute(
            select(func.min(figures.c.device)).where(figures.c.device > device)
        ).scalar()


def _refresh_one(
    connection: Connection, design_id: int, device: str, build: Build, builder: str
) -> None:
    try:
        row = _built(connection, design_id, device, build)
    except StoreError as error:
        # One design whose records are damaged must not keep the others from being seen.
        row = _unmade(connection, design_id, device, str(error))
    values = {name: row.get(name) for name in _COLUMNS | _FLAGS}
    connection.execute(
        update(figures)
        .where(figures.c.design_id == design_id, figures.c.device == device)
        .values(**values, stale=False, builder=builder)
    )
    line = {"device": device, "design_id": design_id, "json": canonical_json(row)}
    connection.execute(insert(figure_rows).prefix_with("OR REPLACE").values(line))


def _built(connection: Connection, design_id: int, device: str, build: Build) -> Mapping[str, Any]:
    query = record_query().where(
        records.c.design_id == design_id, records.c.device.in_({"", device})
    )
    try:
        row = build(device, list(load(connection, query.order_by(records.c.id))))
        canonical_json(row)
        for name in sorted(_COLUMNS):
            if isinstance(row.get(name), int) and abs(row[name]) > MOST:
                raise OverflowError(f"{name} has more than 64 bits")
    except (ValueError, TypeError, LookupError, ArithmeticError) as error:
        what = str(error).splitlines()[0] if str(error) else ""
        raise StoreError(
            f"figures of design {design_id} on {device or 'no device'} cannot be made of their "
            f"records ({type(error).__name__}: {what[:200]!a}): `aesculus store check` names the "
            "damage"
        ) from error
    return row


def _unmade(connection: Connection, design_id: int, device: str, reason: str) -> Mapping[str, Any]:
    """Return the row of a design whose records give none: a failure, with the reason.

    Raises:
        StoreError: it has not even a label that can be shown.
    """
    found = connection.execute(select(designs).where(designs.c.id == design_id)).first()
    label = None if found is None else found.label
    check_row(label, device)
    try:
        design = json.loads(found.json) if found is not None else {}
    except (ValueError, TypeError, RecursionError):
        design = {}
    fields = design if isinstance(design, dict) else {}
    return {
        "label": label,
        "design": fields,
        "device": device,
        "status": Status.FAILED.value,
        "verified": False,
        "netlist_verified": False,
        "reason": reason,
    }


def problems(database: Database, build: Build, builder: Callable[[str], str]) -> Iterator[str]:
    """Yield where kept rows are not what their records say, a line each.

    Rows that are known to be stale, or are of other rules, are made anew before anybody sees them:
    of these it is said only whether they can be made.

    Args:
        database: the store's database.
        build: as for `refresh`.
        builder: as for `refresh`.
    """
    with database.read() as connection:
        wanted = _pairs(connection, select(records.c.design_id, records.c.device).distinct())
        there = _pairs(connection, select(figures.c.design_id, figures.c.device))
        for design_id, device in sorted(wanted ^ there, key=str):
            what = "is missing" if (design_id, device) in wanted else "has no record"
            yield f"{_named(connection, design_id, device)}: the row {what}"
        plain = [type_coerce(figures.c[name], Integer).label(f"plain_{name}") for name in _BITS]
        query = select(figures, *plain).order_by(figures.c.device, figures.c.design_id)
        for kept in connection.execute(query).mappings():
            key = kept["design_id"], kept["device"]
            if key not in wanted:
                continue
            odd = [name for name in _BITS if kept[f"plain_{name}"] not in {0, 1, None}]
            if odd:
                # A condition finds neither value, and Python takes it for true.
                differ = f"neither true nor false: {', '.join(odd)}"
            elif kept["stale"] or kept["builder"] != builder(kept["device"]):
                # Nobody sees the row before it is made anew; whether it can be made is asked here.
                differ = _unmakeable(connection, *key, build)
            else:
                differ = _differing(connection, kept, build)
            if differ:
                yield f"{_named(connection, *key)}: {differ}"


def wrong(database: Database, build: Build, labels: Sequence[str]) -> str:
    """Return what is wrong with the kept rows of some designs, the first thing alone, else "".

    Args:
        database: the store's database, whose rows are up to date.
        build: as for `refresh`.
        labels: of the designs.
    """
    with database.read() as connection:
        for part in range(0, len(labels), _BATCH):
            query = select(figures).join(designs, designs.c.id == figures.c.design_id)
            some = query.where(designs.c.label.in_(labels[part : part + _BATCH]))
            for kept in connection.execute(some).mappings():
                if differ := _differing(connection, kept, build):
                    return f"{_named(connection, kept['design_id'], kept['device'])}: {differ}"
    return ""


def _named(connection: Connection, design_id: int, device: str) -> str:
    label = connection.execute(select(designs.c.label).where(designs.c.id == design_id)).scalar()
    return f"figures of {label or f'design {design_id}'} on {device or 'no device'}"


def _pairs(connection: Connection, query: Select[Any]) -> set[tuple[int, str]]:
    return {(row[0], row[1]) for row in connection.execute(query)}


def _unmakeable(connection: Connection, design_id: int, device: str, build: Build) -> str:
    try:
        _built(connection, design_id, device, build)
    except StoreError:
        return "they cannot be made of their records"
    return ""


def _differing(connection: Connection, kept: RowMapping, build: Build) -> str:
    design_id, device = kept["design_id"], kept["device"]
    try:
        row = _built(connection, design_id, device, build)
    except StoreError:
        return "they cannot be made of their records"
    differ = sorted(name for name in _COLUMNS | _FLAGS if kept[name] != row.get(name))
    text = connection.execute(
        select(figure_rows.c.json).where(
            figure_rows.c.device == device, figure_rows.c.design_id == design_id
        )
    ).scalar()
    if not differ and text == canonical_json(row):
        return ""
    return f"not as the records say: {', '.join(differ or ['the whole row'])}"


def doubt(connection: Connection) -> None:
    """Have all rows made anew before anybody sees them."""
    connection.execute(update(figures).values(stale=True))


def forget(connection: Connection, ids: Sequence[int]) -> int:
    """Remove records; rows of figures that lose some are stale, those that lose all are removed.

    Returns:
        How many records were removed.
    """
    query = select(records.c.design_id, records.c.device).distinct()
    touched: set[tuple[int, str]] = set()
    for part in range(0, len(ids), _BATCH):
        touched |= _pairs(connection, query.where(records.c.id.in_(ids[part : part + _BATCH])))
    done = integrity.forget(connection, ids)
    for design_id, device in touched:
        of_design = figures.c.design_id == design_id
        connection.execute(update(figures).where(of_design).values(stale=True))
        left = select(records.c.id).where(
            records.c.design_id == design_id, records.c.device == device
        )
        if connection.execute(left.limit(1)).first() is None:
            for table in (figures, figure_rows):
                row = (table.c.design_id == design_id, table.c.device == device)
                connection.execute(delete(table).where(*row))
    unused = integrity.without_records()
    connection.execute(delete(designs).where(unused))
    return done


def _matched(query: Select[Any], matching: Matching) -> Select[Any]:
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
        func.json_extract(figure_rows.c.json, f"$.{path}").in_(list(values))
        for path, values in matching.items()
    ]


def _where(
    device: str | None, verified: bool | None, netlist_verified: bool | None, bounds: Bounds
) -> list[ColumnElement[bool]]:
    made: list[ColumnElement[bool]] = [
        figures.c.device != "" if device is None else figures.c.device == device
    ]
    if verified is not None:
        made.append(figures.c.verified == verified)
    if netlist_verified is not None:
        made.append(figures.c.netlist_verified == netlist_verified)
    for name, (low, high) in bounds.items():
        if low is not None:
            made.append(_column(name) >= low)
        if high is not None:
            made.append(_column(name) <= high)
    return made


def select_rows(
    database: Database,
    *,
    device: str | None = None,
    labels: Sequence[str] | None = None,
    verified: bool | None = None,
    netlist_verified: bool | None = None,
    bounds: Bounds | None = None,
    matching: Matching | None = None,
    order_by: str | None = None,
    descending: bool = False,
    limit: int | None = None,
) -> list[dict[str, Any]]:
    """Return rows as `metrics` made them.

    Args:
        database: the store's database.
        device: only this device; an empty text gives designs without regard to a device.
        labels: only these canonical labels.
        verified: only rows whose RTL is (not) verified.
        netlist_verified: only rows whose netlist is (not) verified.
        bounds: limits of figures; a row without such a figure is left out.
        matching: values that other fields of the row have to have.
        order_by: figure to sort by, rows without it left out; by device and label otherwise.
        descending: largest first.
        limit: at most so many.
    """
    query: Select[Any] = select(figures.c.device, figures.c.design_id)
    query = query.where(*_where(device, verified, netlist_verified, bounds or {}))
    # The whole row is read for what is matched: with a limit, only as far down as it takes.
    stepwise = bool(matching) and order_by is not None and limit is not None
    if not stepwise:
        query = _matched(query, matching or {})
    if labels is not None or order_by is None:
        query = query.join(designs, designs.c.id == figures.c.design_id)
    if labels is not None:
        query = query.where(designs.c.label.in_(labels))
    if order_by is None:
        query = query.order_by(figures.c.device, designs.c.label)
    else:
        column = _column(order_by)
        query = query.where(column.is_not(None))
        query = query.order_by(column.desc() if descending else column, figures.c.design_id)
    with database.read() as connection:
        if stepwise:
            keys = _first_matching(connection, query, matching or {}, limit or 0)
        else:
            keys = [tuple(key) for key in connection.execute(query.limit(limit))]
        return list(_rows(connection, keys))


def _first_matching(
    connection: Connection, query: Select[Any], matching: Matching, limit: int
) -> list[tuple[Any, ...]]:
    """Return the first keys of a sorted query whose rows match, looking further bit by bit."""
    found: list[tuple[Any, ...]] = []
    place, size = 0, max(_BATCH, 4 * limit)
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
        for part in range(0, len(own), _BATCH):
            query = select(figure_rows.c.device, figure_rows.c.design_id).where(
                figure_rows.c.device == device,
                figure_rows.c.design_id.in_(own[part : part + _BATCH]),
                *_match_terms(matching),
            )
            yield from (tuple(row) for row in connection.execute(query))


def nondominated(
    database: Database,
    objectives: Mapping[str, bool],
    *,
    device: str | None = None,
    verified: bool | None = True,
    netlist_verified: bool | None = None,
    bounds: Bounds | None = None,
    matching: Matching | None = None,
) -> list[dict[str, Any]]:
    """Return the Pareto-optimal rows, ties included, without loading the others.

    A few strong rows are found in a sample; one pass over the figures drops every row that one of
    them dominates, and only the rest is compared row with row.

    Args:
        database: the store's database.
        objectives: figure to whether it is maximised; rows without one of them are left out.
        device: only this device.
        verified: only rows whose RTL is (not) verified.
        netlist_verified: only rows whose netlist is (not) verified.
        bounds: limits of figures.
        matching: values that other fields of the row have to have.
    """
    where = _where(device, verified, netlist_verified, bounds or {})
    where += [_column(name).is_not(None) for name in objectives]
    names = list(objectives)
    query: Select[Any] = select(figures.c.device, figures.c.design_id, *map(_column, names))
    query = _matched(query.where(*where), matching or {})
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
        return list(_rows(connection, keys))


def _maximise(objectives: Mapping[str, bool]) -> list[bool]:
    return list(objectives.values())


def _dominated(
    names: Sequence[str], anchor: Sequence[float], objectives: Mapping[str, bool]
) -> ColumnElement[bool]:
    """Return whether a row is nowhere better than the anchor and not its equal."""
    terms = [
        (_column(name), value, objectives[name]) for name, value in zip(names, anchor, strict=True)
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
    for part in range(0, len(spread), _BATCH):
        some = figures.c.design_id.in_(list(spread[part : part + _BATCH]))
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


def _rows(connection: Connection, keys: Sequence[tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    """Yield the whole rows of some (device, design) in the order of the keys."""
    for part in range(0, len(keys), _BATCH):
        wanted = keys[part : part + _BATCH]
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
        raise StoreError(f"a row of figures is damaged ({type(error).__name__})") from error
    check_row(label, device)
    return row
