"""The delay of the longest path, on netlists small enough to add it up by hand."""

from typing import Any

import pytest

from aesculus.families import family
from aesculus.netlists.timing import path_estimate_ns

TABLE, MUX, CLOCK_TO_OUTPUT, NET, DOUBLING, MEMORY, MEMORY_INPUT = (
    *(0.24, 0.2, 0.52, 0.55, 0.12),
    *(6.5, 1.0),
)
Pins = dict[str, list[int | str]]


def cell(kind: str, outputs: Pins, inputs: Pins, **parameters: str) -> dict[str, Any]:
    directions = dict.fromkeys(outputs, "output") | dict.fromkeys(inputs, "input")
    return {
        "type": kind,
        "parameters": parameters,
        "port_directions": directions,
        "connections": outputs | inputs,
    }


def lut(output: int, *inputs: int | str) -> dict[str, Any]:
    padded = [*inputs, *["0"] * (4 - len(inputs))]
    pins: Pins = {port: [bit] for port, bit in zip("ABCD", padded, strict=True)}
    return cell("LUT4", {"Z": [output]}, pins, INIT="1" * 16)


def register(output: int, data: int) -> dict[str, Any]:
    return cell("TRELLIS_FF", {"Q": [output]}, {"DI": [data], "CLK": [1]})


def memory(output: int, address: int, **parameters: str) -> dict[str, Any]:
    return cell("DP16KD", {"DOA0": [output]}, {"ADA0": [address], "CLKA": [1]}, **parameters)


def estimate(*cells: dict[str, Any]) -> float:
    ports = {
        "clk_i": {"direction": "input", "bits": [1]},
        "data_i": {"direction": "input", "bits": [2]},
        "data_o": {"direction": "output", "bits": [3]},
    }
    module = {"ports": ports, "cells": {f"c{n}": each for n, each in enumerate(cells)}}
    return path_estimate_ns({"modules": {"aesculus_point": module}}, family("ecp5"))


def test_tables_and_nets_between_registers_add_up() -> None:
    short = estimate(register(10, 2), lut(11, 10), register(3, 11))
    # The second register drives an output besides, so its net is there in any case.
    assert short == pytest.approx(CLOCK_TO_OUTPUT + NET + TABLE + NET)
    long = estimate(register(10, 2), lut(11, 10), lut(12, 11, 10), register(3, 12))
    two = NET + DOUBLING  # bit 10 drives two inputs
    assert long == pytest.approx(CLOCK_TO_OUTPUT + two + TABLE + NET + TABLE + NET)


def test_a_multiplexer_sits_with_its_tables() -> None:
    chooser = cell("PFUMX", {"Z": [13]}, {"BLUT": [11], "ALUT": [12], "C0": ["0"]})
    found = estimate(register(10, 2), lut(11, 10), lut(12, "1"), chooser, register(3, 13))
    assert found == pytest.approx(CLOCK_TO_OUTPUT + NET + TABLE + MUX + NET)


def test_a_memory_is_slow_without_its_output_register() -> None:
    slow = estimate(register(10, 2), memory(11, 10), register(3, 11))
    assert slow == pytest.approx(MEMORY + NET)
    quick = estimate(register(10, 2), memory(11, 10, REGMODE_A="OUTREG"), register(3, 11))
    # What is left is the way to its address.
    assert quick == pytest.approx(CLOCK_TO_OUTPUT + NET + MEMORY_INPUT)
    # The register of the other side helps nothing.
    assert estimate(register(10, 2), memory(11, 10, REGMODE_B="OUTREG"), register(3, 11)) == slow


def test_paths_end_at_enables_and_outputs_and_constants_take_no_time() -> None:
    enabled = register(3, 2)
    enabled["connections"]["CE"] = [11]
    enabled["parameters"]["CEMUX"] = "CE"
    enabled["port_directions"]["CE"] = "input"
    found = estimate(register(10, 2), lut(11, 10), enabled)
    assert found == pytest.approx(CLOCK_TO_OUTPUT + NET + TABLE + NET)
    assert estimate(lut(3, "1")) == pytest.approx(TABLE + NET)


def test_a_loop_of_tables_comes_to_an_end() -> None:
    assert estimate(lut(10, 11), lut(11, 10), register(3, 10)) > 0
