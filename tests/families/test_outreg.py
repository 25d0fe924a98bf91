"""Registers behind an ECP5 block RAM move into it, and only where that changes nothing."""

import copy
from typing import Any

import pytest

from aesculus.families.ecp5.outreg import merge_output_registers

CLOCK, ENABLE = 2, 3
WIDTH = 8


def netlist() -> dict[str, Any]:
    """A RAM with both ports read, each bit followed by a flip-flop."""
    pins: dict[str, list[Any]] = {}
    directions: dict[str, str] = {}
    cells: dict[str, Any] = {}
    outputs: list[int] = []
    for side in "AB":
        pins |= {f"CLK{side}": [CLOCK], f"CE{side}": [ENABLE], f"OCE{side}": ["1"]}
        pins |= {f"RST{side}": ["0"], f"WE{side}": ["0"]}
        for index in range(18):
            bit = 100 * (1 + ord(side) - ord("A")) + index
            pins[f"DO{side}{index}"] = [bit]
            directions[f"DO{side}{index}"] = "output"
            if index < WIDTH:
                outputs.append(bit + 1000)
                cells[f"q{side}{index}"] = {
                    "type": "TRELLIS_FF",
                    "parameters": {"CEMUX": "CE", "CLKMUX": "CLK", "REGSET": "RESET"},
                    "port_directions": {
                        "CLK": "input",
                        "CE": "input",
                        "DI": "input",
                        "Q": "output",
                    },
                    "connections": {
                        "CLK": [CLOCK],
                        "CE": [ENABLE],
                        "LSR": ["0"],
                        "DI": [bit],
                        "Q": [bit + 1000],
                    },
                }
    directions |= {port: "input" for port in pins if port not in directions}
    cells["ram"] = {
        "type": "DP16KD",
        "parameters": {
            **{f"REGMODE_{side}": "NOREG" for side in "AB"},
            **{f"CLK{side}MUX": f"CLK{side}" for side in "AB"},
        },
        "port_directions": directions,
        "connections": pins,
    }
    ports = {
        "clk_i": {"direction": "input", "bits": [CLOCK]},
        "en_i": {"direction": "input", "bits": [ENABLE]},
        "q_o": {"direction": "output", "bits": outputs},
    }
    return {"modules": {"aesculus_point": {"ports": ports, "cells": cells, "netnames": {}}}}


def merged(design: dict[str, Any]) -> tuple[dict[str, Any], int]:
    merge_output_registers(design)
    cells = design["modules"]["aesculus_point"]["cells"]
    left = sum(cell["type"] == "TRELLIS_FF" for cell in cells.values())
    return cells["ram"], left


def test_both_ports_take_their_registers() -> None:
    ram, left = merged(netlist())
    assert left == 0
    for side, first in (("A", 100), ("B", 200)):
        assert ram["parameters"][f"REGMODE_{side}"] == "OUTREG"
        assert ram["connections"][f"OCE{side}"] == [ENABLE]
        expected = [[first + 1000 + index] for index in range(WIDTH)]
        assert [ram["connections"][f"DO{side}{index}"] for index in range(WIDTH)] == expected


def test_registers_that_always_run_behind_a_port_that_always_runs() -> None:
    design = netlist()
    cells = design["modules"]["aesculus_point"]["cells"]
    for side in "AB":
        cells["ram"]["connections"][f"CE{side}"] = ["1"]
    for name, cell in cells.items():
        if name.startswith("q"):
            cell["parameters"]["CEMUX"] = "1"
            del cell["connections"]["CE"]
    ram, left = merged(design)
    assert left == 0
    assert ram["connections"]["OCEA"] == ["1"]


def change_flip_flop(pin: str, value: Any) -> Any:
    def apply(cells: dict[str, Any], _ports: dict[str, Any]) -> None:
        cells["qA3"]["connections"][pin] = [value]

    return apply


def change_parameter(name: str, value: str) -> Any:
    def apply(cells: dict[str, Any], _ports: dict[str, Any]) -> None:
        cells["qA3"]["parameters"][name] = value

    return apply


def second_reader(cells: dict[str, Any], _ports: dict[str, Any]) -> None:
    cells["lut"] = {
        "type": "LUT4",
        "parameters": {},
        "port_directions": {"A": "input", "Z": "output"},
        "connections": {"A": [103], "Z": [9999]},
    }


def direct_output(_cells: dict[str, Any], ports: dict[str, Any]) -> None:
    ports["direct_o"] = {"direction": "output", "bits": [103]}


def reset_of_ram(cells: dict[str, Any], _ports: dict[str, Any]) -> None:
    cells["ram"]["connections"]["RSTA"] = [7]


def falling_ram(cells: dict[str, Any], _ports: dict[str, Any]) -> None:
    cells["ram"]["parameters"]["CLKAMUX"] = "INV"


def not_a_register(cells: dict[str, Any], _ports: dict[str, Any]) -> None:
    cells["qA3"]["type"] = "LUT4"


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(change_flip_flop("CLK", 50), id="other clock"),
        pytest.param(change_flip_flop("CE", 50), id="other enable"),
        pytest.param(change_flip_flop("LSR", 50), id="reset"),
        pytest.param(change_parameter("CEMUX", "1"), id="always enabled"),
        pytest.param(change_parameter("CEMUX", "INV"), id="enabled low"),
        pytest.param(change_parameter("CLKMUX", "INV"), id="falling edge"),
        pytest.param(change_parameter("REGSET", "SET"), id="starts at one"),
        pytest.param(second_reader, id="second reader"),
        pytest.param(direct_output, id="read by a port"),
        pytest.param(reset_of_ram, id="RAM with reset"),
        pytest.param(falling_ram, id="RAM at falling edge"),
        pytest.param(not_a_register, id="no register"),
    ],
)
def test_port_keeps_its_registers_where_it_must(spoil: Any) -> None:
    design = netlist()
    module = design["modules"]["aesculus_point"]
    spoil(module["cells"], module["ports"])
    before = copy.deepcopy(module["cells"]["ram"])
    ram, left = merged(design)
    # Port A is left as it is, port B is not held back by it.
    assert ram["parameters"]["REGMODE_A"] == "NOREG"
    assert ram["connections"]["DOA3"] == before["connections"]["DOA3"]
    assert left == WIDTH - (spoil is not_a_register)
    assert ram["parameters"]["REGMODE_B"] == "OUTREG"


def test_merging_twice_changes_nothing() -> None:
    design = netlist()
    merge_output_registers(design)
    once = copy.deepcopy(design)
    merge_output_registers(design)
    assert design == once
