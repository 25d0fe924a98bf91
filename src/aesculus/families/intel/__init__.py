"""Intel Cyclone V: area only."""

from collections.abc import Callable, Sequence

from aesculus.families.base import CellKind, Family, numbered
from aesculus.families.cells import Bit, Cell, Part, Register, composed, number, pin, table


def _script(variant: str, wide_luts: bool, args: Sequence[str]) -> list[str]:
    # The family has no multiplexers behind its tables, so `wide_luts` changes nothing.
    del wide_luts
    words = ["synth_intel_alm", "-family", variant, "-top", "aesculus_point"]
    synth = " ".join([*words, "-noiopad", "-noclkbuf", *args])
    # The pass that maps block RAMs here does not ask whether a ROM is to be one.
    return [f"{synth} -run :map_bram", "memory_map a:rom_style=logic", f"{synth} -run map_bram:"]


def _harness_script(variant: str) -> list[str]:
    raise NotImplementedError(f"no open router for {variant}")


def _describe(cell: Cell) -> list[Part] | None:
    kind = str(cell["type"])
    if kind == "MISTRAL_NOT":
        return [table(cell, "Q", "A", 0b01)]
    if kind == "MISTRAL_ALUT_ARITH":
        return _adder(cell)
    if kind.startswith("MISTRAL_ALUT"):
        ports = "ABCDEF"[: int(kind.removeprefix("MISTRAL_ALUT"))]
        return [table(cell, "Q", ports, number(cell, "LUT"))]
    if kind == "MISTRAL_FF":
        return _flip_flop(cell)
    return None


def _adder(cell: Cell) -> list[Part]:
    """Return sum and carry of one table, another one inverted, and the carry before them."""
    inits = [number(cell, f"LUT{half}") for half in (0, 1)]
    inputs: list[Bit] = [pin(cell, port) for port in ("A", "B", "C", "D0", "D1", "CI")]

    def total(bits: Sequence[int]) -> int:
        low = bits[0] | bits[1] << 1 | bits[2] << 2
        first, second = (inits[half] >> (low | bits[3 + half] << 3) & 1 for half in (0, 1))
        return first + 1 - second + bits[5]

    def value_at(place: int) -> Callable[[Sequence[int]], int]:
        return lambda bits: total(bits) >> place & 1

    return [
        composed(pin(cell, port), inputs, value_at(place))
        for place, port in enumerate(("SO", "CO"))
        if cell["connections"].get(port)
    ]


def _flip_flop(cell: Cell) -> list[Part] | None:
    clear, always = pin(cell, "SCLR"), pin(cell, "ACLR", "1")
    asynchronous = always != "1"
    if pin(cell, "SLOAD") != "0" or (asynchronous and clear != "0"):
        return None
    enable = pin(cell, "ENA", "1")
    reset: Bit | None = always if asynchronous else clear
    return [
        Register(
            output=pin(cell, "Q"),
            data=pin(cell, "DATAIN"),
            clock=pin(cell, "CLK"),
            enable=None if enable == "1" else enable,
            reset=None if reset == "0" else reset,
            reset_low=asynchronous,
            asynchronous=asynchronous,
            enable_first=not asynchronous,
        )
    ]


FAMILY = Family(
    name="intel",
    script=_script,
    harness_script=_harness_script,
    describe=_describe,
    chained=("MISTRAL_ALUT_ARITH",),
    library=("intel_alm/common/dff_sim.v", "intel_alm/common/mem_sim.v"),
    cells={
        **numbered("MISTRAL_ALUT", range(2, 7), CellKind.LUT),
        "MISTRAL_NOT": (CellKind.LUT, 1),
        "MISTRAL_ALUT_ARITH": (CellKind.LUT, 1),
        "MISTRAL_MLAB": (CellKind.LUTRAM, 1),
        "MISTRAL_FF": (CellKind.FF, 1),
        "MISTRAL_M10K": (CellKind.BRAM, 1),
    },
)
