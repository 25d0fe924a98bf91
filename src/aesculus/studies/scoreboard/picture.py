"""The picture of the scoreboard."""

from collections.abc import Callable, Sequence
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from aesculus.studies.measure.table import MeasuredSpace
from aesculus.studies.scoreboard.replays import Replay, Step

_GRID = 120
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#999999", "#000000")


def draw(table: MeasuredSpace, replays: Sequence[Replay], path: Path) -> None:
    """Draw ADRS and hypervolume over hours and over evaluations; SVG or PNG by the file's name.

    Lines are medians over the repeats, bands reach from the best to the worst.
    """
    with mpl.rc_context({"svg.hashsalt": "aesculus", "font.size": 9}):
        figure = Figure(figsize=(9, 6.4), layout="constrained")
        grid = figure.subplots(2, 2)
        xs: tuple[tuple[str, Callable[[Step], float]], ...] = (
            ("tool time (h)", lambda step: step.hours),
            ("evaluations", lambda step: step.evaluations),
        )
        ys: tuple[tuple[str, Callable[[Step], float], float], ...] = (
            ("ADRS (%)", lambda step: step.adrs, 0.01),
            ("hypervolume (% of the true one)", lambda step: step.hypervolume, 0.0),
        )
        for row, (y_name, y, floor) in zip(grid, ys, strict=True):
            for axes, (x_name, x) in zip(row, xs, strict=True):
                _panel(axes, replays, x, y, floor)
                axes.set_xlabel(x_name)
                axes.set_ylabel(y_name)
                axes.grid(visible=True, alpha=0.3)
                if floor:
                    axes.set_yscale("log")
        grid[0][0].legend(frameon=False)
        figure.suptitle(f"{table.about['space']} on {table.about['device']}")
        meta = {"Date": None} if path.suffix == ".svg" else {}
        figure.savefig(path, metadata=meta)


def _panel(
    axes: Axes,
    replays: Sequence[Replay],
    x: Callable[[Step], float],
    y: Callable[[Step], float],
    floor: float,
) -> None:
    for place, name in enumerate(dict.fromkeys(run.strategy for run in replays)):
        runs = [run.steps for run in replays if run.strategy == name and run.steps]
        if not runs:
            continue
        first = max(x(steps[0]) for steps in runs)
        last = min(x(steps[-1]) for steps in runs)
        if last <= first:
            continue
        where = np.linspace(first, last, _GRID)
        values = np.array([_held(steps, where, x, y) for steps in runs]) * 100
        values = np.maximum(values, floor)
        colour = _COLOURS[place % len(_COLOURS)]
        style = "--" if name == "random" else "-"
        axes.plot(where, np.median(values, axis=0), style, color=colour, label=name)
        axes.fill_between(where, values.min(axis=0), values.max(axis=0), color=colour, alpha=0.12)


def _held(
    steps: Sequence[Step],
    where: NDArray[np.float64],
    x: Callable[[Step], float],
    y: Callable[[Step], float],
) -> NDArray[np.float64]:
    """Return the value of the last step at or before each place."""
    places = np.searchsorted([x(step) for step in steps], where, side="right") - 1
    return np.array([y(step) for step in steps])[np.maximum(places, 0)]
