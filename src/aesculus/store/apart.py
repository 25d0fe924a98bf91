"""A store apart: it knows what it was asked for, and nothing else."""

import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from aesculus.records import StageOutcome
from aesculus.store.claims import LEASE_S
from aesculus.store.database import Database
from aesculus.store.jobs import Job
from aesculus.store.records import StageRecord
from aesculus.store.store import Store


class Apart(Store):
    """A store over another one.

    A result that it is asked for and lacks it takes from the one below, which gets whatever is put
    here. So who works with it hears of nothing that he did not ask for, and nothing is run twice.
    """

    def __init__(self, database: Database, below: Store):
        super().__init__(database, below.artefacts)
        self._below = below

    @property
    def path(self) -> Path:
        """The database file of the store below, which is the one that its user knows."""
        return self._below.path

    def get(self, key: str) -> StageRecord | None:
        """Return the record of a job's key, `None` if the store below has none either."""
        known = super().get(key)
        return self.take(self._below, key) if known is None else known

    def put(self, job: Job, outcome: StageOutcome) -> StageRecord:
        """Record in both stores how a job ended; return the record."""
        self._below.put(job, outcome)
        return super().put(job, outcome)

    def claim(self, key: str, *, lease_s: float = LEASE_S) -> AbstractContextManager[bool]:
        """Claim a job in the store below, as `Store.claim`."""
        return self._below.claim(key, lease_s=lease_s)


@contextmanager
def apart(below: Store) -> Iterator[Store]:
    """Give a store apart, which knows nothing yet and is gone at the end of the block.

    Args:
        below: open for writing.

    Raises:
        StoreError: there is no room for it.
    """
    with (
        tempfile.TemporaryDirectory(prefix="aesculus-") as folder,
        Apart(Database(Path(folder) / "apart.db", writable=True), below) as store,
    ):
        yield store
