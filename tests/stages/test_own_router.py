"""nextpnr-xilinx of the user's own: a stand-in checks what it is given, and writes a report."""

import json
import stat
import sys
from pathlib import Path

import pytest

from aesculus.design import parse_build
from aesculus.families import Device, devices
from aesculus.netlists import netlist as nl
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages import route, vendor
from aesculus.stages.chain import of_device
from aesculus.tools import Failure, ToolError, versions, yosys
from samples import first

POINT = parse_build("UF1-PP1T")
TOOL = "nextpnr-xilinx"
MINE = """
name = "MINE7"
vendor = "Me"
lut_inputs = 6
[synthesis]
family = "xilinx"
variant = "xc7"
[resources]
luts = 63400
ffs = 126800
brams = 135
bram_bits = 36864
[tools.nextpnr-xilinx]
part = "xc7a100tcsg324-1"
"""
CORE = """
module aesculus_point (input clk_i, rst_ni, input [3:0] in_i, output reg [3:0] out_o);
  always @(posedge clk_i or negedge rst_ni) if (!rst_ni) out_o <= 0; else out_o <= ~(in_i + 5);
endmodule
"""
STAND_IN = """#!{python} -S
import json, os, sys
from pathlib import Path

def need(found, text):
    if not found:
        sys.exit(f"ERROR: {{text}}")

if sys.argv[1:] == ["--version"]:
    print("nextpnr-xilinx -- Next Generation Place and Route (Version 0.8.2)")
    sys.exit()
mode = os.environ.get("STAND_IN_MODE", "")
if mode == "old":
    sys.exit("unrecognised option '--report'")
flags = sys.argv[1:]
given = {{flag: flags[place + 1] for place, flag in enumerate(flags[:-1])}}
need(Path(given["--chipdb"]).read_text() == "a database", "no database")
need(given["--freq"] == "400" and given["--seed"] == "7", f"asked for {{given}}")
pads = Path(given["--xdc"]).read_text().splitlines()
need(len(pads) == 4 and all("IOSTANDARD LVCMOS33" in pad for pad in pads), "pads")
design = json.loads(Path(given["--json"]).read_text())["modules"]["harness"]
cells = list(design["cells"].values())
def of(kind):
    return [cell["connections"] for cell in cells if cell["type"] == kind]
need(len(of("BUFG")) == 1 and len(of("IBUF")) == 3 and len(of("OBUF")) == 1, "buffers")
clocks = {{bit for kind in ("FDRE", "FDCE", "FDSE", "FDPE") for c in of(kind) for bit in c["C"]}}
need(clocks == set(of("BUFG")[0]["O"]), f"clocks {{clocks}}")
need(len(of("FDCE")) == 4, "the core's registers")
report = {{
    "fmax": {{"clk": {{"achieved": 151.25, "constraint": 400.0}}}},
    "utilization": {{"SLICE_LUTX": {{"used": 12, "available": 126800}}}},
}}
if mode == "other":
    report = {{"max_frequency": 151.25}}
Path(given["--report"]).write_text(json.dumps(report))
"""


@pytest.fixture
def device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Device:
    """A device of one's own, with a stand-in for the router on PATH and a database for it."""
    for name in ("devices", "bin", "chipdb"):
        (tmp_path / name).mkdir()
    (tmp_path / "devices" / "mine.toml").write_text(MINE, encoding="utf-8")
    (tmp_path / "chipdb" / "xc7a100tcsg324-1.bin").write_text("a database", encoding="utf-8")
    program = tmp_path / "bin" / TOOL
    program.write_text(STAND_IN.format(python=sys.executable), encoding="utf-8")
    program.chmod(stat.S_IRWXU)
    monkeypatch.setenv("AESCULUS_DEVICES", str(tmp_path / "devices"))
    monkeypatch.setenv("AESCULUS_CHIPDB", str(tmp_path / "chipdb"))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    versions._native.cache_clear()
    return devices.load(f"mine7@{TOOL}")


@pytest.fixture(scope="module")
def mapped(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("core")
    (folder / "core.v").write_text(CORE, encoding="utf-8")
    script = ["read_verilog core.v", "synth_xilinx -family xc7 -noiopad -noclkbuf -flatten"]
    yosys.run_script([*script, "write_json core.json"], workdir=folder, timeout_s=500)
    found = nl.parse((folder / "core.json").read_bytes())
    nl.trim(found)
    return nl.dump(found)


def _routed(device: Device, core: bytes, folder: Path) -> StageOutcome:
    return route.route(POINT, device, core, seed=7, workdir=folder)


@pytest.mark.synth
def test_a_netlist_is_routed(mapped: bytes, device: Device, tmp_path: Path) -> None:
    done = _routed(device, mapped, tmp_path / "good")
    assert done.status is Status.OK, done.reason + done.log
    assert done.metrics["fmax_routed_mhz"] == 151.25
    assert "Version 0.8.2" in done.tools["nextpnr"]


@pytest.mark.synth
@pytest.mark.parametrize(
    ("mode", "said"),
    first(1, [("other", "report.json is none: it has no 'fmax'"), ("old", "unrecognised option")]),
)
def test_another_version_is_held_against_no_design(
    mode: str,
    said: str,
    mapped: bytes,
    device: Device,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STAND_IN_MODE", mode)
    done = _routed(device, mapped, tmp_path / mode)
    assert done.metrics == {"failure": Failure.ENVIRONMENT.value}
    assert said in done.reason


def test_its_way_is_that_of_the_embedded_tools(device: Device) -> None:
    stages = [Stage.VERIFY, Stage.SYNTH, Stage.VERIFY_NETLIST, Stage.ROUTE]
    assert [file.stage for file in of_device(device)] == stages
    assert (device.name, device.own_tool, device.measured_by) == (f"MINE7@{TOOL}", TOOL, "")
    assert devices.load("mine7").area_only
    assert not device.area_only


def test_the_database_is_part_of_a_result_s_name_and_its_place_is_not(
    device: Device, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read() -> str:
        found = route.what_router_reads(device, route.router_of(device), route.STEPS)
        return json.dumps(found)

    before = read()
    (tmp_path / "chipdb").rename(tmp_path / "elsewhere")
    monkeypatch.setenv("AESCULUS_CHIPDB", str(tmp_path / "elsewhere"))
    assert read() == before
    path = tmp_path / "elsewhere" / "xc7a100tcsg324-1.bin"
    path.write_text("another database", encoding="utf-8")
    assert read() != before
    path.unlink()
    with pytest.raises(ToolError, match=r"nextpnr-xilinx needs xc7a100tcsg324-1\.bin: AESCULUS_"):
        vendor.check(device)
    monkeypatch.delenv("AESCULUS_CHIPDB")
    with pytest.raises(ToolError, match="name its folder with AESCULUS_CHIPDB"):
        vendor.check(device)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolError, match="nextpnr-xilinx is missing: no program"):
        vendor.check(device)
