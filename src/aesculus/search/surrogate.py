"""What the unknown figures of a problem's points may be, learnt from those that are known.

Each figure is the analytic model's, fitted on all results, times (structural figures: plus) a
Gaussian process over the axes. The clock stands on the delay that synthesis estimates, where that
is known for what was routed: a figure like the others, drawn where a point is not synthesised yet.
Joint draws from all of it are possible worlds in which to look for the frontier.

The matrices are small: one thread is quicker than several, and gives the same figures everywhere.
"""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_solve
from scipy.optimize import lsq_linear, minimize
from scipy.stats import norm
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Kernel, Matern, WhiteKernel
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from aesculus.frontier.objectives import directions
from aesculus.search.encoding import Encoding
from aesculus.search.model import CLOCK, STRUCTURAL, AnalyticModel, clock_of, derive, payload_of
from aesculus.search.problem import Problem
from aesculus.search.promise import PATH, PERIOD_START

Floats = NDArray[np.float64]
Figures = Mapping[str, float]

_PARTS: dict[str, tuple[str, ...]] = {
    "throughput_gbps": (CLOCK, "blocks_per_cycle"),
    "latency_ns": (CLOCK, "latency_cycles"),
    "fmax_mhz": (CLOCK,),
    "mbps_per_lut": (CLOCK, "blocks_per_cycle", "area_luts"),
    "mbps_per_slice": (CLOCK, "blocks_per_cycle", "slice_estimate"),
}
"""Objectives that follow from other figures."""

_PERIOD_TRUST = 4.0  # results that this start weighs as much as

_EXACT = 1e-3  # relative error below which a structural figure counts as known for all points
_SPARE = 1.1  # times what a device holds, from where the model's word is taken that it is too much
_FAR = 5.0  # times that a prior counts as off at most
_FEW = 4  # results from which on the process is fitted
_RESULTS_PER_AXIS = 3
_MOST = 250  # results that a process is fitted to
_STEPS = 20  # of finding the parameters of a kernel
_HELD = 0.9  # share of results that intervals are set to hold
_WIDENING = (0.8, 3.0)
_SUREST = 0.004  # standard deviation, as a share, below which no figure is known: tools merge a few
_GROWTH = 1.15  # by which the results have to grow before the kernel is fitted anew


@dataclass(frozen=True)
class _Process:
    """What was learnt of a figure's residuals.

    Attributes:
        process: of the residuals in units of `amplitude`.
        amplitude: their root mean square.
        widening: times its deviations have to be, by what it says of results it did not see.
    """

    process: GaussianProcessRegressor
    amplitude: float
    widening: float


class Surrogate:
    """The state of knowledge about a problem, for draws."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.model = AnalyticModel(problem.device)
        needed = [part for name in problem.objectives for part in _PARTS.get(name, (name,))]
        if CLOCK in needed:
            needed.append(PATH)
        # The path comes last: where it is drawn, the clock is drawn after it.
        self.figures: tuple[str, ...] = tuple(dict.fromkeys(needed))
        self._period: Floats | None = None
        self._axes = Encoding(problem.points).features()
        self._known: dict[str, dict[int, float]] = {}
        self._without: dict[str, dict[int, float]] = {}
        self._process: dict[str, _Process | None] = {}
        self._prior: dict[str, Floats] = {}
        self._kernels: dict[str, tuple[Kernel, int]] = {}
        self._features = self._axes

    def expected_area(self, numbers: Sequence[int]) -> Floats:
        """Return the look-up tables that the fitted model expects of some points, 1 at least."""
        return np.maximum(np.asarray(self._prior["area_luts"])[list(numbers)], 1.0)

    def fit(self, known: Mapping[int, Figures]) -> None:
        """Learn from results.

        Args:
            known: number of the point to its figures; a clock as `fmax_routed_mhz` or `fmax_mhz`.
        """
        numbers = sorted(known)
        points = [self.problem.points[n] for n in numbers]
        self.model.fit(points, [known[n] for n in numbers])
        self._prior = self.model.predict(self.problem.points)
        if CLOCK in self.figures:
            self._prior[PATH] = 1000 / self._prior[CLOCK]
        self._features = self._with_prior()
        self._without = {
            name: {numbers[place]: value for place, value in self.model.without(name).items()}
            for name in self.figures
        }
        self._known = {name: {} for name in self.figures}
        for number in numbers:
            for name in self.figures:
                value = clock_of(known[number]) if name == CLOCK else known[number].get(name)
                if value is not None:
                    self._known[name][number] = float(value)
        self._period = self._fit_period()
        with threadpool_limits(limits=1):
            for name in self.figures:
                self._fit_figure(name)

    def draw(
        self,
        count: int,
        numbers: Sequence[int],
        rng: np.random.Generator,
        *,
        joint: bool,
        widened: bool = False,
        apart: float = 1.0,
    ) -> Floats:
        """Draw possible objectives, turned so that less is better.

        Args:
            count: how many worlds.
            numbers: of which points.
            rng: source of randomness.
            joint: draw points of one world together, as they depend on each other; at most some
                hundred points. Otherwise each on its own.
            widened: as for `draw_figures`.
            apart: times how far worlds lie from what is expected. A search looks where it is likely
                to gain, and does better with worlds that lie nearer to each other
                (`docs/decisions/search-by-hours.md`).

        Returns:
            an array of worlds by points by objectives.
        """
        worlds = self.draw_figures(count, numbers, rng, joint=joint, widened=widened, apart=apart)
        chosen = np.asarray(numbers, dtype=int)
        bits = payload_of([self.problem.points[n] for n in chosen.tolist()])
        found = derive(worlds, self.problem.device, bits)
        ways = directions(self.problem.objectives)
        return np.stack([-found[n] if high else found[n] for n, high in ways.items()], axis=2)

    def draw_figures(
        self,
        count: int,
        numbers: Sequence[int],
        rng: np.random.Generator,
        *,
        joint: bool = False,
        widened: bool = True,
        apart: float = 1.0,
    ) -> dict[str, Floats]:
        """Draw possible figures as for `draw`: name to an array of worlds by points.

        Args:
            count: as for `draw`, like the next two.
            numbers: likewise.
            rng: likewise.
            joint: likewise.
            widened: as far apart as results that were left out say, so that intervals hold what
                they should. A search looks where it is likely to gain, and does better with worlds
                that lie nearer to each other (`docs/decisions/0029-model-that-doubts.md`).
            apart: as for `draw`.
        """
        chosen = np.asarray(numbers, dtype=int)
        worlds: dict[str, Floats] = {}
        with threadpool_limits(limits=1):
            for name in reversed(self.figures):
                prior = self._prior[name][chosen]
                if name == CLOCK and self._period is not None:
                    prior = self._clock_after(worlds[PATH])
                drawn = self._draw(
                    name, count, chosen, rng, prior=prior, joint=joint, widened=widened, apart=apart
                )
                worlds[name] = drawn
        return worlds

    def with_place(self, numbers: Sequence[int]) -> list[int]:
        """Return those points that should have a place on the device, or all if none should.

        The model may be wrong, so what is a little too large for it stays, and nothing is ruled out
        for good.
        """
        chosen = np.asarray(numbers, dtype=int)
        fits = np.ones(len(chosen), dtype=bool)
        for name, most in self.problem.device.most.items():
            fits &= self._prior[name][chosen] <= _SPARE * most
        return chosen[fits].tolist() or list(numbers)

    def _fit_figure(self, name: str) -> None:
        known, prior = self._known[name], self._prior.get(name)
        assert prior is not None, f"the model has no figure {name}"
        numbers = np.array(sorted(known), dtype=int)
        if len(numbers) > _MOST:
            # More would tell little and take long: the time goes with the cube of their number.
            numbers = numbers[np.linspace(0, len(numbers) - 1, _MOST).astype(int)]
        prior = prior[numbers]
        if name == CLOCK and self._period is not None:
            prior = self._clock_after(np.array([self._known[PATH][n] for n in numbers]))
        self._process[name] = None
        if len(numbers) < _FEW:
            return
        values = np.array([known[n] for n in numbers])
        # A fit lies near what it was fitted to: what it would have said of a point without having
        # seen it tells how far off it is elsewhere.
        unseen = self._without.get(name, {})
        prior = np.array([unseen.get(int(n), p) for n, p in zip(numbers, prior, strict=True)])
        prior = np.clip(prior, values / _FAR, values * _FAR) if name not in STRUCTURAL else prior
        target = _residual(name, values, prior)
        if name in STRUCTURAL and np.abs(target).max() <= _EXACT * np.abs(values).max():
            return
        amplitude = float(np.sqrt(np.mean(target**2))) or 0.01
        kernel, fitted_on = self._kernels.get(name, (None, 0))
        anew = kernel is None or len(numbers) >= fitted_on * _GROWTH
        if anew:
            kernel = _kernel(self._features.shape[1], len(numbers))
        process = GaussianProcessRegressor(
            kernel, alpha=1e-8, optimizer=_climb if anew else None, random_state=0
        )
        with warnings.catch_warnings():
            # A length at its bound means that an axis does not matter, which is no trouble.
            warnings.simplefilter("ignore", ConvergenceWarning)
            process.fit(self._features[numbers], target / amplitude)
        if anew:
            self._kernels[name] = (process.kernel_, len(numbers))
        self._process[name] = _Process(process, amplitude, _widening(process))

    def _draw(
        self,
        name: str,
        count: int,
        chosen: NDArray[np.int_],
        rng: np.random.Generator,
        *,
        prior: Floats,
        joint: bool,
        widened: bool,
        apart: float,
    ) -> Floats:
        learnt = self._process[name]
        wide = apart * (learnt.widening if widened and learnt is not None else 1.0)
        if learnt is None:
            spread = 0.0 if name in STRUCTURAL else wide * 0.25
            noise = rng.standard_normal((count, len(chosen))) * spread
        elif joint:
            mean, covariance = learnt.process.predict(self._features[chosen], return_cov=True)
            covariance = covariance * wide**2 + np.eye(len(chosen)) * self._least(name, learnt) ** 2
            noise = _jointly(mean, covariance, count, rng) * learnt.amplitude
        else:
            mean, deviation = learnt.process.predict(self._features[chosen], return_std=True)
            deviation = np.hypot(deviation * wide, self._least(name, learnt))
            noise = mean + deviation * rng.standard_normal((count, len(chosen)))
            noise *= learnt.amplitude
        drawn = _with_residual(name, noise, prior)
        known = self._known[name]
        for place, number in enumerate(chosen.tolist()):
            if number in known:
                drawn[:, place] = known[number]
        return drawn

    def _least(self, name: str, learnt: _Process) -> float:
        """Return the least standard deviation of a figure's residual, in units of its amplitude."""
        return 0.0 if name in STRUCTURAL else _SUREST / learnt.amplitude

    def _fit_period(self) -> Floats | None:
        """Return by what a routed period follows from an estimated path; None if some have none."""
        routed, paths = self._known.get(CLOCK, {}), self._known.get(PATH, {})
        if not paths or any(number not in paths for number in routed):
            return None
        start = np.array(PERIOD_START)
        delays = np.array([[1.0, paths[number]] for number in routed]).reshape(-1, 2)
        weights = np.array(list(routed.values())) / 1000  # relative errors count
        mean = float(np.mean(list(paths.values())))
        pull = np.sqrt(_PERIOD_TRUST) * np.diag([1.0, mean]) / (start @ [1.0, mean])
        system = np.vstack([delays * weights[:, None], pull])
        target = np.concatenate([np.ones(len(routed)), pull @ start])
        return np.asarray(lsq_linear(system, target, bounds=(0.01, np.inf)).x, dtype=float)

    def _clock_after(self, paths: Floats) -> Floats:
        assert self._period is not None
        return np.asarray(1000 / (self._period[0] + self._period[1] * paths), dtype=float)

    def _with_prior(self) -> Floats:
        """Return the coordinates, with what the model says as further ones."""
        extra = [
            np.log(np.maximum(self._prior[name], 1e-9))
            for name in ("area_luts", "lut_count", CLOCK)
            if name in self.figures
        ]
        columns = [(e - e.mean()) / (e.std() or 1.0) for e in extra]
        return np.column_stack([self._axes, *columns]) if columns else self._axes


def _kernel(width: int, results: int) -> Kernel:
    # A length for each axis needs enough results to learn it from; with few it does harm.
    apart = results >= _RESULTS_PER_AXIS * width
    length = np.full(width, np.sqrt(width)) if apart else np.sqrt(width)
    smooth = Matern(length, (0.3, 40), nu=2.5)
    return ConstantKernel(1.0, (0.05, 20)) * smooth + WhiteKernel(0.05, (1e-4, 1.0))


def _climb(objective: Callable[..., Any], start: Floats, bounds: Floats) -> tuple[Floats, float]:
    """Return better kernel parameters: a few steps do, as they are fitted time and again."""
    limits = [(float(low), float(high)) for low, high in bounds]
    found = minimize(
        objective, start, method="L-BFGS-B", jac=True, bounds=limits, options={"maxiter": _STEPS}
    )
    return found.x, float(found.fun)


def _widening(process: GaussianProcessRegressor) -> float:
    """Return by how much intervals have to be wider to hold as many results as they should.

    Source: closed form of leave-one-out predictions (Rasmussen and Williams, "Gaussian Processes
    for Machine Learning", MIT Press, 2006, eq. 5.10 to 5.12).
    """
    lower = process.L_
    inverse = np.asarray(cho_solve((lower, True), np.eye(len(lower))), dtype=float)
    off = np.abs(process.alpha_) / np.sqrt(np.maximum(np.diag(inverse), 1e-12))
    # The kernel's parameters were fitted to the very results that are left out here.
    count, fitted = len(off), process.kernel_.n_dims
    freedom = count / max(count - fitted, count / 2)
    seen = np.quantile(off, min(1.0, _HELD * (1 + 1 / count)), method="higher")
    low, high = _WIDENING
    return float(np.clip(freedom * seen / norm.ppf((1 + _HELD) / 2), low, high))


def _jointly(mean: Floats, covariance: Floats, count: int, rng: np.random.Generator) -> Floats:
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    return np.asarray(mean + rng.standard_normal((count, len(mean))) @ root.T, dtype=float)


def _residual(name: str, values: Floats, prior: Floats) -> Floats:
    if name in STRUCTURAL:
        return values - prior
    return np.asarray(np.log(np.maximum(values, 0.5) / np.maximum(prior, 0.5)), dtype=float)


def _with_residual(name: str, residual: Floats, prior: Floats) -> Floats:
    if name in STRUCTURAL:
        return np.maximum(prior + residual, 0.0)
    return np.asarray(np.maximum(prior, 0.5) * np.exp(residual), dtype=float)
