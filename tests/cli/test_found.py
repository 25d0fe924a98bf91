"""What `pick` says where nothing meets a goal: the reason that is one, and commands to retype."""

import json
import shlex
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus import metrics
from aesculus.api import picking
from aesculus.cli.app import app
from aesculus.design import parse_build
from aesculus.engine import reference
from aesculus.engine.errors import Interrupted
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import whole_chain
from aesculus.engine.pool import Pool
from aesculus.metrics import Row
from aesculus.store import Store
from cli.conftest import LABELS
from engine.fakes import ROUTED, Fakes, engine, routed

_PICK = ("pick", "--device", ROUTED, "--known")


def _call(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(args))
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def known(filled: Path, monkeypatch: pytest.MonkeyPatch) -> list[Row]:
    """The results of a store as those of the reference store; the store itself is gone."""
    with Store.open(filled) as store:
        rows = [row for row in metrics.rows(store) if row.device and row.netlist_verified]
    filled.unlink()
    monkeypatch.setattr(reference, "results", lambda *_, **__: rows)
    return rows


def test_without_a_store_the_reason_tells_what_the_reference_store_lacks(known: list[Row]) -> None:
    code, _, err = _call(*_PICK, "--max", "throughput", "--fix", "unroll=5")
    assert code == 1
    assert f"no store yet; in the reference store {len(known)} designs are verified" in err
    assert "none does what is needed: unroll 5" in err
    assert "no result on" not in err


def test_with_a_store_of_nothing_it_does_too(known: list[Row], filled: Path) -> None:
    Store.open(filled).close()
    code, _, err = _call(*_PICK, "--max", "throughput", "--fix", "unroll=5")
    assert code == 1
    assert f"{len(known)} designs are verified (RTL) on {ROUTED}, but none does" in err
    assert "no store yet" not in err


def test_a_design_that_the_router_found_no_place_for_is_no_answer(known: list[Row]) -> None:
    code, out, _ = _call(*_PICK, "--min", "lut")
    best = out.split(":", 1)[0].split()[-1]
    assert code == 0
    # Its area stays known, and within all bounds.
    for number, row in enumerate(known):
        if row.label == best:
            known[number] = row.model_copy(update={"status": "failed"})
    code, out, _ = _call(*_PICK, "--min", "lut")
    assert code == 0
    assert best not in out
    known[:] = [row.model_copy(update={"status": "failed"}) for row in known]
    code, out, err = _call(*_PICK, "--min", "lut")
    assert (code, out) == (1, "")
    assert "none fits on it, as far as was tried" in err


def test_a_limit_is_told_by_all_that_is_measured_and_what_is_not_verified_is_marked(
    known: list[Row],
) -> None:
    best = min(known, key=lambda row: row.latency_ns or 0.0)
    most = max(row.area_luts or 0 for row in known)
    # A larger one would be the quickest, but for its netlist, which nobody looked at.
    known.append(
        best.model_copy(
            update={
                "label": "UF5-PP1L",
                "netlist_verified": False,
                "area_luts": most + 1,
                "latency_ns": (best.latency_ns or 0.0) / 2,
            }
        )
    )
    code, out, _ = _call(*_PICK, "--max-lut", str(most), "--min", "latency")
    assert code == 0
    assert out.startswith(f"{best.label}: ")
    told = next(each for each in out.splitlines() if "binds" in each)
    assert "without it UF5-PP1L" in told
    assert "(netlist not verified)" in told


@pytest.mark.usefixtures("place")
def test_what_no_design_can_do_is_no_matter_of_stores() -> None:
    given = ("--throughput", "900Gbps")
    code, out, err = _call(*_PICK, *given)
    assert (code, out) == (1, "")
    assert err.startswith(f"aesculus: error: impossible on {ROUTED} in this space (--space names")
    assert ": throughput at least 900Gbps" in err
    assert len(err.splitlines()) == 1
    told = json.loads(_call(*_PICK, *given, "--json")[1])
    assert told["reason"] == ""
    assert "900Gbps" in told["impossible"]


def test_what_is_known_beyond_the_space_is_not_called_impossible(known: list[Row]) -> None:
    quick = parse_build("RF4-UF1-PP2B")
    row = known[0].model_copy(update={"label": quick.label, "design": dict(quick.fields)})
    known[:] = [row.model_copy(update={"throughput_gbps": 7.18})]
    goal = ("--throughput", "8Gbps", "--fix", "unroll=1")
    code, out, err = _call(*_PICK, *goal)
    assert code == 1
    assert "near: RF4-UF1-PP2B: 7.18 Gbit/s" in out
    assert f"beyond what is looked at on {ROUTED}: throughput at least 8Gbps" in err
    assert "designs beyond that space may (--space)" in err
    # There is nothing to look at, whatever the number.
    for rate in ("6Gbps", "8Gbps"):
        code, _, err = _call(*_PICK, "--throughput", rate, *goal[2:], "--fix", "lanes=4")
        assert code == (0 if rate == "6Gbps" else 1)
    assert "has no legal point with unroll=1, lanes=4" in err


def test_the_figure_that_decides_is_told(known: list[Row]) -> None:
    known[:] = [row.model_copy(update={"switching_per_block": 449228.0}) for row in known]
    code, out, _ = _call(*_PICK, "--min", "energy")
    assert code == 0
    assert "449,228 weighted changes a block" in out.splitlines()[0]


@pytest.mark.usefixtures("filled")
def test_commands_that_are_told_act_on_the_same_store_in_the_same_way() -> None:
    where = ("--store", ".aesculus/../.aesculus/store.db")
    given = ("--throughput", "1Mbps", "--fix", "key_bits=256", "--seeds", "3", "--seed", "7")
    cluster = ("--scheduler", "tcp://10.0.0.9:8786", "--insecure")
    code, _, err = _call(*_PICK, *given, *cluster, *where)
    assert code == 1
    words = shlex.split(err.split("`")[1])
    assert words[:2] == ["aesculus", "pick"]
    told = {*given[0:2], *given[4:], *cluster, *where, "key_bits=256"}
    assert told <= set(words)
    code, _, err = _call(*_PICK, "--throughput", "1Mbps", "--fix", "key_bits=256")
    assert not {"--store", "--seeds", "--scheduler", "--insecure"} & set(shlex.split(err))


@pytest.mark.usefixtures("filled")
def test_what_runs_nothing_needs_no_batch_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    given = ("--device", ROUTED, "--throughput", "1Mbps", "--cluster", "slurm")
    code, out, _ = _call("pick", *given, "--known")
    assert (code, out.split(":")[0] in LABELS) == (0, True)
    code, _, err = _call("pick", *given)
    assert code == 1
    assert "sbatch" in err


def test_a_row_that_is_none_is_told_with_the_command_on_its_store(
    filled: Path, place: Path
) -> None:
    assert _call("show")[0] == 0
    with closing(sqlite3.connect(filled)) as database, database:
        database.execute("UPDATE figure_rows SET json = 'none'")
    filled.rename(place / "my own.db")
    code, _, err = _call("show", "--store", "my own.db")
    assert code == 1
    assert "is damaged" in err
    assert "`aesculus store check --store 'my own.db'` names the damage" in err


def test_the_command_that_confirms_names_the_store(place: Path, fakes: Fakes) -> None:
    with Store.open(place / "my.db") as store, Pool(slots=1, stages=fakes.stages) as pool:
        wants = whole_chain(parse_build(LABELS[0]), routed(), netlist=False)
        engine(store, fakes, pool).run(wants)
    code, out, _ = _call(*_PICK, "--throughput", "1Mbps", "--store", "my.db")
    assert code == 3
    assert f"`aesculus verify {LABELS[0]} --device {ROUTED} --store my.db`" in out


@pytest.mark.usefixtures("filled")
def test_without_an_answer_there_is_an_error_in_words_and_in_json() -> None:
    code, out, err = _call(*_PICK, "--throughput", "1Mbps", "--fix", "key_bits=256", "--json")
    assert (code, json.loads(out)["answer"]) == (1, "none")
    (line,) = err.splitlines()
    told = json.loads(line)["error"]
    assert told["code"] == 1
    assert "none does what is needed: key_bits 256" in told["message"]
    code, out, err = _call(*_PICK, "--throughput", "60Gbps")
    assert (code, err) == (1, f"aesculus: error: no measured design on {ROUTED} meets the goal\n")
    assert out.startswith("near: ")
    for goal in ("900Gbps", "60Gbps"):
        code, _, err = _call(*_PICK, "--throughput", goal, "--json")
        assert (code, json.loads(err)["error"]["code"]) == (1, 1)


@pytest.mark.usefixtures("place")
def test_what_a_core_alone_does_not_do_is_named_with_its_mode() -> None:
    labels = ("UF1-PP0T", "CTR.AES256-UF1-PP0T")
    with Store.open("my.db") as store, Pool(slots=1, stages=Fakes().stages) as pool:
        wants = [want for label in labels for want in whole_chain(parse_build(label), routed())]
        engine(store, Fakes(), pool).run(wants)
    err = _told("my.db", "--fix", "key_bits=256")
    assert "none does what is needed: key_bits 256; a design with `--mode ctr` does: run" in err
    assert "a design with" not in _told("my.db", "--fix", "key_bits=192")


def _told(store: str, *mode: str) -> str:
    code, _, err = _call(*_PICK, "--max", "throughput", "--store", store, *mode)
    assert code == 1
    return err


@pytest.mark.usefixtures("place")
def test_another_build_of_the_mode_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    small = parse_build("GCM-H2-D1.AXIS32.UF1-PP0P-W8")
    with Store.open("my.db") as store, Pool(slots=1, stages=Fakes().stages) as pool:
        engine(store, Fakes(), pool).run(whole_chain(small, routed()))
    # It is another engine, of other sources.
    err = _told("my.db", "--mode", "gcm.axis32")
    assert "none with the RTL sources of this program; `--mode gcm-h2-d1.axis32` is there" in err
    assert "is there" not in _told("my.db", "--mode", "ccm")
    # The mode is not what is lacking.
    err = _told("my.db", "--mode", "gcm-h2-d1.axis32", "--fix", "key_bits=256")
    assert "none does what is needed: key_bits 256: run" in err
    # It is of sources that have changed.
    monkeypatch.setattr(Jobs, "rtl_digest_of", lambda *_: "other")
    assert "is there" not in _told("my.db", "--mode", "gcm.axis32")


def test_an_interrupted_pick_tells_what_is_known(
    known: list[Row], filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_given: object, **_named: object) -> None:
        raise Interrupted(signal.SIGINT)

    monkeypatch.setattr(picking, "pursue", stopped)
    words = ("pick", "--device", ROUTED, "--min", "lut", "--budget", "1m", "--store", str(filled))
    code, out, err = _call(*words)
    assert code == 128 + signal.SIGINT
    assert any(out.startswith(f"{row.label}: ") for row in known)
    assert "interrupted" in err
    code, out, _ = _call(*words, "--json")
    assert code == 128 + signal.SIGINT
    assert json.loads(out)["answer"] == "verified"


@pytest.mark.usefixtures("place")
def test_a_build_of_the_mode_that_is_missing_is_named_by_what_it_lacks() -> None:
    """The sources of GCM as it is count for no other build of it."""
    with Store.open("my.db") as store, Pool(slots=1, stages=Fakes().stages) as pool:
        for label in ("UF1-PP0P", "GCM.UF1-PP0P"):
            engine(store, Fakes(), pool).run(whole_chain(parse_build(label), routed()))
    for mode, lacking in (
        ("gcm-h2-d1", "mode_digit 1, mode_hold 2"),
        ("gcm.axis64", "bus AXIS, bus_bits 64"),
    ):
        err = _told("my.db", "--mode", mode)
        assert f"none does what is needed: {lacking}; `--mode gcm` is there: run" in err
