"""Times are estimated from the first run on, by what the committed campaigns recorded."""

import json
import math
from dataclasses import replace
from pathlib import Path
from statistics import median

import numpy as np
import pytest

from aesculus.design import parse_build
from aesculus.engine.estimate import _Pace
from aesculus.engine.reference import known
from aesculus.engine.reference.entries import read
from aesculus.engine.timing import ANY, Line, expected, lines, mode_of
from aesculus.records import Stage
from aesculus.studies.reference import times

ROOT = Path(__file__).parents[2]


def _each_line() -> list[tuple[Stage, str, Line]]:
    return [(s, family, line) for s, found in lines().items() for family, line in found.items()]


def test_the_lines_that_come_along_are_those_of_the_reference_store() -> None:
    runs = times.enough_runs(known())
    cores = {
        (stage, family): sum(mode_of(run[0]) is None for run in each)
        for stage, families in times.runs_by_stage(known()).items()
        for family, each in families.items()
    }
    have_own = {(stage, family) for stage, family, _ in _each_line() if family != ANY}
    assert have_own == {key for key, number in cores.items() if number >= 40 and key[1] != ANY}
    assert all(ANY in families for families in lines().values())
    for stage, family in ((Stage.VERIFY, ""), (Stage.ROUTE, "ecp5"), (Stage.ROUTE, "nexus")):
        made, have = times.fit_families(stage, runs[stage])[family], lines()[stage][family]
        assert made.runs == have.runs
        assert made.at == pytest.approx(have.at, rel=1e-4)
        assert made.sizes == pytest.approx(have.sizes, rel=1e-4)
        assert made.weights == pytest.approx(have.weights, rel=1e-3, abs=1e-5)
        assert made.modes == pytest.approx(have.modes, rel=1e-4)


def test_products_alone_give_no_line() -> None:
    counts = {"lut_count": 1000.0, "ff_count": 500.0}
    product, core = (parse_build(text) for text in ("CTR.UF1-PP1D", "UF1-PP1D"))
    assert not times.enough([(product, counts, 10.0)] * 100 + [(core, counts, 5.0)] * 6)
    assert times.enough([(core, counts, 5.0)] * 40)


def test_runs_that_lie_on_a_line_give_one() -> None:
    # Without errors their weights were all naught: "Singular matrix".
    run: times.Run = (parse_build("UF1-PP1D"), {"lut_count": 1000.0, "ff_count": 500.0}, 5.0)
    assert times.fit(Stage.SYNTH, [run] * 40).seconds(Stage.SYNTH, *run[:2]) == pytest.approx(5.0)


def _own_lines() -> list[tuple[Stage, str, Line]]:
    """Without those of all families, where a stage has others: families differ by much more."""
    found = lines()
    return [each for each in _each_line() if each[1] != ANY or len(found[each[0]]) == 1]


def test_runs_that_were_held_out_took_about_what_was_expected() -> None:
    for _, _, line in _own_lines():
        assert line.median_error <= 0.25
        assert line.within_two >= 0.9


def test_larger_designs_are_expected_from_smaller_ones() -> None:
    # What is asked for is often larger than all that was recorded.
    runs = times.enough_runs(known())
    for stage, family, line in _own_lines():
        error, within = times.larger(stage, runs[stage][family])
        assert error <= 0.25
        assert within >= 0.9
        assert (line.larger_median_error, line.larger_within_two) == pytest.approx(
            (error, within), rel=1e-3
        )


def test_a_family_has_its_own_time() -> None:
    # One line for all expected a third of what LIFCL-40 takes, and with it in, too much of others.
    point, counts = parse_build("UF1-PP1D"), {"lut_count": 4000.0, "ff_count": 500.0}

    def seconds(device: str) -> float:
        found = expected(Stage.ROUTE, point, counts, device=device)
        assert found is not None
        return found

    assert seconds("LIFCL-40-9") > 1.5 * seconds("LFE5U-25F-6")
    # Of routes on these too little is known for a line.
    for device in ("CCGM1A1", "SOMEBODYS-OWN", ""):
        assert seconds(device) == lines()[Stage.ROUTE][ANY].seconds(Stage.ROUTE, point, counts)


def test_a_pipeline_is_expected_to_take_what_its_size_says() -> None:
    # All that synthesis was learnt from has at most 18 slots: a line through them alone promised
    # 2 h for 90 slots (67 s), and 20 days for two lanes of it.
    one, two = (parse_build(text) for text in ("UF10-C5dfT-G5ac", "RF2-UF10-C5dfT-G5ac"))
    seconds = expected(Stage.SYNTH, one, device="LFE5U-85F-8")
    assert seconds is not None
    assert 67 / 2 < seconds < 67 * 2
    larger = expected(Stage.SYNTH, two, device="LFE5U-85F-8")
    assert larger is not None
    assert seconds < larger < 3 * seconds


def test_nothing_takes_less_for_being_larger() -> None:
    for _, _, line in _each_line():
        assert min(line.sizes) >= 0
        assert line.lowest <= line.highest


def test_a_mode_has_its_own_time() -> None:
    core, mode = (expected(Stage.VERIFY, parse_build(f"{m}UF1-PP0L")) for m in ("", "GCM."))
    assert core is not None
    assert mode is not None
    # 15,750 published messages.
    assert mode > 5 * core
    line = replace(lines()[Stage.VERIFY][""], modes={"CBC": 2.0, "CTR": 3.0, "OFB": 7.0})
    seconds = {
        m: line.seconds(Stage.VERIFY, parse_build(f"{m}UF1-PP0L")) for m in ("", "CBC.", "GCM.")
    }
    assert seconds["CBC."] == pytest.approx(2 * seconds[""])
    assert seconds["GCM."] == pytest.approx(3 * seconds[""])


def test_what_a_mode_brings_is_known_on_every_family() -> None:
    # Products were timed on one family alone: on all others GCM was to take what its core does.
    for stage in (Stage.VERIFY, Stage.SYNTH):
        told = [line.modes for line in lines()[stage].values()]
        assert told[0]
        assert all(modes == told[0] for modes in told)
    for device in ("LFE5U-85F-8", "ICE40HX8K", "LIFCL-40-9", "GW2A-18"):
        core, mode = (
            expected(Stage.SYNTH, parse_build(f"{around}UF1-PP3B"), device=device)
            for around in ("", "GCM.")
        )
        assert core is not None
        assert mode is not None
        assert mode > 5 * core


def test_a_family_without_times_is_expected_by_the_others() -> None:
    # Families differ, and what a run takes is learnt soon; the start is right within a few times.
    for stage in (Stage.SYNTH, Stage.ROUTE):
        line = lines()[stage][ANY]
        assert line.median_error <= 0.4
        assert line.within_two >= 0.7


def test_simulations_are_expected_once_the_machine_is_known() -> None:
    # In the order in which they were run: the machine had more to do at first than later.
    body = json.loads((ROOT / "benchmarks/results/verify-space.json").read_text("utf-8"))
    timed = read(ROOT / "benchmarks/records/verify-space-times.csv.gz")
    taken = {entry.label: entry.seconds[Stage.VERIFY.value] for entry in timed}
    runs: list[times.Run] = [
        (parse_build(row["label"]), {}, taken[row["label"]]) for row in body["rows"]
    ]
    order = np.random.default_rng(0).permutation(len(runs))
    by_line: dict[int, Line] = {}
    for part in np.array_split(order, 10):
        out = set(part.tolist())
        line = times.fit(Stage.VERIFY, [run for n, run in enumerate(runs) if n not in out])
        by_line |= dict.fromkeys(out, line)
    pace = _Pace()
    errors = []
    for number, run in enumerate(runs):
        told = by_line[number].seconds(Stage.VERIFY, run[0])
        errors.append(math.log(told / run[2]) + pace.mean)
        pace.learn(math.log(run[2] / told))
    assert median(abs(math.exp(error) - 1) for error in errors) <= 0.25
    assert sum(abs(error) < math.log(2) for error in errors) >= 0.9 * len(errors)


def test_many_memories_make_a_route_long() -> None:
    # Ten rounds in block RAM took 2 to 5.5 minutes on LFE5U-85F where 19 to 34 s were expected.
    counts = {"lut_count": 3800.0, "ff_count": 5000.0, "bram_count": 100.0}
    ecp5 = "LFE5U-85F-8"
    seconds = expected(Stage.ROUTE, parse_build("UF10-PP3B"), counts, device=ecp5)
    assert seconds is not None
    assert 60 < seconds < 330
    without = {**counts, "bram_count": 0.0}
    few = expected(Stage.ROUTE, parse_build("UF10-PP3B"), without, device=ecp5)
    assert few is not None
    assert few < 40


def test_a_best_build_is_not_told_quicker_than_a_route() -> None:
    for label in ("UF1-PP2B", "UF10-C5dfT-G5ac"):
        for device in ("LFE5U-85F-8", "ICE40HX8K"):
            route, build = (
                expected(stage, parse_build(label), device=device)
                for stage in (Stage.ROUTE, Stage.CLOSE)
            )
            assert route is not None
            assert build is not None
            assert build >= route
