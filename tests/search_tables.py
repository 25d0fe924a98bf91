"""Stand-in figures for tests of the search: plausible, deterministic, and measured by nobody.

They do not come from the model under test: sums and products of their own, with interactions
between axes and a disturbance of each point by its hash.
"""

from hashlib import sha256
from math import exp

from aesculus.ciphers.aes.space import Cut, DesignPoint, estimated_blocks_per_cycle
from aesculus.design import Build
from aesculus.families import devices
from aesculus.metrics import latency_ns, throughput_gbps, usable_clock_mhz
from aesculus.search.designspace import DesignSpace
from aesculus.search.spacefile import load
from aesculus.studies.measure.table import Entry, MeasuredSpace

_SBOX_LUTS = {"bram": 1.0, "rom": 118.0, "logic": 171.0, "tower": 79.0}
_SBOX_NS = {"bram": 5.3, "rom": 4.1, "logic": 6.2, "tower": 10.5}


def _draw(point: Build, salt: str, size: float) -> float:
    """Return a factor near 1 that belongs to the point: triangular, at most 2·size away."""
    raw = sha256(f"{salt}{point.label}".encode()).digest()
    return exp(size * ((raw[0] + raw[1]) / 255 - 1) * 2)


def _group(size: float, *key: object) -> float:
    """Return a factor near 1 that all points with the same key share."""
    return exp(size * (sha256(repr(key).encode()).digest()[0] / 127.5 - 1))


def standin_figures(build: Build, *, clock: bool) -> dict[str, float]:
    """Return figures of a point on an LFE5U-25F-6; those that need a clock if wanted."""
    point = build.design
    assert isinstance(point, DesignPoint)
    sboxes = 16 * _SBOX_LUTS[point.sbox] + 4 * _SBOX_LUTS[point.key_sbox]
    cuts = point.cuts.bit_count()
    held = -(-point.unroll // point.cut_every)
    luts = 300 + point.unroll * (sboxes + 390) + 270 * (point.unroll < point.nr)
    luts += {"none": 0, "stall": 12 * held * cuts, "credit": 310}[point.flow]
    luts *= _group(0.06, point.sbox, build.recipe) * _group(0.03, point.sbox, point.cuts & 0x502)
    figures = {
        "lut_count": float(round(luts * _draw(build, "l", 0.01))),
        "ff_count": float(round((262 * held * cuts + 150) * _group(0.05, point.cuts, point.sbox))),
        "bram_count": point.unroll
        * (8.0 * (point.sbox == "bram") + 2 * (point.key_sbox == "bram")),
        "blocks_per_cycle": float(estimated_blocks_per_cycle(point)),
        "latency_cycles": float(_cycles(point) + 1 + (point.flow == "credit")),
    }
    figures["area_luts"] = figures["lut_count"]
    if clock:
        figures["path_estimate_ns"] = _period(point) * _draw(build, "p", 0.08) - 0.5
        limit = devices.load("LFE5U-25F-6").clock_limit_mhz
        routed = 1000 / (_period(point) * _draw(build, "c", 0.03))
        usable = usable_clock_mhz(routed, limit)
        figures |= {
            "fmax_routed_mhz": routed,
            "fmax_mhz": usable,
            "throughput_gbps": throughput_gbps(usable, figures["blocks_per_cycle"]),
            "latency_ns": latency_ns(usable, figures["latency_cycles"]),
        }
    return figures


def _cycles(point: DesignPoint) -> int:
    places = [number % point.unroll for number in range(point.nr)]
    return sum(place % point.cut_every == 0 for place in places) * point.cuts.bit_count()


def _period(point: DesignPoint) -> float:
    """Return a period in ns: logic shared out over the cuts, the slowest S-box piece at least."""
    inner = (point.cuts & 0xFE).bit_count()
    sbox = _SBOX_NS[point.sbox] / (1 + inner)
    if point.sbox == "bram" and point.cuts & Cut.SUB:
        sbox = 1.4
    mix = 3.6 / (1 + bool(point.cuts & Cut.M1))
    stages = [sbox + (0 if point.cuts & Cut.SUB else mix)]
    stages.append(mix + (0 if point.cuts & Cut.MIX else 1.7))
    depth = max(stages) * min(point.cut_every, point.unroll)
    load_ns = 0.25 * (point.unroll - 1) + {"none": 0.0, "stall": 0.5, "credit": 0.2}[point.flow]
    return (2.1 + depth + load_ns) * _group(0.08, point.sbox, point.cuts, point.key_sbox)


def small_points(count: int) -> list[Build]:
    """Return some points of the packaged space that is routed."""
    return DesignSpace(load("ecp5-iterative")).sample(count, seed=1)


def standin_table(space: str, *, every: int = 1) -> MeasuredSpace:
    """Return a table of a packaged space with stand-in figures, of every so-manieth point."""
    content = DesignSpace(load(space))
    device = content.file.devices[0]
    objectives = content.file.objectives_on(device)
    routed = "throughput_gbps" in objectives
    entries = []
    for point in content.points[::every]:
        figures = standin_figures(point, clock=routed)
        luts = figures["lut_count"]
        entries.append(Entry(point, figures, 10 + luts / 250, 15 + luts / 60 if routed else 0.0))
    about = {"space": space, "device": device, "objectives": " ".join(objectives)}
    return MeasuredSpace({**about, "source": "stand-in figures of a test"}, tuple(entries))
