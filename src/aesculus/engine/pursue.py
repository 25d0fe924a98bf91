"""Searches that run tools: the frontier of a space, and the design that meets a goal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aesculus import metrics
from aesculus.ciphers.aes.space import DesignPoint
from aesculus.engine.engine import Engine, Summary
from aesculus.engine.hunt import Hunt
from aesculus.engine.plan import Want, frontier_wants, whole_chain
from aesculus.engine.pool import Pool
from aesculus.engine.progress import Reporter
from aesculus.engine.session import Options, opened_engine
from aesculus.families import Device
from aesculus.metrics import HEADLINE_SEEDS, Row
from aesculus.search import DesignSpace, Fidelity, Problem
from aesculus.search.goals import Answer, Goal, Limit, answer
from aesculus.store import Store
from aesculus.store.figures import NUMBERS

Matching = Mapping[str, Sequence[Any]]
"""Path in a row, such as `design.key_bits`, to the values with which it may be the answer."""

_SHOWN = 10
_SPARE = 1.3
"""Times the estimate of a confirmation that is kept back for it."""


@dataclass(frozen=True)
class Effort:
    """How much to search.

    Attributes:
        seed: of the strategy.
        evaluations: most points to measure; `None` for no limit.
        batch: evaluations asked for at once; 0 for four, or as many as a cluster has slots.
        seeds: routed seeds of what is found.
    """

    seed: int = 0
    evaluations: int | None = None
    batch: int = 0
    seeds: int = HEADLINE_SEEDS

    def batch_for(self, pool: Pool, options: Options) -> int:
        """Return the size of a batch on a pool."""
        return self.batch or (pool.expected_slots if options.remote else 4)


def search_space(
    store: Store,
    space: DesignSpace,
    device: Device,
    options: Options,
    *,
    strategy: str = "",
    effort: Effort = Effort(),
) -> Summary:
    """Let a strategy look for the frontier of a space on a device.

    It ends when nothing is left, or with the space's or the effort's budget. Then the frontier that
    was found gets its netlists verified and, where it is worth it, its further seeds.

    Args:
        store: open for writing.
        space: where to look.
        device: on what.
        options: how to run.
        strategy: name of the strategy; empty for the default one.
        effort: how much.

    Raises:
        SearchError: no strategy has this name, or the space is empty.
        Trouble, Interrupted, StoreError: as `explore.run_wants`.
    """
    # It loads optuna and scikit-learn.
    from aesculus.search import strategies  # noqa: PLC0415

    problem = space.problem(device.name)
    chosen = strategies.strategy(strategy or strategies.DEFAULT, problem, effort.seed)
    labels = [point.label for point in problem.points]
    by_label = dict(zip(labels, problem.points, strict=True))
    most = effort.evaluations or space.file.budget.evaluations
    with opened_engine(store, options) as (engine, pool):
        hunt = Hunt(
            store,
            engine.jobs.rtl_digests,
            chosen,
            batch=effort.batch_for(pool, options),
            evaluations=most,
            seeds=effort.seeds,
            reporter=options.reporter,
        )

        def refine() -> list[Want]:
            wants = hunt.wants()
            if wants or (problem.highest < Fidelity.SEEDS and not device.area_only):
                return wants
            found = metrics.rows(store, device=device.name)
            rows = [r for r in found if r.label in by_label]
            rows = [r for r in rows if r.rtl_digest in engine.jobs.rtl_digests]
            return frontier_wants(rows, lambda r: by_label[r.label], [device], seeds=effort.seeds)

        return engine.run([], refine=refine)


def goal_rows(
    store: Store,
    device: Device,
    goal: Goal,
    *,
    netlist_verified: bool | None = None,
    matching: Matching | None = None,
) -> list[Row]:
    """Return rows of verified designs among which the answer to a goal is, with its company.

    Only designs count for which the device has a place: an area may be known before any route.

    The best design, what a limit costs and the nearest miss are all on the frontier of the goal's
    figures; runners-up are the best of those that keep all limits. So only these are loaded, if the
    store can search by the figures.

    Args:
        store: the store.
        device: the device.
        goal: what is needed.
        netlist_verified: only rows whose netlist is (not) verified.
        matching: values that fields of a row have to have.
    """
    given: dict[str, Any] = {
        "device": device.name,
        "verified": True,
        "netlist_verified": netlist_verified,
        "matching": matching,
    }
    place = {figure: (None, most) for figure, most in device.most.items()}
    if NUMBERS.issuperset(goal.figures):
        found = metrics.pareto_rows(store, goal.directions, bounds=place, **given)
        found += metrics.rows(
            store,
            bounds=place | {limit.figure: _bounds(limit, device) for limit in goal.limits},
            order_by=goal.objective.figure,
            descending=goal.objective.maximise,
            limit=_SHOWN,
            **given,
        )
    else:
        found = metrics.rows(store, bounds=place, **given)
    return sorted({row.label: row for row in found}.values(), key=lambda row: row.label)


def _bounds(limit: Limit, device: Device) -> tuple[float | None, float | None]:
    if limit.at_least:
        return limit.value, None
    return None, min(limit.value, device.most.get(limit.figure, limit.value))


def pursue(
    store: Store,
    goal: Goal,
    points: Sequence[DesignPoint],
    device: Device,
    options: Options,
    *,
    effort: Effort = Effort(),
    matching: Matching | None = None,
) -> Summary:
    """Run what is worth knowing for a goal: look for the best design, then confirm it.

    Confirmed means: its netlist is verified and it is routed with `effort.seeds` seeds. Whatever
    looks better than a confirmed design is confirmed in its turn. The time budget keeps some time
    back for it.

    Args:
        store: open for writing.
        goal: what is needed.
        points: legal points in canonical form to choose from.
        device: on what.
        options: how to run.
        effort: how much.
        matching: values that fields of a row have to have to be the answer.

    Raises:
        As `search_space`.
    """
    # It loads scikit-learn.
    from aesculus.search.strategies.goal import SETTLED, GoalSearch  # noqa: PLC0415

    levels = (Fidelity.SYNTH,) if device.area_only else (Fidelity.SYNTH, Fidelity.ROUTE)
    problem = Problem(tuple(points), device, goal.figures, levels)
    with opened_engine(store, options) as (engine, pool):
        hunt = Hunt(
            store,
            engine.jobs.rtl_digests,
            GoalSearch(problem, goal, effort.seed, settle=SETTLED),
            batch=effort.batch_for(pool, options),
            evaluations=effort.evaluations,
            seeds=effort.seeds,
            reporter=options.reporter,
        )
        pursuit = _Pursuit(
            store=store,
            goal=goal,
            device=device,
            engine=engine,
            hunt=hunt,
            pool=pool,
            reporter=options.reporter,
            seeds=effort.seeds,
            matching=matching,
        )
        return engine.run([], refine=pursuit.next)


class _Pursuit:
    """The turns between looking for better designs and confirming the best one."""

    def __init__(
        self,
        *,
        store: Store,
        goal: Goal,
        device: Device,
        engine: Engine,
        hunt: Hunt,
        pool: Pool,
        reporter: Reporter,
        seeds: int,
        matching: Matching | None,
    ) -> None:
        self._store = store
        self._goal = goal
        self._device = device
        self._engine = engine
        self._hunt = hunt
        self._pool = pool
        self._reporter = reporter
        self._seeds = seeds
        # Rows of other sources tell nothing of what this program would export.
        self._matching = {**(matching or {}), "rtl_digest": sorted(engine.jobs.rtl_digests)}
        self._tried: set[str] = set()
        self._last = ""
        self._closing = False

    def next(self) -> list[Want]:
        """Return what to run next; nothing at the end."""
        if self._last:
            self._hunt.renew(self._last)
            self._last = ""
        confirmation = self._confirmation()
        if not self._closing:
            wants = self._hunt.wants()
            if wants and self._fits(wants, confirmation):
                return wants
            self._closing = bool(wants) or self._hunt.stuck
            if self._closing:
                self._reporter.note("the time that is left is kept for the answer")
                confirmation = self._confirmation()
        if confirmation:
            self._last = confirmation[0].point.label
            self._tried.add(self._last)
            self._reporter.note(
                f"confirming {self._last}: its netlist, and {self._seeds} seeds"
                if self._device.router
                else f"confirming {self._last}: its netlist"
            )
        return confirmation

    def _rows(self) -> list[Row]:
        return goal_rows(self._store, self._device, self._goal, matching=self._matching)

    def _confirmation(self) -> list[Want]:
        """Return what the best design, or the nearest one, still needs."""
        row = leading(answer([r for r in self._rows() if not self._given_up(r)], self._goal))
        if row is None or self._confirmed(row):
            return []
        point = DesignPoint.model_validate(row.design)
        return whole_chain(point, self._device, seeds=self._seeds)

    def _confirmed(self, row: Row) -> bool:
        routed = self._device.router is None or row.n_seeds >= self._seeds
        return row.netlist_verified and routed

    def _given_up(self, row: Row) -> bool:
        """Return whether a row was tried, and its netlist cannot be verified in this run."""
        return row.label in self._tried and not self._confirmed(row)

    def _fits(self, wants: Sequence[Want], confirmation: Sequence[Want]) -> bool:
        """Return whether the time is enough to run wants and confirm the present answer."""
        left = self._engine.left_s
        if left is None or not confirmation:
            return True
        return self._seconds(wants) + _SPARE * self._seconds(confirmation) < left

    def _seconds(self, wants: Sequence[Want]) -> float:
        estimate = self._engine.estimator
        each = [estimate.seconds(w.stage, w.point, w.device_name) for w in wants]
        return max(sum(each) / max(1, self._pool.slots), max(each, default=0.0))


def leading(found: Answer) -> Row | None:
    """Return the design that meets a goal best, or if none does that which comes nearest."""
    if found.best is not None:
        return found.best
    return found.nearest[0].row if found.nearest else None
