"""Is one point better than another? Tests over placer seeds, by SciPy.

A figure that hangs on no clock is the same in every run and is compared as it is. One that hangs on
the clock differs from seed to seed, so its samples are tested:

- pairs by the Mann-Whitney U test (`scipy.stats.mannwhitneyu`), one-sided in either direction, held
  by Holm's method over all pairs of a claim in a figure, those that are not measured yet included;
- one against many by Welch's t-test on logarithms (`scipy.stats.ttest_ind`), as a rank test of
  five seeds cannot reach 5 % once a dozen rivals are allowed for. To be ahead of all it has to pass
  each test, so no correction is needed; that one of many is ahead of it is held by Holm's method.

What a test shows counts only if the medians differ noticeably besides. Else it is undecided.
"""

import math
from collections.abc import Mapping, Sequence
from enum import Enum
from statistics import median
from typing import Literal

ALPHA = 0.05
"""Part of the verdicts in each direction that may be wrong by chance."""

LEAST_SEEDS = 5
"""Routed seeds that a point needs before it is compared."""

NOTICEABLE = 0.02
"""A relative change of medians below this is none."""

Samples = tuple[float, ...]

_Side = Literal["greater", "less"]


class Outcome(Enum):
    """What came of a comparison."""

    YES = "yes"
    NO = "no"
    UNDECIDED = "undecided"
    OPEN = "open"


def enough(samples: Samples, *, exact: bool) -> bool:
    """Return whether a point can be compared."""
    return len(samples) >= (1 if exact else LEAST_SEEDS)


def in_pairs(
    pairs: Sequence[tuple[Samples, Samples]], *, highest: bool, exact: bool
) -> list[Outcome]:
    """Tell of each pair whether its first point is better.

    Args:
        pairs: the samples of both points, positive.
        highest: whether more is better.
        exact: the figures are the same in every run; equal ones are not better.
    """
    if exact:
        return [_exact(left, right, highest=highest) for left, right in pairs]
    ready = [
        place
        for place, pair in enumerate(pairs)
        if all(enough(samples, exact=False) for samples in pair)
    ]
    logs = {
        place: (_logs(pairs[place][0], highest=highest), _logs(pairs[place][1], highest=highest))
        for place in ready
    }
    # A pair that is not ready yet counts, or what is said of the others would change with it.
    greater = _holm([_rank_test(*logs[i], "greater") for i in ready], of=len(pairs))
    less = _holm([_rank_test(*logs[i], "less") for i in ready], of=len(pairs))
    up, down = (dict(zip(ready, chances, strict=True)) for chances in (greater, less))
    found = [Outcome.OPEN] * len(pairs)
    for place in ready:
        left, right = logs[place]
        found[place] = _decided(median(left) - median(right), up[place], down[place])
    return found


def leads(
    one: Samples, rivals: Mapping[str, Samples], *, highest: bool, exact: bool
) -> tuple[Outcome, tuple[str, ...]]:
    """Tell whether a point is better than all of its rivals.

    Rivals with too few seeds are left out; of exact figures a rival that is equal is no better.

    Returns:
        `YES` if it is better than each, `NO` if some rival is better, and those that are; of an
        undecided comparison those that cannot be told from it.
    """
    ready = {k: samples for k, samples in rivals.items() if enough(samples, exact=exact)}
    if not enough(one, exact=exact) or not ready:
        return Outcome.OPEN, ()
    if exact:
        ahead = [k for k, v in ready.items() if _exact(v, one, highest=highest) is Outcome.YES]
        return (Outcome.NO if ahead else Outcome.YES), tuple(ahead)
    mine = _logs(one, highest=highest)
    logs = {k: _logs(samples, highest=highest) for k, samples in ready.items()}
    ahead_of = [_mean_test(mine, theirs, "greater") for theirs in logs.values()]
    behind = _holm([_mean_test(mine, theirs, "less") for theirs in logs.values()])
    found = {
        name: _decided(median(mine) - median(theirs), up, down)
        for (name, theirs), up, down in zip(logs.items(), ahead_of, behind, strict=True)
    }
    for outcome in (Outcome.NO, Outcome.UNDECIDED):
        names = tuple(name for name, each in found.items() if each is outcome)
        if names:
            return outcome, names
    return Outcome.YES, ()


def by_factor(left: Samples, right: Samples, factor: float, *, highest: bool) -> Outcome:
    """Tell whether a point is better than another by more than a factor.

    `YES` needs evidence that it is by more, `NO` that it is by less.
    """
    if not all(enough(samples, exact=False) for samples in (left, right)):
        return Outcome.OPEN
    shifted = tuple(value - math.log(factor) for value in _logs(left, highest=highest))
    theirs = _logs(right, highest=highest)
    if _rank_test(shifted, theirs, "greater") <= ALPHA:
        return Outcome.YES
    return Outcome.NO if _rank_test(shifted, theirs, "less") <= ALPHA else Outcome.UNDECIDED


def same(left: Samples, right: Samples) -> Outcome:
    """Tell whether two points are the same but for what is not noticeable.

    `YES` needs evidence on both sides that they lie no further apart, `NO` that they differ by as
    much as `in_pairs` asks for.
    """
    (better,) = in_pairs([(left, right)], highest=True, exact=False)
    if better in {Outcome.YES, Outcome.NO}:
        return Outcome.NO
    above = by_factor(left, right, 1 / (1 + NOTICEABLE), highest=True)
    below = by_factor(left, right, 1 + NOTICEABLE, highest=True)
    within = above is Outcome.YES and below is Outcome.NO
    return Outcome.YES if within else better


def _exact(left: Samples, right: Samples, *, highest: bool) -> Outcome:
    if not left or not right:
        return Outcome.OPEN
    better = left[0] > right[0] if highest else left[0] < right[0]
    return Outcome.YES if better else Outcome.NO


def _decided(gap: float, up: float, down: float) -> Outcome:
    """Return the outcome by the gap of the medians, in logarithms, and what the tests gave."""
    if up <= ALPHA and gap > math.log1p(NOTICEABLE):
        return Outcome.YES
    if down <= ALPHA and -gap > math.log1p(NOTICEABLE):
        return Outcome.NO
    return Outcome.UNDECIDED


def _logs(samples: Samples, *, highest: bool) -> Samples:
    """Return logarithms, turned so that more is better."""
    return tuple(math.log(value) * (1 if highest else -1) for value in samples)


def _rank_test(left: Samples, right: Samples, alternative: _Side) -> float:
    from scipy.stats import mannwhitneyu  # noqa: PLC0415 - takes most of a second to load

    return float(mannwhitneyu(left, right, alternative=alternative).pvalue)


def _mean_test(left: Samples, right: Samples, alternative: _Side) -> float:
    if len({*left}) == 1 and len({*right}) == 1:
        # Nothing varies, as where the clock network sets every clock: no test is needed.
        sign = 1 if alternative == "greater" else -1
        return 0.0 if sign * (left[0] - right[0]) > 0 else 1.0
    from scipy.stats import ttest_ind  # noqa: PLC0415

    return float(ttest_ind(left, right, equal_var=False, alternative=alternative).pvalue)


def _holm(values: Sequence[float], *, of: int = 0) -> list[float]:
    """Return probabilities raised for their number by Holm's step-down method.

    Args:
        values: the probabilities.
        of: how many there will be; those to come are taken as the largest.
    """
    count = max(of, len(values))
    found = [1.0] * len(values)
    least = 0.0
    for rank, place in enumerate(sorted(range(len(values)), key=lambda i: values[i])):
        least = max(least, min(1.0, (count - rank) * values[place]))
        found[place] = least
    return found
