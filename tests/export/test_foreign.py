"""Cores of others: ours stand in for them, behind other ports and protocols."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus import api
from aesculus.benches import native
from aesculus.benches.bench import TOP
from aesculus.benches.check import Mismatch
from aesculus.cli.app import app
from aesculus.errors import RunError
from aesculus.export.foreign import measure as measuring
from aesculus.export.foreign.description import load
from aesculus.export.foreign.design import PLAIN, Foreign
from aesculus.export.foreign.ports import check_ports
from aesculus.families import devices
from aesculus.metrics.row import Row
from aesculus.netlists import netlist as nl
from aesculus.records import StageOutcome, Status
from aesculus.resources import rtl_dir
from aesculus.tools import Failure
from samples import first

_PORTS = """
[ports]
clock = "clk"
reset = "rst"
key = "key"
block = "plain"
result = "coded"
"""
_START = """
[protocol]
kind = "start_done"
start = "go"
done = "done"
"""


def _described(folder: Path, protocol: str, *, ports: str = _PORTS, more: str = "") -> Path:
    path = folder / "core.toml"
    head = 'name = "theirs"\nsources = ["core.v"]\ntop = "theirs"\n'
    path.write_text(head + more + ports + protocol, encoding="utf-8")
    return path


def _verified(path: Path, work: Path) -> dict[str, object]:
    told, files = load(path)
    design = Foreign(told, tuple(files))
    made = []
    for name, text in ((PLAIN, design.top(PLAIN)), (TOP, design.adapter(TOP))):
        made.append(work / f"{name}.sv")
        made[-1].write_text(text, encoding="utf-8")
    return native.verify(
        design, [*files, *made], netlist=False, workdir=work / "sim", timeout_s=600, jobs=1
    )


def _core(real: Path, ports: str, bound: str) -> str:
    """Return the flat form of ours in a module of other ports."""
    (flat,) = real.glob("flat/*.v")
    rest = (
        ".in_decrypt_i(1'b0), .in_tag_i(1'b0), .out_ready_i(1'b1), .key_valid_i(1'b0), "
        ".key_i(128'b0), .round_key_i(1408'b0), .clear_i(1'b0)"
    )
    return (
        f"{flat.read_text()}\nmodule theirs (input clk, input rst, input [127:0] key, "
        f"input [127:0] plain, output [127:0] coded, {ports});\n"
        f"  {flat.stem} u (.clk_i(clk), .rst_ni(~rst), .in_key_i(key), .in_block_i(plain), "
        f".out_block_o(coded), {bound}, {rest});\nendmodule\n"
    )


def _pipeline() -> str:
    table = rtl_dir() / "sbox" / "aesculus_sbox_table_pkg.sv"
    own = Path(__file__).with_name("pipeline.sv")
    return table.read_text(encoding="utf-8") + own.read_text(encoding="utf-8")


_STARTED = """
module theirs (
  input clk, input rst, input go, input [127:0] key, input [127:0] plain,
  output [127:0] coded, output done
);
  logic [2:0] count;
  inner u_inner (.clk(clk), .key(key), .plain(plain), .coded(coded));
  always_ff @(posedge clk) begin
    if (rst) count <= '0;
    else if (go) count <= 3'd1;
    else if (count != '0) count <= count == 3'd5 ? '0 : count + 1;
  end
  assign done = count == 3'd5;
endmodule
"""


def _started() -> str:
    """Return a core that takes a pulse, and gives another one five cycles later."""
    return _pipeline().replace("module theirs", "module inner") + _STARTED


@pytest.mark.sim
def test_one_that_starts_and_is_done(tmp_path: Path) -> None:
    (tmp_path / "core.v").write_text(_started(), encoding="utf-8")
    found = _verified(_described(tmp_path, _START + "hold = true\n"), tmp_path)
    assert (found["latency_cycles"], found["blocks_per_cycle"]) == (5, "1/6")


@pytest.mark.sim
@pytest.mark.parametrize("latency", first(1, (3, 2)))
def test_a_pipeline_without_a_reset(tmp_path: Path, latency: int) -> None:
    (tmp_path / "core.v").write_text(_pipeline(), encoding="utf-8")
    ports = _PORTS.replace('reset = "rst"\n', "")
    protocol = f'[protocol]\nkind = "pipeline"\nlatency = {latency}\n'
    path = _described(tmp_path, protocol, ports=ports)
    if latency == 2:
        with pytest.raises(Mismatch, match="FIPS197"):
            _verified(path, tmp_path)
        return
    found = _verified(path, tmp_path)
    assert (found["latency_cycles"], found["blocks_per_cycle"]) == (3, "1/1")


@pytest.mark.sim
@pytest.mark.synth
def test_the_whole_chain_beside_ours(real: Path, real_store: Path, tmp_path: Path) -> None:
    bound = ".in_valid_i(offer), .in_ready_o(taken), .out_valid_o(show)"
    source = _core(real, "input offer, output taken, output show", bound)
    (tmp_path / "core.v").write_text(source, encoding="utf-8")
    protocol = '[protocol]\nkind = "handshake"\nin_valid = "offer"\nin_ready = "taken"\n'
    path = _described(tmp_path, protocol + 'out_valid = "show"\n')
    arguments = ["foreign", str(path), "--seeds", "0", "--store", str(real_store)]
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0, result.stderr
    theirs, *ours = json.loads(result.stdout)
    assert theirs["foreign"]
    assert theirs["netlist_verified"]
    assert [row["label"] for row in ours] == ["UF1-PP0B-W8"]
    assert theirs["latency_cycles"] == ours[0]["latency_cycles"] == 218
    # Its S-boxes are tables in logic: the flat form has lost what asks for a block RAM.
    assert theirs["lut_count"] > ours[0]["lut_count"]
    assert abs(theirs["ff_count"] - ours[0]["ff_count"]) < 20


_MAPPED = {
    "lut_count": 9,
    "lutram_count": 0,
    "ff_count": 8,
    "bram_count": 0,
    "path_estimate_ns": 1.0,
}


def _routed_with(
    clocks: list[float | None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    failure: Failure = Failure.REFUSED,
    *,
    netlist_right: bool = True,
) -> tuple[Row, list[str]]:
    """Return the figures of a core whose seeds come to such clocks or fail, and what is said."""
    (tmp_path / "core.v").write_text("module theirs; endmodule\n", encoding="utf-8")
    told, files = load(_described(tmp_path, _START))
    left = iter(clocks)

    def routed(*_: object, **__: object) -> StageOutcome:
        clock = next(left)
        if clock is None:
            why = {"failure": failure.value}
            return StageOutcome(status=Status.FAILED, metrics=why, reason="the router fell over")
        return StageOutcome(status=Status.OK, metrics={"fmax_routed_mhz": clock})

    mapped = StageOutcome(
        status=Status.OK,
        metrics=_MAPPED,
        artefacts={"netlist.v": nl.pack(b""), "netlist.json": nl.pack(b"{}")},
    )

    def verified(*_: object, netlist: bool, **__: object) -> dict[str, object]:
        if netlist and not netlist_right:
            raise Mismatch("wrong block")
        return {"blocks_per_cycle": "1/1", "latency_cycles": 3}

    monkeypatch.setattr(measuring, "check_ports", lambda *_: None)
    monkeypatch.setattr(native, "verify", verified)
    monkeypatch.setattr(measuring, "synthesise", lambda *_, **__: mapped)
    monkeypatch.setattr(measuring, "route", routed)
    said: list[str] = []
    design, device = Foreign(told, tuple(files)), devices.load("LFE5U-85F-8")
    row = measuring.measure(design, device, recipe="default", n_seeds=len(clocks), say=said.append)
    return row, said


def test_a_seed_that_fails_takes_no_other_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, said = _routed_with([50.0, None, 60.0], tmp_path, monkeypatch)
    assert (row.fmax_routed_mhz, row.n_seeds, row.n_seeds_failed) == (55.0, 2, 1)
    assert (row.fmax_routed_min, row.fmax_routed_max, row.status) == (50.0, 60.0, "ok")
    assert row.reason == "route: 1 of 3 seeds failed: the router fell over"
    first, second, third = (line.removeprefix("route with seed ") for line in said[-6::2])
    assert said[-5::2] == [
        f"seed {first}: 50.0 MHz",
        f"seed {second} failed: the router fell over",
        f"seed {third}: 60.0 MHz",
    ]
    assert dict(zip(row.seeds, row.fmax_routed_seeds, strict=True)) == {
        int(first): 50.0,
        int(third): 60.0,
    }


@pytest.mark.parametrize("failure", [Failure.DISK_FULL, Failure.NO_ROOM, Failure.TIMEOUT])
def test_what_no_seed_can_help_ends_it_at_once(
    failure: Failure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Were a third seed asked for, there would be none.
    with pytest.raises(RunError, match="theirs: the router fell over"):
        _routed_with([50.0, None], tmp_path, monkeypatch, failure)


def test_a_failed_seed_is_told_of_beside_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, _ = _routed_with([50.0, None], tmp_path, monkeypatch)
    monkeypatch.setattr(api, "foreign", lambda *_, **__: row)
    arguments = ["foreign", "core.toml", "--store", str(tmp_path / "none.db"), "--json"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0
    assert [each["n_seeds_failed"] for each in json.loads(result.stdout)] == [1]
    assert "theirs: route: 1 of 2 seeds failed: the router fell over" in result.stderr


def test_a_netlist_that_is_other_than_its_rtl_is_told_with_a_cause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "its netlist is not verified: wrong block; its RTL is, .* that is not automatic"
    with pytest.raises(RunError, match=said):
        _routed_with([50.0], tmp_path, monkeypatch, netlist_right=False)


def test_a_core_of_which_no_seed_routes_has_no_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(RunError, match="2 of 2 seeds failed: the router fell over"):
        _routed_with([None, None], tmp_path, monkeypatch)


def test_a_store_that_is_none_is_refused_before_the_core_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measured(*_: object, **__: object) -> Row:
        raise AssertionError

    monkeypatch.setattr(api, "foreign", measured)
    store = tmp_path / "store.db"
    store.touch()
    result = CliRunner().invoke(app, ["foreign", "core.toml", "--store", str(store)])
    assert result.exit_code == 2
    assert "is a file of no bytes, no store" in result.stderr


@pytest.mark.sim
def test_a_wrong_core_has_no_figures(tmp_path: Path) -> None:
    source = _started()
    assert source.count(".key(key)") == 1
    wrong = source.replace(".key(key)", ".key({key[127:1], 1'b0})")
    (tmp_path / "core.v").write_text(wrong, encoding="utf-8")
    path = _described(tmp_path, _START + "hold = true\n")
    result = CliRunner().invoke(app, ["foreign", str(path), "--store", str(tmp_path / "s.db")])
    assert result.exit_code == 1
    assert "theirs: its RTL is not verified: wrong block" in result.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("kind = ", "sort = "), "protocol.sort: no such key; legal: kind, latency"),
        (('kind = "start_done"\n', ""), "protocol.kind: is missing"),
        (("top = ", "tops = "), "tops: no such key; legal: name, sources, top"),
        (
            ('"start_done"', '"spi"'),
            "protocol.kind: give one of 'pipeline', 'start_done' or 'handshake', not 'spi'",
        ),
        (('"start_done"', '"pipeline"\nlatency = 0'), "protocol.latency: give at least 1, not 0"),
        (('start = "go"\n', ""), "protocol start_done needs start"),
        (('"plain"', '"plain; drop"'), "ports.block: give a text of the form"),
        (('["core.v"]', "[]"), "sources: give at least 1"),
        (("[protocol]", "[ports.ties]\nm = [2, 4]\n[protocol]"), "m: 4 does not fit into 2 bits"),
        (("[protocol]", "[ports.open]\nm = 0\n[protocol]"), "ports.open.m: give at least 1"),
        (('["core.v"]', '["gone.v"]'), "source gone.v: No such file"),
        (('["core.v"]', r'["a\n!id\n.v"]'), r"source 'a\n!id\n.v': give the file a name"),
        (('["core.v"]', '["a; shell id"]'), "source 'a; shell id': give the file a name"),
        (('["core.v"]', '["sub/-x.v"]'), "source 'sub/-x.v': give the file a name"),
        (('["core.v"]', '["core.v", "core.v"]'), "two sources have one file name"),
        (("top = ", "key_bits = 100\ntop = "), "key_bits: give one of 128, 192 or 256, not 100"),
        (("top = ", 'colour = "red"\ntop = '), "colour: no such key; legal: name, sources, top"),
        (("[ports]", "[ports"), "not TOML"),
    ],
)
def test_a_bad_description(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    (tmp_path / "core.v").write_text("module theirs; endmodule\n")
    path = _described(tmp_path, _START)
    text = path.read_text()
    assert change[0] in text
    path.write_text(text.replace(change[0], change[1], 1))
    result = CliRunner().invoke(app, ["foreign", str(path)])
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_reset_and_ties_are_as_described(tmp_path: Path) -> None:
    (tmp_path / "core.v").write_text("module theirs; endmodule\n")
    for level, sign in (("high", "!"), ("low", "")):
        more = f'reset_active = "{level}"\nties = {{ mode = [2, 3] }}\nopen = {{ busy = 1 }}\n'
        told, files = load(_described(tmp_path, _START, ports=_PORTS + more))
        text = Foreign(told, tuple(files)).top("x")
        assert f".rst({sign}rst_ni)" in text
        assert ".mode(2'd3)" in text
        assert re.search(r"\.busy\(\),", text)


@pytest.mark.sim
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('key = "key"', 'key = "k"', '[ports] key = "k": module theirs has no such port'),
        ('start = "go"', 'start = "run"', '[protocol] start = "run": module theirs has no such'),
        ("[protocol]", "[ports.ties]\nmode = [2, 1]\n[protocol]", "[ports.ties] mode: module the"),
        ("[protocol]", "[ports.open]\nbusy = 1\n[protocol]", "[ports.open] busy: module theirs h"),
        ('result = "coded"', 'result = "key"', '[ports] key = "key": port key'),
        ("[ports]", "[parameters]\nN = 1\n[ports]", "[parameters] N: module theirs has no such p"),
        ('top = "theirs"', 'top = "ours"', 'top = "ours": there is no such module in its sources'),
    ],
)
def test_what_the_core_has_not_is_named_by_its_entry(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    (tmp_path / "core.v").write_text(_started(), encoding="utf-8")
    path = _described(tmp_path, _START)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    result = CliRunner().invoke(app, ["foreign", str(path), "--seeds", "0"])
    assert result.exit_code == 2
    last = result.stderr.splitlines()[-1]
    assert last.startswith(f"aesculus: error: theirs: {said}")
    assert "plain.sv" not in last


_WITH_MORE = """
module theirs (
  input clk, input rst, input go, input [127:0] key, input [127:0] plain, input [1:0] mode,
  output [127:0] coded, output done, output [4:0] busy
);
endmodule
"""


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            "ties = { mode = [2, 0] }\nopen = { busy = 4 }\n",
            "[ports.open] busy: port busy of module theirs is an output of 5 bits, not an output "
            "of 4 bits",
        ),
        (
            "ties = { mode = [1, 0] }\nopen = { busy = 5 }\n",
            "[ports.ties] mode: port mode of module theirs is an input of 2 bits, not an input "
            "of 1 bit",
        ),
        (
            "ties = { busy = [5, 0], mode = [2, 0] }\n",
            "[ports.ties] busy: port busy of module theirs is an output of 5 bits, not an input "
            "of 5 bits",
        ),
        (
            "ties = { mode = [2, 0] }\n",
            "port busy of module theirs, an output of 5 bits, is left out: give it as what it is, "
            "or under [ports.open] as busy = 5",
        ),
        (
            "open = { busy = 5 }\n",
            "port mode of module theirs, an input of 2 bits, is left out: give it as what it is, "
            "or under [ports.ties] as mode = [2, 0]",
        ),
        (
            "open = { busi = 5 }\n",
            "[ports.open] busi: module theirs has no such port; it has clk, rst, go, key, plain, "
            "mode, coded, done, busy",
        ),
    ],
)
def test_ports_are_those_of_the_core(tmp_path: Path, more: str, said: str) -> None:
    (tmp_path / "core.v").write_text(_WITH_MORE, encoding="utf-8")
    path = _described(tmp_path, _START, ports=_PORTS + more)
    result = CliRunner().invoke(app, ["foreign", str(path), "--seeds", "0"])
    assert result.exit_code == 2
    assert result.stderr == f"aesculus: error: theirs: {said}\n"


def test_the_width_of_a_port_may_come_from_a_parameter(tmp_path: Path) -> None:
    source = _WITH_MORE.replace("module theirs (", "module theirs #(parameter N = 2) (")
    (tmp_path / "core.v").write_text(source.replace("[4:0] busy", "[N-1:0] busy"), encoding="utf-8")
    more = "ties = { mode = [2, 0] }\nopen = { busy = 7 }\n"
    told, files = load(
        _described(tmp_path, _START, ports=_PORTS + more, more="parameters = { N = 7 }\n")
    )
    check_ports(Foreign(told, tuple(files)), tmp_path / "work", 60)
