"""The answer to a goal, for people and for programs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from aesculus.catalogue import FIGURES, typed
from aesculus.families import devices
from aesculus.metrics import Row, area_luts
from aesculus.search.goals import Answer, Binding, Goal, Limit, Miss, Objective

_FAR = 3.0
"""A limit that is missed by a larger factor is just far off."""

_ALIKE = {"lut_count": "area_luts", "latency_cycles": "latency_ns"}
"""Figures of which a usual one tells enough, where a design has it."""

_LINE = ("throughput_gbps", "latency_ns", "fmax_mhz", "area_luts", "ff_count", "bram_count")


def value(row: Row, figure: str) -> str:
    """Return a figure of a row with its unit."""
    return FIGURES[figure].quantity(getattr(row, figure))


def line(row: Row, deciding: Iterable[str] = ()) -> str:
    """Return a design with its figures, one line.

    Args:
        row: of the design.
        deciding: figures that are told besides the usual ones, as a goal asks for them.
    """
    more = (n for n in deciding if n not in _ALIKE or getattr(row, _ALIKE[n]) is None)
    names = dict.fromkeys([*_LINE, *more])
    figures = ", ".join(value(row, n) for n in names if getattr(row, n) is not None)
    many = "s" if row.n_seeds > 1 else ""
    seeds = f", median of {row.n_seeds} seed{many}" if row.n_seeds else ""
    whence = f", {row.whence}" if row.whence else ""
    estimated = ", area estimated" if row.estimate and row.area_luts is not None else ""
    return f"{row.label}: {figures}{seeds}{estimated}{_beyond(row)}{whence}"


def _beyond(row: Row) -> str:
    """Return that an area which is an estimate, and so rules nothing out, is beyond the device."""
    device = devices.known(row.device) if row.estimate else None
    if device is None:
        return ""
    over = [
        FIGURES[name].quantity(most)
        for name, most in device.capacity.items()
        if (getattr(row, name) or 0) > most
    ]
    return f", by estimate too large for {', '.join(over)}" if over else ""


def met_lines(device: str, found: Answer, goal: Goal) -> list[str]:
    """Return a verified answer, its runners-up, and what each limit costs, a line each."""
    assert found.best is not None
    lines = [f"{line(found.best, goal.figures)} (on {device}, netlist verified)"]
    lines += [f"runner-up: {line(row, goal.figures)}" for row in found.runners_up]
    lines += [_binding(each, goal.objective, found.measured) for each in found.bindings]
    return [*lines, _untold(found.untold, goal)] if found.untold else lines


def _untold(rows: Sequence[Row], goal: Goal) -> str:
    """Return how many designs might be better, were all figures known, and the best of them."""
    lacking = [
        typed(limit.figure)
        for limit in goal.limits
        if any(getattr(row, limit.figure) is None for row in rows)
    ]
    many = f"{len(rows)} designs" if len(rows) > 1 else "1 design"
    told = f"{rows[0].label} with {value(rows[0], goal.objective.figure)}"
    verb = "are" if len(lacking) > 1 else "is"
    return f"not compared, as {' and '.join(lacking)} {verb} not measured: {many}, first {told}"


def missed_lines(found: Answer, goal: Goal) -> list[str]:
    """Return what comes near a goal that nothing meets, and which limit to give up."""
    lines = []
    limits = {limit.text: limit for limit in goal.limits}
    for miss in found.nearest:
        short = ", ".join(
            f"{text}: {_off(limits[text], share)}" for text, share in miss.misses.items()
        )
        checked = "" if miss.row.netlist_verified else "; netlist not verified"
        lines.append(f"near: {line(miss.row, goal.figures)} ({short}{checked})")
    for number, binding in enumerate(found.give_up):
        if binding.next is not None:
            what = "the limit to give up first" if number == 0 else "or"
            lines.append(f"{what}: {_eased(binding, goal.objective)}")
    if found.nearest and len(goal.limits) > 1 and not found.give_up:
        lines.append("No single constraint stands in the way alone: several must be eased.")
    return lines


def _off(limit: Limit, share: float) -> str:
    """Return how far off a limit is: a share of it, where that tells anything."""
    if limit.value == 0:
        return "not kept"
    factor = 1 / max(1 - share, 1e-9) if limit.at_least else 1 + share
    return "far off" if factor > _FAR else f"{100 * share:.0f} % off"


def _binding(binding: Binding, objective: Objective, measured: int | None) -> str:
    text = binding.constraint.text
    many = "" if measured == 1 else "s"
    among = "" if measured is None else f" among {measured:,} measured point{many}"
    if not binding.binds or binding.without is None:
        return f"'{text}' does not bind{among}"
    gain = value(binding.without, objective.figure)
    named = f"{binding.without.label} with {gain}{_unchecked(binding.without)}"
    told = f"'{text}' binds{among}: without it {named}"
    if binding.next is not None and binding.next.label != binding.without.label:
        told += f"; {_eased(binding, objective)}"
    return told


def _eased(binding: Binding, objective: Objective) -> str:
    """Return what easing a limit gives, by the least that gives anything."""
    limit, row = binding.constraint, binding.next
    assert row is not None
    ease = binding.ease or 0.0
    shown = f"'{limit.text}' eased to {value(row, limit.figure)}"
    if limit.value and 1 + ease <= _FAR:
        shown = f"'{limit.text}' eased by {100 * ease:.1f} %, to {value(row, limit.figure)},"
    if limit.figure == objective.figure:
        return f"{shown} allows {row.label}{_unchecked(row)}"
    return f"{shown} allows {row.label} with {value(row, objective.figure)}{_unchecked(row)}"


def _unchecked(row: Row) -> str:
    return "" if row.netlist_verified else " (netlist not verified)"


def row_object(row: Row | None) -> dict[str, Any] | None:
    """Return a row as it is printed in JSON."""
    return None if row is None else row.model_dump(mode="json")


def answer_object(device: str, found: Answer, goal: Goal) -> dict[str, Any]:
    """Return an answer as it is printed in JSON."""
    return {
        "device": device,
        "objective": {"figure": goal.objective.figure, "maximise": goal.objective.maximise},
        "constraints": [
            {"figure": c.figure, "limit": c.value, "at_least": c.at_least, "text": c.text}
            for c in goal.limits
        ],
        "met": found.best is not None,
        "pick": row_object(found.best),
        "runners_up": [row_object(row) for row in found.runners_up],
        "measured": found.measured,
        "untold": [row_object(row) for row in found.untold],
        "binding": [_bound(binding) for binding in found.bindings],
        "nearest": [{"row": row_object(miss.row), "misses": miss.misses} for miss in found.nearest],
        "give_up": [_bound(binding) for binding in found.give_up],
    }


def read_goal(told: Mapping[str, Any]) -> Goal:
    """Return the goal that an object of `answer_object` tells of."""
    objective = told["objective"]
    limits = (Limit(c["figure"], c["limit"], c["text"]) for c in told["constraints"])
    return Goal(tuple(limits), Objective(objective["figure"], objective["maximise"]))


def read_answer(told: Mapping[str, Any]) -> Answer:
    """Return the answer that an object of `answer_object` tells of."""
    limits = {limit.text: limit for limit in read_goal(told).limits}

    def bound(each: Mapping[str, Any]) -> Binding:
        rows = _row(each["without"]), _row(each["next"])
        return Binding(limits[each["constraint"]], each["binds"], *rows)

    return Answer(
        best=_row(told["pick"]),
        runners_up=tuple(map(read_row, told["runners_up"])),
        bindings=tuple(map(bound, told["binding"])),
        nearest=tuple(Miss(read_row(each["row"]), each["misses"]) for each in told["nearest"]),
        give_up=tuple(map(bound, told["give_up"])),
        measured=told.get("measured"),
        untold=tuple(map(read_row, told.get("untold", ()))),
    )


def read_row(told: Mapping[str, Any]) -> Row:
    """Return a row, also one that was written before the area counted tables used as memory."""
    counted, area = told["lut_count"], told.get("area_luts")
    if area is None and counted is not None:
        area = area_luts(counted, told["lutram_count"])
    return Row.model_validate({**told, "area_luts": area})


def _row(told: Mapping[str, Any] | None) -> Row | None:
    return None if told is None else read_row(told)


def _bound(binding: Binding) -> dict[str, Any]:
    return {
        "constraint": binding.constraint.text,
        "binds": binding.binds,
        "without": row_object(binding.without),
        "next": row_object(binding.next),
        "ease": binding.ease,
    }
