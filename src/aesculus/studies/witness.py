"""Whether a run lost or repeated a result: what was told of it, against what the store holds."""

import hashlib
import json
import threading

from aesculus.engine.progress import Reporter, State
from aesculus.store import Job, StageRecord, Store


def fingerprint(record: StageRecord) -> str:
    """Return a hash of what a record says came of its job."""
    told = [record.status.value, record.metrics, record.tools, record.artefacts, record.reason]
    text = json.dumps(told, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


class Witness(Reporter):
    """Notes each result that was told, and passes everything on, from any thread.

    Args:
        reporter: hears of everything.

    Attributes:
        told: key of a job to the fingerprint of its result.
        repeated: keys that were told more than once.
        failed: results that did not come right.
    """

    def __init__(self, reporter: Reporter | None = None) -> None:
        self.told: dict[str, str] = {}
        self.repeated: list[str] = []
        self.failed = 0
        self._reporter = reporter or Reporter()
        self._turn = threading.Lock()

    def begin(self, state: State) -> None:
        """Pass it on."""
        with self._turn:
            self._reporter.begin(state)

    def started(self, job: Job, expected_s: float) -> None:
        """Pass it on."""
        with self._turn:
            self._reporter.started(job, expected_s)

    def finished(self, record: StageRecord, state: State) -> None:
        """Note the result."""
        with self._turn:
            if record.key in self.told:
                self.repeated.append(record.key)
            self.told[record.key] = fingerprint(record)
            self.failed += not record.ok
            self._reporter.finished(record, state)

    def note(self, text: str) -> None:
        """Pass it on."""
        with self._turn:
            self._reporter.note(text)

    def end(self) -> None:
        """Pass it on."""
        with self._turn:
            self._reporter.end()


def differences(witness: Witness, store: Store) -> dict[str, list[str]]:
    """Return the keys of results by what is wrong with them.

    Lost: told, and not in the store. Changed: the store says otherwise. Untold: in the store, and
    nobody heard of it. Repeated: told twice, or recorded after more than one attempt.
    """
    there = {record.key: record for record in store.records()}
    again = {key for key, record in there.items() if record.attempts != 1}
    return {
        "lost": sorted(witness.told.keys() - there.keys()),
        "changed": sorted(
            key
            for key, told in witness.told.items()
            if key in there and fingerprint(there[key]) != told
        ),
        "untold": sorted(there.keys() - witness.told.keys()),
        "repeated": sorted({*witness.repeated, *again}),
    }
