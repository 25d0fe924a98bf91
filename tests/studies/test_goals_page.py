"""The page of goals says of limits what all that is committed says."""

import json
from pathlib import Path
from typing import Any

import pytest

from aesculus.metrics import Row
from aesculus.search.goals import Goal, Limit, Objective, answer
from aesculus.search.goaltext import read_row
from aesculus.studies.goals import known
from aesculus.studies.goals.cases import CASES, SPACE
from aesculus.studies.goals.study import Goals, told_by_all

ROOT = Path(__file__).parents[2]
RESULTS, TABLES = ROOT / "benchmarks/results", ROOT / "benchmarks/search"
BODY = json.loads((RESULTS / "goals.json").read_text(encoding="utf-8"))


def measured(goal: dict[str, Any]) -> list[Row]:
    device = goal["device"]
    rows = known.on_page(BODY, device) + known.in_spaces(TABLES, device)
    rows += known.in_results(RESULTS, device)
    return known.able(known.together(rows), goal.get("space", SPACE), goal["fix"])


def test_the_page_is_what_all_committed_figures_give() -> None:
    again = told_by_all(BODY, TABLES, RESULTS)
    # Rows may have gained fields since.
    for goal, before in zip(again["goals"], BODY["goals"], strict=True):
        assert goal["measured"] == before["measured"]
        assert [each["binds"] for each in goal["binding"]] == [
            each["binds"] for each in before["binding"]
        ]
    assert Goals().page(again) == (RESULTS / "goals.md").read_text(encoding="utf-8")


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


def test_a_row_of_a_paper_keeps_its_tables_used_as_memory(tmp_path: Path) -> None:
    (tmp_path / "papers").mkdir()
    counts = {"lut_count": 900, "lutram_count": 64, "ff_count": 700}
    measured = [{"label": "UF1-PP0B", "device": "X", **counts}]
    (tmp_path / "papers/asu.json").write_text(json.dumps({"measured": measured}), encoding="utf-8")
    (found,) = known.in_results(tmp_path, "X")
    assert (found.area_luts, found.lut_count, found.lutram_count) == (964, 900, 64)


def test_the_row_with_most_seeds_stands_for_a_point() -> None:
    once, often = row("UF1-PP0B", 990, 1.0, seeds=1), row("UF1-PP0B", 990, 0.9, seeds=5)
    assert known.together([once, often, once]) == [often]


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
