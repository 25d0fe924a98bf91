"""The row: what is known of one design on one device, in figures a reader may quote."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

NO_PLACE = ("failed", "nofit")
"""Statuses of designs that cannot be had on their device, by all that was tried."""

RowStatus = Literal["ok", "partial", "nofit", "failed", "timeout", "memory"]
"""`ok`: all figures that the device allows are there. `partial`: no stage failed, some figures are
to come. Neither says whether the netlist is verified: `netlist_verified` does.
`nofit`: the netlist is larger than the device, so that nothing is to come."""

HEADLINE_SEEDS = 5
"""Routed seeds a figure needs before it may stand in a headline."""

MOST_SEEDS = 1000
"""So many routed seeds of a design may be asked for; each takes a minute or more."""


def left_out(stage: str, failed: int, of: int, why: str) -> str:
    """Return the `reason` of a row of which some seeds, or all, failed in a stage."""
    return f"{stage}: {failed} of {of} seeds failed: {why}"


class Row(BaseModel):
    """Figures of one design on one device.

    All figures are `None` unless the design's RTL is verified, and unless no later stage proved the
    netlist wrong. `metrics.figures` holds the equations.

    Attributes:
        label: canonical label of the design, with its recipe where that is not the default.
        design: the fields of the design, and its recipe.
        device: device name.
        verified: the RTL passed its simulation.
        netlist_verified: the very netlist that was routed (or counted) passed its simulation.
        status: how far the design got, see `RowStatus`.
        reason: one line when something failed, a seed that was left out included.
        estimate: no open router knows the device; its area is an estimate of synthesis, without a
            clock.
        fmax_mhz: clock to count on: the smaller of `fmax_routed_mhz` and `clock_limit_mhz`, MHz.
        fmax_routed_mhz: median over the seeds of the router's figure, MHz.
        fmax_routed_min: the slowest seed's, MHz.
        fmax_routed_max: the fastest seed's, MHz.
        fmax_routed_seeds: that of each of `seeds`, in their order, MHz.
        clock_limit_mhz: limit of the device's clock network, or of its block RAMs if that is less
            and the design has any, MHz; `None` when none is known.
        clock_limit_checked: whether somebody compared that limit with the datasheet.
        seeds: the placer seeds that were routed to an end, ascending.
        n_seeds: how many those are.
        n_seeds_failed: seeds that failed; no figure of theirs is in the median.
        blocks_per_cycle: measured in simulation, blocks of the design's payload per clock cycle.
        blocks_per_cycle_exact: the same as a fraction `a/b`.
        latency_cycles: measured in simulation, clock cycles from a block's entry to its exit.
        latency_ns: the same in ns at `fmax_mhz`.
        throughput_gbps: Gbit/s at `fmax_mhz`.
        area_luts: look-up tables of the core, as logic and as memory, without harness.
        lut_count: of these, the ones used as logic.
        ff_count: flip-flops of the core.
        bram_count: block RAMs of the core.
        lutram_count: look-up tables used as memory or shift registers.
        path_estimate_ns: delay of the longest path of the netlist before it is placed, in ns, from
            round figures: it ranks designs of one device, and is no clock.
        slice_estimate: slices, estimated from LUTs and flip-flops on families counted in slices.
        switching_per_block: changes of nets times the cell inputs that they drive, for a block of
            fixed random workloads; without a unit, and to compare on one device.
        switching_by_part: the same by part of the core, the clock among them.
        switching_workloads: the same of each workload, of which that is the mean.
        switching_at_rest: the same in a cycle without a beat, noise on the data ports, no clock.
        mbps_per_lut: throughput over `area_luts`, Mbit/s per LUT.
        mbps_per_slice: throughput over estimated slices, Mbit/s per slice.
        tools: tool name to version, over all stages that these figures rest on.
        tool: the tool of the user's own that measured it; empty for the embedded tools.
        rtl_digest: SHA-256 of the RTL sources.
    """

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    label: str
    design: dict[str, Any]
    device: str
    verified: bool = False
    netlist_verified: bool = False
    status: RowStatus = "partial"
    reason: str = ""
    estimate: bool = False
    fmax_mhz: float | None = None
    fmax_routed_mhz: float | None = None
    fmax_routed_min: float | None = None
    fmax_routed_max: float | None = None
    fmax_routed_seeds: tuple[float, ...] = ()
    clock_limit_mhz: float | None = None
    clock_limit_checked: bool | None = None
    seeds: tuple[int, ...] = ()
    n_seeds: int = 0
    n_seeds_failed: int = 0
    blocks_per_cycle: float | None = None
    blocks_per_cycle_exact: str | None = None
    latency_cycles: int | None = None
    latency_ns: float | None = None
    throughput_gbps: float | None = None
    area_luts: int | None = None
    lut_count: int | None = None
    ff_count: int | None = None
    bram_count: int | None = None
    lutram_count: int | None = None
    path_estimate_ns: float | None = None
    slice_estimate: int | None = None
    switching_per_block: float | None = None
    switching_by_part: dict[str, float] = {}
    switching_workloads: tuple[float, ...] = ()
    switching_at_rest: float | None = None
    mbps_per_lut: float | None = None
    mbps_per_slice: float | None = None
    tools: dict[str, str] = {}
    tool: str = ""
    rtl_digest: str = ""

    @property
    def whence(self) -> str:
        """Where it comes from, as people are told; empty for the user's own store."""
        return ""

    @property
    def headline(self) -> bool:
        """Whether it may stand in a headline: netlist verified, routed with enough seeds."""
        return self.netlist_verified and self.n_seeds >= HEADLINE_SEEDS
