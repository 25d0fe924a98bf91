"""Switching of designs that differ in one technique each: which of the papers' costs energy."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aesculus import metrics
from aesculus.defaults import ROUTED_DEVICE
from aesculus.design import parse_build
from aesculus.engine.eligible import present
from aesculus.engine.engine import told
from aesculus.engine.plan import Want, distinct
from aesculus.engine.session import run_wants
from aesculus.errors import RunError
from aesculus.families import devices
from aesculus.netlists.activity import RESTED, WORKLOADS
from aesculus.pages import DASH
from aesculus.records import Stage
from aesculus.studies.study import RunOptions, Study


@dataclass(frozen=True)
class Step:
    """A technique: a design with it beside one without.

    Attributes:
        technique: what is done.
        papers: which papers do it.
        before: label of the design without it.
        after: label of the design with it.
    """

    technique: str
    papers: str
    before: str
    after: str


STEPS = (
    Step("S-boxes in distributed ROM, not block RAM", "Zambreno, short", "UF1-PP0B", "UF1-PP0D"),
    Step("S-boxes in logic, not distributed ROM", "Zambreno, Farooq", "UF1-PP0D", "UF1-PP0L"),
    Step("S-boxes in a tower field, not table logic", "Järvinen", "UF1-PP0L", "UF1-PP0T"),
    Step("the whole cipher in the tower field", "Järvinen", "UF1-PP0T", "UF1-PP0F"),
    Step("unrolled twice without registers", "Zambreno", "UF1-PP0T", "UF2-PP0T"),
    Step("unrolled twice with a register a round", "Zambreno, ASU", "UF1-PP0B", "UF2-PP1B"),
    Step("a register behind SubBytes", "Zambreno, ASU", "UF1-PP0B", "UF1-PP2B"),
    Step("three registers a round, tower field", "Zambreno, ASU", "UF1-PP0T", "UF1-PP3T"),
    Step("two lanes under one key", "short", "UF1-PP2B", "RF2-UF1-PP2B"),
    Step("two copies", "ASU", "UF1-PP2B", "RF2S-UF1-PP2B"),
    Step("keys expanded first and stored", "Farooq", "UF1-PP0B", "UF1-PP0B-STORED"),
)

ISOLATED = ("UF1-PP0T", "UF1-PP2B", "UF2-PP1B", "UF1-PP0T-W32", "UF1-PP0P-W8")
"""Designs that are compared at rest with the same ones with an isolated entry."""

_SURE = 1 - 0.05 / len(STEPS)
"""Of one interval, so that all of them together are as sure as 95 % (Bonferroni)."""

LABELS = tuple(
    dict.fromkeys(
        [
            *(label for step in STEPS for label in (step.before, step.after)),
            *(label for plain in ISOLATED for label in (plain, f"{plain}-ISO")),
        ]
    )
)


class Energy(Study[RunOptions]):
    """The study."""

    name = "energy"
    doc = "Switching for a block: designs that differ in one technique of the papers each."
    options = RunOptions

    def run(self, options: RunOptions) -> None:
        """Measure the designs and write their switching.

        Raises:
            RunError: some of them are not complete.
        """
        device = devices.load(ROUTED_DEVICE)
        points = [parse_build(label) for label in LABELS]
        stages = (Stage.VERIFY_NETLIST, Stage.ACTIVITY)
        wants = [Want(point, stage, device) for point in points for stage in stages]
        with options.opened() as (store, how):
            summary = run_wants(store, distinct(wants), how)
            labels = [point.label for point in points]
            measured = present(metrics.checked(store, device=device.name, labels=labels))
        found = {row.label: row for row in measured}
        rows = [found[point.label] for point in points if point.label in found]
        body = {
            **self.head(),
            "device": device.name,
            "rows": [row.model_dump(mode="json") for row in rows],
        }
        self.write(options.out, body)
        self.say_where(options.out, f"{told(summary)}.")
        known = {row.label for row in rows if row.switching_per_block and row.netlist_verified}
        missing = [point.label for point in points if point.label not in known]
        if missing:
            raise RunError(f"not complete yet: {', '.join(missing)}")

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return a line a technique, a line an isolated entry and a line a design."""
        rows = {row["label"]: row for row in body["rows"]}
        parts = sorted({part for row in rows.values() for part in row["switching_by_part"]})
        return {
            "parts": parts,
            "steps": [
                (
                    *(step.technique, step.papers, step.before, step.after),
                    *(ratio(rows, step), *judged(rows, step)),
                )
                for step in STEPS
            ],
            "workloads": WORKLOADS,
            "isolated": [isolation(rows, plain) for plain in ISOLATED],
            "rested": RESTED,
            "designs": [
                [
                    label,
                    *(_figure(row["switching_by_part"].get(part)) for part in parts),
                    _figure(row["switching_per_block"]),
                    *(_figure(row[name]) for name in ("area_luts", "ff_count", "bram_count")),
                ]
                for label, row in rows.items()
            ],
        }


def ratio(rows: Mapping[str, Any], step: Step) -> str:
    """Return by what a technique multiplies the switching for a block."""
    pair = [rows.get(label, {}).get("switching_per_block") for label in (step.before, step.after)]
    return f"{pair[1] / pair[0]:.2f}" if all(pair) else DASH


def judged(rows: Mapping[str, Any], step: Step) -> tuple[str, str]:
    """Return the interval of that factor over the workloads, and what follows from it.

    The designs pass workloads of the same words as far as their ports go, so these are compared in
    pairs: a t interval of logarithms, by which the factor is one of geometric means.
    """
    # It loads SciPy.
    from scipy.stats import ttest_1samp  # noqa: PLC0415

    before, after = (
        rows.get(label, {}).get("switching_workloads") or () for label in (step.before, step.after)
    )
    if len(before) != len(after) or len(before) <= 1 or not all((*before, *after)):
        return DASH, DASH
    apart = [math.log(new / old) for old, new in zip(before, after, strict=True)]
    found = ttest_1samp(apart, 0.0).confidence_interval(_SURE)
    low, high = (f"{math.exp(end):.3f}" for end in (found.low, found.high))
    # What is judged is what is shown.
    told = "less" if float(high) < 1 else "more" if float(low) > 1 else "undecided"
    return f"{low} to {high}", told


def isolation(rows: Mapping[str, Any], plain: str) -> tuple[str, ...]:
    """Return what an isolated entry saves at rest, and what it costs for a block and in tables."""
    pair = [rows.get(label, {}) for label in (plain, f"{plain}-ISO")]
    names = ("switching_at_rest", "switching_per_block", "area_luts")
    return (plain, *(_figure(row.get(name)) for name in names for row in pair))


def _figure(value: float | None) -> str:
    return DASH if value is None else f"{value:,.0f}"


STUDIES = (Energy(),)
