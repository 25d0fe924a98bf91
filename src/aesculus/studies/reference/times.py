"""The lines by which times are estimated, fitted to the runs that the reference store knows."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from aesculus.design import Build, parse_build
from aesculus.engine.reference.entries import FRONT, Entry
from aesculus.engine.timing import Line, columns_of, counted
from aesculus.records import Stage
from aesculus.stages.base import Subject
from aesculus.stages.chain import stage_file

Floats = NDArray[np.float64]

Run = tuple[Build, dict[str, float], float]
"""A design, what its netlist counts, and the seconds that a stage took."""

_PULL = 10.0  # of the ridge, against standardised columns
_OUTLIER = 1.3  # times the median residual, from where a run weighs less
_ROUNDS = 6
_FEWEST = 40  # runs that a line is fitted to
_FOLDS = 10


def fitted(entries: Sequence[Entry]) -> dict[Stage, Line]:
    """Return a line for each stage of which enough runs are known."""
    found: dict[Stage, Line] = {}
    for stage, runs in runs_by_stage(entries).items():
        if len(runs) < _FEWEST:
            continue
        error, within = held_out(stage, runs)
        found[stage] = replace(_line(stage, runs), median_error=error, within_two=within)
    return found


def runs_by_stage(entries: Sequence[Entry]) -> dict[Stage, list[Run]]:
    """Return the runs of each stage.

    Where only the sum of simulation and synthesis is known, it is shared out as the closed forms of
    the two stages say; the simulation's share is not learnt from.
    """
    found: dict[Stage, list[Run]] = {stage: [] for stage in Stage}
    for entry in sorted(entries, key=lambda each: (each.label, each.device, each.made)):
        if not entry.seconds:
            continue
        point, counts = parse_build(entry.label), dict(entry.figures)
        for stage in Stage:
            if stage.value in entry.seconds:
                found[stage].append((point, counts, entry.seconds[stage.value]))
        if FRONT in entry.seconds:
            luts = counted(point, counts)[0]
            verify, synth = (
                stage_file(stage).seconds(Subject(point), luts)
                for stage in (Stage.VERIFY, Stage.SYNTH)
            )
            taken = entry.seconds[FRONT] * synth / (verify + synth)
            found[Stage.SYNTH].append((point, counts, taken))
    return found


def held_out(stage: Stage, runs: Sequence[Run], *, seed: int = 0) -> tuple[float, float]:
    """Return the median error and the share within a factor of two, each run held out once."""
    order = np.random.default_rng(seed).permutation(len(runs))
    ratios = np.zeros(len(runs))
    for part in np.array_split(order, _FOLDS):
        left_out = set(part.tolist())
        line = _line(stage, [run for n, run in enumerate(runs) if n not in left_out])
        for n in part.tolist():
            ratios[n] = _expected(line, stage, runs[n]) / runs[n][2]
    error = float(np.median(np.abs(ratios - 1)))
    return error, float(np.mean(np.abs(np.log(ratios)) < np.log(2)))


def _expected(line: Line, stage: Stage, run: Run) -> float:
    point, counts, _ = run
    memories = counted(point, counts)[2] if stage is Stage.ROUTE else 0.0
    return line.seconds(columns_of(stage, point, counts), memories)


def _line(stage: Stage, runs: Sequence[Run]) -> Line:
    if stage is not Stage.ROUTE:
        return _fit(*_arrays(stage, runs))
    # Logic tells what routing takes without memories, and what is left is that of the memories.
    memories = np.array([counted(point, counts)[2] for point, counts, _ in runs])
    logic = [run for run, many in zip(runs, memories, strict=True) if not many]
    line = _fit(*_arrays(stage, logic))
    more = [
        max(0.0, run[2] - _expected(line, stage, run)) / many**2
        for run, many in zip(runs, memories, strict=True)
        if many
    ]
    return replace(line, squares=float(np.mean(more)) if more else 0.0, runs=len(runs))


def _arrays(stage: Stage, runs: Sequence[Run]) -> tuple[Floats, Floats]:
    columns = [columns_of(stage, point, counts) for point, counts, _ in runs]
    return np.array(columns, dtype=float), np.array([seconds for _, _, seconds in runs])


def _fit(columns: Floats, seconds: Floats) -> Line:
    """Fit a line, in which runs that a busy machine made far slower than others weigh less."""
    mean, scale = columns.mean(axis=0), columns.std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    rows = np.column_stack([(columns - mean) / scale, np.ones(len(columns))])
    target = np.log(seconds)
    pull = _PULL * np.eye(rows.shape[1])
    pull[-1, -1] = 0.0
    weights = np.ones(len(target))
    found = np.zeros(rows.shape[1])
    for _ in range(_ROUNDS):
        weighted = rows * weights[:, None]
        found = np.linalg.solve(weighted.T @ rows + pull, weighted.T @ target)
        apart = np.abs(target - rows @ found)
        weights = np.minimum(1.0, _OUTLIER * np.median(apart) / np.maximum(apart, 1e-9))
    return Line(
        mean=tuple(mean.tolist()),
        weights=tuple((found[:-1] / scale).tolist()),
        at=float(found[-1]),
        runs=len(seconds),
    )
