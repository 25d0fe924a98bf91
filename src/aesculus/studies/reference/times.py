"""The lines by which times are estimated, fitted to the runs that the reference store knows."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from statistics import median

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls

from aesculus.design import Build, parse_build
from aesculus.engine.reference.entries import FRONT, Entry
from aesculus.engine.timing import (
    ANY,
    MAPPED,
    Line,
    columns_of,
    counted,
    family_of,
    mode_of,
    sizes_of,
)
from aesculus.records import Stage
from aesculus.stages.base import Subject
from aesculus.stages.chain import stage_file

Floats = NDArray[np.float64]

Run = tuple[Build, dict[str, float], float]
"""A design, what its netlist counts, and the seconds that a stage took."""

_PULL = 10.0  # of the ridge, against standardised columns
_OUTLIER = 1.3  # times the median residual, from where a run weighs less
_ROUNDS = 6
_FEWEST = 40  # runs of cores that a line is fitted to
_FOLDS = 10
_SQUARE = -1  # the size of a netlist that is the square of its block RAMs
_SMALLER = 2 / 3  # of the runs, when the larger ones are expected from the smaller ones
_SEVERAL = 5  # runs of a mode from which it has a factor of its own


def fitted(entries: Sequence[Entry]) -> dict[Stage, dict[str, Line]]:
    """Return a line for each stage and family of which enough runs are known, with its quality."""
    found: dict[Stage, dict[str, Line]] = {}
    for stage, families in enough_runs(entries).items():
        found[stage] = {}
        for family, line in fit_families(stage, families).items():
            error, within = held_out(stage, families[family])
            beyond, within_beyond = larger(stage, families[family])
            found[stage][family] = replace(
                line,
                median_error=error,
                within_two=within,
                larger_median_error=beyond,
                larger_within_two=within_beyond,
            )
    return found


def enough_runs(entries: Sequence[Entry]) -> dict[Stage, dict[str, list[Run]]]:
    """Return the runs of each stage and family of which there are enough for a line.

    Those of all families stand under `ANY`.
    """
    found = {}
    for stage, families in runs_by_stage(entries).items():
        every = [run for runs in families.values() for run in runs]
        kept = {family: runs for family, runs in {**families, ANY: every}.items() if enough(runs)}
        if kept:
            found[stage] = kept
    return found


def runs_by_stage(entries: Sequence[Entry]) -> dict[Stage, dict[str, list[Run]]]:
    """Return the runs of each stage by family; `ANY` for those of no device.

    Where only the sum of simulation and synthesis is known, it is shared out as the closed forms of
    the two stages say; the simulation's share is not learnt from.
    """
    found: dict[Stage, dict[str, list[Run]]] = {stage: defaultdict(list) for stage in Stage}
    for entry in sorted(entries, key=lambda each: (each.label, each.device, each.made)):
        if not entry.seconds:
            continue
        point, counts, family = (
            parse_build(entry.label),
            dict(entry.figures),
            family_of(entry.device),
        )
        for stage in Stage:
            if stage.value in entry.seconds:
                of_family = family if stage_file(stage).on_device else ANY
                found[stage][of_family].append((point, counts, entry.seconds[stage.value]))
        if FRONT in entry.seconds:
            luts = counted(point, counts)[0]
            verify, synth = (
                stage_file(stage).seconds(Subject(point), luts)
                for stage in (Stage.VERIFY, Stage.SYNTH)
            )
            taken = entry.seconds[FRONT] * synth / (verify + synth)
            found[Stage.SYNTH][family].append((point, counts, taken))
    return found


def enough(runs: Sequence[Run]) -> bool:
    """Tell whether a line can be fitted: products alone do not tell what a core takes."""
    return len(_of_cores(runs)) >= _FEWEST


def held_out(stage: Stage, runs: Sequence[Run], *, seed: int = 0) -> tuple[float, float]:
    """Return the median error and the share within a factor of two, each run held out once."""
    order = np.random.default_rng(seed).permutation(len(runs))
    parts = [set(part.tolist()) for part in np.array_split(order, _FOLDS)]
    return _judged(stage, runs, parts)


def larger(stage: Stage, runs: Sequence[Run]) -> tuple[float, float]:
    """Return the same of the larger third of the runs, expected from what the smaller ones took."""
    totals = [_total(stage, run) for run in runs]
    limit = np.quantile(totals, _SMALLER)
    return _judged(stage, runs, [{n for n, total in enumerate(totals) if total > limit}])


def _judged(
    stage: Stage, runs: Sequence[Run], parts: Sequence[Collection[int]]
) -> tuple[float, float]:
    ratios = []
    for part in parts:
        line = fit(stage, [run for n, run in enumerate(runs) if n not in part])
        ratios += [line.seconds(stage, *runs[n][:2]) / runs[n][2] for n in sorted(part)]
    return off(ratios)


def off(ratios: Sequence[float]) -> tuple[float, float]:
    """Return the median error of times expected, over those taken, and the share within two."""
    error = float(np.median(np.abs(np.array(ratios) - 1)))
    return error, float(np.mean(np.abs(np.log(ratios)) < np.log(2)))


def fit(stage: Stage, runs: Sequence[Run]) -> Line:
    """Fit a line to runs of cores, and what modes bring to the runs of products around them."""
    return fit_families(stage, {ANY: runs})[ANY]


def fit_families(stage: Stage, families: Mapping[str, Sequence[Run]]) -> dict[str, Line]:
    """Fit a line to the cores of each family; what modes bring is learnt from products of all.

    Few products were timed, so each counts: by the line of its family, or else by that of all.

    Args:
        stage: the stage.
        families: the runs of each, those of all under `ANY`.
    """
    found = {
        family: replace(_line(stage, _of_cores(runs)), runs=len(runs))
        for family, runs in families.items()
    }
    own = [(family, run) for family, runs in families.items() if family != ANY for run in runs]
    told = {id(run) for _, run in own}
    own += [(ANY, run) for run in families[ANY] if id(run) not in told]
    ratios: dict[str, list[float]] = defaultdict(list)
    for family, (point, counts, seconds) in own:
        name = mode_of(point)
        if name is not None:
            ratios[name].append(seconds / found[family].seconds(stage, point, counts))
    modes = {name: median(each) for name, each in sorted(ratios.items()) if len(each) >= _SEVERAL}
    return {family: replace(line, modes=modes) for family, line in found.items()}


def _of_cores(runs: Sequence[Run]) -> list[Run]:
    return [run for run in runs if mode_of(run[0]) is None]


def _total(stage: Stage, run: Run) -> float:
    """Return a rough number of look-up tables and registers."""
    _, luts, ffs, *_ = sizes_of(stage, *run[:2])
    return luts + ffs


def _line(stage: Stage, runs: Sequence[Run]) -> Line:
    """Fit what sizes take, then what tells designs of one size apart.

    Small designs are many and large ones few: those of one octave weigh as much as those of
    another. Of a netlist logic tells what a run takes without memories, and what is left is that of
    the memories.
    """
    sizes = np.array([sizes_of(stage, *run[:2]) for run in runs], dtype=float)
    columns = np.array([columns_of(stage, *run[:2]) for run in runs], dtype=float)
    seconds = np.array([run[2] for run in runs])
    has = sizes[:, _SQUARE] > 0 if stage in MAPPED else np.zeros(len(runs), dtype=bool)
    # Relative errors, as times differ by orders of magnitude.
    share = _shares([_total(stage, run) for run in runs])
    base, _ = nnls((sizes * (share / seconds)[:, None])[~has], share[~has])
    mean, weights, at = _factors(columns[~has], np.log(seconds / (sizes @ base))[~has])
    logs = (columns - mean) @ weights + at
    if has.any():
        left = np.maximum(0.0, seconds / np.exp(logs) - sizes @ base)[has]
        base[_SQUARE] = np.mean(left / sizes[has, _SQUARE])
    return Line(
        sizes=tuple(base.tolist()),
        mean=tuple(mean.tolist()),
        weights=tuple(weights.tolist()),
        at=at,
        least=tuple(columns.min(axis=0).tolist()),
        most=tuple(columns.max(axis=0).tolist()),
        lowest=float(logs.min()),
        highest=float(logs.max()),
    )


def _shares(totals: Sequence[float]) -> Floats:
    """Return weights by which the designs of each octave are worth the same."""
    octaves = np.round(np.log2(totals))
    _, place, number = np.unique(octaves, return_inverse=True, return_counts=True)
    shares: Floats = 1 / np.sqrt(number[place])
    return shares


def _factors(columns: Floats, target: Floats) -> tuple[Floats, Floats, float]:
    """Fit logarithms: mean and weight of each column, and the logarithm at the mean.

    Runs that a busy machine made far slower than others weigh less.
    """
    mean, scale = columns.mean(axis=0), columns.std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    rows = np.column_stack([(columns - mean) / scale, np.ones(len(columns))])
    pull = _PULL * np.eye(rows.shape[1])
    pull[-1, -1] = 0.0
    weights = np.ones(len(target))
    found = np.zeros(rows.shape[1])
    for _ in range(_ROUNDS):
        weighted = rows * weights[:, None]
        found = np.linalg.solve(weighted.T @ rows + pull, weighted.T @ target)
        apart = np.maximum(np.abs(target - rows @ found), 1e-9)  # of runs on the line as well
        weights = np.minimum(1.0, _OUTLIER * np.median(apart) / apart)
    return mean, found[:-1] / scale, float(found[-1])
