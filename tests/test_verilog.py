"""Netlists of somebody else: what they may hold, and that all of ours pass."""

import time

import pytest

from aesculus.families import Device, devices
from aesculus.families.registry import family
from aesculus.netlists import simnet
from aesculus.verilog import ForeignCodeError, checked

SOUND = "module aesculus_point (\n  input wire [0:0] clk_i\n);\nwire n1;\nendmodule\n"


@pytest.mark.parametrize(
    "line",
    [
        'initial $system("id");',
        'initial $c("system(0);");',
        "initial $fopen(name);",
        "initial $f`SB_DFF_INIT",
        'initial $readmemh("/etc/passwd", memory);',
        "initial $fatal$x;",
        "assign n1 = \\$system ;",
        "// $system in a comment",
        'import "DPI-C" function int system(input string s);',
        'export "DPI-C" function f;',
        "bind aesculus_point other u_other ();",
        '`include "/etc/passwd"',
        "`systemc_header",
        "`define X system",
        "`define SB_DFF_INIT import",
        "`define ICE40_DEFAULT_ASSIGNMENT_V(v) v",
        # Two halves of a word that a macro joins.
        "im`ICE40_DEFAULT_ASSIGNMENT_V(0)port",
        "  `ICE40_DEFAULT_ASSIGNMENT_V(im)port",
        "  `ICE40_DEFAULT_ASSIGNMENT_V(0)port",
        "`verilator_config",
        "/* verilator public */",
        "/*VERILATOR inline_module*/",
        "wire n2; \x0c",
        "wire \u00fc;",
    ],
)
def test_what_runs_more_than_a_simulation_is_refused_by_its_line(line: str) -> None:
    assert checked(SOUND) == SOUND
    text = SOUND.replace("wire n1;", line)
    with pytest.raises(ForeignCodeError, match="in line 4; a netlist of this program") as told:
        checked(text)
    assert str(told.value).isprintable()


@pytest.mark.parametrize("name", ["LFE5U-85F-8", "ICE40UP5K", "XC2V4000"])
def test_all_cell_models_pass(name: str) -> None:
    device: Device = devices.load(name)
    chosen = family(device.family)
    # With every cell that the family counts, as far as there is a model of it.
    library = simnet._Library(chosen)
    types = {cell for cell in chosen.cells if cell in library.names()}
    assert types
    text = "\n".join(simnet._models(chosen, types))
    assert "INIT_FILE, memory" not in checked(SOUND + text)


def test_the_check_takes_time_in_proportion() -> None:
    start = time.monotonic()
    checked("assign n1 = n2; // (((( ```"[:20] * 200_000)
    with pytest.raises(ForeignCodeError):
        checked("a" * 4_000_000 + "$")
    with pytest.raises(ForeignCodeError):
        checked(" " * 4_000_000 + "`")
    assert time.monotonic() - start < 20
