"""Stores apart: they know what was run through them, and nothing else."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aesculus.records import StageOutcome
from aesculus.store.claims import LEASE_S
from aesculus.store.database import Database
from aesculus.store.jobs import Job
from aesculus.store.records import StageRecord
from aesculus.store.store import Store


class _Known(Store):
    """A store over another one that it only reads, for who runs nothing.

    Who claims a job finds its result here if the store below has one. To look up a result takes
    none from below: an engine looks up more than it runs. What another process is just at counts as
    it was before.
    """

    def __init__(self, database: Database, below: Store):
        super().__init__(database, below.artefacts)
        self._below = below

    @property
    def path(self) -> Path:
        """The database file of the store below, which is the one that its user knows."""
        return self._below.path

    @contextmanager
    def claim(self, key: str, *, lease_s: float = LEASE_S) -> Iterator[bool]:
        """Take over what the store below has of a job."""
        if self.get(key) is None:
            self.take(self._below, key)
        yield True


class _Apart(_Known):
    """A store over another one, to which all goes that is put here.

    So who works with it hears of nothing but what he runs, and nothing is run twice.
    """

    def put(self, job: Job, outcome: StageOutcome) -> StageRecord:
        """Record in both stores how a job ended; return the record."""
        self._below.put(job, outcome)
        return super().put(job, outcome)

    @contextmanager
    def claim(self, key: str, *, lease_s: float = LEASE_S) -> Iterator[bool]:
        """Claim a job in the store below, as `Store.claim`; take over what that one has of it."""
        with self._below.claim(key, lease_s=lease_s) as mine:
            if not mine:
                yield False
                return
            with super().claim(key, lease_s=lease_s):
                yield True


@contextmanager
def apart(below: Store, *, known_only: bool = False) -> Iterator[Store]:
    """Give a store apart, which knows nothing yet and is gone at the end of the block.

    Args:
        below: open for writing; for reading is enough if nothing is run.
        known_only: for who only goes over what is known: the store below is left as it is.

    Raises:
        StoreError: there is no room for it.
    """
    kind = _Known if known_only else _Apart
    with (
        tempfile.TemporaryDirectory(prefix="aesculus-") as folder,
        kind(Database(Path(folder) / "apart.db", writable=True), below) as store,
    ):
        yield store
