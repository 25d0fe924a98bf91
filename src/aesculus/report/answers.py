"""The answer to a goal: as an object for machines, and from it a text for people."""

from collections.abc import Mapping, Sequence
from typing import Any

from aesculus.metrics import Row
from aesculus.pages import DASH as MISSING
from aesculus.search.goals import Answer, Binding, Goal

UNITS = {
    "throughput_gbps": "Gbit/s",
    "latency_ns": "ns",
    "lut_count": "LUT",
    "ff_count": "FF",
    "bram_count": "BRAM",
    "fmax_mhz": "MHz",
    "slice_estimate": "slices (estimate)",
}
"""Figure to its unit, where it has one."""

_SHOWN = ("throughput_gbps", "latency_ns", "fmax_mhz", "lut_count", "ff_count", "bram_count")

Told = Mapping[str, Any]


def answer_object(
    device: str, found: Answer, goal: Goal, unverified: Sequence[Row] = ()
) -> dict[str, Any]:
    """Return an answer as it is printed in JSON.

    Args:
        device: name of the device.
        found: the answer.
        goal: what was asked.
        unverified: rows that may be better, but whose netlist is not verified.
    """
    return {
        "device": device,
        "objective": {"figure": goal.objective.figure, "maximise": goal.objective.maximise},
        "constraints": [
            {"figure": c.figure, "limit": c.value, "at_least": c.at_least, "text": c.text}
            for c in goal.limits
        ],
        "met": found.best is not None,
        "pick": _row(found.best),
        "runners_up": [_row(row) for row in found.runners_up],
        "measured": found.measured,
        "binding": [_bound(binding) for binding in found.bindings],
        "nearest": [{"row": _row(miss.row), "misses": miss.misses} for miss in found.nearest],
        "give_up": [_bound(binding) for binding in found.give_up],
        "netlist_not_verified": [_row(row) for row in unverified],
    }


def _row(row: Row | None) -> dict[str, Any] | None:
    return None if row is None else row.model_dump(mode="json")


def _bound(binding: Binding) -> dict[str, Any]:
    return {
        "constraint": binding.constraint.text,
        "binds": binding.binds,
        "without": _row(binding.without),
        "next": _row(binding.next),
        "ease": binding.ease,
    }


def answer_text(told: Told) -> str:
    """Return an answer for people, one line a design or a limit.

    Args:
        told: as `answer_object` gives it.
    """
    device = told["device"]
    if told["pick"] is not None:
        lines = [f"{_line(told['pick'])} (on {device}, netlist verified)"]
        lines += [f"runner-up: {_line(row)}" for row in told["runners_up"]]
        lines += [_binding(each, told) for each in told["binding"]]
        return "\n".join(lines)
    lines = [f"No verified design on {device} meets the goal."]
    for miss in told["nearest"]:
        shares = miss["misses"].items()
        short = ", ".join(f"{text}: {100 * share:.0f} % off" for text, share in shares)
        lines.append(f"near: {_line(miss['row'])} ({short})")
    for number, each in enumerate(told["give_up"]):
        if each["next"] is not None:
            what = "the limit to give up first" if number == 0 else "or"
            lines.append(f"{what}: {_eased(each, told)}")
    if not told["give_up"]:
        lines.append("No single constraint stands in the way alone: several must be eased.")
    lines.append(f"More designs may be found: run `aesculus explore --device {device}`.")
    return "\n".join(lines)


def _value(row: Told, figure: str) -> str:
    value = row[figure]
    if value is None:
        return MISSING
    number = f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"
    return f"{number} {UNITS.get(figure, figure)}"


def _line(row: Told) -> str:
    figures = ", ".join(_value(row, name) for name in _SHOWN if row[name] is not None)
    seeds = f", median of {row['n_seeds']} seeds" if row["n_seeds"] else ""
    return f"{row['label']}: {figures}{seeds}"


def _binding(each: Told, told: Told) -> str:
    text, without, after = each["constraint"], each["without"], each["next"]
    many = told.get("measured")
    among = "" if many is None else f" among {many:,} measured point{'' if many == 1 else 's'}"
    if not each["binds"] or without is None:
        return f"'{text}' does not bind{among}"
    gain = _value(without, told["objective"]["figure"])
    line = f"'{text}' binds{among}: without it {without['label']} with {gain}"
    if after is not None and after["label"] != without["label"]:
        line += f"; {_eased(each, told)}"
    return line


def _eased(each: Told, told: Told) -> str:
    """Return what easing a limit gives, by the least that gives anything."""
    row, figure = each["next"], told["objective"]["figure"]
    limit = next(c["figure"] for c in told["constraints"] if c["text"] == each["constraint"])
    share = f"{100 * (each['ease'] or 0.0):.1f} %"
    shown = f"'{each['constraint']}' eased by {share}, to {_value(row, limit)}"
    if limit == figure:
        return f"{shown}, allows {row['label']}"
    return f"{shown}, allows {row['label']} with {_value(row, figure)}"
