"""The command line: what it prints, how it fails."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus.cli import common
from aesculus.cli.app import app
from aesculus.defaults import STORE
from aesculus.design import parse_build
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import whole_chain
from aesculus.engine.pool import Pool
from aesculus.records import Stage
from aesculus.store import Store
from aesculus.store.database import Database
from cli.conftest import LABELS
from engine.fakes import ROUTED, Fakes, engine, failing, routed

pytestmark = pytest.mark.usefixtures("place")


def call(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(args))
    return result.exit_code, result.stdout, result.stderr


def one_line(text: str) -> str:
    """Return the one error line, or fail."""
    lines = [line for line in text.splitlines() if line.startswith("aesculus: error: ")]
    assert len(lines) == 1, text
    assert "Traceback" not in text
    return lines[0]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("verify", "UF99x"), "not known"),
        (("verify", "UF5-PP0B"), "nearest legal point: UF5-PP1B"),
        (("verify", "UF1-PP1T+nonesuch"), "unknown recipe 'nonesuch'"),
        (("verify", "UF1-PP1T", "--device", "XC9"), "unknown device 'XC9'"),
        (("explore", "--device", "LFE5U-85"), "near: LFE5U-85F-6"),
        (("explore", "--points", "zambreno"), "zambreno48"),
        (("explore", "--points", "UF7*Q"), "fits no point"),
        (("explore", "--budget", "soon"), "10m, 2h, 90s"),
        (("explore", "--budget", "5 parsecs"), "unknown unit"),
        (("explore", "--scheduler", "here"), "tcp://"),
        (("show", "--store", "none.db"), "no store at none.db"),
        (("show", "--columns", "beauty"), "no column 'beauty'; legal: design"),
        (("show", "--columns", ","), "no columns are named"),
        (("show", "--csv", "--columns", "lut"), "--columns is for the table"),
        (("explore", "--scheduler", "tcp://10.0.0.9:8786"), "--insecure"),
        (("explore", "--scheduler", "tls://10.0.0.9:8786"), "AESCULUS_TLS_CA"),
        (("log", "UF2-PP3T"), "no store at"),
        (("store", "forget", "UF2-PP3T"), "no store at"),
        (("store", "forget"), "name designs, or give --failed"),
        (("store", "forget", "--failed", "--ok"), "--ok goes with labels"),
        (("show", "--sort", "beauty"), "no figure 'beauty'"),
        (("pick", "--device", ROUTED, "--throughput", "40lb"), "unknown unit 'lb'"),
        (("pick", "--device", ROUTED, "--latency", "-3ns"), "give more than 0, such as 300ns"),
        (("pick", "--device", ROUTED, "--min", "throughput"), "worst design"),
        (("pick", "--device", ROUTED, "--min", "lut", "--max", "throughput"), "exclude"),
        (("report", "--live", "--host", "0.0.0.0"), "legal: 127.0.0.1, ::1, localhost"),
        (("report", "--port", "8000"), "--host and --port go with --live"),
        (("reproduce", "nobody1999"), "zambreno2004"),
        (("bench", "nonesuch"), "headline"),
        (("space", "UF1"), "is missing"),
        (("space", "zamberno48"), "did you mean zambreno48?"),
        (("space", "nosuchset"), "sets: zambreno48, zambreno20"),
        (("space", "ecp5-iteratve"), "did you mean ecp5-iterative?"),
        (("space", "uf99x"), "not known"),
        (("explore", "-p", "nosuchset"), "sets: zambreno48, zambreno20"),
        (("explore", "-p", "zamberno48"), "did you mean zambreno48?"),
        (("export", "UF5-PP0B", "--out", "x"), "nearest legal point"),
    ],
)
def test_bad_input_is_one_line_and_code_2(args: tuple[str, ...], said: str) -> None:
    code, out, err = call(*args)
    assert code == 2
    assert said in one_line(err)
    assert out == ""


def test_a_bad_variable_is_one_line(fakes: Fakes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AESCULUS_MEMORY_MB", "lots")
    code, _, err = call("verify", "UF2-PP1T")
    assert code == 2
    assert "AESCULUS_MEMORY_MB=lots: give a whole number above 0" in one_line(err)


@pytest.mark.parametrize("name", ["TMPDIR", "TMP", "TEMP"])
def test_a_folder_for_temporary_files_that_can_never_be_is_told_before_anything(
    name: str, fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in ("TMPDIR", "TMP", "TEMP"):
        monkeypatch.delenv(each, raising=False)
    monkeypatch.setenv(name, "relative")
    code, out, err = call("verify", "UF2-PP1T")
    assert (code, out) == (2, "")
    assert f"{name}=relative does not begin at the root: name one" in one_line(err)
    assert not fakes.calls


def test_verify_prints_what_was_measured_and_caches(fakes: Fakes) -> None:
    code, out, _ = call("verify", "UF2-PP1T")
    assert code == 0
    assert "ECBVarTxt128.rsp: 128 vectors right" in out
    assert "1/10 blocks per cycle, latency 11 cycles" in out
    assert call("verify", "UF2-PP1T")[0] == 0
    assert len(fakes.calls) == 1


def test_verify_json_with_device(fakes: Fakes) -> None:
    code, out, _ = call("verify", "UF2-PP1T", "--device", ROUTED, "--json")
    assert code == 0
    found = json.loads(out)
    assert found["label"] == "UF2-PP1T"
    assert found["netlist_verified"]
    assert [stage["stage"] for stage in found["stages"]] == ["verify", "synth", "verify_netlist"]


def test_verify_that_fails(fakes: Fakes) -> None:
    fakes.special[Stage.VERIFY, "UF2-PP1T"] = failing("wrong block: ECBVarTxt128 #7")
    code, _, err = call("verify", "UF2-PP1T")
    assert code == 1
    assert "ECBVarTxt128 #7" in one_line(err)
    assert "--retry-failed" not in err
    # It is known now, and nothing is run.
    code, _, err = call("verify", "UF2-PP1T")
    assert code == 1
    assert "ECBVarTxt128 #7 (known from before: --retry-failed tries again)" in one_line(err)
    assert len(fakes.calls) == 1


def test_missing_compiler_is_one_line(fakes: Fakes, place: Path) -> None:
    reason = "a C++ compiler is missing: simulations need a C++ compiler and make on PATH"
    fakes.special[Stage.VERIFY, "UF2-PP1T"] = failing(reason, failure="missing")
    code, _, err = call("verify", "UF2-PP1T")
    assert code == 1
    assert "C++ compiler is missing" in one_line(err)
    with Store.open(STORE) as store:
        assert store.records() == []


def test_explore_prints_and_writes_everything(fakes: Fakes, place: Path) -> None:
    code, out, err = call("explore", "--points", "zambreno48", "--seeds", "1")
    assert code == 0, err
    # Of three points the same reason is told once.
    told = " ".join(out.split())
    assert told.count("cannot be combinational") == told.count("cannot be:") == 1
    assert "UF2-PP0B, UF5-PP0B, UF10-PP0B cannot be: " in told
    assert "nearest: UF2-PP1B, UF5-PP1B, UF10-PP1B" in told
    assert "published rows beside ours" in out
    assert "●" in out
    assert "UF10-PP3L" in (place / "report.html").read_text()
    assert "aesculus report --live" in err
    before = len(fakes.calls)
    code, _, err = call("explore", "--points", "zambreno48", "--seeds", "1", "--live")
    assert code == 0
    assert "Watch it at http://127.0.0.1:" in err
    assert len(fakes.calls) == before


@pytest.mark.parametrize(
    "command",
    [
        ("verify", "UF2-PP1T"),
        ("explore", "--points", "UF2-PP1T", "--device", ROUTED, "--seeds", "1"),
    ],
    ids=lambda command: command[0],
)
def test_failures_are_tried_again_when_asked(fakes: Fakes, command: tuple[str, ...]) -> None:
    label = "UF2-PP1T"

    def tries() -> int:
        return fakes.stage_calls(Stage.VERIFY).count(label)

    fakes.special[Stage.VERIFY, label] = failing("wrong block")
    for _ in range(2):
        call(*command)
        assert tries() == 1
    del fakes.special[Stage.VERIFY, label]
    code, _, told = call(*command)
    assert code == 1
    assert "--retry-failed tries again" in one_line(told)
    assert tries() == 1
    call(*command, "--retry-failed")
    assert tries() == 2
    with Store.open(common.DEFAULT_STORE) as store:
        (record,) = store.records(stage=Stage.VERIFY, label=label)
    assert record.ok


def test_points_as_globs(fakes: Fakes) -> None:
    code, _, _ = call("explore", "--points", "uf1-pp?b", "--device", "XC2V4000")
    assert code == 0
    assert set(fakes.stage_calls(Stage.SYNTH)) == {"UF1-PP0B", "UF1-PP2B", "UF1-PP3B"}


def test_show(filled: Path) -> None:
    code, out, _ = call("show", "--json")
    assert code == 0
    rows = json.loads(out)
    assert {row["label"] for row in rows} == set(LABELS)
    wanted = "label design device verified netlist_verified status fmax_mhz fmax_routed_mhz"
    wanted += " clock_limit_mhz blocks_per_cycle latency_cycles latency_ns throughput_gbps"
    wanted += " lut_count ff_count bram_count seeds tools"
    assert all(set(wanted.split()) <= set(row) for row in rows)
    sizes = [row["lut_count"] for row in json.loads(call("show", "--json", "--sort", "lut")[1])]
    assert sizes == sorted(sizes)
    assert call("show", "--csv")[1].startswith("label,")
    assert "UF1-PP3T" in call("show")[1]
    assert json.loads(call("show", "--json", "--device", "XC2V4000")[1]) == []


def _rows() -> list[dict[str, object]]:
    found = json.loads(call("show", "--json")[1])
    return [row for row in found if row["netlist_verified"]]


def test_pick_smallest_that_is_fast_enough(filled: Path) -> None:
    rows = sorted(_rows(), key=lambda row: float(str(row["throughput_gbps"])))
    goal = float(str(rows[1]["throughput_gbps"]))
    code, out, _ = call(
        "pick", "--device", ROUTED, "--throughput", f"{goal:.6f}Gbps", "--min", "lut", "--json"
    )
    found = json.loads(out)
    fitting = [r for r in rows if float(str(r["throughput_gbps"])) >= float(f"{goal:.6f}")]
    best = min(fitting, key=lambda row: int(str(row["lut_count"])))
    assert code == 0
    assert found["pick"]["label"] == best["label"]
    smaller = min(rows, key=lambda row: int(str(row["lut_count"])))
    (binding,) = found["binding"]
    assert binding["binds"] == (smaller["label"] != best["label"])


def test_pick_says_how_near_one_gets(filled: Path) -> None:
    code, out, _ = call(
        *("pick", "--device", ROUTED, "--throughput", "900Gbps", "--max-lut", "9000"),
        *("--known", "--json"),
    )
    found = json.loads(out)
    assert code == 1
    assert not found["met"]
    fastest = max(_rows(), key=lambda row: float(str(row["throughput_gbps"])))
    (give_up,) = found["give_up"]
    assert give_up["constraint"].startswith("throughput")
    assert give_up["without"]["label"] == fastest["label"]
    _, said, err = call("pick", "--device", ROUTED, "--throughput", "900Gbps", "--known")
    assert "impossible on LFE5U-85F-8 in this space" in err
    assert ": throughput at least 900Gbps: at most" in err
    assert said.startswith("near: ")


def test_pick_leaves_unverified_netlists_out(filled: Path) -> None:
    assert LABELS[3] not in {row["label"] for row in _rows()}
    code, out, _ = call("pick", "--device", ROUTED, "--max", "throughput", "--json")
    assert code == 0
    assert json.loads(out)["pick"]["label"] != LABELS[3]


def test_pick_takes_nothing_that_was_measured_with_other_rtl(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("pick", "--device", ROUTED, "--max", "throughput", "--known")
    assert call(*words)[0] == 0
    monkeypatch.setattr(Jobs, "rtl_digests", frozenset({"of other sources"}))
    code, _, err = call(*words)
    assert code == 1
    assert "4 designs are verified" in one_line(err)
    assert "none with the RTL sources of this program" in err
    assert "`aesculus pick --device LFE5U-85F-8 --max throughput --budget 2h`" in err


def test_pick_tells_an_answer_whose_netlist_is_not_verified(fakes: Fakes, place: Path) -> None:
    call("explore", "-p", "UF1-PP3T", "-d", ROUTED, "--seeds", "1")
    words = ("pick", "--device", ROUTED, "--throughput", "1Mbps", "--known")
    assert call(*words)[0] == 0
    # The same, measured with no netlist verified.
    with Store.open(place / "other.db") as store, Pool(slots=1, stages=fakes.stages) as pool:
        point = parse_build("UF1-PP3T")
        engine(store, fakes, pool).run(whole_chain(point, routed(), netlist=False))
    code, out, _ = call(*words, "--store", "other.db")
    assert code == 3
    assert "UF1-PP3T" in out
    assert "netlist NOT verified" in out
    assert f"`aesculus verify UF1-PP3T --device {ROUTED} --store other.db`" in out
    code, out, _ = call(*words, "--store", "other.db", "--json")
    found = json.loads(out)
    assert (code, found["answer"], found["met"], found["pick"]) == (3, "unverified", False, None)
    assert found["netlist_not_verified"][0]["label"] == "UF1-PP3T"
    # No constraint is blamed, and without --known it is confirmed.
    assert found["give_up"] == []
    before = len(fakes.calls)
    code, out, _ = call(*words[:-1], "--store", "other.db", "--json", "--evaluations", "1")
    assert (code, json.loads(out)["answer"]) == (0, "verified")
    assert fakes.calls[before][:2] == (Stage.VERIFY_NETLIST, "UF1-PP3T")


def test_pick_says_what_verified_designs_lack(fakes: Fakes, filled: Path) -> None:
    words = ("pick", "--device", ROUTED, "--known", "--throughput", "1Mbps")
    code, _, err = call(*words, "--fix", "key_bits=256")
    assert code == 1
    assert "4 designs are verified" in one_line(err)
    assert "none does what is needed: key_bits 256" in err
    assert "--throughput 1Mbps --fix key_bits=256 --budget 2h" in err
    err = call(*words, "--fix", "cuts=PP1")[2]
    assert "none does what is needed: cuts 0x1:" in one_line(err)
    err = call(*words, "--fix", "cuts=PP0", "--fix", "cut_every=1")[2]
    assert "cut_every is fixed to unroll and to 1; give it one value" in err
    with Store.open(Path("synth.db")) as store, Pool(slots=1, stages=fakes.stages) as pool:
        wants = whole_chain(parse_build("UF1-PP3T"), routed(), netlist=False)[:2]
        engine(store, fakes, pool).run(wants)
    code, _, err = call(*words, "--store", "synth.db")
    assert code == 1
    assert "1 design is verified (RTL) on LFE5U-85F-8, but none is routed" in one_line(err)
    with Store.open(filled) as store, Pool(slots=1, stages=fakes.stages) as pool:
        wants = whole_chain(parse_build("AES256-UF1-PP3T"), routed(), netlist=False)[:2]
        engine(store, fakes, pool).run(wants)
    code, _, err = call(*words, "--fix", "key_bits=256")
    told = (
        "of designs that do what is needed 1 is verified (RTL) on LFE5U-85F-8, but none is routed"
    )
    assert told in one_line(err)


def test_pick_refuses_what_no_design_can_do(fakes: Fakes, place: Path) -> None:
    words = ("pick", "--device", "ICE40HX8K", "--throughput", "100Gbps", "--min", "lut")
    code, out, err = call(*words)
    assert (code, out) == (1, "")
    assert "at least 11,796 LUT of 7,680 or 480 BRAM of 32 on ICE40HX8K; LFE5U-85F" in err
    assert len(err.splitlines()) == 1
    assert fakes.calls == []
    code, out, _ = call(*words, "--json")
    assert (code, json.loads(out)["answer"]) == (1, "none")
    assert "11,796 LUT" in json.loads(out)["impossible"]


def test_pick_without_results_names_the_command(place: Path) -> None:
    code, _, err = call("pick", "--device", ROUTED, "--max", "throughput", "--known")
    assert code == 1
    assert f"run `aesculus pick --device {ROUTED}" in one_line(err)


def test_pick_explores_what_the_store_does_not_know(fakes: Fakes, place: Path) -> None:
    (place / "few.toml").write_text(
        'version = 1\nname = "few"\ndevices = ["LFE5U-85F-8"]\n'
        'axes = { unroll = [1, 2], cuts = ["PP1", "PP2", "PP3"] }\n'
    )
    given = ("pick", "--device", ROUTED, "--max-bram", "0", "--min", "lut", "--space", "few.toml")
    code, out, err = call(*given, "--json")
    assert code == 0, err
    found = json.loads(out)
    assert found["pick"]["netlist_verified"]
    assert found["pick"]["n_seeds"] == 5
    assert found["pick"]["lut_count"] == min(
        row["lut_count"] for row in json.loads(call("show", "--json")[1]) if row["n_seeds"]
    )
    before = len(fakes.calls)
    code, out, _ = call(*given, "--json")
    assert (code, json.loads(out)["pick"]) == (0, found["pick"])
    assert len(fakes.calls) == before, "the store knew the answer"


def test_pick_takes_only_designs_that_do_what_is_needed(fakes: Fakes, filled: Path) -> None:
    code, out, err = call(
        *("pick", "--device", ROUTED, "--min", "lut", "--fix", "key_bits=256"),
        *("--fix", "unroll=1", "--fix", "sbox=tower", "--fix", "cuts=PP3", "--json"),
    )
    assert code == 0, err
    assert json.loads(out)["pick"]["label"].startswith("AES256-UF1-PP3T")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--fix", "key_bits"), "write it as AXIS=VALUE"),
        (("--fix", "keys=256"), "no axis 'keys'"),
        (("--fix", "key_bits=99"), "key_bits: 99; legal: 128, 192, 256"),
        (("--fix", "key_bits=128", "--fix", "key_bits=256"), "key_bits is fixed twice"),
        (("--fix", "fixed_key=xx"), "fixed_key: 'xx'; legal: a key in hex, 32, 48 or 64 digits"),
        # The key alone says that it is fixed.
        (("--fix", "fixed_key=00"), "fixed_key 00: 2 hex digits; legal: 32 hex digits"),
        (
            ("--fix", "key_schedule=online", "--fix", f"fixed_key={'00' * 16}"),
            "key_schedule is fixed to online and to fixed; give it one value",
        ),
        (("--throughput", "10GBPS"), "GBPS could be bits or bytes: write Gbps or GB/s"),
        (("--known", "--budget", "5m"), "--known runs nothing"),
        (("--space", "nowhere"), "no space is named 'nowhere'"),
    ],
)
def test_pick_refuses(args: tuple[str, ...], said: str) -> None:
    code, _, err = call("pick", "--device", ROUTED, "--min", "lut", *args)
    assert code == 2
    assert said in one_line(err)


def test_a_label_is_one_line() -> None:
    code, _, err = call("space", "UF2\n-PP3B")
    assert code == 2
    assert "'UF2\\n-PP3B': a control character, such as a new line" in err
    # What a shell leaves around it is no part of it.
    code, out, _ = call("space", " UF2-PP3B\n")
    assert (code, out) == (0, "UF2-PP3B: legal\n")


def test_pick_knows_that_area_only_devices_have_no_clock() -> None:
    code, _, err = call("pick", "--device", "XC2V4000", "--throughput", "1Gbps")
    assert code == 2
    assert "so it has no clock" in one_line(err)


def test_explore_searches_a_space_with_a_strategy(fakes: Fakes, place: Path) -> None:
    code, out, err = call(
        *("explore", "--space", "zambreno2004", "--strategy", "random", "--seed", "3"),
        *("--evaluations", "4"),
    )
    assert code == 0, err
    assert len(fakes.stage_calls(Stage.SYNTH)) == 4
    assert "XC2V4000" in out
    for name in (["--strategy", "random"], ["--evaluations", "2"], ["--batch", "2"]):
        code, _, err = call("explore", *name)
        assert code == 2
        assert "name a space file with --space" in one_line(err)
    assert "exclude" in one_line(call("explore", "--space", "default", "--points", "UF1-PP1T")[2])
    assert "no strategy is named" in one_line(
        call("explore", "--space", "zambreno2004", "--strategy", "luck")[2]
    )


def test_export(fakes: Fakes, place: Path) -> None:
    code, _, err = call("export", "UF2-PP3T-CREDIT", "--out", "core")
    assert code == 0, err
    core = json.loads((place / "core" / "core.json").read_text())
    assert core["top"] == "aesculus_uf2_pp3t_credit"
    assert all((place / "core" / name).is_file() for name in core["files"])
    assert core["files"][-1] == "aesculus_uf2_pp3t_credit.sv"
    ports = {port["name"]: port for port in core["ports"]}
    assert len(ports) == 18
    assert ports["in_block_i"] == {"name": "in_block_i", "direction": "input", "width": 128}
    assert ports["in_ready_o"]["direction"] == "output"
    assert ports["round_key_i"]["width"] == 11 * 128
    assert (core["latency_cycles"], core["blocks_per_cycle"]) == (11, "1/10")
    assert core["design"]["flow"] == "credit"
    assert Stage.VERIFY_NETLIST in [found[0] for found in fakes.calls]
    before = len(fakes.calls)
    assert call("export", "UF2-PP3T-CREDIT", "--out", "core")[0] == 0
    assert len(fakes.calls) == before
    assert call("verify-bundle", "core")[0] == 0
    (place / "core" / "mine.sv").write_text("// mine\n")
    code, _, err = call("export", "UF2-PP3T-CREDIT", "--out", "core")
    assert code == 2
    assert "additional: mine.sv" in one_line(err)
    assert (place / "core" / "mine.sv").exists()


def test_no_export_of_a_wrong_netlist(fakes: Fakes, place: Path) -> None:
    fakes.special[Stage.VERIFY_NETLIST, "UF2-PP3T"] = failing("netlist: wrong block")
    code, _, err = call("export", "UF2-PP3T", "--out", "core")
    assert code == 1
    assert "wrong block" in one_line(err)
    assert not (place / "core").exists()


def test_devices_and_space() -> None:
    found = json.loads(call("devices", "--json")[1])
    assert {"XC2V4000", ROUTED} <= {device["name"] for device in found}
    code, out, _ = call("space", "UF5-PP0B", "UF5-PP1B", "--json")
    assert code == 2
    told = json.loads(out)["points"]
    assert [each["legal"] for each in told] == [False, True]
    assert told[0]["nearest"] == "UF5-PP1B"
    first, again = (call("space", "--sample", "20", "--seed", "7", "--json")[1] for _ in range(2))
    assert first == again
    sample = json.loads(first)["sample"]
    assert len({each["label"] for each in sample}) == 20
    assert all(each["legal"] for each in sample)
    assert first != call("space", "--sample", "20", "--seed", "8", "--json")[1]


def test_bench_writes_figures(fakes: Fakes, place: Path) -> None:
    code, _, err = call("bench", "headline")
    assert code == 0, err
    found = json.loads((place / "benchmarks/results/headline.json").read_text())
    assert all(len(row["seeds"]) == 5 and row["netlist_verified"] for row in found["rows"])
    assert {row["design"]["unroll"] for row in found["rows"]} == {1, 2, 5, 10}
    text = (place / "benchmarks/results/headline.md").read_text()
    assert "median" in text


def _corrupt(path: Path) -> None:
    path.write_bytes(b"no database at all" * 100)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("harm", "said"), [(_corrupt, "it is no database"), (_folder, "it is no plain file")]
)
def test_harmed_store(filled: Path, fakes: Fakes, harm: Callable[[Path], None], said: str) -> None:
    harm(filled)
    for args in (("show",), ("verify", "UF1-PP3T"), ("explore", "--points", "UF1-PP3T")):
        code, _, err = call(*args)
        assert code == 2, "a file that is none"
        assert said in one_line(err)
    if filled.is_file():
        assert filled.read_bytes().startswith(b"no database"), "it is left as it was"


def test_read_only_store(filled: Path, fakes: Fakes, monkeypatch: pytest.MonkeyPatch) -> None:
    before = filled.read_bytes()

    def refuse(_self: Database) -> None:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    # As SQLite says it; permissions alone do not stop the superuser, as whom tests may run.
    monkeypatch.setattr(Database, "_check_writable", refuse)
    for args in (("verify", "UF9-PP3T"), ("explore", "--points", "UF9-PP3T")):
        code, _, err = call(*args)
        assert code == 1
        assert "read-only" in one_line(err)
    assert fakes.calls == []
    assert filled.read_bytes() == before


# ---- through a process of its own ---------------------------------------------------------------


def _run(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    src = str(Path(__file__).resolve().parents[2] / "src")
    return subprocess.run(
        [sys.executable, "-m", "aesculus.cli", *args],
        env={**os.environ, "PYTHONPATH": src, **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_process_usage_error() -> None:
    ended = _run("show", "--frobnicate")
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert "--frobnicate" in one_line(ended.stderr)


@pytest.mark.parametrize(
    ("words", "legal"), [(["frob"], "explore, show"), (["store", "frob"], "export, merge")]
)
def test_process_names_the_commands_there_are(words: list[str], legal: str) -> None:
    ended = _run(*words)
    assert ended.returncode == 2
    assert f"No such command 'frob'. Legal: {legal}" in one_line(ended.stderr)


@pytest.mark.skipif(os.getuid() == 0, reason="nothing is read-only for the superuser")
def test_process_read_only_store(filled: Path) -> None:
    for path in (filled, filled.parent):
        path.chmod(0o555)
    try:
        ended = _run("verify", "UF9-PP3T")
        assert ended.returncode == 1
        assert "read-only" in one_line(ended.stderr)
        assert _run("show", "--json").returncode == 0
    finally:
        for path in (filled.parent, filled):
            path.chmod(0o755)


def test_process_without_compiler(place: Path) -> None:
    (place / "empty").mkdir()
    ended = _run("verify", "UF1-PP1T", PATH=str(place / "empty"), CXX="")
    assert ended.returncode == 1
    assert "missing" in one_line(ended.stderr)
    with Store.open(STORE) as store:
        assert store.records() == []
