"""The page of goals says of answers and limits what is known of the present core."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from aesculus.catalogue import FIGURES
from aesculus.families import devices
from aesculus.metrics import Row
from aesculus.search.goals import Goal, Limit, Objective, answer
from aesculus.search.goaltext import answer_object, met_lines, read_answer, read_row
from aesculus.studies.goals import known
from aesculus.studies.goals.cases import CASES
from aesculus.studies.goals.settings import carried
from aesculus.studies.goals.study import Goals, _is_as_now, _question
from aesculus.studies.goals.tables import PRESENT, misses_at_slowest

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "benchmarks/results"
BODY = json.loads((RESULTS / "goals.json").read_text(encoding="utf-8"))
PAGE = (RESULTS / "goals.md").read_text(encoding="utf-8")
ROWS = {case.name: known.measured(case) for case in CASES}


def measured(goal: dict[str, Any]) -> list[Row]:
    return ROWS[goal["name"]]


def test_the_page_is_of_the_present_core() -> None:
    assert BODY["known"] == carried()
    questions = {case.name: _question(case) for case in CASES}
    for tried in BODY["settings"].values():
        for name, told in tried.items():
            assert told[PRESENT] == _is_as_now(told, questions[name]), told["label"]
    assert Goals().page(BODY) == (RESULTS / "goals.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.name))
def test_the_page_is_what_is_known(case: Any) -> None:
    (told,) = (goal for goal in BODY["goals"] if goal["name"] == case.name)
    again = known.answered(case, ROWS[case.name])
    assert json.loads(json.dumps(again)) == told


@pytest.mark.parametrize("goal", BODY["goals"], ids=lambda goal: str(goal["name"]))
def test_an_answer_that_hangs_on_its_seeds_is_named(goal: dict[str, Any]) -> None:
    # Counted out here, without the code that made the page.
    pick = goal["pick"]

    def keeps(clock: float) -> bool:
        slow = {name: pick[name] for name in FIGURES if pick.get(name) is not None}
        if clock < pick["fmax_mhz"]:
            lanes = float(Fraction(pick["blocks_per_cycle_exact"]))
            slow["throughput_gbps"] = clock * lanes * 128 / 1000
            slow["latency_ns"] = pick["latency_cycles"] * 1000 / clock
        return all(
            (slow[limit["figure"]] >= limit["limit"])
            if limit["at_least"]
            else (slow[limit["figure"]] <= limit["limit"])
            for limit in goal["constraints"]
        )

    missed = bool(pick["fmax_routed_min"]) and not keeps(pick["fmax_routed_min"])
    assert missed == misses_at_slowest(goal)
    (line,) = (each for each in PAGE.split("\n\n") if "slowest of its seeds an answer" in each)
    assert missed == (goal["name"] in re.split(r"[\s,.:]+", line))
    if missed and (clocks := pick["fmax_routed_seeds"]):
        kept = sum(map(keeps, clocks))
        assert 0 < kept < len(clocks)
        assert f"{goal['name']} ({kept} of {len(clocks)} seeds keep all limits)" in line


@pytest.mark.parametrize("goal", BODY["goals"], ids=lambda goal: str(goal["name"]))
def test_no_measured_point_contradicts_what_is_said_of_a_limit(goal: dict[str, Any]) -> None:
    # Counted out here, without the code that made the page.
    figure, most = goal["objective"]["figure"], goal["objective"]["maximise"]
    pick = goal["pick"]

    def keeps(row: Row, limit: dict[str, Any]) -> bool:
        value = getattr(row, limit["figure"])
        if value is None:
            return False
        return bool(value >= limit["limit"] if limit["at_least"] else value <= limit["limit"])

    def ahead(row: Row, other: dict[str, Any]) -> bool:
        value = getattr(row, figure)
        return value is not None and (value > other[figure] if most else value < other[figure])

    def reaches(row: Row, limit: dict[str, Any]) -> bool:
        most = devices.load(goal["device"]).clock_limit_mhz
        if most is None or limit["figure"] not in {"throughput_gbps", "latency_ns"}:
            return True
        if limit["at_least"]:
            return bool((row.blocks_per_cycle or 0) * most * 128 / 1000 >= limit["limit"])
        return bool((row.latency_cycles or 0) * 1000 / most <= limit["limit"])

    for limit, said in zip(goal["constraints"], goal["binding"], strict=True):
        others = [each for each in goal["constraints"] if each is not limit]
        better = [
            row
            for row in measured(goal)
            if getattr(row, limit["figure"]) is not None
            and all(keeps(row, each) for each in others)
            and not keeps(row, limit)
            and ahead(row, pick)
        ]
        assert said["binds"] == bool(better), (limit["text"], [row.label for row in better])
        if better:
            assert not [row.label for row in better if ahead(row, said["without"])]
    # What lacks a figure is not compared: the page says so.
    limits = [(each["figure"], each) for each in goal["constraints"]]
    untold = {
        row.label
        for row in measured(goal)
        if ahead(row, pick)
        and any(getattr(row, name) is None for name, _ in limits)
        and all(keeps(row, each) for name, each in limits if getattr(row, name) is not None)
        # What no clock that the device has would bring there needs no route to be left out.
        and all(reaches(row, each) for _, each in limits)
    }
    assert untold == {each["label"] for each in goal["untold"]}


def row(label: str, luts: int, rate: float, rams: int = 0, seeds: int = 5) -> Row:
    return Row(
        label=label,
        design={},
        device="LFE5U-25F-6",
        lut_count=luts,
        throughput_gbps=rate,
        bram_count=rams,
        n_seeds=seeds,
    )


def test_what_lacks_a_figure_is_told_of() -> None:
    goal = Goal((Limit("throughput_gbps", 1.0, "rate"),), Objective("lut_count", maximise=False))
    pick = row("UF1-PP3B", 900, 1.5)
    smaller, larger = (
        row(label, luts, 1.0).model_copy(update={"throughput_gbps": None})
        for label, luts in (("UF1-PP2B", 800), ("UF2-PP2B", 1500))
    )
    found = answer([pick], goal, beyond=[pick, smaller, larger])
    assert found.untold == (smaller,)
    assert met_lines("LFE5U-25F-6", found, goal)[-1] == (
        "not compared, as throughput is not measured: 1 design, first UF1-PP2B with 800 logic LUT"
    )
    told = answer_object("LFE5U-25F-6", found, goal)
    again = read_answer(json.loads(json.dumps(told)))
    assert [each.label for each in again.untold] == [smaller.label]


def test_what_a_limit_costs_is_told_by_points_that_may_not_be_picked() -> None:
    goal = Goal(
        (Limit("lut_count", 4000, "luts"), Limit("bram_count", 0, "rams")),
        Objective("throughput_gbps", maximise=True),
    )
    pick = row("UF2-C501P", 3916, 2.88)
    larger, quicker = row("UF2-C525T", 4500, 4.87, seeds=1), row("UF1-PP2B", 1000, 3.5, rams=10)
    alone = answer([pick], goal)
    assert [each.binds for each in alone.bindings] == [False, False]
    assert alone.measured is None
    found = answer([pick], goal, beyond=[pick, larger, quicker])
    assert found.best == pick
    assert [each.without for each in found.bindings] == [larger, quicker]
    assert found.measured == 3


def test_what_is_better_and_keeps_all_limits_is_no_cost_of_any() -> None:
    goal = Goal((Limit("lut_count", 4000, "luts"),), Objective("throughput_gbps", maximise=True))
    pick, lucky = row("UF2-C501P", 3916, 2.88), row("UF2-C525T", 3900, 4.87, seeds=1)
    found = answer([pick], goal, beyond=[pick, lucky])
    assert [each.binds for each in found.bindings] == [False]


def test_the_goals_count_tables_used_as_memory() -> None:
    for case in CASES:
        figures = {case.goal.objective.figure, *(limit.figure for limit in case.goal.limits)}
        assert "lut_count" not in figures, case.name
    (case,) = (case for case in CASES if case.name == "2500-luts")
    (limit,) = case.goal.limits
    fifo = {"lut_count": 2400, "lutram_count": 200, "area_luts": None}
    told = row("UF1-PP0B", 2400, 1.0).model_dump(mode="json")
    assert limit.miss(read_row(told)) == 0
    assert limit.miss(read_row(told | fifo)) > 0


def test_a_netlist_that_is_not_verified_is_no_answer_and_tells_what_a_limit_costs() -> None:
    (case,) = (case for case in CASES if case.name == "2500-luts")
    sure = row("UF2-PP1B", 2000, 3.0).model_copy(update={"netlist_verified": True})
    quicker, larger = row("UF2-PP2B", 2400, 3.5), row("UF5-PP1B", 3000, 9.0)
    rows = [r.model_copy(update={"area_luts": r.lut_count}) for r in (sure, quicker, larger)]
    told = known.answered(case, rows)
    assert told["pick"]["label"] == "UF2-PP1B"
    (limit,) = told["binding"]
    assert (limit["binds"], limit["without"]["label"]) == (True, "UF5-PP1B")
    assert [each["label"] for each in told["netlist_not_verified"]] == ["UF2-PP2B"]
    # A point without the figure stood among them, and the page could not be written.
    unknown = row("UF2-PP3B", 2300, 3.6).model_copy(update={"throughput_gbps": None})
    nothing = known.answered(case, [*rows[1:], unknown])
    assert nothing["pick"] is None
    assert [each["label"] for each in nothing["netlist_not_verified"]] == ["UF2-PP2B"]


def test_no_design_is_named_where_the_goal_of_the_asu_report_is_looked_for() -> None:
    from aesculus.ciphers.aes.space import parse  # noqa: PLC0415
    from aesculus.search.designspace import DesignSpace  # noqa: PLC0415
    from aesculus.search.spacefile import load  # noqa: PLC0415

    (case,) = (case for case in CASES if case.name == "asu")
    space = load(case.space)
    assert not space.points
    (answered,) = (goal for goal in BODY["goals"] if goal["name"] == "asu")
    labels = {point.label for point in DesignSpace(space).points}
    assert parse(answered["pick"]["label"]).label in labels
