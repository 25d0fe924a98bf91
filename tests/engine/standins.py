"""Stages that give stand-in figures: plausible ones, so that a search has something to find."""

import hashlib
from fractions import Fraction
from pathlib import Path

from aesculus.engine.task import Task
from aesculus.records import Stage, StageOutcome
from engine.fakes import Fakes, good
from search_tables import standin_figures

DEVICE = "LFE5U-25F-6"
SPACE = "ecp5-iterative"


def standin(task: Task, _workdir: Path | None = None) -> StageOutcome:
    """Return what a stage would tell of a point if it had the figures of `search_tables`."""
    figures = standin_figures(task.point, clock=True)
    outcome = good(task)
    told: dict[str, object] = {}
    if task.stage in {Stage.VERIFY, Stage.VERIFY_NETLIST}:
        rate = Fraction(figures["blocks_per_cycle"]).limit_denominator(100)
        told["blocks_per_cycle"] = f"{rate.numerator}/{rate.denominator}"
        told["latency_cycles"] = round(figures["latency_cycles"])
    elif task.stage is Stage.SYNTH:
        told |= {name: round(figures[name]) for name in ("lut_count", "ff_count", "bram_count")}
    else:
        noise = hashlib.sha256(f"{task.point.label} {task.seed}".encode()).digest()[0] / 255 - 0.5
        told["fmax_routed_mhz"] = figures["fmax_routed_mhz"] * (1 + 0.06 * noise)
    return outcome.model_copy(update={"metrics": {**outcome.metrics, **told}})


class StandIns(Fakes):
    """`Fakes` with stand-in figures."""

    def __init__(self) -> None:
        super().__init__(good=standin)
