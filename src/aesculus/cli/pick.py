"""`aesculus pick`: the design that meets a goal."""

import json as json_module
import shlex
from typing import Annotated, Any

import typer

from aesculus import devices
from aesculus.catalogue import AIMS, CLOCKED, FIGURES, Figure, named
from aesculus.ciphers.aes.space import DEEPEST, DesignPoint
from aesculus.cli import units
from aesculus.cli.common import (
    DEFAULT_STORE,
    BatchOption,
    BudgetOption,
    ClusterOption,
    EvaluationsOption,
    JobsOption,
    JsonOption,
    SchedulerOption,
    SeedOption,
    StoreOption,
    opened,
    progress_console,
    run_options,
)
from aesculus.cli.errors import InputError, RunError
from aesculus.devices import Device
from aesculus.engine import Effort, Jobs, Matching, pursue, told
from aesculus.engine.found import EXIT_CODES, Found, State, find
from aesculus.engine.session import matches
from aesculus.metrics import HEADLINE_SEEDS, Row
from aesculus.search import DesignSpace, SpaceFile, SpaceFileError, load
from aesculus.search.axes import AXES, SAME, UNROLL, expand
from aesculus.search.goals import Answer, Goal, Limit, Objective
from aesculus.search.goaltext import answer_object, line, met_lines, missed_lines, row_object

SPACE = "pick"
"""The space file in which a goal is looked for by default."""

_FREE = frozenset({"key_sbox", "entry_cuts", "whole", "recipe", "fixed_key"})
"""Axes that say how a core is made and not what it does, where a space leaves them out."""

BUDGET = "30m"
"""Time that is spent on a goal which nothing in the store meets."""

LONGER = "2h"
"""Time that is proposed where that was not enough."""


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
    cluster: ClusterOption = None,
    json: JsonOption = False,
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Pick the measured and verified design that meets a goal, and say what binds.

    Exit codes: 0 with an answer, 3 with one whose netlist is not verified yet, 1 without any.

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
        cluster=cluster,
        budget=budget or (None if evaluations else BUDGET),
    )
    if known and not store.exists():
        raise RunError(
            f"no store at {store}, so nothing is known yet: run "
            f"`aesculus explore --device {target.name}` first, or leave --known out"
        )
    needed = eligible(where)

    def points() -> tuple[DesignPoint, ...]:
        found = tuple(p for p in DesignSpace(where).points if matches(p, needed))
        if not found:
            raise InputError(f"{where.name} has no legal point with {', '.join(fix or [])}")
        return found

    with opened(store, must_exist=known) as kept:
        found = find(kept, target, goal, needed, points)
        more = bool(budget or evaluations) or found.state is not State.VERIFIED
        if more and not known and found.refused is None:
            effort = Effort(seed=seed, evaluations=evaluations, batch=batch, seeds=seeds)
            summary = pursue(kept, goal, points(), target, options, effort=effort, matching=needed)
            progress_console().print(f"{told(summary)}.", highlight=False)
            found = find(kept, target, goal, needed)
    given = {
        "--throughput": throughput,
        "--latency": latency,
        "--max-lut": max_lut,
        "--max-ff": max_ff,
        "--max-bram": max_bram,
        "--min": minimise,
        "--max": maximise,
        "--space": None if space == SPACE else space,
    }
    words = ["aesculus", "pick", "--device", target.name]
    words += [str(w) for name, value in given.items() if value is not None for w in (name, value)]
    words += [word for text in fix or [] for word in ("--fix", text)]
    again = shlex.join([*words, "--budget", LONGER])
    if json:
        typer.echo(json_module.dumps(found_object(found), indent=2))
    elif found.reason and found.refused is None:
        raise RunError(f"{found.reason}: run `{again}`")
    else:
        typer.echo(found_text(found, again))
    if found.state is not State.VERIFIED:
        raise typer.Exit(EXIT_CODES[found.state])


def found_object(found: Found) -> dict[str, Any]:
    """Return what was found as it is printed in JSON.

    `met` and `pick` are of designs with a verified netlist alone; `answer` tells the three apart:
    `verified`, `unverified`, with the design under `netlist_not_verified` and the command that
    verifies it under `confirm`, and `none`.
    """
    unverified = [] if found.unverified is None else [found.unverified]
    return {
        **as_object(found.device, found.answer, found.goal, unverified),
        "answer": found.state.value,
        "confirm": found.confirm,
        "impossible": None if found.refused is None else found.refused.told(),
        "reason": found.reason,
    }


def found_text(found: Found, again: str) -> str:
    """Return what was found, one line a design or a limit.

    Args:
        found: what was found.
        again: the command that looks for more.
    """
    row, device = found.unverified, found.device
    if found.state is State.VERIFIED:
        lines = met_lines(device, found.answer, found.goal.objective)
        if row is not None:
            told = f"{row.label} may be better, but its netlist is not verified"
            lines.append(f"{told}: run `{found.confirm}`")
        return "\n".join(lines)
    if row is not None:
        return (
            f"{line(row)} (on {device}, netlist NOT verified)\n"
            f"It meets the goal by what was measured. To confirm it run `{found.confirm}`."
        )
    if found.refused is not None:
        lines = [f"Impossible on {device}: {found.refused.told()}."]
        return "\n".join([*lines, *missed_lines(found.answer, found.goal)])
    lines = [f"No measured design on {device} meets the goal."]
    lines += missed_lines(found.answer, found.goal)
    return "\n".join([*lines, f"More designs may be found: run `{again}`."])


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
        legal = ", ".join(name for name in AIMS if name not in CLOCKED)
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
    counts = {"area_luts": max_lut, "ff_count": max_ff, "bram_count": max_bram}
    for figure, limit in counts.items():
        if limit is not None:
            found.append(Limit(figure, limit, f"at most {limit} {FIGURES[figure].unit}"))
    return found


def _objective(
    minimise: str | None, maximise: str | None, *, rate_asked: bool, default: str
) -> Objective:
    if minimise is not None and maximise is not None:
        raise InputError("--min and --max exclude each other: one figure decides")
    if minimise is None and maximise is None:
        return Objective("area_luts", False) if rate_asked else Objective(default, True)
    name = _figure(minimise or maximise or "").name
    if AIMS[name] == (minimise is not None):
        option, other = ("--min", "--max") if minimise is not None else ("--max", "--min")
        raise InputError(f"{option} {minimise or maximise} asks for the worst design: use {other}")
    return Objective(name, maximise is not None)


def _figure(text: str) -> Figure:
    try:
        return named(text)
    except ValueError as error:
        raise InputError(str(error)) from None


def as_text(target: Device, found: Answer, objective: Objective) -> str:
    """Return an answer for people, one line a design or a limit."""
    if found.best is not None:
        return "\n".join(met_lines(target.name, found, objective))
    goal = Goal(tuple(binding.constraint for binding in found.bindings), objective)
    lines = [f"No verified design on {target.name} meets the goal."]
    return "\n".join([*lines, *missed_lines(found, goal)])


def as_object(
    device: str | Device, found: Answer, goal: Goal, unverified: list[Row]
) -> dict[str, Any]:
    """Return an answer as it is printed in JSON."""
    name = device if isinstance(device, str) else device.name
    return {
        **answer_object(name, found, goal),
        "netlist_not_verified": [row_object(row) for row in unverified],
    }
