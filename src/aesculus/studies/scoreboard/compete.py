"""Replays of many strategies on one table, side by side, each played once and kept."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from multiprocessing import get_context, parent_process
from pathlib import Path
from platform import python_version
from threading import Thread
from types import MappingProxyType
from typing import NamedTuple

from joblib import Memory

from aesculus import resources
from aesculus.design.text import digest_of
from aesculus.search.strategies import strategy
from aesculus.stages.provenance import file_digest, packages, step_digest
from aesculus.studies.leaving import left_at_once
from aesculus.studies.measure.table import MeasuredSpace, as_text
from aesculus.studies.scoreboard.replays import Replay, replay

_PACKAGE = Path(resources.__file__).parent

# Whatever a replay may depend on: more than it does, as a replay too many costs only time.
_ROOMS = ("ciphers", "design", "families", "frontier", "metrics", "products", "search")
_HERE = ("studies/measure/table.py", "studies/scoreboard/replays.py", "catalogue.py")
_LIBRARIES = ("moocore", "numpy", "optuna", "scikit-learn", "scipy", "threadpoolctl")
_OPTIONAL = ("torch",)
_OVER = 1.1  # times the share of hours that a run may take: what is read off needs a step behind it


class _Run(NamedTuple):
    name: str
    seed: int
    batch: int
    most: int
    hours: float


class _Given(NamedTuple):
    """What all runs have: the table, where replays are kept, and a digest of all they rest on."""

    table: MeasuredSpace
    kept: Path | None
    digest: str


Heard = Callable[[str, int, int, int], None]
"""What hears that a replay is there: which, how many are, of how many, and how many were kept."""


def compete(
    table: MeasuredSpace,
    names: Sequence[str],
    *,
    repeats: int = 20,
    batch: int = 4,
    share: float = 0.3,
    limits: Mapping[str, int] = MappingProxyType({}),
    jobs: int = 1,
    kept: Path | None = None,
    hear: Heard | None = None,
) -> list[Replay]:
    """Replay strategies on a table with the seeds 0, 1, …; random search is always among them.

    Args:
        table: the measured space.
        names: strategies.
        repeats: runs a strategy.
        batch: evaluations asked at once.
        share: of the exhaustive run's evaluations, where a run ends, or of its hours and some more.
        limits: strategy to the evaluations where its runs end earlier.
        jobs: replays at once, in processes of their own; what comes of them is the same.
        kept: folder in which replays are kept as they end. One that is there is not played again
            as long as table, code and libraries are the same.
        hear: is told of each replay that ended.
    """
    most = max(1, round(share * len(table.entries)))
    runs = [
        _Run(name, seed, batch, min(most, limits.get(name, most)), _OVER * share * table.hours)
        for name in dict.fromkeys((*names, "random"))
        for seed in range(1 if name == "exhaustive" else repeats)
    ]
    # Every strategy once, then all again: so what is left takes about as long as what is done.
    turns = sorted(runs, key=lambda run: run.seed)
    found: dict[_Run, Replay] = {}
    before = 0
    with _players(table, kept, jobs) as play:
        for run, (replayed, was_kept) in play(turns):
            found[run] = replayed
            before += was_kept
            if hear:
                hear(f"{run.name}, seed {run.seed}", len(found), len(runs), before)
    return [found[run] for run in runs]


_Played = tuple[Replay, bool]
"""A replay, and whether it was kept from before."""

_Play = Callable[[Sequence[_Run]], Iterator[tuple[_Run, _Played]]]


@contextmanager
def _players(table: MeasuredSpace, kept: Path | None, jobs: int) -> Iterator[_Play]:
    """Give what plays runs and says what came of each, as they end."""
    given = _Given(table, kept, _digest(table) if kept else "")
    if jobs == 1:
        yield lambda runs: ((run, _play(given, run)) for run in runs)
        return
    with left_at_once(ProcessPoolExecutor(jobs, get_context("spawn"), _take, (given,))) as pool:
        yield partial(_as_they_end, pool)


def _as_they_end(pool: Executor, runs: Sequence[_Run]) -> Iterator[tuple[_Run, _Played]]:
    asked = {pool.submit(_play_taken, run): run for run in runs}
    for future in as_completed(asked):
        yield asked[future], future.result()


def _play(given: _Given, run: _Run) -> _Played:
    # Without a folder it keeps nothing.
    asked = (given.table, given.digest, run)
    played = Memory(given.kept, verbose=0).cache(_played, ignore=["table"])
    was_kept = given.kept is not None and played.check_call_in_cache(*asked)
    return played(*asked), was_kept


def _played(table: MeasuredSpace, _digest: str, run: _Run) -> Replay:
    chosen = strategy(run.name, table.problem, run.seed)
    return replay(table, chosen, batch=run.batch, evaluations=run.most, hours=run.hours)


def _digest(table: MeasuredSpace) -> str:
    """Return a digest of a table and of all that plays on it."""
    files = [path for room in _ROOMS for path in sorted((_PACKAGE / room).rglob("*"))]
    code = step_digest(
        [
            *(path for path in files if path.suffix == ".py"),
            *(_PACKAGE / name for name in _HERE),
        ]
    )
    data = [file_digest(path) for path in files if path.suffix == ".toml"]
    libraries = packages(*_LIBRARIES, *filter(find_spec, _OPTIONAL))
    # Draws depend on the order of the points.
    order = [entry.point.label for entry in table.entries]
    return digest_of([as_text(table), order, code, data, libraries, python_version()])


_taken: list[_Given] = []
"""What a worker process is given once."""


def _take(given: _Given) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    _taken[:] = [given]


def _end_with_parent() -> None:
    """Leave when the parent has gone: a worker holds both ends of its queue, so it never hears."""
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


def _play_taken(run: _Run) -> _Played:
    return _play(_taken[0], run)
