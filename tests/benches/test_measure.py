from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aesculus.benches.measure import MeasureError, one_latency, steady_rate

GAPS = st.lists(st.integers(1, 40), min_size=1, max_size=12)


@given(gaps=GAPS, fill=st.lists(st.integers(1, 90), max_size=20), start=st.integers(0, 10**9))
def test_a_periodic_run_gives_its_rate_exactly(
    gaps: list[int], fill: list[int], start: int
) -> None:
    repeats = 10 + 4 * len(fill)
    cycles = list(accumulate(fill + gaps * repeats, initial=start))
    assert steady_rate(cycles) == Fraction(len(gaps), sum(gaps))


@given(gaps=GAPS, extra=st.integers(1, 5))
def test_one_late_block_in_the_window_is_not_overlooked(gaps: list[int], extra: int) -> None:
    steps = gaps * 12
    steps[-len(gaps) - 1] += extra
    cycles = list(accumulate(steps, initial=0))
    with pytest.raises(MeasureError, match="no steady rate"):
        steady_rate(cycles)


@given(slots=st.integers(1, 60), passes=st.integers(1, 14))
def test_a_ring_of_slots_gives_one_block_a_slot_and_turn(slots: int, passes: int) -> None:
    turn = slots * passes
    cycles = [turn * (i // slots) + i % slots for i in range(6 * slots + 64)]
    assert steady_rate(cycles) == Fraction(1, passes)


@pytest.mark.parametrize("cycles", [[], [5], [1, 2, 4, 7, 11, 16, 22, 29, 37]])
def test_no_period_is_no_rate(cycles: list[int]) -> None:
    with pytest.raises(MeasureError, match="no steady rate"):
        steady_rate(cycles)


def test_a_latency_must_be_one_figure() -> None:
    assert one_latency([11, 11, 11], what="lone block") == 11
    with pytest.raises(MeasureError, match=r"latency of lone block is not fixed: 11 to 13 cycles"):
        one_latency([11, 13, 12], what="lone block")
    with pytest.raises(MeasureError, match="no lone block was seen"):
        one_latency([], what="lone block")
