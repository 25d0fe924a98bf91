"""Lattice ECP5."""

from collections.abc import Mapping, Sequence
from typing import Any

from aesculus.families.base import LOGIC_ON_DATA_PINS, PART, CellKind, Constraints, Family
from aesculus.families.cells import MUX_INIT, Cell, Part, Register, number, pin, table, text
from aesculus.families.ecp5.inverted import fold_inverters
from aesculus.families.ecp5.outreg import has_output_register, merge_output_registers
from aesculus.families.ecp5.sites import Ecp5Sites


def _script(variant: str, wide_luts: bool, args: Sequence[str]) -> list[str]:
    words = ["synth_lattice", "-family", variant, "-top", "aesculus_point", *args]
    if not wide_luts:
        words.append("-nowidelut")
    synth = " ".join(words)
    return [f"{synth} -run :map_ffs", *LOGIC_ON_DATA_PINS, f"{synth} -run map_ffs:"]


def _harness_script(variant: str) -> list[str]:
    # The router itself makes an I/O buffer of each port.
    return [f"synth_lattice -family {variant} -top harness -noflatten"]


def describe(cell: Cell) -> list[Part] | None:
    """Return what a cell of ECP5, or of MachXO, does; see `cells.Describe`."""
    match cell["type"]:
        case "LUT4":
            return [table(cell, "Z", "ABCD", number(cell, "INIT"))]
        case "PFUMX":
            return [table(cell, "Z", ("BLUT", "ALUT", "C0"), MUX_INIT)]
        case "L6MUX21":
            return [table(cell, "Z", ("D0", "D1", "SD"), MUX_INIT)]
        case "TRELLIS_FF":
            return [_flip_flop(cell)]
        case _:
            return None


def _flip_flop(cell: Cell) -> Register:
    enable_mux = text(cell, "CEMUX", "1")
    reset = pin(cell, "LSR")
    value = int(text(cell, "REGSET", "RESET") == "SET")
    return Register(
        output=pin(cell, "Q"),
        data=pin(cell, "DI"),
        clock=pin(cell, "CLK"),
        falling=text(cell, "CLKMUX", "CLK") == "INV",
        enable=None if enable_mux == "1" else pin(cell, "CE", "1"),
        enable_low=enable_mux == "INV",
        reset=None if reset == "0" else reset,
        reset_low=text(cell, "LSRMUX", "LSR") == "INV",
        asynchronous=text(cell, "SRMODE", "LSR_OVER_CE") == "ASYNC",
        value=value,
        initial=value,
    )


def _constraints(_pins: Mapping[str, str]) -> Constraints:
    return {"pins.lpf": ""}, ["--lpf", "pins.lpf", "--lpf-allow-unconstrained"]


def _finish(netlist: dict[str, Any]) -> None:
    merge_output_registers(netlist)
    fold_inverters(netlist)


def _registered(ram: Cell, port: str) -> bool:
    # The third letter of a port names its side: DOA0.
    return has_output_register(ram, port[2:3])


FAMILY = Family(
    name="ecp5",
    script=_script,
    harness_script=_harness_script,
    describe=describe,
    cells={
        "LUT4": (CellKind.LUT, 1),
        # A carry cell takes the two tables of a slice.
        "CCU2C": (CellKind.LUT, 2),
        # Four tables hold the data, two more drive the write port.
        "TRELLIS_DPR16X4": (CellKind.LUTRAM, 6),
        "TRELLIS_FF": (CellKind.FF, 1),
        "DP16KD": (CellKind.BRAM, 1),
        "PDPW16KD": (CellKind.BRAM, 1),
    },
    library=("lattice/common_sim.vh", "lattice/ccu2c_sim.vh"),
    chained=("CCU2C",),
    muxes=("PFUMX", "L6MUX21"),
    finish=_finish,
    registered=_registered,
    routers=("nextpnr-ecp5",),
    router_options={
        **dict.fromkeys(("--12k", "--25k", "--45k", "--85k"), ""),
        **{f"--{kind}-{size}k": "" for kind in ("um", "um5g") for size in (25, 45, 85)},
        "--package": PART,
        "--speed": "[678]",
    },
    constraints=_constraints,
    sites=Ecp5Sites,
)
