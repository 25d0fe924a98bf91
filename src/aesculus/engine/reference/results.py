"""What of the reference store counts as a result: rows of figures, made as `metrics` makes them."""

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import Any, Literal

from aesculus.design import Build, DesignError, LabelError, parse_build
from aesculus.design.labels import DOT
from aesculus.engine.jobs import Jobs
from aesculus.engine.reference import entries
from aesculus.engine.reference.entries import SWITCHINGS, Entry
from aesculus.engine.reference.valid import rests_on
from aesculus.errors import RunError
from aesculus.families import Device
from aesculus.metrics import (
    Row,
    area_luts,
    efficiency_mbps,
    latency_ns,
    throughput_gbps,
    usable_clock_mhz,
)
from aesculus.tools import ToolError


class ReferenceRow(Row):
    """A row of figures that comes from the reference store.

    Attributes:
        origin: says so to machines.
        campaign: the file or the command that measured it.
    """

    origin: Literal["reference"] = "reference"
    campaign: str = ""

    @property
    def whence(self) -> str:
        """That it was not measured here."""
        return "from the reference store"


def results(
    device: Device,
    *,
    jobs: Jobs | None = None,
    labels: Collection[str] | None = None,
    given: Sequence[Entry] | None = None,
    wanted: Callable[[Entry, Build], bool] | None = None,
) -> list[ReferenceRow]:
    """Return the rows of a device that are of the present sources, flow and tools.

    What has no figures of simulation, or no place on the device, is left out.

    Args:
        device: the device.
        jobs: knows the digests of the sources.
        labels: only these designs.
        given: entries instead of those of the package.
        wanted: only these designs; it is asked before what their figures rest on is looked at,
            which takes far longer.
    """
    jobs = jobs or Jobs()
    best: dict[str, ReferenceRow] = {}
    for entry in entries.known(device.name) if given is None else given:
        if entry.device != device.name or not entry.rests_on or not entry.rate:
            continue
        # Most cores are told apart by their sources alone, without a look at the design. The
        # sources of what stands around one are known when asked for.
        if DOT not in entry.label and entry.rtl_digest not in jobs.rtl_digests:
            continue
        if labels is not None and entry.label not in labels:
            continue
        row = _row(entry, device, jobs, wanted)
        if row is not None:
            have = best.get(entry.label)
            best[entry.label] = row if have is None else _joined(have, row)
    return [best[label] for label in sorted(best)]


def _joined(first: ReferenceRow, second: ReferenceRow) -> ReferenceRow:
    """Return the better of two rows of the same netlist, with switching if one of them has it."""
    # Of two as good the first one comes first.
    worse, row = sorted((second, first), key=lambda each: (each.netlist_verified, each.n_seeds))
    if row.switching_per_block is not None:
        return row
    return row.model_copy(update={name: getattr(worse, name) for name in SWITCHINGS})


def _row(
    entry: Entry, device: Device, jobs: Jobs, wanted: Callable[[Entry, Build], bool] | None
) -> ReferenceRow | None:
    """Return the row of an entry if its design is wanted and what it rests on is still so."""
    try:
        point = parse_build(entry.label)
        if wanted is not None and not wanted(entry, point):
            return None
        if rests_on(jobs, point, device, entry.stages) != entry.rests_on:
            return None
    except (LabelError, DesignError, ToolError, RunError):
        # It is of an installation with designs or tools of its own.
        return None
    return _made(entry, point, device)


def _made(entry: Entry, point: Build, device: Device) -> ReferenceRow:
    figures = entry.figures
    rate = Fraction(entry.rate)
    counts = {name: int(figures[name]) for name in _COUNTS if name in figures}
    limit = device.clock_limit_of(brams=counts.get("bram_count", 0))
    most = None if limit is None else limit.mhz
    found: dict[str, Any] = {
        "blocks_per_cycle": float(rate),
        "blocks_per_cycle_exact": entry.rate,
        **counts,
        **{n: figures[n] for n in ("path_estimate_ns", *SWITCHINGS) if n in figures},
        "clock_limit_mhz": most,
        "clock_limit_checked": None if limit is None else limit.checked,
    }
    if "lut_count" in counts:
        found["area_luts"] = area_luts(counts["lut_count"], counts.get("lutram_count"))
    if "fmax_routed_mhz" in figures:
        clock = usable_clock_mhz(figures["fmax_routed_mhz"], most)
        speed = throughput_gbps(clock, rate, point.design.payload_bits)
        found |= {n: figures[n] for n in _CLOCKS if n in figures}
        found |= {
            "fmax_mhz": clock,
            "throughput_gbps": speed,
            "latency_ns": latency_ns(clock, counts["latency_cycles"]),
            "mbps_per_lut": efficiency_mbps(speed, found.get("area_luts", 0)),
            "mbps_per_slice": efficiency_mbps(speed, counts.get("slice_estimate", 0)),
        }
    return ReferenceRow(
        label=entry.label,
        design=point.fields,
        device=entry.device,
        verified=True,
        netlist_verified=entry.netlist_verified,
        status=entry.status,
        reason=entry.reason,
        estimate=device.router is None,
        seeds=tuple(seed for seed in entry.seeds if seed),
        n_seeds=len(entry.seeds),
        fmax_routed_seeds=entry.clocks,
        tools=dict(part.strip().split(" ", 1) for part in entry.tools.split(";") if part.strip()),
        rtl_digest=entry.rtl_digest,
        campaign=entry.campaign,
        **found,
    )


_COUNTS = (
    *("latency_cycles", "lut_count", "ff_count", "bram_count", "lutram_count"),
    "slice_estimate",
)
_CLOCKS = ("fmax_routed_mhz", "fmax_routed_min", "fmax_routed_max")


def told(device: Device, rows: Sequence[Row], labels: Collection[str] | None = None) -> str:
    """Return what the reference store has of a device, one line; empty if it has nothing.

    Args:
        device: the device.
        rows: all its results on the device.
        labels: the designs that are asked for; `None` for all.
    """
    every = sum(entry.device == device.name for entry in entries.known(device.name))
    if not every:
        return ""
    others = every - len(rows)
    asked = sum(labels is None or row.label in labels for row in rows)
    have = f"{asked} result{'s' * (asked != 1)} from the reference store"
    if asked < len(rows):
        have += f", {len(rows) - asked} of other designs"
    if not others:
        return f"{device.name}: {have}"
    return (
        f"{device.name}: {have}; {others} measured with other sources, flow or tools "
        f"teach{'es' * (others == 1)} the model alone"
    )
