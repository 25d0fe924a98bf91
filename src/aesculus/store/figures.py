"""The figures table: one row a design and device, made anew when its records change.

The store does not know how figures are made; `metrics` hands in the function. What the store
guarantees is that rows whose records changed are known to be stale.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    RowMapping,
    Select,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    type_coerce,
    update,
)

from aesculus.records import Status
from aesculus.store import integrity
from aesculus.store.database import Database
from aesculus.store.errors import DamagedRecordError, DamagedRowError, StoreError
from aesculus.store.jobs import canonical_json
from aesculus.store.names import check_row
from aesculus.store.queries import COLUMNS
from aesculus.store.records import StageRecord, load, record_query
from aesculus.store.schema import designs, figure_rows, figures, records
from aesculus.store.values import MOST

Build = Callable[[str, Sequence[StageRecord]], Mapping[str, Any]]
"""From a device name and the records of one design to its row of figures there."""

_BATCH = 256
_FLAGS = {"status", "verified", "netlist_verified"}
_BITS = ("stale", "verified", "netlist_verified")

# Spelt as in the partial index, or SQLite does not see that the index covers it.
_STALE = text("figures.stale = 1")


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
    values = {name: row.get(name) for name in COLUMNS | _FLAGS}
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
        for name in sorted(COLUMNS):
            if isinstance(row.get(name), int) and abs(row[name]) > MOST:
                raise OverflowError(f"{name} has more than 64 bits")
    except DamagedRecordError as error:
        raise DamagedRowError(str(error)) from error
    except (ValueError, TypeError, LookupError, ArithmeticError) as error:
        what = str(error).splitlines()[0] if str(error) else ""
        raise DamagedRowError(
            f"figures of design {design_id} on {device or 'no device'} cannot be made of their "
            f"records ({type(error).__name__}: {what[:200]!a})"
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
            # Another process may have recorded a result just now: its row is then made anew.
            some = query.where(
                designs.c.label.in_(labels[part : part + _BATCH]), figures.c.stale.is_not(True)
            )
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
    differ = sorted(name for name in COLUMNS | _FLAGS if kept[name] != row.get(name))
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
