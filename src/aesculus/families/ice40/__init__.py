"""Lattice iCE40."""

from collections.abc import Sequence

from aesculus.families.base import LOGIC_ON_DATA_PINS, PART, CellKind, Family
from aesculus.families.cells import MAJORITY_INIT, Cell, Part, Register, number, pin, table

_FF_SUFFIXES = ("", "E", "SR", "R", "SS", "S", "ESR", "ER", "ESS", "ES")
_RAM_SUFFIXES = ("", "NR", "NW", "NRNW")


def _script(variant: str, wide_luts: bool, args: Sequence[str]) -> list[str]:
    # The family has no multiplexers behind its tables, so `wide_luts` changes nothing.
    del wide_luts
    synth = " ".join(["synth_ice40", "-device", variant, "-top", "aesculus_point", *args])
    return [f"{synth} -run :map_ffs", *LOGIC_ON_DATA_PINS, f"{synth} -run map_ffs:"]


def _harness_script(variant: str) -> list[str]:
    # The router itself makes an I/O buffer of each port.
    return [f"synth_ice40 -device {variant} -top harness -noflatten"]


def _describe(cell: Cell) -> list[Part] | None:
    kind = str(cell["type"])
    if kind == "SB_LUT4":
        return [table(cell, "O", ("I0", "I1", "I2", "I3"), number(cell, "LUT_INIT"))]
    if kind == "SB_CARRY":
        return [table(cell, "CO", ("I0", "I1", "CI"), MAJORITY_INIT)]
    if kind.startswith("SB_DFF"):
        return [_flip_flop(cell, kind.removeprefix("SB_DFF"))]
    return None


def _flip_flop(cell: Cell, suffix: str) -> Register:
    falling = suffix.startswith("N")
    suffix = suffix.removeprefix("N")
    enabled = suffix.startswith("E")
    # What is left: SR and SS wait for the clock, R and S do not.
    control = suffix.removeprefix("E")
    value = int(control.endswith("S"))
    return Register(
        output=pin(cell, "Q"),
        data=pin(cell, "D"),
        clock=pin(cell, "C"),
        falling=falling,
        enable=pin(cell, "E", "1") if enabled else None,
        reset=pin(cell, "S" if value else "R") if control else None,
        asynchronous=len(control) == 1,
        enable_first=len(control) == 2,
        value=value,
    )


FAMILY = Family(
    name="ice40",
    script=_script,
    harness_script=_harness_script,
    describe=_describe,
    library=("ice40/cells_sim.v",),
    routers=("nextpnr-ice40",),
    router_options={
        **{f"--lp{size}": "" for size in ("384", "1k", "4k", "8k")},
        **{f"--hx{size}k": "" for size in (1, 4, 8)},
        **dict.fromkeys(("--up3k", "--up5k", "--u1k", "--u2k", "--u4k"), ""),
        "--package": PART,
    },
    cells={
        "SB_LUT4": (CellKind.LUT, 1),
        **{
            f"SB_DFF{edge}{suffix}": (CellKind.FF, 1)
            for edge in ("", "N")
            for suffix in _FF_SUFFIXES
        },
        **{f"SB_RAM40_4K{suffix}": (CellKind.BRAM, 1) for suffix in _RAM_SUFFIXES},
    },
)
