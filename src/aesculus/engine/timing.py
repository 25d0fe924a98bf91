"""How long stages take, learnt from the runs that committed campaigns recorded.

The seconds are a sum over sizes, none of which takes less when there is more of it, times what the
design tells of itself (`design.features`). What is told counts as far as it was met in the runs
that were learnt from. So a design larger than all of them takes what its size says, and differs
from that by no more than any of them did (`docs/decisions/0028-reference-store.md`). `aesculus
bench reference` fits the numbers, and they come along in `reference/times.json`, so that a first
run knows them; how quick the machine is, a run learns soon.

Each family has a line of its own: its tools differ in what they load, what they take for a look-up
table and what for a memory, so no factor tells one from another. A family of which nothing was
timed has that of all.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from math import exp, log, log1p
from operator import mul
from statistics import median
from typing import Any

from aesculus.design import Build
from aesculus.design.features import RATE, ROUNDS, SLOTS, TABLES, WALK, parts
from aesculus.families import devices
from aesculus.records import Stage

Counts = Mapping[str, float]
"""Figures of a netlist: `area_luts` or `lut_count`, `ff_count`, `bram_count`."""

FILE = "times.json"

_PARTS: tuple[str, ...] = (
    *("cut_bits", "round_bits", "inner_cut_bits", "key_memory_bits", "fifo_bits"),
    *("premix_bits", "choice_bits", "sbox_bram", "sbox_ttable", "sbox_rom", "sbox_logic"),
    *("sbox_tower", "sbox_canright", "sbox_line", "sbox_shallow", "sbox_lut"),
)
"""Parts of which designs have many, if they are of this name."""

_READ = ("sbox_rom", "sbox_logic")
_OF_GATES = ("sbox_tower", "sbox_canright", "sbox_line", "sbox_shallow", "sbox_lut")

_HUNDRED = 100.0
_UNKNOWN = 2000.0  # look-up tables of a design that does not say


@lru_cache(maxsize=100_000)
def described(point: Build) -> tuple[float, ...]:
    """Return what simulation and synthesis are told of a design: logarithms, counts, kinds."""
    told = point.design.features
    count = parts(told)
    each = [count.get(name, 0.0) for name in _PARTS]
    rounds, slots = told.get(ROUNDS, 1.0), told.get(SLOTS, 1.0)
    fields = point.design.fields
    return (
        log(max(told.get(TABLES, _UNKNOWN), 1.0)),
        *(log(max(rounds, 1.0)), rounds, log1p(slots), slots),
        *(log1p(n) for n in each),
        *(each[place] / _HUNDRED for place in range(_PARTS.index("sbox_bram"), len(_PARTS))),
        *(log(told.get(RATE, 1.0)), log1p(told.get(WALK, 0.0))),
        *(float(fields.get("width") == width) for width in (8, 32)),
        *(float(fields.get("direction") == way) for way in ("both", "decrypt")),
        *(float(fields.get("key_schedule") == keys) for keys in ("stored", "external", "fixed")),
        *(float(fields.get("flow") == flow) for flow in ("stall", "credit")),
        float(fields.get("key_bits", 0)) / _HUNDRED,
        *(float(fields.get(name, 1)) for name in ("unroll", "lanes", "cut_every", "whole")),
        *(float(point.recipe == recipe) for recipe in ("widelut", "flat")),
    )


def counted(point: Build, counts: Counts | None) -> tuple[float, float, float]:
    """Return look-up tables, registers and block RAMs, counted where they are, else guessed."""
    known = counts or {}
    told = point.design.features
    count = parts(told)
    luts = known.get("area_luts", known.get("lut_count", told.get(TABLES, _UNKNOWN)))
    ffs = known.get("ff_count", count.get("cut_bits", luts / 4) + count.get("inner_cut_bits", 0.0))
    memories = (count.get("sbox_bram", 0.0) + count.get("sbox_ttable", 0.0)) / 2
    return float(luts), float(ffs), float(known.get("bram_count", memories))


MAPPED = frozenset({Stage.ROUTE, Stage.VERIFY_NETLIST})
"""Stages whose time goes with what the netlist counts."""


def columns_of(stage: Stage, point: Build, counts: Counts | None) -> tuple[float, ...]:
    """Return what tells designs of one size apart."""
    if stage not in MAPPED:
        return described(point)
    luts, ffs, _ = counted(point, counts)
    of_luts, of_ffs = log1p(luts), log1p(ffs)
    # Logic between registers: its nets are what the router goes back to.
    told = point.design.features
    levels = log(max(told.get(ROUNDS, 1.0), 1.0) / max(told.get(SLOTS, 1.0), 1.0))
    return of_luts, of_ffs, of_luts * of_luts, of_ffs * of_ffs, levels, of_luts - of_ffs


def sizes_of(stage: Stage, point: Build, counts: Counts | None) -> tuple[float, ...]:
    """Return the sizes of which more takes more time: the first is 1, for what all designs take.

    Block RAMs are few and far between on a device: routing takes time that grows with the square of
    their number, whatever the logic around them.
    """
    if stage in MAPPED:
        luts, ffs, memories = counted(point, counts)
        return 1.0, luts, ffs, memories, memories * memories
    return _unmapped(point)


@lru_cache(maxsize=100_000)
def _unmapped(point: Build) -> tuple[float, ...]:
    """Return what simulation and synthesis go by: forecasts ask it of all points, often."""
    told = point.design.features
    count = parts(told)
    tables, memories = told.get(TABLES, _UNKNOWN), counted(point, None)[2]
    bits = count.get("cut_bits", tables / 4) + count.get("inner_cut_bits", 0.0)
    gates, read = (sum(count.get(name, 0.0) for name in names) for names in (_OF_GATES, _READ))
    return 1.0, tables, bits, memories, gates, read, told.get(ROUNDS, 1.0), told.get(SLOTS, 1.0)


@dataclass(frozen=True)
class Line:
    """What a stage takes: a sum over sizes, times the exponential of a linear sum.

    Attributes:
        sizes: seconds that one of each size adds, none below 0.
        mean: of each column, in the runs that were learnt from.
        weights: what one of a column more adds to the logarithm.
        at: the logarithm of the factor at the mean.
        least: of each column, in those runs: what is below counts as that.
        most: likewise, for what is above.
        lowest: the smallest logarithm of a factor in those runs.
        highest: the largest.
        modes: name of a mode of operation to the factor that it brings; that of others is the
            median of these.
        runs: how many were learnt from.
        median_error: median of |expected - taken| / taken, on runs held out.
        within_two: share of held-out runs within a factor of two.
        larger_median_error: as `median_error`, of the larger third, learnt from the smaller ones.
        larger_within_two: as `within_two`, likewise.
    """

    sizes: tuple[float, ...]
    mean: tuple[float, ...]
    weights: tuple[float, ...]
    at: float
    least: tuple[float, ...]
    most: tuple[float, ...]
    lowest: float
    highest: float
    modes: Mapping[str, float] = field(default_factory=dict)
    runs: int = 0
    median_error: float = 0.0
    within_two: float = 0.0
    larger_median_error: float = 0.0
    larger_within_two: float = 0.0

    def seconds(self, stage: Stage, point: Build, counts: Counts | None = None) -> float:
        """Return the expected time."""
        base: float = sum(map(mul, self.sizes, sizes_of(stage, point, counts)))
        total = self.at
        bounds = zip(self.least, self.most, self.mean, self.weights, strict=True)
        columns = columns_of(stage, point, counts)
        for value, (least, most, mean, weight) in zip(columns, bounds, strict=True):
            total += weight * (min(most, max(least, value)) - mean)
        return base * exp(min(self.highest, max(self.lowest, total))) * self._of_mode(point)

    def _of_mode(self, point: Build) -> float:
        name = mode_of(point)
        if name is None or not self.modes:
            return 1.0
        return float(self.modes.get(name) or median(self.modes.values()))


def mode_of(point: Build) -> str | None:
    """Return the name of the mode of operation that a design has around its core, if any."""
    name = point.design.fields.get("mode")
    return None if name is None else str(name)


ANY = ""
"""Stands for a family of which nothing was timed, and for none."""

Lines = Mapping[Stage, Mapping[str, Line]]
"""Of each stage, by family of devices; `ANY` has the one that was fitted to all runs."""


@cache
def family_of(device: str) -> str:
    """Return the name of a device's family; `ANY` for no device, or one that is not known here."""
    found = devices.known(device)
    return ANY if found is None else found.synthesis.family


@cache
def lines() -> Lines:
    """Return the lines that come along; none for a stage that nothing was recorded of."""
    path = files("aesculus.engine.reference") / FILE
    if not path.is_file():
        return {}
    found = json.loads(path.read_text(encoding="utf-8"))
    return {
        Stage(name): {family: _line(each) for family, each in families.items()}
        for name, families in found.items()
    }


def _line(fields: Mapping[str, Any]) -> Line:
    return Line(**{name: _tuple(value) for name, value in fields.items()})


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def as_text(found: Lines) -> str:
    """Return lines as they are kept."""
    each = {
        stage.value: {family: _rounded(asdict(line)) for family, line in families.items()}
        for stage, families in found.items()
    }
    return json.dumps(each, indent=1) + "\n"


def _rounded(fields: Mapping[str, object]) -> dict[str, object]:
    return {name: _shortened(value) for name, value in fields.items()}


def _shortened(value: object) -> object:
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return _rounded(value)
    return [_shortened(each) for each in value] if isinstance(value, tuple) else value


def expected(
    stage: Stage,
    point: Build,
    counts: Counts | None = None,
    known: Lines | None = None,
    device: str = "",
) -> float | None:
    """Return the seconds of a stage on a machine like those that were recorded; None if unknown.

    Args:
        stage: the stage.
        point: the design.
        counts: figures of its netlist, when there is one.
        known: the lines to go by, if not those that come along.
        device: name of the device, for a stage that has one.
    """
    # A best build is a route with more to it; of none the campaigns recorded what it took.
    stage = Stage.ROUTE if stage is Stage.CLOSE else stage
    families = (lines() if known is None else known).get(stage, {})
    line = families.get(family_of(device)) or families.get(ANY)
    return None if line is None else line.seconds(stage, point, counts)
