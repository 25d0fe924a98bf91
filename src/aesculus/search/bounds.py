"""What no design can do on a device, so that an impossible goal is refused before anything runs.

A bound is never reached in practice: the clock is that of the device's clock network, the area less
than half of the smallest that is known. So a goal that is refused cannot be met by any design of
the space; of one that is not refused nothing is said.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from aesculus.catalogue import CLOCKED, FIGURES
from aesculus.ciphers.aes.parts import walk
from aesculus.ciphers.aes.space import DesignPoint, estimated_blocks_per_cycle
from aesculus.design import Build, Design
from aesculus.design.features import MEMORIES, RATE, WALK
from aesculus.families import Device, devices
from aesculus.metrics import efficiency_mbps, latency_ns, throughput_gbps
from aesculus.search.goals import Goal, Limit

_BYTES = 16
_MOST_CYCLES = 1000
_COLUMNS = 4
_WIDE = 128

# Look-up tables of four inputs: an S-box takes 37 in the smallest circuit that is known here (tower
# field in a basis of its own), a column of MixColumns and AddRoundKey 54. With six inputs a table
# does the work of three with four at most.
_SBOX_LUTS = 37
_MIX_LUTS = 54
_SAFETY = 2
_SIX_INPUTS = 3

_AREAS = ("area_luts", "bram_count")
_REGISTERS = "ff_count"
_RESULT = 128
"""Registers that hold a lane's result at the output of a core of a whole round."""

_ANY_CLOCK_MHZ = 1500.0
"""Above the clock network of any FPGA, for devices whose own limit is not known."""
_NO_LIMIT = f"{_ANY_CLOCK_MHZ:g} MHz, as the device's clock limit is not known,"

_ONE_PORT = frozenset({"ice40", "intel"})
"""Families whose block RAM has one port to read by; others have two."""

# What good designs come to, for naming a device that could: the quickest that the committed
# campaigns measured has 325 MHz where the clock network carries 370, and 17,500 look-up tables a
# lane where the bound is 3,932.
_USUAL_CLOCK = 0.85
_USUAL_MHZ = 325.0
_USUAL_AREA = 4
_USUAL_FILLING = 0.8


def bounds(point: Build, device: Device, *, usual: bool = False) -> dict[str, float]:
    """Return the best that each figure of a design can be on a device.

    Args:
        point: the design.
        device: the device; one of area alone has no bounds of time.
        usual: what good designs come to in the place of what none can exceed.

    Returns:
        figures by name: the greatest where more is better, else the least.
    """
    design = point.design
    rate, cycles = _pace(design)
    found = {"blocks_per_cycle": rate, "latency_cycles": cycles, **_area(design, device)}
    if usual:
        found["area_luts"] *= _USUAL_AREA
    if not device.area_only:
        clock = device.clock_limit_mhz or _ANY_CLOCK_MHZ
        if usual:
            clock = min(_USUAL_CLOCK * clock, _USUAL_MHZ)
        found["fmax_mhz"] = clock
        found["throughput_gbps"] = throughput_gbps(clock, rate, design.payload_bits)
        found["latency_ns"] = latency_ns(clock, cycles)
        efficiency = efficiency_mbps(found["throughput_gbps"], int(found["area_luts"]))
        if efficiency is not None:
            found["mbps_per_lut"] = efficiency
    return found


def _pace(design: Design) -> tuple[float, float]:
    """Return blocks per cycle and the cycles of a block's way, as the features tell them.

    Of a core of AES they are had without counting its parts, which takes most of the time that a
    refusal may take.
    """
    if isinstance(design, DesignPoint):
        return float(estimated_blocks_per_cycle(design)), float(walk(design))
    return design.features.get(RATE, 1.0), design.features.get(WALK, 0.0)


def sboxes_per_bram(device: Device) -> int:
    """Return how many S-boxes one block RAM of the device can be: one a port to read by."""
    return 1 if device.family in _ONE_PORT else 2


def _area(point: Design, device: Device) -> dict[str, float]:
    """Return the least that the rounds of the cipher take; keys and control come on top."""
    if not isinstance(point, DesignPoint):
        # Nothing is known of how small another design can be.
        return dict.fromkeys((*_AREAS, _REGISTERS), 0.0)
    share = point.width / _WIDE
    rounds = point.unroll * point.lanes
    sboxes = _BYTES * share * rounds
    # The last round has no MixColumns; it is a physical round of its own when all are unrolled.
    mixed = (point.unroll - (point.unroll == point.nr)) * point.lanes * share
    luts = _COLUMNS * mixed * _MIX_LUTS
    brams = 0.0
    if point.features.get(MEMORIES):
        brams = sboxes / sboxes_per_bram(device)
    else:
        luts += sboxes * _SBOX_LUTS
    six = _SIX_INPUTS if device.lut_inputs > 4 else 1
    return {
        "area_luts": float(int(luts / _SAFETY / six)),
        "bram_count": float(-(-brams // 1)),
        # What a narrow core keeps in memory has no register.
        _REGISTERS: float(_RESULT * point.lanes * (share == 1)),
    }


def possible(found: Mapping[str, float], device: Device, limits: Sequence[Limit]) -> bool:
    """Return whether bounds neither break a limit nor exceed the device."""
    return device.holds(found) and all(_keeps(found, limit) for limit in limits)


def _keeps(found: Mapping[str, float], limit: Limit) -> bool:
    return limit.figure not in found or limit.miss_of(found[limit.figure]) == 0


def able(points: Sequence[Build], device: Device, limits: Sequence[Limit]) -> list[Build]:
    """Return the points that no bound keeps from meeting limits on a device."""
    return [point for point in points if possible(bounds(point, device), device, limits)]


@dataclass(frozen=True)
class Refusal:
    """Why no design of a space can meet a goal on a device.

    Attributes:
        reason: one line with the bound that is broken.
        device: name of the smallest device of the list that could; empty if none could.
        beyond: designs are known beyond the space, and no bound keeps these from meeting it.
    """

    reason: str
    device: str
    beyond: bool = False

    def told(self) -> str:
        """Return it in one line."""
        if self.beyond:
            return f"{self.reason}; designs beyond that space may (--space)"
        other = f"{self.device} could" if self.device else "no device of the list could"
        return f"{self.reason}; {other}"


def refusal(
    points: Sequence[Build],
    device: Device,
    goal: Goal,
    others: Callable[[], Sequence[Device]] | None = None,
) -> Refusal | None:
    """Return why no point can meet a goal on a device; `None` where no bound says so.

    Args:
        points: the designs that may be the answer.
        device: the device.
        goal: what is needed.
        others: gives the devices of the list; by default those that are known and can be routed.
    """
    points = _different(points)
    kinds = _kinds(points, device)
    if any(possible(found, device, goal.limits) for _, found in kinds):
        return None
    every = (others or _routable)()
    could = (d for d in sorted(every, key=lambda d: d.resources.luts) if d.name != device.name)
    name = next((d.name for d in could if _could(points, d, goal)), "")
    return Refusal(_reason(kinds, device, goal), name)


def _different(points: Sequence[Build]) -> list[Build]:
    """Return points of which no two have the same bounds, whatever the device."""
    found: dict[Hashable, Build] = {}
    for point in points:
        design = point.design
        shape: Hashable = point
        if isinstance(design, DesignPoint):
            shape = (
                *(design.unroll, design.lanes, design.width, design.key_bits),
                *(bool(design.features.get(MEMORIES)), design.payload_bits, *_pace(design)),
            )
        found.setdefault(shape, point)
    return list(found.values())


_Kind = tuple[Build, dict[str, float]]


def _kinds(points: Sequence[Build], device: Device, *, usual: bool = False) -> list[_Kind]:
    """Return different bounds with a point of each."""
    found: dict[tuple[float, ...], _Kind] = {}
    for point in points:
        figures = bounds(point, device, usual=usual)
        found.setdefault(tuple(figures.values()), (point, figures))
    return list(found.values())


def _routable() -> list[Device]:
    return [d for d in map(devices.load, devices.names()) if not d.area_only]


def _could(points: Sequence[Build], device: Device, goal: Goal) -> bool:
    if device.clock_limit is None and CLOCKED.intersection(goal.figures):
        return False
    filled = {name: most * _USUAL_FILLING for name, most in device.most.items()}
    return any(
        possible(found, device, goal.limits)
        and all(found[name] <= most for name, most in filled.items() if name in found)
        for _, found in _kinds(points, device, usual=True)
    )


def _reason(kinds: Sequence[_Kind], device: Device, goal: Goal) -> str:
    left = list(kinds)
    most = {name: float(device.most.get(name, float("inf"))) for name in _AREAS}
    for limit in goal.limits:
        if limit.figure in _AREAS:
            most[limit.figure] = min(most[limit.figure], limit.value)
            continue
        kept = [kind for kind in left if _keeps(kind[1], limit)]
        if not kept:
            return _too_slow(left, device, limit, alone=len(left) == len(kinds))
        left = kept
    timed = any(limit.figure not in _AREAS for limit in goal.limits)
    what = "what could be so quick" if timed else "every design"
    return f"{what} takes at least {_least([found for _, found in left], most)} on {device.name}"


def _too_slow(left: Sequence[_Kind], device: Device, limit: Limit, *, alone: bool) -> str:
    figure = FIGURES[limit.figure]
    point, best = min(left, key=lambda kind: limit.miss_of(kind[1][limit.figure]))
    bound = "at most" if limit.at_least else "at least"
    why = f"{limit.text}: {bound} {figure.quantity(best[limit.figure])} on {device.name}"
    if not alone:
        why += " with the other limits"
    if limit.figure in CLOCKED:
        count = int(point.fields.get("lanes", 1))
        lanes = f"{count} lane{'s' if count > 1 else ''}"
        whole = Fraction(point.design.features.get(RATE, 1.0)).limit_denominator(_MOST_CYCLES)
        rate = whole / count
        count = int(best["latency_cycles"])
        cycles = f" and {count} cycle{'s' * (count > 1)}" if "latency" in limit.figure else ""
        known = device.clock_limit_mhz
        clock = f"the clock limit of {known:g} MHz" if known else _NO_LIMIT
        why += f", {clock} with {lanes} of {rate} block{'s' if rate > 1 else ''} a cycle{cycles}"
    return why


def _least(left: Sequence[Mapping[str, float]], most: Mapping[str, float]) -> str:
    """Return what the designs that keep all other limits take at least, logic or memory."""
    parts = []
    for name, other in (_AREAS, _AREAS[::-1]):
        fits = [found for found in left if found[other] <= most[other]]
        least = min((found[name] for found in fits), default=0.0)
        if least > most[name]:
            figure = FIGURES[name]
            parts.append(f"{figure.quantity(least)} of {most[name]:,.0f}")
    if not parts:
        parts = [
            f"{FIGURES[name].quantity(min(found[name] for found in left))} of {most[name]:,.0f}"
            for name in _AREAS
        ]
    return " or ".join(parts)
