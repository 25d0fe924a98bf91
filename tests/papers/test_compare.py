"""Comparisons are decided by tests over seeds."""

import random

import pytest

from aesculus.papers.compare import ALPHA, LEAST_SEEDS, Outcome, by_factor, in_pairs, leads, same
from aesculus.papers.measured import Measured

Samples = tuple[float, ...]


def around(clock: float, spread: float = 0.05, seeds: int = LEAST_SEEDS) -> Samples:
    return tuple(clock * (1 + spread * (i - seeds // 2) / (seeds // 2)) for i in range(seeds))


def one(left: Samples, right: Samples, *, highest: bool = True) -> Outcome:
    return in_pairs([(left, right)], highest=highest, exact=False)[0]


def test_a_difference_has_to_stand_out_of_the_seeds() -> None:
    assert one(around(120), around(100)) is Outcome.YES
    assert one(around(120), around(100), highest=False) is Outcome.NO
    assert one(around(102.3), around(100)) is Outcome.UNDECIDED
    # Sure, but not noticeable.
    assert one(around(101, 0.0001), around(100, 0.0001)) is Outcome.UNDECIDED


def test_the_same_is_shown_on_both_sides_and_denied_as_a_difference() -> None:
    assert same(around(100.5, 0.002), around(100, 0.002)) is Outcome.YES
    assert same(around(100), around(100)) is Outcome.UNDECIDED
    assert same(around(102.5, 0.002), around(100, 0.002)) is Outcome.NO
    assert same(around(80), around(100)) is Outcome.NO
    assert same(around(100)[:-1], around(100)) is Outcome.OPEN


def test_too_few_seeds_are_open() -> None:
    few = around(200, seeds=LEAST_SEEDS)[:-1]
    assert one(few, around(100)) is Outcome.OPEN
    assert leads(few, {"a": around(100)}, highest=True, exact=False)[0] is Outcome.OPEN


def test_figures_without_a_clock_are_compared_as_they_are() -> None:
    assert in_pairs(
        [((1.0,), (2.0,)), ((2.0,), (2.0,)), ((), (1.0,))], highest=False, exact=True
    ) == [
        Outcome.YES,
        Outcome.NO,
        Outcome.OPEN,
    ]
    assert leads((1.0,), {"a": (1.0,), "b": (2.0,)}, highest=False, exact=True) == (Outcome.YES, ())
    assert leads((2.0,), {"a": (1.0,), "b": (3.0,)}, highest=False, exact=True) == (
        Outcome.NO,
        ("a",),
    )


def test_one_against_many() -> None:
    rivals = {f"r{i}": around(100) for i in range(18)}
    assert leads(around(120), rivals, highest=True, exact=False) == (Outcome.YES, ())
    beaten = rivals | {"best": around(150)}
    assert leads(around(120), beaten, highest=True, exact=False) == (Outcome.NO, ("best",))
    close = rivals | {"close": around(119)}
    assert leads(around(120), close, highest=True, exact=False) == (Outcome.UNDECIDED, ("close",))
    capped = {"a": (370.0,) * 5, "b": (300.0,) * 5}
    assert leads((370.0,) * 5, capped, highest=True, exact=False)[0] is Outcome.UNDECIDED


def test_by_a_factor() -> None:
    assert by_factor(around(152), around(100), 1.5, highest=True) is Outcome.UNDECIDED
    assert by_factor(around(180), around(100), 1.5, highest=True) is Outcome.YES
    assert by_factor(around(107), around(100), 1.5, highest=True) is Outcome.NO


@pytest.mark.parametrize("pairs", [1, 10])
def test_of_equal_points_few_are_told_apart_however_many_pairs_there_are(pairs: int) -> None:
    # Without the correction for their number, ten pairs would be told apart far more often.
    drawn = random.Random(1)
    trials = 50
    wrong = 0
    for _ in range(trials):
        made = [
            tuple(tuple(drawn.gauss(100, 10) for _ in range(5)) for _ in range(2))
            for _ in range(pairs)
        ]
        found = in_pairs([(a, b) for a, b in made], highest=True, exact=False)
        wrong += Outcome.YES in found
    assert wrong / trials <= 2 * ALPHA


def test_samples_follow_the_capped_clock_of_each_seed() -> None:
    row = Measured(
        label="UF1-PP0B",
        device="X",
        fmax_mhz=100.0,
        clock_limit_mhz=100.0,
        fmax_routed_seeds=(80.0, 110.0, 130.0),
        throughput_gbps=1.28,
        latency_ns=110.0,
        lut_count=11,
        ff_count=31,
    )
    assert row.samples("fmax_mhz") == pytest.approx((80, 100, 100))
    assert row.samples("latency_ns") == pytest.approx((137.5, 110, 110))
    assert row.samples("efficiency_slice") == pytest.approx((64.0, 80.0, 80.0))
    assert row.samples("lut_count") == (11,)


def test_tables_used_as_memory_count_as_area() -> None:
    one, other = (
        Measured(
            label="UF1-PP0B",
            device="X",
            throughput_gbps=1.28,
            ff_count=31,
            bram_count=1,
            fmax_mhz=100.0,
            lut_count=luts,
            lutram_count=memories,
        )
        for luts, memories in ((80, None), (48, 32))
    )
    for metric in ("area_luts", "efficiency", "efficiency_lut_ff", "slices", "area_delay"):
        assert one.value(metric) == other.value(metric) is not None


def test_a_pair_that_is_not_measured_yet_counts_among_all() -> None:
    ahead = (tuple(110.0 + i for i in range(LEAST_SEEDS)), tuple(90.0 + i for i in range(5)))
    alone = in_pairs([ahead], highest=True, exact=False)
    assert alone == [Outcome.YES]
    waiting: list[tuple[tuple[float, ...], tuple[float, ...]]] = [((), ())] * 14
    assert in_pairs([ahead, *waiting], highest=True, exact=False)[0] is Outcome.UNDECIDED
