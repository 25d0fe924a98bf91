"""The scoreboard: strategies replayed on measured spaces, against evaluations and against hours."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from aesculus.catalogue import FIGURES
from aesculus.frontier.objectives import directions
from aesculus.frontier.quality import adrs, hypervolume
from aesculus.search.problem import Ask
from aesculus.search.strategies._base import Strategy
from aesculus.studies.measure.table import MeasuredSpace

Floats = NDArray[np.float64]

_OUTSIDE = 0.05

MARKS: tuple[float, ...] = (0.01, 0.02, 0.03, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5)
"""Shares of the exhaustive run at which figures are read off."""


@dataclass(frozen=True, slots=True)
class Step:
    """How far a replay was after one more evaluation at the fidelity that gives all objectives.

    Attributes:
        evaluations: such evaluations so far, failed ones included.
        hours: tool time so far, that of lower fidelities included.
        adrs: of the frontier found so far against the true one, a share.
        hypervolume: of the frontier found so far, a share of the true one's.
    """

    evaluations: int
    hours: float
    adrs: float
    hypervolume: float


@dataclass(frozen=True, slots=True)
class Replay:
    """One run of a strategy on a table.

    Attributes:
        strategy: its name.
        seed: of the run.
        steps: one an evaluation.
        synthesised: evaluations at lower fidelities.
        hours: tool time when it ended.
        done: the strategy had nothing left to ask, so what it found holds for any larger budget.
    """

    strategy: str
    seed: int
    steps: tuple[Step, ...]
    synthesised: int
    hours: float
    done: bool

    def at(self, evaluations: int) -> Step | None:
        """Return the last step within that many evaluations."""
        within = [step for step in self.steps if step.evaluations <= evaluations]
        return within[-1] if within else None

    def within(self, hours: float) -> Step | None:
        """Return the last step within that much tool time."""
        found = [step for step in self.steps if step.hours <= hours]
        return found[-1] if found else None


class Judge:
    """Measures of a set of points against the true frontier of a table.

    ADRS is `frontier.adrs` with counts (look-up tables, block RAMs) raised by one, as a relative
    loss against none at all has no scale. The hypervolume is that of the figures put between 0 (the
    best of the true frontier) and 1 (the worst of all points), reference point 1.1.
    """

    def __init__(self, table: MeasuredSpace) -> None:
        names = directions(table.problem.objectives)
        self._shift = np.array([FIGURES[name].offset for name in names])
        self._front = table.frontier + self._shift
        self._low = table.frontier.min(axis=0)
        span = table.costs.max(axis=0) - self._low
        self._span = np.where(span > 0, span, 1.0)
        self._corner = np.full(len(names), 1.1)
        self._full = self._volume(table.frontier)

    def adrs(self, found: Floats) -> float:
        """Return the ADRS of objectives that were found, a share."""
        return adrs(self._front, found + self._shift)

    def hypervolume(self, found: Floats) -> float:
        """Return the hypervolume of objectives that were found, a share of the true one's."""
        return self._volume(found) / self._full

    def _volume(self, found: Floats) -> float:
        return hypervolume((found - self._low) / self._span, self._corner)


def replay(
    table: MeasuredSpace,
    chosen: Strategy,
    *,
    batch: int = 4,
    evaluations: int | None = None,
    hours: float = math.inf,
) -> Replay:
    """Run a strategy on a table until it is done or has used up its evaluations or its hours.

    A point that is evaluated again at a higher fidelity costs what that adds.

    Args:
        table: answers for the tools.
        chosen: a new strategy on `table.problem`.
        batch: evaluations asked at once, as with so many workers.
        evaluations: at the fidelity that gives all objectives.
        hours: of tool time, that of netlists included; the evaluation that passes them is the last.
    """
    judge = Judge(table)
    level = table.problem.measuring
    limit = evaluations or len(table.entries)
    steps: list[Step] = []
    found: list[Floats] = []
    paid: dict[Any, float] = {}
    seconds, count, lower = 0.0, 0, 0
    while count < limit and seconds <= 3600 * hours:
        asks = chosen.ask(batch)
        if not asks:
            break
        results = [table.evaluate(ask) for ask in asks]
        chosen.tell(results)
        for ask, result in zip(asks, results, strict=True):
            seconds += max(0.0, result.seconds - paid.get(ask.point, 0.0))
            paid[ask.point] = max(result.seconds, paid.get(ask.point, 0.0))
            if not _measures(ask, level):
                lower += 1
                continue
            count += 1
            if result.has(table.problem.objectives):
                assert result.figures is not None
                found.append(table.problem.cost(result.figures))
            if found and count <= limit:
                points = np.array(found)
                steps.append(
                    Step(count, seconds / 3600, judge.adrs(points), judge.hypervolume(points))
                )
    return Replay(chosen.name, chosen.seed, tuple(steps), lower, seconds / 3600, chosen.done)


def _measures(ask: Ask, level: int) -> bool:
    return ask.fidelity >= level


@dataclass(frozen=True, slots=True)
class Line:
    """A strategy's figures at one share of the exhaustive run, over all its repeats.

    Attributes:
        strategy: its name.
        share: of the exhaustive run's evaluations, or of its hours.
        by: `evaluations` or `hours`.
        adrs_median: median of ADRS, a share.
        adrs_low: lower end of the interval of 95 % for that median, over such repeats.
        adrs_high: its upper end.
        adrs_worst: the worst repeat's.
        hypervolume_median: median of the share of the true hypervolume.
        repeats: how many repeats had a point by then; only with all of them are figures given.
    """

    strategy: str
    share: float
    by: str
    adrs_median: float | None
    adrs_low: float | None
    adrs_high: float | None
    adrs_worst: float | None
    hypervolume_median: float | None
    repeats: int


def summary(points: int, hours: float, replays: Sequence[Replay]) -> list[Line]:
    """Return the figures at each of `MARKS` that the replays reached.

    Args:
        points: of the space.
        hours: of the exhaustive run.
        replays: of some strategies.
    """
    lines: list[Line] = []
    for name in dict.fromkeys(run.strategy for run in replays):
        runs = [run for run in replays if run.strategy == name]
        stopped = [run for run in runs if not run.done]
        longest = min((_evaluations(run) for run in stopped), default=math.inf)
        latest = min((run.hours for run in stopped), default=math.inf)
        for share in MARKS:
            count, until = round(share * points), share * hours
            if 0 < count <= longest:
                lines.append(_line(name, share, "evaluations", [run.at(count) for run in runs]))
            if 0 < until <= latest:
                lines.append(_line(name, share, "hours", [run.within(until) for run in runs]))
    return lines


def _evaluations(run: Replay) -> int:
    return run.steps[-1].evaluations if run.steps else 0


def _line(name: str, share: float, by: str, steps: Sequence[Step | None]) -> Line:
    have = [step for step in steps if step is not None]
    if len(have) < len(steps):
        return Line(name, share, by, None, None, None, None, None, len(have))
    losses = sorted(step.adrs for step in have)
    volume = median(step.hypervolume for step in have)
    low, high = median_interval(losses)
    return Line(name, share, by, median(losses), low, high, losses[-1], volume, len(have))


def median_interval(ordered: Sequence[float]) -> tuple[float, float]:
    """Return an interval for the median of what values are drawn from, of 95 % or all of them.

    It lies between two of the values, as many places from either end as a binomial law allows.

    Args:
        ordered: the values, ascending.
    """
    count = len(ordered)
    place = max(0, int(binom.ppf(_OUTSIDE / 2, count, 0.5)) - 1)
    return ordered[place], ordered[count - 1 - place]


def as_json(table: MeasuredSpace, replays: Sequence[Replay]) -> dict[str, Any]:
    """Return everything a reader needs to check the scoreboard, ready for `json.dumps`."""
    return {
        "about": dict(table.about),
        "points": len(table.entries),
        "frontier": len(table.frontier),
        "hours": table.hours,
        "summary": [asdict(line) for line in summary(len(table.entries), table.hours, replays)],
        "steps": [each.name for each in fields(Step)],
        "replays": [
            {**asdict(run), "steps": [_rounded(step) for step in run.steps]} for run in replays
        ],
    }


def _rounded(step: Step) -> list[float]:
    """Return a step's figures, in the order of its fields, with six digits: there are thousands."""
    return [float(f"{value:.6g}") for value in astuple(step)]


def contradicted(board: Mapping[str, Any]) -> str:
    """Return what a board says other than its own replays come to; nothing if it is the same.

    Args:
        board: as `as_json` gives it.

    Raises:
        KeyError, TypeError, ValueError: it is no board.
    """
    replays = [_read(run) for run in board["replays"]]
    again = {
        (line.strategy, line.by, line.share): asdict(line)
        for line in summary(board["points"], board["hours"], replays)
    }
    said = {(line["strategy"], line["by"], line["share"]): line for line in board["summary"]}
    # Boards of an earlier form do not say when a replay ended, which decides how far its lines go.
    earlier = any("done" not in run for run in board["replays"])
    for where in sorted(said.keys() & again.keys() if earlier else said.keys() | again.keys()):
        here, there = said.get(where, {}), again.get(where, {})
        for name in here.keys() | there.keys():
            if not _same(here.get(name), there.get(name)):
                strategy, by, share = where
                return (
                    f"{name} of {strategy} at {share:g} of the {by} is {here.get(name)}, and "
                    f"{there.get(name)} by its replays"
                )
    return ""


def _read(run: Mapping[str, Any]) -> Replay:
    steps = tuple(Step(*step) for step in run["steps"])
    told = {"hours": steps[-1].hours if steps else 0.0, "done": False, **run}
    return Replay(**{**told, "steps": steps})


def _same(one: Any, other: Any) -> bool:
    """Tell whether two figures are the same but for the digits that replays are rounded to."""
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-4, abs_tol=1e-9)
    return bool(one == other)
