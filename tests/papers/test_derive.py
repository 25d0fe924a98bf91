from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aesculus.papers import derive, ids, load
from aesculus.papers.derive import Agreement
from aesculus.papers.interval import Interval

ROUNDED_TWICE = Agreement.ROUNDED_TWICE
DISAGREES = Agreement.DISAGREES

EXPECTED = {
    "zambreno2004": {
        ("UF2-PP1B", "efficiency_mbps_per_slice"): ROUNDED_TWICE,
        ("UF10-PP1D", "efficiency_mbps_per_slice"): ROUNDED_TWICE,
        ("section 4.2", "throughput-pp3b"): DISAGREES,
    },
    "zambreno-short": {},
    "jarvinen2003": {
        ("SIG-AES-E Virtex-II", "latency_ns"): DISAGREES,
        ("SIG-AES-E Virtex-E", "latency_ns"): DISAGREES,
        ("SIG-AES-E (Table 3, Virtex-II)", "slices_per_gbps"): DISAGREES,
        ("section 2", "mix-columns-modulus"): DISAGREES,
        ("section 4.6", "slices-used-virtex2"): DISAGREES,
    },
    "farooq2016": {
        ("section abstract", "lut-ff-ratio"): DISAGREES,
        ("section abstract", "register-ratio"): DISAGREES,
    },
    "asu": {
        ("Folded pipelined + parallel (P1)", "throughput_gbps"): ROUNDED_TWICE,
        ("Unrolling pipelined + Parallelism (P1)", "throughput_gbps"): ROUNDED_TWICE,
        ("Unrolling pipelined + Parallelism (P2)", "throughput_gbps"): DISAGREES,
        ("section VII", "area-in-conclusion"): DISAGREES,
    },
}


@pytest.mark.parametrize("paper_id", ids())
def test_exactly_these_figures_disagree_with_their_own_paper(paper_id: str) -> None:
    found = {(item.row, item.figure): item.agreement for item in derive.disagreements(paper_id)}
    assert found == EXPECTED[paper_id]


@pytest.mark.parametrize(
    ("paper_id", "rows", "stated"),
    [
        ("zambreno2004", 60, 8),
        ("zambreno-short", 21, 1),
        ("jarvinen2003", 28, 8),
        ("farooq2016", 3, 5),
        ("asu", 7, 6),
    ],
)
def test_no_derived_figure_is_left_out(paper_id: str, rows: int, stated: int) -> None:
    paper = load(paper_id)
    assert len(derive.rows(paper)) == rows == sum(len(row.derived) for row in paper.rows)
    assert len(derive.stated(paper)) == stated


def recomputed(paper_id: str, row: str, figure: str) -> float:
    items = derive.rows(load(paper_id)) + derive.stated(load(paper_id))
    (found,) = (item for item in items if (item.row, item.figure) == (row, figure))
    return found.recomputed


def test_figures_by_hand() -> None:
    # 20 cycles at 117.21 MHz; 128 bits at 886.64 MHz; 2 of 10 cycles at 72.438 MHz.
    assert recomputed("zambreno-short", "RF1-UF10-PP2b", "latency_ns") == pytest.approx(
        170.634, abs=1e-3
    )
    assert recomputed("farooq2016", "CC-KC-S", "throughput_gbps") == pytest.approx(113.48992)
    assert recomputed("zambreno2004", "UF5-PP0B", "latency_ns") == pytest.approx(27.6098, abs=1e-4)
    assert recomputed("asu", "Folded (base design)", "throughput_gbps") == pytest.approx(3.39968)
    assert recomputed("jarvinen2003", "section 4", "latency-cycles") == 43
    assert recomputed("jarvinen2003", "section 2", "mix-columns-modulus") == 0b10001


def test_a_changed_clock_is_noticed() -> None:
    paper = load("zambreno2004")
    row = paper.row("UF2-PP3B")
    spoilt = row.model_copy(update={"raw": {**row.raw, "fmax_mhz": Decimal("173.97")}})
    changed = paper.model_copy(update={"rows": (spoilt,)})
    bad = {item.figure for item in derive.rows(changed) if item.agreement == DISAGREES}
    assert bad == {"throughput_gbps", "latency_ns", "efficiency_mbps_per_slice"}


@given(
    st.decimals("0.1", "9999", places=2),
    st.decimals("0.1", "9999", places=1),
    st.fractions(-1, 1),
    st.fractions(-1, 1),
)
def test_intervals_hold_every_value_that_prints_the_same(
    left: Decimal, right: Decimal, up: Fraction, down: Fraction
) -> None:
    a, b = Interval.printed(left), Interval.printed(right)
    x = a.middle + up * (a.high - a.middle)
    y = b.middle + down * (b.high - b.middle)
    assert x * y in a * b
    assert x / y in a / b
    assert x - y in a - b
    assert 1 / y in 1 / b
    assert a.overlaps(b) == (max(a.low, b.low) <= min(a.high, b.high))


def test_printed_precision_decides_the_interval() -> None:
    assert Interval.printed(Decimal("2.50")).high == Fraction("2.505")
    assert Interval.printed(Decimal("2.5")).high == Fraction("2.55")
    assert Interval.printed(426).low == Fraction("425.5")
    with pytest.raises(ValueError, match="not a finite number"):
        Interval.printed(Decimal("NaN"))
