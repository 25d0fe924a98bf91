"""Claims: the right to run a job, held for as long as its holder lives."""

import os
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import psutil
from sqlalchemy import delete, select, update
from sqlalchemy.dialects.sqlite import insert

from aesculus.store.database import Database
from aesculus.store.errors import StoreError
from aesculus.store.schema import claims

LEASE_S = 60.0
"""How long a claim outlives the last sign of life of its holder, in seconds."""

# Start times are read from clock ticks; two readings of one process may differ by a rounding.
_START_TOLERANCE_S = 2.0


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
        if self.expires < time.time():
            return True
        if self.host != socket.gethostname():
            return False
        try:
            started = psutil.Process(self.pid).create_time()
        except psutil.NoSuchProcess:
            return True
        except psutil.Error:
            return False
        return bool(abs(started - self.process_started) > _START_TOLERANCE_S)


def _take(database: Database, key: str, owner: str, lease_s: float) -> bool:
    mine = {
        "key": key,
        "owner": owner,
        "host": socket.gethostname(),
        "pid": os.getpid(),
        "process_started": psutil.Process().create_time(),
        "expires": time.time() + lease_s,
    }
    with database.write() as connection:
        found = connection.execute(select(claims).where(claims.c.key == key)).mappings().first()
        if found is not None:
            holder = Holder(**{name: found[name] for name in Holder.__dataclass_fields__})
            if not holder.is_gone():
                return False
            connection.execute(delete(claims).where(claims.c.key == key))
        connection.execute(insert(claims).values(mine))
    return True


def _renew(database: Database, owner: str, lease_s: float, done: threading.Event) -> None:
    while not done.wait(lease_s / 3):
        try:
            with database.write() as connection:
                connection.execute(
                    update(claims)
                    .where(claims.c.owner == owner)
                    .values(expires=time.time() + lease_s)
                )
        except StoreError:
            # A busy or full disk now: the next beat may pass. At worst the lease runs out and
            # another process does the same work again; its record is then ignored.
            continue


@contextmanager
def claim(database: Database, key: str, lease_s: float) -> Iterator[bool]:
    """Yield whether this caller holds the job of `key` for the length of the block."""
    owner = uuid.uuid4().hex
    if not _take(database, key, owner, lease_s):
        yield False
        return
    done = threading.Event()
    beat = threading.Thread(
        target=_renew, args=(database, owner, lease_s, done), name=f"claim {key[:8]}", daemon=True
    )
    beat.start()
    try:
        yield True
    finally:
        done.set()
        beat.join()
        # A claim that cannot be given back now is freed by its lease.
        with suppress(StoreError), database.write() as connection:
            connection.execute(delete(claims).where(claims.c.owner == owner))
