"""A store apart knows what was run through it, and keeps nothing back from the one below."""

import sqlite3
from pathlib import Path

from aesculus.records import Stage, StageOutcome, Status
from aesculus.store import Job, Store, apart

OK = StageOutcome(
    status=Status.OK,
    metrics={"lut_count": 7},
    artefacts={"netlist.json": b"netlist"},
    seconds=1.5,
    log="done",
)


def job(n: int) -> Job:
    return Job(
        stage=Stage.SYNTH,
        label=f"UF{n}",
        design={"unroll": n},
        device="LFE5U-85F-8",
        rtl_digest="r",
        inputs={"recipe": "yosys"},
    )


def test_it_takes_what_is_to_be_run_and_hears_of_nothing_else(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.db") as below:
        for n in (1, 2):
            below.put(job(n), OK)
        with apart(below) as own:
            # What is looked up alone is not taken: an engine looks at more than it runs.
            assert own.get(job(1).key) is None
            for n in (1, 3):
                with own.claim(job(n).key) as mine:
                    assert mine
            found = own.get(job(1).key)
            assert found is not None
            assert found == below.get(job(1).key)
            assert own.get(job(3).key) is None
            assert [record.job.label for record in own.records()] == ["UF1"]
            assert own.log(job(1).key) == "done"
            assert own.artefact(found.artefacts["netlist.json"]) == b"netlist"


def test_what_is_put_there_stays_below(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.db") as below:
        with apart(below) as own:
            own.put(job(1), OK)
            assert below.get(job(1).key) is not None
            assert len(own.records()) == 1
        assert len(below.records()) == 1
        # The next one begins with nothing.
        with apart(below) as own:
            assert own.records() == []
    assert sqlite3.connect(tmp_path / "store.db").execute("PRAGMA quick_check").fetchone()


def test_a_failure_is_known_and_may_be_tried_again(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.db") as below:
        below.put(job(1), StageOutcome(status=Status.FAILED, reason="no room", log="ERROR"))
        with apart(below) as own:
            with own.claim(job(1).key):
                failed = own.get(job(1).key)
            assert failed is not None
            assert not failed.ok
            own.put(job(1), OK)
            assert own.get(job(1).key).ok  # type: ignore[union-attr]
        assert below.get(job(1).key).ok  # type: ignore[union-attr]


def test_a_job_that_another_is_at_is_claimed_in_both(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with (
        Store.open(path) as below,
        Store.open(path) as other,
        apart(below) as own,
        other.claim("key") as first,
        own.claim("key") as second,
    ):
        assert first
        assert not second


def test_errors_name_the_store_that_the_user_knows(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.db") as below, apart(below) as own:
        assert own.path == tmp_path / "store.db"


def test_nothing_is_left_beside_the_store(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.db") as below, apart(below) as own:
        own.put(job(1), OK)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("aesculus-")]
