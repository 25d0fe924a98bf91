"""The settings side by side, for the page: what was answered, how soon, and how well."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from aesculus.catalogue import AIMS, CLOCKED
from aesculus.engine.progress import duration
from aesculus.families import devices
from aesculus.metrics import Row
from aesculus.pages import DASH
from aesculus.search.found import State
from aesculus.search.goaltext import read_goal, read_row
from aesculus.studies.goals.cases import GoalCase
from aesculus.studies.goals.settings import Setting, is_small, regret

_OPEN = "open"
_OLDER = "older core or space"
_CAMPAIGN = "goals"
PRESENT = "present"
"""Whether a trial is of the present RTL, goal and space, as the best known is."""

_ABOUT = {
    Setting.REFERENCE: "the reference store alone",
    Setting.FILLED: "a filled store",
    Setting.EMPTY: "an empty store, no reference store",
}
_SOON_S = 2.0
"""Time in which the command is to answer a goal from the reference store alone."""

_TARGETS = {
    Setting.REFERENCE: f"30 of 30, {_SOON_S:g} s each",
    Setting.FILLED: DASH,
    Setting.EMPTY: "29 of 30 in 30 min; small parts 5 min to the first; regret 10 % median",
}
_SUMMARY = (
    *("known before", "asked", "answered", "first answer, median", "on small parts, longest"),
    *("own processor time, longest", "regret, median", "worst", "target"),
)


def tables_of(body: Mapping[str, Any], cases: Sequence[GoalCase]) -> dict[str, Any]:
    """Return heads and rows of the table of settings, and of that of goals in each setting."""
    settings = body.get("settings", {})
    tried = {each: settings.get(each.value, {}) for each in Setting}
    best = body.get("best_known", {})
    goals = [
        [case.name, case.device, *(_cell(tried[s].get(case.name), best, case) for s in Setting)]
        for case in cases
    ]
    return {
        "summary": (list(_SUMMARY), [_line(s, tried[s], best, cases) for s in Setting]),
        "each": (["goal", "device", *(_ABOUT[s] for s in Setting)], goals),
        "own": _own(tried[Setting.REFERENCE]),
        "commands": _commands(tried[Setting.REFERENCE]),
        "one_seed": {
            setting: ", ".join(name for name, told in each.items() if _is_first_look(told))
            for setting, each in ((_ABOUT[setting], tried[setting]) for setting in Setting)
        },
        "older": sum(not told[PRESENT] for each in tried.values() for told in each.values()),
    }


def _own(tried: Mapping[str, Any]) -> dict[str, int]:
    """Return how many answers of the reference store there are, and what they rest on.

    Results that a campaign of goals measured were put into the store to answer these very goals.
    """
    answers = [told for told in tried.values() if _is_answered(told)]
    return {
        "answers": len(answers),
        "for_goals": sum(told.get("campaign") == _CAMPAIGN for told in answers),
    }


def _commands(tried: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the commands took that asked the reference store alone, and which took long."""
    return {
        "asked": len(tried),
        "target": f"{_SOON_S:g} s",
        "seconds": f"{sum(told['seconds'] for told in tried.values()):.0f} s",
        "cpu": f"{sum(told['cpu_s'] for told in tried.values()):.0f} s",
        "late": [
            f"{name} ({_time(told['seconds'])}, {_time(told['cpu_s'])} of processor time)"
            for name, told in tried.items()
            if told["seconds"] > _SOON_S
        ],
    }


def _is_first_look(told: Mapping[str, Any]) -> bool:
    """Return whether an answer rests on one placer seed."""
    return _is_answered(told) and told.get("n_seeds") == 1


def _line(
    setting: Setting,
    tried: Mapping[str, Any],
    best: Mapping[str, Any],
    cases: Sequence[GoalCase],
) -> list[str]:
    asked = {case.name: tried[case.name] for case in cases if case.name in tried}
    many = f"{len(asked)} of {len(cases)}"
    if not asked:
        return [_ABOUT[setting], many, *[_OPEN] * 6, _TARGETS[setting]]
    answered = {name: told for name, told in asked.items() if _is_answered(told)}
    small = [
        told["first_s"]
        for name, told in answered.items()
        if is_small(devices.load(told["asked"]["device"]))
    ]
    losses = [
        loss for name, told in answered.items() if (loss := _regret(name, told, best)) is not None
    ]
    return [
        _ABOUT[setting],
        many,
        f"{len(answered)} ({len(answered) / len(asked):.0%})",
        _time(median(told["first_s"] for told in answered.values()) if answered else None),
        _time(max(small, default=None)),
        _time(max(told["cpu_s"] for told in asked.values())),
        _share(median(losses) if losses else None),
        _share(max(losses, default=None)),
        _TARGETS[setting],
    ]


def _cell(told: Mapping[str, Any] | None, best: Mapping[str, Any], case: GoalCase) -> str:
    """Return what came of a goal in a setting: the design, the time to it, its regret."""
    if told is None:
        return _OPEN
    if not told["label"]:
        return "none" if told["complete"] else "none yet"
    value = DASH if told["value"] is None else f"{told['value']:,.4g}"
    design = f"{told['label']} ({value})"
    if not _is_answered(told):
        return f"{design}, netlist not verified"
    when = _time(told["first_s"])
    loss = _share(_regret(case.name, told, best)) if told[PRESENT] else _OLDER
    return f"{design}, {when}, {loss}"


def misses_at_slowest(goal: Mapping[str, Any]) -> bool:
    """Return whether the answer to a goal keeps its limits by its median clock alone.

    What has a clock in it goes with that of the slowest seed then; other figures stay.
    """
    if goal["pick"] is None:
        return False
    row = read_row(goal["pick"])
    if not row.fmax_mhz or row.fmax_routed_min is None:
        return False
    return not _keeps(goal, row, row.fmax_mhz, row.fmax_routed_min)


def is_seedless(goal: Mapping[str, Any]) -> bool:
    """Return whether the answer to a goal has several seeds and not the clock of each."""
    row = None if goal["pick"] is None else read_row(goal["pick"])
    return row is not None and row.n_seeds > 1 and not row.fmax_routed_seeds


def seeds_that_keep(goal: Mapping[str, Any]) -> str:
    """Return how many seeds of the answer to a goal keep all limits; empty if it is not known."""
    row = read_row(goal["pick"])
    clocks = row.fmax_routed_seeds
    if not row.fmax_mhz or not clocks:
        return ""
    kept = sum(_keeps(goal, row, row.fmax_mhz, clock) for clock in clocks)
    return f"{kept} of {len(clocks)} seeds keep all limits"


def _keeps(goal: Mapping[str, Any], row: Row, usable: float, clock: float) -> bool:
    """Return whether a row with another clock, in MHz, keeps the limits of a goal."""
    # Above the device's limit they are one clock.
    limit_mhz = row.clock_limit_mhz
    share = (clock if limit_mhz is None else min(clock, limit_mhz)) / usable
    other = row.model_copy(
        update={
            name: value * share if AIMS[name] else value / share
            for name in CLOCKED
            if (value := getattr(row, name)) is not None
        }
    )
    return not any(limit.miss(other) for limit in read_goal(goal).limits)


def _is_answered(told: Mapping[str, Any]) -> bool:
    return bool(told["answer"] == State.VERIFIED.value and told["first_s"] is not None)


def _regret(name: str, told: Mapping[str, Any], best: Mapping[str, Any]) -> float | None:
    known = best.get(name) if told[PRESENT] else None
    return regret(read_goal(told["asked"]), told["value"], known and known["value"])


def _time(seconds: float | None) -> str:
    if seconds is None:
        return DASH
    return f"{seconds:.1f} s" if seconds < 60 else duration(seconds)


def _share(share: float | None) -> str:
    return DASH if share is None else f"{share:.1%}"
