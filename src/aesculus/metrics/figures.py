"""The equations between measured and derived figures.

They are those of Zambreno, Nguyen and Choudhary, "Exploring Area/Delay Tradeoffs in an AES FPGA
Implementation" (FPL 2004), eq. (1) to (3), with measured cycles where the paper counts stages.
"""

from collections.abc import Mapping
from fractions import Fraction

from aesculus.catalogue import FIGURES
from aesculus.families import Device

BLOCK_BITS = 128
"""Bits of payload in a block where a design does not say: those of an AES block (FIPS 197)."""


def throughput_gbps(
    fmax_mhz: float, blocks_per_cycle: Fraction | float, payload_bits: int = BLOCK_BITS
) -> float:
    """Return the throughput in Gbit/s in a mode without feedback.

    Eq. (1): T_put = 128 f_clk / n. The paper calls n "blocks per cycle", yet says that it is above
    1 where rounds are used again for one block: n is cycles per block, so its inverse is here.

    Args:
        fmax_mhz: clock in MHz.
        blocks_per_cycle: blocks that leave per clock cycle, over all lanes.
        payload_bits: bits of payload in a block, 128 in the paper.
    """
    return payload_bits * fmax_mhz * float(blocks_per_cycle) / 1000


def latency_ns(fmax_mhz: float, latency_cycles: float) -> float:
    """Return the latency of one block in ns.

    Eq. (2): Lat = 10 stages_per_round / f_clk. The product is the paper's count of cycles of a
    block on its way; the measured count, input and output registers included, takes its place.

    Args:
        fmax_mhz: clock in MHz.
        latency_cycles: clock cycles from entry to exit.
    """
    return 1000 * latency_cycles / fmax_mhz


def area_luts(lut_count: int, lutram_count: int | None) -> int:
    """Return all look-up tables of a core.

    A table that is used as memory is as much gone as one that is used as logic: without it a FIFO
    in distributed memory would look free.

    Args:
        lut_count: tables used as logic.
        lutram_count: tables used as memory or shift registers; `None` counts as 0.
    """
    return lut_count + (lutram_count or 0)


def with_area(synthesised: Mapping[str, float | None]) -> dict[str, float]:
    """Return the counts of a netlist that are there, and with them the tables that it takes.

    Args:
        synthesised: the counts, by the names of the synthesis' metrics.
    """
    counts = {name: count for name, count in synthesised.items() if count is not None}
    if "lut_count" in counts:
        memory = int(counts.get("lutram_count", 0))
        counts.setdefault("area_luts", area_luts(int(counts["lut_count"]), memory))
    return counts


def does_not_fit(device: Device, synthesised: Mapping[str, float | None]) -> str:
    """Return why a design has no place on a device, one line; empty if it has one.

    Args:
        device: the device.
        synthesised: the counts of its netlist, by the names of the synthesis' metrics.
    """
    counts = with_area(synthesised)
    over = [
        f"{FIGURES[name].quantity(counts[name])}, {much:,.0f} more than {device.most[name]:,}"
        for name, much in device.excess(counts).items()
    ]
    return f"does not fit: {'; '.join(over)}" if over else ""


def efficiency_mbps(throughput: float, area: int) -> float | None:
    """Return the throughput per unit of area in Mbit/s, `None` without area.

    Eq. (3): Eff = T_put / N_slice; the same with LUTs, those used as memory included.

    Args:
        throughput: Gbit/s.
        area: slices or LUTs.
    """
    return 1000 * throughput / area if area else None


def usable_clock_mhz(routed_mhz: float, limit_mhz: float | None) -> float:
    """Return the clock to count on: no router's figure exceeds the clock network's limit.

    Args:
        routed_mhz: what the router reached, MHz.
        limit_mhz: the limit, MHz; `None` when none is known.
    """
    return routed_mhz if limit_mhz is None else min(routed_mhz, limit_mhz)
