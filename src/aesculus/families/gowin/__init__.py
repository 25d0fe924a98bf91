"""Gowin GW1N, GW2A and GW5A."""

from collections.abc import Mapping, Sequence

from aesculus.families.base import LOGIC_ON_DATA_PINS, PART, CellKind, Constraints, Family, numbered
from aesculus.families.cells import MUX_INIT, Cell, Part, Register, Table, number, pin, table

_FF_SUFFIXES = ("", "E", "S", "SE", "R", "RE", "P", "PE", "C", "CE")
_BLOCK_RAMS = ("SP", "SPX9", "SDPB", "SDPX9B", "DPB", "DPX9B", "pROM", "pROMX9")


def _script(variant: str, wide_luts: bool, args: Sequence[str]) -> list[str]:
    words = ["synth_gowin", "-family", variant, "-top", "aesculus_point", "-noiopads", *args]
    if not wide_luts:
        words.append("-nowidelut")
    synth = " ".join(words)
    return [f"{synth} -run :map_ffs", *LOGIC_ON_DATA_PINS, f"{synth} -run map_ffs:"]


def _harness_script(variant: str) -> list[str]:
    return [f"synth_gowin -family {variant} -top harness -noflatten"]


def _describe(cell: Cell) -> list[Part] | None:
    kind = str(cell["type"])
    if kind in ("VCC", "GND"):
        return [Table(pin(cell, kind[0]), (), int(kind == "VCC"))]
    if kind == "INV":
        return [table(cell, "O", ("I",), 0b01)]
    if kind in ("LUT1", "LUT2", "LUT3", "LUT4"):
        ports = tuple(f"I{index}" for index in range(int(kind[-1])))
        return [table(cell, "F", ports, number(cell, "INIT"))]
    if kind.startswith("MUX2"):
        return [table(cell, "O", ("I0", "I1", "S0"), MUX_INIT)]
    if kind.startswith("DFF"):
        return [_flip_flop(cell, kind.removeprefix("DFF"))]
    return None


_RESET_PORTS = {"S": "SET", "R": "RESET", "P": "PRESET", "C": "CLEAR"}


def _flip_flop(cell: Cell, suffix: str) -> Register:
    falling = suffix.startswith("N")
    suffix = suffix.removeprefix("N")
    control = suffix.removesuffix("E")
    return Register(
        output=pin(cell, "Q"),
        data=pin(cell, "D"),
        clock=pin(cell, "CLK"),
        falling=falling,
        enable=pin(cell, "CE", "1") if suffix.endswith("E") else None,
        reset=pin(cell, _RESET_PORTS[control]) if control else None,
        asynchronous=control in ("P", "C"),
        value=int(control in ("S", "P")),
        initial=number(cell, "INIT", int(control in ("S", "P"))),
    )


def _constraints(pins: Mapping[str, str]) -> Constraints:
    lines = [f'IO_LOC "{port}" {pin};\n' for port, pin in pins.items()]
    return {"pins.cst": "".join(lines)}, ["--vopt", "cst=pins.cst"]


FAMILY = Family(
    name="gowin",
    script=_script,
    harness_script=_harness_script,
    describe=_describe,
    library=("gowin/cells_sim.v",),
    routers=("nextpnr-himbaechel-gowin",),
    router_options={"--device": PART, "--vopt": r"family=[A-Za-z0-9-]{1,40}"},
    constraints=_constraints,
    chained=("ALU",),
    muxes=tuple(f"MUX2_LUT{width}" for width in range(5, 9)),
    cells={
        **numbered("LUT", range(1, 5), CellKind.LUT),
        "ALU": (CellKind.LUT, 1),
        **{f"RAM16SDP{width}": (CellKind.LUTRAM, width) for width in (1, 2, 4)},
        **{f"RAM16S{width}": (CellKind.LUTRAM, width) for width in (1, 2, 4)},
        **{f"DFF{edge}{suffix}": (CellKind.FF, 1) for edge in ("", "N") for suffix in _FF_SUFFIXES},
        **dict.fromkeys(_BLOCK_RAMS, (CellKind.BRAM, 1)),
    },
)
