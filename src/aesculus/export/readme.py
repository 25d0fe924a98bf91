"""The README of a bundle: what it is, its figures, and how to repeat them."""

from typing import Any

import aesculus
from aesculus.design import Build
from aesculus.design.cipher import Shape
from aesculus.design.kinds import KeySchedule
from aesculus.design.ports import shape_of
from aesculus.export.evidence import Evidence
from aesculus.export.render import render
from aesculus.metrics import Row
from aesculus.pages import DASH, figure
from aesculus.stages.provenance import package_digest

_HEADS = (
    "device",
    "LUT",
    "of these as memory",
    "FF",
    "RAM",
    "clock MHz: min, median, max",
    "Gbit/s",
    "netlist",
)


def page(point: Build, evidence: Evidence, common: dict[str, Any]) -> str:
    """Return the text of `README.md`.

    Args:
        point: the design.
        evidence: what is known of it.
        common: what all templates name.
    """
    first, last = evidence.rtl, evidence.netlist
    shape = shape_of(point.design)
    return render(
        "README.md",
        **common,
        about_design=_about(point),
        blocks_per_cycle=first.metrics["blocks_per_cycle"],
        latency_cycles=first.metrics["latency_cycles"],
        vectors=first.metrics["vectors"],
        rtl_digest=first.job.rtl_digest,
        netlist={
            "device": last.job.device,
            "vectors": last.metrics["vectors"],
            "record": last.key,
        },
        too_large=evidence.too_large,
        design_digest=point.digest,
        version=aesculus.__version__,
        package=package_digest(),
        tools={**first.tools, **last.tools, **_tools(evidence)},
        figure_heads=_HEADS,
        figures=[_row(row) for row in evidence.rows],
        clocked=any(row.fmax_routed_mhz for row in evidence.rows),
        estimates=any(row.estimate for row in evidence.rows),
        seeds=[
            f"{row.device}: placer seeds {', '.join(map(str, row.seeds))}"
            for row in evidence.rows
            if row.seeds
        ],
        repeat=_repeat(point, evidence),
        port_rows=[(f"`{port.name}`", port.way, port.bits) for port in common["ports"]],
        lanes=1 if shape is None else shape.lanes,
        manners=[] if shape is None else _manners(shape),
    )


def _about(point: Build) -> str:
    told = ", ".join(
        f"{name} {value}" for name, value in point.fields.items() if value not in ("", None, False)
    )
    return f"A design of Aesculus: {told}."


def _manners(shape: Shape) -> list[str]:
    """Return how keys, results and tags of a core are handed over, a sentence each."""
    schedule = shape.schedule
    keys = {
        KeySchedule.STORED: "A key that `key_ready_o` took serves all blocks that follow it, "
        "until the next key or a clear.",
        KeySchedule.EXTERNAL: "All round keys are held on `round_key_i`, round key 0 in the "
        "highest bits.",
        KeySchedule.FIXED: "The key is built in.",
        KeySchedule.LAST: "A key comes with each block, to decrypt the last words of its key "
        "schedule.",
    }
    result = (
        "A result shows until `out_ready_i` takes it."
        if shape.stallable
        else "A result shows for one cycle and waits for nobody: there is no `out_ready_i`."
    )
    tag = "`in_tag_i` comes out as `out_tag_o` with its block; it may be anything."
    return [keys.get(schedule, "A key comes with each block."), result, tag]


def _tools(evidence: Evidence) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in evidence.rows:
        found |= row.tools
    return found


def _row(row: Row) -> list[object]:
    clocks = (row.fmax_routed_min, row.fmax_routed_mhz, row.fmax_routed_max)
    estimate = " (estimate)" if row.estimate else ""
    return [
        row.device + estimate + (f" ({row.whence})" if row.whence else ""),
        figure(row.area_luts),
        figure(row.lutram_count),
        figure(row.ff_count),
        figure(row.bram_count),
        ", ".join(figure(clock) for clock in clocks) if row.fmax_routed_mhz else DASH,
        figure(row.throughput_gbps, 2),
        "verified" if row.netlist_verified else "not verified",
    ]


def _repeat(point: Build, evidence: Evidence) -> list[str]:
    label = point.label
    lines = [f"aesculus verify {label} --device {evidence.netlist.job.device}"]
    for row in evidence.rows:
        seeds = f" --seeds {row.n_seeds}" if row.n_seeds else ""
        lines.append(f"aesculus explore --points {label} --device {row.device}{seeds}")
    return [*lines, f"aesculus show {label} --json"]
