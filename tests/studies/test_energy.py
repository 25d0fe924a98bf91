"""The study of switching: a factor within the spread of its workloads is undecided."""

import pytest

from aesculus.pages import DASH
from aesculus.studies.energy.study import Step, judged, ratio

_STEP = Step("a technique", "a paper", "OLD", "NEW")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ([100.0, 101.0, 99.0, 100.5, 99.5], [50.0, 50.6, 49.4, 50.3, 49.8], "less"),
        ([100.0, 101.0, 99.0, 100.5, 99.5], [120.0, 121.5, 118.9, 120.3, 119.6], "more"),
        # 1.5 % in the mean, and once less.
        ([100.0, 101.0, 99.0, 100.5, 99.5], [103.0, 100.0, 101.0, 103.0, 100.5], "undecided"),
    ],
)
def test_a_factor_is_judged_by_its_workloads(
    before: list[float], after: list[float], told: str
) -> None:
    rows = {"OLD": {"switching_workloads": before}, "NEW": {"switching_workloads": after}}
    interval, verdict = judged(rows, _STEP)
    low, high = map(float, interval.split(" to "))
    assert verdict == told
    assert low < sum(after) / sum(before) < high
    assert (low < 1 < high) == (told == "undecided")


def test_without_workloads_nothing_is_judged() -> None:
    rows: dict[str, dict[str, object]] = {
        "OLD": {"switching_workloads": [5.0, 6.0], "switching_per_block": 5.5},
        "NEW": {"switching_workloads": [], "switching_per_block": 11.0},
    }
    assert ratio(rows, _STEP) == "2.00"
    assert judged(rows, _STEP) == (DASH, DASH)
    assert judged({}, _STEP) == (DASH, DASH)
