"""`aesculus pick`: the design that meets a goal."""

import json as json_module
from typing import Annotated, Any

import typer

from aesculus import devices, metrics
from aesculus.cli import units
from aesculus.cli.common import DEFAULT_STORE, JsonOption, StoreOption, opened
from aesculus.cli.errors import FAILED, InputError, RunError
from aesculus.cli.goals import Answer, Binding, Constraint, Objective, answer
from aesculus.cli.output import DASH
from aesculus.cli.show import figure_name
from aesculus.devices import Device
from aesculus.frontier import KNOWN
from aesculus.metrics import Row

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
    json: JsonOption = False,
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Pick the measured and verified design that meets a goal, and say what binds."""
    target = devices.load(device)
    constraints = _constraints(throughput, latency, max_lut, max_ff, max_bram)
    objective = _objective(minimise, maximise, rate_asked=bool(throughput or latency))
    explore = f"aesculus explore --device {target.name}"
    if not store.exists():
        raise RunError(f"no store at {store}, so nothing is known yet: run `{explore}` first")
    with opened(store, must_exist=True) as kept:
        known = metrics.rows(kept, device=target.name)
    rows = [row for row in known if row.netlist_verified]
    if not rows:
        more = f"{len(known)} designs wait for their netlist to be verified; " if known else ""
        raise RunError(f"no verified design on {target.name} in {store}: {more}run `{explore}`")
    found = answer(rows, constraints, objective)
    unverified = _promising(known, constraints, objective, found)
    if json:
        typer.echo(
            json_module.dumps(_object(target, found, constraints, objective, unverified), indent=2)
        )
    else:
        typer.echo(_text(target, found, objective))
        for row in unverified:
            typer.echo(
                f"{row.label} may be better, but its netlist is not verified: "
                f"run `aesculus verify {row.label} --device {target.name}`"
            )
    if found.best is None:
        raise typer.Exit(FAILED)


def _constraints(
    throughput: str | None,
    latency: str | None,
    max_lut: int | None,
    max_ff: int | None,
    max_bram: int | None,
) -> list[Constraint]:
    found = []
    if throughput is not None:
        text = f"throughput at least {throughput}"
        found.append(Constraint("throughput_gbps", units.gbps(throughput), text))
    if latency is not None:
        text = f"latency at most {latency}"
        found.append(Constraint("latency_ns", units.nanoseconds(latency), text))
    counts = {"lut_count": max_lut, "ff_count": max_ff, "bram_count": max_bram}
    for figure, limit in counts.items():
        if limit is not None:
            found.append(Constraint(figure, limit, f"at most {limit} {_UNITS[figure]}"))
    return found


def _objective(minimise: str | None, maximise: str | None, *, rate_asked: bool) -> Objective:
    if minimise is not None and maximise is not None:
        raise InputError("--min and --max exclude each other: one figure decides")
    if minimise is None and maximise is None:
        return Objective("lut_count", False) if rate_asked else Objective("throughput_gbps", True)
    name = figure_name(minimise or maximise or "")
    if KNOWN[name] == (minimise is not None):
        option, other = ("--min", "--max") if minimise is not None else ("--max", "--min")
        raise InputError(f"{option} {minimise or maximise} asks for the worst design: use {other}")
    return Objective(name, maximise is not None)


def _promising(
    known: list[Row], constraints: list[Constraint], objective: Objective, found: Answer
) -> list[Row]:
    """Return rows whose netlist is not verified and that would beat the answer if it were."""
    waiting = [row for row in known if row.verified and not row.netlist_verified]
    best = answer(waiting, constraints, objective).best
    if best is None or (found.best is not None and not objective.better(best, found.best)):
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


def _text(target: Device, found: Answer, objective: Objective) -> str:
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
    for binding in found.give_up:
        if binding.without is not None:
            lines.append(f"without '{binding.constraint.text}': {_line(binding.without)}")
    if not found.give_up:
        lines.append("No single constraint stands in the way alone: several must be eased.")
    lines.append(f"More designs may be found: run `aesculus explore --device {target.name}`.")
    return "\n".join(lines)


def _binding(binding: Binding, objective: Objective) -> str:
    text = binding.constraint.text
    if not binding.binds or binding.without is None:
        return f"'{text}' does not bind"
    gain = _value(binding.without, objective.figure)
    return f"'{text}' binds: without it {binding.without.label} with {gain}"


def _row(row: Row | None) -> dict[str, Any] | None:
    return None if row is None else row.model_dump(mode="json")


def _object(
    target: Device,
    found: Answer,
    constraints: list[Constraint],
    objective: Objective,
    unverified: list[Row],
) -> dict[str, Any]:
    return {
        "device": target.name,
        "objective": {"figure": objective.figure, "maximise": objective.maximise},
        "constraints": [
            {"figure": c.figure, "limit": c.limit, "at_least": c.at_least, "text": c.text}
            for c in constraints
        ],
        "met": found.best is not None,
        "pick": _row(found.best),
        "runners_up": [_row(row) for row in found.runners_up],
        "binding": [
            {"constraint": b.constraint.text, "binds": b.binds, "without": _row(b.without)}
            for b in found.bindings
        ],
        "nearest": [{"row": _row(miss.row), "misses": miss.misses} for miss in found.nearest],
        "give_up": [
            {"constraint": b.constraint.text, "without": _row(b.without)} for b in found.give_up
        ],
        "netlist_not_verified": [_row(row) for row in unverified],
    }
