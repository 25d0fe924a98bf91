"""The analytic model: area from counted parts, clock from the depth between cuts.

It starts from round figures for each part and moves to what was measured by a regularised least
squares fit, so that it ranks points before anything is known and comes close once some are.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import log2
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import lsq_linear
from scipy.stats import spearmanr

from aesculus.design import DEFAULT_RECIPE, Build
from aesculus.design.features import RATE, WALK, corrected, parts, paths
from aesculus.families import Device
from aesculus.metrics import BLOCK_BITS, efficiency_mbps, latency_ns, throughput_gbps
from aesculus.search.bounds import sboxes_per_bram
from aesculus.search.errors import SearchError

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Figures = Mapping[str, float]
Correction = tuple[str, str]
"""Why the cost of a part differs, and which part's."""

Extra = Mapping[Correction, float]

# Where the fit starts: look-up tables (4 inputs), registers and so on of one unit of each part.
_AREA_START: dict[str, dict[str, float]] = {
    "lut_count": {
        "one": 20,
        "lane": 60,
        "round_bits": 1.6,
        "loop_bits": 1.0,
        "exit_bits": 1.0,
        "inner_cut_bits": 0.1,
        "cut_bits": 0.02,
        "slots": 3,
        "stalled_slots": 2,
        "premix_bits": 0.6,
        "choice_bits": 1.0,
        "domain_bits": 1.0,
        "isolated_bits": 0.5,
        "key_store_bits": 1.0,
        "key_choice_bits": 0.4,
        "fifo_bits": 2.0,
        "sbox_rom": 140,
        "sbox_logic": 200,
        "sbox_tower": 85,
        "sbox_canright": 70,
        "sbox_line": 70,
        "sbox_shallow": 75,
        "sbox_lut": 45,
    },
    "ff_count": {
        "one": 20,
        "lane": 135,
        "cut_bits": 1.0,
        "inner_cut_bits": 0.6,
        "mix_cut_bits": 1.0,
        "slots": 6,
        "key_store_bits": 1.0,
        "fifo_bits": 1.0,
    },
    "bram_count": {"sbox_bram": 0.5, "sbox_ttable": 0.5},
    "lutram_count": {"fifo_bits": 2.0, "key_memory_bits": 1.5},
}
_AREA_START["slice_estimate"] = {
    name: cost / 2 for name, cost in _AREA_START["lut_count"].items()
} | {"cut_bits": 0.3}
_SIX_INPUTS = 0.45
"""Look-up tables with six inputs that do the work of one with four."""

# ns, of a mid-range part of the 2010s; the fit's business is to correct them. `clock` is once in
# every path (clock-to-out, set-up, one way through the fabric), and so is `size`,
# log2(1 + thousands of look-up tables); the others are what the design says of its paths.
_DELAY_START: dict[str, float] = {
    "clock": 1.8,
    "size": 0.15,
    "loop": 0.9,
    "mix": 1.0,
    "add": 0.9,
    "key_add": 2.0,
    "bram_register": 1.0,
    "sbox_bram": 5.0,
    "sbox_rom": 3.5,
    "sbox_logic": 5.0,
    "sbox_tower": 8.0,
    "sbox_canright": 8.0,
    "sbox_line": 8.0,
    "sbox_shallow": 7.0,
    "sbox_lut": 7.0,
    "sbox_ttable": 5.0,
}

ELEMENTS: tuple[str, ...] = tuple(_DELAY_START)
"""Names of the elements of a path."""

_CORRECTED = frozenset({"lut_count", "slice_estimate"})
"""Figures that recipe, basis, direction and key schedule change."""

_CHANGES = 1.6
"""Changes times fan-out, for each table and register in each cycle of a block: the median of what
`aesculus bench energy` counted."""

CLOCK = "fmax_routed_mhz"
AREA_FIGURES: tuple[str, ...] = tuple(_AREA_START)
STRUCTURAL: tuple[str, ...] = ("blocks_per_cycle", "latency_cycles", "bram_count")
"""Figures that follow from the structure, up to constants."""

_TRUST = 0.05  # weight of the starting figures against one measurement's relative error
_LEAST_LEFT = 0.05  # of a measurement's own weight against all others', at the most lopsided
_TURNS = 60  # of finding which costs are held at 0
_NOTHING = 1e-9
_SURE = 1e-3  # relative error up to which a figure that is counted needs no fit
_ROUNDS = 6  # of choosing the critical path anew


@dataclass(frozen=True, slots=True)
class Quality:
    """How well the model does for one figure on points it was not fitted on.

    Attributes:
        figure: the figure.
        points: how many points were held out, each once.
        median_error: median of |predicted - measured| / measured, a share.
        worst_error: the largest of these.
        spearman: rank correlation of Spearman; NaN where all measurements are equal.
    """

    figure: str
    points: int
    median_error: float
    worst_error: float
    spearman: float


@dataclass
class _Linear:
    """A figure that is a sum over parts: costs that are not negative, drawn to their start.

    Attributes:
        start: costs of the parts before anything is measured, in the order of the rows' columns.
        costs: the same, fitted.
        corrections: what is added to the cost of a part for a reason.
        taught: corrections before anything is measured here, as `start` is of the costs.
        without: what a fit without each measurement would have said of it, in their order.
    """

    start: Floats
    costs: Floats = field(init=False)
    corrections: dict[Correction, float] = field(default_factory=dict)
    taught: dict[Correction, float] = field(default_factory=dict)
    without: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.costs = self.start.copy()
        self.without = np.zeros(0)

    def fit(self, rows: Floats, measured: Floats, extra: Sequence[Extra] = ()) -> None:
        """Fit the costs.

        Args:
            rows: numbers of the parts, one line a measurement.
            measured: the figure.
            extra: the numbers of those parts that are to be corrected, one a measurement.
        """
        parts = len(self.start)
        reasons = sorted({reason for each in extra for reason in each})
        weights = 1 / np.maximum(np.abs(measured), 1.0)
        others = np.array([[each.get(r, 0.0) for r in reasons] for each in extra])
        others = others.reshape(len(rows), len(reasons)) * weights[:, None]
        # A part is judged by what it adds to a typical point, so that units do not matter; a
        # correction by what it adds where there is one, as most are rare.
        typical = np.abs(rows).mean(axis=0) * weights.mean()
        present = np.abs(others).sum(axis=0) / np.maximum((others != 0).sum(axis=0), 1)
        pull = np.sqrt(_TRUST) * np.maximum(np.concatenate([typical, present]), 1e-9)
        start = np.concatenate([self.start, [self.taught.get(reason, 0.0) for reason in reasons]])
        bounded = np.arange(parts + len(reasons)) < parts
        system = np.vstack([np.hstack([rows * weights[:, None], others]), np.diag(pull)])
        target = np.concatenate([measured * weights, pull * start])
        found = _bounded(system, target, bounded)
        self.without = measured - _left_out(system, target, found, len(rows)) / weights
        self.costs, self.corrections = self.start.copy(), dict(self.taught)
        before = self.predict(rows, extra)
        if _typical(before, measured) < _typical(self.without, measured):
            # Of what it has not seen, a fit would say worse than the start does.
            self.without = before
            return
        self.costs = found[:parts]
        self.corrections = self.taught | dict(zip(reasons, found[parts:].tolist(), strict=True))

    def learnt(self) -> None:
        """Take what was fitted for where the next fit starts."""
        self.start, self.taught = self.costs.copy(), dict(self.corrections)

    def predict(self, rows: Floats, extra: Sequence[Extra] = ()) -> Floats:
        """Return the figure of points, told as for `fit`; never less than 0."""
        total = rows @ self.costs
        if self.corrections and extra:
            known = self.corrections
            total = total + [sum(known.get(r, 0.0) * n for r, n in e.items()) for e in extra]
        return np.asarray(np.maximum(total, 0.0), dtype=float)


def _bounded(system: Floats, target: Floats, bounded: Bools) -> Floats:
    """Return the least squares solution in which some numbers are not negative.

    Numbers that would be negative are held at 0 and let go again where that helps: with the normal
    equations once made, each step is a small system, however many measurements there are.

    Args:
        system: lines of the system.
        target: what they should come to.
        bounded: which numbers are not negative.
    """
    scale = np.maximum(np.abs(system).max(axis=0), 1e-12)
    scaled = system / scale
    square, right = scaled.T @ scaled, scaled.T @ target
    square[np.diag_indices_from(square)] += 1e-12
    free = np.ones(len(right), dtype=bool)
    for _ in range(_TURNS):
        found = np.zeros(len(right))
        found[free] = np.linalg.solve(square[np.ix_(free, free)], right[free])
        below = free & bounded & (found < -_NOTHING)
        if below.any():
            free &= ~below
            continue
        slope = np.where(free, 0.0, square @ found - right)
        if slope.min() >= -_NOTHING:
            return np.asarray(found / scale, dtype=float)
        free[int(np.argmin(slope))] = True
    least = np.where(bounded, 0.0, -np.inf)
    return np.asarray(lsq_linear(system, target, bounds=(least, np.inf)).x, dtype=float)


def _typical(said: Floats, measured: Floats) -> float:
    """Return the median relative error."""
    return float(np.median(np.abs(said - measured) / np.maximum(np.abs(measured), 1.0)))


def _left_out(system: Floats, target: Floats, found: Floats, count: int) -> Floats:
    """Return the residuals of the first lines of a system, each as if it had not been fitted.

    Source: the identity of the deleted residual, e / (1 - h) with h the leverage (Belsley, Kuh and
    Welsch, "Regression Diagnostics", Wiley, 1980), over all numbers: which of
    them a bound holds is found from the same measurements.
    """
    residual = target[:count] - system[:count] @ found
    used = system / np.maximum(np.abs(system).max(axis=0), 1e-12)
    square = used.T @ used
    square[np.diag_indices_from(square)] += 1e-12
    leverage = np.einsum("ij,ji->i", used[:count], np.linalg.solve(square, used[:count].T))
    return np.asarray(residual / np.maximum(1 - leverage, _LEAST_LEFT), dtype=float)


class AnalyticModel:
    """Area and speed of points on one device, from their parts and fitted coefficients."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self._parts: tuple[str, ...] = ()
        self._areas: dict[str, _Linear] = {}
        self._know(dict.fromkeys(part for start in _AREA_START.values() for part in start))
        self._delay_start = np.array([_DELAY_START.get(part, 0.0) for part in ELEMENTS])
        self._delays = self._delay_start.copy()
        self._latency = 1.0
        self._without: dict[str, dict[int, float]] = {}
        self.fitted = 0

    def teach(self, points: Sequence[Build], measured: Sequence[Figures]) -> None:
        """Start from what was measured elsewhere: with other sources, tools, or parts of a family.

        A later `fit` moves away from it as far as its own measurements say.

        Args:
            points: designs, and how they were built.
            measured: their figures, as for `fit`.
        """
        self.fit(points, measured)
        for area in self._areas.values():
            area.learnt()
        self._delay_start = self._delays.copy()

    def fit(self, points: Sequence[Build], measured: Sequence[Figures]) -> None:
        """Fit the coefficients on measured points; figures that are missing are left out.

        Args:
            points: designs, and how they are built.
            measured: their figures; a clock as `fmax_routed_mhz`, or `fmax_mhz` if that is missing.
        """
        self._know(dict.fromkeys(part for point in points for part in _parts(point)))
        rows = self._rows(points)
        extra = [_corrections(point) for point in points]
        self.fitted = len(points)
        self._without = {}
        for name, area in self._areas.items():
            have = [n for n, figures in enumerate(measured) if name in figures]
            if have:
                figures = np.array([measured[n][name] for n in have], dtype=float)
                corrected = [extra[n] for n in have] if name in _CORRECTED else ()
                if name in STRUCTURAL and _exact(area.predict(rows[have]), figures):
                    # Counted, and right: a fit could only spoil it.
                    continue
                area.fit(rows[have], figures, corrected)
                self._without[name] = dict(zip(have, area.without.tolist(), strict=True))
        offsets = [
            figures["latency_cycles"] - point.design.features.get(WALK, 0.0)
            for point, figures in zip(points, measured, strict=True)
            if "latency_cycles" in figures
        ]
        if offsets:
            self._latency = float(np.median(offsets))
        self._fit_clock(points, self._areas["lut_count"].predict(rows, extra), measured)

    def predict(self, points: Sequence[Build]) -> dict[str, Floats]:
        """Return each figure of the points, derived ones included, by the names of `frontier`."""
        rows = self._rows(points)
        extra = [_corrections(point) for point in points]
        found = {
            name: area.predict(rows, extra if name in _CORRECTED else ())
            for name, area in self._areas.items()
        }
        found["latency_cycles"] = np.array(
            [point.design.features.get(WALK, 0.0) + self._latency for point in points]
        )
        found["blocks_per_cycle"] = np.array(
            [point.design.features.get(RATE, 1.0) for point in points]
        )
        periods = [
            float(self._critical(_vectors(point, luts))[1])
            for point, luts in zip(points, found["lut_count"], strict=True)
        ]
        found[CLOCK] = 1000 / np.array(periods)
        # A table and a register change about as often, in every cycle that a block takes.
        changing = found["lut_count"] + found["ff_count"]
        found["switching_per_block"] = _CHANGES * changing / found["blocks_per_cycle"]
        return derive(found, self.device, payload_of(points))

    def without(self, name: str) -> Mapping[int, float]:
        """Return what a fit without each measured point would have said of it.

        Args:
            name: an area.

        Returns:
            place of the point in the last `fit` to the figure; empty where nothing was fitted.
        """
        if name == "area_luts" and name not in self._without:
            # It follows from both kinds of tables; what has no memory has no fit of it.
            logic, memory = (self._without.get(n, {}) for n in ("lut_count", "lutram_count"))
            return {place: value + memory.get(place, 0.0) for place, value in logic.items()}
        return self._without.get(name, {})

    def coefficients(self) -> dict[str, dict[str, float]]:
        """Return what each part costs: figure (`period_ns` for the clock) to part to cost."""
        found = {
            name: dict(zip(self._parts, map(float, area.costs), strict=True))
            for name, area in self._areas.items()
        }
        found["period_ns"] = dict(zip(ELEMENTS, map(float, self._delays), strict=True))
        return found

    def _know(self, parts: Iterable[str]) -> None:
        """Take parts into account, those of the start at their costs and others at none."""
        found = tuple(dict.fromkeys((*self._parts, *parts)))
        if found == self._parts:
            return
        self._parts = found
        scale = _SIX_INPUTS if self.device.lut_inputs >= 6 else 1.0
        memory = 2 / sboxes_per_bram(self.device)
        before = self._areas
        self._areas = {
            name: _Linear(
                np.array([start.get(part, 0.0) for part in found])
                * {"ff_count": 1.0, "bram_count": memory}.get(name, scale)
            )
            for name, start in _AREA_START.items()
        }
        for name, old in before.items():
            # Parts that are new come behind those that are known.
            area = self._areas[name]
            area.start[: len(old.start)] = old.start
            area.costs, area.taught = area.start.copy(), old.taught

    def _rows(self, points: Sequence[Build]) -> Floats:
        """Return the numbers of the parts of several points, one line a point."""
        lines = [[found.get(part, 0.0) for part in self._parts] for found in map(_parts, points)]
        return np.array(lines, dtype=float).reshape(len(points), len(self._parts))

    def _critical(self, vectors: Floats) -> tuple[int, float]:
        periods = vectors @ self._delays
        worst = int(np.argmax(periods))
        return worst, float(max(periods[worst], 0.1))

    def _fit_clock(
        self, points: Sequence[Build], luts: Floats, measured: Sequence[Figures]
    ) -> None:
        self._delays = self._delay_start.copy()
        have = [n for n, figures in enumerate(measured) if clock_of(figures) is not None]
        if not have:
            return
        vectors = [_vectors(points[n], measured[n].get("lut_count", luts[n])) for n in have]
        periods = np.array([1000 / (clock_of(measured[n]) or 1.0) for n in have])
        line = _Linear(self._delays.copy())
        for _ in range(_ROUNDS):
            worst = np.array([v[self._critical(v)[0]] for v in vectors])
            line.fit(worst, periods)
            if np.allclose(line.costs, self._delays, rtol=1e-4, atol=1e-6):
                break
            self._delays = line.costs


def _exact(said: Floats, measured: Floats) -> bool:
    return bool(np.all(np.abs(said - measured) <= _SURE * np.maximum(np.abs(measured), 1.0)))


def clock_of(figures: Figures) -> float | None:
    """Return the router's clock among figures in MHz, the usable one if that is all there is."""
    return figures.get(CLOCK, figures.get("fmax_mhz"))


def payload_of(points: Sequence[Build]) -> Floats:
    """Return the bits of payload in a block of each point."""
    return np.array([point.design.payload_bits for point in points], dtype=float)


def derive(
    found: Mapping[str, Any], device: Device, payload_bits: Floats | float = BLOCK_BITS
) -> dict[str, Any]:
    """Return figures with those that follow from clock, rate and cycles, by `metrics`' equations.

    Args:
        found: figures as arrays of one shape; those needed for a derived one may be missing.
        device: gives the limit of the clock.
        payload_bits: bits of payload in a block, of all points or of each.
    """
    result = dict(found)
    if CLOCK in result:
        limit = device.clock_limit_mhz
        result["fmax_mhz"] = np.minimum(result[CLOCK], np.inf if limit is None else limit)
    clock = result.get("fmax_mhz")
    # The equations are products and quotients, so their values at 1 carry them over to arrays.
    if clock is not None and "blocks_per_cycle" in result:
        unit = throughput_gbps(1, 1, 1)
        result["throughput_gbps"] = unit * payload_bits * clock * result["blocks_per_cycle"]
    if clock is not None and "latency_cycles" in result:
        result["latency_ns"] = latency_ns(1, 1) * result["latency_cycles"] / clock
    if "lut_count" in result and "area_luts" not in result:
        result["area_luts"] = result["lut_count"] + result.get("lutram_count", 0.0)
    for name, area in (("mbps_per_lut", "area_luts"), ("mbps_per_slice", "slice_estimate")):
        if area in result and "throughput_gbps" in result:
            unit = efficiency_mbps(1, 1) or 0.0
            result[name] = unit * result["throughput_gbps"] / np.maximum(result[area], 1.0)
    return result


def held_out(
    device: Device,
    points: Sequence[Build],
    measured: Sequence[Figures],
    *,
    folds: int = 5,
    seed: int = 0,
    model: Callable[[Device], AnalyticModel] = AnalyticModel,
) -> list[Quality]:
    """Return how well the model predicts points it did not see, for every measured figure.

    Each point is held out once, in one of `folds` parts drawn by `seed`.

    Raises:
        SearchError: there are fewer points than folds.
    """
    if len(points) < folds:
        raise SearchError(f"{len(points)} measured points: at least {folds} to judge the model")
    order = np.random.default_rng(seed).permutation(len(points))
    said: list[dict[str, float]] = [{} for _ in points]
    for part in np.array_split(order, folds):
        rest = [n for n in range(len(points)) if n not in set(part.tolist())]
        one = model(device)
        one.fit([points[n] for n in rest], [measured[n] for n in rest])
        for name, values in one.predict([points[n] for n in part]).items():
            for n, value in zip(part, values, strict=True):
                said[n][name] = float(value)
    names = sorted({name for figures in measured for name in figures} & set(said[0]))
    return [_quality(name, said, measured) for name in names]


def _quality(name: str, said: Sequence[Figures], measured: Sequence[Figures]) -> Quality:
    have = [n for n, figures in enumerate(measured) if name in figures]
    truth = np.array([measured[n][name] for n in have], dtype=float)
    guess = np.array([said[n][name] for n in have])
    error = np.abs(guess - truth) / np.maximum(np.abs(truth), 1e-9 if truth.all() else 1.0)
    varied = len(have) > 1 and np.ptp(truth) > 0 and np.ptp(guess) > 0
    rank = float(spearmanr(truth, guess).statistic) if varied else float("nan")
    return Quality(name, len(have), float(np.median(error)), float(error.max()), rank)


@lru_cache(maxsize=100_000)
def _parts(point: Build) -> Mapping[str, float]:
    return parts(point.design.features)


@lru_cache(maxsize=100_000)
def _corrections(point: Build) -> Extra:
    """Return the numbers of the parts whose cost differs from the usual one, with the reason.

    A recipe changes the cost of every part; other reasons are the design's own.
    """
    found = corrected(point.design.features)
    if point.recipe != DEFAULT_RECIPE:
        reason = f"recipe {point.recipe}"
        found |= {(reason, part): number for part, number in _parts(point).items() if number}
    return found


@lru_cache(maxsize=100_000)
def _logic(point: Build) -> Floats:
    """Return the elements of a point's paths, one line a path, with the size left at 0."""
    lines = [{**path, "clock": 1.0} for path in paths(point.design.features)]
    return np.array([[path.get(name, 0.0) for name in ELEMENTS] for path in lines])


def size(luts: float) -> float:
    """Return the element `size` of every path in a design of so many look-up tables."""
    return log2(1 + max(luts, 0.0) / 1000)


def _vectors(point: Build, luts: float) -> Floats:
    found = _logic(point).copy()
    found[:, ELEMENTS.index("size")] = size(luts)
    return found
