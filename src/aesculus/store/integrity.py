"""Checksums over what a store holds: one a record, and one sum over all of them.

A record's checksum is the SHA-256 of all its content as the tables hold it: its own columns, its
design, the names, digests and sizes of its artefacts, its log. The sum of all checksums modulo
2^256 and their number tell of records that came or went by themselves; it depends on no order, so
that a write costs one addition (`docs/decisions/0023-store-integrity.md`).

Columns are taken as they are found, so that a migration which changes some needs no change here.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from aesculus.store.schema import artefacts, designs, integrity, logs, records

_BATCH = 500
_MODULUS = 1 << 256
_NOT_CONTENT = {"id", "design_id", "checksum"}
_MOST = 100


def checksums(connection: Connection, ids: Sequence[int]) -> dict[int, str]:
    """Return the checksum that the content of each of some records has now, by its id."""
    found: dict[int, dict[str, Any]] = {}
    for part in range(0, len(ids), _BATCH):
        wanted = ",".join(str(int(each)) for each in ids[part : part + _BATCH])
        found |= _contents(connection, wanted)
    return {each: hashlib.sha256(_text(content)).hexdigest() for each, content in found.items()}


def _contents(connection: Connection, wanted: str) -> dict[int, dict[str, Any]]:
    def rows(query: str) -> Iterator[dict[str, Any]]:
        return (dict(row) for row in connection.exec_driver_sql(query).mappings())

    # The ids are whole numbers out of the database itself.
    own = list(rows(f"SELECT * FROM records WHERE id IN ({wanted})"))  # noqa: S608
    used = ",".join(sorted({str(row["design_id"]) for row in own if _is_id(row["design_id"])}))
    of_id = {row["id"]: row for row in rows(f"SELECT * FROM designs WHERE id IN ({used})")}  # noqa: S608
    found: dict[int, dict[str, Any]] = {}
    for row in own:
        design = of_id.get(row["design_id"], {})
        found[row["id"]] = {
            "record": {name: row[name] for name in row if name not in _NOT_CONTENT},
            "design": {name: design[name] for name in design if name != "id"},
            "artefacts": [],
            "log": None,
        }
    for row in rows(f"SELECT * FROM artefacts WHERE record_id IN ({wanted})"):  # noqa: S608
        line = sorted((name, _plain(value)) for name, value in row.items() if name != "record_id")
        # A damaged index may lead to a row of another record.
        if row["record_id"] in found:
            found[row["record_id"]]["artefacts"].append(line)
    for row in rows(f"SELECT record_id, zlib FROM logs WHERE record_id IN ({wanted})"):  # noqa: S608
        if row["record_id"] in found:
            found[row["record_id"]]["log"] = _plain(row["zlib"])
    for content in found.values():
        content["artefacts"].sort(key=str)
    return found


def _is_id(value: object) -> bool:
    return isinstance(value, int)


def _plain(value: object) -> object:
    """Return what stands for a value in JSON; damage may have made a text into bytes."""
    return {"sha256": hashlib.sha256(value).hexdigest()} if isinstance(value, bytes) else value


def _text(content: dict[str, Any]) -> bytes:
    return json.dumps(content, sort_keys=True, separators=(",", ":"), default=_plain).encode()


def note(connection: Connection, record_id: int, before: str | None) -> None:
    """Write the checksum of a record that was written just now, and count it in.

    Args:
        connection: the write transaction of the record.
        record_id: the record.
        before: the checksum that it had, `None` for a new one.
    """
    now = checksums(connection, [record_id])[record_id]
    connection.execute(update(records).where(records.c.id == record_id).values(checksum=now))
    _add(connection, int(before is None), _number(now) - _number(before or ""))


def state(connection: Connection) -> str:
    """Return a text that is another one once any record is, came or went."""
    kept = connection.execute(select(integrity)).mappings().one_or_none()
    return "none" if kept is None else f"{kept['records']}-{kept['total']}"


def drop(connection: Connection, gone: Sequence[str]) -> None:
    """Count records out that are removed in this transaction, given by their checksums."""
    _add(connection, -len(gone), -sum(map(_number, gone)))


def _number(checksum: object) -> int:
    try:
        return int(str(checksum) or "0", 16)
    except ValueError:
        return 0


def _add(connection: Connection, count: int, change: int) -> None:
    row = connection.execute(select(integrity)).mappings().one()
    total = (_number(row["total"]) + change) % _MODULUS
    connection.execute(
        update(integrity).values(records=row["records"] + count, total=f"{total:064x}")
    )


def seal(connection: Connection) -> None:
    """Make all checksums anew, whatever is there: after a migration."""
    count, total = 0, 0
    for batch in _ids(connection):
        found = checksums(connection, batch)
        connection.execute(
            update(records).where(records.c.id == bindparam("which")),
            [{"which": each, "checksum": checksum} for each, checksum in found.items()],
        )
        count, total = count + len(found), total + sum(map(_number, found.values()))
    connection.execute(delete(integrity))
    values = {"records": count, "total": f"{total % _MODULUS:064x}", "schema": _schema(connection)}
    connection.execute(insert(integrity).values(id=1, **values))


def _ids(connection: Connection) -> Iterator[list[int]]:
    last = -1 << 63
    while True:
        found = connection.exec_driver_sql(
            f"SELECT id FROM records WHERE id > {last} ORDER BY id LIMIT {_BATCH}"  # noqa: S608
        )
        batch = [int(each) for each in found.scalars()]
        if not batch:
            return
        last = batch[-1]
        yield batch


def _schema(connection: Connection, *, former: bool = False) -> str:
    """Return the SHA-256 over the definitions of all tables and indexes.

    Args:
        connection: a transaction.
        former: as the first stores of version 0002 have it, which count what SQLite adds itself.
    """
    own = "" if former else "WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_stat_' "
    rows = connection.exec_driver_sql(
        f"SELECT type, name, tbl_name, sql FROM sqlite_master {own}ORDER BY type, name"  # noqa: S608
    )
    return hashlib.sha256(_text({"schema": [list(row) for row in rows]})).hexdigest()


def broken(connection: Connection, ids: Sequence[int] | None = None) -> dict[int, str]:
    """Return the records whose content is not what their checksum says, by id with their names.

    Args:
        connection: to the store.
        ids: only these, at most some hundred; `None` for all.
    """
    found: dict[int, str] = {}
    for batch in _ids(connection) if ids is None else [list(ids)]:
        now = checksums(connection, batch)
        sums = select(records.c.id, records.c.checksum).where(records.c.id.in_(batch))
        bad = [row.id for row in connection.execute(sums) if now.get(row.id) != row.checksum]
        found |= named(connection, bad)
    return found


def broken_of(connection: Connection, labels: Sequence[str]) -> str:
    """Return the first broken record of some designs, as people know it; empty if all are whole."""
    for part in range(0, len(labels), _BATCH):
        own = select(records.c.id).join(designs, designs.c.id == records.c.design_id)
        some = own.where(designs.c.label.in_(labels[part : part + _BATCH]))
        ids = list(connection.execute(some).scalars())
        for batch in range(0, len(ids), _BATCH):
            if found := broken(connection, ids[batch : batch + _BATCH]):
                return next(iter(found.values()))
    return ""


def named(connection: Connection, ids: Sequence[int]) -> dict[int, str]:
    """Return how people know some records, whatever was done to them: stage, label, device, key."""
    query = select(
        records.c.id, records.c.stage, records.c.key, records.c.device, designs.c.label
    ).select_from(records.outerjoin(designs, records.c.design_id == designs.c.id))
    found: dict[int, str] = {}
    for part in range(0, len(ids), _BATCH):
        for row in connection.execute(query.where(records.c.id.in_(ids[part : part + _BATCH]))):
            what = " ".join(str(each) for each in (row.stage, row.label) if each)
            place = f" on {row.device}" if row.device else ""
            found[row.id] = f"{what}{place}, key {str(row.key)[:12]}"
    return found


def problems(connection: Connection) -> Iterator[str]:
    """Yield what is wrong with the content of the database, a line each; at most some hundred."""
    for line in connection.exec_driver_sql(f"PRAGMA integrity_check({_MOST})").scalars():
        if line != "ok":
            yield f"database: {line}"
    for row in connection.exec_driver_sql("PRAGMA foreign_key_check").all()[:_MOST]:
        yield f"database: row {row[1]} of {row[0]} belongs to no row of {row[2]}"
    kept = connection.execute(select(integrity)).mappings().one_or_none()
    schemas = {_schema(connection), _schema(connection, former=True)}
    if kept is None or kept["schema"] not in schemas:
        yield "database: the definitions of its tables are not those that were made"
    bad = broken(connection)
    for name in list(bad.values())[:_MOST]:
        yield f"record {name}: its content is not what its checksum says"
    if lacks := miscounted(connection):
        yield f"database: {lacks}"


def miscounted(connection: Connection) -> str:
    """Return that other records are there than were written; nothing if they are the same."""
    kept = connection.execute(select(integrity)).mappings().one_or_none()
    total = 0
    count = connection.execute(select(func.count()).select_from(records)).scalar_one()
    for checksum in connection.execute(select(records.c.checksum)).scalars():
        total += _number(checksum)
    if kept is not None and (kept["records"], _number(kept["total"])) == (count, total % _MODULUS):
        return ""
    there = "none" if kept is None else f"{kept['records']}"
    return f"{count} records are there, {there} of this sum were written"


def forget(connection: Connection, ids: Sequence[int]) -> int:
    """Remove records with logs and artefact names, and count them out; return how many."""
    for part in range(0, len(ids), _BATCH):
        some = list(ids[part : part + _BATCH])
        gone = connection.execute(select(records.c.checksum).where(records.c.id.in_(some)))
        drop(connection, list(gone.scalars()))
        for table in (logs, artefacts):
            connection.execute(delete(table).where(table.c.record_id.in_(some)))
        connection.execute(delete(records).where(records.c.id.in_(some)))
    return len(ids)


def without_records() -> Any:
    """Return the condition on a design that no record is of."""
    return ~select(records.c.id).where(records.c.design_id == designs.c.id).exists()
