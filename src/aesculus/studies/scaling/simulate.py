"""How the time to the frontier falls with workers: measured run times, replayed on a clock.

The strategy is the real one and so are the figures and the seconds of every run; only the workers
are simulated, as a discrete-event system (SimPy). As in the engine, one client hands out jobs one
after the other, a batch has as many evaluations as there are workers, and the next one is chosen
when all of it is there.
"""

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
import simpy

from aesculus.search.problem import Ask, Result
from aesculus.search.strategies import strategy
from aesculus.studies.measure.table import MeasuredSpace
from aesculus.studies.scoreboard.replays import Judge

WORKERS: tuple[int, ...] = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000)
TARGET = 0.02
"""ADRS at which the frontier counts as found."""

EXHAUSTIVE = "random"
"""Goes through all points, which are handed out at once."""

_LEAST_BATCH = 4
_STILL = 1.05
"""A time within this factor of the shortest has stopped falling."""

Events = Generator[Any, Any, None]


@dataclass(frozen=True, slots=True)
class Run:
    """One simulated search.

    Attributes:
        strategy: its name.
        workers: how many.
        seed: of the strategy.
        seconds: until the frontier was found; of the whole search if it never was.
        reached: whether it was found.
        evaluations: points that had been measured by then.
        busy: share of the workers' time that was spent working.
        choosing: seconds of that which the client spent choosing points.
    """

    strategy: str
    workers: int
    seed: int
    seconds: float
    reached: bool
    evaluations: int
    busy: float
    choosing: float


class _Simulation:
    def __init__(
        self,
        table: MeasuredSpace,
        name: str,
        workers: int,
        seed: int,
        *,
        dispatch_s: float,
        choose: bool,
    ) -> None:
        self._table = table
        self._judge = Judge(table)
        self._chosen = strategy(name, table.problem, seed)
        self._batch = len(table.entries) if name == EXHAUSTIVE else max(_LEAST_BATCH, workers)
        self._dispatch_s = dispatch_s
        self._choose = choose and name != EXHAUSTIVE
        self._clock = simpy.Environment()
        self._slots = simpy.Resource(self._clock, workers)
        self._client = simpy.Resource(self._clock, 1)
        self._found: list[Any] = []
        self._paid: dict[Any, float] = {}
        self._there = self._clock.event()
        self.workers = workers
        self.worked = 0.0
        self.choosing = 0.0
        self.evaluations = 0

    def run(self) -> tuple[float, bool]:
        """Return the time at the end, and whether the frontier was found by then."""
        search = self._clock.process(self._search())
        self._clock.run(until=self._there | search)
        return float(self._clock.now), bool(self._there.triggered)

    def _search(self) -> Events:
        while True:
            start = time.process_time()
            asks = self._chosen.ask(self._batch)
            spent = time.process_time() - start if self._choose else 0.0
            self.choosing += spent
            yield self._clock.timeout(spent)
            if not asks:
                return
            yield self._clock.all_of([self._clock.process(self._evaluate(ask)) for ask in asks])
            self._chosen.tell([self._table.evaluate(ask) for ask in asks])

    def _evaluate(self, ask: Ask) -> Events:
        result = self._table.evaluate(ask)
        paid = self._paid.get(ask.point, 0.0)
        # A netlist first, if it is not there yet; what routing adds is a job of its own.
        lower = self._table.evaluate(Ask(ask.point, self._table.problem.fidelities[0])).seconds
        for seconds in (max(0.0, lower - paid), max(0.0, result.seconds - max(lower, paid))):
            if seconds:
                yield from self._job(seconds)
        self._paid[ask.point] = max(paid, result.seconds)
        if ask.fidelity >= self._table.problem.measuring:
            self._measured(result)

    def _job(self, seconds: float) -> Events:
        with self._client.request() as turn:
            yield turn
            yield self._clock.timeout(self._dispatch_s)
        with self._slots.request() as slot:
            yield slot
            yield self._clock.timeout(seconds)
        self.worked += seconds

    def _measured(self, result: Result) -> None:
        self.evaluations += 1
        if self._there.triggered or not result.has(self._table.problem.objectives):
            return
        assert result.figures is not None
        self._found.append(self._table.problem.cost(result.figures))
        if self._judge.adrs(np.array(self._found)) <= TARGET:
            self._there.succeed()


def simulate(
    table: MeasuredSpace,
    name: str,
    workers: int,
    seed: int = 0,
    *,
    dispatch_s: float = 0.0,
    choose: bool = True,
) -> Run:
    """Return how long a strategy takes to the frontier with so many workers.

    Args:
        table: answers for the tools, in figures and in seconds.
        name: the strategy.
        workers: how many jobs run at once.
        seed: of the strategy.
        dispatch_s: time of the client for one job, in seconds; it does one after the other.
        choose: whether the processor time that the strategy takes to choose counts.
    """
    simulation = _Simulation(table, name, workers, seed, dispatch_s=dispatch_s, choose=choose)
    seconds, reached = simulation.run()
    return Run(
        strategy=name,
        workers=workers,
        seed=seed,
        seconds=seconds,
        reached=reached,
        evaluations=simulation.evaluations,
        busy=simulation.worked / (workers * seconds) if seconds else 0.0,
        choosing=simulation.choosing,
    )


@dataclass(frozen=True, slots=True)
class Line:
    """The medians of a strategy's runs with so many workers; see `Run`.

    Attributes:
        speed_up: against one worker.
    """

    strategy: str
    workers: int
    seconds: float
    speed_up: float
    evaluations: float
    busy: float
    reached: int
    repeats: int


def summary(runs: Sequence[Run]) -> list[Line]:
    """Return one line a strategy and number of workers."""
    lines: list[Line] = []
    for name in dict.fromkeys(run.strategy for run in runs):
        counts = sorted({run.workers for run in runs if run.strategy == name})
        first = None
        for workers in counts:
            some = [run for run in runs if (run.strategy, run.workers) == (name, workers)]
            seconds = median(run.seconds for run in some)
            first = first or seconds
            lines.append(
                Line(
                    strategy=name,
                    workers=workers,
                    seconds=seconds,
                    speed_up=first / seconds,
                    evaluations=median(run.evaluations for run in some),
                    busy=median(run.busy for run in some),
                    reached=sum(run.reached for run in some),
                    repeats=len(some),
                )
            )
    return lines


def stops(lines: Sequence[Line], name: str) -> int:
    """Return the number of workers from which on a strategy's time falls no more (by 5 %)."""
    own = [line for line in lines if line.strategy == name]
    least = min(line.seconds for line in own)
    return min(line.workers for line in own if line.seconds <= _STILL * least)
