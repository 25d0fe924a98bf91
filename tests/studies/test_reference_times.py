"""Times are estimated from the first run on, by what the committed campaigns recorded."""

import json
import math
from pathlib import Path
from statistics import median

import numpy as np
import pytest

from aesculus.design import parse_build
from aesculus.engine.estimate import _Pace
from aesculus.engine.reference import known
from aesculus.engine.timing import Line, expected, lines
from aesculus.records import Stage
from aesculus.studies.reference import times

ROOT = Path(__file__).parents[2]


def test_the_lines_that_come_along_are_those_of_the_reference_store() -> None:
    runs = times.runs_by_stage(known())
    assert set(lines()) == {stage for stage, each in runs.items() if len(each) >= 40}
    for stage in (Stage.VERIFY, Stage.ROUTE):
        made, have = times._line(stage, runs[stage]), lines()[stage]
        assert made.runs == have.runs
        assert made.at == pytest.approx(have.at, rel=1e-4)
        assert made.weights == pytest.approx(have.weights, rel=1e-3, abs=1e-5)
        assert made.squares == pytest.approx(have.squares, rel=1e-4)


@pytest.mark.parametrize("stage", [Stage.SYNTH, Stage.ROUTE])
def test_runs_that_were_held_out_took_about_what_was_expected(stage: Stage) -> None:
    line = lines()[stage]
    assert line.median_error <= 0.25
    assert line.within_two >= 0.9


def test_simulations_are_expected_once_the_machine_is_known() -> None:
    # In the order in which they were run: the machine had more to do at first than later.
    body = json.loads((ROOT / "benchmarks/results/verify-space.json").read_text("utf-8"))
    runs: list[times.Run] = [
        (parse_build(row["label"]), {}, row["seconds"]) for row in body["rows"]
    ]
    order = np.random.default_rng(0).permutation(len(runs))
    by_line: dict[int, Line] = {}
    for part in np.array_split(order, 10):
        out = set(part.tolist())
        line = times._line(Stage.VERIFY, [run for n, run in enumerate(runs) if n not in out])
        by_line |= dict.fromkeys(out, line)
    pace = _Pace()
    errors = []
    for number, run in enumerate(runs):
        told = times._expected(by_line[number], Stage.VERIFY, run)
        errors.append(math.log(told / run[2]) + pace.mean)
        pace.learn(math.log(run[2] / told))
    assert median(abs(math.exp(error) - 1) for error in errors) <= 0.25
    assert sum(abs(error) < math.log(2) for error in errors) >= 0.9 * len(errors)


def test_many_memories_make_a_route_long() -> None:
    # Ten rounds in block RAM took 2 to 5.5 minutes on LFE5U-85F where 19 to 34 s were expected.
    counts = {"lut_count": 3800.0, "ff_count": 5000.0, "bram_count": 100.0}
    seconds = expected(Stage.ROUTE, parse_build("UF10-PP3B"), counts)
    assert seconds is not None
    assert 60 < seconds < 330
    few = expected(Stage.ROUTE, parse_build("UF10-PP3B"), {**counts, "bram_count": 0.0})
    assert few is not None
    assert few < 40
