"""Stores that somebody means to harm with: checksums that fit, and content that cannot be."""

import json
import shutil
import signal
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus import metrics
from aesculus.cli.app import app
from aesculus.design import parse_build
from aesculus.errors import InputError
from aesculus.records import Stage, StageOutcome, Status
from aesculus.store import Job, MergeError, Store, StoreError
from aesculus.store.claims import LEASE_S
from aesculus.store.opened import opened
from aesculus.studies.faults.hostile import sealed, with_journal
from aesculus.studies.faults.stores import edit, made

LABELS = ("UF1-PP2T", "UF2-PP2T")
SIMULATED = {"blocks_per_cycle": "1/10", "latency_cycles": 11, "vectors": 3, "blocks": 9}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("base"))


@pytest.fixture
def theirs(base: Path, tmp_path: Path) -> Path:
    """A store of somebody else, to be edited."""
    shutil.copytree(base.parent, tmp_path / "theirs")
    return tmp_path / "theirs" / base.name


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return tmp_path / "mine" / "s.db"


CANNOT_BE = {
    "a rate with a zero below": (
        "UPDATE records SET metrics = replace(metrics, '1/10', '1/0') WHERE stage = 'verify'",
        "blocks_per_cycle",
    ),
    "a rate that takes hours": (
        "UPDATE records SET metrics = replace(metrics, '1/10', '1e9999999999') "
        "WHERE stage = 'verify'",
        "blocks_per_cycle",
    ),
    "a count of 31 digits": (
        "UPDATE records SET metrics = replace(metrics, '100', '1' || hex(zeroblob(15))) "
        "WHERE stage = 'synth'",
        "lut_count",
    ),
    "a figure that is null": (
        "UPDATE records SET metrics = replace(metrics, '200.0', 'null') WHERE stage = 'route'",
        "fmax_routed_mhz is null",
    ),
    "a simulation without a rate": (
        "UPDATE records SET metrics = replace(metrics, 'blocks_per_cycle', 'other') "
        "WHERE stage = 'verify'",
        "blocks_per_cycle",
    ),
    "a clock of infinity": (
        "UPDATE records SET metrics = replace(metrics, '200.0', 'Infinity') WHERE stage = 'route'",
        "fmax_routed_mhz",
    ),
    "a clock of zero": (
        "UPDATE records SET metrics = replace(metrics, '200.0', '0.0') WHERE stage = 'route'",
        "fmax_routed_mhz",
    ),
    "another figure that is infinite": (
        "UPDATE records SET metrics = replace(metrics, '{}', '{\"a\":[-Infinity]}') "
        "WHERE stage = 'route'",
        "not JSON",
    ),
    "a time without a zone": (
        "UPDATE records SET created = '2026-01-01T00:00:00' WHERE stage = 'verify'",
        "created",
    ),
    "a key of another job": (
        "UPDATE records SET key = replace(key, substr(key, 1, 4), 'feed') WHERE stage = 'verify'",
        "its key is not that of its job",
    ),
    "a label of another design": (
        "UPDATE designs SET label = 'UF10-PP3B' WHERE label = 'UF1-PP2T'",
        "the digests differ",
    ),
    "a label that is none": (
        "UPDATE designs SET label = '%%%' WHERE label = 'UF1-PP2T'",
        "names no design",
    ),
    "fields of another design": (
        "UPDATE designs SET json = replace(json, '\"key_bits\":128', '\"key_bits\":256') "
        "WHERE label = 'UF1-PP2T'",
        "key_bits",
    ),
}


@pytest.mark.timeout(60)
@pytest.mark.parametrize("what", CANNOT_BE)
def test_what_cannot_be_is_refused_by_name_and_the_rest_is_used(
    theirs: Path, mine: Path, what: str
) -> None:
    statement, said = CANNOT_BE[what]
    sealed(theirs, statement)
    with Store.open(theirs) as store:
        assert said in " ".join(metrics.problems(store)), "check names it"
        # The other designs are there, and a failure says why where its label can be shown.
        rows = {row.label: row for row in metrics.rows(store, device="LFE5U-85F-8")}
        assert len(rows) == 2
        assert store.forget_damaged()
        metrics.refresh(store)
        assert metrics.problems(store) == []
    shutil.rmtree(theirs.parent)
    made(theirs.parent, theirs.name)
    sealed(theirs, statement)
    with Store.open(mine) as store:
        with pytest.raises(MergeError) as told:
            store.merge(theirs)
        assert said in " ".join(told.value.refused)
        assert str(told.value).isprintable()
        assert told.value.taken > 1
        assert metrics.problems(store) == []
        assert all(row.status != "failed" for row in metrics.rows(store, device="LFE5U-85F-8"))


def test_a_time_in_the_future_is_not_merged(theirs: Path, mine: Path) -> None:
    sealed(theirs, "UPDATE records SET created = '9999-01-01T00:00:00+00:00' WHERE stage = 'synth'")
    with Store.open(mine) as store, pytest.raises(MergeError, match="which cannot be") as told:
        store.merge(theirs)
    assert len(told.value.refused) == 2


def test_a_design_that_cannot_be_made_is_a_failure_with_its_reason(theirs: Path) -> None:
    bad, good = LABELS
    of_bad = "design_id = (SELECT id FROM designs WHERE label = 'UF1-PP2T')"
    sealed(theirs, f"UPDATE records SET metrics = '{{}}' WHERE stage = 'route' AND {of_bad}")
    with Store.open(theirs) as store:
        rows = {row.label: row for row in metrics.rows(store, device="LFE5U-85F-8")}
        assert (rows[bad].status, rows[good].status) == ("failed", "ok")
        assert "store check" in rows[bad].reason
        assert rows[bad].reason.isprintable()
        assert not rows[bad].verified
        assert metrics.refresh(store) == 0


def _poisoned(path: Path) -> str:
    """Make a store with the digest of one design, and the label and fields of another."""
    point, other = parse_build("UF1-PP0T"), parse_build("UF10-PP3B")
    with Store.open(path) as store:
        bad = StageOutcome(status=Status.FAILED, reason="harmless")
        store.put(Job.of(Stage.VERIFY, point, rtl_digest="z" * 64), bad)
    edit(path, "UPDATE designs SET label = ?, json = ?", other.label, json.dumps(other.fields))
    with Store.open(path) as store:
        store.seal()
    return point.label


def test_a_merge_renames_no_later_result(tmp_path: Path, mine: Path) -> None:
    theirs = tmp_path / "theirs.db"
    label = _poisoned(theirs)
    with Store.open(mine) as store:
        with pytest.raises(MergeError, match="the digests differ"):
            store.merge(theirs)
        assert store.counts() == {}
    # A store that has such a row already: what is measured in it keeps its name.
    with Store.open(theirs) as store:
        assert any("digests differ" in line for line in metrics.problems(store))
        job = Job.of(Stage.VERIFY, parse_build(label), rtl_digest="a" * 64)
        kept = store.put(job, StageOutcome(status=Status.OK, metrics=SIMULATED))
        assert (kept.job.label, kept.job.design) == (label, parse_build(label).fields)
        metrics.refresh(store)
        assert {row["label"] for row in store.figures(device="")} == {label}
        assert metrics.problems(store) == []


def test_what_a_store_has_can_be_forgotten_whatever_its_label_is(theirs: Path) -> None:
    sealed(theirs, "UPDATE designs SET label = '%%%' WHERE label = 'UF1-PP2T'")
    words = ["store", "forget", "%%%", "--ok", "--store", str(theirs)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "4 results forgotten" in done.output
    assert CliRunner().invoke(app, words).exit_code == 2
    with Store.open(theirs) as store:
        assert metrics.problems(store) == []


_ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
DEFINITIONS = {
    "a view that never ends": (
        "ALTER TABLE records RENAME TO r2",
        f"CREATE VIEW records AS {_ENDLESS} SELECT r2.* FROM r2, c WHERE c.x < 0",
    ),
    "a version that never ends": (
        "ALTER TABLE alembic_version RENAME TO v2",
        f"CREATE VIEW alembic_version AS {_ENDLESS} SELECT x AS version_num FROM c WHERE x < 0",
    ),
    "a trigger": ("CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM logs; END",),
    "a table more": ("CREATE TABLE more (x TEXT)",),
    "a generated column": (
        "ALTER TABLE logs ADD COLUMN x TEXT GENERATED ALWAYS AS (hex(zeroblob(500000000)))",
    ),
    "an index over an expression": ("CREATE INDEX i ON records (hex(zeroblob(9)))",),
    "a column of another type": ("ALTER TABLE logs ADD COLUMN x TEXT",),
    "a table less": ("DROP TABLE claims",),
}


@pytest.mark.timeout(30)
@pytest.mark.parametrize("what", DEFINITIONS)
@pytest.mark.parametrize("writable", [True, False])
def test_tables_that_are_not_those_of_a_store_are_asked_nothing(
    theirs: Path, mine: Path, what: str, writable: bool
) -> None:
    with closing(sqlite3.connect(theirs, isolation_level=None)) as connection:
        for statement in DEFINITIONS[what]:
            connection.execute(statement)
    with pytest.raises(StoreError, match="the definitions of its tables") as told:
        Store.open(theirs, writable=writable)
    assert str(told.value).isprintable()
    with Store.open(mine) as store:
        with pytest.raises(StoreError, match="the definitions of its tables"):
            store.merge(theirs)
        assert store.counts() == {}
    done = CliRunner().invoke(app, ["store", "check", "--store", str(theirs)])
    assert done.exit_code == 1, done.output


@pytest.mark.timeout(60)
def test_a_query_that_takes_long_can_be_interrupted(theirs: Path) -> None:
    # A shell has what it starts in the background ignore it, and its own limit would end the query.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with Store.open(theirs) as store:
        timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
        timer.start()
        with pytest.raises(KeyboardInterrupt), store._database.read() as connection:
            connection.exec_driver_sql(f"{_ENDLESS} SELECT count(*) FROM c WHERE x < 0").all()
        timer.join()
        assert store.counts(), "the store can be used after it"


@pytest.mark.parametrize("writable", [True, False])
def test_a_journal_that_would_remove_another_file_is_refused(
    theirs: Path, mine: Path, tmp_path: Path, writable: bool
) -> None:
    victim = tmp_path / "thesis.txt"
    victim.write_text("years of work")
    journal = with_journal(theirs, victim)
    with pytest.raises(StoreError, match="names another file"):
        Store.open(theirs, writable=writable)
    with Store.open(mine) as store, pytest.raises(StoreError, match="names another file"):
        store.merge(theirs)
    assert victim.exists()
    # So SQLite does, which is what this test rests on.
    with closing(sqlite3.connect(theirs)) as connection:
        connection.execute("SELECT count(*) FROM records").fetchall()
    assert not victim.exists()
    assert not journal.exists()
    journal.symlink_to("/dev/zero")
    with pytest.raises(StoreError, match="no plain file"):
        Store.open(theirs, writable=writable)
    journal.unlink()
    Store.open(theirs, writable=writable).close()


@pytest.mark.parametrize("expires", ["9e11", "9e999", "'later'"])
def test_a_claim_does_not_outlive_a_lease_from_now(
    mine: Path, expires: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(mine) as store:
        edit(mine, f"INSERT INTO claims VALUES ('k', 'x', 'elsewhere', 1, 0, {expires})")
        with store.claim("k") as obtained:
            assert obtained == (expires == "'later'")
        now = time.time()
        monkeypatch.setattr("aesculus.store.claims.time.time", lambda: now + LEASE_S - 5)
        with store.claim("k") as obtained:
            assert obtained == (expires == "'later'"), "who holds it has a lease to renew it"
        monkeypatch.setattr("aesculus.store.claims.time.time", lambda: now + LEASE_S + 5)
        with store.claim("k") as obtained:
            assert obtained


def test_a_reason_begins_no_line_of_its_own(theirs: Path, mine: Path) -> None:
    sealed(
        theirs,
        "UPDATE records SET reason = 'wrong' || char(10) || 'aesculus: error: all is well' "
        "|| char(8232) || 'more', tools = '{\"a\":\"1\\naesculus: so it is\"}' "
        "WHERE status = 'failed'",
    )
    with Store.open(mine) as store:
        store.merge(theirs)
    for path in (theirs, mine):
        for command in (["log", "UF5-PP2T"], ["show"]):
            done = CliRunner().invoke(app, [*command, "--store", str(path)])
            assert done.exit_code == 0, done.output
            assert not [line for line in done.output.splitlines() if line.startswith("aesculus:")]
        with Store.open(path) as store:
            (record,) = store.records(status=Status.FAILED)
            assert record.reason == "wrong aesculus: error: all is well more"


def test_one_infinity_stops_no_merge(theirs: Path, mine: Path) -> None:
    sealed(
        theirs,
        "UPDATE records SET metrics = replace(metrics, '200.0', 'Infinity') "
        "WHERE stage = 'route' AND design_id = 1",
    )
    words = ["store", "merge", str(theirs), "--store", str(mine)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 1, done.output
    assert "internal error" not in done.output
    with Store.open(mine) as store:
        assert sum(store.counts().values()) == 8


def test_a_store_named_by_a_link_is_the_one_that_it_leads_to(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    with opened(real / "k.db") as store:
        assert store.records() is not None
    link = tmp_path / "l.db"
    link.symlink_to(real / "k.db")
    with opened(link):
        pass
    assert not list(tmp_path.glob("l.db?*"))
    assert not (tmp_path / "cache").exists()


def test_a_store_that_is_a_circle_of_links_is_refused(tmp_path: Path) -> None:
    loop = tmp_path / "loop.db"
    loop.symlink_to(loop)
    with pytest.raises(InputError, match="leads in a circle"), opened(loop):
        pass
