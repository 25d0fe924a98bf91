from collections.abc import Iterable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from aesculus.papers import ids, load
from aesculus.papers.beside import beside
from aesculus.papers.judge import Judgement, Verdict, judge
from aesculus.papers.measured import Measured, Measurements
from aesculus.papers.verdict import combine

HOLDS, OTHER = Verdict.HOLDS, Verdict.OTHER_FIGURES
FAILS, OPEN = Verdict.DOES_NOT_FOLLOW, Verdict.OPEN


def verdict(paper_id: str, claim: str, rows: Iterable[object] = ()) -> Verdict:
    return judgement(paper_id, claim, rows).verdict


def judgement(paper_id: str, claim: str, rows: Iterable[object] = ()) -> Judgement:
    (found,) = (item for item in judge(paper_id, rows) if item.claim == claim)
    return found


def row(label: str, device: str = "X", **figures: Any) -> dict[str, Any]:
    return {"label": label, "device": device, **figures}


@pytest.mark.parametrize("paper_id", ids())
def test_every_claim_has_a_verdict_with_reason_and_section(paper_id: str) -> None:
    found = judge(paper_id)
    assert [item.claim for item in found] == [claim.id for claim in load(paper_id).claims]
    for item in found:
        assert item.reason.strip(".")
        assert item.section
        if item.published is not None:
            assert item.evidence or item.claim == "points-can-be-built", item.claim


@pytest.mark.parametrize(
    ("published", "measured", "expected"),
    [
        (True, True, HOLDS),
        (True, False, FAILS),
        (True, None, HOLDS),
        (False, True, OTHER),
        (False, False, FAILS),
        (False, None, FAILS),
        (None, True, OTHER),
        (None, False, FAILS),
        (None, None, OPEN),
    ],
)
def test_combining(published: bool | None, measured: bool | None, expected: Verdict) -> None:
    assert combine(published, measured) == expected


def test_verdicts_on_the_published_figures_alone() -> None:
    found = {(i, item.claim): item.verdict for i in ids() for item in judge(i)}
    not_held = {key: value for key, value in found.items() if value != HOLDS}
    assert not_held == {
        ("zambreno2004", "equation-1-divisor"): OTHER,
        ("zambreno2004", "points-can-be-built"): FAILS,
        ("zambreno2004", "lowest-latency"): OTHER,
        ("zambreno2004", "rom-clocks-faster-than-bram"): FAILS,
        ("zambreno-short", "points-can-be-built"): FAILS,
        ("zambreno-short", "lowest-latency"): FAILS,
        ("zambreno-short", "one-key-for-all-lanes"): FAILS,
        ("jarvinen2003", "latency-follows"): FAILS,
        ("jarvinen2003", "both-directions-area"): OPEN,
        ("jarvinen2003", "mix-columns-modulus"): FAILS,
        ("jarvinen2003", "virtex2-bram-size"): FAILS,
        ("jarvinen2003", "matrices"): OTHER,
        ("farooq2016", "throughput-follows"): FAILS,
        ("farooq2016", "clock-limit"): FAILS,
        ("farooq2016", "ratios-agree"): FAILS,
        ("farooq2016", "logic-clocks-faster-than-bram"): OPEN,
        ("farooq2016", "online-beats-serial"): OPEN,
        ("farooq2016", "serial-is-smallest"): OPEN,
        ("farooq2016", "most-efficient"): OPEN,
        ("asu", "throughput-follows"): OTHER,
        ("asu", "pipeline-registers"): FAILS,
        ("asu", "unrolling-raises-efficiency"): FAILS,
        ("asu", "parallelism-raises-efficiency"): FAILS,
        ("asu", "efficiency-stops-at-p2"): FAILS,
        ("asu", "area-in-conclusion"): FAILS,
    }


def test_simulation_decides_whether_throughput_follows() -> None:
    rows = [
        row(item.label, blocks_per_cycle=str(1 / item.architecture.cycles_per_block))
        for item in load("zambreno2004").rows
        if item.architecture is not None
    ]
    found = judgement("zambreno2004", "throughput-follows", rows)
    assert (found.measured, found.verdict) == (True, HOLDS)
    rows[3]["blocks_per_cycle"] = "1/11"
    found = judgement("zambreno2004", "throughput-follows", rows)
    assert (found.measured, found.verdict) == (False, FAILS)
    assert "UF1-PP3D: simulation gives 1/11" in found.reason


def test_a_few_simulated_rows_do_not_settle_it() -> None:
    found = judgement(
        "zambreno2004", "throughput-follows", [row("UF1-PP3D", blocks_per_cycle="1/10")]
    )
    assert (found.measured, found.verdict) == (None, HOLDS)


def areas(smallest: str, count: int) -> list[dict[str, Any]]:
    labels = [item.label for item in load("zambreno2004").rows if item.label != "UF5-PP0B"]
    return [
        row(label, lut_count=100 if label == smallest else 200 + number)
        for number, label in enumerate(labels[:count])
    ]


def test_an_extremum_is_confirmed_refuted_or_left_open() -> None:
    def measured(rows: list[dict[str, Any]]) -> tuple[bool | None, Verdict]:
        found = judgement("zambreno2004", "smallest", rows)
        return found.measured, found.verdict

    assert measured(areas("UF1-PP0B", 19)) == (True, HOLDS)
    assert measured(areas("UF1-PP0B", 3)) == (None, HOLDS)
    assert measured(areas("UF1-PP0D", 3)) == (False, FAILS)


def test_rows_of_different_devices_are_never_compared() -> None:
    rows = areas("UF1-PP0B", 19)
    small_elsewhere = row("UF1-PP0D", device="Y", lut_count=1)
    assert judgement("zambreno2004", "smallest", [*rows, small_elsewhere]).measured is True


def test_evidence_says_whose_netlist_is_not_verified() -> None:
    rows = areas("UF1-PP0B", 19)
    rows[0]["netlist_verified"] = True
    found = judgement("zambreno2004", "smallest", [*rows, row("UF1-PP0B", device="Y", lut_count=1)])
    notes = {item.row: item.note for item in found.evidence if item.source == "measured"}
    assert notes == {"UF1-PP0B": ""}
    rows[0]["netlist_verified"] = False
    found = judgement("zambreno2004", "smallest", rows)
    notes = {item.row: item.note for item in found.evidence if item.source == "measured"}
    assert notes == {"UF1-PP0B": "netlist not verified"}


def test_lowest_latency_without_the_impossible_point() -> None:
    def rows(best: str) -> list[dict[str, Any]]:
        labels = [item.label for item in load("zambreno2004").rows if item.label != "UF5-PP0B"]
        return [row(label, latency_ns=50 if label == best else 99) for label in labels]

    assert verdict("zambreno2004", "lowest-latency", rows("UF2-PP1B")) == OTHER
    assert verdict("zambreno2004", "lowest-latency", rows("UF10-PP1D")) == FAILS


def test_replications_cost_in_clock() -> None:
    def rows(double: float) -> list[dict[str, Any]]:
        return [row("RF2-UF10-PP3D", fmax_mhz=double), row("UF10-PP3D", fmax_mhz=100)]

    assert verdict("zambreno-short", "replication-costs-clock", rows(70)) == HOLDS
    assert verdict("zambreno-short", "replication-costs-clock", rows(97)) == OTHER
    assert verdict("zambreno-short", "replication-costs-clock", rows(101)) == FAILS


def test_replication_is_judged_on_the_pair_that_can_be_routed() -> None:
    rows = [row("RF2-UF5-PP3D", fmax_mhz=90), row("UF5-PP3D", fmax_mhz=100)]
    found = judgement("zambreno-short", "replication-costs-clock", rows)
    assert found.verdict == OTHER
    assert "from UF5-PP3D to RF2-UF5-PP3D, the throughput is 1.80 times" in found.reason
    assert "too large" in found.reason


SIG = "UF10-C911F-IN2"


def test_both_directions() -> None:
    def rows(both: int) -> list[dict[str, Any]]:
        return [row(f"AES128ED-{SIG}", lut_count=both), row(SIG, lut_count=1000)]

    assert verdict("jarvinen2003", "both-directions-area", rows(1540)) == HOLDS
    assert verdict("jarvinen2003", "both-directions-area", rows(1300)) == OTHER
    assert verdict("jarvinen2003", "both-directions-area", rows(900)) == FAILS


def test_decryption_is_judged_on_its_faster_way() -> None:
    def rows(**clocks: float) -> list[dict[str, Any]]:
        labels = {"one": SIG, "ring": f"AES128D-{SIG}", "last": f"AES128D-{SIG}-LAST"}
        return [row(labels[name], fmax_mhz=clock) for name, clock in clocks.items()]

    assert verdict("jarvinen2003", "decryption-slower", rows(one=100, ring=90)) == HOLDS
    assert verdict("jarvinen2003", "decryption-slower", rows(one=100, ring=90, last=99)) == FAILS
    found = judgement("jarvinen2003", "decryption-slower", rows(one=100, last=94))
    assert (found.verdict, found.measured) == (HOLDS, True)
    assert f"in ours -6.0% for AES128D-{SIG}-LAST" in found.reason
    # A few percent were published.
    assert verdict("jarvinen2003", "decryption-slower", rows(one=100, ring=75, last=73)) == OTHER


def test_both_directions_takes_the_end_of_the_schedule_where_it_is_smaller() -> None:
    rows = [
        row(f"AES128ED-{SIG}", slice_estimate=2300),
        row(f"AES128ED-{SIG}-LAST", slice_estimate=1520),
        row(SIG, slice_estimate=1000),
    ]
    found = judgement("jarvinen2003", "both-directions-area", rows)
    assert found.verdict == HOLDS
    assert f"in ours it is +52.0% for AES128ED-{SIG}-LAST" in found.reason
    assert f"besides +130.0% for AES128ED-{SIG}" in found.reason


def test_both_directions_tells_which_rows_it_rests_on() -> None:
    longer = "UF12-C911F-IN2"
    rows = [
        row(f"AES128ED-{SIG}", slice_estimate=2300, lut_count=1),
        row(SIG, slice_estimate=1000, lut_count=9),
        row(f"AES192ED-{longer}-LAST", slice_estimate=2000),
        row(f"AES192-{longer}", slice_estimate=1600),
    ]
    found = judgement("jarvinen2003", "both-directions-area", rows)
    assert found.verdict == OTHER
    assert f"in ours it is +130.0% for AES128ED-{SIG}" in found.reason
    assert f"besides +25.0% for AES192ED-{longer}-LAST" in found.reason
    alone = judgement("jarvinen2003", "both-directions-area", rows[2:])
    assert (alone.measured, alone.verdict) == (None, OPEN)


def test_online_against_serial_also_at_equal_unrolling() -> None:
    rows = [
        row("UF10-PP1B", throughput_gbps=20),
        row("UF1-PP0B-STORED", throughput_gbps=2),
        row("UF10-PP1B-KL", throughput_gbps=19),
        row("UF1-PP0B-KL-STORED", throughput_gbps=2),
        row("UF1-PP0B", throughput_gbps=1.8),
    ]
    found = judgement("farooq2016", "online-beats-serial", rows)
    assert (found.measured, found.verdict) == (True, OTHER)
    assert "at equal unrolling online keys give 0.90 times" in found.reason


def test_asu_efficiency_on_our_rows() -> None:
    def rows(double: float, fourfold: float) -> list[dict[str, Any]]:
        return [
            row("UF10-PP2B", throughput_gbps=10, lut_count=500, ff_count=500),
            row("RF2-UF10-PP2B", throughput_gbps=double, lut_count=1000, ff_count=1000),
            row("RF4-UF10-PP2B", throughput_gbps=fourfold, lut_count=2000, ff_count=2000),
        ]

    assert verdict("asu", "efficiency-stops-at-p2", rows(20, 40)) == FAILS
    assert verdict("asu", "efficiency-stops-at-p2", rows(24, 48)) == OTHER


def test_asu_efficiency_on_folded_copies_where_p2_is_too_large() -> None:
    def rows(fourfold: float) -> list[dict[str, Any]]:
        return [
            row("UF1-PP2B", throughput_gbps=1, lut_count=50, ff_count=50, n_seeds=1),
            row("RF2-UF1-PP2B", throughput_gbps=2.4, lut_count=100, ff_count=100, n_seeds=5),
            row("RF4-UF1-PP2B", throughput_gbps=fourfold, lut_count=200, ff_count=200),
        ]

    found = judgement("asu", "efficiency-stops-at-p2", rows(4.8))
    assert (found.measured, found.verdict) == (True, OTHER)
    assert "in ours 1.2000 and 1.0000 times, UF1-PP2B first" in found.reason
    notes = {item.row: item.note for item in found.evidence if item.source == "measured"}
    assert notes["UF1-PP2B"] == "netlist not verified, 1 seed"
    assert notes["RF2-UF1-PP2B"] == "netlist not verified, 5 seeds"
    assert judgement("asu", "efficiency-stops-at-p2", rows(6)).measured is False
    # So are the first copy's efficiency and throughput.
    first = judgement("asu", "parallelism-raises-efficiency", rows(6))
    assert "in ours RF2-UF1-PP2B over UF1-PP2B: 1.200 times" in first.reason
    assert judgement("asu", "throughput-grows-with-lanes", rows(6)).verdict == OTHER


def test_a_point_that_was_left_out_says_why() -> None:
    rows = [
        row("RF2-UF10-PP3D", lut_count=70_000, left_out="not routed: no room"),
        row("UF10-PP3D", throughput_gbps=20),
    ]
    found = judgement("zambreno-short", "highest-throughput", rows)
    assert (found.measured, found.verdict) == (None, HOLDS)
    assert "not routed: no room" in found.reason


def test_rows_are_read_from_mappings_and_objects() -> None:
    plain = Measured.read(row("rf1-uf1-pp1b", blocks_per_cycle=0.1, fmax_mhz=100, extra=1))
    assert plain.label == "UF1-PP0B"
    assert plain.blocks_per_cycle == Fraction(1, 10)
    thing = SimpleNamespace(label="UF1-PP0B", device="X", blocks_per_cycle="1/10", fmax_mhz=100.0)
    assert Measured.read(thing) == plain
    assert Measured.read(plain) is plain
    assert Measurements([plain]).of("UF1-PP1B") == [plain]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"device": "X"}, "measured row: label"),
        ({"label": "UF1-PP0B", "device": "X", "fmax_mhz": "fast"}, "measured row: fmax_mhz"),
    ],
)
def test_unreadable_rows_are_refused_in_one_line(bad: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        judge("asu", [bad])
    assert "\n" not in str(error.value)


def test_measurements_stand_beside_published_rows() -> None:
    found = {item.row.name: item for item in beside("zambreno2004", [row("UF5-PP1B", fmax_mhz=9)])}
    # Beside the 20 rows, three with a known key.
    assert len(found) == 20 + 3
    impossible = found["UF5-PP0B"]
    assert (impossible.label, impossible.exact) == ("UF5-PP1B", False)
    assert "synchronous block RAM" in impossible.refused
    assert [item.fmax_mhz for item in impossible.measured] == [9]
    assert found["UF1-PP0B"].exact
    assert found["UF1-PP0B"].measured == ()
