"""Whether the tables of a database are those of a store, before anything is asked of them.

A file may hold a view where a table is looked for, and the query behind it need not end; triggers,
generated columns and constraints run code of whoever made the file as well. So the definitions are
compared first, as SQLite itself has read them: its catalogue is text, which may say otherwise.
"""

import re
from collections.abc import Iterator

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import sqlite

from aesculus.store.schema import metadata

VERSION = "alembic_version"
"""The table that says which version a store is of."""

_DIALECT = sqlite.dialect()
_STATISTICS = re.compile(r"sqlite_stat[1-4]")
_OWN_INDEX = re.compile(r"sqlite_autoindex_\w+")
_CODE = re.compile(r"\b(?:CHECK|GENERATED|AS|COLLATE|VIRTUAL)\b", re.IGNORECASE)
_KINDS = {"table", "index"}


def tables(connection: Connection) -> dict[str, str]:
    """Return the name of everything that can be asked like a table, to what it is."""
    found = connection.exec_driver_sql("PRAGMA main.table_list").mappings()
    return {
        row["name"]: row["type"] for row in found if not row["name"].startswith("sqlite_schema")
    }


def problem(connection: Connection, *, whole: bool) -> str:
    """Return what is not as in a store, empty if nothing.

    Args:
        connection: a transaction in which nothing was asked yet.
        whole: no table and no column may be missing; those of former versions have fewer.
    """
    return next(_problems(connection, whole=whole), "")


def _problems(connection: Connection, *, whole: bool) -> Iterator[str]:
    query = "SELECT type, name, sql FROM main.sqlite_master"
    for kind, name, sql in connection.exec_driver_sql(query).all():
        if kind not in _KINDS or not isinstance(name, str):
            yield f"there is a {str(kind)[:20]!a} {str(name)[:40]!a}"
        elif sql is not None and (not isinstance(sql, str) or _CODE.search(sql)):
            yield f"the definition of {name[:40]!a} has code in it"
        elif kind == "index" and name not in _indexes() and not _OWN_INDEX.fullmatch(name):
            yield f"there is an index {name[:40]!a}"
    found = tables(connection)
    for name, kind in found.items():
        if _STATISTICS.fullmatch(name) or name == VERSION:
            continue
        if name not in metadata.tables:
            yield f"there is a {kind[:20]} {name[:40]!a}"
        elif kind != "table":
            yield f"{name} is a {kind[:20]}, no table"
        else:
            yield from _columns(connection, metadata.tables[name], whole=whole)
    for name in metadata.tables:
        if whole and name not in found:
            yield f"the table {name} is missing"


def _columns(connection: Connection, table: Table, *, whole: bool) -> Iterator[str]:
    known = {
        column.name: (column.type.compile(_DIALECT), not column.nullable, column.primary_key)
        for column in table.columns
    }
    rows = connection.exec_driver_sql(f'PRAGMA main.table_xinfo("{table.name}")').mappings().all()
    for row in rows:
        made = (row["type"], bool(row["notnull"]), bool(row["pk"]))
        if row["hidden"] or known.get(row["name"]) != made:
            yield f"column {str(row['name'])[:40]!a} of {table.name} is another"
    if whole and len(rows) != len(known):
        yield f"{table.name} has {len(rows)} columns of {len(known)}"


def _indexes() -> set[str]:
    return {str(index.name) for table in metadata.tables.values() for index in table.indexes}
