"""Netlists as Verilog: tables and registers mean what the cells mean."""

import itertools
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aesculus.families import family
from aesculus.families.cells import Register, Table
from aesculus.netlists.simnet import ModelError, write_verilog

LUT = st.integers(0, 4).flatmap(
    lambda n: st.tuples(
        st.lists(st.sampled_from([11, 12, 13, 14, "0", "1", "x"]), min_size=n, max_size=n),
        st.integers(0, (1 << (1 << n)) - 1),
    )
)


def module(cells: dict[str, Any], outputs: list[Any]) -> dict[str, Any]:
    ports = {
        "a": {"direction": "input", "bits": [11, 12, 13, 14]},
        "y": {"direction": "output", "bits": outputs},
    }
    return {"modules": {"aesculus_point": {"ports": ports, "cells": cells, "netnames": {}}}}


def ecp5_lut(inputs: list[Any], init: int, output: int) -> dict[str, Any]:
    names = "ABCD"[: len(inputs)]
    padded = init
    for extra in range(len(inputs), 4):
        padded |= padded << (1 << extra)
    return {
        "type": "LUT4",
        "parameters": {"INIT": f"{padded:016b}"},
        "port_directions": {**dict.fromkeys(names, "input"), "Z": "output"},
        "connections": {**{n: [b] for n, b in zip(names, inputs, strict=True)}, "Z": [output]},
    }


def evaluate(expression: str, values: dict[str, int]) -> int:
    """Evaluate the few forms of expression that the writer makes, on single bits."""
    shift = re.fullmatch(r"\d+'h([0-9a-f]+) >> \{?([^}]*)\}?", expression)
    if shift:
        index = 0
        for name in shift[2].split(", "):
            index = index * 2 + values[name]
        return int(shift[1], 16) >> index & 1
    constant = re.fullmatch(r"1'b([01])", expression)
    if constant:
        return int(constant[1])
    inverted = expression.startswith("~")
    names = expression.strip("~()").split(" ^ ")
    return (sum(values[name] for name in names) + inverted) & 1


@given(LUT)
def test_expression_equals_table(lut: tuple[list[Any], int]) -> None:
    inputs, init = lut
    text = write_verilog(module({"u": ecp5_lut(inputs, init, 20)}, [20]), family("ecp5"))
    found = re.search(r"assign n20 = (.*);", text)
    assert found
    for bits in itertools.product((0, 1), repeat=4):
        values = {f"n{11 + i}": bit for i, bit in enumerate(bits)}
        index = 0
        for position, bit in enumerate(inputs):
            level = values[f"n{bit}"] if isinstance(bit, int) else int(bit == "1")
            index |= level << position
        assert evaluate(found[1], values) == init >> index & 1


def flip_flop(**parameters: str) -> dict[str, Any]:
    return {
        "type": "TRELLIS_FF",
        "parameters": parameters,
        "port_directions": {"Q": "output"},
        "connections": {"CLK": [11], "DI": [12], "CE": [13], "LSR": [14], "Q": [20]},
    }


@pytest.mark.parametrize(
    ("name", "cell", "expected"),
    [
        (
            "ecp5",
            flip_flop(CEMUX="CE", SRMODE="ASYNC", LSRMUX="INV", REGSET="SET"),
            Register(
                20,
                12,
                11,
                enable=13,
                reset=14,
                reset_low=True,
                asynchronous=True,
                value=1,
                initial=1,
            ),
        ),
        ("ecp5", flip_flop(CEMUX="1", CLKMUX="INV"), Register(20, 12, 11, falling=True, reset=14)),
        (
            "ice40",
            {
                "type": "SB_DFFNESS",
                "connections": {"Q": [20], "D": [12], "C": [11], "E": [13], "S": [14]},
            },
            Register(20, 12, 11, falling=True, enable=13, reset=14, enable_first=True, value=1),
        ),
        (
            "ice40",
            {"type": "SB_DFFR", "connections": {"Q": [20], "D": [12], "C": [11], "R": [14]}},
            Register(20, 12, 11, reset=14, asynchronous=True),
        ),
        (
            "gowin",
            {
                "type": "DFFPE",
                "parameters": {},
                "connections": {"Q": [20], "D": [12], "CLK": [11], "CE": [13], "PRESET": [14]},
            },
            Register(20, 12, 11, enable=13, reset=14, asynchronous=True, value=1, initial=1),
        ),
        (
            "xilinx",
            {
                "type": "FDSE",
                "parameters": {"INIT": "0"},
                "connections": {"Q": [20], "D": [12], "C": [11], "CE": [13], "S": [14]},
            },
            Register(20, 12, 11, enable=13, reset=14, value=1, initial=0),
        ),
    ],
)
def test_flip_flops_are_described(name: str, cell: dict[str, Any], expected: Register) -> None:
    assert family(name).describe(cell) == [expected]


def test_multiplexers_select_as_the_silicon_does() -> None:
    cell = {"type": "PFUMX", "connections": {"ALUT": [1], "BLUT": [2], "C0": [3], "Z": [4]}}
    parts = family("ecp5").describe(cell)
    assert parts is not None
    part = parts[0]
    assert isinstance(part, Table)
    for a, b, select in itertools.product((0, 1), repeat=3):
        index = sum({1: a, 2: b, 3: select}[int(bit)] << i for i, bit in enumerate(part.inputs))
        assert part.init >> index & 1 == (a if select else b)


def test_a_cell_of_which_a_library_has_the_pins_alone_has_no_model() -> None:
    # It would simulate as a memory whose outputs are never driven: a right design looked wrong.
    cell = {"type": "SP", "parameters": {}, "port_directions": {}, "connections": {}}
    with pytest.raises(ModelError, match=r"SP: add one in families/gowin/models"):
        write_verilog(module({"u": cell}, []), family("gowin"))


def test_cell_without_model_is_named() -> None:
    cell = {"type": "NO_SUCH_CELL", "parameters": {}, "port_directions": {}, "connections": {}}
    with pytest.raises(ModelError, match=r"NO_SUCH_CELL: add one in families/ecp5/models"):
        write_verilog(module({"u": cell}, []), family("ecp5"))
