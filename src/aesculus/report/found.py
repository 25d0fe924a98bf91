"""What was found for a goal: as an object for machines, and as a text for people."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from aesculus.defaults import on_store
from aesculus.search.found import Found, State
from aesculus.search.goaltext import answer_object, line, met_lines, missed_lines, row_object


def found_object(found: Found) -> dict[str, Any]:
    """Return what was found as it is printed in JSON.

    `met` and `pick` are of designs with a verified netlist alone; `answer` tells the three apart:
    `verified`, `unverified`, with the design under `netlist_not_verified` and the command that
    verifies it under `confirm`, and `none`.
    """
    unverified = [] if found.unverified is None else [found.unverified]
    return {
        **answer_object(found.device, found.answer, found.goal),
        "netlist_not_verified": [row_object(row) for row in unverified],
        "answer": found.state.value,
        "confirm": found.confirm,
        "impossible": None if found.refused is None else found.refused.told(),
        "reason": found.reason,
    }


def found_text(found: Found, again: str) -> str:
    """Return what was found, one line a design or a limit; `why_none` is told besides.

    Args:
        found: what was found.
        again: the command that looks for more.
    """
    row, device = found.unverified, found.device
    if found.state is State.VERIFIED:
        lines = met_lines(device, found.answer, found.goal)
        if row is not None:
            told = f"{row.label} may be better, but its netlist is not verified"
            lines.append(f"{told}: run `{found.confirm}`")
        return "\n".join(lines)
    if row is not None:
        return (
            f"{line(row, found.goal.figures)} (on {device}, netlist NOT verified)\n"
            f"It meets the goal by what was measured. To confirm it run `{found.confirm}`."
        )
    lines = missed_lines(found.answer, found.goal)
    if found.exhausted:
        lines.append("No other design of this space promises to meet it; --space names another.")
    elif found.refused is None:
        lines.append(f"More designs may be found: run `{again}`.")
    return "\n".join(lines)


def so_far(found: Found) -> str:
    """Return what comes nearest to a goal that nothing known meets, one line; empty without it."""
    near = missed_lines(found.answer, found.goal) if found.state is State.NONE else []
    return f"Known so far: {near[0].removeprefix('near: ')}" if near else ""


LONGER = "2h"
"""Time that is proposed where the usual one was not enough."""


def longer(found: Found, given: Mapping[str, object], fixes: Sequence[str]) -> str:
    """Return the command that looks for the same goal for longer.

    Args:
        found: what was found.
        given: option to its value; one that was not given is `None`, or `False` where it has none.
        fixes: the values of `--fix`.
    """
    words = ["aesculus", "pick", "--device", found.device]
    for name, value in given.items():
        if value is not None and value is not False:
            words += [name] if value is True else [name, str(value)]
    words += [word for text in fixes for word in ("--fix", text)]
    return on_store(shlex.join([*words, "--budget", LONGER]), found.store)


def why_none(found: Found) -> str:
    """Return why there is no answer, one line."""
    if found.refused is not None:
        told = found.refused.told()
        if found.refused.beyond:
            return f"beyond what is looked at on {found.device}: {told}"
        # Other spaces have other designs; what is bound is those of this one.
        return f"impossible on {found.device} in this space (--space names another): {told}"
    return found.reason or f"no measured design on {found.device} meets the goal"
