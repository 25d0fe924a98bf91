from itertools import product

import pytest

from aesculus.ciphers.aes.space import canonical, is_legal
from aesculus.papers.pointsets import point_set, point_sets


def test_zambreno48_is_the_whole_grid() -> None:
    chosen = point_set("zambreno48")
    grid = {f"UF{u}-PP{p}{s}" for u, p, s in product((1, 2, 5, 10), range(4), "BDL")}
    assert set(chosen.labels) == grid
    assert len(chosen.points()) == 48
    assert set(chosen.refused()) == {"UF2-PP0B", "UF5-PP0B", "UF10-PP0B"}
    # With one round PP0 and PP1 are the same point: 3 S-boxes, 3 labels fewer.
    assert len(chosen.legal_points()) == 48 - 3 - 3


def test_published_points_lie_in_the_grid() -> None:
    published, grid = point_set("zambreno20"), point_set("zambreno48")
    assert len(published.labels) == len(set(published.labels)) == 20
    assert set(published.labels) <= set(grid.labels)
    assert list(published.refused()) == ["UF5-PP0B"]
    assert len(published.legal_points()) == 19


def test_replicated_points_keep_the_spelling_of_the_paper() -> None:
    chosen = point_set("zambreno7")
    assert [point.label for point in chosen.points()] == [
        "UF1-PP0D",
        "UF1-PP0B",
        "UF2-PP0B",
        "UF10-PP1B",
        "UF10-PP2B",
        "UF10-PP3D",
        "RF2-UF10-PP3D",
    ]


def test_every_unrolling_is_there() -> None:
    assert [p.unroll for p in point_set("unrollings").legal_points()] == list(range(1, 11))


@pytest.mark.parametrize("name", point_sets())
def test_legal_points_are_canonical_and_distinct(name: str) -> None:
    points = point_set(name).legal_points()
    assert points
    assert len({point.digest for point in points}) == len(points)
    assert all(is_legal(point) and canonical(point) == point for point in points)


def test_unknown_set_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match="'zambreno'; legal: zambreno48, zambreno20"):
        point_set("zambreno")
