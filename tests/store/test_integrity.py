"""Whatever changes in a store behind its back is found, and what is no name opens no file."""

import gzip
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from aesculus import metrics
from aesculus.design import parse_build
from aesculus.engine.found import find
from aesculus.engine.plan import whole_chain
from aesculus.engine.pool import Pool
from aesculus.records import Stage, StageOutcome, Status
from aesculus.search.found import State
from aesculus.search.goals import Goal, Objective
from aesculus.store import Job, MergeError, Store, StoreError
from aesculus.store.cache import ArtefactCache
from aesculus.store.database import Database
from engine.fakes import Fakes, engine, failing, routed

LABELS = ("UF1-PP2T", "UF2-PP2T")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with two designs in all stages, one failure, and its figures up to date."""
    path = tmp_path_factory.mktemp("made") / "s.db"
    fakes = Fakes()
    fakes.special[Stage.VERIFY, "UF5-PP2T"] = failing("wrong block: ECBVarTxt128 #7")
    with Store.open(path) as store, Pool(slots=1, stages=fakes.stages) as pool:
        points = [parse_build(label) for label in (*LABELS, "UF5-PP2T")]
        wants = [want for point in points for want in whole_chain(point, routed(), seeds=2)]
        engine(store, fakes, pool).run(wants)
        metrics.refresh(store)
        assert metrics.problems(store) == []
    return path


@pytest.fixture
def own(made: Path, tmp_path: Path) -> Path:
    """A copy of it to be damaged."""
    shutil.copytree(made.parent, tmp_path / "own")
    return tmp_path / "own" / made.name


@contextmanager
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path)
    try:
        with connection:
            yield connection
    finally:
        connection.close()


def found(path: Path) -> list[str]:
    """Return what `store check` says, opening included."""
    try:
        with Store.open(path, writable=False) as store:
            return metrics.problems(store)
    except StoreError as error:
        return str(error).splitlines()


def content(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables, read without any code of the store."""
    with raw(path) as connection:
        connection.text_factory = bytes
        tables = [
            name.decode()
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        return {
            table: sorted(connection.execute(f'SELECT * FROM "{table}"'), key=repr)
            for table in sorted(tables)
        }


def flips(path: Path, count: int, seed: int) -> tuple[int, int]:
    """Flip single bits, each in a fresh copy; return how many were found, and how many free.

    Free is a bit that leaves every row of every table as it was.
    """
    draw = random.Random(seed)
    whole = path.read_bytes()
    before = content(path)
    told = free = 0
    for _ in range(count):
        place = draw.randrange(8 * len(whole))
        damaged = bytearray(whole)
        damaged[place // 8] ^= 1 << place % 8
        path.write_bytes(damaged)
        if found(path):
            told += 1
            continue
        assert content(path) == before, f"bit {place} passes as sound"
        free += 1
    path.write_bytes(whole)
    assert found(path) == []
    return told, free


def test_single_bits_are_found_or_free(own: Path) -> None:
    told, free = flips(own, 100, seed=1)
    assert min(told, free) > 10


@pytest.mark.long
def test_a_thousand_single_bits_are_found_or_free(own: Path) -> None:
    told, free = flips(own, 1000, seed=2)
    assert told + free == 1000


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE figures SET throughput_gbps = 99 WHERE throughput_gbps > 0", "throughput_gbps"),
        ("UPDATE figures SET verified = 1 WHERE verified = 0", "verified"),
        # What is neither true nor false is true for Python, and no condition of SQL finds it.
        ("UPDATE figures SET stale = 2, throughput_gbps = 99", "neither true nor false: stale"),
        ("UPDATE figures SET netlist_verified = 2 WHERE netlist_verified", "netlist_verified"),
        ("UPDATE figure_rows SET json = replace(json, 'false', 'true')", "the whole row"),
        ("DELETE FROM figures WHERE device = ''", "the row is missing"),
        ("UPDATE records SET metrics = '{\"lut_count\":1}' WHERE stage = 'synth'", "checksum"),
        ("UPDATE records SET status = 'ok' WHERE status = 'failed'", "checksum"),
        ("UPDATE records SET attempts = 1 + attempts", "checksum"),
        ("UPDATE designs SET label = 'UF9' || label", "checksum"),
        ("UPDATE artefacts SET size = size + 1", "checksum"),
        ("UPDATE logs SET zlib = x'00'", "checksum"),
        ("DELETE FROM records WHERE stage = 'verify_netlist'", "were written"),
        ("UPDATE integrity SET total = ''", "were written"),
        ("DELETE FROM integrity", "definitions of its tables"),
        ("DROP INDEX ix_records_stage", "definitions of its tables"),
        ("DELETE FROM designs WHERE label LIKE 'UF2%'", "belongs to no row"),
    ],
)
def test_edits_by_hand_are_found(own: Path, statement: str, said: str) -> None:
    with raw(own) as connection:
        assert connection.execute(statement).rowcount != 0
    assert said in " ".join(found(own))


_EDITED = "UPDATE figure_rows SET json = replace(json, '\"lut_count\":', '\"lut_count\":1')"


@pytest.mark.parametrize("excuse", ["stale = 1", "builder = 'of old'"])
def test_a_store_that_cannot_be_written_shows_nothing_stale(own: Path, excuse: str) -> None:
    with Store.open(own) as store:
        before = metrics.rows(store)
    with raw(own) as connection:
        connection.execute(f"UPDATE figures SET {excuse}, throughput_gbps = 99")
        connection.execute(_EDITED)
    whole = content(own)
    with Store.open(own, writable=False) as store:
        assert metrics.problems(store) == []
        assert metrics.rows(store) == before
        assert metrics.rows(store) == before
        frontier = metrics.pareto_rows(store, {"throughput_gbps": True})
    assert all(row in before for row in frontier)
    assert content(own) == whole


def test_a_copy_is_made_once_for_each_state_of_the_store(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with raw(own) as connection:
        connection.execute("UPDATE figures SET stale = 1")
    copies = []
    usual = Database.copied

    def counted(self: Database) -> AbstractContextManager[Database]:
        copies.append(self)
        return usual(self)

    monkeypatch.setattr(Database, "copied", counted)
    with Store.open(own, writable=False) as store:
        before = metrics.rows(store)
        assert metrics.rows(store) == before
        assert len(copies) == 1
        with Store.open(own) as writer:
            writer.forget(labels=[LABELS[0]], ok=True)
        assert {row.label for row in metrics.rows(store)} == {row.label for row in before} - {
            LABELS[0]
        }
        assert len(copies) == 2


def test_no_answer_rests_on_a_row_that_was_edited(own: Path) -> None:
    device = routed()
    goal = Goal((), Objective("area_luts", maximise=False))
    with Store.open(own) as store:
        assert find(store, device, goal, {}).state is State.VERIFIED
        metrics.check_rows(store, metrics.rows(store))
    with raw(own) as connection:
        connection.execute(_EDITED)
    with Store.open(own) as store:
        found = metrics.rows(store)
        for answer in (
            lambda: find(store, device, goal, {}),
            lambda: metrics.check_rows(store, found),
        ):
            with pytest.raises(StoreError, match=r"not as the records say.*forget --damaged"):
                answer()
        store.forget_damaged()
        assert find(store, device, goal, {}).state is State.VERIFIED
    with raw(own) as connection:
        connection.execute("UPDATE figures SET verified = 0")
    with Store.open(own) as store, pytest.raises(StoreError, match="not as the records say"):
        find(store, device, goal, {})


def test_a_row_that_another_process_has_made_stale_is_no_damage(own: Path) -> None:
    with Store.open(own) as store:
        found = metrics.rows(store)
        with raw(own) as connection:
            connection.execute(_EDITED)
            connection.execute("UPDATE figures SET stale = 1")
        metrics.check_rows(store, found)
        assert metrics.rows(store) == found


def test_no_answer_rests_on_a_record_that_was_edited(own: Path) -> None:
    device = routed()
    goal = Goal((), Objective("area_luts", maximise=False))
    with raw(own) as connection:
        connection.execute(
            "UPDATE records SET metrics = json_set(metrics, '$.fmax_mhz', 911) "
            "WHERE stage = 'route'"
        )
        # The row is made anew of the record, so that the two agree.
        connection.execute("UPDATE figures SET stale = 1")
    with Store.open(own) as store:
        metrics.refresh(store)
        with pytest.raises(StoreError, match=r"not what its checksum says.*forget --damaged"):
            find(store, device, goal, {})
        store.forget_damaged()
        metrics.check_rows(store, metrics.rows(store))


def test_a_store_without_bytes_is_not_begun_anew(own: Path, tmp_path: Path) -> None:
    own.write_bytes(b"")
    os.utime(own, (0, 0))
    with pytest.raises(StoreError, match="has no bytes, but the cache beside it is full") as caught:
        Store.open(own)
    assert "\n" not in str(caught.value)
    assert own.stat().st_size == 0
    lonely = tmp_path / "lonely" / "s.db"
    lonely.parent.mkdir()
    lonely.write_bytes(b"")
    with Store.open(lonely) as store:
        assert store.records() == []
    # Another store beside this one is no reason.
    with Store.open(own.with_name("other.db")) as store:
        assert store.records() == []


def test_a_store_without_its_version_is_not_called_empty(own: Path) -> None:
    with raw(own) as connection:
        connection.execute("DELETE FROM alembic_version")
    size = own.stat().st_size
    os.utime(own, (0, 0))
    with pytest.raises(StoreError, match="does not say of which version it is") as told:
        Store.open(own)
    assert "empty" not in str(told.value)
    assert own.stat().st_size == size


def test_a_store_without_tables_is_not_begun_anew(own: Path, tmp_path: Path) -> None:
    own.unlink()
    for beside in ("-wal", "-shm"):
        own.with_name(own.name + beside).unlink(missing_ok=True)
    with raw(own) as connection:
        connection.execute("PRAGMA user_version = 1")
    size = own.stat().st_size
    assert size == 4096
    os.utime(own, (0, 0))
    with pytest.raises(StoreError, match="has no tables, but the cache beside it is full") as told:
        Store.open(own)
    assert "\n" not in str(told.value)
    assert own.stat().st_size == size
    lonely = tmp_path / "lonely" / "s.db"
    lonely.parent.mkdir()
    shutil.copy(own, lonely)
    with Store.open(lonely) as store:
        assert store.records() == []


def test_stores_are_made_at_once_beside_a_full_cache(own: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

    def make(_: int) -> int:
        with Store.open(own.with_name("further.db")) as store:
            return len(store.records())

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(make, range(6))) == [0] * 6


_ENDED = """
import os, signal, sys
from aesculus.store import Store, database

def end(*_):
    os.kill(os.getpid(), signal.Signals[sys.argv[2]])
    signal.pause()

setattr(database.integrity if sys.argv[3] == "seal" else database.Path, sys.argv[3], end)
Store.open(sys.argv[1])
"""


@pytest.mark.parametrize("number", ["SIGTERM", "SIGKILL"])
@pytest.mark.parametrize("where", ["seal", "rename"])
def test_a_store_that_is_being_made_leaves_none_cut_short(
    number: str, where: str, own: Path
) -> None:
    path = own.with_name("further.db")
    line = [sys.executable, "-c", _ENDED, str(path), number, where]
    done = subprocess.run(line, check=False, timeout=60)
    assert done.returncode == -signal.Signals[number]
    assert not path.exists()
    with Store.open(path) as store:
        assert store.records() == []
        assert store.problems() == []
    beside = {each.name for each in path.parent.iterdir() if "further" in each.name}
    assert beside <= {path.name, f"{path.name}.lock"}


def test_a_store_behind_a_link_is_made_where_it_leads(tmp_path: Path) -> None:
    path, place = tmp_path / "s.db", tmp_path / "elsewhere" / "real.db"
    place.parent.mkdir()
    path.symlink_to(place)
    with Store.open(path) as store:
        assert store.records() == []
    assert path.is_symlink()
    assert place.is_file()


def _set_digest(path: Path, digest: str) -> None:
    with raw(path) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute("UPDATE artefacts SET digest = ? WHERE name = 'netlist.v'", (digest,))


BAD_DIGESTS = ["/dev/zero", "../../../../etc/passwd", "..", "", "A" * 64, "0" * 63, "0" * 65]


@pytest.mark.parametrize("digest", BAD_DIGESTS)
@pytest.mark.timeout(30)
def test_a_digest_that_is_none_opens_no_file(
    own: Path, tmp_path: Path, digest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _set_digest(own, digest)
    opened: list[str] = []
    real = os.open

    def spy(path: Any, *args: Any, **kwargs: Any) -> int:
        opened.append(str(path))
        return real(path, *args, **kwargs)

    monkeypatch.setattr(os, "open", spy)
    assert any("is no SHA-256" in line for line in found(own))
    with (
        Store.open(tmp_path / "mine" / "s.db") as mine,
        pytest.raises(MergeError, match="refused that do not verify"),
    ):
        mine.merge(own)
    assert not [path for path in opened if digest and path.endswith(digest)]


def test_links_and_devices_in_a_cache_are_not_read(tmp_path: Path) -> None:
    cache = ArtefactCache(tmp_path)
    digest = "ab" * 32
    place = cache.path(digest)
    place.parent.mkdir()
    place.symlink_to("/dev/zero")
    with pytest.raises(StoreError, match="is a link"):
        cache.get(digest)
    place.unlink()
    os.mkfifo(place)
    with pytest.raises(StoreError, match="is no plain file"):
        cache.get(digest)
    place.unlink()
    with place.open("wb") as stream:
        stream.truncate(1 << 40)
    with pytest.raises(StoreError, match="more than an artefact can have"):
        cache.get(digest)


@pytest.mark.parametrize("which", ["tmp", "prefix", "cache"])
def test_no_folder_of_a_cache_is_reached_through_a_link(
    own: Path, tmp_path: Path, which: str
) -> None:
    victim = tmp_path / "victim"
    victim.mkdir()
    thesis = victim / "thesis.txt"
    thesis.write_text("years of work")
    os.utime(thesis, (0, 0))
    cache = own.parent / "cache"
    content = b"a new artefact"
    digest = hashlib.sha256(content).hexdigest()
    place = {"tmp": cache / "tmp", "prefix": cache / digest[:2], "cache": cache}[which]
    if place.exists():
        shutil.rmtree(place)
    place.symlink_to(victim)
    # What a reader of the link would find.
    (victim / digest).write_bytes(content)
    (victim / digest[:2]).mkdir()
    (victim / digest[:2] / digest).write_bytes(content)
    before = sorted(victim.rglob("*"))
    job = Job(stage=Stage.SYNTH, label="UF1", design={"n": 1}, device="d")
    with Store.open(own) as store:
        if which != "tmp":
            with pytest.raises(StoreError, match="is a link or no folder"):
                store.artefact(digest)
        with pytest.raises(StoreError, match="is a link or no folder") as told:
            store.put(job, StageOutcome(status=Status.OK, artefacts={"a": content}))
        assert str(place) in str(told.value)
        assert store.get(job.key) is None
    ArtefactCache(cache).sweep()
    assert not ArtefactCache(cache).is_filled() or which != "cache"
    assert sorted(victim.rglob("*")) == before
    assert thesis.read_text() == "years of work"


def test_who_reads_a_store_removes_nothing_of_its_cache(own: Path) -> None:
    left = own.parent / "cache" / "tmp" / "left"
    left.write_text("half of an artefact")
    os.utime(left, (0, 0))
    with Store.open(own) as store:
        store.records()
        assert left.exists()
        job = Job(stage=Stage.SYNTH, label="UF1", design={"n": 1}, device="d")
        store.put(job, StageOutcome(status=Status.OK, artefacts={"a": b"new"}))
    assert not left.exists()


def _forge(path: Path, change: str) -> None:
    """Change a store and have its checksums fit, as somebody does who means it."""
    from aesculus.store import integrity  # noqa: PLC0415

    with raw(path) as connection:
        connection.execute(change)
    with Store.open(path) as store, store._database.write() as opened:
        integrity.seal(opened)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE designs SET label = char(27) || '[2J' WHERE label = 'UF1-PP2T'",
        "UPDATE records SET device = '../' || device WHERE device != ''",
        "UPDATE records SET status = 'fine' WHERE stage = 'route'",
        "UPDATE records SET metrics = '[[[' WHERE stage = 'synth'",
        "UPDATE records SET created = 'yesterday' WHERE stage = 'synth'",
        "UPDATE artefacts SET name = '../x' WHERE name = 'netlist.v'",
    ],
)
def test_names_and_values_that_are_none_are_refused_whoever_wrote_them(
    own: Path, tmp_path: Path, change: str
) -> None:
    _forge(own, change)
    with Store.open(own) as store, pytest.raises(StoreError) as caught:
        store.records()
    assert str(caught.value).isprintable()
    assert found(own), "check tells of it, although the checksums fit"
    with Store.open(tmp_path / "mine" / "s.db") as mine:
        with pytest.raises(MergeError) as refused:
            mine.merge(own)
        assert refused.value.refused
        assert str(refused.value).isprintable()
        assert len(mine.records()) == refused.value.taken
        assert metrics.problems(mine) == []


def test_a_design_that_is_not_known_now_is_not_damaged(own: Path, tmp_path: Path) -> None:
    """One of the user's own folders, say, in a shell that is not told of them."""
    with Store.open(own) as store:
        job = Job(
            stage=Stage.SYNTH,
            label="COUNTER.UF1-PP2T",
            design={"mode": "COUNTER"},
            design_digest="ab" * 32,
            device="d",
        )
        store.put(job, StageOutcome(status=Status.OK))
        assert metrics.problems(store) == []
        assert not store.forget_damaged()
    said = r"names no design here; is AESCULUS_DESIGNS set\?"
    with (
        Store.open(tmp_path / "mine" / "s.db") as mine,
        pytest.raises(MergeError, match=said),
    ):
        mine.merge(own)


def test_a_netlist_that_could_run_a_program_is_not_merged(own: Path, tmp_path: Path) -> None:
    with Store.open(own) as store:
        for number, text in enumerate(('initial $system("id");', "wire n1;")):
            content = gzip.compress(f"module aesculus_point;\n{text}\nendmodule\n".encode())
            job = Job(stage=Stage.SYNTH, label=f"UF{number}", design={"n": number}, device="d")
            store.put(job, StageOutcome(status=Status.OK, artefacts={"netlist.v": content}))
    with Store.open(tmp_path / "mine" / "s.db") as mine:
        with pytest.raises(MergeError, match=r"synth UF0 on d: refused, .*\$system") as told:
            mine.merge(own)
        assert len(told.value.refused) == 1
        assert [each.job.label for each in mine.records(device="d")] == ["UF1"]
        mine.check()


def test_a_netlist_that_is_no_text_is_refused_alone(own: Path, tmp_path: Path) -> None:
    with Store.open(own) as store:
        for number, text in enumerate((b"// caf\xe9\n", b"wire n1;\n")):
            content = gzip.compress(b"module aesculus_point;\n" + text + b"endmodule\n")
            job = Job(stage=Stage.SYNTH, label=f"UF{number}", design={"n": number}, device="d")
            store.put(job, StageOutcome(status=Status.OK, artefacts={"netlist.v": content}))
        digests = [each.artefacts["netlist.v"] for each in store.records(device="d")]
    with Store.open(tmp_path / "mine" / "s.db") as mine:
        with pytest.raises(MergeError, match=r"UF0 on d: netlist\.v is no text in UTF-8") as told:
            mine.merge(own)
        assert len(told.value.refused) == 1
        assert [each.job.label for each in mine.records(device="d")] == ["UF1"]
        kept = {path.name for path in (tmp_path / "mine" / "cache").rglob("*")}
        assert [digest in kept for digest in digests] == [False, True]
        mine.check()


def test_a_netlist_whose_ports_are_more_than_names_is_not_merged(own: Path, tmp_path: Path) -> None:
    # The harness around a netlist is Verilog made of these names, and Yosys calls C from Verilog.
    evil = 'x); endmodule module m; import "DPI-C" function int system(input string s'
    bits: dict[str, dict[str, object]] = {
        "UF0": {evil: {"direction": "input", "bits": [2]}},
        "UF1": {"clk_i": {"direction": "input wire y; endmodule", "bits": [2]}},
        "UF2": {"clk_i": {"direction": "input", "bits": [2]}},
    }
    with Store.open(own) as store:
        for label, ports in bits.items():
            netlist = {"modules": {"aesculus_point": {"ports": ports}}}
            content = gzip.compress(json.dumps(netlist).encode())
            job = Job(stage=Stage.SYNTH, label=label, design={"n": label}, device="d")
            store.put(job, StageOutcome(status=Status.OK, artefacts={"netlist.json": content}))
    with Store.open(tmp_path / "mine" / "s.db") as mine:
        with pytest.raises(MergeError, match=r"synth UF[01] on d: refused, .*port") as told:
            mine.merge(own)
        assert len(told.value.refused) == 2
        assert [each.job.label for each in mine.records(device="d")] == ["UF2"]


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        (
            "netlist.json",
            lambda: b"[" + b"[]," * 10_000_000 + b"[]]",
            "more than 20,000,000 values",
        ),
        ("netlist.json", lambda: b" " * (1 << 28) + b"1", "unpacks to more than 268,435,456 bytes"),
        ("netlist.v", lambda: b" " * (1 << 28) + b"\n", "unpacks to more than 268,435,456 bytes"),
        ("netlist.v", lambda: b" " * (1 << 27) + b"\n", "more than 134,217,728 signs"),
    ],
    ids=["values", "json", "text", "verilog"],
)
def test_a_netlist_that_would_take_all_memory_is_not_merged(
    own: Path, tmp_path: Path, name: str, content: Callable[[], bytes], why: str
) -> None:
    with Store.open(own) as store:
        job = Job(stage=Stage.SYNTH, label="UF0", design={"n": 0}, device="d")
        packed = gzip.compress(content(), 1)
        store.put(job, StageOutcome(status=Status.OK, artefacts={name: packed}))
    with Store.open(tmp_path / "mine" / "s.db") as mine:
        with pytest.raises(MergeError, match=f"synth UF0 on d: .*{why}") as told:
            mine.merge(own)
        assert len(told.value.refused) == 1
        assert str(told.value).isprintable()


def test_rows_of_figures_with_names_that_are_none_are_refused(own: Path) -> None:
    with raw(own) as connection:
        connection.execute("UPDATE figure_rows SET json = replace(json, 'UF1-', '\\u001b[2J')")
    with Store.open(own, writable=False) as store, pytest.raises(StoreError, match="label"):
        store.figures()


def test_a_merge_says_that_records_are_gone(own: Path, tmp_path: Path) -> None:
    with sqlite3.connect(own) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        (gone,) = connection.execute("SELECT max(id) FROM records").fetchone()
        for table in ("logs", "artefacts"):
            connection.execute(f"DELETE FROM {table} WHERE record_id = ?", (gone,))
        connection.execute("DELETE FROM records WHERE id = ?", (gone,))
    with Store.open(tmp_path / "mine.db") as store:
        with pytest.raises(MergeError, match=r"the store as a whole: .* of this sum were") as told:
            store.merge(own)
        assert told.value.taken == len(store.records()) > 0


def test_a_merge_takes_what_verifies_and_names_the_rest(own: Path, tmp_path: Path) -> None:
    with raw(own) as connection:
        connection.execute("UPDATE records SET seconds = 5e9 WHERE stage = 'route' AND id % 2")
        bad = connection.execute("SELECT count(*) FROM records WHERE seconds = 5e9").fetchone()[0]
        count = connection.execute("SELECT count(*) FROM records").fetchone()[0]
    with Store.open(tmp_path / "mine" / "s.db") as mine:
        with pytest.raises(MergeError, match=r"route UF\d-PP2T on LFE5U-85F-8") as caught:
            mine.merge(own)
        assert (len(caught.value.refused), caught.value.taken) == (bad, count - bad)
        assert len(mine.records()) == count - bad
        assert metrics.problems(mine) == []


def test_damaged_records_can_be_dropped(own: Path) -> None:
    with raw(own) as connection:
        connection.execute("UPDATE records SET seconds = 5e9 WHERE stage = 'synth'")
    with Store.open(own) as store:
        gone = store.forget_damaged()
        assert len(gone) == 2
        assert all(name.startswith("synth UF") for name in gone)
        metrics.refresh(store)
        assert metrics.problems(store) == []


def test_failures_are_forgotten_and_results_stay(own: Path) -> None:
    with Store.open(own) as store:
        before = store.counts()
        assert store.forget(labels=["UF1-PP2T"]) == 0
        assert store.forget() == before[Stage.VERIFY, Status.FAILED] == 1
        assert store.records(status=Status.FAILED) == []
        assert sum(store.counts().values()) == sum(before.values()) - 1
        assert {row.label for row in metrics.rows(store) if row.device} == set(LABELS)
        assert store.forget(labels=["UF1-PP2T"], ok=True) > 3
        assert {row.label for row in metrics.rows(store) if row.device} == {"UF2-PP2T"}
        assert metrics.problems(store) == []
        assert store.log("0" * 64) == ""


def test_a_damaged_store_is_not_migrated(own: Path) -> None:
    # As one of an older version with checksums would be.
    with raw(own) as connection:
        connection.execute("UPDATE records SET seconds = 5e9 WHERE stage = 'synth'")
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(StoreError, match="not brought forward"):
        Store.open(own)


@pytest.mark.parametrize("version", ["0000", "", "x"])
def test_a_version_that_is_none_is_damage(own: Path, version: str) -> None:
    with raw(own) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
    with pytest.raises(StoreError) as caught:
        Store.open(own)
    assert "\n" not in str(caught.value)


def test_threads_make_stores_at_once(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

    def make(number: int) -> int:
        with Store.open(tmp_path / str(number) / "s.db") as store:
            store.check()
            return len(store.records())

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(make, range(16))) == [0] * 16


def test_a_log_that_unpacks_to_no_end_is_cut(own: Path) -> None:
    import zlib  # noqa: PLC0415

    with raw(own) as connection:
        packed = zlib.compress(b"x" * (50 << 20))
        connection.execute("UPDATE logs SET zlib = ?", (packed,))
        key = connection.execute("SELECT key FROM records JOIN logs ON record_id = id").fetchone()
    with Store.open(own) as store:
        assert len(store.log(key[0])) == 64 << 10


@pytest.mark.parametrize("kept", [0, 1, 5, -1])
def test_a_log_that_ends_early_is_damaged(own: Path, kept: int) -> None:
    with raw(own) as connection:
        ((key, packed),) = connection.execute(
            "SELECT key, zlib FROM records JOIN logs ON record_id = id"
        ).fetchall()[:1]
        connection.execute("UPDATE logs SET zlib = ?", (packed[:kept],))
    with (
        Store.open(own) as store,
        pytest.raises(StoreError, match=r"the log of record .* is damaged: it has no end"),
    ):
        store.log(key)


def test_writers_that_race_keep_the_sum(tmp_path: Path) -> None:
    import threading  # noqa: PLC0415

    def put(first: int) -> None:
        with Store.open(tmp_path / "s.db") as store:
            for n in range(first, first + 10):
                job = Job(stage=Stage.SYNTH, label=f"UF{n}", design={"n": n}, device="d")
                bad = StageOutcome(status=Status.FAILED, reason="no room", log="l")
                store.put(job, bad)
                store.put(job, StageOutcome(status=Status.OK, metrics={"n": n}))

    Store.open(tmp_path / "s.db").close()
    threads = [threading.Thread(target=put, args=(5 * i,)) for i in range(3)]
    work: Sequence[Callable[[], None]] = [t.start for t in threads] + [t.join for t in threads]
    for step in work:
        step()
    with Store.open(tmp_path / "s.db") as store:
        store.check()
        assert len(store.records()) == 20


@pytest.mark.parametrize("writable", [True, False])
def test_a_damaged_record_says_how_it_is_mended_in_its_store(own: Path, writable: bool) -> None:
    with raw(own) as connection:
        connection.execute("UPDATE records SET metrics = '[' WHERE id = 2")
        ((key,),) = connection.execute("SELECT key FROM records WHERE id = 2")
    with Store.open(own, writable=writable) as store:
        with pytest.raises(StoreError, match="is damaged") as told:
            store.get(key)
        for command in ("check", "forget --damaged"):
            assert f"`aesculus store {command} --store {own}`" in str(told.value)
