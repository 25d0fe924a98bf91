"""Measuring one record: from its entry to figures, the longest path and the command for it."""

import shlex
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from statistics import median
from typing import Any

from aesculus import metrics
from aesculus.ciphers.aes.fields import lut6_choices
from aesculus.ciphers.aes.fields.lut_network import MAX_INPUTS
from aesculus.ciphers.aes.fields.lut_package import sbox
from aesculus.ciphers.aes.fields.lut_sbox import Way as Direction
from aesculus.defaults import POINTS
from aesculus.design import Build, parse_build
from aesculus.engine.answers import goal_rows
from aesculus.engine.close import CloseGoal, close
from aesculus.engine.eligible import eligible
from aesculus.engine.engine import NotKnownError
from aesculus.engine.forecast import Forecast, forecast
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want, whole_chain
from aesculus.engine.session import Effort, Options, pursue, run_wants
from aesculus.families import Device, devices
from aesculus.families.ways import ways_of
from aesculus.metrics import Row
from aesculus.papers.pointsets import point_set
from aesculus.records import Stage
from aesculus.search.designspace import DesignSpace
from aesculus.search.fixing import fixed_space
from aesculus.search.goals import Goal, Limit, Objective, answer
from aesculus.stages.route_seeds import race_seed, seeds
from aesculus.stages.synth_recipes import recipes
from aesculus.store import Store, apart
from aesculus.studies.records.after_way import medians_after_way
from aesculus.studies.records.cases import Bound, Record
from aesculus.studies.records.found import Found
from aesculus.tools.process import cores

_ENDED = "the budget ended the search"

_PLACED_A_ROUTE = 4
"""Placements that a race makes for each build that it routes, by trials; for forecasts alone."""


def measure(store: Store, record: Record, options: Options) -> Found:
    """Run what a record lacks and return what is known of it.

    Raises:
        Trouble, Interrupted, StoreError: as `engine.run_wants`.
    """
    if record.how == "tables":
        return tables_of(record)
    device = devices.load(record.device)
    if record.how == "best":
        return _best(store, record, device, options)
    label = record.label
    ended = True
    if record.how == "search":
        label, ended = _search(store, record, device, options)
        if not label:
            why = "no verified design keeps the limits" if ended else _ENDED
            return Found(reason=why, again=again(record, ""))
    run_wants(store, tuple(_wants(record, label, device)), options)
    found = _rows(store, record, label, device)
    if not ended:
        found = replace(found, complete=False, reason=_ENDED)
    if not record.way:
        return found
    return medians_after_way(store, record, options, device, found)


def costs(store: Store, record: Record, jobs: Jobs, slots: int = 0) -> Forecast:
    """Return what a record will cost; of a search that is not known to its end by designs alike."""
    slots = slots or cores()
    if record.how == "tables":
        return Forecast(0, 0, 0.0, slots)
    device = devices.load(record.device)
    if record.how == "best":
        return _race_costs(store, record, device, jobs, slots)
    label = record.label
    if record.how == "search":
        known = _known_answer(store, record, device, slots)
        if known is None:
            return _guess(store, record, device, jobs, slots)
        if not known:
            return Forecast(0, 0, 0.0, slots)
        label = known
    wants = _wants(record, label, device)
    if record.way:
        point = parse_build(record.label)
        made = seeds(point, record.seeds)
        wants += [Want(point, Stage.CLOSE, device, seed, record.way) for seed in made]
    return forecast(store, wants, jobs=jobs, slots=slots)


def _race_costs(store: Store, record: Record, device: Device, jobs: Jobs, slots: int) -> Forecast:
    """Return what the race for a best build will cost at most; nothing if all of it is known."""
    known = _known_race(store, record, device, slots)
    if known:
        return Forecast(0, known, 0.0, slots)
    point = parse_build(record.label)
    wants = [Want(point, Stage.VERIFY_NETLIST, device)]
    for stage, count in (
        (Stage.PLACE, record.routes * _PLACED_A_ROUTE),
        (Stage.CLOSE, record.routes),
    ):
        wants += [Want(point, stage, device, race_seed(point, n)) for n in range(count)]
    return forecast(store, wants, jobs=jobs, slots=slots)


def _guess(store: Store, record: Record, device: Device, jobs: Jobs, slots: int) -> Forecast:
    """Return what a search may cost: that of as many small designs of each kind."""
    points = [Build(point) for point in point_set(POINTS).legal_points()]
    wants = [w for p in points for w in whole_chain(p, device, netlist=False)]
    one = forecast(store, wants, jobs=jobs, slots=slots)
    share = record.evaluations / max(1, len(points))
    return replace(one, runs=round(one.runs * share), seconds=one.seconds * share, guess=True)


def _wants(record: Record, label: str, device: Device) -> list[Want]:
    point = parse_build(label)
    match record.how:
        case "cycles":
            on_device = [Want(point, s, device) for s in (Stage.SYNTH, Stage.VERIFY_NETLIST)]
            return [Want(point, Stage.VERIFY), *on_device]
        case "ratio":
            both = (point, parse_build(record.beside))
            return [
                Want(each, stage, device)
                for each in both
                for stage in (Stage.SYNTH, Stage.VERIFY_NETLIST)
            ]
        case "area":
            return whole_chain(point, device)
        case "median" if record.way:
            return [Want(point, stage, device) for stage in (Stage.SYNTH, Stage.VERIFY_NETLIST)]
        case _:
            # Seed by seed, so that a budget that runs out leaves a sample that nobody chose.
            return whole_chain(point, device, seeds=record.seeds)


def tables_of(record: Record) -> Found:
    """Return the tables and levels of an S-box of look-up tables, which nothing measures."""
    made_of = sbox if record.inputs == MAX_INPUTS else lut6_choices.sbox
    network = made_of(Direction(record.direction))
    return Found(
        label=f"S-box of LUT{record.inputs}, {record.direction}",
        figures={"tables": float(len(network.tables)), "levels": float(network.levels)},
        complete=True,
        again=shlex.join(["aesculus", "bench", "records", "--only", record.name]),
    )


def _row(store: Store, label: str, device: str, digests: Iterable[str]) -> Row | None:
    known = set(digests)
    found = metrics.checked(store, device=device, labels=[label])
    return next((row for row in found if row.rtl_digest in known), None)


def _rows(store: Store, record: Record, label: str, device: Device) -> Found:
    jobs = Jobs()
    point = parse_build(label)
    digests = {jobs.rtl_digest_of(point)}
    on_device = _row(store, label, device.name, digests)
    row = on_device
    if record.how == "cycles":
        # Of a design that was synthesised before there may be no row without a device.
        row = _row(store, label, "", digests) or on_device
    if row is None:
        return Found(label, reason="not run yet", again=again(record, label))
    found_of = Found(
        label=label,
        figures=_figures(row),
        seeds=row.seeds,
        netlist_verified=None if record.how == "cycles" else row.netlist_verified,
        tools=dict(row.tools),
        rtl_digest=row.rtl_digest,
        again=again(record, label),
        reason=row.reason,
    )
    if row.n_seeds:
        found_of.seed_clocks = row.fmax_routed_seeds
        found_of.clocks = _clocks(row)
        found_of.path = _path(store, row, jobs)
    if record.how == "cycles" and row.blocks_per_cycle_exact is not None:
        found_of.figures["cycles_per_block"] = float(1 / Fraction(row.blocks_per_cycle_exact))
        found_of.complete = on_device is not None and on_device.netlist_verified
    elif record.how == "ratio":
        beside = parse_build(record.beside)
        other = _row(store, beside.label, device.name, {jobs.rtl_digest_of(beside)})
        if other is not None and other.area_luts and row.area_luts:
            found_of.figures["area_ratio"] = row.area_luts / other.area_luts
            found_of.netlist_verified = row.netlist_verified and other.netlist_verified
            found_of.complete = found_of.netlist_verified
    elif record.how == "area":
        found_of.complete = row.area_luts is not None
    else:
        # What has no place on the device is settled, too.
        enough = row.netlist_verified and row.n_seeds + row.n_seeds_failed >= record.seeds
        found_of.complete = enough or row.status == "nofit"
    return found_of


def _figures(row: Row) -> dict[str, float]:
    every = row.model_dump()
    return {
        name: float(value)
        for name, value in every.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }


def _clocks(row: Row) -> dict[str, float]:
    parts = {
        "min": row.fmax_routed_min,
        "median": row.fmax_routed_mhz,
        "max": row.fmax_routed_max,
    }
    return {name: value for name, value in parts.items() if value is not None}


def _path(store: Store, row: Row, jobs: Jobs) -> dict[str, Any]:
    """Return the longest path of the seed in the middle, the slower of two."""
    point = parse_build(row.label)
    measured = set(zip(row.seeds, row.fmax_routed_seeds, strict=True))
    routes = [
        record
        for record in store.records(
            stage=Stage.ROUTE,
            label=row.label,
            device=row.device,
            rtl_digest=jobs.rtl_digest_of(point),
        )
        # Another way to place has the same seeds.
        if record.ok and (record.job.seed, record.metrics["fmax_routed_mhz"]) in measured
    ]
    if not routes:
        return {}
    clocks = sorted(float(record.metrics["fmax_routed_mhz"]) for record in routes)
    middle = max(clock for clock in clocks if clock <= median(clocks))
    chosen = next(r for r in routes if float(r.metrics["fmax_routed_mhz"]) == middle)
    return {
        **chosen.metrics.get("critical_path_ns", {}),
        **chosen.metrics.get("critical_path", {}),
        "seed": chosen.job.seed,
    }


def _best(store: Store, record: Record, device: Device, options: Options) -> Found:
    point = parse_build(record.label)
    others = (name for name in recipes() if name != point.recipe)
    goal = CloseGoal(
        point,
        device,
        (point.recipe, *others),
        tuple(ways_of(device.family).ways),
        routes=record.routes,
    )
    closed = close(store, goal, options)
    best = closed.best
    if best is None:
        return Found(point.label, reason=closed.reason, again=again(record, point.label))
    return Found(
        label=best.label,
        figures={
            "fmax_mhz": best.fmax_mhz,
            "fmax_routed_mhz": best.fmax_routed_mhz,
            "throughput_gbps": best.throughput_gbps,
            "latency_ns": best.latency_ns,
        },
        seeds=(best.seed,),
        # Of builds of which one was chosen there is no median.
        clocks={"max": best.fmax_routed_mhz},
        netlist_verified=best.netlist_verified,
        path={**best.critical_path_ns, **best.critical_path, "seed": best.seed, "way": best.way},
        tools=dict(best.tools),
        rtl_digest=Jobs().rtl_digest_of(point),
        routed_sha256=best.routed_sha256,
        again=best.again,
        complete=len(closed.builds) >= record.routes or best.at_limit,
    )


def _known_race(store: Store, record: Record, device: Device, slots: int) -> int:
    """Return how many results the store has if it has all that a race runs, else 0; run nothing."""
    point = parse_build(record.label)
    with apart(store, known_only=True) as own:
        for recipe in recipes():
            for each in store.records(label=point.after(recipe).label):
                own.take(store, each.key)
        try:
            found = _best(own, record, device, Options(slots=slots, known_only=True))
        except NotKnownError:
            return 0
        return sum(own.counts().values()) if found.complete else 0


def _goal(record: Record) -> Goal:
    def text(figure: str, bound: Bound) -> str:
        return f"{figure} {'at most' if bound.at_least is None else 'at least'} {bound.value:g}"

    limits = tuple(Limit(name, b.value, text(name, b)) for name, b in record.limits.items())
    figure = record.minimise or record.maximise
    return Goal(limits, Objective(figure, bool(record.maximise)))


def _search(store: Store, record: Record, device: Device, options: Options) -> tuple[str, bool]:
    """Let the explorer look, which hears of nothing but what it runs.

    What the store has of that is not run again; what the other records have measured tells it
    nothing, and answers are compared by as many seeds as it gives to each.

    Returns:
        The label of its verified answer, empty without one, and whether it looked to its end.
    """
    # A budget may end a search by what its next runs would take, though all of them are known.
    if options.budget_s is not None and not options.retry_failed:
        known = _known_answer(store, record, device, options.slots)
        if known is not None:
            return known, True
    with apart(store) as own:
        return _looked(own, record, device, options)


def _known_answer(store: Store, record: Record, device: Device, slots: int) -> str | None:
    """Return what a search finds if the store has all that it runs; nothing is run.

    Returns:
        As `_search` the label; `None` if something is not known.
    """
    with apart(store, known_only=True) as own:
        try:
            return _looked(own, record, device, Options(slots=slots, known_only=True))[0]
        except NotKnownError:
            return None


def _looked(own: Store, record: Record, device: Device, options: Options) -> tuple[str, bool]:
    space = fixed_space(record.space, record.fix)
    goal, needed = _goal(record), eligible(space)
    effort = Effort(evaluations=record.evaluations, taught=record.taught)
    points = DesignSpace(space).points
    did = pursue(own, goal, points, device, options, effort=effort, matching=needed)
    rows = goal_rows(own, device, goal, netlist_verified=True, matching=needed)
    found = answer(rows, goal).best
    # A budget leaves no trace of its own where it ends a search between two evaluations.
    ended = options.budget_s is None or did.exhausted > 0 or did.spent > 0
    return "" if found is None else found.label, ended


def again(record: Record, label: str) -> str:
    """Return the command that makes the figures of a record anew."""
    if record.how == "median" and label and not record.way:
        words = ["aesculus", "explore", "--points", label, "--device", record.device]
        return shlex.join([*words, "--seeds", str(record.seeds)])
    return shlex.join(["aesculus", "bench", "records", "--only", record.name])
