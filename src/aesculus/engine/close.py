"""The best build of a design: the race at work on a store, and what it came to."""

import shlex
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from aesculus import metrics
from aesculus.design import Build
from aesculus.design.build import DEFAULT_RECIPE, split_recipe
from aesculus.engine.engine import Engine, Summary
from aesculus.engine.errors import Interrupted, Trouble
from aesculus.engine.forecast import forecast
from aesculus.engine.jobs import Remembered
from aesculus.engine.plan import Want
from aesculus.engine.progress import duration
from aesculus.engine.session import Options, opened_engine
from aesculus.errors import RunError
from aesculus.families import Device
from aesculus.families.ways import DEFAULT_WAY, way_of
from aesculus.metrics import Row
from aesculus.metrics.figures import (
    BLOCK_BITS,
    does_not_fit,
    latency_ns,
    throughput_gbps,
    usable_clock_mhz,
)
from aesculus.records import Stage
from aesculus.search.found import State
from aesculus.search.race import Entrant, Lap, Race, Trial
from aesculus.stages.chain import up_to
from aesculus.stages.route import ROUTED_DESIGN
from aesculus.stages.route_seeds import race_seed
from aesculus.store import StageRecord, Store
from aesculus.store.errors import StoreError
from aesculus.tools.process import cores

_LONG_S = 60.0
"""A shorter budget is told as exactly as it was given."""

_SHARE = 3
"""The race of recipes gets one part in so many of the time."""


@dataclass(frozen=True)
class CloseGoal:
    """What is wanted.

    Attributes:
        point: the design, with the default recipe if recipes are to be tried.
        device: where; it has a router.
        recipes: names of the recipes to try, the first one first.
        ways: so with the ways.
        mhz: frequency to meet, `None` for the best that is found.
        routes: most builds to route, known ones included; `None` for no limit.
    """

    point: Build
    device: Device
    recipes: tuple[str, ...]
    ways: tuple[str, ...]
    mhz: float | None = None
    routes: int | None = None


@dataclass(frozen=True)
class BestBuild:
    """One routed build. Its clock is that of one seed, chosen for it: it is no median.

    Attributes:
        label: the design, with the recipe where that is not the default.
        device: name of the device.
        recipe: name of the recipe.
        way: name of the way to place and route.
        options: the router's options of that way.
        turns: its turns of detailed placement, at most.
        seed: the placer's seed.
        netlist_verified: the netlist that was routed passed its simulation.
        fmax_mhz: clock to count on: the smaller of what was reached and the clock network's limit.
        fmax_routed_mhz: clock in MHz that the router reached.
        clock_limit_mhz: limit of the clock network in MHz, `None` when none is known.
        throughput_gbps: Gbit/s at `fmax_mhz`.
        latency_ns: of one block, in ns at `fmax_mhz`.
        critical_path_ns: its parts `logic` and `routing` in ns.
        critical_path: the cells at its ends, `from` and `to`.
        routed_sha256: SHA-256 of the routed design: the same build has the same one.
        artefact: digest of the routed design in the store; empty when it is not kept.
        tools: tool name to version.
    """

    label: str
    device: str
    recipe: str
    way: str
    options: tuple[str, ...]
    turns: int
    seed: int
    netlist_verified: bool
    fmax_mhz: float
    fmax_routed_mhz: float
    clock_limit_mhz: float | None
    throughput_gbps: float
    latency_ns: float
    critical_path_ns: Mapping[str, float]
    critical_path: Mapping[str, str]
    routed_sha256: str
    artefact: str = field(repr=False)
    tools: Mapping[str, str]

    def meets(self, mhz: float | None) -> bool:
        """Return whether its clock is at least so high; any will do without a frequency."""
        return mhz is None or self.fmax_mhz >= mhz

    @property
    def at_limit(self) -> bool:
        """Whether its clock is the network's limit, beyond which there is nothing to gain."""
        return self.clock_limit_mhz is not None and self.fmax_mhz >= self.clock_limit_mhz

    @property
    def again(self) -> str:
        """The command that makes exactly this build."""
        name = self.label if self.recipe != DEFAULT_RECIPE else f"{self.label}+{DEFAULT_RECIPE}"
        words = ["aesculus", "close", name, "--device", self.device, "--way", self.way]
        return shlex.join([*words, "--seed", str(self.seed)])


@dataclass
class Closed:
    """What a race came to.

    Attributes:
        goal: what was wanted.
        builds: all builds that were routed, the fastest first.
        median: the row of figures of the first recipe's design, of fixed seeds, if the store has
            one with a clock.
        placed: how many placements the race looked at.
        expected: of each build that was placed the clock in MHz that the placer expected.
        dropped: who left the race, in order.
        left: who was in it at its end.
        reason: why nothing was routed, one line.
        failed: of builds that were asked for by their seeds: seed to why it could not be made.
        summary: what was run.
    """

    goal: CloseGoal
    builds: Sequence[BestBuild] = ()
    median: Row | None = None
    placed: int = 0
    expected: Mapping[tuple[str, str, int], float] = field(default_factory=dict)
    dropped: Sequence[Entrant] = ()
    left: Sequence[Entrant] = ()
    reason: str = ""
    failed: Mapping[int, str] = field(default_factory=dict)
    summary: Summary = field(default_factory=Summary)

    @property
    def best(self) -> BestBuild | None:
        """The build to show: verified and meeting the goal, else meeting it, else the fastest."""
        mhz = self.goal.mhz
        order = sorted(
            self.builds, key=lambda b: (b.meets(mhz), b.netlist_verified, b.fmax_routed_mhz)
        )
        return order[-1] if order else None

    @property
    def state(self) -> State:
        """Whether there is an answer, and whether its netlist is verified."""
        best = self.best
        if best is None or not best.meets(self.goal.mhz):
            return State.NONE
        return State.VERIFIED if best.netlist_verified else State.UNVERIFIED


Broken = Callable[[Closed], None]
"""Hears what a race that is broken off came to so far."""


def close(store: Store, goal: CloseGoal, options: Options, broken: Broken | None = None) -> Closed:
    """Race for the best build until the goal, the clock network's limit or the budget is reached.

    Args:
        store: open for writing.
        goal: what is wanted.
        options: how to run; its budget ends the race.
        broken: told what the race came to so far where it is broken off, before that is raised.

    Raises:
        Trouble: the machine cannot go on.
        Interrupted: by a signal. All that was run is in the store.
        StoreError: the store failed, or what it keeps of the design is not what was written.
    """
    with opened_engine(store, options) as (engine, _):
        runner = _Runner(store, engine, goal, options)
        runner.recall()
        with runner.told_if_broken(broken):
            summary = engine.run([], refine=runner.wants)
        return runner.closed(summary, runner.out)


def build_seeds(
    store: Store,
    goal: CloseGoal,
    seeds: Sequence[int],
    options: Options,
    broken: Broken | None = None,
) -> Closed:
    """Make exactly the builds of the first recipe and way with some seeds; verify the netlist.

    Raises:
        As `close`.
    """
    with opened_engine(store, options) as (engine, _):
        runner = _Runner(store, engine, goal, options)
        entrant = runner.race.left[0]
        runner.out = Lap(route=tuple(Trial(entrant, seed) for seed in seeds))
        with runner.told_if_broken(broken):
            summary = engine.run(runner.wants_of(runner.out))
        return replace(runner.closed(summary, runner.out), failed=runner.failed(runner.out))


class _Runner:
    """Turns what a race asks for into wants, and records into what it hears."""

    def __init__(self, store: Store, engine: Engine, goal: CloseGoal, options: Options) -> None:
        self._store = store
        self._records = Remembered(store)
        self._engine = engine
        self._goal = goal
        self._options = options
        self._began = time.monotonic()
        # Before hours are spent on it.
        self._check()
        self._row = _median_row(store, goal, engine.jobs.rtl_digests)
        self.race = Race(
            goal.recipes,
            goal.ways,
            lambda index: race_seed(goal.point, index),
            known=self._best_fixed_seed(),
            routes_as=lambda way: way_of(goal.device.family, way).routing,
        )
        self.out = Lap()
        self._verified: set[str] = set()
        self._recalled: tuple[Trial, ...] = ()

    # ---- wants -----------------------------------------------------------------------------------

    def wants(self) -> list[Want]:
        """Return the next lap's wants once those of the last one are done."""
        if not self.hear(self.out):
            return []
        if self._over():
            return []
        budget = self._options.budget_s
        if budget is not None and time.monotonic() - self._began > budget / _SHARE:
            self.race.end_heat()
        self.out = self._limited(self.race.lap())
        if self.out.place and not self._fits(self.out):
            self.race.hurry()
            self.out = self._limited(self.race.lap())
        if self.out:
            told = [f"{len(self.out.synth)} to synthesise"] if self.out.synth else []
            told += [f"{len(self.out.place)} to place"] if self.out.place else []
            told += [f"{len(self.out.route)} to route"] if self.out.route else []
            who = ", ".join(f"{e.recipe}/{e.way}" for e in self.race.left)
            self._engine_note(f"race: {' and '.join(told)}; in it: {who}")
        return self.wants_of(self.out)

    def _fits(self, lap: Lap) -> bool:
        """Return whether there is time to place a lap's builds, and to route one of them."""
        budget = self._options.budget_s
        if budget is None:
            return True
        slots = self._options.slots or cores()
        placed = self._seconds([self._want(Stage.PLACE, trial) for trial in lap.place]) / slots
        routed = self._seconds([self._want(Stage.CLOSE, lap.place[0])])
        return placed + routed <= budget - (time.monotonic() - self._began)

    def _seconds(self, wants: Sequence[Want]) -> float:
        return forecast(self._store, wants, jobs=self._engine.jobs).seconds

    def wants_of(self, lap: Lap) -> list[Want]:
        """Return a lap as wants; before a recipe's first build its netlist is verified."""
        device = self._goal.device
        found = [Want(self._goal.point.after(name), Stage.SYNTH, device) for name in lap.synth]
        found += [self._want(Stage.PLACE, trial) for trial in lap.place]
        for trial in lap.route:
            point = self._point(trial)
            if trial.entrant.recipe not in self._verified:
                self._verified.add(trial.entrant.recipe)
                found.append(Want(point, Stage.VERIFY_NETLIST, device))
            found.append(self._want(Stage.CLOSE, trial))
        return found

    def _want(self, stage: Stage, trial: Trial) -> Want:
        return Want(self._point(trial), stage, self._goal.device, trial.seed, trial.entrant.way)

    def _point(self, trial: Trial) -> Build:
        return self._goal.point.after(trial.entrant.recipe)

    def _limited(self, lap: Lap) -> Lap:
        most = self._goal.routes
        if most is None:
            return lap
        room = max(0, most - len(self.race.reached))
        return replace(lap, route=lap.route[:room])

    def _engine_note(self, text: str) -> None:
        self._options.reporter.note(text)

    def _best_fixed_seed(self) -> list[int]:
        """Return the best of the fixed seeds of the default recipe and way, if they are routed."""
        goal = self._goal
        if goal.ways[0] != DEFAULT_WAY or self._row is None or not self._row.n_seeds:
            return []
        found = [
            (float(record.metrics["fmax_routed_mhz"]), record.job.seed)
            for record in self._store.records(
                stage=Stage.ROUTE,
                label=self._row.label,
                device=goal.device.name,
                rtl_digest=self._engine.jobs.rtl_digests,
            )
            if record.ok and record.job.seed in self._row.seeds
        ]
        return [seed for _, seed in sorted(found)[-1:] if seed is not None]

    def recall(self) -> None:
        """Take the builds that the store knows into account, whatever race they are of."""
        goal, jobs = self._goal, self._engine.jobs
        found: list[Trial] = []
        for recipe in goal.recipes:
            point = goal.point.after(recipe)
            made = self._chain(recipe).get(Stage.SYNTH)
            if made is None or not made.ok:
                continue
            for record in self._store.records(
                stage=Stage.CLOSE, label=point.label, device=goal.device.name
            ):
                seed = record.job.seed or 0
                # A record's name holds the options of its way, and not the way's name.
                found += [
                    Trial(Entrant(recipe, way), seed)
                    for way in goal.ways
                    if record.ok
                    and record.key
                    == jobs.job(
                        Stage.CLOSE, point, goal.device, start=made, index=seed, way=way
                    ).key
                ]
        self._recalled = tuple(found)

    # ---- results ---------------------------------------------------------------------------------

    def _check(self) -> None:
        """Compare all that an answer rests on with its checksums.

        Raises:
            StoreError: somebody changed a record, or the row of the median.
        """
        labels = {self._goal.point.after(name).label for name in self._goal.recipes}
        # What depends on no recipe is kept under the design alone.
        labels |= {split_recipe(label)[0] for label in labels}
        # A record is found by its key, also if somebody has made it one of another design.
        metrics.check_designs(self._store, labels | self._records.labels)

    def hear(self, lap: Lap) -> bool:
        """Tell the race what came of a lap; return whether the lap is whole."""
        whole = True
        if lap.synth:
            made = {recipe: self._chain(recipe).get(Stage.SYNTH) for recipe in lap.synth}
            whole &= all(made.values())
            self.race.mapped({name: _path_ns(record) for name, record in made.items()})
        expected: dict[Trial, float | None] = {}
        reached: dict[Trial, float | None] = {}
        for trial in lap.place:
            known, clock = self._clock(trial, Stage.PLACE, "fmax_placed_mhz")
            whole &= known
            if known:
                expected[trial] = clock
        for trial in lap.route:
            known, clock = self._clock(trial, Stage.CLOSE, "fmax_routed_mhz")
            whole &= known
            if known:
                reached[trial] = clock
        self.race.placed(expected)
        self.race.routed(reached)
        self._drop_copies()
        return whole

    def _chain(self, recipe: str, stage: Stage = Stage.SYNTH) -> dict[Stage, StageRecord]:
        point = self._goal.point.after(recipe)
        return self._engine.jobs.records(self._records, stage, point, self._goal.device)

    def _clock(self, trial: Trial, stage: Stage, figure: str) -> tuple[bool, float | None]:
        """Return whether it is known what came of a build, and its clock in MHz."""
        record = self._record(trial, stage)
        if record is not None:
            return True, float(record.metrics[figure]) if record.ok else None
        chain = self._chain(trial.entrant.recipe)
        failed = any(not each.ok for each in chain.values())
        made = chain.get(Stage.SYNTH)
        hopeless = made is not None and bool(does_not_fit(self._goal.device, made.metrics))
        wrong = self._wrong(trial.entrant.recipe)
        return failed or hopeless or wrong, None

    def _record(self, trial: Trial, stage: Stage) -> StageRecord | None:
        found = self._engine.jobs.records(
            self._records,
            stage,
            self._point(trial),
            self._goal.device,
            index=trial.seed,
            way=trial.entrant.way,
        )
        return found.get(stage)

    def _wrong(self, recipe: str) -> bool:
        netlist = self._chain(recipe, Stage.VERIFY_NETLIST).get(Stage.VERIFY_NETLIST)
        return netlist is not None and netlist.status == "failed"

    def _drop_copies(self) -> None:
        """Take recipes out of the race whose netlist is another's, is wrong, or cannot be made."""
        seen: dict[str, str] = {}
        for recipe in self._goal.recipes:
            made = self._chain(recipe).get(Stage.SYNTH)
            digest = made.artefacts.get("netlist.json", "") if made is not None else ""
            copy = bool(digest) and seen.setdefault(digest, recipe) != recipe
            if copy or self._wrong(recipe) or (made is not None and not made.ok):
                self.race.drop(recipe)

    def _over(self) -> bool:
        if any(
            build.at_limit or (self._goal.mhz is not None and build.meets(self._goal.mhz))
            for build in self._builds()
        ):
            return True
        most = self._goal.routes
        return most is not None and len(self.race.reached) >= most

    def _builds(self) -> list[BestBuild]:
        trials = [trial for trial, clock in self.race.reached.items() if clock is not None]
        found = map(self._build, dict.fromkeys([*trials, *self._recalled]))
        return sorted(
            (b for b in found if b is not None), key=lambda b: (-b.fmax_routed_mhz, b.way, b.seed)
        )

    def _build(self, trial: Trial) -> BestBuild | None:
        goal, device = self._goal, self._goal.device
        way = way_of(device.family, trial.entrant.way)
        record = self._record(trial, Stage.CLOSE)
        chain = self._chain(trial.entrant.recipe, Stage.VERIFY_NETLIST)
        verify = chain.get(Stage.VERIFY)
        if record is None or not record.ok or verify is None or self._wrong(trial.entrant.recipe):
            return None
        netlist = chain.get(Stage.VERIFY_NETLIST)
        same = netlist is not None and netlist.ok and _same_course(netlist, verify)
        clock = float(record.metrics["fmax_routed_mhz"])
        made = chain.get(Stage.SYNTH)
        brams = 0 if made is None else made.metrics.get("bram_count", 0)
        limit = device.clock_limit_of(brams=brams)
        most = None if limit is None else limit.mhz
        usable = usable_clock_mhz(clock, most)
        rate = Fraction(verify.metrics["blocks_per_cycle"])
        bits = verify.metrics.get("payload_bits", BLOCK_BITS)
        tools: dict[str, str] = {}
        for each in (*chain.values(), record):
            tools |= each.tools
        return BestBuild(
            label=goal.point.after(trial.entrant.recipe).label,
            device=device.name,
            recipe=trial.entrant.recipe,
            way=trial.entrant.way,
            options=way.options,
            turns=way.turns,
            seed=trial.seed,
            netlist_verified=same,
            fmax_mhz=usable,
            fmax_routed_mhz=clock,
            clock_limit_mhz=most,
            throughput_gbps=throughput_gbps(usable, rate, bits),
            latency_ns=latency_ns(usable, verify.metrics["latency_cycles"]),
            critical_path_ns=record.metrics.get("critical_path_ns", {}),
            critical_path=record.metrics.get("critical_path", {}),
            routed_sha256=record.metrics["routed_sha256"],
            artefact=record.artefacts.get(ROUTED_DESIGN, ""),
            tools=dict(sorted(tools.items())),
        )

    @contextmanager
    def told_if_broken(self, broken: Broken | None) -> Iterator[None]:
        """Tell what the race came to so far if a signal or the machine ends the block."""
        try:
            yield
        except (Interrupted, Trouble) as ended:
            try:
                if broken is not None:
                    broken(self.closed(Summary(), self.out))
            except (RunError, StoreError, OSError) as error:
                # What ended the run is what the user has to hear.
                raise ended from error
            raise

    def closed(self, summary: Summary, last: Lap) -> Closed:
        """Return what the race came to; the time may have ended its last lap."""
        self.hear(last)
        builds = self._builds()
        median = _median_row(self._store, self._goal, self._engine.jobs.rtl_digests)
        self._check()
        return Closed(
            self._goal,
            builds,
            median,
            len(self.race.expected),
            {
                (t.entrant.recipe, t.entrant.way, t.seed): clock
                for t, clock in self.race.expected.items()
                if clock is not None
            },
            tuple(self.race.dropped),
            tuple(self.race.left),
            "" if builds else self._why_none(),
            summary=summary,
        )

    def failed(self, lap: Lap) -> dict[int, str]:
        """Return the seeds of a lap whose builds could not be made, with the reasons."""
        found = ((trial.seed, self._record(trial, Stage.CLOSE)) for trial in lap.route)
        return {seed: made.reason for seed, made in found if made is not None and not made.ok}

    def _why_none(self) -> str:
        for recipe in self._goal.recipes:
            chain = self._chain(recipe, Stage.VERIFY_NETLIST)
            for stage, record in chain.items():
                if not record.ok:
                    return f"{stage}: {record.reason}"
            made = chain.get(Stage.SYNTH)
            told = "" if made is None else does_not_fit(self._goal.device, made.metrics)
            if told:
                return told
        failed = [t for t, clock in self.race.reached.items() if clock is None]
        for trial in failed:
            build = self._record(trial, Stage.CLOSE)
            if build is not None:
                return f"{Stage.CLOSE}: {build.reason}"
        budget = self._options.budget_s
        if budget is None:
            return "none was made"
        given = f"{budget:.3g} s" if budget < _LONG_S else duration(budget)
        return (
            f"the budget of {given} had less left than one still takes, about "
            f"{duration(self._missing_s())}: give more by --budget"
        )

    def _missing_s(self) -> float:
        """Return what a first build is expected to take from here on, in seconds."""
        device, recipe = self._goal.device, self._goal.recipes[0]
        point = self._goal.point.after(recipe)
        have = self._chain(recipe, Stage.VERIFY_NETLIST)
        files = [file for file in up_to(Stage.VERIFY_NETLIST) if file.stage not in have]
        estimator = self._engine.estimator
        return estimator.seconds(Stage.CLOSE, point, device.name) + sum(
            estimator.seconds(file.stage, point, device.name if file.on_device else "")
            for file in files
        )


def _path_ns(made: StageRecord | None) -> float | None:
    return made.metrics.get("path_estimate_ns") if made is not None and made.ok else None


def _same_course(netlist: StageRecord, verify: StageRecord) -> bool:
    names = ("blocks_per_cycle", "latency_cycles")
    return all(netlist.metrics.get(name) == verify.metrics.get(name) for name in names)


def _median_row(store: Store, goal: CloseGoal, digests: Iterable[str]) -> Row | None:
    label = goal.point.after(goal.recipes[0]).label
    known = set(digests)
    rows = metrics.rows(store, device=goal.device.name, labels=[label])
    return next((row for row in rows if row.rtl_digest in known and row.n_seeds), None)


def build_object(build: BestBuild) -> dict[str, Any]:
    """Return a build as it is printed in JSON."""
    names = [name for name in build.__dataclass_fields__ if name != "artefact"]
    found = {name: getattr(build, name) for name in names}
    return {**found, "options": list(build.options), "again": build.again}
