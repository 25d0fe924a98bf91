"""Twins among mapped cells are merged, and nothing else."""

import copy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from aesculus.design import parse_build
from aesculus.families import family, family_names
from aesculus.families.devices import load
from aesculus.netlists.netlist import TOP, parse
from aesculus.netlists.twins import merge_twins
from aesculus.stages.synth import synthesise

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


def test_chains_that_begin_alike_stay_two() -> None:
    """A carry that went to two cells has no place: a chain is one column."""
    design = module(
        a=cell("CCU2C", {"A0": 5, "CIN": 1}, 10),
        b=cell("CCU2C", {"A0": 5, "CIN": 1}, 11),
        c=cell("CCU2C", {"A0": 6, "B0": 7, "CIN": 10}, 20),
        d=cell("CCU2C", {"A0": 6, "B0": 8, "CIN": 11}, 21),
    )
    before = copy.deepcopy(design)
    assert merge_twins(design, family("ecp5").mergeable()) == 0
    assert design == before


@pytest.mark.parametrize("name", family_names())
def test_cells_of_chains_are_known_and_stay(name: str) -> None:
    target = family(name)
    assert set(target.chained) <= target.cells.keys()
    assert not target.mergeable() & set(target.chained)


@pytest.mark.synth
@pytest.mark.long
def test_no_carry_goes_to_two_cells(tmp_path: Path) -> None:
    found = synthesise(parse_build("CTR.UF5-PP1T"), load("LFE5U-85F-8"), workdir=tmp_path)
    netlist = parse(found.artefacts["netlist.json"])
    cells = [each for each in netlist["modules"][TOP]["cells"].values() if each["type"] == "CCU2C"]
    read = Counter(bit for each in cells for bit in each["connections"]["CIN"])
    assert cells
    assert all(bit in {"0", "1"} or count == 1 for bit, count in read.items())
