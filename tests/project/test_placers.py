"""Two placers are compared as clocks are in verdicts: not by a seed or two."""

from aesculus.papers.compare import LEAST_SEEDS, Outcome
from project.placers import Pairs, alone, judged, placed

_APART = [(100.0 + seed, 120.0 + seed) for seed in range(LEAST_SEEDS)]
_LIKE = [(100.0 + seed, 100.5 + seed) for seed in range(LEAST_SEEDS)]


def _pairs(**designs: list[tuple[float, float]]) -> Pairs:
    return {(label, "a device"): clocks for label, clocks in designs.items()}


def test_designs_with_few_seeds_are_left_out() -> None:
    told = judged(_pairs(one=_APART[:1], four=_APART[:4], five=_APART))
    assert told == {"five": Outcome.YES}


def test_a_higher_median_alone_decides_nothing() -> None:
    lower = [(new, old) for old, new in _APART]
    told = judged(_pairs(like=_LIKE, higher=_APART, lower=lower))
    assert [*told.values()] == [Outcome.UNDECIDED, Outcome.YES, Outcome.NO]


def test_all_pairs_are_judged_at_once() -> None:
    # Seeds that overlap by one tell two designs apart; not among four.
    near = [*_APART[:4], (121.5, 124.0)]
    pairs = _pairs(near=near, a=_LIKE, b=_LIKE, c=_LIKE)
    assert alone(pairs)["near"] is Outcome.YES
    assert judged(pairs)["near"] is Outcome.UNDECIDED


def test_the_store_has_both_placers_of_each_headline() -> None:
    assert len(judged(placed())) == len([each for each in placed().values() if len(each) > 4])
