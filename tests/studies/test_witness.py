"""What tells whether a run lost or repeated a result."""

from pathlib import Path

from aesculus.engine.progress import State
from aesculus.records import Stage, StageOutcome, Status
from aesculus.store import Job, Store
from aesculus.studies.witness import Witness, differences, fingerprint

_STATE = State(0, 0, 0.0)
_OK = StageOutcome(status=Status.OK, metrics={"blocks": 7})


def _job(seed: int) -> Job:
    return Job(stage=Stage.VERIFY, label="UF1-PP0T", design={"unroll": 1}, device="", seed=seed)


def test_lost_changed_untold_and_repeated_results_are_found(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.db") as store:
        witness = Witness()
        kept, other, extra = (store.put(_job(n), _OK) for n in (1, 2, 3))
        gone = kept.model_copy(update={"key": "f" * 64})
        for record in (kept, kept, gone, other):
            witness.finished(record, _STATE)
        witness.told[other.key] = "otherwise"
        assert differences(witness, store) == {
            "lost": [gone.key],
            "changed": [other.key],
            "untold": [extra.key],
            "repeated": [kept.key],
        }
        assert fingerprint(kept) != fingerprint(kept.model_copy(update={"metrics": {"blocks": 1}}))
