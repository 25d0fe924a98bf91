"""Rows of figures that the tests of the report share."""

import random
from datetime import UTC, datetime
from typing import Any

from aesculus.design import parse_build
from aesculus.metrics import Row
from aesculus.report.criticalpath import CriticalPath, Hop
from aesculus.report.evidence import Evidence, SeedRun, Step
from aesculus.report.floorplan import Floorplan

MADE = datetime(2024, 5, 6, 7, 8, tzinfo=UTC)
ROUTED, ESTIMATED = "LFE5U-85F-8", "XC2V4000"
SOURCES = "5" * 64


def routed(label: str, gbps: float, ns: float, luts: int, **changes: Any) -> Row:
    fields: dict[str, Any] = {
        "design": {"unroll": 1, "sbox": "tower"},
        "device": ROUTED,
        "verified": True,
        "netlist_verified": True,
        "status": "ok",
        "fmax_mhz": 200.0,
        "fmax_routed_mhz": 200.0,
        "fmax_routed_min": 180.0,
        "fmax_routed_max": 220.0,
        "seeds": (7, 8),
        "n_seeds": 2,
        "blocks_per_cycle": 0.1,
        "blocks_per_cycle_exact": "1/10",
        "latency_cycles": 11,
        "throughput_gbps": gbps,
        "latency_ns": ns,
        "area_luts": luts,
        "lut_count": luts,
        "ff_count": 10,
        "bram_count": 0,
        "mbps_per_lut": 1000 * gbps / luts,
        "tools": {"yosys": "0.60"},
        "rtl_digest": SOURCES,
    }
    return Row(label=label, **(fields | changes))


def estimated(label: str, slices: int, **changes: Any) -> Row:
    fields: dict[str, Any] = {
        "design": {"unroll": 1, "sbox": "bram"},
        "device": ESTIMATED,
        "verified": True,
        "status": "ok",
        "estimate": True,
        "blocks_per_cycle": 0.1,
        "blocks_per_cycle_exact": "1/10",
        "latency_cycles": 11,
        "area_luts": 2 * slices,
        "lut_count": 2 * slices,
        "ff_count": 10,
        "bram_count": 10,
        "slice_estimate": slices,
        "rtl_digest": SOURCES,
    }
    return Row(label=label, **(fields | changes))


def design(label: str, gbps: float, ns: float, luts: int, **changes: Any) -> Row:
    """A routed row with all fields of the design that a label names."""
    build = parse_build(label)
    return routed(build.label, gbps, ns, luts, **({"design": dict(build.fields)} | changes))


ROWS = [
    routed("UF1-PP1T", 2.0, 50.0, 1000),
    routed("UF2-PP1T", 4.0, 50.0, 2000, netlist_verified=False),
    routed("UF2-PP2T", 3.0, 60.0, 2500),
    routed("UF5-PP1T", 9.0, 40.0, 1, device="LFE5U-85F-6", fmax_routed_mhz=400.0),
    estimated("UF1-PP0B", 405),
    estimated("UF1-PP2B", 500),
    Row(
        label="UF10-PP3L",
        design={},
        device=ROUTED,
        status="timeout",
        reason="route: 1 of 1 seeds failed: over 60 s <script>alert(1)</script>",
    ),
]

EVIDENCE = Evidence(
    seeds=(SeedRun(7, 180.0, 1.5, 4.0), SeedRun(8, 220.0, 1.25, 3.25, "u_core.from", "u_core.to")),
    path=CriticalPath(
        (
            Hop("clk-to-q", 0.5, "round 1, sub_bytes", (3, 4)),
            Hop("routing", 4.0, "round 2, mix_columns", (13, 24)),
            Hop("setup", 1.0, "round 2, mix_columns", (13, 24)),
        )
    ),
    # A run over the ends of rows, and a gap.
    floor=Floorplan(2, 3, 12, ("path", "sub_bytes", "keys"), ((8, 1), (14, 2), (2, -1), (240, 0))),
    steps=(Step("verify", "ok", 4.0, "2024-05-06 07:00"),),
)


def many(count: int, seed: int = 1) -> list[Row]:
    """Rows of made-up figures, as spread out as a long exploration's."""
    draw = random.Random(seed)
    sboxes = ("bram", "rom", "logic", "tower", "canright", "line", "shallow", "ttable", "lut")
    found = []
    for number in range(count):
        unroll = draw.choice((1, 2, 3, 5, 10))
        luts = int(300 * unroll**1.1 * draw.uniform(1, 9))
        gbps = unroll * draw.uniform(0.6, 3.2)
        fields = {
            "key_bits": draw.choice((128, 192, 256)),
            "unroll": unroll,
            "sbox": draw.choice(sboxes),
            "cuts": draw.randrange(1, 4096),
            "key_schedule": draw.choice(("online", "stored")),
            "direction": draw.choice(("encrypt", "decrypt", "both")),
        }
        found.append(
            routed(
                f"UF{unroll}-C{number:x}T",
                gbps,
                draw.uniform(40, 900),
                luts,
                design=fields,
                bram_count=draw.choice((0, 0, 10, 40)),
                netlist_verified=draw.random() < 0.4,
            )
        )
    return found
