"""How well the analytic model predicts what a store has measured: `aesculus space --model`."""

import math
from typing import Any

from aesculus import metrics
from aesculus.ciphers.aes.space import DesignPoint
from aesculus.cli.output import DASH
from aesculus.devices import Device
from aesculus.engine import Jobs
from aesculus.engine.walk import figures_of
from aesculus.search import SearchError
from aesculus.store import Store

FOLDS = 5


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
    points = [DesignPoint.model_validate(row.design) for row in rows]
    found = held_out(device, points, [figures_of(row) for row in rows], folds=FOLDS)
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
    }


def text(found: dict[str, Any]) -> str:
    """Return the same for people."""
    lines = [
        f"analytic model on {found['device']}: {found['points']} measured points, "
        f"each predicted by a fit that did not see it ({found['folds']} parts)",
        f"{'figure':18}{'points':>8}{'Spearman':>10}{'median error':>14}{'worst':>9}",
    ]
    for name, told in found["figures"].items():
        rank = DASH if told["spearman"] is None else f"{told['spearman']:.3f}"
        error, worst = (f"{100 * told[key]:.1f} %" for key in ("median_error", "worst_error"))
        lines.append(f"{name:18}{told['points']:8}{rank:>10}{error:>14}{worst:>9}")
    return "\n".join(lines)
