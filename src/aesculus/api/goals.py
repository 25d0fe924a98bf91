"""From what a user wrote to a goal."""

from aesculus import units
from aesculus.catalogue import AIMS, CLOCKED, FIGURES, IN_SLICES, named, typed
from aesculus.errors import InputError
from aesculus.families import Device
from aesculus.search.goals import Goal, Limit, Objective


def goal_of(
    target: Device,
    *,
    at_least: str | None,
    at_most: str | None,
    counts: dict[str, int | None],
    minimise: str | None,
    maximise: str | None,
) -> Goal:
    """Return a goal.

    Args:
        target: the device.
        at_least: throughput.
        at_most: latency.
        counts: figure to the most that it may be.
        minimise: figure to make small.
        maximise: figure to make large.

    Raises:
        InputError: a text cannot be read, or the device cannot have what is asked.
    """
    limits = _limits(at_least, at_most, counts)
    objective = _objective(
        minimise,
        maximise,
        rate_asked=bool(at_least or at_most),
        default="blocks_per_cycle" if target.area_only else "throughput_gbps",
    )
    goal = Goal(tuple(limits), objective)
    _check_had(target, goal)
    return goal


def _check_had(target: Device, goal: Goal) -> None:
    """Refuse figures that no design has on a device."""
    lacks = {
        f"no open router knows {target.name}, so it has no clock": (
            CLOCKED if target.area_only else frozenset()
        ),
        f"area on {target.name} is not counted in slices": (
            IN_SLICES if target.slice is None else frozenset()
        ),
    }
    for why, figures in lacks.items():
        asked = [figure for figure in goal.figures if figure in figures]
        if asked:
            legal = [name for name in AIMS if not any(name in n for n in lacks.values())]
            names, known = (", ".join(map(typed, each)) for each in (asked, legal))
            raise InputError(f"{names}: {why}; legal there: {known}")


_MOST = 2**53
"""The largest count that is compared exactly; no device comes near."""


def _limits(
    throughput: str | None, latency: str | None, counts: dict[str, int | None]
) -> list[Limit]:
    found = []
    if throughput is not None:
        text = f"throughput at least {throughput}"
        found.append(Limit("throughput_gbps", units.gbps(throughput), text))
    if latency is not None:
        text = f"latency at most {latency}"
        found.append(Limit("latency_ns", units.nanoseconds(latency), text))
    for figure, limit in counts.items():
        if limit is not None:
            if limit > _MOST:
                raise InputError(f"{typed(figure)} at most {limit}; legal: 0 to {_MOST}")
            found.append(Limit(figure, limit, f"at most {limit} {FIGURES[figure].unit}"))
    return found


def _objective(
    minimise: str | None, maximise: str | None, *, rate_asked: bool, default: str
) -> Objective:
    if minimise is not None and maximise is not None:
        raise InputError("--min and --max exclude each other: one figure decides")
    if minimise is None and maximise is None:
        return Objective("area_luts", False) if rate_asked else Objective(default, True)
    name = _figure(minimise or maximise or "")
    if AIMS[name] == (minimise is not None):
        option, other = ("--min", "--max") if minimise is not None else ("--max", "--min")
        raise InputError(f"{option} {minimise or maximise} asks for the worst design: use {other}")
    return Objective(name, maximise is not None)


def _figure(text: str) -> str:
    try:
        return named(text).name
    except ValueError as error:
        raise InputError(str(error)) from None
