"""What is known of a goal's device: it answers the goal, and tells what its limits cost."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from aesculus.ciphers.aes.space import DesignPoint
from aesculus.design import parse_build
from aesculus.engine import reference
from aesculus.families import devices
from aesculus.metrics import Row
from aesculus.search import bounds
from aesculus.search.fixing import fixed_space, needed_of
from aesculus.search.goals import Answer, answer
from aesculus.search.goaltext import answer_object, row_object
from aesculus.studies.goals.cases import GoalCase

_MODE = "design.mode"


def measured(case: GoalCase) -> list[Row]:
    """Return all that is measured for a goal on its device, of the present core.

    Rows of other sources, flows or tools are none: nobody can build what they are of.
    """
    return able(reference.results(devices.load(case.device)), case.space, case.fix)


def able(rows: Iterable[Row], space: str, fixes: Sequence[str]) -> list[Row]:
    """Return the rows that do what a goal needs and have a place on their device."""
    needed = needed_of(fixed_space(space, fixes))
    inside = any(path == _MODE for path in needed)
    return [
        row
        for row in rows
        # What a space says nothing of has nothing around it.
        if (_MODE.removeprefix("design.") in row.design) == inside
        and all(_field(row, path) in values for path, values in needed.items())
        and all(
            (getattr(row, figure) or 0) <= most
            for figure, most in devices.load(row.device).most.items()
        )
    ]


def _field(row: Row, path: str) -> Any:
    name = path.removeprefix("design.")
    return row.design.get(name, getattr(DesignPoint(), name, None))


def _may(rows: Sequence[Row], case: GoalCase) -> tuple[Row, ...]:
    """Return the rows that no bound keeps from meeting a goal, whatever clock they will have."""
    device = devices.load(case.device)
    points = [parse_build(row.label) for row in rows]
    left = {point.label for point in bounds.able(points, device, case.goal.limits)}
    return tuple(row for row in rows if row.label in left)


def asks(case: GoalCase) -> dict[str, Any]:
    """Return what the file of the study says of a goal, whatever its answer is."""
    goal = answer_object(case.device, Answer(None), case.goal)
    return {
        "name": case.name,
        "about": case.about,
        "fix": list(case.fix),
        "space": case.space,
        **{field: goal[field] for field in ("device", "objective", "constraints")},
    }


def answered(case: GoalCase, rows: Sequence[Row]) -> dict[str, Any]:
    """Return the answer to a goal by what is known, for the file of the study.

    A design whose netlist is not verified is no answer. It tells what a limit costs all the same,
    and stands beside the answer if it would be a better one.

    Args:
        case: the goal.
        rows: see `measured`.
    """
    goal = case.goal
    found = answer([row for row in rows if row.netlist_verified], goal, beyond=rows)
    found = replace(found, untold=_may(found.untold, case))
    best = found.best
    # Of a point without the figure nobody knows whether it is better, nor how good it is.
    has = [row for row in rows if getattr(row, goal.objective.figure) is not None]
    kept = [row for row in has if all(limit.miss(row) == 0 for limit in goal.limits)]
    ahead = [row for row in kept if best is None or goal.objective.better(row, best)]
    return {
        **asks(case),
        **answer_object(case.device, found, goal),
        "netlist_not_verified": [row_object(r) for r in sorted(ahead, key=goal.objective.key)],
    }
