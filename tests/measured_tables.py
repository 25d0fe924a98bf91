"""What the intervals of the surrogate hold of a measured space, worked out once."""

from functools import cache

from aesculus.search.calibration import Coverage, coverage
from aesculus.studies.measure.table import read
from project.sources import ROOT


@cache
def covered(space: str, learnt: int) -> list[Coverage]:
    """Return how much of the points of a committed table lies within, told so many of them."""
    table = read(ROOT / f"benchmarks/search/{space}.csv.gz")
    known = {n: each.figures for n, each in enumerate(table.entries)}
    return coverage(table.problem, known, learnt=learnt, repeats=3, most=120)
