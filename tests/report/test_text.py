"""How figures are written in tables of the terminal."""

import pytest

from aesculus.report.text import rate


@pytest.mark.parametrize(
    ("gbps", "told"),
    [
        *((12.071, "12.07 G"), (0.0384, "38.4 M"), (5e-6, "5.0 k"), (2.5e-7, "250.0")),
        *((1e-9, "1.0"), (4e-12, "0.004"), (0.0, "0")),
    ],
)
def test_no_rate_is_so_low_that_none_is_shown(gbps: float, told: str) -> None:
    assert rate(gbps) == told
