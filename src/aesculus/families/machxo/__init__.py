"""Lattice MachXO2 and MachXO3."""

from collections.abc import Sequence

from aesculus.families.base import LOGIC_ON_DATA_PINS, PART, CellKind, Family
from aesculus.families.ecp5 import describe


def _script(variant: str, wide_luts: bool, args: Sequence[str]) -> list[str]:
    words = ["synth_lattice", "-family", variant, "-top", "aesculus_point", *args]
    words.append("-widelut" if wide_luts else "-nowidelut")
    synth = " ".join(words)
    return [f"{synth} -run :map_ffs", *LOGIC_ON_DATA_PINS, f"{synth} -run map_ffs:"]


def _harness_script(variant: str) -> list[str]:
    # The router itself makes an I/O buffer of each port.
    return [f"synth_lattice -family {variant} -top harness -noflatten"]


FAMILY = Family(
    name="machxo",
    script=_script,
    harness_script=_harness_script,
    describe=describe,
    cells={
        "LUT4": (CellKind.LUT, 1),
        # A carry cell takes the two tables of a slice.
        "CCU2D": (CellKind.LUT, 2),
        # Four tables hold the data, two more drive the write port.
        "TRELLIS_DPR16X4": (CellKind.LUTRAM, 6),
        "TRELLIS_FF": (CellKind.FF, 1),
        "DP8KC": (CellKind.BRAM, 1),
    },
    library=("lattice/common_sim.vh", "lattice/ccu2d_sim.vh"),
    chained=("CCU2D",),
    muxes=("PFUMX", "L6MUX21"),
    routers=("nextpnr-machxo2",),
    router_options={"--device": PART},
)
