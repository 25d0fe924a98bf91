"""Twins among mapped cells are merged, and nothing else."""

import copy
from typing import Any

from aesculus.netlists.twins import merge_twins

FF, LUT = "TRELLIS_FF", "LUT4"


def cell(kind: str, inputs: dict[str, int], output: int, **parameters: str) -> dict[str, Any]:
    port = "Q" if kind == FF else "Z"
    return {
        "type": kind,
        "parameters": parameters,
        "attributes": {},
        "port_directions": {**dict.fromkeys(inputs, "input"), port: "output"},
        "connections": {**{name: [bit] for name, bit in inputs.items()}, port: [output]},
    }


def module(**cells: dict[str, Any]) -> dict[str, Any]:
    outputs = {"y": {"direction": "output", "bits": [20, 21]}}
    nets = {name: {"bits": list(c["connections"].get("Q", [0]))} for name, c in cells.items()}
    return {"cells": dict(cells), "ports": outputs, "netnames": nets}


def register(data: int, output: int, **parameters: str) -> dict[str, Any]:
    return cell(FF, {"CLK": 2, "DI": data}, output, **parameters)


def test_registers_of_one_signal_become_one() -> None:
    design = module(a=register(5, 20), b=register(5, 21))
    assert merge_twins(design, {FF}) == 1
    assert list(design["cells"]) == ["a"]
    assert design["ports"]["y"]["bits"] == [20, 20]
    assert design["netnames"]["b"]["bits"] == [20]


def test_twins_behind_twins_follow() -> None:
    design = module(
        a=register(5, 6),
        b=register(5, 7),
        c=cell(LUT, {"A": 6}, 8, INIT="01"),
        d=cell(LUT, {"A": 7}, 9, INIT="01"),
        e=register(8, 20),
        f=register(9, 21),
    )
    assert merge_twins(design, {FF, LUT}) == 3
    assert sorted(design["cells"]) == ["a", "c", "e"]


def test_cells_that_differ_stay() -> None:
    kept = register(5, 23)
    kept["attributes"] = {"keep": "1"}
    design = module(
        a=register(5, 20, REGSET="SET"),
        b=register(5, 21, REGSET="RESET"),
        c=cell(FF, {"CLK": 3, "DI": 5}, 22, REGSET="SET"),
        d=kept,
        e=cell("DP16KD", {"A": 1}, 30),
        f=cell("DP16KD", {"A": 1}, 31),
    )
    before = copy.deepcopy(design)
    assert merge_twins(design, {FF}) == 0
    assert design == before


def test_tables_before_a_multiplexer_stay() -> None:
    """Two multiplexers that shared a table could not both have it in their slice."""
    design = module(
        a=cell(LUT, {"A": 5}, 10, INIT="01"),
        b=cell(LUT, {"A": 5}, 11, INIT="01"),
        c=cell("PFUMX", {"ALUT": 10, "BLUT": 12, "C0": 13}, 20),
        d=cell("PFUMX", {"ALUT": 11, "BLUT": 14, "C0": 15}, 21),
    )
    assert merge_twins(design, {FF, LUT}, {"PFUMX", "L6MUX21"}) == 0
    assert merge_twins(copy.deepcopy(design), {FF, LUT}) == 1
