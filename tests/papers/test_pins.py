"""The I/O of a point, counted as the papers count it."""

import pytest

from aesculus.papers import load
from aesculus.papers.pins import pins

CONTROL = 8
"""Above what the papers have: valid, ready and tag; they have three control bits or two."""


@pytest.mark.parametrize("name", ["RF1-UF1-PP1b", "RF1-UF10-PP3d", "RF2-UF10-PP3d"])
def test_ours_are_the_papers_but_for_control(name: str) -> None:
    row = load("zambreno-short").row(name)
    ours = pins(row.label)
    assert ours is not None
    assert 0 <= ours - row.raw["iobs"] <= CONTROL


@pytest.mark.parametrize(
    ("label", "more"),
    [
        ("UF1-PP0B", 0),
        ("RF2-UF1-PP0B", 256),
        ("RF2S-UF1-PP0B", 384),
        ("AES256-UF1-PP0B", 128),
        ("AES128ED-UF1-PP0B", 1),
        ("UF1-PP0B-STALL", 1),
        ("UF1-PP0B-STORED", 2),
        ("UF1-PP0B-EXT", 10 * 128),
        ("UF1-PP0B-FIXED", -128),
        ("UF1-PP0B-TAG5", 8),
    ],
)
def test_what_a_point_uses(label: str, more: int) -> None:
    assert pins(label) == (pins("UF1-PP0B") or 0) + more


def test_no_point_has_no_pins() -> None:
    assert pins("UF1-PP0Q") is None
