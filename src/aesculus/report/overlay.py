"""The points of the papers as the report shows them: as pictures of their own, and beside ours."""

from collections.abc import Iterable
from typing import Any

from aesculus import papers
from aesculus.design import LabelError, parse_build
from aesculus.metrics import BLOCK_BITS
from aesculus.papers.beside import Beside, beside
from aesculus.papers.judge import Judgement

_KEPT = ("fmax_mhz", "slices", "brams", "throughput_gbps", "latency_ns")


def area_of(found: Beside) -> tuple[float | None, str]:
    """Return a published area and its unit: slices, or LUTs and registers where these count."""
    raw = found.row.raw
    if "luts" in raw:
        return float(raw["luts"] + raw["regs"]), "LUT and registers"
    slices = found.row.figure("slices")
    return (None if slices is None else float(slices)), "slices"


def published_objects() -> list[dict[str, Any]]:
    """Return every published point of every paper, JSON-able.

    Each has `paper`, `name`, `device`, `label` (ours, empty for designs of others), `impossible`
    (why it cannot be built), `sbox`, `unit` of its area and `figures` under the names of ours:
    `blocks_per_cycle` and `latency_cycles` follow from what is published.
    """
    return [
        _object(paper, each) for paper in papers.ids() for each in beside(paper) if each.row.raw
    ]


def _object(paper: str, found: Beside) -> dict[str, Any]:
    printed = {name: found.row.figure(name) for name in _KEPT}
    values = {name: None if value is None else float(value) for name, value in printed.items()}
    area, unit = area_of(found)
    clock, rate, delay = values["fmax_mhz"], values["throughput_gbps"], values["latency_ns"]
    figures = {
        "fmax_mhz": clock,
        "throughput_gbps": rate,
        "latency_ns": delay,
        "bram_count": values["brams"],
        "slice_estimate": area,
        "blocks_per_cycle": 1000 * rate / clock / BLOCK_BITS if rate and clock else None,
        "latency_cycles": delay * clock / 1000 if delay and clock else None,
    }
    return {
        "paper": paper,
        "name": found.row.name,
        "device": found.row.device,
        "label": found.label if found.exact else "",
        "nearest": found.label if found.refused else "",
        "impossible": found.refused,
        "sbox": sbox_of(found.row.label),
        "unit": unit,
        "figures": {name: value for name, value in figures.items() if value is not None},
    }


def sbox_of(label: str) -> str:
    """Return the S-box that a label names, empty if none."""
    try:
        return str(parse_build(label).design.fields.get("sbox", "")) if label else ""
    except LabelError:
        return ""


def claim_objects(claims: Iterable[Judgement]) -> list[dict[str, Any]]:
    """Return claims with the labels of the designs that their verdicts rest on, JSON-able."""
    return [
        {
            "paper": claim.paper,
            "claim": claim.claim,
            "statement": claim.statement,
            "verdict": claim.verdict.value,
            "labels": sorted({row.row for row in claim.evidence if row.source != "published"}),
        }
        for claim in claims
    ]
