"""The store keeps what it acknowledged, whatever happens to the process or the disk."""

import errno
import json
import multiprocessing
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from filelock import FileLock, Timeout
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import event, select

from aesculus import metrics
from aesculus import store as store_package
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages.chain import all_stages
from aesculus.store import ArtefactError, Job, NoStoreError, Store, StoreError
from aesculus.store.errors import translated
from aesculus.store.records import write_record
from aesculus.store.schema import HEAD, claims, metadata

NOBODY = 65534
OK = StageOutcome(
    status=Status.OK,
    metrics={"lut_count": 7, "cells": {"LUT4": 7}},
    artefacts={"netlist.json": b"\x00netlist"},
    tools={"yosys": "0.60"},
    seconds=1.5,
    log="done",
)
FAILED = StageOutcome(status=Status.FAILED, reason="no room", log="ERROR: no room")


def job(n: int = 0, **changes: Any) -> Job:
    fields: dict[str, Any] = {
        "stage": Stage.SYNTH,
        "label": f"UF{n}",
        "design": {"unroll": n},
        "device": "LFE5U-85F-8",
        "rtl_digest": "r",
    }
    return Job(**(fields | changes))


def test_a_record_comes_back_as_it_went_in(tmp_path: Path) -> None:
    one = job(1, seed=12345, recipe="default", inputs={"a": "b"}, tools={"yosys": "0.60"})
    with Store.open(tmp_path / "deep" / "s.db") as store:
        assert store.get(one.key) is None
        store.put(one, OK)
    with Store.open(tmp_path / "deep" / "s.db") as store:
        found = store.get(one.key)
        assert found is not None
        assert found.job == one
        assert found.job.key == one.key == found.key
        assert found.metrics == OK.metrics
        assert (found.tools, found.seconds, found.attempts) == (OK.tools, 1.5, 1)
        assert store.artefact(found.artefacts["netlist.json"]) == b"\x00netlist"
        assert store.log(one.key) == "done"


@given(
    name=st.sampled_from([name for name in Job.model_fields if name != "label"]),
    word=st.text(min_size=1),
)
def test_the_key_depends_on_every_input_and_not_on_the_label(name: str, word: str) -> None:
    changed: Any = {
        "stage": Stage.ROUTE,
        "design": {"unroll": 0, "x": word},
        "seed": len(word),
        "inputs": {word: word},
        "tools": {word: word},
    }.get(name, word + "'")
    assert job(**{name: changed}).key != job().key
    assert job(label=word).key == job().key
    assert job(design={"b": 1, "a": word}).key == job(design={"a": word, "b": 1}).key


def test_a_failure_gives_way_to_the_next_attempt_and_success_stays(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.db") as store:
        store.put(job(), FAILED)
        again = store.put(job(), FAILED.model_copy(update={"reason": "no room again"}))
        assert (again.attempts, again.reason) == (2, "no room again")
        good = store.put(job(), OK)
        assert (good.attempts, good.status, good.reason) == (3, Status.OK, "")
        assert store.log(job().key) == "done"
        assert store.put(job(), FAILED) == good
        assert store.put(job(), OK.model_copy(update={"metrics": {"lut_count": 8}})) == good
        assert store.known([job().key, "x"]) == {job().key: (Status.OK, 3)}


def test_filters(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.db") as store:
        for n in range(3):
            store.put(job(n), OK if n else FAILED)
            store.put(job(n, stage=Stage.ROUTE, seed=n), OK)
        assert [r.job.label for r in store.records(stage=Stage.SYNTH)] == ["UF0", "UF1", "UF2"]
        assert [r.job.label for r in store.records(status=Status.FAILED)] == ["UF0"]
        assert [r.stage for r in store.records(label="UF2")] == [Stage.SYNTH, Stage.ROUTE]
        assert [r.job.label for r in store.records(seed=0)] == ["UF0"]
        assert len(store.records(design_digest=job(1).design_digest, limit=1)) == 1
        newest = store.records(stage=Stage.SYNTH, limit=2)
        assert [r.job.label for r in newest] == ["UF1", "UF2"]
        assert store.records(device="no") == []
        assert store.counts()[Stage.SYNTH, Status.OK] == 2


def test_a_damaged_or_missing_artefact_is_told_apart(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.db") as store:
        digest = store.put(job(), OK).artefacts["netlist.json"]
        path = tmp_path / "cache" / digest[:2] / digest
        path.write_bytes(b"\x01netlist")
        with pytest.raises(ArtefactError, match="damaged"):
            store.artefact(digest)
        with pytest.raises(StoreError, match=r"is damaged: synth UF0 on .*: artefact"):
            store.check()
        path.unlink()
        with pytest.raises(ArtefactError, match="missing"):
            store.artefact(digest)


def test_an_artefact_damaged_in_place_is_mended_when_it_is_made_again(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.db") as store:
        digest = store.put(job(), OK).artefacts["netlist.json"]
        content = store.artefact(digest)
        path = tmp_path / "cache" / digest[:2] / digest
        path.write_bytes(b"\0" * len(content))
        assert store.put(job(seed=2), OK).artefacts["netlist.json"] == digest
        assert store.artefact(digest) == content


WRITER = """
import sys
from aesculus.records import Stage, StageOutcome, Status
from aesculus.store import Job, Store
store = Store.open(sys.argv[1])
n = int(sys.argv[2])
while True:
    job = Job(stage=Stage.SYNTH, label=f"UF{n}", design={"n": n}, device="d")
    blob = str(n).encode() * 5000
    store.put(job, StageOutcome(status=Status.OK, metrics={"n": n}, artefacts={"a": blob}))
    print(n, flush=True)
    n += 1
"""


def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    seen: set[int] = set()
    for first, wait in ((0, 0.15), (100_000, 0.3), (200_000, 0.05)):
        command = [sys.executable, "-c", WRITER, str(path), str(first)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            seen.add(int(writer.stdout.readline()))
            time.sleep(wait)
            writer.send_signal(signal.SIGKILL)
            seen |= {int(line) for line in writer.stdout if line.endswith(b"\n")}
    with Store.open(path) as store:
        store.check()
        kept = {record.metrics["n"]: record for record in store.records()}
        assert seen <= set(kept)
        for n, record in kept.items():
            assert store.artefact(record.artefacts["a"]) == str(n).encode() * 5000


def _put_many(path: Path, first: int, count: int) -> None:
    with Store.open(path) as store:
        for n in range(first, first + count):
            store.put(job(n), OK)


def test_many_processes_make_and_fill_one_store(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=_put_many, args=(path, 5 * i, 10)) for i in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
    with Store.open(path) as store:
        store.check()
        assert sorted(r.job.design["unroll"] for r in store.records()) == list(range(25))
        assert {r.attempts for r in store.records()} == {1}


def test_only_one_holder_at_a_time(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.db") as store, Store.open(tmp_path / "s.db") as other:
        with store.claim("k") as mine:
            assert mine
            with other.claim("k") as theirs, other.claim("l") as elsewhere:
                assert not theirs
                assert elsewhere
        with other.claim("k") as theirs:
            assert theirs


def test_claims_of_racing_threads_never_overlap(tmp_path: Path) -> None:
    inside: list[int] = []
    most: list[int] = []

    def work(n: int) -> None:
        with Store.open(tmp_path / "s.db") as store:
            for _ in range(5):
                with store.claim("k") as mine:
                    if mine:
                        inside.append(n)
                        most.append(len(inside))
                        time.sleep(0.002)
                        inside.remove(n)

    Store.open(tmp_path / "s.db").close()
    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert max(most) == 1


def test_a_claim_is_renewed_while_its_holder_lives(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.db") as store, store.claim("k", lease_s=0.3) as mine:
        assert mine
        time.sleep(0.7)
        with store.claim("k") as again:
            assert not again


def test_the_claim_of_a_killed_process_is_freed(tmp_path: Path) -> None:
    code = (
        "import sys, time\nfrom aesculus.store import Store\n"
        "with Store.open(sys.argv[1]).claim('k') as mine:\n"
        "    print(mine, flush=True)\n    time.sleep(60)\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "s.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        with Store.open(tmp_path / "s.db") as store:
            with store.claim("k") as mine:
                assert not mine
            holder.kill()
            holder.wait()
            with store.claim("k") as mine:
                assert mine


def test_a_claim_from_another_host_is_freed_by_its_lease(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.db") as store:
        for expires, obtained in ((time.time() + 60, False), (time.time() - 1, True)):
            with sqlite3.connect(tmp_path / "s.db") as raw:
                raw.execute("DELETE FROM claims")
                row = ("k", "o", "elsewhere.example", 1, 0.0, expires)
                raw.execute("INSERT INTO claims VALUES (?,?,?,?,?,?)", row)
            raw.close()
            with store.claim("k") as mine:
                assert mine is obtained


@pytest.mark.parametrize(
    ("content", "is_none"),
    [(b"not a database at all\n" * 500, True), (b"SQLite format 3\x00" + b"\x7f" * 8000, False)],
)
def test_what_is_no_database_is_refused_untouched(
    tmp_path: Path, content: bytes, is_none: bool
) -> None:
    path = tmp_path / "a folder" / "s.db"
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"s\.db is (not a store|damaged)") as caught:
        Store.open(path)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, NoStoreError) is is_none
    # Only what was a database can be recovered, and the advice works from everywhere.
    advice = f"`sqlite3 '{path}' .recover`"
    assert (advice in str(caught.value)) is not is_none
    assert path.read_bytes() == content


def test_damaged_pages_are_found_on_opening(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    _put_many(path, 0, 60)
    content = bytearray(path.read_bytes())
    for page in range(2, len(content) // 4096):
        content[page * 4096 : page * 4096 + 512] = b"\xff" * 512
    path.write_bytes(content)
    with pytest.raises(StoreError, match="damaged") as caught:
        Store.open(path)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == bytes(content)


def test_a_database_of_another_program_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE bookmarks (url TEXT)")
    raw.close()
    before = path.read_bytes()
    with pytest.raises(NoStoreError, match="another program"):
        Store.open(path)
    assert path.read_bytes() == before


def test_a_newer_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    _put_many(path, 0, 1)
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    raw.close()
    with pytest.raises(StoreError, match="has version 9999, this program knows up to"):
        Store.open(path)


def test_a_folder_or_an_impossible_path_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoStoreError, match="is no plain file"):
        Store.open(tmp_path)
    with pytest.raises(NoStoreError, match="is no plain file"):
        Store.open("/dev/null")
    (tmp_path / "file").write_text("x")
    with pytest.raises(NoStoreError, match="cannot be opened"):
        Store.open(tmp_path / "file" / "s.db")
    with pytest.raises(NoStoreError, match="cannot be opened"):
        Store.open(tmp_path / ("a" * 300))
    with pytest.raises(StoreError, match="does not exist"):
        Store.open(tmp_path / "none.db", writable=False)


def _as_child(action: Callable[[], str], *, user: int | None = None) -> str:
    """Run in a forked process, without root's rights when `user` is given; return its answer."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        answer = "no answer"
        try:
            if user is not None and os.geteuid() == 0:
                os.setuid(user)
            answer = action()
        except BaseException as error:
            answer = f"{type(error).__name__}: {error}"
        finally:
            os.write(writer, answer.encode())
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        answer = stream.read().decode()
    os.waitpid(child, 0)
    return answer


def test_a_read_only_store_can_be_read_but_not_written(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    _put_many(path, 0, 3)
    # All folders of the test run's own, however deep a worker's are.
    for folder in (tmp_path, *tmp_path.parents):
        if folder == Path(tempfile.gettempdir()):
            break
        folder.chmod(0o755)
    path.chmod(0o444)
    tmp_path.chmod(0o555)
    before = path.read_bytes()

    def read() -> str:
        with Store.open(path, writable=False) as store:
            return str(len(store.records()))

    def write() -> str:
        Store.open(path).put(job(9), OK)
        return "written"

    try:
        assert _as_child(read, user=NOBODY) == "3"
        answer = _as_child(write, user=NOBODY)
    finally:
        tmp_path.chmod(0o755)
    assert answer.startswith("StoreError: ")
    assert "read-only" in answer
    assert "\n" not in answer
    assert path.read_bytes() == before


def test_a_store_opened_for_reading_refuses_writes(tmp_path: Path) -> None:
    _put_many(tmp_path / "s.db", 0, 1)
    with (
        Store.open(tmp_path / "s.db", writable=False) as store,
        pytest.raises(StoreError, match="reading only"),
    ):
        store.put(job(5), FAILED)


def test_the_name_of_a_folder_says_nothing_of_its_disk() -> None:
    path = Path("full/new.db")
    said = OSError(errno.EROFS, "Read-only file system", str(path))
    with pytest.raises(StoreError, match="is read-only"), translated(path):
        raise said


def test_a_store_that_cannot_be_made_is_not_called_one_that_is_there(tmp_path: Path) -> None:
    said = OSError(errno.EACCES, "Permission denied")
    for path in (tmp_path / "s.db", tmp_path / "none" / "s.db"):
        with (
            pytest.raises(StoreError, match="cannot be made, as its folder is") as told,
            translated(path),
        ):
            raise said
        assert f"make {tmp_path} writable" in str(told.value)
    (tmp_path / "s.db").touch()
    there = translated(tmp_path / "s.db")
    with pytest.raises(StoreError, match=r"is read-only \(.*make the file"), there:
        raise said


def test_a_folder_in_which_nothing_can_be_made_is_no_store_that_is_migrated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(lock: FileLock, **_given: object) -> None:
        raise Timeout(lock.lock_file)

    monkeypatch.setattr(FileLock, "acquire", busy)
    with pytest.raises(StoreError, match="is read-only"):
        Store.open(tmp_path / "s.db")
    (tmp_path / "s.db.lock").touch()
    with pytest.raises(StoreError, match="is being migrated by another process"):
        Store.open(tmp_path / "s.db")


def test_a_full_database_loses_nothing(tmp_path: Path) -> None:
    big = FAILED.model_copy(update={"metrics": {"x": "y" * 20_000}})
    with Store.open(tmp_path / "s.db") as store:
        event.listen(
            store._database.engine,
            "connect",
            lambda raw, _entry: raw.execute("PRAGMA max_page_count=60"),
        )
        keys = [job(n).key for n in range(1000)]

        def fill() -> None:
            while True:
                store.put(job(len(store.known(keys))), big)

        with pytest.raises(StoreError, match="the disk is full") as caught:
            fill()
        kept = len(store.known(keys))
        assert "\n" not in str(caught.value)
        assert kept > 0
        assert len(store.records()) == kept
    with Store.open(tmp_path / "s.db") as store:
        store.check()
        assert [r.job.design["unroll"] for r in store.records()] == list(range(kept))
        store.put(job(kept), big)
        assert len(store.records()) == kept + 1


def test_a_full_disk_under_the_cache_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    _put_many(path, 0, 2)
    large = OK.model_copy(update={"artefacts": {"netlist.json": b"z" * 3_000_000}})

    def write() -> str:
        with Store.open(path) as store:
            resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000))
            store.put(job(7), large)
        return "written"

    answer = _as_child(write)
    assert answer.startswith("DiskFullError: ")
    assert "disk is full" in answer
    with Store.open(path) as store:
        store.check()
        assert len(store.records()) == 2
        assert list((tmp_path / "cache" / "tmp").iterdir()) == []
        store.put(job(7), large)
        store.check()


def test_the_migrations_build_the_tables_of_the_code(tmp_path: Path) -> None:
    config = Config()
    folder = Path(store_package.__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_heads() == [HEAD]
    assert {len(s.revision) for s in scripts.walk_revisions()} == {4}
    with Store.open(tmp_path / "s.db") as store, store._database.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


_VERSIONS = sorted((Path(__file__).parent / "versions").glob("*.sql"))


def test_a_store_of_every_version_is_kept() -> None:
    assert [dump.stem for dump in _VERSIONS] == [f"{n:04}" for n in range(1, int(HEAD) + 1)]


_OF_ROWS = [
    file.stage
    for file in all_stages()
    # Tools of one's own came later, and measure other devices than those of the dumps.
    if not (file.apart or file.optional) and file.stage is not Stage.VENDOR
]


@pytest.mark.parametrize("dump", _VERSIONS, ids=lambda dump: dump.stem)
def test_every_version_is_brought_forward(tmp_path: Path, dump: Path) -> None:
    # Made by the program of that time; a migration that breaks one of them fails here.
    path = tmp_path / "s.db"
    with sqlite3.connect(path) as raw:
        raw.executescript(dump.read_text(encoding="utf-8"))
    raw.close()
    with Store.open(path) as store:
        first, *chain = store.records()
        assert first.job == job(1, seed=5, inputs={"netlist": "n"})
        assert first.key == first.job.key
        assert first.metrics == OK.metrics
        assert store.log(first.key) == "done"
        if dump.stem == "0001":
            return
        # A design that was verified, synthesised, verified again and routed with two seeds.
        assert [record.job.key for record in chain] == [record.key for record in chain]
        assert Counter(record.stage for record in chain) == Counter([*_OF_ROWS, Stage.ROUTE])
        (row,) = metrics.rows(store, device="LFE5U-85F-8", labels=["UF2-PP1T"])
        assert (row.status, row.verified, row.netlist_verified) == ("ok", True, True)
        assert (row.area_luts, row.lut_count, row.ff_count, row.bram_count) == (1923, 1923, 794, 0)
        assert (row.blocks_per_cycle_exact, row.latency_cycles) == ("1/10", 11)
        assert row.seeds == (391174693, 1397871530)
        assert row.fmax_mhz == pytest.approx(171.85)
        # Artefacts are files of the cache, and are not kept here; all else is sound.
        assert all("artefact" in line for line in metrics.problems(store))


def test_two_stores_become_one(tmp_path: Path) -> None:
    for name, numbers in (("a", range(4)), ("b", range(2, 6))):
        with Store.open(tmp_path / name / "s.db") as store:
            for n in numbers:
                blob = {"netlist.json": str(n).encode()}
                failed = (name, n) in {("a", 2), ("b", 3)}
                outcome = FAILED if failed else OK.model_copy(update={"artefacts": blob})
                store.put(job(n), outcome)
    with Store.open(tmp_path / "a" / "s.db") as ours:
        assert ours.merge(tmp_path / "b" / "s.db") == 3
        assert ours.merge(tmp_path / "b" / "s.db") == 0
        with pytest.raises(NoStoreError, match="is no folder"):
            ours.export(tmp_path / "c" / "s.db")
        assert not (tmp_path / "c").exists()
        (tmp_path / "c").mkdir()
        ours.export(tmp_path / "c" / "s.db")
        with pytest.raises(StoreError, match="exists"):
            ours.export(tmp_path / "c" / "s.db")
        before = {r.key: r for r in ours.records()}
    shutil.rmtree(tmp_path / "a")
    with Store.open(tmp_path / "c" / "s.db") as copy:
        copy.check()
        assert {r.key: r for r in copy.records()} == before
        assert len(before) == 6
        for record in before.values():
            n = record.job.design["unroll"]
            assert record.ok
            assert record.attempts == (2 if n == 2 else 1)
            assert copy.artefact(record.artefacts["netlist.json"]) == str(n).encode()


@pytest.mark.parametrize("bare", [True, False])
def test_a_copy_that_is_interrupted_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bare: bool
) -> None:
    target = tmp_path / "copy" / "s.db"
    target.parent.mkdir()

    def interrupted(*_given: object) -> int:
        raise KeyboardInterrupt

    with Store.open(tmp_path / "s.db") as store:
        store.put(job(), OK)
        with monkeypatch.context() as broken:
            broken.setattr("aesculus.store.store.write_record", interrupted)
            with pytest.raises(KeyboardInterrupt):
                store.export(target, bare=bare)
        assert [path for path in target.parent.iterdir() if path.name != "cache"] == []
        store.export(target, bare=bare)
    assert {path.name for path in target.parent.iterdir()} <= {"s.db", "cache"}
    with Store.open(target) as copy:
        assert len(copy.records()) == 1


def test_of_two_copies_to_one_file_the_second_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "copy.db"
    real = write_record

    def meanwhile(*given: Any) -> int:
        target.write_bytes(b"that of another run")
        return real(*given)

    with Store.open(tmp_path / "s.db") as store:
        store.put(job(), OK)
        monkeypatch.setattr("aesculus.store.store.write_record", meanwhile)
        with pytest.raises(StoreError, match="exists: name a file that does not"):
            store.export(target, bare=True)
    assert target.read_bytes() == b"that of another run"


def test_a_bare_copy_knows_all_and_holds_no_artefact(tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    with Store.open(tmp_path / "s.db") as store:
        store.put(job(), OK)
        store.put(job(1), OK)
        before = {r.key: r for r in store.records()}
        store.export(tmp_path / "bare" / "s.db", bare=True)
    assert not list((tmp_path / "bare" / "cache").rglob("*.*"))
    with Store.open(tmp_path / "bare" / "s.db") as copy:
        assert {r.key: r for r in copy.records()} == before
        assert [copy.log(key) for key in before] == ["", ""]
        with pytest.raises(ArtefactError, match="a copy without artefacts"):
            copy.artefact(copy.records()[0].artefacts["netlist.json"])


def test_what_a_bare_copy_lacks_is_no_damage_and_it_is_not_merged(tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    with Store.open(tmp_path / "s.db") as store:
        store.put(job(), OK)
        store.export(tmp_path / "bare" / "s.db", bare=True)
        assert not store.bare
    with Store.open(tmp_path / "bare" / "s.db") as copy:
        assert copy.bare
        assert copy.problems() == []
        assert copy.forget_damaged() == []
        assert len(copy.records()) == 1
        # What is made further is kept with its artefacts, and has to stay what it is.
        made = copy.put(job(1), OK)
        path = copy._cache.path(made.artefacts["netlist.json"])
        path.chmod(0o600)
        path.write_bytes(b"other")
        assert [each for each in copy.problems() if "damaged" in each]
        (tmp_path / "again").mkdir()
        with pytest.raises(NoStoreError, match="without artefacts"):
            copy.export(tmp_path / "again" / "s.db")
        copy.export(tmp_path / "again" / "s.db", bare=True)
    with (
        Store.open(tmp_path / "other.db") as other,
        pytest.raises(NoStoreError, match="cannot be merged"),
    ):
        other.merge(tmp_path / "again" / "s.db")


def test_the_record_is_json_all_the_way(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.db") as store:
        record = store.put(job(), OK)
        assert json.loads(record.model_dump_json())["job"]["design"] == {"unroll": 0}
        with pytest.raises(ValueError, match="not JSON compliant"):
            store.put(job(1), OK.model_copy(update={"metrics": {"x": float("nan")}}))
        assert len(store.records()) == 1


def test_one_thread_renews_all_claims(tmp_path: Path) -> None:
    def beating() -> list[threading.Thread]:
        return [thread for thread in threading.enumerate() if thread.name == "claims"]

    keys = [f"{n:064}" for n in range(60)]
    with Store.open(tmp_path / "s.db") as store, Store.open(tmp_path / "s.db") as other:
        with ExitStack() as held:
            assert all(held.enter_context(store.claim(key, lease_s=1.5)) for key in keys)
            assert len(beating()) == 1
            # Longer than a lease: all of them were renewed.
            time.sleep(2.5)
            with store._database.read() as connection:
                rows = connection.execute(select(claims)).mappings().all()
            assert len(rows) == 60
            assert min(row["expires"] for row in rows) > time.time()
            with other.claim(keys[7]) as obtained:
                assert not obtained
        assert not beating()
        with other.claim(keys[7]) as obtained:
            assert obtained


def test_results_wait_for_the_disk_and_claims_do_not(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.db") as store:
        asked = "PRAGMA synchronous"
        with store._database.write() as connection:
            assert connection.exec_driver_sql(asked).scalar() == 2  # FULL
        with store._database.write(durable=False) as connection:
            assert connection.exec_driver_sql(asked).scalar() == 1  # NORMAL
