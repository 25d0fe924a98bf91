from fractions import Fraction

import pytest

from aesculus.ciphers.aes.space import (
    estimated_blocks_per_cycle,
    estimated_passes,
    estimated_slots,
    parse,
)


@pytest.mark.parametrize(
    ("text", "slots", "passes", "rate"),
    [
        ("UF1-PP0T", 1, 10, Fraction(1, 10)),
        ("UF10-PP0T", 1, 1, Fraction(1)),
        ("UF3-PP3T", 9, 4, Fraction(1, 4)),
        ("UF10-PPXT", 110, 1, Fraction(1)),
        ("UF5-C901TE2", 9, 2, Fraction(1, 2)),
        ("AES256-UF5-PP1T", 5, 3, Fraction(1, 3)),
        ("RF2-UF10-PP3D", 30, 1, Fraction(2)),
        ("UF1-PP1T-W32", 1, 10, Fraction(1, 56)),
        ("AES192-UF1-PP1T-W8", 1, 12, Fraction(1, 278)),
    ],
)
def test_closed_forms(text: str, slots: int, passes: int, rate: Fraction) -> None:
    point = parse(text)
    assert estimated_slots(point) == slots
    assert estimated_passes(point) == passes
    assert estimated_blocks_per_cycle(point) == rate
