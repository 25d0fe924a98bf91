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
        # Verilator reads a module that is not there from a file, and knows the name of any.
        "\\/tmp/evil xx();",
        "\\../evil5  xx();",
        "evil xx();",
        "evil #(1) xx();",
        "wire n2; evil /* a comment */ xx();",
        "initial begin : there evil xx(); end",
        "config c; design evil; endconfig",
        'include "evil.v";',
        'library other "evil.v";',
        "interface other; endinterface",
        "defparam n1 = 2;",
        # What one reader takes for a text, another may not.
        'assign n1 = """ // "; evil xx(); """;',
        'assign n1 = "',
        "/* `endif */",
        "assign n1 = n2; /*/",
        "// \\",
    ],
)
def test_what_runs_more_than_a_simulation_is_refused_by_its_line(line: str) -> None:
    assert checked(SOUND) == SOUND
    text = SOUND.replace("wire n1;", line)
    with pytest.raises(ForeignCodeError, match="in line 4; a netlist of this program") as told:
        checked(text)
    assert str(told.value).isprintable()


@pytest.mark.parametrize("name", ["evil", "input evil", "n1; evil"])
def test_no_word_begins_before_a_condition_and_ends_behind_it(name: str) -> None:
    text = SOUND.replace("wire n1;", f"{name}\n`ifdef X\n;\n`else\nxx();\n`endif")
    with pytest.raises(ForeignCodeError, match="evil, which is no module of its own, in line 4"):
        checked(text)


def test_modules_of_the_text_may_have_instances() -> None:
    other = "module aesculus_cell #(\n  parameter A = 1\n) (input wire a);\nendmodule\n"
    text = SOUND.replace("wire n1;", "aesculus_cell #(.A(1)) c0 (.a(clk_i));") + other
    assert checked(text) == text
    with pytest.raises(ForeignCodeError, match="aesculus_cell, which is no module"):
        checked(text.replace(other, ""))


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
    for tricky in ('"', "/*", "begin :", "evil `ifdef X", "begin " * 3 + " " * 50):
        with pytest.raises(ForeignCodeError):
            checked((tricky + "\n") * 100_000 + "evil evil")
    assert time.monotonic() - start < 20
