"""Claims: the right to run a job, held for as long as its holder lives."""

import os
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass

import psutil
from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects.sqlite import insert

from aesculus.store.database import Database
from aesculus.store.errors import StoreError
from aesculus.store.schema import claims

LEASE_S = 60.0
"""How long a claim outlives the last sign of life of its holder, in seconds."""

# Start times are read from clock ticks; two readings of one process may differ by a rounding.
_START_TOLERANCE_S = 2.0
_BEATS = 3
_BATCH = 500


@dataclass(frozen=True)
class Holder:
    """Who holds a claim."""

    owner: str
    host: str
    pid: int
    process_started: float
    expires: float

    def is_gone(self) -> bool:
        """Return whether the holder can no longer be at work on the job."""
        if not isinstance(self.expires, int | float) or self.expires < time.time():
            return True
        if self.host != socket.gethostname():
            return False
        try:
            apart = abs(psutil.Process(self.pid).create_time() - self.process_started)
        except (psutil.NoSuchProcess, ValueError, TypeError, OverflowError):
            # Whoever wrote the row: such a process there is not.
            return True
        except psutil.Error:
            return False
        return bool(apart > _START_TOLERANCE_S)


def _take(database: Database, key: str, owner: str, lease_s: float) -> bool:
    mine = {
        "key": key,
        "owner": owner,
        "host": socket.gethostname(),
        "pid": os.getpid(),
        "process_started": psutil.Process().create_time(),
        "expires": time.time() + lease_s,
    }
    with database.write(durable=False) as connection:
        found = connection.execute(select(claims).where(claims.c.key == key)).mappings().first()
        if found is not None:
            holder = Holder(**{name: found[name] for name in Holder.__dataclass_fields__})
            if not holder.is_gone():
                _bound(connection, holder, time.time() + max(lease_s, LEASE_S))
                return False
            connection.execute(delete(claims).where(claims.c.key == key))
        connection.execute(insert(claims).values(mine))
    return True


def _bound(connection: Connection, holder: Holder, latest: float) -> None:
    """Have a claim that would outlive any lease end with a lease from now.

    A holder that lives renews it before that. One whose clock was ahead, or a number that somebody
    wrote into the file, would keep the job from ever being run.
    """
    if holder.expires > latest:
        mine = claims.c.owner == holder.owner
        connection.execute(update(claims).where(mine).values(expires=latest))


class Claims:
    """The claims that are held on one database; one thread renews them all.

    A claim need not survive the death of the machine, as its holder does not: it costs no wait for
    the disk.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._leases: dict[str, float] = {}
        self._changed = threading.Condition()
        self._beat: threading.Thread | None = None

    @contextmanager
    def claim(self, key: str, lease_s: float) -> Iterator[bool]:
        """Yield whether this caller holds the job of `key` for the length of the block."""
        owner = uuid.uuid4().hex
        if not _take(self._database, key, owner, lease_s):
            yield False
            return
        self._hold(owner, lease_s)
        try:
            yield True
        finally:
            self._drop(owner)
            # A claim that cannot be given back now is freed by its lease.
            with suppress(StoreError), self._database.write(durable=False) as connection:
                connection.execute(delete(claims).where(claims.c.owner == owner))

    def _hold(self, owner: str, lease_s: float) -> None:
        with self._changed:
            self._leases[owner] = lease_s
            if self._beat is None or not self._beat.is_alive():
                self._beat = threading.Thread(target=self._renewing, name="claims", daemon=True)
                self._beat.start()
            self._changed.notify_all()

    def _drop(self, owner: str) -> None:
        with self._changed:
            self._leases.pop(owner, None)
            self._changed.notify_all()
            beat = None if self._leases else self._beat
        if beat is not None:
            beat.join()

    def _renewing(self) -> None:
        """Renew all claims three times a lease, for as long as there are any."""
        with ExitStack() as held:
            with suppress(StoreError):
                held.enter_context(self._database.kept_open())
            self._renew_all()

    def _renew_all(self) -> None:
        last = time.monotonic()
        while True:
            with self._changed:
                if not self._leases:
                    self._beat = None
                    return
                wait = last + min(self._leases.values()) / _BEATS - time.monotonic()
                if wait > 0:
                    self._changed.wait(wait)
                    continue
                held = dict(self._leases)
            last = time.monotonic()
            # A busy or full disk now: the next beat may pass. At worst the lease runs out and
            # another process does the same work again; its record is then ignored.
            with suppress(StoreError):
                self._renew(held)

    def _renew(self, held: dict[str, float]) -> None:
        with self._database.write(durable=False) as connection:
            for lease_s in set(held.values()):
                owners = [owner for owner, lease in held.items() if lease == lease_s]
                for start in range(0, len(owners), _BATCH):
                    some = owners[start : start + _BATCH]
                    connection.execute(
                        update(claims)
                        .where(claims.c.owner.in_(some))
                        .values(expires=time.time() + lease_s)
                    )
