"""The flow on real tools: what is synthesised behaves as its source, and routes."""

import gzip
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from aesculus.ciphers.aes.space import DesignPoint
from aesculus.design import Build, parse_build
from aesculus.families import devices, family
from aesculus.netlists import netlist as nl
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages import route as route_module
from aesculus.stages.chain import stage_file
from aesculus.stages.floorplan import FLOORPLAN
from aesculus.stages.route import route
from aesculus.stages.route_harness import blackbox, harness
from aesculus.stages.simulation import verify_netlist
from aesculus.stages.synth import synthesise
from aesculus.tools import Failure, ToolError, nextpnr, run, verilator
from aesculus.verilog import ForeignCodeError
from samples import sampled

POINT = DesignPoint()

MAIN = """
#include "Vboth.h"
#include "verilated.h"
#include <cstdio>
#include <random>
int main() {
  VerilatedContext context;
  Vboth top{&context};
  std::mt19937 random(7);
  top.rst_ni = 1; top.clk_i = 0; top.eval();
  int reported = 0;
  for (int cycle = 0; cycle < 4000; cycle++) {
    top.rst_ni = cycle >= 5 && (cycle < 1000 || cycle % 97 != 0);
    top.in_valid_i = random() % 4 != 0;
    top.out_ready_i = random() % 3 != 0;
    for (int word = 0; word < 4; word++) top.in_block_i[word] = random();
    top.eval();
    // Whatever a memory or register held before its first write is not compared.
    if (cycle > 200 && top.differ_o && reported++ < 3)
      std::printf("cycle %d: %u\\n", cycle, top.differ_o);
    top.clk_i = 1; top.eval();
    top.clk_i = 0; top.eval();
  }
  std::printf("done %d", reported);
}
"""


def _ok(outcome: StageOutcome) -> StageOutcome:
    assert outcome.status is Status.OK, outcome.reason + outcome.log[-2000:]
    stage = stage_file(Stage.ROUTE if "fmax_routed_mhz" in outcome.metrics else Stage.SYNTH)
    assert outcome.metrics.keys() <= stage.metrics.keys()
    assert outcome.artefacts.keys() <= stage.artefacts.keys()
    return outcome


def _same_behaviour(source: Path, netlists: dict[str, bytes], tmp_path: Path) -> None:
    """Run the source beside the netlists on random stimuli."""
    files = [source]
    checks = []
    for index, (name, content) in enumerate(netlists.items()):
        text = re.sub(r"\baesculus_point\b", f"mapped_{name}", gzip.decompress(content).decode())
        files.append(tmp_path / f"{name}.v")
        files[-1].write_text(text)
        checks.append(
            f"logic r{index}, v{index}; logic [127:0] b{index};\n"
            f"mapped_{name} u{index} (.clk_i, .rst_ni, .in_valid_i, .in_ready_o(r{index}), "
            f".in_block_i, .out_valid_o(v{index}), .out_ready_i, .out_block_o(b{index}), "
            f".round_key_i(1408'h0));\n"
            f"assign differ_o[{index}] = {{r{index}, v{index}, b{index}}} != {{r, v, b}};\n"
        )
    both = tmp_path / "both.sv"
    both.write_text(
        "module both (input logic clk_i, rst_ni, in_valid_i, out_ready_i,\n"
        f"  input logic [127:0] in_block_i, output logic [{len(netlists) - 1}:0] differ_o);\n"
        "logic r, v; logic [127:0] b;\n"
        "aesculus_point u (.clk_i, .rst_ni, .in_valid_i, .in_ready_o(r), .in_block_i,\n"
        "  .out_valid_o(v), .out_ready_i, .out_block_o(b), .round_key_i(1408'h0));\n"
        + "".join(checks)
        + "endmodule\n"
    )
    main = tmp_path / "main.cpp"
    main.write_text(MAIN)
    program = verilator.build([*files, both], top="both", main=main, workdir=tmp_path / "sim")
    done = run([str(program)], name="sim", cwd=tmp_path, log=tmp_path / "sim.log", timeout_s=60)
    assert done.log == "done 0"


@pytest.mark.synth
@pytest.mark.sim
@pytest.mark.parametrize(
    ("recipe", "names"),
    [
        ("default", ("ICE40UP5K",)),
        pytest.param("default", ("LFE5U-25F-6", "GW2A-18"), marks=pytest.mark.long),
        pytest.param(
            "default",
            ("XC2V2000", "XCV1000E", "XC5VLX", "XC6SLX150", "XC7V2000T"),
            marks=pytest.mark.long,
        ),
        pytest.param(
            "default",
            ("LIFCL-40-9", "CCGM1A1", "LCMXO3LF-6900C-6", "XCKU5P"),
            marks=pytest.mark.long,
        ),
        pytest.param("default", ("5CEBA4",), marks=pytest.mark.long),
        pytest.param("flat", ("LFE5U-25F-6",), marks=pytest.mark.long),
    ],
)
def test_netlists_behave_as_their_source(
    small_design: Path, tmp_path: Path, recipe: str, names: tuple[str, ...]
) -> None:
    netlists: dict[str, bytes] = {}
    point = Build(POINT, recipe=recipe)
    for name in names:
        device = devices.load(name)
        outcome = _ok(synthesise(point, device, workdir=tmp_path / name, timeout_s=300))
        metrics = outcome.metrics
        assert metrics["bram_count"] == (4 if name in {"ICE40UP5K", "5CEBA4"} else 2)
        assert metrics["lut_count"] >= 128
        assert metrics["ff_count"] >= 128 + 32 + 8 + 8 + 2
        sizes = {cell: size for cell, (_, size) in family(device.family).cells.items()}
        taken = sum(count * sizes.get(cell, 1) for cell, count in metrics["cells"].items())
        assert taken >= metrics["lut_count"] + metrics["ff_count"]
        assert ("slice_estimate" in metrics) == (device.slice is not None)
        assert outcome.tools["yosys"]
        netlists[re.sub(r"\W", "_", name)] = outcome.artefacts["netlist.v"]
        assert not re.search("IBUF|OBUF|SB_IO|TRELLIS_IO", " ".join(metrics["cells"]))
    _same_behaviour(small_design, netlists, tmp_path)


@pytest.mark.long
@pytest.mark.synth
@pytest.mark.sim
def test_a_memory_with_one_port_is_simulated_as_it_is(tmp_path: Path) -> None:
    # One table of 256 bytes for all: with one port Gowin's is another cell than with two.
    build, device = parse_build("UF1-PP0B-W8"), devices.load("GW2A-18")
    outcome = _ok(synthesise(build, device, workdir=tmp_path / "s", timeout_s=300))
    assert outcome.metrics["cells"]["SPX9"] == 1
    checked = verify_netlist(
        build.design,
        device,
        outcome.artefacts["netlist.v"],
        netlist_json=outcome.artefacts["netlist.json"],
        family=device.family,
        workdir=tmp_path / "v",
        timeout_s=300,
    )
    assert (checked.status, checked.reason) == (Status.OK, "")
    assert checked.metrics["blocks"] > 1000


@pytest.mark.synth
def test_ecp5_ram_takes_its_output_register(small_design: Path, tmp_path: Path) -> None:
    assert small_design.is_file()
    device = devices.load("LFE5U-25F-6")
    outcome = _ok(synthesise(Build(POINT), device, workdir=tmp_path / "w", timeout_s=300))
    cells = nl.top_module(nl.parse(outcome.artefacts["netlist.json"]))["cells"].values()
    rams = [cell for cell in cells if cell["type"] == "DP16KD"]
    assert len(rams) == 2
    for ram in rams:
        for side in "AB":
            assert ram["parameters"][f"REGMODE_{side}"] == "OUTREG"
            assert ram["connections"][f"OCE{side}"] == ram["connections"][f"CE{side}"]


@pytest.mark.synth
def test_same_inputs_give_the_same_netlist(small_design: Path, tmp_path: Path) -> None:
    assert small_design.is_file()
    device = devices.load("ICE40UP5K")
    first, second = (
        _ok(synthesise(Build(POINT), device, workdir=tmp_path / name, timeout_s=300))
        for name in ("one", "two")
    )
    assert first.artefacts == second.artefacts


@pytest.mark.synth
def test_bad_source_is_an_outcome_with_its_line(small_design: Path, tmp_path: Path) -> None:
    source = small_design.with_name("small.sv")
    source.write_text(source.read_text().replace("small_ram u_ram", "no_such_ram u_ram"))
    outcome = synthesise(
        Build(POINT), devices.load("ICE40UP5K"), workdir=tmp_path / "w", timeout_s=300
    )
    assert outcome.status is Status.FAILED
    assert "no_such_ram" in outcome.reason
    assert outcome.log


@pytest.mark.synth
def test_time_limit_is_an_outcome(small_design: Path, tmp_path: Path) -> None:
    assert small_design.is_file()
    outcome = synthesise(
        Build(POINT), devices.load("XC2V4000"), workdir=tmp_path / "w", timeout_s=0.2
    )
    assert outcome.status is Status.TIMEOUT
    assert outcome.metrics == {"failure": "timeout"}


@pytest.mark.long
@pytest.mark.route
@pytest.mark.parametrize(
    "name",
    sampled(
        ("LFE5U-25F-8", "ICE40HX8K", "GW2A-18", "LIFCL-40-9", "CCGM1A1", "LCMXO3LF-6900C-6"),
        {"ICE40HX8K", "GW2A-18", "LIFCL-40-9", "CCGM1A1", "LCMXO3LF-6900C-6"},
    ),
)
def test_core_is_routed_as_it_was_mapped(small_design: Path, tmp_path: Path, name: str) -> None:
    assert small_design.is_file()
    device = devices.load(name)
    if device.router is not None and device.router.tool in nextpnr.EXTRAS:
        pytest.importorskip(nextpnr.module(device.router.tool), reason="its router is an extra")
    mapped = _ok(synthesise(Build(POINT), device, workdir=tmp_path / "s", timeout_s=300))
    core = mapped.artefacts["netlist.json"]
    runs = [
        _ok(
            route(
                Build(POINT),
                device,
                core,
                seed=seed,
                workdir=tmp_path / f"r{index}",
                timeout_s=600,
                floor=index == 0,
            )
        )
        for index, seed in enumerate((123456789, 123456789, 987654321))
    ]
    figures = [run.metrics for run in runs]
    assert figures[0] == figures[1]
    assert figures[0] != figures[2]
    assert 20 < figures[0]["fmax_routed_mhz"] < 1000
    path = figures[0]["critical_path_ns"]
    period = 1000 / figures[0]["fmax_routed_mhz"]
    assert path["logic"] + path["routing"] == pytest.approx(period, rel=0.02)
    assert json.loads(gzip.decompress(runs[0].artefacts["route_report.json"]))["fmax"]
    # A race of builds asks for no floorplan: nothing would read it.
    assert [FLOORPLAN in run.artefacts for run in runs] == [True, False, False]
    # Every router says where the cells are: most of the core is in tiles of its own.
    drawn = json.loads(gzip.decompress(runs[0].artefacts[FLOORPLAN]))
    of_core = [name for name in drawn["modules"] if name.startswith("u_core")]
    filled: Counter[str] = Counter()
    for count, number in drawn["tiles"]:
        filled[drawn["modules"][number] if number >= 0 else ""] += count
    assert sum(filled[name] for name in of_core) > 10
    assert sum(count for count, _ in drawn["tiles"]) % drawn["columns"] == 0
    # The core's cells are all there, each as it was.
    joined = json.loads((tmp_path / "r0" / "joined.json").read_text())
    placed = nl.top_module(joined, "harness")["cells"]
    for cell_name, cell in nl.top_module(nl.parse(core))["cells"].items():
        # Yosys marks what only a tool had named.
        own = "$flatten\\" if cell_name.startswith("$") else ""
        twin = placed[f"{own}u_core.{cell_name}"]
        assert (twin["type"], twin["parameters"]) == (cell["type"], cell["parameters"])


def test_unused_inputs_cost_the_harness_nothing() -> None:
    ports = {
        "clk_i": {"direction": "input", "bits": [2]},
        "rst_ni": {"direction": "input", "bits": [3]},
        "used_i": {"direction": "input", "bits": [4, 5]},
        "unused_i": {"direction": "input", "bits": list(range(100, 1508))},
        "y_o": {"direction": "output", "bits": [6]},
    }
    cell = {
        "type": "LUT4",
        "port_directions": {"A": "input", "Z": "output"},
        "connections": {"A": [5], "Z": [6]},
    }
    module = {"ports": ports, "cells": {"u": cell}, "netnames": {}}
    text = harness({"modules": {"aesculus_point": module}})
    assert ".used_i({shift_q[0], 1'b0})" in text
    assert "logic [1-1:0] shift_q" in text


@pytest.mark.parametrize(
    "ports",
    [
        {"x); endmodule module m(input y": {"direction": "input", "bits": [2]}},
        {"x": {"direction": "input wire y); endmodule //", "bits": [2]}},
        {"x": {"direction": "input"}},
    ],
)
def test_a_netlist_that_writes_more_than_ports_is_given_to_no_tool(
    ports: dict[str, Any], tmp_path: Path
) -> None:
    core = {"modules": {"aesculus_point": {"ports": ports, "cells": {}}}}
    for write in (harness, blackbox):
        with pytest.raises(ForeignCodeError, match=r"the port x|a port named"):
            write(core)
    outcome = route(
        Build(POINT), devices.load("LFE5U-25F-8"), nl.dump(core), seed=1, workdir=tmp_path
    )
    assert outcome.metrics == {"failure": "environment"}
    assert "refused" in outcome.reason
    assert not list(tmp_path.iterdir())


def test_area_only_device_cannot_be_routed(tmp_path: Path) -> None:
    outcome = route(Build(POINT), devices.load("XC2V4000"), b"{}", seed=1, workdir=tmp_path)
    assert outcome.status is Status.FAILED
    assert "XC2V4000 cannot be routed" in outcome.reason


def _chain(registers: int, outputs: int) -> bytes:
    """Return the netlist of a chain of iCE40 registers whose last ones are outputs."""
    cells = {
        f"u{index}": {
            "type": "SB_DFF",
            "parameters": {},
            "attributes": {},
            "port_directions": {"C": "input", "D": "input", "Q": "output"},
            "connections": {"C": [2], "D": [index + 10], "Q": [index + 11]},
        }
        for index in range(registers)
    }
    last = registers + 10
    ports = {
        "clk_i": {"direction": "input", "bits": [2]},
        "rst_ni": {"direction": "input", "bits": [3]},
        "d_i": {"direction": "input", "bits": [10]},
        "q_o": {"direction": "output", "bits": list(range(last - outputs + 1, last + 1))},
    }
    module = {"attributes": {"top": "1"}, "ports": ports, "cells": cells, "netnames": {}}
    return nl.dump({"creator": "", "modules": {"aesculus_point": module}})


@pytest.mark.route
def test_design_that_does_not_fit_says_so(tmp_path: Path) -> None:
    device = devices.load("ICE40UP5K")
    outcome = route(Build(POINT), device, _chain(6000, 1), seed=1, workdir=tmp_path)
    assert outcome.status is Status.FAILED
    assert "does not fit ICE40UP5K" in outcome.reason
    assert outcome.metrics["failure"] == Failure.NO_ROOM, "it would fail once more"


@pytest.mark.parametrize(
    ("said", "harnesses"),
    [
        ("ERROR: Unable to place cell 'x', no BELs remaining", [True, False]),
        ("ERROR: Unable to find legal placement for all cells, design is full.", [True, False]),
        ("ERROR: Failed to expand region (0, 0) |_> (25, 31) of 5301 ICESTORM_LCs", [True, False]),
        ("ERROR: Routing failed", [True]),
    ],
)
def test_only_for_want_of_room_the_harness_is_another(
    said: str, harnesses: list[bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    joined: list[bool] = []

    def refuse(*_given: object) -> str:
        raise ToolError(Failure.REFUSED, "nextpnr", "it failed", log=said)

    def join(*_given: object, hops: bool = True) -> None:
        joined.append(hops)

    monkeypatch.setattr(route_module, "run_placer", refuse)
    monkeypatch.setattr(route_module, "join", join)
    device = devices.load("ICE40UP5K")
    outcome = route(Build(POINT), device, _chain(1, 1), seed=1, workdir=tmp_path)
    assert outcome.status is Status.FAILED
    assert joined == harnesses


@pytest.mark.route
def test_design_that_all_but_fills_a_device_gets_a_harness_without_hops(tmp_path: Path) -> None:
    device, outputs = devices.load("ICE40UP5K"), 200
    core = _chain(4700, outputs)
    outcome = route(Build(POINT), device, core, seed=1, workdir=tmp_path)
    assert outcome.status is Status.OK, outcome.reason
    used, there = outcome.metrics["used"]["ICESTORM_LC"]
    assert used + outputs > there > used  # With a hop for each output it would not fit.
