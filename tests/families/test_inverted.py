"""An inverter before a flip-flop's reset or enable goes into it, and nothing else does."""

from typing import Any

import pytest

from aesculus.families.ecp5.inverted import fold_inverters

CLOCK, SIGNAL, INVERTED, DATA, OUTPUT, OTHER = 2, 3, 4, 5, 6, 7
INVERTER_A, BUFFER_A = f"{0x5555:016b}", f"{0xAAAA:016b}"


def table(init: str = INVERTER_A, **pins: Any) -> dict[str, Any]:
    connections = {"A": [SIGNAL], "B": ["0"], "C": ["0"], "D": ["0"], "Z": [INVERTED]}
    return {
        "type": "LUT4",
        "parameters": {"INIT": init},
        "port_directions": {**dict.fromkeys("ABCD", "input"), "Z": "output"},
        "connections": connections | {pin: [net] for pin, net in pins.items()},
    }


def flip_flop(parameters: dict[str, str], **pins: Any) -> dict[str, Any]:
    connections = {"CLK": [CLOCK], "LSR": ["0"], "DI": [DATA], "Q": [OUTPUT]}
    return {
        "type": "TRELLIS_FF",
        "parameters": parameters,
        "port_directions": {**dict.fromkeys(("CLK", "LSR", "CE", "DI"), "input"), "Q": "output"},
        "connections": connections | {pin: [net] for pin, net in pins.items()},
    }


def folded(*cells: dict[str, Any], shown: int = OUTPUT) -> dict[int, dict[str, Any]]:
    module = {
        "ports": {
            "s_i": {"direction": "input", "bits": [SIGNAL]},
            "q_o": {"direction": "output", "bits": [shown]},
        },
        "cells": {str(index): cell for index, cell in enumerate(cells)},
    }
    fold_inverters({"modules": {"aesculus_point": module}})
    return {int(name): cell for name, cell in module["cells"].items()}


@pytest.mark.parametrize("pin", ["LSR", "CE"])
@pytest.mark.parametrize(("before", "after"), [("", "INV"), ("INV", "")])
def test_a_flip_flop_takes_its_inverter(pin: str, before: str, after: str) -> None:
    mux = f"{pin}MUX"
    cells = folded(table(), flip_flop({mux: before or pin}, **{pin: INVERTED}))
    assert list(cells) == [1]
    assert cells[1]["parameters"][mux] == (after or pin)
    assert cells[1]["connections"][pin] == [SIGNAL]


def test_a_reset_without_a_word_about_it_is_high() -> None:
    assert folded(table(), flip_flop({}, LSR=INVERTED))[1]["parameters"]["LSRMUX"] == "INV"


@pytest.mark.parametrize(
    ("init", "pins"),
    [
        (f"{0x00FF:016b}", {"A": "0", "D": SIGNAL}),
        (f"{0x0001:016b}", {"A": SIGNAL, "B": SIGNAL}),
        (f"{0x4444:016b}", {"A": SIGNAL, "B": "1"}),
    ],
)
def test_any_table_that_inverts_is_one(init: str, pins: dict[str, Any]) -> None:
    cells = folded(table(init, **pins), flip_flop({}, LSR=INVERTED))
    assert list(cells) == [1]


@pytest.mark.parametrize(
    ("init", "pins"),
    [
        (BUFFER_A, {}),
        (f"{0x0000:016b}", {}),
        (f"{0xFFFF:016b}", {}),
        (f"{0x1111:016b}", {"B": OTHER}),  # not (A or B)
        (f"{0x4444:016b}", {"B": "0"}),  # not A and B
        (INVERTER_A, {"B": "x"}),
    ],
)
def test_any_other_table_stays(init: str, pins: dict[str, Any]) -> None:
    cells = folded(table(init, **pins), flip_flop({}, LSR=INVERTED))
    assert cells[1]["connections"]["LSR"] == [INVERTED]
    assert "LSRMUX" not in cells[1]["parameters"]
    assert 0 in cells


def test_an_enable_that_nobody_looks_at_stays() -> None:
    cells = folded(table(), flip_flop({"CEMUX": "1"}, CE=INVERTED))
    assert cells[1]["connections"]["CE"] == [INVERTED]
    assert 0 in cells


def test_a_table_that_others_read_stays() -> None:
    for other in (flip_flop({}, DI=INVERTED), table(BUFFER_A, A=INVERTED, Z=DATA)):
        cells = folded(table(), flip_flop({}, LSR=INVERTED), other)
        assert cells[1]["connections"]["LSR"] == [SIGNAL]
        assert 0 in cells
    assert 0 in folded(table(), flip_flop({}, LSR=INVERTED), shown=INVERTED)
