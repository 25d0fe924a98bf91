"""What is said beforehand of modes that wait for their own results."""

import csv
import gzip
from fractions import Fraction
from pathlib import Path

import pytest

from aesculus.design import parse_build
from aesculus.families import devices
from aesculus.search.goals import Limit
from aesculus.search.judged import paced, too_slow

_DEVICE = devices.load("LFE5U-85F-8")
_RECORDS = Path(__file__).parents[2] / "benchmarks" / "records" / "verify-products.csv.gz"


def _rate(at_least: float) -> tuple[Limit, ...]:
    return (Limit("throughput_gbps", at_least, f"{at_least:g}Gbps"),)


@pytest.mark.parametrize(
    ("label", "most"),
    [
        ("CBC.UF10-C5dfT-G5ac", 0.53),
        ("CBC-S8.UF10-C5dfT-G5ac", 4.21),
        ("CFB8.UF10-C5dfT-G5ac", 0.033),
        ("OFB.UF1-PP2B", 2.37),
        ("CCM-S2.UF1-PP2B", 4.73),
        ("KW.UF1-PP2B", 0.296),
    ],
)
def test_a_mode_that_waits_is_as_quick_as_its_way_is_long(label: str, most: float) -> None:
    point = parse_build(label)
    assert paced([point], _DEVICE, _rate(most * 0.95)) == [point]
    assert too_slow([point], _DEVICE, _rate(most * 0.95)) is None
    assert not paced([point], _DEVICE, _rate(most * 1.05))
    found = too_slow([point], _DEVICE, _rate(most * 1.05))
    assert found is not None
    assert str(point.fields["mode"]) in found.reason
    assert "waits for each result" in found.reason


@pytest.mark.parametrize("label", ["UF10-PP1D", "CTR.UF10-PP1D", "CBC.AES128D-UF10-PP2T"])
def test_what_waits_for_nothing_is_not_judged_by_that(label: str) -> None:
    point = parse_build(label)
    assert paced([point], _DEVICE, _rate(40.0)) == [point]


def test_no_product_that_was_measured_is_quicker_than_its_bound() -> None:
    with gzip.open(_RECORDS, "rt") as lines:
        rows = [row for row in csv.DictReader(lines) if row["rate"]]
    rated = [(parse_build(row["label"]), Fraction(row["rate"])) for row in rows]
    waiting = [each for each in rated if not paced([each[0]], _DEVICE, _rate(1e6))]
    assert len(waiting) > 50
    for point, rate in waiting:
        limit = Limit("blocks_per_cycle", float(rate) * (1 - 1e-6), point.label)
        assert paced([point], _DEVICE, [limit]), point.label
