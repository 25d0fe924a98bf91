"""`aesculus store`: two people's stores become one through the command line."""

import json
import shutil
import sqlite3
import tarfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from aesculus import api
from aesculus.cli.app import app, main
from aesculus.defaults import STORE as DEFAULT_STORE
from aesculus.design import parse_build
from aesculus.engine.plan import whole_chain
from aesculus.engine.pool import Pool
from aesculus.errors import InputError
from aesculus.families import devices, family
from aesculus.netlists import netlist as nl
from aesculus.netlists.simnet import write_verilog
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages import synth
from aesculus.stages.base import Subject
from aesculus.store import Job, Store
from aesculus.store.database import Database
from aesculus.studies.archive import RECORDS
from aesculus.studies.faults.stores import edit
from engine.fakes import Fakes, engine, routed
from project.sources import ROOT

LABELS = ("UF1-PP3T", "UF2-PP3T", "UF3-PP3T")

pytestmark = pytest.mark.usefixtures("place")


def _call(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(args))
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def stores(place: Path, fakes: Fakes) -> tuple[str, str]:
    """Two stores that have one of their two designs in common."""
    for name, labels in (("a", LABELS[:2]), ("b", LABELS[1:])):
        with Store.open(place / name / "s.db") as store, Pool(slots=1, stages=fakes.stages) as pool:
            wants = [
                want
                for label in labels
                for want in whole_chain(parse_build(label), routed(), seeds=1, netlist=False)
            ]
            engine(store, fakes, pool).run(wants)
    return str(Path("a") / "s.db"), str(Path("b") / "s.db")


def _labels(store: str) -> set[str]:
    code, out, err = _call("show", "--json", "--store", store)
    assert code == 0, err
    return {row["label"] for row in json.loads(out)}


@pytest.mark.parametrize("first", [True, False])
def test_stores_are_merged(stores: tuple[str, str], fakes: Fakes, first: bool) -> None:
    ours, theirs = stores
    own = ("--store", ours)
    words = ("store", *own, "merge", theirs) if first else ("store", "merge", theirs, *own)
    code, out, err = _call(*words)
    assert code == 0, err
    assert f"taken from {theirs}" in out
    assert _labels(ours) == set(LABELS)
    assert _labels(theirs) == set(LABELS[1:])
    assert f"0 results taken from {theirs}" in _call(*words)[1]
    done = len(fakes.calls)
    assert _call("verify", LABELS[2], *own)[0] == 0
    assert len(fakes.calls) == done, "a result that was taken over is not run again"


def test_several_stores_make_a_new_one(stores: tuple[str, str]) -> None:
    code, _, err = _call("store", "merge", *stores, "--store", "c/s.db")
    assert code == 0, err
    assert _labels("c/s.db") == set(LABELS)


def test_a_copy_has_all_and_is_sound(stores: tuple[str, str]) -> None:
    Path("copy").mkdir()
    code, out, err = _call("store", "export", "copy/s.db", "--store", stores[0])
    assert code == 0, err
    with Store.open(stores[0]) as ours, Store.open("copy/s.db") as copy:
        assert ours.counts() == copy.counts()
        count = sum(copy.counts().values())
    assert f"{count} results" in out
    assert _call("store", "check", "--store", "copy/s.db")[1].endswith(
        f"{count} results, all sound\n"
    )


def test_one_result_is_told_as_one(place: Path, fakes: Fakes) -> None:
    with Store.open(place / "s.db") as store, Pool(slots=1, stages=fakes.stages) as pool:
        whole = whole_chain(parse_build(LABELS[0]), routed(), seeds=1, netlist=False)
        engine(store, fakes, pool).run(whole[:1])
    assert _call("store", "check", "--store", "s.db")[1] == "s.db: 1 result, all sound\n"
    assert _call("store", "export", "t.db", "--store", "s.db")[1] == "1 result copied to t.db\n"
    taken = _call("store", "merge", "s.db", "--store", "u.db")[1]
    assert taken == "1 result taken from s.db\n"


def test_an_archive_has_the_records_behind_the_figures_and_makes_the_tables_again(
    place: Path, fakes: Fakes
) -> None:
    results = place / "benchmarks" / "results"
    results.mkdir(parents=True)
    shutil.copy(ROOT / "benchmarks/results/headline.json", results)
    shown = "UF1-PP2B"
    with Store.open(place / "s.db") as store, Pool(slots=1, stages=fakes.stages) as pool:
        builds = [parse_build(label) for label in (shown, LABELS[2])]
        engine(store, fakes, pool).run([w for b in builds for w in whole_chain(b, routed())])
        mine = [record for record in store.records() if record.job.label == shown]
    code, _, err = _call("store", "export", "figures.tar.gz", "--figures", "--store", "s.db")
    assert code == 0, err
    with tarfile.open("figures.tar.gz") as tar:
        held = tar.extractfile(RECORDS)
        assert held is not None
        records = json.loads(held.read())
    assert {record["key"] for record in records} == {record.job.key for record in mine}
    code, _, err = _call("report", "--from", "figures.tar.gz", "--out", "tables")
    assert code == 0, err
    table = Path("tables/docs/headline.md").read_text(encoding="utf-8")
    assert table in (ROOT / "README.md").read_text(encoding="utf-8")


def test_damage_is_told(stores: tuple[str, str]) -> None:
    blobs = [path for path in (Path("a") / "cache").rglob("*") if path.is_file()]
    assert blobs
    for path in blobs:
        path.chmod(0o600)
        path.write_bytes(b"damaged")
    code, _, err = _call("store", "check", "--store", stores[0])
    assert code == 1
    assert "aesculus: error:" in err


def test_the_results_are_counted(stores: tuple[str, str]) -> None:
    code, out, _ = _call("store", "--json", "--store", stores[0])
    assert code == 0
    found = json.loads(out)
    assert found["store"] == stores[0]
    assert {"stage": "synth", "status": "ok", "results": 2} in found["results"]
    assert "route" in _call("store", "--store", stores[0])[1]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("store",), "no store at .aesculus/store.db"),
        (("store", "check"), "no store at"),
        (("store", "merge", "none.db"), "no store at none.db"),
        (("store", "merge", "a/s.db", "--store", "a/s.db"), "is the store itself"),
        (("store", "export", "b/s.db", "--store", "a/s.db"), "name a file that does not"),
        (("store", "export", "c.db", "--bare", "--figures", "--store", "a/s.db"), "give one of"),
        (("store", "export", "none/s.db", "--store", "a/s.db"), "none is no folder"),
        (("store", "export", "none/s.gz", "--figures", "--store", "a/s.db"), "none is no folder"),
        (("show", "--store", "/bin/ls"), "/bin/ls is not a store: it is no database"),
        (("show", "--store", "a"), "a is not a store: it is no plain file"),
        (("store", "check", "--store", "/dev/null"), "is not a store: it is no plain file"),
        (("store", "merge", "/bin/ls", "--store", "new.db"), "/bin/ls is not a store"),
        (("store", "merge", "/bin/ls", "--store", "a/s.db"), "/bin/ls is not a store"),
    ],
)
def test_bad_input_is_one_line_and_code_2(place: Path, args: tuple[str, ...], said: str) -> None:
    for name in ("a", "b"):
        Store.open(place / name / "s.db").close()
    code, out, err = _call(*args)
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert line.startswith("aesculus: error: ")
    assert said in line
    assert not Path("new.db").exists()
    assert not Path("none").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("store", "--json", "check", "--store", "none.db"),
        ("store", "check", "--json", "--store", "none.db"),
        ("store", "--json", "merge", "none.db"),
        ("store", "--json", "forget", LABELS[0], "--store", "none.db"),
    ],
)
def test_errors_below_store_are_json_too(place: Path, words: tuple[str, ...]) -> None:
    code, out, err = _call(*words)
    assert (code, out) == (2, "")
    assert json.loads(err)["error"]["code"] == 2
    # It is not kept for the next command.
    assert _call("store", "check", "--store", "none.db")[2].startswith("aesculus: error: ")


def test_check_and_forget_answer_in_json(stores: tuple[str, str]) -> None:
    own = ("--store", stores[0])
    with Store.open(stores[0]) as store:
        count = sum(store.counts().values())
    code, out, _ = _call("store", "check", "--json", *own)
    sound = {"store": stores[0], "sound": True, "problems": [], "results": count}
    assert (code, json.loads(out)) == (0, sound)
    code, out, _ = _call("store", *own, "--json", "forget", LABELS[0], "--ok")
    told = json.loads(out)
    assert (code, told["store"]) == (0, stores[0])
    assert 0 < told["forgotten"] < count


def test_merge_and_export_answer_in_json(stores: tuple[str, str]) -> None:
    ours, theirs = stores
    own = ("--store", ours)
    with Store.open(ours) as store:
        count = sum(store.counts().values())
    code, out, _ = _call("store", "export", "copy.db", "--json", *own)
    assert (code, json.loads(out)) == (0, {"store": ours, "copy": "copy.db", "results": count})
    code, out, _ = _call("store", "--json", *own, "merge", theirs, "copy.db")
    told = json.loads(out)
    assert (code, told["store"]) == (0, ours)
    first, second = told["merged"]
    assert 0 < first["taken"] < count
    assert second == {"store": "copy.db", "taken": 0, "refused": []}


def test_an_archive_is_told_in_json(place: Path) -> None:
    results = place / "benchmarks" / "results"
    results.mkdir(parents=True)
    shutil.copy(ROOT / "benchmarks/results/headline.json", results)
    code, out, err = _call("store", "export", "f.tar.gz", "--figures", "--json")
    assert code == 0, err
    size = Path("f.tar.gz").stat().st_size
    # The figures, and which version wrote them.
    told = {"store": str(DEFAULT_STORE), "archive": "f.tar.gz", "files": 2, "bytes": size}
    assert json.loads(out) == told


def test_a_merge_that_refuses_tells_in_json_what_it_took(stores: tuple[str, str]) -> None:
    ours, theirs = stores
    edit(Path(theirs), "UPDATE records SET seconds = 5e9 WHERE stage = 'synth'")
    code, out, err = _call("store", "merge", theirs, "--json", "--store", ours)
    assert (code, json.loads(err)["error"]["code"]) == (1, 1)
    (merged,) = json.loads(out)["merged"]
    assert (merged["store"], len(merged["refused"])) == (theirs, len(LABELS[1:]))
    assert merged["taken"] > 0
    # Nothing was merged, so there is nothing to tell but the error.
    edit(Path(ours), "UPDATE alembic_version SET version_num = '9999'")
    code, out, err = _call("store", "merge", theirs, "--json", "--store", ours)
    assert (code, out) == (1, "")
    assert "version 9999" in json.loads(err)["error"]["message"]


_LONG = "a" * 300


@pytest.mark.parametrize(
    "words",
    [
        ("store", "check", "--store", _LONG),
        ("store", "--store", _LONG, "check"),
        ("store", "merge", _LONG),
        ("store", "export", _LONG, "--store", "s.db"),
        ("show", "--store", _LONG),
        ("log", "UF1-PP2T", "--store", _LONG),
    ],
)
def test_a_name_that_no_file_can_have_is_bad_input(
    place: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    Store.open(place / "s.db").close()
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (2, "")
    (line,) = err.splitlines()
    assert "File name too long" in line
    assert len(line) < 200
    with pytest.raises(InputError, match="File name too long"):
        api.show(store=Path(_LONG))


@pytest.mark.parametrize("words", [("show",), ("explore", "-p", "UF1-PP0T")])
def test_a_store_below_a_file_is_told_of_the_file(place: Path, words: tuple[str, ...]) -> None:
    (place / "file").write_text("")
    code, out, err = _call(*words, "--store", "file/sub/x.db")
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert f"store file/sub/x.db is below {place / 'file'}, which is a file: name" in line


def test_what_is_not_there_cannot_be_forgotten(stores: tuple[str, str]) -> None:
    code, out, err = _call("store", "forget", LABELS[0], LABELS[2], "--store", stores[0])
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert line == f"aesculus: error: {LABELS[2]} has no results in {stores[0]}"


def test_a_path_with_brackets_is_printed_as_it_is(place: Path) -> None:
    path = place / "[" / "red]" / "store.db"
    Store.open(path).close()
    code, out, err = _call("store", "--store", "[/red]/store.db")
    assert (code, err) == (0, "")
    assert "[/red]/store.db" in out


def test_what_one_store_has_that_does_not_verify_keeps_no_other_from_being_merged(
    stores: tuple[str, str],
) -> None:
    ours, theirs = stores
    edit(Path(ours), "UPDATE records SET seconds = 5e9 WHERE stage = 'route'")
    code, out, err = _call("store", "merge", ours, theirs, "--store", "new.db")
    assert code == 1
    assert f"taken from {theirs}" in out
    assert f"results taken from {ours}, 2 refused that do not verify: route {LABELS[0]} on" in err
    assert _labels("new.db") == {parse_build(label).label for label in LABELS}


@pytest.mark.parametrize("harm", ["missing", "damaged"])
def test_what_check_finds_damaged_can_be_forgotten(stores: tuple[str, str], harm: str) -> None:
    ours, _ = stores
    with Store.open(Path(ours)) as store:
        [made] = store.records(label=parse_build(LABELS[0]).label, stage=Stage.SYNTH)
    digest = made.artefacts["netlist.json"]
    [file] = Path(ours).parent.glob(f"cache/**/*{digest[4:]}*")
    file.unlink() if harm == "missing" else file.write_bytes(b"other")
    code, out, err = _call("store", "check", "--store", ours)
    assert code == 1, err
    # Whose it is stands before what it is.
    assert f"synth {parse_build(LABELS[0]).label} on" in out
    code, out, err = _call("store", "forget", "--damaged", "--store", ours)
    assert (code, err) == (0, "")
    assert "1 result forgotten" in out
    assert _call("store", "check", "--store", ours)[0] == 0


def test_an_edited_row_of_figures_is_made_anew(stores: tuple[str, str]) -> None:
    ours, _ = stores
    assert _call("show", "--store", ours)[0] == 0
    edit(Path(ours), "UPDATE figures SET fmax_mhz = 1e6")
    code, out, err = _call("store", "check", "--store", ours)
    assert code == 1, err
    assert "not as the records say: fmax_mhz" in out
    assert _call("store", "forget", "--damaged", "--store", ours)[0] == 0
    assert _call("store", "check", "--store", ours)[0] == 0


def test_a_file_of_no_bytes_does_not_become_a_store_by_being_read(place: Path) -> None:
    (place / "empty.db").touch()
    for words in (("store", "check"), ("show",), ("store",)):
        code, _, err = _call(*words, "--store", "empty.db")
        assert code == 2
        assert "a file of no bytes" in err
    assert (place / "empty.db").stat().st_size == 0


def test_damage_is_told_in_lines_of_its_own_with_what_to_do(stores: tuple[str, str]) -> None:
    ours, _ = stores
    assert _call("show", "--store", ours)[0] == 0
    forged = "UF1-PP3T' || char(27) || '[31mX' || char(10) || 's.db: 2 results, all sound"
    edit(Path(ours), f"UPDATE designs SET label = '{forged}' WHERE label = 'UF1-PP3T'")
    code, out, err = _call("store", "--store", ours, "check")
    assert code == 1
    assert r"UF1-PP3T\x1b[31mX s.db: 2 results, all sound" in out
    assert not any(line.startswith("s.db") for line in out.splitlines())
    assert f"`aesculus store forget --damaged --store {ours}` forgets what is damaged" in err
    code, out, err = _call("store", "--store", ours, "forget", "--damaged")
    assert code == 0, err
    assert "of figures made anew" in out
    assert not any(line.startswith("s.db") for line in out.splitlines())
    assert _call("store", "--store", ours, "check")[0] == 0


def test_a_full_disk_is_named_and_its_store_can_be_read(
    stores: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, _ = stores
    assert _call("show", "--store", ours)[0] == 0
    usual = Database._connect

    def without_room(self: Database, path: Path) -> sqlite3.Connection:
        if self.writable:
            raise sqlite3.OperationalError("disk I/O error")
        return usual(self, path)

    monkeypatch.setattr(Database, "_connect", without_room)
    assert (
        "disk I/O error; what was kept before"
        in _call("store", "--store", ours, "forget", "--failed")[2]
    )
    room = SimpleNamespace(free=0)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: room)
    code, _, err = _call("store", "--store", ours, "forget", "--failed")
    assert code == 1
    assert "the disk is full (disk I/O error); what was kept before is not lost" in err
    for words in (("show",), ("log", "UF2-PP3T", "--all")):
        code, out, err = _call(*words, "--store", ours)
        assert (code, err) == (0, "")
        assert "UF2-PP3T" in out
    assert _call("store", "--store", ours, "check")[0] == 0


@pytest.mark.parametrize(
    ("init", "inputs", "taken"),
    [
        ("0110011001100110", {}, True),
        ("0000000000000000", {}, False),
        # Another version's Verilog may be another, and no job of this one is named after it.
        ("0000000000000000", {"steps": "0" * 64}, True),
    ],
)
def test_a_netlist_beside_the_verilog_of_another_is_not_merged(
    place: Path, init: str, inputs: dict[str, str], taken: bool
) -> None:
    def core(init: str) -> dict[str, Any]:
        table = {
            "type": "SB_LUT4",
            "parameters": {"LUT_INIT": init},
            "port_directions": {"I0": "input", "O": "output"},
            "connections": {"I0": [2], "O": [3]},
        }
        ports = {
            "a_i": {"direction": "input", "bits": [2]},
            "b_o": {"direction": "output", "bits": [3]},
        }
        return {"modules": {nl.TOP: {"ports": ports, "cells": {"u": table}, "netnames": {}}}}

    point, device = parse_build("UF1-PP1T"), devices.load("ICE40HX8K")
    verilog = write_verilog(core("0110011001100110"), family("ice40"))
    files = {"netlist.json": nl.dump(core(init)), "netlist.v": verilog.encode()}
    job = Job.of(
        Stage.SYNTH,
        point,
        rtl_digest="r" * 64,
        device=device.name,
        inputs={**synth.STAGE.reads(Subject(point, device)).inputs, **inputs},
        tools=synth.STAGE.tools(device),
    )
    with Store.open(place / "other" / "s.db") as store:
        store.put(job, StageOutcome(status=Status.OK, artefacts=files))
    code, _, err = _call("store", "merge", "other/s.db", "--store", "mine.db")
    assert code == (0 if taken else 1), err
    assert ("netlist.v is not what netlist.json says" in err) != taken
    with Store.open(place / "mine.db") as store:
        assert len(store.records()) == taken


def test_a_folder_is_no_store_to_merge(stores: tuple[str, str]) -> None:
    code, _, err = _call("store", "merge", "b", "--store", stores[0])
    assert code == 2
    assert err == "aesculus: error: b is no file: give the database file of each store to merge\n"


def test_columns_without_room_are_told(
    stores: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    _, narrow, _ = _call("store", "--store", stores[0])
    monkeypatch.setenv("COLUMNS", "100")
    _, wide, _ = _call("store", "--store", stores[0])
    assert "timeout" not in narrow.splitlines()[2]
    assert "no room for: 0 failed, 0 timeout, 0 memory" in " ".join(narrow.split())
    assert "no room for" not in wide


@pytest.mark.parametrize("words", [("log",), ("store", "forget")])
def test_a_recipe_that_there_is_not_is_named(stores: tuple[str, str], words: tuple[str]) -> None:
    code, _, err = _call(*words, "UF1-PP3T+foo", "--store", stores[0])
    assert code == 2
    assert "unknown recipe 'foo'; known: default" in err
