"""The runs that the commands start: one call each over store, pool and engine."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from aesculus import metrics
from aesculus.ciphers.aes.space import DesignPoint, check
from aesculus.devices import Device
from aesculus.engine.cluster import ClusterFile
from aesculus.engine.engine import Engine, Summary
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want, best_first, frontier_wants
from aesculus.engine.pool import Pool
from aesculus.engine.progress import Reporter
from aesculus.flows.recipes import recipe
from aesculus.metrics import HEADLINE_SEEDS, Row
from aesculus.store import Store


@dataclass(frozen=True)
class Options:
    """How to run.

    Attributes:
        slots: jobs at once on this machine; 0 for as many as it has cores.
        scheduler: address of a Dask scheduler, `None` for this machine alone.
        cluster: batch system to ask for workers instead.
        insecure: whether a plain connection to a scheduler on another machine is wished.
        budget_s: time budget in seconds, `None` for none.
        reporter: hears of events.
    """

    slots: int = 0
    scheduler: str | None = None
    cluster: ClusterFile | None = None
    insecure: bool = False
    budget_s: float | None = None
    reporter: Reporter = field(default_factory=Reporter)

    @property
    def remote(self) -> bool:
        """Whether tasks run on a cluster and not in this process."""
        return self.scheduler is not None or self.cluster is not None


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _engine(store: Store, pool: Pool, options: Options, jobs: Jobs | None) -> Engine:
    # Builds of simulations are short on parallel work: two compilers a job fill the gaps.
    share = max(2, cores() // max(1, options.slots or cores()))
    return Engine(
        store,
        pool,
        reporter=options.reporter,
        jobs=jobs,
        budget_s=options.budget_s,
        cores=share,
    )


def _pool(options: Options) -> Pool:
    return Pool(
        slots=options.slots or cores(),
        scheduler=options.scheduler,
        batch_system=options.cluster,
        insecure=options.insecure,
    )


@contextmanager
def opened_engine(
    store: Store, options: Options, *, jobs: Jobs | None = None
) -> Iterator[tuple[Engine, Pool]]:
    """Give an engine and its pool, which is closed at the end of the block."""
    with _pool(options) as pool:
        yield _engine(store, pool, options, jobs), pool


def run_wants(
    store: Store, wants: Sequence[Want], options: Options, *, jobs: Jobs | None = None
) -> Summary:
    """Get some results.

    Raises:
        IllegalPointError: a point is not legal.
        RecipeError: a point's recipe is unknown.
        Trouble: the machine cannot go on.
        Interrupted: by a signal.
        StoreError: the store failed.
    """
    for point in {want.point for want in wants}:
        check(point)
        recipe(point.recipe)
    with opened_engine(store, options, jobs=jobs) as (engine, _):
        return engine.run(wants)


def explore(
    store: Store,
    points: Sequence[DesignPoint],
    devices: Sequence[Device],
    options: Options,
    *,
    seeds: int = HEADLINE_SEEDS,
) -> Summary:
    """Take points through all stages on devices, best first; then refine the frontier.

    Args:
        store: open for writing.
        points: legal points.
        devices: where to build them.
        options: how to run.
        seeds: routed seeds that a point of the frontier gets.

    Raises:
        As `run_wants`.
    """
    for point in points:
        check(point)
        recipe(point.recipe)
    labels = sorted({point.label for point in points})
    by_label = {point.label: point for point in points}
    names = {device.name for device in devices}
    with opened_engine(store, options) as (engine, _):

        def refine() -> list[Want]:
            rows = [row for row in metrics.rows(store, labels=labels) if row.device in names]
            rows = [row for row in rows if row.rtl_digest in engine.jobs.rtl_digests]

            def point_of(row: Row) -> DesignPoint:
                return by_label[row.label]

            return frontier_wants(rows, point_of, devices, seeds=seeds)

        return engine.run(best_first(points, devices, engine.estimator), refine=refine)
