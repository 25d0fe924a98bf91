"""Opening the SQLite file: checks, pragmas, migrations, transactions."""

import errno
import os
import re
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from aesculus.inputs import InputFileError, read_bytes
from aesculus.store import integrity, layout
from aesculus.store.cache import ArtefactCache
from aesculus.store.errors import StoreError, damaged, no_store, translated
from aesculus.store.schema import HEAD

BUSY_S = 60.0
"""How long a writer waits for another one before it gives up, in seconds."""

_STEPS_TO_A_SIGNAL = 200_000
_QUICK_CHECK_BYTES = 32 << 20
_MOST_JOURNAL = 1 << 30
_BIRTH_S = 2.0
_NEW = ".new"
_BARE = 1
"""The `user_version` of a store that was made without artefacts; 0 of any other."""
_MAGIC = b"SQLite format 3\0"
# At the end of a rollback journal: a name stands in front of it, of a file that SQLite removes when
# it has rolled back. Only transactions over several databases have one, and a store has none.
_NAMES_A_FILE = bytes.fromhex("d9d505f920a163d7")
_LOST = (
    "but the cache beside it is full: put a copy of the store back, or remove the empty file to "
    "begin a new one"
)
_NOT_THOSE = (
    "is no store: the definitions of its tables are not those of one; it was left untouched"
)
# Alembic keeps what it works on in variables of its module, one for all threads.
_migrating = threading.Lock()
_MIGRATIONS = Path(__file__).resolve().parent / "migrations"


class Database:
    """One SQLite file and the ways to read and write it.

    Writers take the write lock at the start of their transaction (`BEGIN IMMEDIATE`), so that two
    of them queue up instead of failing half-way. WAL lets readers go on meanwhile, and
    `synchronous=FULL` makes a commit durable when it returns: a result costs minutes of routing, a
    commit a few milliseconds.
    """

    def __init__(self, path: Path, *, writable: bool = True):
        self.path = path
        self.writable = writable
        with translated(path):
            is_new = not path.exists()
        self._check_header()
        if not writable and not path.is_file():
            raise StoreError(f"store {path} does not exist: nothing to read")
        self.engine = self._engine(path)
        with translated(path):
            if is_new:
                self._begin()
            elif self._version() is None:
                self._check_bare()
            self._prepare()

    def close(self) -> None:
        """Close all connections; the database can be used no more."""
        self.engine.dispose()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Yield a connection in a read transaction: one consistent view.

        Raises:
            StoreError: the database failed.
        """
        with translated(self.path), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self, *, durable: bool = True) -> Iterator[Connection]:
        """Yield a connection in a write transaction, committed when the block ends well.

        Args:
            durable: wait for the disk; without it the death of the machine, not of the process,
                may undo the last such transactions, and no other ones.

        Raises:
            StoreError: the database failed; the transaction left no trace.
        """
        if not self.writable:
            raise StoreError(f"store {self.path} was opened for reading only; nothing was changed")
        with self._writing(self.engine, durable=durable) as connection:
            yield connection

    @contextmanager
    def _writing(self, engine: Engine, *, durable: bool = True) -> Iterator[Connection]:
        with translated(self.path), engine.connect() as opened:
            connection = opened.execution_options(
                aesculus_begin="BEGIN IMMEDIATE", aesculus_durable=durable
            )
            with connection.begin():
                yield connection

    @contextmanager
    def kept_open(self) -> Iterator[None]:
        """Keep a connection open, so that the end of a transaction need not tidy up the file.

        The last connection that closes copies everything from the log of SQLite into the database,
        which takes longer than a transaction.

        Raises:
            StoreError: the database cannot be read.
        """
        with translated(self.path), self.engine.connect() as connection:
            connection.exec_driver_sql("SELECT count(*) FROM sqlite_master")
            connection.rollback()
            yield

    def state(self) -> object:
        """Return what is another value once somebody has written the file, or its log.

        Raises:
            StoreError: the file cannot be looked at.
        """
        with translated(self.path):
            place = self.path.resolve()
            files = (place, place.with_name(f"{place.name}-wal"))
            found = []
            for each in files:
                # The log may go at any moment.
                with suppress(FileNotFoundError):
                    found.append(each.stat())
            return [(each.st_ino, each.st_size, each.st_mtime_ns) for each in found]

    @contextmanager
    def copied(self) -> Iterator["Database"]:
        """Yield a copy that can be written, and is gone behind the block.

        Raises:
            StoreError: the database cannot be read, or the copy not be written.
        """
        with tempfile.TemporaryDirectory(prefix="aesculus-store-") as folder:
            target = Path(folder) / self.path.name
            with (
                translated(target),
                closing(self._connect(self.path)) as source,
                closing(sqlite3.connect(target)) as copy,
            ):
                source.backup(copy)
            found = Database(target)
            try:
                yield found
            finally:
                found.close()

    @property
    def bare(self) -> bool:
        """Whether artefacts were left out when this store was made."""
        with self.read() as connection:
            return connection.exec_driver_sql("PRAGMA user_version").scalar() == _BARE

    def mark_bare(self) -> None:
        """Note for good that artefacts were left out."""
        with self.write() as connection:
            connection.exec_driver_sql(f"PRAGMA user_version = {_BARE}")

    def check(self) -> None:
        """Read every page.

        Raises:
            StoreError: something is damaged.
        """
        with self.read() as connection:
            self._quick_check(connection)

    def problems(self) -> list[str]:
        """Return what is wrong with pages, indexes, references and checksums, a line each."""
        try:
            with self.read() as connection:
                return list(integrity.problems(connection))
        except (StoreError, ValueError, TypeError, LookupError, ArithmeticError) as error:
            return [f"database: cannot be read: {error}"]

    def _check_header(self) -> None:
        with translated(self.path):
            if not self.path.is_file() or self.path.stat().st_size == 0:
                if self.path.exists() and not self.path.is_file():
                    raise no_store(self.path, "it is no plain file")
                self._check_empty()
                return
            with self.path.open("rb") as stream:
                magic = stream.read(len(_MAGIC))
        if magic != _MAGIC:
            raise no_store(self.path, "it is no database")
        self._check_journal()

    def _check_journal(self) -> None:
        """Refuse a journal that would have SQLite remove another file, whoever put it there."""
        path = self.path.resolve()
        journal = path.with_name(path.name + "-journal")
        try:
            end = read_bytes(journal, _MOST_JOURNAL)[-len(_NAMES_A_FILE) :]
        except InputFileError as error:
            if not os.path.lexists(journal):
                return
            raise StoreError(
                f"{journal}: {error}; the store beside it was left untouched"
            ) from None
        if end == _NAMES_A_FILE:
            raise StoreError(
                f"{journal} names another file, which would be removed with it, and no journal of "
                "a store does; both were left untouched: somebody else made it, so remove it"
            )

    def _check_empty(self) -> None:
        """Refuse a file of no bytes beside a full cache: a store that lost its content."""
        if self.path.exists() and not self._is_being_born(lambda: bool(self.path.stat().st_size)):
            raise StoreError(f"store {self.path} has no bytes, {_LOST}")

    def _check_bare(self) -> None:
        """Refuse a database without tables beside a full cache, as a file of no bytes."""

        def is_filled() -> bool:
            with self.engine.connect() as connection:
                return bool(connection.exec_driver_sql("SELECT 1 FROM sqlite_master").first())

        if not self._is_being_born(is_filled):
            if is_filled():
                raise StoreError(
                    f"store {self.path} does not say of which version it is: put a copy of the "
                    "store back"
                )
            raise StoreError(f"store {self.path} has no tables, {_LOST}")

    def _is_being_born(self, is_filled: Callable[[], bool]) -> bool:
        """Return whether a store may be begun in the file, or another process has just done so."""
        if not ArtefactCache(self.path.parent / "cache").is_filled():
            return True
        # Another process may just be making a further store here.
        until = time.monotonic() + _BIRTH_S
        while time.time() - self.path.stat().st_mtime < 2 * _BIRTH_S and time.monotonic() < until:
            time.sleep(0.05)
            if is_filled():
                return True
        return False

    def _connect(self, path: Path) -> sqlite3.Connection:
        base = path.resolve().as_uri()
        if self.writable:
            return self._raw(f"{base}?mode=rwc")
        raw = self._raw(f"{base}?mode=ro")
        try:
            raw.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            raw.close()
            # A WAL database in a folder that cannot be written has no place for its shared
            # memory; nobody can be writing it there, so it may be read as a plain file.
            return self._raw(f"{base}?mode=ro&immutable=1")
        return raw

    @staticmethod
    def _raw(uri: str) -> sqlite3.Connection:
        return sqlite3.connect(
            uri, uri=True, timeout=BUSY_S, check_same_thread=False, isolation_level=None
        )

    def _engine(self, path: Path) -> Engine:
        # No pool: a connection never crosses a fork or a thread, and opening one is cheap.
        engine = create_engine(
            "sqlite://", creator=partial(self._connect, path), poolclass=NullPool
        )
        event.listen(engine, "connect", self._on_connect)
        event.listen(engine, "begin", _on_begin)
        return engine

    def _on_connect(self, raw: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
        for pragma in (
            *("synchronous=FULL", "foreign_keys=ON", "cache_size=-65536"),
            # A file of somebody else calls no functions that are not harmless.
            "trusted_schema=OFF",
        ):
            raw.execute(f"PRAGMA {pragma}")
        # SQLite looks at no signal while it works: now and then it asks, and Python does.
        raw.set_progress_handler(_go_on, _STEPS_TO_A_SIGNAL)

    def _begin(self) -> None:
        """Make a new store whole beside its place and move it there.

        A process that is ended on the way leaves no store without bytes or tables, of which nobody
        could say whether it had lost its content; what it leaves, the next one removes.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        place = self.path.resolve()
        beside = place.with_name(f".{place.name}{_NEW}")
        with self._alone():
            if self.path.exists():
                # Another process was quicker.
                return
            try:
                _remove(beside)
                engine = self._engine(beside)
                try:
                    self._upgrade(engine)
                finally:
                    engine.dispose()
                beside.rename(place)
            finally:
                _remove(beside)

    def _prepare(self) -> None:
        version = self._version()
        if self.writable and (version != HEAD or not self._is_wal()):
            self._migrate()
            version = self._version()
        if version != HEAD:
            raise StoreError(
                f"store {self.path} is of version {version or 'none'}, older than {HEAD}: "
                "open it once for writing to bring it forward"
            )
        if self.path.stat().st_size <= _QUICK_CHECK_BYTES:
            self.check()
        self._check_writable()

    def _version(self) -> str | None:
        """Return the store's version, `None` for a new one; refuse what is no store of ours."""
        with self.engine.connect() as connection, connection.begin():
            tables = set(connection.execute(text("SELECT name FROM sqlite_master")).scalars())
            if not tables:
                return None
            if layout.VERSION not in tables:
                raise no_store(self.path, "it is an SQLite database of another program")
            if layout.tables(connection).get(layout.VERSION) != "table":
                raise StoreError(f"{self.path} {_NOT_THOSE}: {layout.VERSION} is no table")
            found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        version = str(found) if found is not None else None
        if version is not None and version > HEAD:
            raise StoreError(
                f"store {self.path} has version {version}, this program knows up to {HEAD}: "
                "use the newer aesculus that made it, or name another file"
            )
        with self.engine.connect() as connection, connection.begin():
            why = layout.problem(connection, whole=version == HEAD)
        if why:
            raise StoreError(f"{self.path} {_NOT_THOSE}: {why}")
        return version

    @staticmethod
    def _version_of(connection: Connection) -> str:
        there = "SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'"
        if not connection.exec_driver_sql(there).scalar():
            return ""
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        return str(found) or "none"

    def _check_before(self, connection: Connection) -> None:
        """Refuse to migrate a store whose content is damaged: new checksums would hide it."""
        there = "SELECT count(*) FROM sqlite_master WHERE name = 'integrity'"
        if not connection.exec_driver_sql(there).scalar():
            return
        for problem in integrity.problems(connection):
            raise damaged(self.path, f"not brought forward: {problem}")

    def _is_wal(self) -> bool:
        with self.engine.connect() as connection:
            return connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"

    def _check_writable(self) -> None:
        if not self.writable:
            return
        # Taking the write lock is the only test that holds for every reason a file is read-only.
        with self.write() as connection:
            connection.exec_driver_sql("DELETE FROM claims WHERE expires < 0")

    @staticmethod
    def _quick_check(connection: Connection) -> None:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if found != "ok":
            raise sqlite3.DatabaseError(f"malformed: {str(found).splitlines()[0]}")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let one process at a time begin or migrate the store."""
        lock = FileLock(self.path.with_name(self.path.name + ".lock"))
        try:
            lock.acquire(timeout=BUSY_S)
        except Timeout as error:
            if not Path(lock.lock_file).exists():
                # A folder in which nothing can be made looks like a lock that is held.
                raise PermissionError(errno.EACCES, "nothing can be made in its folder") from error
            raise StoreError(
                f"store {self.path} is being migrated by another process: try again"
            ) from error
        try:
            yield
        finally:
            lock.release()

    def _migrate(self) -> None:
        """Bring the store to the newest version, one process at a time."""
        with self._alone():
            # The journal mode cannot change inside a transaction.
            raw = self.engine.raw_connection()
            try:
                raw.cursor().execute("PRAGMA journal_mode=WAL")
            finally:
                raw.close()
            self._upgrade(self.engine)

    def _upgrade(self, engine: Engine) -> None:
        """Bring a database to the newest version, in one transaction; the caller has the lock."""
        # Loading alembic costs more than opening a store that needs no migration.
        from alembic import command  # noqa: PLC0415
        from alembic.config import Config  # noqa: PLC0415
        from alembic.util import CommandError  # noqa: PLC0415

        try:
            config = Config(stdout=sys.stderr)
            config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
            with _migrating, self._writing(engine) as connection:
                before = self._version_of(connection)
                if before == HEAD:
                    # Another process was quicker.
                    return
                if before and not re.fullmatch("[0-9]{4}", before):
                    raise damaged(self.path, f"its version is {ascii(before)[:40]}")
                self._check_before(connection)
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
                integrity.seal(connection)
        except CommandError as error:
            raise damaged(self.path, f"its version is none: {error}") from error


def _remove(path: Path) -> None:
    for each in (path, path.with_name(f"{path.name}-journal")):
        each.unlink(missing_ok=True)


def _go_on() -> int:
    return 0


def _on_begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    if not options.get("aesculus_durable", True):
        connection.exec_driver_sql("PRAGMA synchronous=NORMAL")
    connection.exec_driver_sql(options.get("aesculus_begin", "BEGIN"))
