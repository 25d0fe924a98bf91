"""Lattice Nexus: CrossLink-NX."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aesculus.families.base import LOGIC_ON_DATA_PINS, PART, CellKind, Constraints, Family
from aesculus.families.cells import (
    Bit,
    Cell,
    Part,
    Register,
    composed,
    hexadecimal,
    pin,
    table,
    text,
)


def _script(variant: str, wide_luts: bool, args: Sequence[str]) -> list[str]:
    words = ["synth_lattice", "-family", variant, "-top", "aesculus_point", "-noiopad", *args]
    words.append("-widelut" if wide_luts else "-nowidelut")
    synth = " ".join(words)
    return [f"{synth} -run :map_ffs", *LOGIC_ON_DATA_PINS, f"{synth} -run map_ffs:"]


def _harness_script(variant: str) -> list[str]:
    return [f"synth_lattice -family {variant} -top harness -noflatten -iopad"]


_RESETS = {
    "FD1P3BX": ("PD", True, 1),
    "FD1P3DX": ("CD", True, 0),
    "FD1P3IX": ("CD", False, 0),
    "FD1P3JX": ("PD", False, 1),
}
"""Flip-flop to its reset port, whether that is asynchronous, and the state after it."""


def _describe(cell: Cell) -> list[Part] | None:
    kind = str(cell["type"])
    if kind == "LUT4":
        return [table(cell, "Z", "ABCD", hexadecimal(cell, "INIT"))]
    if kind in ("VHI", "VLO"):
        return [table(cell, "Z", (), int(kind == "VHI"))]
    if kind == "INV":
        return [table(cell, "Z", "A", 0b01)]
    if kind == "WIDEFN9":
        return [_wide(cell)]
    if kind in _RESETS:
        return [_flip_flop(cell, *_RESETS[kind])]
    return _carry(cell) if kind == "CCU2" else None


def _wide(cell: Cell) -> Part:
    """Return the table of two tables of four inputs and the multiplexer behind them."""
    halves = [hexadecimal(cell, f"INIT{half}") for half in (0, 1)]
    ports = [f"{port}{half}" for half in (0, 1) for port in "ABCD"]

    def value(bits: Sequence[int]) -> int:
        half = bits[8]
        at = sum(bit << place for place, bit in enumerate(bits[4 * half : 4 * half + 4]))
        return halves[half] >> at & 1

    return composed(pin(cell, "Z"), [pin(cell, port) for port in (*ports, "SEL")], value)


def _carry(cell: Cell) -> list[Part]:
    """Return two tables with the carry through them, as tables of all that each output reads."""
    inits = [hexadecimal(cell, f"INIT{half}") for half in (0, 1)]
    plain = text(cell, "INJECT", "YES") == "YES"

    def values(bits: Sequence[int]) -> dict[str, int]:
        carry, found = bits[0], dict[str, int]()
        for half, init in enumerate(inits):
            at = sum(bit << place for place, bit in enumerate(bits[1 + 4 * half : 5 + 4 * half]))
            sums, makes = init >> at & 1, init >> (at & 7) & 1
            found[f"S{half}"] = sums if plain else sums ^ carry
            carry = carry if sums else int(makes and not plain)
        return found | {"COUT": carry}

    def value_at(port: str) -> Callable[[Sequence[int]], int]:
        return lambda bits: values(bits)[port]

    ports = [f"{port}{half}" for half in (0, 1) for port in "ABCD"]
    inputs: list[Bit] = [pin(cell, port) for port in ("CIN", *ports)]
    outputs = [port for port in ("S0", "S1", "COUT") if cell["connections"].get(port)]
    # What the carry makes of the second half, the first sum does not read.
    read = {"S0": 5, "S1": 9, "COUT": 9}
    return [
        composed(
            pin(cell, port),
            [*inputs[: read[port]], *["0"] * (9 - read[port])],
            value_at(port),
        )
        for port in outputs
    ]


_FEED_IN = {"INIT0": "0xFFFF", "INIT1": "0x00AA", "INJECT": "NO"}
"""The cell that Yosys puts before a carry chain: its second half makes the carry out of A1."""


def _open_chains(netlist: dict[str, Any]) -> None:
    """Leave the carry input open where a chain begins.

    Nothing reads it there. Yosys ties it to the constant 0, and the router refuses a carry input
    that is driven by anything but a carry output.
    """
    for module in netlist["modules"].values():
        for cell in module["cells"].values():
            if cell["type"] == "CCU2" and _FEED_IN.items() <= cell["parameters"].items():
                cell["connections"].pop("CIN", None)
                cell["port_directions"].pop("CIN", None)


def _flip_flop(cell: Cell, port: str, asynchronous: bool, value: int) -> Register:
    reset, enable = pin(cell, port), pin(cell, "SP", "1")
    return Register(
        output=pin(cell, "Q"),
        data=pin(cell, "D"),
        clock=pin(cell, "CK"),
        enable=None if enable == "1" else enable,
        reset=None if reset == "0" else reset,
        asynchronous=asynchronous,
        value=value,
        initial=value,
    )


def _constraints(pins: Mapping[str, str]) -> Constraints:
    lines = [
        f"ldc_set_location -site {{{site}}} [get_ports {port}]\n" for port, site in pins.items()
    ]
    return {"pins.pdc": "".join(lines)}, ["--pdc", "pins.pdc"]


FAMILY = Family(
    name="nexus",
    script=_script,
    harness_script=_harness_script,
    describe=_describe,
    cells={
        "LUT4": (CellKind.LUT, 1),
        # The router folds an inverter into what it drives, or makes a table of it.
        "INV": (CellKind.LUT, 1),
        "WIDEFN9": (CellKind.LUT, 2),
        # A carry cell takes the two tables of a slice.
        "CCU2": (CellKind.LUT, 2),
        # Four tables hold the data, two more drive the write port.
        "DPR16X4": (CellKind.LUTRAM, 6),
        **dict.fromkeys(_RESETS, (CellKind.FF, 1)),
        **dict.fromkeys(("DP16K", "PDP16K", "PDPSC16K"), (CellKind.BRAM, 1)),
    },
    finish=_open_chains,
    chained=("CCU2",),
    routers=("nextpnr-nexus",),
    router_options={"--device": PART},
    constraints=_constraints,
)
