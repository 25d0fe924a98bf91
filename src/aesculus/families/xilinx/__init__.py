"""Xilinx Virtex-E to UltraScale+: area only, unless the user has a router for 7 series."""

from collections.abc import Mapping, Sequence

from aesculus.families.base import CellKind, Constraints, Family, numbered
from aesculus.families.cells import MUX_INIT, Cell, Part, Register, number, pin, table

_FLIP_FLOPS = ("FDRE", "FDSE", "FDCE", "FDPE", "FDRSE", "FDCPE")
_ONE_BIT_RAMS = {"X1S": 1, "X1D": 2}


def _script(variant: str, wide_luts: bool, args: Sequence[str]) -> list[str]:
    words = ["synth_xilinx", "-family", variant, "-top", "aesculus_point", "-flatten"]
    words += ["-noiopad", "-noclkbuf", *args]
    if not wide_luts:
        words.append("-nowidelut")
    return [" ".join(words)]


def _harness_script(variant: str) -> list[str]:
    if variant != "xc7":
        raise NotImplementedError(f"no open router for {variant}")
    # With buffers of pads and of the clock; nextpnr-xilinx wants them there.
    return [f"synth_xilinx -family {variant} -top harness -flatten -nowidelut"]


def _constraints(_pins: Mapping[str, str]) -> Constraints:
    """Return what nextpnr-xilinx must know of every pad; it places them itself."""
    lines = [
        f"set_property IOSTANDARD LVCMOS33 [get_ports {port}]\n"
        for port in ("clk_i", "rst_ni", "shift_i", "shift_o")
    ]
    return {"pins.xdc": "".join(lines)}, ["--xdc", "pins.xdc"]


def _memories() -> dict[str, tuple[CellKind, int]]:
    cells = {
        "SRL16E": (CellKind.LUTRAM, 1),
        "SRL16": (CellKind.LUTRAM, 1),
        "SRLC16E": (CellKind.LUTRAM, 1),
        "SRLC32E": (CellKind.LUTRAM, 1),
        "RAM32M": (CellKind.LUTRAM, 4),
        "RAM64M": (CellKind.LUTRAM, 4),
        "RAM32M16": (CellKind.LUTRAM, 8),
        "RAM64M8": (CellKind.LUTRAM, 8),
    }
    for suffix, ports in _ONE_BIT_RAMS.items():
        for depth, tables in ((16, 1), (32, 1), (64, 1), (128, 2), (256, 4)):
            cells[f"RAM{depth}{suffix}"] = (CellKind.LUTRAM, ports * tables)
    return cells


def _block_rams() -> dict[str, tuple[CellKind, int]]:
    widths = (1, 2, 4, 8, 9, 16, 18, 36)
    names = [f"RAMB4_S{a}" for a in widths] + [f"RAMB16_S{a}" for a in widths]
    names += [f"{stem}_S{a}_S{b}" for stem in ("RAMB4", "RAMB16") for a in widths for b in widths]
    names += ["RAMB8BWER", "RAMB16BWER", "RAMB18", "RAMB18SDP", "RAMB36", "RAMB18E1", "RAMB36E1"]
    names += ["RAMB18E2", "RAMB36E2"]
    return dict.fromkeys(names, (CellKind.BRAM, 1))


def _describe(cell: Cell) -> list[Part] | None:
    kind = str(cell["type"])
    if kind in _GATES:
        output, inputs, init = _GATES[kind]
        return [table(cell, output, inputs, init)]
    if kind.startswith("LUT") and kind[3:].isdecimal():
        ports = tuple(f"I{index}" for index in range(int(kind[3:])))
        return [table(cell, "O", ports, number(cell, "INIT"))]
    if kind.removesuffix("_1") in _RESETS:
        return [_flip_flop(cell, kind)]
    return None


_GATES: dict[str, tuple[str, tuple[str, ...], int]] = {
    "VCC": ("P", (), 1),
    "GND": ("G", (), 0),
    "INV": ("O", ("I",), 0b01),
    "MUXCY": ("O", ("DI", "CI", "S"), MUX_INIT),
    "XORCY": ("O", ("CI", "LI"), 0b0110),
    **{f"MUXF{width}": ("O", ("I0", "I1", "S"), MUX_INIT) for width in range(5, 9)},
}
"""Cell to its output, its inputs from the lowest address bit on, and the table over them."""

_RESETS = {"FDRE": ("R", False, 0), "FDSE": ("S", False, 1)} | {
    "FDCE": ("CLR", True, 0),
    "FDPE": ("PRE", True, 1),
}
"""Flip-flop to its reset port, whether that is asynchronous, and the state after it."""


def _flip_flop(cell: Cell, kind: str) -> Register:
    port, asynchronous, value = _RESETS[kind.removesuffix("_1")]
    reset, enable = pin(cell, port), pin(cell, "CE", "1")
    return Register(
        output=pin(cell, "Q"),
        data=pin(cell, "D"),
        clock=pin(cell, "C"),
        falling=kind.endswith("_1") != bool(number(cell, "IS_C_INVERTED")),
        enable=None if enable == "1" else enable,
        reset=None if reset == "0" else reset,
        asynchronous=asynchronous,
        value=value,
        initial=number(cell, "INIT", value),
    )


FAMILY = Family(
    name="xilinx",
    script=_script,
    harness_script=_harness_script,
    describe=_describe,
    library=("xilinx/cells_sim.v",),
    muxes=tuple(f"MUXF{width}" for width in range(5, 10)),
    routers=("nextpnr-xilinx",),
    router_options={"--chipdb": r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}\.bin"},
    constraints=_constraints,
    cells={
        **numbered("LUT", range(1, 7), CellKind.LUT),
        "INV": (CellKind.LUT, 1),
        **_memories(),
        **{name + edge: (CellKind.FF, 1) for name in _FLIP_FLOPS for edge in ("", "_1")},
        **_block_rams(),
    },
)
