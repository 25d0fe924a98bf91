"""How well the analytic model predicts, for people."""

from typing import Any

from aesculus.pages import DASH


def quality_text(found: dict[str, Any]) -> str:
    """Return what `engine.model_quality.quality` tells as text."""
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
