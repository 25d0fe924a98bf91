"""What the papers leave to future work, and what came of it here, with the figures."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from aesculus.papers.compare import LEAST_SEEDS
from aesculus.papers.measured import Measured, Measurements
from aesculus.papers.published import Future, Paper

MISSING = "(not measured yet)"
"""Stands for an answer one of whose figures is not there."""

Figures = Callable[[Measurements, Path], dict[str, str]]


def answers(paper: Paper, rows: Iterable[object], results: Path) -> list[tuple[Future, str]]:
    """Return each piece of future work with its answer.

    Args:
        paper: the paper.
        rows: what is measured, as for `judge.judge`.
        results: folder of the other campaigns' figures; without them answers stay open.
    """
    measurements = Measurements(rows)
    return [(each, _answer(paper.id, each, measurements, results)) for each in paper.future]


def _answer(paper: str, each: Future, rows: Measurements, results: Path) -> str:
    if "{" not in each.answer:
        return each.answer
    try:
        return each.answer.format(**_FIGURES[paper, each.id](rows, results))
    except (LookupError, OSError):
        return MISSING


def _on(rows: Measurements, label: str, *, routed: bool) -> Measured:
    """Return a point's row on the routed device, or on the first that counts slices.

    Raises:
        LookupError: there is none.
    """
    found = [row for row in rows.of(label) if (row.slice_estimate is None) == routed]
    counted = [row for row in found if row.lut_count is not None]
    if not counted:
        raise LookupError(label)
    return counted[0]


def _count(value: float | None) -> float:
    if value is None:
        raise LookupError("a figure")
    return value


def _less(new: float, old: float) -> str:
    return f"{1 - new / old:.0%}".replace("%", " %")


def _known_key(rows: Measurements, _results: Path) -> dict[str, str]:
    found = {}
    for name, label in (("small", "UF1-PP0B"), ("large", "UF10-PP2B")):
        plain = _on(rows, label, routed=True)
        fixed = _on(rows, f"{label}-FIXED", routed=True)
        found[f"{name}_luts"] = _less(_count(fixed.area_luts), _count(plain.area_luts))
        found[f"{name}_brams"] = f"{_count(plain.bram_count) - _count(fixed.bram_count):g}"
    plain, fixed = (_on(rows, label, routed=False) for label in ("UF10-PP3D", "UF10-PP3D-FIXED"))
    found["large_slices"] = _less(_count(fixed.slice_estimate), _count(plain.slice_estimate))
    return found


def _fewest_ones(_rows: Measurements, results: Path) -> dict[str, str]:
    study: dict[str, Any] = json.loads((results / "basis.json").read_text(encoding="utf-8"))
    fewest = study["fewest"]["whole_encrypt"]
    return {
        "ones": str(fewest["ones"]),
        "bases": f"{study['bases']:,}",
        "published": str(fewest["paper"]),
    }


def _slices(rows: Measurements, label: str) -> float:
    return _count(_on(rows, label, routed=False).slice_estimate)


def _longer_keys(rows: Measurements, _results: Path) -> dict[str, str]:
    labels = {128: "UF10-C911F-IN2", 192: "AES192-UF12-C911F-IN2", 256: "AES256-UF14-C911F-IN2"}
    return {f"slices_{bits}": f"{_slices(rows, label):,.0f}" for bits, label in labels.items()}


def _both(rows: Measurements, _results: Path) -> dict[str, str]:
    one = "UF10-C911F-IN2"
    alone = _slices(rows, one)
    labels = {"both": f"AES128ED-{one}", "last": f"AES128ED-{one}-LAST"}
    return {name: f"{_slices(rows, label) / alone:.2f} times" for name, label in labels.items()}


_PIPELINE = "UF10-C5dfT-G5ac"


def _sub_pipelining(rows: Measurements, results: Path) -> dict[str, str]:
    study = json.loads((results / "headline.json").read_text(encoding="utf-8"))
    row = next(row for row in study["rows"] if row["label"] == _PIPELINE)
    plain = _on(rows, "UF10-PP2B", routed=True)
    # A clock of one seed stands beside no median.
    other = f"open until it is routed with {LEAST_SEEDS} seeds"
    if len(plain.samples("efficiency")) >= LEAST_SEEDS:
        other = (
            f"{_count(plain.value('efficiency')):.2f} and "
            f"{_count(plain.value('efficiency_lut_ff')):.2f}, with {_count(plain.bram_count):g} "
            "block RAMs beside"
        )
    own = Measured.read({"device": "", **row})
    return {
        "label": f"`{_PIPELINE}`",
        "efficiency": f"{_count(own.value('efficiency')):.2f}",
        "both": f"{_count(own.value('efficiency_lut_ff')):.2f}",
        "plain": other,
    }


_FIGURES: dict[tuple[str, str], Figures] = {
    ("zambreno2004", "known-key"): _known_key,
    ("jarvinen2003", "fewest-ones"): _fewest_ones,
    ("jarvinen2003", "longer-keys"): _longer_keys,
    ("jarvinen2003", "reconfiguration"): _both,
    ("asu", "sub-pipelining"): _sub_pipelining,
}
