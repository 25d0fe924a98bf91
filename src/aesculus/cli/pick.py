"""`aesculus pick`: the design that meets a goal."""

import json as json_module
from typing import Annotated, Any

import typer

from aesculus import devices
from aesculus.ciphers.aes.space import DEEPEST, DesignPoint
from aesculus.cli import units
from aesculus.cli.common import (
    DEFAULT_STORE,
    BatchOption,
    BudgetOption,
    ClusterOption,
    EvaluationsOption,
    InsecureOption,
    JobsOption,
    JsonOption,
    SchedulerOption,
    SeedOption,
    StoreOption,
    opened,
    progress_console,
    run_options,
)
from aesculus.cli.errors import FAILED, InputError, RunError
from aesculus.cli.output import DASH
from aesculus.cli.show import figure_name
from aesculus.devices import Device
from aesculus.engine import Effort, Jobs, goal_rows, pursue, told
from aesculus.engine.pursue import Matching
from aesculus.frontier import KNOWN
from aesculus.metrics import HEADLINE_SEEDS, Row
from aesculus.search import DesignSpace, SpaceFile, SpaceFileError, load
from aesculus.search.axes import AXES, SAME, UNROLL, expand
from aesculus.search.goals import CLOCKED, Answer, Binding, Goal, Limit, Objective, answer
from aesculus.store import Store

SPACE = "pick"
"""The space file in which a goal is looked for by default."""

_FREE = frozenset({"key_sbox", "entry_cuts", "whole", "recipe", "fixed_key"})
"""Axes that say how a core is made and not what it does, where a space leaves them out."""

BUDGET = "30m"
"""Time that is spent on a goal which nothing in the store meets."""

_UNITS = {
    "throughput_gbps": "Gbit/s",
    "latency_ns": "ns",
    "lut_count": "LUT",
    "ff_count": "FF",
    "bram_count": "BRAM",
    "fmax_mhz": "MHz",
    "slice_estimate": "slices (estimate)",
}


def command(
    *,
    device: Annotated[str, typer.Option("--device", "-d", help="The device.")],
    throughput: Annotated[
        str | None, typer.Option(help="At least this much, such as 40Gbps.")
    ] = None,
    latency: Annotated[str | None, typer.Option(help="At most this much, such as 300ns.")] = None,
    max_lut: Annotated[int | None, typer.Option(min=0, help="At most so many LUTs.")] = None,
    max_ff: Annotated[int | None, typer.Option(min=0, help="At most so many flip-flops.")] = None,
    max_bram: Annotated[int | None, typer.Option(min=0, help="At most so many block RAMs.")] = None,
    minimise: Annotated[
        str | None, typer.Option("--min", help="Figure to make small, such as lut or latency.")
    ] = None,
    maximise: Annotated[
        str | None, typer.Option("--max", help="Figure to make large, such as throughput.")
    ] = None,
    fix: Annotated[
        list[str] | None,
        typer.Option(
            "--fix",
            help="Value of an axis, such as key_bits=256 or direction=both; may be repeated.",
            metavar="AXIS=VALUE",
        ),
    ] = None,
    space: Annotated[
        str, typer.Option(help="Space file, or its name, in which to look.", metavar="FILE|NAME")
    ] = SPACE,
    known: Annotated[
        bool, typer.Option("--known", help="Run nothing: answer from the store alone.")
    ] = False,
    budget: BudgetOption = None,
    evaluations: EvaluationsOption = None,
    seeds: Annotated[int, typer.Option(min=1, help="Routed seeds of the answer.")] = HEADLINE_SEEDS,
    seed: SeedOption = 0,
    batch: BatchOption = 0,
    jobs: JobsOption = 0,
    scheduler: SchedulerOption = None,
    insecure: InsecureOption = False,
    cluster: ClusterOption = None,
    json: JsonOption = False,
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Pick the measured and verified design that meets a goal, and say what binds.

    What the store has is taken at once; if no design there meets the goal, or with --budget or
    --evaluations, designs are explored first that may meet it, or meet it better.
    """
    target = devices.load(device)
    limits = _limits(throughput, latency, max_lut, max_ff, max_bram)
    objective = _objective(
        minimise,
        maximise,
        rate_asked=bool(throughput or latency),
        default="blocks_per_cycle" if target.area_only else "throughput_gbps",
    )
    goal = Goal(tuple(limits), objective)
    _check_clock(target, goal)
    where = fixed_space(space, fix or [])
    if known and (budget or evaluations):
        raise InputError("--known runs nothing: leave --budget and --evaluations out")
    options = run_options(
        jobs=jobs,
        scheduler=scheduler,
        insecure=insecure,
        cluster=cluster,
        budget=budget or (None if evaluations else BUDGET),
    )
    if known and not store.exists():
        raise RunError(
            f"no store at {store}, so nothing is known yet: run "
            f"`aesculus explore --device {target.name}` first, or leave --known out"
        )
    needed = eligible(where)
    with opened(store, must_exist=known) as kept:
        found = answer(_rows(kept, target, goal, needed), goal)
        if not known and (budget or evaluations or found.best is None):
            effort = Effort(seed=seed, evaluations=evaluations, batch=batch, seeds=seeds)
            points = DesignSpace(where).points
            if not points:
                raise InputError(f"{where.name} has no legal point with {', '.join(fix or [])}")
            summary = pursue(kept, goal, points, target, options, effort=effort, matching=needed)
            progress_console().print(f"{told(summary)}.", highlight=False)
            found = answer(_rows(kept, target, goal, needed), goal)
        rest = goal_rows(kept, target, goal, netlist_verified=False, matching=needed)
        if found.best is None and not found.nearest and not rest:
            raise RunError(
                f"no verified design on {target.name} in {store}: run "
                f"`aesculus explore --device {target.name}`"
            )
    unverified = _promising(rest, goal, found)
    if json:
        typer.echo(json_module.dumps(as_object(target, found, goal, unverified), indent=2))
    else:
        typer.echo(as_text(target, found, objective))
        for row in unverified:
            typer.echo(
                f"{row.label} may be better, but its netlist is not verified: "
                f"run `aesculus verify {row.label} --device {target.name}`"
            )
    if found.best is None:
        raise typer.Exit(FAILED)


def _rows(store: Store, target: Device, goal: Goal, needed: Matching) -> list[Row]:
    return goal_rows(store, target, goal, netlist_verified=True, matching=needed)


def eligible(space: SpaceFile) -> Matching:
    """Return what a row has to be to be an answer: as needed, and of the RTL that is exported."""
    return {**needed_of(space), "rtl_digest": tuple(sorted(Jobs().rtl_digests))}


def needed_of(space: SpaceFile) -> dict[str, tuple[int | str, ...]]:
    """Return what a design has to be to do what the user needs, by its fields in a row.

    An axis to which the space gives several values is the search's own affair; one with a single
    value has to have it, and one that is left out its default.
    """
    found: dict[str, tuple[int | str, ...]] = {}
    for name in AXES:
        written = [expand(name, axes[name]) for axes in space.grids if name in axes]
        if written:
            values = tuple(dict.fromkeys(value for each in written for value in each))
            if len(values) > 1 or values[0] in {SAME, UNROLL, DEEPEST}:
                continue
        elif name in _FREE:
            continue
        else:
            values = (getattr(DesignPoint(), name),)
        found[f"design.{name}"] = values
    return found


def fixed_space(name: str, fixes: list[str]) -> SpaceFile:
    """Return a space file with some axes fixed."""
    content = load(name)
    if not fixes:
        return content
    axes = dict(content.axes)
    fixed: set[str] = set()
    for text in fixes:
        axis, equals, value = text.partition("=")
        if not equals or not value:
            raise InputError(f"--fix {text!r}: write it as AXIS=VALUE, such as key_bits=256")
        if axis not in AXES:
            raise InputError(f"--fix {text!r}: no axis {axis!r}; legal: {', '.join(AXES)}")
        fixed.add(axis)
        axes[axis] = {"true": True, "false": False}.get(value.lower(), _number(value))
    # Labels under `points` are whole designs, which need not agree with what was fixed.
    try:
        for axis, written in axes.items():
            expand(axis, written)
    except SpaceFileError as error:
        raise InputError(f"--fix {error}") from None
    also = tuple(
        {name: values for name, values in other.items() if name not in fixed}
        for other in content.also
    )
    return content.model_copy(update={"axes": axes, "also": also, "points": ()})


def _number(text: str) -> int | str:
    try:
        return int(text, 0)
    except ValueError:
        return text


def _check_clock(target: Device, goal: Goal) -> None:
    clocked = [figure for figure in goal.figures if figure in CLOCKED]
    if target.area_only and clocked:
        legal = ", ".join(name for name in KNOWN if name not in CLOCKED)
        raise InputError(
            f"{', '.join(clocked)}: no open router knows {target.name}, so it has no clock; "
            f"legal there: {legal}"
        )


def _limits(
    throughput: str | None,
    latency: str | None,
    max_lut: int | None,
    max_ff: int | None,
    max_bram: int | None,
) -> list[Limit]:
    found = []
    if throughput is not None:
        text = f"throughput at least {throughput}"
        found.append(Limit("throughput_gbps", units.gbps(throughput), text))
    if latency is not None:
        text = f"latency at most {latency}"
        found.append(Limit("latency_ns", units.nanoseconds(latency), text))
    counts = {"lut_count": max_lut, "ff_count": max_ff, "bram_count": max_bram}
    for figure, limit in counts.items():
        if limit is not None:
            found.append(Limit(figure, limit, f"at most {limit} {_UNITS[figure]}"))
    return found


def _objective(
    minimise: str | None, maximise: str | None, *, rate_asked: bool, default: str
) -> Objective:
    if minimise is not None and maximise is not None:
        raise InputError("--min and --max exclude each other: one figure decides")
    if minimise is None and maximise is None:
        return Objective("lut_count", False) if rate_asked else Objective(default, True)
    name = figure_name(minimise or maximise or "")
    if KNOWN[name] == (minimise is not None):
        option, other = ("--min", "--max") if minimise is not None else ("--max", "--min")
        raise InputError(f"{option} {minimise or maximise} asks for the worst design: use {other}")
    return Objective(name, maximise is not None)


def _promising(rest: list[Row], goal: Goal, found: Answer) -> list[Row]:
    """Return rows whose netlist is not verified and that would beat the answer if it were."""
    best = answer(rest, goal).best
    if best is None or (found.best is not None and not goal.objective.better(best, found.best)):
        return []
    return [best]


def _value(row: Row, figure: str) -> str:
    value = getattr(row, figure)
    if value is None:
        return DASH
    number = f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"
    return f"{number} {_UNITS.get(figure, figure)}"


def _line(row: Row) -> str:
    names = ("throughput_gbps", "latency_ns", "fmax_mhz", "lut_count", "ff_count", "bram_count")
    figures = ", ".join(_value(row, n) for n in names if getattr(row, n) is not None)
    seeds = f", median of {row.n_seeds} seeds" if row.n_seeds else ""
    return f"{row.label}: {figures}{seeds}"


def as_text(target: Device, found: Answer, objective: Objective) -> str:
    """Return an answer for people, one line a design or a limit."""
    lines = []
    if found.best is not None:
        lines.append(f"{_line(found.best)} (on {target.name}, netlist verified)")
        lines += [f"runner-up: {_line(row)}" for row in found.runners_up]
        lines += [_binding(binding, objective) for binding in found.bindings]
        return "\n".join(lines)
    lines.append(f"No verified design on {target.name} meets the goal.")
    for miss in found.nearest:
        short = ", ".join(f"{text}: {100 * share:.0f} % off" for text, share in miss.misses.items())
        lines.append(f"near: {_line(miss.row)} ({short})")
    for number, binding in enumerate(found.give_up):
        if binding.next is not None:
            what = "the limit to give up first" if number == 0 else "or"
            lines.append(f"{what}: {_eased(binding, objective)}")
    if not found.give_up:
        lines.append("No single constraint stands in the way alone: several must be eased.")
    lines.append(f"More designs may be found: run `aesculus explore --device {target.name}`.")
    return "\n".join(lines)


def _binding(binding: Binding, objective: Objective) -> str:
    text = binding.constraint.text
    if not binding.binds or binding.without is None:
        return f"'{text}' does not bind"
    gain = _value(binding.without, objective.figure)
    told = f"'{text}' binds: without it {binding.without.label} with {gain}"
    if binding.next is not None and binding.next.label != binding.without.label:
        told += f"; {_eased(binding, objective)}"
    return told


def _eased(binding: Binding, objective: Objective) -> str:
    """Return what easing a limit gives, by the least that gives anything."""
    limit, row = binding.constraint, binding.next
    assert row is not None
    share = f"{100 * (binding.ease or 0.0):.1f} %"
    shown = f"'{limit.text}' eased by {share}, to {_value(row, limit.figure)}"
    if limit.figure == objective.figure:
        return f"{shown}, allows {row.label}"
    return f"{shown}, allows {row.label} with {_value(row, objective.figure)}"


def _row(row: Row | None) -> dict[str, Any] | None:
    return None if row is None else row.model_dump(mode="json")


def as_object(target: Device, found: Answer, goal: Goal, unverified: list[Row]) -> dict[str, Any]:
    """Return an answer as it is printed in JSON."""
    return {
        "device": target.name,
        "objective": {"figure": goal.objective.figure, "maximise": goal.objective.maximise},
        "constraints": [
            {"figure": c.figure, "limit": c.value, "at_least": c.at_least, "text": c.text}
            for c in goal.limits
        ],
        "met": found.best is not None,
        "pick": _row(found.best),
        "runners_up": [_row(row) for row in found.runners_up],
        "binding": [_bound(binding) for binding in found.bindings],
        "nearest": [{"row": _row(miss.row), "misses": miss.misses} for miss in found.nearest],
        "give_up": [_bound(binding) for binding in found.give_up],
        "netlist_not_verified": [_row(row) for row in unverified],
    }


def _bound(binding: Binding) -> dict[str, Any]:
    return {
        "constraint": binding.constraint.text,
        "binds": binding.binds,
        "without": _row(binding.without),
        "next": _row(binding.next),
        "ease": binding.ease,
    }
