"""Cologne Chip GateMate."""

from collections.abc import Callable, Mapping, Sequence

from aesculus.families.base import PART, CellKind, Constraints, Family
from aesculus.families.cells import (
    MUX_INIT,
    Bit,
    Cell,
    Part,
    Register,
    Table,
    composed,
    number,
    pin,
    table,
)

_SYNTH = "synth_gatemate -luttree -nomx8 -nomult"
"""What the router takes: tables as trees, and no cell that it has no place for."""


def _script(variant: str, wide_luts: bool, args: Sequence[str]) -> list[str]:
    # Multiplexers of four are cells of their own: without them Yosys would take those of eight.
    del variant, wide_luts
    return [" ".join([_SYNTH, "-top", "aesculus_point", "-noiopad", "-noclkbuf", *args])]


def _harness_script(variant: str) -> list[str]:
    del variant
    return [f"{_SYNTH} -top harness -noflatten"]


def _describe(cell: Cell) -> list[Part] | None:
    kind = str(cell["type"])
    if kind in _TREES:
        return [_tree(cell, *_TREES[kind])]
    tell = _CELLS.get(kind)
    return None if tell is None else tell(cell)


def _tree(cell: Cell, low: str, high: str, *above: str) -> Table:
    """Return the table of a tree of tables of two inputs.

    Args:
        cell: the cell.
        low: name of the table over I0 and I1.
        high: of the one over I2 and I3.
        above: of the one over these two, and of the one over I4 and that, if there is one.
    """
    inits = [number(cell, f"INIT_{name}") for name in (low, high, *above)]

    def value(bits: Sequence[int]) -> int:
        found = [inits[pair] >> (bits[2 * pair] | bits[2 * pair + 1] << 1) & 1 for pair in (0, 1)]
        result = inits[2] >> (found[0] | found[1] << 1) & 1
        for init, bit in zip(inits[3:], bits[4:], strict=True):
            result = init >> (bit | result << 1) & 1
        return result

    ports = [f"I{place}" for place in range(3 + len(above))]
    return composed(pin(cell, "O"), [pin(cell, port) for port in ports], value)


def _mux4(cell: Cell) -> list[Part]:
    ports = ("D0", "D1", "D2", "D3", "S0", "S1")
    inputs: list[Bit] = [pin(cell, port) for port in ports]
    return [composed(pin(cell, "Y"), inputs, lambda bits: bits[bits[4] | bits[5] << 1])]


def _adder(cell: Cell) -> list[Part]:
    def value_at(place: int) -> Callable[[Sequence[int]], int]:
        return lambda bits: sum(bits) >> place & 1

    inputs: list[Bit] = [pin(cell, port) for port in ("A", "B", "CI")]
    parts: list[Part] = []
    for place, port in enumerate(("S", "CO")):
        if cell["connections"].get(port):
            output = pin(cell, port)
            parts.append(composed(output, inputs, value_at(place)))
    return parts


def _flip_flop(cell: Cell) -> list[Part]:
    enable, reset = pin(cell, "EN", "1"), pin(cell, "SR")
    enable_low, reset_low = bool(number(cell, "EN_INV")), bool(number(cell, "SR_INV"))
    value = number(cell, "SR_VAL")
    register = Register(
        output=pin(cell, "Q"),
        data=pin(cell, "D"),
        clock=pin(cell, "CLK"),
        falling=bool(number(cell, "CLK_INV")),
        enable=None if enable == str(int(not enable_low)) else enable,
        enable_low=enable_low,
        reset=None if reset == str(int(reset_low)) else reset,
        reset_low=reset_low,
        asynchronous=True,
        value=value,
        initial=number(cell, "INIT", value),
    )
    return [register]


_TREES = {"CC_L2T4": ("L00", "L01", "L10"), "CC_L2T5": ("L02", "L03", "L11", "L20")}
"""Tree to the names of its tables, from the inputs to the output."""

_CELLS: dict[str, Callable[[Cell], list[Part]]] = {
    "CC_LUT1": lambda cell: [table(cell, "O", ("I0",), number(cell, "INIT"))],
    "CC_LUT2": lambda cell: [table(cell, "O", ("I0", "I1"), number(cell, "INIT"))],
    "CC_MX2": lambda cell: [table(cell, "Y", ("D0", "D1", "S0"), MUX_INIT)],
    "CC_MX4": _mux4,
    "CC_ADDF": _adder,
    "CC_DFF": _flip_flop,
}


def _constraints(pins: Mapping[str, str]) -> Constraints:
    lines = [
        f'Pin_{"out" if port.endswith("_o") else "in"} "{port}" Loc = "{site}";\n'
        for port, site in pins.items()
    ]
    return {"pins.ccf": "".join(lines)}, ["--vopt", "ccf=pins.ccf"]


FAMILY = Family(
    name="gatemate",
    script=_script,
    harness_script=_harness_script,
    describe=_describe,
    chained=("CC_ADDF",),
    library=("gatemate/cells_sim.v",),
    routers=("nextpnr-himbaechel-gatemate",),
    router_options={
        "--device": PART,
        "--vopt": "fpga_mode=(lowpower|economy|speed)|time_mode=(best|typical|worst)",
    },
    constraints=_constraints,
    cells={
        # Counted in halves of a CPE, the cell of the fabric.
        **dict.fromkeys(("CC_LUT1", "CC_LUT2", "CC_L2T4", "CC_MX2"), (CellKind.LUT, 1)),
        **dict.fromkeys(("CC_L2T5", "CC_MX4", "CC_ADDF"), (CellKind.LUT, 2)),
        "CC_DFF": (CellKind.FF, 1),
        "CC_BRAM_20K": (CellKind.BRAM, 1),
        "CC_BRAM_40K": (CellKind.BRAM, 2),
    },
)
