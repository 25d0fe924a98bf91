"""The runs that the commands start: one call each over store, pool and engine."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from aesculus.design import Build, parse_build
from aesculus.engine.answers import goal_rows, standing
from aesculus.engine.cluster import ClusterFile
from aesculus.engine.eligible import answering, know_sources, matches
from aesculus.engine.engine import Engine, Summary
from aesculus.engine.estimate import beforehand
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want
from aesculus.engine.pool import Pool
from aesculus.engine.progress import Reporter
from aesculus.engine.reference.teachers import teachers, unrouted
from aesculus.engine.reserve import Clock
from aesculus.engine.room import history
from aesculus.engine.walk import Walk, results_of
from aesculus.errors import InputError
from aesculus.families import Device
from aesculus.frontier.objectives import AREA_ONLY, ROUTED
from aesculus.metrics import HEADLINE_SEEDS, Row
from aesculus.papers.pointsets import point_set
from aesculus.search import bounds, strategies
from aesculus.search.designspace import DesignSpace
from aesculus.search.errors import SearchError
from aesculus.search.fidelity import Fidelity, levels_on
from aesculus.search.goals import Goal
from aesculus.search.judged import judged, paced
from aesculus.search.problem import Problem
from aesculus.search.strategies import Strategy
from aesculus.search.ways import Way
from aesculus.search.ways.first_pass import FirstPass
from aesculus.search.ways.pursuit import Pursuit
from aesculus.search.ways.refine import Refine
from aesculus.search.ways.then import Then
from aesculus.stages.chain import of_device, stage_file, up_to
from aesculus.stages.synth_recipes import recipe
from aesculus.stages.vendor import check
from aesculus.store import Matching, Store
from aesculus.tools.process import cores

_FIRST_SET = "zambreno20"
"""Points whose area comes first in a first pass."""


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
        retry_failed: run what failed before once more.
        known_only: run nothing: what would be run raises `NotKnownError`.
    """

    slots: int = 0
    scheduler: str | None = None
    cluster: ClusterFile | None = None
    insecure: bool = False
    budget_s: float | None = None
    reporter: Reporter = field(default_factory=Reporter)
    retry_failed: bool = False
    known_only: bool = False

    @property
    def remote(self) -> bool:
        """Whether tasks run on a cluster and not in this process."""
        return self.scheduler is not None or self.cluster is not None


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
        retry_failed=options.retry_failed,
        known_only=options.known_only,
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
        IllegalDesignError: a design cannot be built.
        RecipeError: a point's recipe is unknown.
        Trouble: the machine cannot go on.
        Interrupted: by a signal.
        StoreError: the store failed.
    """
    for point in {want.point for want in wants}:
        point.design.check()
        recipe(point.recipe)
    for want in {(each.device_name, each.stage): each for each in wants}.values():
        device = want.device
        routes = any(file.places for file in up_to(want.stage))
        if device is not None and (device.own_tool or routes):
            check(device, routes=routes)
            if device.measured_by and not stage_file(want.stage).serves(device):
                raise InputError(
                    f"{device.name}: {device.measured_by} does no {want.stage}; "
                    f"legal: {device.bare_name}"
                )
    with opened_engine(store, options, jobs=jobs) as (engine, _):
        return engine.run(wants)


@dataclass(frozen=True)
class Effort:
    """How much to search.

    Attributes:
        seed: of the strategy.
        evaluations: most points to measure; `None` for no limit.
        batch: evaluations asked for at once; 0 for four, or as many as a cluster has slots.
        seeds: routed seeds of what is found.
        taught: whether the reference store teaches the search before it begins.
    """

    seed: int = 0
    evaluations: int | None = None
    batch: int = 0
    seeds: int = HEADLINE_SEEDS
    taught: bool = True

    def batch_for(self, pool: Pool, options: Options) -> int:
        """Return the size of a batch on a pool."""
        return self.batch or (pool.expected_slots if options.remote else 4)


Made = Callable[[Engine], Way]
"""Makes a way to explore; it may need what the engine knows."""


def walk(store: Store, made: Made, options: Options, effort: Effort = Effort()) -> Summary:
    """Run any way to explore to its end, or to that of the budget: the one loop of all of them.

    Raises:
        Trouble: the machine cannot go on.
        Interrupted: by a signal.
        StoreError: the store failed.
    """
    with opened_engine(store, options) as (engine, pool):
        clock = Clock(engine.estimator, lambda: engine.left_s, lambda: pool.slots)
        way = made(engine)
        for problem in way.problems:
            know_sources(engine.jobs, problem.points)
        going = Walk(
            store,
            engine.jobs.rtl_digests,
            way,
            batch=effort.batch_for(pool, options),
            evaluations=effort.evaluations,
            seeds=effort.seeds,
            reporter=options.reporter,
            clock=None if options.budget_s is None else clock,
            unreached=lambda: engine.unreached,
        )
        # What is listed goes to the engine at once, which counts what of it is known.
        first = going.wants() if going.way.listed else []
        done = engine.run(first, refine=going.wants, urgent=going.urgent)
        if done.unreached:
            return done
        return replace(done, exhausted=int(way.exhausted), spent=int(going.spent))


def explore(
    store: Store,
    points: Sequence[Build],
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
        point.design.check()
        recipe(point.recipe)
    for device in devices:
        check(device, routes=True)
    problems = [first_pass_problem(points, device) for device in devices]
    first = list(map(Build, point_set(_FIRST_SET).legal_points()))

    def made(_engine: Engine) -> Way:
        return Then(FirstPass(problems, cost, first), Refine(problems))

    return walk(store, made, options, Effort(seeds=seeds))


def first_pass_problem(points: Sequence[Build], device: Device) -> Problem:
    """Return what a first pass has to solve on a device: the usual objectives of its kind."""
    once = tuple(dict.fromkeys(points))
    objectives = AREA_ONLY if device.area_only else ROUTED
    return Problem(once, device, objectives, levels_on(device, Fidelity.ROUTE))


def cost(point: Build, device: Device) -> float:
    """Return what a point is expected to take on a device until its first figures, in seconds.

    Nothing that a store knows changes it: a second run has the order of the first, so that it does
    not look into others of the cheapest points.
    """
    stages = [file.stage for file in of_device(device, extra=False)]
    return sum(beforehand(stage, point, device=device.name) for stage in stages)


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
        Trouble, Interrupted, StoreError: as `walk`.
    """
    problem = space.problem(device.name)
    check(device, routes=problem.highest >= Fidelity.ROUTE)
    search = strategies.strategy(strategy or strategies.DEFAULT, problem, effort.seed)
    _teach(search, store, device, effort)
    chosen: Way = search
    if problem.highest >= Fidelity.SEEDS or device.area_only:
        chosen = Then(chosen, Refine([problem]))
    most = effort.evaluations or space.file.budget.evaluations
    return walk(store, lambda _engine: chosen, options, replace(effort, evaluations=most))


def pursue(
    store: Store,
    goal: Goal,
    points: Sequence[Build],
    device: Device,
    options: Options,
    *,
    effort: Effort = Effort(),
    matching: Matching | None = None,
    beside: Sequence[Row] = (),
) -> Summary:
    """Run what is worth knowing for a goal: look for the best design, then confirm it.

    Confirmed means: its netlist is verified and it is routed with `effort.seeds` seeds. The first
    design that meets the goal has its netlist verified before anything else is run; whatever looks
    better than a confirmed design is confirmed in its turn. The time budget keeps some time back
    for it.

    Args:
        store: open for writing.
        goal: what is needed.
        points: legal points in canonical form to choose from, beside those that the store knows.
        device: on what.
        options: how to run.
        effort: how much.
        matching: values that fields of a row have to have to be the answer.
        beside: results from elsewhere that count as much as the store's; what the store has itself
            goes before.

    Raises:
        SearchError: no point can be the answer.
        Trouble, Interrupted, StoreError: as `walk`.
    """
    check(device, routes=True)
    # It loads scikit-learn.
    from aesculus.search.ways.goal import SETTLED, GoalSearch  # noqa: PLC0415

    levels = levels_on(device, Fidelity.ROUTE)

    def made(engine: Engine) -> Way:
        # Rows of other sources tell nothing of what this program would export.
        wanted = {**(matching or {}), "rtl_digest": sorted(engine.jobs.rtl_digests)}
        own = {row.label for row in goal_rows(store, device, goal, matching=wanted)}
        elsewhere = standing(store, device, answering(beside, device, wanted))
        others = {row.label: row for row in elsewhere if row.label not in own}
        known = [parse_build(label) for label in (*own, *others)]
        able = [point for point in points if matches(point, matching or {})]
        # Just beyond a limit lies what the answer tells of its cost.
        eased = [limit.eased() for limit in judged(goal.limits, able)]
        fitting = paced(bounds.able(able, device, eased), device, eased) or able
        every = tuple(dict.fromkeys([*fitting, *known]))
        if not every:
            raise SearchError("no point can be the answer: loosen what is fixed")
        problem = Problem(every, device, goal.figures, levels)
        search = GoalSearch(problem, goal, effort.seed, settle=SETTLED)
        _teach(search, store, device, effort)
        pursuit = Pursuit(search, goal)
        for point in every:
            if row := others.get(point.label):
                pursuit.tell(results_of(row, point, problem, effort.seeds))
        return pursuit

    return walk(store, made, options, effort)


def _teach(search: Strategy, store: Store, device: Device, effort: Effort) -> None:
    """Let a search hear of what was measured elsewhere, and of what could not be routed."""
    if effort.taught:
        search.teach(*teachers(device))
        for tried in unrouted(device):
            search.filling.hear(tried)
    for tried in history(store, device):
        search.filling.hear(tried)
