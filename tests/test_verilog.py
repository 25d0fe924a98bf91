"""Netlists of somebody else: what they may hold, and that all of ours pass."""

import copy
import json
import time
from typing import Any

import pytest

from aesculus.families import Device, devices
from aesculus.families.registry import family
from aesculus.netlists import netlist as nl
from aesculus.netlists import simnet
from aesculus.verilog import ForeignCodeError, check_netlist, checked

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
        "\\/etc/evil xx();",
        "\\../evil5  xx();",
        "evil xx();",
        "evil$display xx();",
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


CELLS: dict[str, Any] = {
    "creator": "Yosys",
    "modules": {
        nl.TOP: {
            "attributes": {"top": "1"},
            "ports": {
                "a_i": {"direction": "input", "bits": [2, 3]},
                "b_o": {"direction": "output", "bits": [4, "0"]},
            },
            "cells": {
                "any name ;": {
                    "hide_name": 0,
                    "type": "SB_LUT4",
                    "parameters": {"LUT_INIT": "0110011001100110"},
                    "attributes": {"keep": "1"},
                    "port_directions": dict.fromkeys(("I0", "I1"), "input") | {"O": "output"},
                    "connections": {"I0": [2], "I1": [3], "O": [4]},
                }
            },
            "netnames": {
                "a_i": {"hide_name": 0, "bits": [2, 3], "attributes": {}},
                "b_o": {"hide_name": 0, "bits": [4, "0"], "attributes": {}},
                "any name ;": {"hide_name": 0, "bits": [4, "x"], "attributes": {}},
            },
        }
    },
}
_TOP, _CELL = f"modules/{nl.TOP}", f"modules/{nl.TOP}/cells/any name ;"


@pytest.mark.parametrize(
    ("place", "value", "why"),
    [
        # Yosys would put it in the place of the cells of that name.
        ("modules/SB_LUT4", {"cells": {}}, "its modules with 'SB_LUT4'"),
        (f"{_TOP}/memories", {}, "its module with 'memories'"),
        (f"{_TOP}/processes", {}, "its module with 'processes'"),
        (f"{_TOP}/attributes/keep_hierarchy", "1", "attributes of its module with"),
        (f"{_TOP}/ports/a_i/upto", 1, "the port a_i with 'upto'"),
        (f"{_TOP}/ports/b_o/bits", [4, "0'; x"], "the port b_o with a bit"),
        (f"{_TOP}/ports/b_o/bits", [4, -5], "the port b_o with a bit"),
        (f"{_TOP}/ports/b_o/bits", [4, True], "the port b_o with a bit"),
        (f"{_TOP}/ports/b_o/bits", [4, 1.5], "the port b_o with a bit"),
        # Yosys would join what the port is to what the name says.
        (f"{_TOP}/netnames/b_o/bits", [4, "1"], "'b_o', which is another than the port"),
        (f"{_TOP}/netnames/b_o/bits", [3, "0"], "'b_o', which is another than the port"),
        (f"{_TOP}/netnames/x", {"bits": [2], "attributes": {"init": "1"}}, "the net 'x' with"),
        (f"{_CELL}/type", "\\/evil", "a cell of the type"),
        (f"{_CELL}/type", "$print", r"a cell of the type '\$print'"),
        (f"{_CELL}/attributes/keep_hierarchy", "1", "attributes of a cell SB_LUT4 with"),
        (f"{_CELL}/model", "x", "a cell SB_LUT4 with 'model'"),
        # What simulation would read as more than a value.
        (f"{_CELL}/parameters/LUT_INIT", '1"), .A("', "the parameter 'LUT_INIT' of a cell"),
        (f"{_CELL}/parameters/A(1), .B", "1", r"the parameter 'A\(1\), .B' of a cell"),
        (f"{_CELL}/parameters/LUT_INIT", 5, "a part of another form"),
        # To a router a number with a blank is a text, or another number.
        (f"{_CELL}/parameters/LUT_INIT", "0110011001100110 ", "the parameter 'LUT_INIT' of a cell"),
        (f"{_CELL}/parameters/LUT_INIT", "-1", "the parameter 'LUT_INIT' of a cell"),
        (f"{_CELL}/parameters/LUT_INIT", "0b_1", "the parameter 'LUT_INIT' of a cell"),
        (f"{_CELL}/parameters/CLKMUX", "0 ", "the parameter 'CLKMUX' of a cell"),
        (f"{_CELL}/connections/O", [4 + 2**32], "a cell SB_LUT4 with a bit"),
        (f"{_CELL}/connections/O(n4), .I0", [2], r"the pin 'O\(n4\), .I0' of a cell"),
        (f"{_CELL}/connections/I2", [2], "the pin 'I2' of a cell"),
        (f"{_CELL}/connections/O", ["y"], "a cell SB_LUT4 with a bit"),
        (f"{_CELL}/connections", [], "a part of another form"),
        ("modules", [], "a part of another form"),
    ],
)
def test_a_netlist_in_json_says_one_thing_to_all_readers(
    place: str, value: object, why: str
) -> None:
    check_netlist(CELLS, nl.TOP)
    simnet.same_verilog(
        CELLS, family("ice40"), simnet.write_verilog(json.loads(nl.dump(CELLS)), family("ice40"))
    )
    other = copy.deepcopy(CELLS)
    *above, last = place.split("/")
    inner = other
    for step in above:
        inner = inner[step]
    inner[last] = value
    with pytest.raises(ForeignCodeError, match=why) as told:
        check_netlist(other, nl.TOP)
    assert str(told.value).isprintable()


def test_another_netlist_than_the_one_that_is_routed_is_not_simulated() -> None:
    chosen = family("ice40")
    text = simnet.write_verilog(CELLS, chosen)
    other = copy.deepcopy(CELLS)
    other["modules"][nl.TOP]["cells"]["any name ;"]["parameters"]["LUT_INIT"] = "0" * 16
    with pytest.raises(ForeignCodeError, match=r"netlist.v is not what netlist.json says"):
        simnet.same_verilog(other, chosen, text)
    other["modules"][nl.TOP]["cells"]["any name ;"]["parameters"]["LUT_INIT"] = "many"
    with pytest.raises(ForeignCodeError, match=r"the parameter 'LUT_INIT'"):
        simnet.same_verilog(other, chosen, text)


@pytest.mark.parametrize("name", ["evil", "input evil", "n1; evil"])
def test_no_word_begins_before_a_condition_and_ends_behind_it(name: str) -> None:
    text = SOUND.replace("wire n1;", f"{name}\n`ifdef X\n;\n`else\nxx();\n`endif")
    with pytest.raises(ForeignCodeError, match="evil, which is no module of its own, in line 4"):
        checked(text)


def test_no_module_is_defined_where_no_reader_may_look() -> None:
    text = "module top(input wire a);\nevil xx();\nendmodule\n"
    evil = "module evil();\nendmodule\n"
    checked(text + evil)
    with pytest.raises(ForeignCodeError, match="a module under a condition in line 5"):
        checked(f"{text}`ifdef NEVER\n{evil}`endif\n")


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
