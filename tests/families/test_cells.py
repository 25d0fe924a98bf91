"""What families tell of their larger cells, against what the cells are for."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from aesculus.families import family
from aesculus.families.cells import Part, Register, Table


def cell(kind: str, parameters: dict[str, str], ports: str, **fixed: Any) -> dict[str, Any]:
    """Return a cell whose ports are nets 2, 3, ..., but for the given ones."""
    connections: dict[str, Any] = {
        port: [fixed.get(port, number)] for number, port in enumerate(ports.split(), start=2)
    }
    return {"type": kind, "parameters": parameters, "connections": connections}


def described(name: str, made: dict[str, Any]) -> dict[str, Table]:
    """Return the tables of a cell by the port that they drive."""
    parts = family(name).describe(made)
    assert parts is not None
    port_of = {bits[0]: port for port, bits in made["connections"].items()}
    tables = {port_of[part.output]: part for part in parts if isinstance(part, Table)}
    assert len(tables) == len(parts)
    return tables


def read(made: dict[str, Any], tables: dict[str, Table], values: dict[str, int]) -> dict[str, int]:
    """Return each output for values at the input ports."""
    nets = {made["connections"][port][0]: value for port, value in values.items()}
    return {
        port: part.init >> sum(nets[bit] << i for i, bit in enumerate(part.inputs)) & 1
        for port, part in tables.items()
    }


def every(ports: str) -> Iterator[dict[str, int]]:
    for values in itertools.product((0, 1), repeat=len(ports.split())):
        yield dict(zip(ports.split(), values, strict=True))


def test_nexus_carry_cell_adds_two_bits() -> None:
    made = cell(
        "CCU2",
        {"INIT0": "0x96AA", "INIT1": "0x96AA", "INJECT": "NO"},
        "CIN A0 B0 A1 B1 C0 D0 C1 D1 S0 S1 COUT",
        C0="0",
        C1="0",
        D0="1",
        D1="1",
    )
    tables = described("nexus", made)
    for values in every("CIN A0 B0 A1 B1"):
        total = values["CIN"] + values["A0"] + values["B0"] + 2 * (values["A1"] + values["B1"])
        found = read(made, tables, values)
        assert found["S0"] + 2 * found["S1"] + 4 * found["COUT"] == total


def test_nexus_carry_cell_without_a_carry_is_two_tables() -> None:
    draw = random.Random(1)
    inits = [draw.getrandbits(16) for _ in range(2)]
    parameters = {f"INIT{half}": f"0x{init:04X}" for half, init in enumerate(inits)}
    ports = "A0 B0 C0 D0 A1 B1 C1 D1"
    made = cell("CCU2", {**parameters, "INJECT": "YES"}, f"CIN {ports} S0 S1")
    tables = described("nexus", made)
    for values in every(ports):
        found = read(made, tables, {**values, "CIN": draw.getrandbits(1)})
        for half, init in enumerate(inits):
            at = sum(values[f"{port}{half}"] << place for place, port in enumerate("ABCD"))
            assert found[f"S{half}"] == init >> at & 1


@pytest.mark.parametrize("shared", [True, False])
def test_nexus_wide_table_selects_between_its_halves(shared: bool) -> None:
    ports = "A0 B0 C0 D0 A1 B1 C1 D1 SEL"
    made = cell("WIDEFN9", {"INIT0": "0x1234", "INIT1": "0xCAFE"}, f"{ports} Z")
    if shared:
        for port in "ABCD":
            made["connections"][f"{port}1"] = made["connections"][f"{port}0"]
    tables = described("nexus", made)
    assert len(tables["Z"].inputs) == (5 if shared else 9)
    for values in every(ports):
        if shared:
            values |= {f"{port}1": values[f"{port}0"] for port in "ABCD"}
        half = values["SEL"]
        at = sum(values[f"{port}{half}"] << place for place, port in enumerate("ABCD"))
        assert read(made, tables, values)["Z"] == (0x1234, 0xCAFE)[half] >> at & 1


def test_gatemate_adder_adds() -> None:
    made = cell("CC_ADDF", {}, "A B CI S CO")
    tables = described("gatemate", made)
    for values in every("A B CI"):
        found = read(made, tables, values)
        assert found["S"] + 2 * found["CO"] == sum(values.values())


def test_gatemate_trees_are_what_they_are_made_of() -> None:
    # (I0 and I1) or (I2 and not I3), and the same with I4 instead of its first half's negation.
    names = {"INIT_L00": "1000", "INIT_L01": "0010", "INIT_L10": "1110"}
    made = cell("CC_L2T4", names, "I0 I1 I2 I3 O")
    tables = described("gatemate", made)
    for v in every("I0 I1 I2 I3"):
        low = (v["I0"] and v["I1"]) or (v["I2"] and not v["I3"])
        assert read(made, tables, v)["O"] == int(low)
    names = {"INIT_L02": "1000", "INIT_L03": "0010", "INIT_L11": "1110", "INIT_L20": "0010"}
    made = cell("CC_L2T5", names, "I0 I1 I2 I3 I4 O")
    tables = described("gatemate", made)
    for v in every("I0 I1 I2 I3 I4"):
        low = (v["I0"] and v["I1"]) or (v["I2"] and not v["I3"])
        assert read(made, tables, v)["O"] == int(bool(v["I4"] and not low))


def test_gatemate_multiplexer_takes_the_one_that_is_named() -> None:
    made = cell("CC_MX4", {}, "D0 D1 D2 D3 S0 S1 Y")
    tables = described("gatemate", made)
    for values in every("D0 D1 D2 D3 S0 S1"):
        chosen = f"D{values['S0'] + 2 * values['S1']}"
        assert read(made, tables, values)["Y"] == values[chosen]


def test_intel_arithmetic_cell_adds_and_subtracts() -> None:
    # LUT0 is A, LUT1 is B inverted, or B where it subtracts.
    for minus, second in ((0, "0011001100110011"), (1, "1100110011001100")):
        made = cell(
            "MISTRAL_ALUT_ARITH",
            {"LUT0": "1010101010101010", "LUT1": second},
            "A B CI C D0 D1 SO CO",
            C="0",
            D0="0",
            D1="0",
        )
        tables = described("intel", made)
        for values in every("A B CI"):
            found = read(made, tables, values)
            total = values["A"] + (values["B"] ^ minus) + values["CI"]
            assert found["SO"] + 2 * found["CO"] == total


@pytest.mark.parametrize(
    ("name", "made", "expected"),
    [
        (
            "nexus",
            cell("FD1P3BX", {"GSR": "DISABLED"}, "Q D CK SP PD"),
            Register(2, 3, 4, enable=5, reset=6, asynchronous=True, value=1, initial=1),
        ),
        ("nexus", cell("FD1P3IX", {}, "Q D CK SP CD", SP="1"), Register(2, 3, 4, reset=6)),
        (
            "gatemate",
            cell("CC_DFF", {"SR_INV": "1", "SR_VAL": "1", "INIT": "x"}, "Q D CLK EN SR", EN="1"),
            Register(2, 3, 4, reset=6, reset_low=True, asynchronous=True, value=1),
        ),
        (
            "gatemate",
            cell("CC_DFF", {"CLK_INV": "1", "EN_INV": "1"}, "Q D CLK EN SR", SR="0"),
            Register(2, 3, 4, falling=True, enable=5, enable_low=True, asynchronous=True),
        ),
        (
            "intel",
            cell("MISTRAL_FF", {}, "Q DATAIN CLK ENA ACLR SCLR SLOAD", SCLR="0", SLOAD="0"),
            Register(2, 3, 4, enable=5, reset=6, reset_low=True, asynchronous=True),
        ),
        (
            "intel",
            cell("MISTRAL_FF", {}, "Q DATAIN CLK ENA SCLR ACLR SLOAD", ACLR="1", SLOAD="0"),
            Register(2, 3, 4, enable=5, reset=6, enable_first=True),
        ),
    ],
)
def test_flip_flops_are_described(name: str, made: dict[str, Any], expected: Part) -> None:
    assert family(name).describe(made) == [expected]


def test_a_flip_flop_that_is_no_register_of_ours_is_left_to_its_model() -> None:
    both = cell("MISTRAL_FF", {}, "Q DATAIN CLK ENA ACLR SCLR SLOAD", SLOAD="0")
    assert family("intel").describe(both) is None


def test_nothing_reads_the_carry_input_where_a_chain_of_nexus_begins() -> None:
    parameters = {"INIT0": "0xFFFF", "INIT1": "0x00AA", "INJECT": "NO"}
    ones = {f"{port}{half}": "1" for half in (0, 1) for port in "ABCD"}
    made = cell("CCU2", parameters, "CIN A1 COUT") | {"port_directions": {"CIN": "input"}}
    made["connections"] |= {port: [bit] for port, bit in ones.items() if port != "A1"}
    [part] = family("nexus").describe(made) or []
    assert isinstance(part, Table)
    carry_in, a1 = (made["connections"][port][0] for port in ("CIN", "A1"))
    for given in itertools.product((0, 1), repeat=2):
        nets = dict(zip((carry_in, a1), given, strict=True)) | {"0": 0, "1": 1}
        at = sum(nets[bit] << place for place, bit in enumerate(part.inputs))
        assert part.init >> at & 1 == nets[a1]
    finish = family("nexus").finish
    assert finish is not None
    finish({"modules": {"aesculus_point": {"cells": {"feed": made}}}})
    assert "CIN" not in made["connections"]
