"""Picking against a search by hand over random rows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aesculus.metrics import Row
from aesculus.search.goals import Goal, Limit, Objective, answer
from aesculus.search.goaltext import line, missed_lines


def _row(index: int, rate: float, luts: int, brams: int) -> Row:
    return Row(
        label=f"P{index}",
        design={},
        device="D",
        throughput_gbps=rate,
        latency_ns=1000 / rate,
        lut_count=luts,
        bram_count=brams,
    )


ROWS = st.lists(
    st.tuples(st.integers(1, 50), st.integers(1, 50), st.integers(0, 4)), min_size=1, max_size=12
).map(lambda found: [_row(i, *values) for i, values in enumerate(found)])
RATE = st.integers(1, 60).map(lambda v: Limit("throughput_gbps", v, "rate"))
LUTS = st.integers(1, 60).map(lambda v: Limit("lut_count", v, "luts"))
BRAMS = st.integers(0, 4).map(lambda v: Limit("bram_count", v, "brams"))


@given(ROWS, RATE, LUTS, BRAMS)
def test_answer(rows: list[Row], rate: Limit, luts: Limit, brams: Limit) -> None:
    limits = [rate, luts, brams]

    def meets(row: Row, names: set[str]) -> bool:
        assert row.throughput_gbps is not None
        assert row.lut_count is not None
        assert row.bram_count is not None
        return (
            ("rate" not in names or row.throughput_gbps >= rate.value)
            and ("luts" not in names or row.lut_count <= luts.value)
            and ("brams" not in names or row.bram_count <= brams.value)
        )

    every = {"rate", "luts", "brams"}
    fitting = [row for row in rows if meets(row, every)]
    found = answer(rows, Goal(tuple(limits), Objective("lut_count", False)))
    assert (found.best is None) == (not fitting)
    if found.best is not None:
        assert found.best in fitting
        assert found.best.lut_count == min(row.lut_count or 0 for row in fitting)
        assert all(row in fitting for row in found.runners_up)
        for binding in found.bindings:
            without = [r for r in rows if meets(r, every - {binding.constraint.text})]
            better = min(r.lut_count or 0 for r in without) < (found.best.lut_count or 0)
            assert binding.binds == better
            eases = [
                binding.constraint.miss(r)
                for r in without
                if (r.lut_count or 0) < (found.best.lut_count or 0)
            ]
            assert binding.ease == min(eases, default=None)
        return
    alone = {name for name in every if any(meets(row, every - {name}) for row in rows)}
    assert {binding.constraint.text for binding in found.give_up} == alone
    assert found.nearest
    worst = [max(miss.misses.values()) for miss in found.nearest]
    assert worst == sorted(worst)
    assert worst[0] == min(max(c.miss(row) for c in limits) for row in rows)


def test_zero_block_rams_is_a_limit() -> None:
    limit = Limit("bram_count", 0, "none")
    assert limit.miss(_row(0, 1, 1, 0)) == 0
    assert limit.miss(_row(0, 1, 1, 2)) == 2


def test_of_designs_that_are_equal_in_what_was_asked_the_smaller_one_is_the_answer() -> None:
    large, small = (
        Row(label=label, design={}, device="D", bram_count=0, area_luts=luts)
        for label, luts in (("A", 2082), ("B", 1629))
    )
    objective = Objective("bram_count", False)
    assert answer([large, small], Goal((), objective)).best is small
    # Neither is better in what decides, so neither takes the other's place as a better answer.
    assert not objective.better(small, large)


def test_missing_figure_meets_nothing() -> None:
    row = Row(label="P", design={}, device="D", lut_count=5)
    goal = Goal((Limit("throughput_gbps", 1, "rate"),), Objective("lut_count", False))
    found = answer([row], goal)
    assert found.best is None
    assert found.nearest == ()


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        (Limit("throughput_gbps", 20, "rate"), "rate: 50 % off"),
        (Limit("throughput_gbps", 31, "rate"), "rate: far off"),
        (Limit("lut_count", 400, "luts"), "luts: 150 % off"),
        (Limit("lut_count", 300, "luts"), "luts: far off"),
        (Limit("bram_count", 0, "brams"), "brams: not kept"),
    ],
)
def test_how_far_off_a_limit_is_said_while_it_is_near(limit: Limit, said: str) -> None:
    rows = [_row(0, 10, 1000, 1)]
    goal = Goal((limit,), Objective("latency_ns", False))
    assert said in missed_lines(answer(rows, goal), goal)[0]


def test_an_estimate_beyond_its_device_is_told() -> None:
    told = {"device": "XC2V4000", "estimate": True, "area_luts": 46_081}
    row = _row(0, 1.0, 46_081, 0).model_copy(update=told)
    assert "area estimated, by estimate too large for 46,080 LUT" in line(row)
    assert "estimated" not in line(row.model_copy(update={"estimate": False}))
    many = row.model_copy(update={"ff_count": 46_081, "bram_count": 121})
    assert "too large for 46,080 LUT, 46,080 FF, 120 BRAM" in line(many)
    for other in ({"area_luts": 46_080}, {"device": "LFE5U-85F-8", "estimate": False}):
        assert "too large" not in line(row.model_copy(update=other))


def test_what_lacks_the_objective_is_near_to_nothing() -> None:
    goal = Goal((Limit("throughput_gbps", 1, "rate"),), Objective("switching_per_block", False))
    counted = _row(0, 0.5, 10, 0).model_copy(update={"switching_per_block": 9.0})
    found = answer([_row(1, 5, 10, 0), counted], goal)
    assert found.best is None
    assert [miss.row.label for miss in found.nearest] == ["P0"]


def test_a_figure_keeps_its_own_limit() -> None:
    # 128 bits times 224.921 MHz, as computed and as written.
    limit = Limit("throughput_gbps", 28.789888, "rate")
    assert limit.miss_of(28.789887999999998) == 0
    assert limit.miss_of(28.7898) > 0
    assert Limit("latency_ns", 0.1, "latency").miss_of(0.1 + 1e-17) == 0
