"""The Pareto set and its measures against their definitions, written out slowly."""

import itertools
import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aesculus.frontier.objectives import AREA_ONLY, KNOWN, ROUTED
from aesculus.frontier.pareto import costs, optimal, pareto
from aesculus.frontier.quality import adrs, hypervolume
from aesculus.metrics import Row

Points = list[tuple[int, ...]]


def clouds(low: int = 0, columns: tuple[int, int] = (1, 4)) -> st.SearchStrategy[Points]:
    return st.integers(*columns).flatmap(
        lambda width: st.lists(st.tuples(*[st.integers(low, 9)] * width), min_size=1, max_size=14)
    )


def like(points: Points) -> st.SearchStrategy[Points]:
    """Clouds with as many figures as that one."""
    return clouds(low=1, columns=(len(points[0]), len(points[0])))


def dominates(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    return a != b and all(x <= y for x, y in zip(a, b, strict=True))


@given(clouds())
def test_optimal_is_what_the_definition_says(points: Points) -> None:
    expected = [not any(dominates(a, b) for a in points) for b in points]
    assert optimal(points).tolist() == expected


@given(clouds(), st.randoms())
def test_the_order_of_points_does_not_matter(points: Points, random: object) -> None:
    turned = points[::-1]
    assert optimal(turned).tolist() == optimal(points).tolist()[::-1]


def test_a_missing_figure_is_never_optimal_and_dominates_nothing() -> None:
    assert optimal([[math.nan, 0.0], [1.0, 1.0], [2.0, 2.0]]).tolist() == [False, True, False]
    assert optimal(np.full((2, 2), np.nan)).tolist() == [False, False]
    assert optimal(np.empty((0, 3))).tolist() == []


def test_rows_are_compared_in_the_right_direction() -> None:
    rows = [
        Row(label=name, design={}, device="d", throughput_gbps=rate, lut_count=luts)
        for name, rate, luts in (
            ("small", 1.0, 100),
            ("bad", 1.0, 200),
            ("fast", 9.0, 900),
            ("same", 9.0, 900),
            ("none", None, 1),
        )
    ]
    best = pareto(rows, ("throughput_gbps", "lut_count"))
    assert [row.label for row in best] == ["small", "fast", "same"]
    assert [row.label for row in pareto(rows, ["throughput_gbps"])] == ["fast", "same"]


def test_objectives_are_checked_and_known_to_the_row() -> None:
    assert set(KNOWN) <= set(Row.model_fields)
    assert set(ROUTED) | set(AREA_ONLY) <= set(KNOWN)
    with pytest.raises(ValueError, match="unknown objective 'speed': legal are throughput_gbps"):
        pareto([], ["speed"])
    with pytest.raises(ValueError, match="no objective"):
        pareto([], [])
    row = SimpleNamespace(throughput_gbps=2.0, lut_count=None)
    line = costs([row], ["throughput_gbps", "lut_count"])[0]
    assert line[0] == -2.0
    assert math.isnan(line[1])


@given(clouds(columns=(1, 3)), st.integers(1, 9))
def test_hypervolume_counts_the_dominated_cells(points: Points, edge: int) -> None:
    width = len(points[0])
    cells = itertools.product(range(edge), repeat=width)
    count = sum(
        any(all(x <= c for x, c in zip(p, cell, strict=True)) for p in points) for cell in cells
    )
    assert hypervolume(points, [edge] * width) == pytest.approx(count)


def test_hypervolume_of_nothing_and_of_nonsense() -> None:
    assert hypervolume([], [1.0, 1.0]) == 0.0
    with pytest.raises(ValueError, match="infinite or missing"):
        hypervolume([[math.nan, 1.0]], [2.0, 2.0])


@given(clouds(low=1), st.data())
def test_adrs_follows_its_definition(points: Points, data: st.DataObject) -> None:
    other = data.draw(like(points))
    nearest = [
        min(max(max(0.0, (a - r) / r) for a, r in zip(p, q, strict=True)) for p in other)
        for q in points
    ]
    assert adrs(points, other) == pytest.approx(sum(nearest) / len(nearest))


@given(clouds(low=1), st.data())
def test_adrs_is_zero_for_a_superset_and_never_grows_with_points(
    a: Points, data: st.DataObject
) -> None:
    b = data.draw(like(a))
    assert adrs(a, a + b) == 0.0
    assert adrs(a, b) >= adrs(a, b + a[:1])


def test_adrs_of_maximised_and_of_zero_figures() -> None:
    # Throughput 10 wanted, 9 found at the same area: a loss of a tenth.
    assert adrs([[-10.0, 50.0]], [[-9.0, 50.0]]) == pytest.approx(0.1)
    assert adrs([[0.0, 5.0]], [[0.0, 6.0]]) == pytest.approx(0.2)
    with pytest.raises(ValueError, match="figure of 0"):
        adrs([[0.0, 5.0]], [[1.0, 5.0]])
    with pytest.raises(ValueError, match="has no points"):
        adrs([], [[1.0]])
    with pytest.raises(ValueError, match="2 objectives against 1"):
        adrs([[1.0, 1.0]], [[1.0]])
