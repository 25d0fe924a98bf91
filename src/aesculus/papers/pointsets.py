"""Named sets of points: those of the cipher, and the rows that papers publish."""

from functools import cache

from aesculus.ciphers.aes.space import POINT_SETS, PointSet
from aesculus.papers import load

_PUBLISHED = (
    (
        "zambreno20",
        "zambreno2004",
        "the 20 points that Zambreno et al. published for XC2V4000 (FPL 2004)",
    ),
    (
        "zambreno7",
        "zambreno-short",
        "the 7 points with replication that Zambreno et al. published for XC2V8000",
    ),
)
"""Set, paper, and what the set is."""


@cache
def point_sets() -> dict[str, PointSet]:
    """Return the sets by name; those of papers spell their labels as the paper does."""
    first, *rest = POINT_SETS
    published = [
        PointSet(name, doc, tuple(row.name for row in load(paper).rows if row.label))
        for name, paper, doc in _PUBLISHED
    ]
    return {each.name: each for each in (first, *published, *rest)}


def point_set(name: str) -> PointSet:
    """Return a named set of points.

    Raises:
        ValueError: there is no set of this name; the message lists those there are.
    """
    if name not in point_sets():
        raise ValueError(f"no set of points is named {name!r}; legal: {', '.join(point_sets())}")
    return point_sets()[name]
