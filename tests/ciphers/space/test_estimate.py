from fractions import Fraction

import pytest

from aesculus.ciphers.aes.space import (
    clear_cycles,
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
        ("UF1-PP1T-W8", 1, 10, Fraction(1, 200)),
        ("UF1-PP1T-W8-KN", 1, 10, Fraction(1, 160)),
        ("AES192-UF1-PP1T-W8", 1, 12, Fraction(1, 278)),
    ],
)
def test_closed_forms(text: str, slots: int, passes: int, rate: Fraction) -> None:
    point = parse(text)
    assert estimated_slots(point) == slots
    assert estimated_passes(point) == passes
    assert estimated_blocks_per_cycle(point) == rate


@pytest.mark.parametrize(
    ("text", "cycles"),
    [
        ("UF1-PP0T", 1),  # a turn
        ("UF10-PP1T-IN2-STALL", 12),
        ("AES128D-UF3-PP1T", 7),  # two rings and the register between them
        ("UF1-PP0T-CREDIT", 5),  # a FIFO of four words
        ("UF2-PP3T-CREDIT", 17),
        ("UF1-PP2T-STORED", 43),  # two banks of eleven round keys, two cycles a step
        ("UF1-PP0T-W8", 56),
        ("UF1-PP0T-W8-KB", 56),
        ("AES256-UF1-PP0T-W32", 20),
    ],
)
def test_a_clear_takes(text: str, cycles: int) -> None:
    assert clear_cycles(parse(text)) == cycles
