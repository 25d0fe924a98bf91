"""How well the analytic model predicts what a store has measured."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from aesculus import metrics
from aesculus.design import Build, parse_build
from aesculus.engine.jobs import Jobs
from aesculus.engine.session import first_pass_problem
from aesculus.engine.walk import figures_of
from aesculus.families import Device
from aesculus.search.errors import SearchError
from aesculus.store import Store

FOLDS = 5
_LEARNT = 100  # points from which intervals are learnt at most


def quality(store: Store, device: Device) -> dict[str, Any]:
    """Return error and rank correlation of every figure, on points that the fit did not see.

    Only designs with verified RTL count, those of the present RTL sources if there are any.

    Raises:
        SearchError: the store has too few of them.
    """
    # It loads scipy.
    from aesculus.search.model import held_out  # noqa: PLC0415

    rows = [r for r in metrics.rows(store, device=device.name, verified=True) if r.lut_count]
    # Sources change figures: those of the present ones are judged, if there are any.
    present = Jobs().rtl_digests
    rows = [row for row in rows if row.rtl_digest in present] or rows
    if len(rows) < FOLDS:
        raise SearchError(
            f"{len(rows)} measured points on {device.name}: at least {FOLDS} to judge the model"
        )
    points = [parse_build(row.label) for row in rows]
    measured = [figures_of(row) for row in rows]
    found = held_out(device, points, measured, folds=FOLDS)
    return {
        "device": device.name,
        "points": len(rows),
        "folds": FOLDS,
        "figures": {
            each.figure: {
                "points": each.points,
                "median_error": each.median_error,
                "worst_error": each.worst_error,
                "spearman": None if math.isnan(each.spearman) else each.spearman,
            }
            for each in found
        },
        "intervals": _intervals(device, points, measured),
    }


def _intervals(
    device: Device, points: Sequence[Build], measured: Sequence[Mapping[str, float]]
) -> dict[str, Any]:
    """Return how often intervals of 90 % hold what was not learnt, by figure."""
    # It loads scikit-learn.
    from aesculus.search.calibration import LEVEL, coverage  # noqa: PLC0415

    problem = first_pass_problem(points, device)
    known = {problem.index[point]: each for point, each in zip(points, measured, strict=True)}
    learnt = min(_LEARNT, len(known) * (FOLDS - 1) // FOLDS)
    found = coverage(problem, known, learnt=learnt)
    return {
        "level": LEVEL,
        "learnt": learnt,
        "figures": {each.figure: {"held": each.held, "width": each.width} for each in found},
    }
