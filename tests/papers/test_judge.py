import json
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from aesculus.papers import ids, load, rules
from aesculus.papers.beside import beside
from aesculus.papers.compare import Outcome
from aesculus.papers.future import answers
from aesculus.papers.judge import Judgement, Verdict, asked, judge, observe
from aesculus.papers.measured import Kind, Measured, Measurements
from aesculus.papers.results import FOLDER, committed
from aesculus.papers.verdict import Finding, combine

ROOT = Path(__file__).parents[2]

HOLDS, OTHER = Verdict.HOLDS, Verdict.OTHER_FIGURES
FAILS, OPEN = Verdict.DOES_NOT_FOLLOW, Verdict.OPEN
NOT_OURS, UNDECIDED = Verdict.NOT_REPRODUCED, Verdict.UNDECIDED

SPREAD = (0.98, 0.99, 1.0, 1.01, 1.02)
"""Five seeds, by their share of the median."""


STEADY = (0.998, 0.999, 1.0, 1.001, 1.002)
"""Five seeds that lie nearer than what is noticeable."""


def verdict(paper_id: str, claim: str, rows: Iterable[object] = ()) -> Verdict:
    return judgement(paper_id, claim, rows).verdict


def judgement(paper_id: str, claim: str, rows: Iterable[object] = ()) -> Judgement:
    (found,) = (item for item in judge(paper_id, rows) if item.claim == claim)
    return found


def observed(paper_id: str, seen: str, rows: Iterable[object] = ()) -> Verdict:
    """Return what would be said of an observation, were it a claim."""
    (found,) = (item for item in observe(paper_id, rows) if item.claim == seen)
    return found.verdict


def row(label: str, device: str = "X", **figures: Any) -> dict[str, Any]:
    return {"label": label, "device": device, **figures}


def routed(label: str, clock: float, spread: Any = SPREAD, **figures: Any) -> object:
    """Return a row routed with a seed for each share of the clock in `spread`."""
    clocks = tuple(clock * share for share in spread)
    return row(label, fmax_mhz=clock, fmax_routed_seeds=clocks, n_seeds=len(clocks), **figures)


def delayed(label: str, ns: float, spread: Any = SPREAD) -> object:
    """Return a routed row of so many ns by equation (2); simulated it takes a cycle more."""
    return routed(label, 100, spread, latency_cycles=ns / 10 + 1, latency_ns=ns + 10)


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
        (True, False, NOT_OURS),
        (True, None, HOLDS),
        (False, True, OTHER),
        (False, False, FAILS),
        (False, None, FAILS),
        (None, True, OTHER),
        (None, False, NOT_OURS),
        (None, None, OPEN),
    ],
)
def test_combining(published: bool | None, measured: bool | None, expected: Verdict) -> None:
    assert combine(published, measured) == expected


def test_what_ours_are_to_decide_is_open_until_they_do_and_undecided_if_they_cannot() -> None:
    assert combine(True, None, expected=True) == OPEN
    assert combine(False, None, expected=True) == FAILS
    for published in (True, None):
        assert combine(published, None, undecided=True, expected=True) == UNDECIDED
    # Noise of ours does not take back what its own figures deny.
    assert combine(False, None, undecided=True, expected=True) == FAILS


_NEVER = {
    ("asu", "comparable-to-asic"),
    ("zambreno2004", "competitive"),
    ("zambreno2004", "logic-leaves-room"),
    ("jarvinen2003", "highest-throughput"),
    ("jarvinen2003", "area-is-moderate"),
    ("farooq2016", "moderate-resources"),
    ("farooq2016", "fewer-resources"),
    ("asu", "further-copies-are-futile"),
    ("asu", "area-is-well-under"),
    ("jarvinen2003", "amphion-is-slower"),
    ("jarvinen2003", "smallest-device"),
    ("zambreno2004", "asic-is-superior"),
    ("jarvinen2003", "narrow-ports-slow-down"),
    ("jarvinen2003", "slower-without-pipelines"),
}
"""What no figure can settle: the papers have none, or a bound or a word of degree alone."""


def test_verdicts_on_the_published_figures_alone() -> None:
    found = {(i, item.claim): item for i in ids() for item in judge(i)}
    holds = {key for key, item in found.items() if item.verdict == HOLDS}
    # These are about the paper's own figures; all others wait for ours or are denied by its own.
    assert holds == {
        ("zambreno2004", "fastest-reported"),
        ("zambreno2004", "packing-lets-it-fit"),
        ("zambreno-short", "replication-takes-pins"),
        ("jarvinen2003", "memory-wants-a-larger-device"),
        ("jarvinen2003", "weaver-is-faster"),
        ("asu", "pipelined-falls-short"),
        ("asu", "folded-is-slowest"),
    }
    fails = {key for key, item in found.items() if item.verdict == FAILS}
    assert fails == {
        ("zambreno2004", "points-can-be-built"),
        ("zambreno2004", "rom-clocks-faster-than-bram"),
        ("zambreno2004", "rom-is-often-faster"),
        ("zambreno2004", "pareto-optimal"),
        ("zambreno-short", "points-can-be-built"),
        ("zambreno-short", "lowest-latency"),
        ("zambreno-short", "unrolling-keeps-clock"),
        ("jarvinen2003", "ofb-can-be-pipelined"),
        ("jarvinen2003", "latency-follows"),
        ("jarvinen2003", "mix-columns-modulus"),
        ("jarvinen2003", "virtex2-bram-size"),
        ("jarvinen2003", "an-xor-for-each-one"),
        ("farooq2016", "throughput-follows"),
        ("zambreno2004", "packing-explains-throughput"),
        ("farooq2016", "clock-limit"),
        ("farooq2016", "ratios-agree"),
        ("asu", "pipeline-registers"),
        ("asu", "decision-logic-holds-back"),
        ("asu", "unrolling-raises-efficiency"),
        ("asu", "parallelism-raises-efficiency"),
        ("asu", "area-in-conclusion"),
        ("asu", "suited-to-mining"),
    }
    for key, item in found.items():
        if item.verdict == OPEN and key not in _NEVER:
            assert "aesculus bench verdicts" in item.reason, key
    assert "no figure of an ASIC" in found["asu", "comparable-to-asic"].reason


def test_no_verdict_is_passed_on_what_a_paper_does_not_say() -> None:
    seen = {item.claim: item.published for paper_id in ids() for item in observe(paper_id)}
    assert seen == {
        # No paper says of its clocks what a limit would be.
        "clock-limit": True,
        "one-key-for-all-lanes": False,
        "folded-cycles": True,
        "throughput-grows-with-lanes": True,
        "tower-beats-table": True,
        "decryption-slower": True,
    }
    for i in ids():
        assert not {item.claim for item in judge(i)} & {item.claim for item in observe(i)}


def test_14_of_the_20_rows_of_2004_are_dominated() -> None:
    found = judgement("zambreno2004", "pareto-optimal")
    assert found.reason.startswith("14 of the 20 rows")
    assert "UF10-PP2B" not in found.reason.partition(";")[0]


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
    assert (found.measured, found.verdict) == (False, NOT_OURS)
    assert "UF1-PP3D: simulation gives 1/11" in found.reason


def test_a_few_simulated_rows_do_not_settle_it() -> None:
    found = judgement(
        "zambreno2004", "throughput-follows", [row("UF1-PP3D", blocks_per_cycle="1/10")]
    )
    assert (found.measured, found.verdict) == (None, OPEN)


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
    assert measured(areas("UF1-PP0B", 3)) == (None, OPEN)
    assert measured(areas("UF1-PP0D", 3)) == (False, NOT_OURS)


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


def latencies(best: str) -> list[object]:
    """Return all points that the claim on latency looks at, 20 % slower than the best."""
    labels = asked("zambreno2004")["lowest-latency"]
    return [delayed(label, 100 if label == best else 120) for label in labels]


def test_lowest_latency_is_looked_for_among_unpipelined_points_too() -> None:
    labels = asked("zambreno2004")["lowest-latency"]
    assert {f"UF{u}-PP0{s}" for u in (1, 2, 5, 10) for s in "DLT"} <= labels.keys()
    assert verdict("zambreno2004", "lowest-latency", latencies("UF2-PP0D")) == OTHER
    assert verdict("zambreno2004", "lowest-latency", latencies("UF10-PP1D")) == NOT_OURS
    # In the short paper not even the published rows bear it out.
    assert verdict("zambreno-short", "lowest-latency", latencies("UF1-PP0D")) == FAILS


def test_lowest_latency_is_open_until_all_are_measured_and_undecided_within_noise() -> None:
    rows = latencies("UF2-PP0D")
    assert verdict("zambreno2004", "lowest-latency", rows[:-1]) == OPEN
    wide = (0.7, 0.8, 1.0, 1.2, 1.3)
    noisy = [
        delayed(label, 99 if label == "UF2-PP0D" else 100, wide)
        for label in asked("zambreno2004")["lowest-latency"]
    ]
    found = judgement("zambreno2004", "lowest-latency", noisy)
    assert (found.verdict, found.measured, found.undecided) == (UNDECIDED, None, True)


def test_one_pair_shows_that_unpipelined_rounds_may_be_quicker() -> None:
    def rows(ten: float) -> list[object]:
        return [
            delayed(f"UF{unroll}-PP0{sbox}", latency)
            for sbox in "DLT"
            for unroll, latency in ((10, ten if sbox == "T" else 130), (1, 100))
        ]

    claim = "unpipelined-may-be-quicker"
    assert verdict("zambreno2004", claim, rows(80)) == OTHER
    assert "as simulated" in judgement("zambreno2004", claim, rows(80)).reason
    assert verdict("zambreno2004", claim, rows(130)) == NOT_OURS
    assert verdict("zambreno2004", claim, rows(100)) == UNDECIDED
    assert verdict("zambreno2004", claim, rows(130)[:4]) == OPEN


def test_latency_is_open_where_equation_and_simulation_contradict() -> None:
    # One cycle against ten of a clock ten times as quick; simulated it is two against eleven.
    one = [routed(f"UF10-PP0{s}", 10, latency_cycles=2, latency_ns=200) for s in "DLT"]
    ten = [routed(f"UF1-PP0{s}", 95, latency_cycles=11, latency_ns=115.8) for s in "DLT"]
    found = judgement("zambreno2004", "unpipelined-may-be-quicker", [*one, *ten])
    assert (found.verdict, found.measured, found.undecided) == (OPEN, None, False)
    assert "0.95 times the latency by equation (2) of UF1-PP0D" in found.reason
    assert "1.73 times the latency as simulated of UF1-PP0D" in found.reason
    assert "by equation (2) it is so, as simulated it is not so" in found.reason
    assert "whether the register of the result is counted" in found.reason


def test_a_denial_by_one_count_is_told_where_the_other_does_not_tell() -> None:
    # Simulated the iterative point leads; by the equation no seed tells.
    rows = [
        routed(
            label,
            100,
            latency_cycles=11,
            latency_ns=110 if label == "UF1-PP0D" else 130,
        )
        for label in asked("zambreno2004")["lowest-latency"]
    ]
    found = judgement("zambreno2004", "lowest-latency", rows)
    assert (found.verdict, found.measured, found.undecided) == (OPEN, None, False)
    assert "by equation (2) seeds do not tell, as simulated it is not so" in found.reason
    assert "whether the register of the result is counted" in found.reason
    # What its own figures deny stays denied.
    assert verdict("zambreno-short", "lowest-latency", rows) == FAILS


@pytest.mark.parametrize("item", load("zambreno2004").rows, ids=lambda item: str(item.name))
def test_ours_take_a_cycle_more_than_the_equation(item: Any) -> None:
    have = [row for row in committed(ROOT / FOLDER)["zambreno2004"] if row.label == item.label]
    if item.label and item.name != "UF5-PP0B":
        assert {row.latency_cycles for row in have} == {item.architecture.cycles_of_latency + 1}


def test_a_rival_with_a_bound_alone_is_not_excluded() -> None:
    found = judgement("jarvinen2003", "highest-throughput")
    assert (found.verdict, found.published) == (OPEN, None)
    assert "not excluded" in found.reason


def test_a_rival_with_a_bound_is_below_what_is_told_as_the_highest_of_all() -> None:
    found = judgement("zambreno2004", "fastest-reported")
    assert (found.verdict, found.published) == (HOLDS, True)
    assert (
        "the highest that was reported besides it is by the same section the 21.54" in found.reason
    )
    assert "Helion Technology and Saggese and others, of whom it only says" in found.reason


def test_replications_cost_in_clock() -> None:
    def rows(double: float) -> list[object]:
        return [routed("RF2-UF10-PP3D", double), routed("UF10-PP3D", 100)]

    assert verdict("zambreno-short", "replication-costs-clock", rows(70)) == HOLDS
    assert verdict("zambreno-short", "replication-costs-clock", rows(90)) == OTHER
    # 2 % is what seeds alone do.
    assert verdict("zambreno-short", "replication-costs-clock", rows(98.5)) == UNDECIDED
    assert verdict("zambreno-short", "replication-costs-clock", rows(110)) == NOT_OURS


@pytest.mark.parametrize(("clock", "expected"), [(70, FAILS), (130, FAILS), (101, FAILS)])
def test_that_unrolling_leaves_the_clock_alone_can_only_be_denied(
    clock: float, expected: Verdict
) -> None:
    rows = [routed("UF10-PP1B", clock), routed("UF1-PP0B", 100)]
    found = judgement("zambreno-short", "unrolling-keeps-clock", rows)
    assert found.verdict == expected
    assert f"in ours at {clock / 100:.2f} times" in found.reason


def test_too_few_seeds_settle_nothing() -> None:
    rows = [routed("RF2-UF10-PP3D", 70, SPREAD[:4]), routed("UF10-PP3D", 100)]
    found = judgement("zambreno-short", "replication-costs-clock", rows)
    assert (found.verdict, found.measured) == (OPEN, None)
    assert "RF2-UF10-PP3D" in found.needs
    assert "UF10-PP3D" not in found.needs


def test_replication_is_judged_on_the_pair_that_can_be_routed() -> None:
    one, shared = routed("UF5-PP3D", 100), routed("RF2-UF5-PP3D", 90)
    found = judgement("zambreno-short", "replication-costs-clock", [one, shared])
    # Whether its lanes share an expansion the paper leaves open.
    assert found.verdict == OPEN
    assert "RF2S-UF5-PP3D" in found.needs
    found = judgement(
        "zambreno-short", "replication-costs-clock", [one, shared, routed("RF2S-UF5-PP3D", 92)]
    )
    assert found.verdict == OTHER
    near = [routed(label, 68.5) for label in ("RF2-UF5-PP3D", "RF2S-UF5-PP3D")]
    # Of the published size, but not of the published pair.
    assert verdict("zambreno-short", "replication-costs-clock", [one, *near]) == OTHER
    assert "from UF5-PP3D to RF2-UF5-PP3D, the throughput is 1.80 times" in found.reason
    assert "from UF5-PP3D to RF2S-UF5-PP3D, the throughput is 1.84 times" in found.reason
    assert "too full" in found.reason
    found = judgement(
        "zambreno-short", "replication-costs-clock", [one, shared, routed("RF2S-UF5-PP3D", 110)]
    )
    assert found.verdict == OPEN
    assert "it hangs on whether the expansion is doubled" in found.reason


def test_replications_cost_in_latency_and_efficiency() -> None:
    def rows(double: float, tables: int = 2000) -> list[object]:
        return [
            routed(
                label,
                clock,
                latency_cycles=31,
                latency_ns=31_000 / clock,
                throughput_gbps=rate * clock,
                lut_count=area,
                ff_count=area,
            )
            for label, clock, rate, area in (
                ("RF2-UF10-PP3D", double, 2, tables),
                ("UF10-PP3D", 100, 1, 1000),
            )
        ]

    claim = "replication-costs-more"
    assert verdict("zambreno-short", claim, rows(68.5)) == HOLDS
    # The same, but by less than what is published.
    assert verdict("zambreno-short", claim, rows(90)) == OTHER
    assert verdict("zambreno-short", claim, rows(98.5)) == UNDECIDED
    assert verdict("zambreno-short", claim, rows(110)) == NOT_OURS
    # A longer latency alone is half of it.
    assert verdict("zambreno-short", claim, rows(90, 1500)) == NOT_OURS
    assert verdict("zambreno-short", claim) == OPEN


@pytest.mark.parametrize(
    ("changes", "so"), [((-0.2, 0.02), True), ((0.027,), None), ((2.0,), None)]
)
def test_a_word_of_degree_is_settled_by_no_bound(
    changes: tuple[float, ...], so: bool | None
) -> None:
    assert rules.little(changes) is so


def test_a_large_gain_is_open_where_it_is_and_denied_where_it_is_not() -> None:
    def rows(finer: float) -> list[object]:
        shapes = {"UF2": "123", "UF5": "123", "UF10": "123"}
        return [
            routed(
                f"{unroll}-PP{stages}{kind}",
                100,
                throughput_gbps=1 if stages == "1" else finer ** int(stages),
                lut_count=100,
                slice_estimate=100,
                ff_count=100,
            )
            for unroll, deep in shapes.items()
            for stages in deep
            for kind in "BDL"
        ]

    claim = "partitioning-costs-little"
    found = judgement("zambreno2004", claim, rows(2.0))
    assert (found.verdict, found.measured) == (OPEN, None)
    assert "it hangs on how much extremely large is" in found.reason
    assert "the largest gain published is 3.67 times" in found.reason
    assert verdict("zambreno2004", claim, rows(0.5)) == NOT_OURS


def test_whether_a_further_copy_is_futile_hangs_on_what_it_is_for() -> None:
    found = judgement("asu", "further-copies-are-futile")
    assert (found.verdict, found.published, found.measurable) == (OPEN, None, False)
    assert "0.9999 times at P2, but 0.9999 times at P1" in found.reason
    assert "throughput alone is 2.00 times at P2" in found.reason


def test_logic_clocks_higher_with_rom_in_ours_and_not_in_the_table() -> None:
    rows = [
        routed(f"UF{shape}{kind}", 100 if kind == "B" else 130)
        for shape in ("1-PP0", "2-PP2", "10-PP1", "10-PP3")
        for kind in "BD"
    ]
    found = judgement("zambreno2004", "rom-is-often-faster", rows)
    assert (found.published, found.verdict) == (False, OTHER)
    assert "so in 1 of 4 published pairs" in found.reason
    assert verdict("zambreno2004", "rom-is-often-faster") == FAILS


@pytest.mark.parametrize(("most", "so"), [((True, True), False), ((True, False), None)])
def test_moderate_is_denied_where_the_most_of_all_is_taken(
    most: tuple[bool, ...], so: bool | None
) -> None:
    found = rules.moderate(Finding(), dict(zip("ab", most, strict=True)))
    assert found.published is so


@pytest.mark.parametrize(
    ("paper", "claim", "said"),
    [
        ("jarvinen2003", "area-is-moderate", "takes the most slices (Virtex-II), slices per Gbps"),
        ("farooq2016", "moderate-resources", "the most LUTs of the five"),
        ("asu", "area-is-well-under", "42,780 LUTs and registers, 95% of the 45,000"),
        ("zambreno2004", "logic-leaves-room", "0 of 5 in slices and 0 of 5 in clock"),
        ("zambreno2004", "unrolling-takes-slices", "8.73 times the slices of UF1-PP3D"),
        ("zambreno2004", "packing-lets-it-fit", "100 of the 120 block RAMs, and with one S-box"),
        ("zambreno-short", "replication-takes-pins", "643 I/O of RF2-UF10-PP3d, 386 of RF1"),
        ("jarvinen2003", "an-xor-for-each-one", "the 25 ones of its first matrix, in 8 rows, take"),
        ("farooq2016", "fewer-resources", "2.63 times the slice LUTs of existing work"),
        ("asu", "suited-to-mining", "SHA-256"),
    ],
)
def test_what_a_paper_says_is_told_beside_its_figures(paper: str, claim: str, said: str) -> None:
    assert said in judgement(paper, claim).reason


def test_more_slices_are_denied_where_there_are_none() -> None:
    rows = [row(item.label, slice_estimate=100) for item in load("zambreno2004").rows if item.label]
    assert verdict("zambreno2004", "unrolling-takes-slices", rows) == NOT_OURS


def test_online_keys_against_serial_ones_in_clock_and_area() -> None:
    def rows(clock: float) -> list[object]:
        shape = {"slice_estimate": 300, "lut_count": 600}
        online = [routed(f"UF{unroll}-PP1B", clock, **shape) for unroll in UNROLLED]
        return [routed("UF1-PP0B-STORED", 100, slice_estimate=200, lut_count=400), *online]

    assert verdict("farooq2016", "online-quicker-and-larger", rows(120)) == OTHER
    assert verdict("farooq2016", "online-quicker-and-larger", rows(80)) == NOT_OURS


def test_ports_of_32_bits_hang_on_the_core_behind_them() -> None:
    found = judgement("jarvinen2003", "narrow-ports-slow-down")
    assert (found.verdict, found.needs) == (OPEN, ())
    assert "1/4 of a block in a cycle" in found.reason
    assert "0.78 and 0.89 times" in found.reason


def test_farooqs_throughput_is_judged_by_its_equation_too() -> None:
    parallel = [f"UF{unroll}-PP1B{keys}" for unroll in UNROLLED for keys in ("", "-KL", "-KD")]
    best = ("UF1-PP0L-STORED", "UF1-PP0D-STORED")

    def rows(clock: float, rate: float) -> list[object]:
        own = [routed(label, clock, throughput_gbps=rate) for label in best]
        others = {*EVERY_SERIAL, *parallel} - {*best}
        return [*own, *(routed(label, 100, throughput_gbps=2.0) for label in others)]

    claim = "highest-throughput"
    assert verdict("farooq2016", claim, rows(130, 3)) == OTHER
    assert verdict("farooq2016", claim, rows(70, 1)) == NOT_OURS
    found = judgement("farooq2016", claim, rows(130, 1))
    assert (found.verdict, found.undecided, found.needs) == (OPEN, False, ())
    assert "it hangs on what is meant" in found.reason
    assert verdict("farooq2016", claim, rows(100.5, 1)) == UNDECIDED


def test_what_is_about_or_alike_is_open_where_it_hangs_on_that() -> None:
    for claim, said in (
        ("unrolling-costs-the-factor", "5 of 6 pairs within 25% of it; it hangs on how near about"),
        ("memory-performs-alike", "it hangs on how alike is meant"),
    ):
        found = judgement("zambreno2004", claim, [])
        assert found.verdict == OPEN
        assert said in found.reason
    found = judgement("jarvinen2003", "amphion-is-slower", [])
    assert found.verdict == OPEN
    assert "core by core so, every core with every core not so" in found.reason


def test_a_claim_per_slice_is_judged_per_slice_and_per_table() -> None:
    def rows(registers: int) -> list[object]:
        shape = {"throughput_gbps": 10.0, "lut_count": 1000}
        own = routed(SIG, 100, ff_count=registers, **shape)
        return [own, routed("UF10-PP3D", 100, ff_count=100, **(shape | {"lut_count": 2000}))]

    assert observed("jarvinen2003", "tower-beats-table", rows(1000)) == HOLDS
    # Fewer tables, but registers that take more slices: the two readings differ.
    assert observed("jarvinen2003", "tower-beats-table", rows(4000)) == UNDECIDED


SIG = "UF10-C911F-IN2"


def test_both_directions_is_judged_whatever_a_block_brings() -> None:
    def rows(both: int, given: int) -> list[dict[str, Any]]:
        labels = {f"AES128ED-{SIG}": both, f"AES128ED-{SIG}-LAST": given, SIG: 1000}
        return [row(label, slice_estimate=slices) for label, slices in labels.items()]

    assert verdict("jarvinen2003", "both-directions-area", rows(1540, 1560)) == OTHER
    assert verdict("jarvinen2003", "both-directions-area", rows(1300, 1200)) == NOT_OURS
    found = judgement("jarvinen2003", "both-directions-area", rows(1784, 1540))
    assert found.verdict == OPEN
    assert "+78.4% if a block brings its cipher key and +54.0% if it brings the" in found.reason
    assert "which of them the paper built it does not say" in found.reason
    assert verdict("jarvinen2003", "both-directions-area", rows(1784, 1540)[1:]) == OPEN


def test_decryption_is_judged_whatever_a_block_brings() -> None:
    def rows(**clocks: float) -> list[object]:
        labels = {"one": SIG, "ring": f"AES128D-{SIG}", "last": f"AES128D-{SIG}-LAST"}
        return [routed(labels[name], clock) for name, clock in clocks.items()]

    def judged(**clocks: float) -> Verdict:
        return observed("jarvinen2003", "decryption-slower", rows(one=100, **clocks))

    assert judged(ring=90, last=92) == HOLDS
    assert judged(ring=90, last=99) == OPEN
    assert judged(ring=90) == OPEN
    assert judged(last=90) == OPEN
    assert judged(ring=98.5, last=99) == UNDECIDED
    # A few percent were published.
    assert judged(ring=75, last=90) == OTHER


def test_which_devices_the_designs_fit() -> None:
    def rows(decrypt: int, both: int, brought: int = 9576) -> list[dict[str, Any]]:
        slices = {SIG: 8685, f"AES128D-{SIG}": decrypt, f"AES128ED-{SIG}": both}
        slices |= {f"AES128D-{SIG}-LAST": brought, f"AES128ED-{SIG}-LAST": both}
        return [row(label, slice_estimate=count) for label, count in slices.items()]

    # Slices packed without a gap show that a design does not fit, never that it does.
    assert verdict("jarvinen2003", "fits-devices", rows(10000, 16000)) == OPEN
    found = judgement("jarvinen2003", "fits-devices", rows(11915, 16000))
    assert found.verdict == OPEN
    assert "SIG-AES-D with 11,915 slices does not fit XC2V2000-5" in found.reason
    assert "if it brings the end of its key schedule, nothing denies it" in found.reason
    both = judgement("jarvinen2003", "fits-devices", rows(11915, 16000, 11000))
    assert both.verdict == NOT_OURS
    # Nor that one direction more would have had room in the next smaller device.
    assert verdict("jarvinen2003", "fits-devices", rows(10000, 10000)) == OPEN


def test_mapping_once_saves_nothing_or_it_hangs_on_how_much() -> None:
    def rows(once: int) -> list[dict[str, Any]]:
        return [
            row(SIG, slice_estimate=once),
            row("UF10-C911T-IN2", slice_estimate=1000),
        ]

    assert verdict("jarvinen2003", "mapping-once-is-smaller", rows(900)) == OPEN
    assert verdict("jarvinen2003", "mapping-once-is-smaller", rows(990)) == NOT_OURS


SERIAL = {
    clb: ("UF1-PP0B-STORED", f"UF1-PP0B-K{clb}-STORED", f"UF1-PP0{clb}-STORED") for clb in "LD"
}
"""The serial circuits, with S-boxes in CLBs as logic and as ROM."""

EVERY_SERIAL = tuple(dict.fromkeys([*SERIAL["L"], *SERIAL["D"]]))
UNROLLED = (2, 5, 10)


def circuits(kb: dict[int, int], kc: dict[int, int], serial: tuple[int, int, int]) -> list[Any]:
    """Return the five circuits of Farooq in all readings, with these slices and registers."""
    counts = {label: n for each in SERIAL.values() for label, n in zip(each, serial, strict=True)}
    for unroll in UNROLLED:
        counts[f"UF{unroll}-PP1B"] = kb[unroll]
        counts |= {f"UF{unroll}-PP1B-K{clb}": kc[unroll] for clb in SERIAL}
    return [
        row(label, slice_estimate=count, ff_count=count, lut_count=count)
        for label, count in counts.items()
    ]


def test_nothing_is_judged_by_circuits_that_are_not_known() -> None:
    kb = {2: 500, 5: 900, 10: 1500}
    kc = {2: 300, 5: 1000, 10: 2000}
    rows = circuits(kb, kc, (200, 400, 800))
    found = judgement("farooq2016", "twice-the-slices", rows)
    assert found.verdict == OPEN
    told = "2.67 by UF2 with logic, 2.67 by UF2 with ROM, 0.80 by UF5 with logic"
    assert f"in ours {told}" in found.reason
    assert "the circuits are not known" in found.reason
    # The smallest is so in every reading; which has most tables hangs on the reading.
    assert verdict("farooq2016", "serial-is-smallest", rows) == OTHER
    most = judgement("farooq2016", "most-luts", rows)
    assert most.verdict == OPEN
    assert "nothing is judged by it" in most.reason
    assert verdict("farooq2016", "parallel-takes-more", rows) == OPEN
    smaller = circuits(kb, kc, (200, 250, 800))
    assert verdict("farooq2016", "parallel-takes-more", smaller) == OTHER
    # With as many slices as it says, the circuits are those of the text.
    assert verdict("farooq2016", "twice-the-slices", circuits(kb, kc, (200, 400, 4000))) == OTHER


@pytest.mark.parametrize(("factor", "expected"), [(0.9, NOT_OURS), (1.8, OPEN), (2.5, OPEN)])
def test_how_long_an_extreme_latency_is_the_paper_does_not_say(
    factor: float, expected: Verdict
) -> None:
    # Its own rows come to 1.8 and 1.3 times.
    rows = [
        delayed(f"UF{unroll}-PP{stages}{kind}", ns)
        for unroll, stages, ns in ((1, 0, 100.0), (10, 3, 100 * factor))
        for kind in "BD"
    ]
    assert verdict("zambreno2004", "partitioned-latency-is-extreme", rows) == expected


def test_logic_for_the_key_is_judged_whatever_p_is() -> None:
    def rows(logic: float, rom: float) -> list[object]:
        clocks = {"UF1-PP0B-STORED": 100, "UF1-PP0B-KL-STORED": logic, "UF1-PP0B-KD-STORED": rom}
        return [routed(label, clock) for label, clock in clocks.items()]

    assert verdict("farooq2016", "key-logic-clocks-faster", rows(110, 120)) == OTHER
    assert verdict("farooq2016", "key-logic-clocks-faster", rows(90, 80)) == NOT_OURS
    assert verdict("farooq2016", "key-logic-clocks-faster", rows(101, 101)) == UNDECIDED
    assert verdict("farooq2016", "key-logic-clocks-faster") == OPEN
    # What CLBs hold the paper leaves open.
    found = judgement("farooq2016", "key-logic-clocks-faster", rows(90, 120))
    assert (found.verdict, found.needs) == (OPEN, ())
    assert "logic or as ROM" in found.reason


def test_boxes_in_clbs_are_judged_as_logic_and_as_rom() -> None:
    def rows(logic: float, rom: float) -> list[object]:
        clocks = {"UF1-PP0B-STORED": 100, "UF1-PP0L-STORED": logic, "UF1-PP0D-STORED": rom}
        return [routed(label, clock) for label, clock in clocks.items()]

    claim = "logic-clocks-faster-than-bram"
    assert verdict("farooq2016", claim, rows(120, 120)) == OTHER
    assert verdict("farooq2016", claim, rows(80, 80)) == NOT_OURS
    assert verdict("farooq2016", claim, rows(80, 120)) == OPEN
    assert verdict("farooq2016", claim, rows(80, 120)[:2]) == OPEN


@pytest.mark.parametrize(("clock", "expected"), [(70, OTHER), (130, NOT_OURS)])
def test_the_worst_delay_of_the_five(clock: float, expected: Verdict) -> None:
    parallel = [f"UF{unroll}-PP1B{keys}" for unroll in UNROLLED for keys in ("", "-KL", "-KD")]
    rows = [routed(label, 100) for label in (*EVERY_SERIAL[1:], *parallel)]
    rows.append(routed(EVERY_SERIAL[0], clock))
    assert verdict("farooq2016", "serial-has-the-worst-delay", rows) == expected


@pytest.mark.parametrize(
    ("alone", "measured", "expected"), [(1.8, None, OPEN), (2.0, None, OPEN), (2.5, True, OTHER)]
)
def test_online_against_serial_also_at_equal_unrolling(
    alone: float, measured: bool | None, expected: Verdict
) -> None:
    rows = [
        *(routed(label, 100, throughput_gbps=2) for label in EVERY_SERIAL),
        *(
            routed(f"UF{unroll}-PP1B{keys}", 100, throughput_gbps=alone * unroll)
            for unroll in (1, *UNROLLED)
            for keys in ("", "-KL", "-KD")
        ),
    ]
    found = judgement("farooq2016", "online-beats-serial", rows)
    # Unrolled it is always more; the paper gives the clock as the reason.
    assert (found.measured, found.verdict) == (measured, expected)
    assert "the same by all readings of the circuits" in found.reason
    assert f"at equal unrolling online keys give {alone / 2:.2f} times" in found.reason


def test_asu_efficiency_on_our_rows() -> None:
    def rows(double: float, fourfold: float, spread: Any = SPREAD) -> list[object]:
        shapes = {"RF2S-UF10-PP2B": (double, 1000), "RF4S-UF10-PP2B": (fourfold, 2000)}
        return [
            routed(label, 100, spread, throughput_gbps=rate, lut_count=area, ff_count=area)
            for label, (rate, area) in shapes.items()
        ]

    # Whether the first copy raised it is a claim of its own.
    assert verdict("asu", "efficiency-stops-at-p2", rows(24, 47.5)) == UNDECIDED
    assert verdict("asu", "efficiency-stops-at-p2", rows(24, 54)) == NOT_OURS
    # A fall is a change as well.
    assert verdict("asu", "efficiency-stops-at-p2", rows(24, 42)) == NOT_OURS
    assert verdict("asu", "efficiency-stops-at-p2", rows(24, 48, STEADY)) == HOLDS


def test_a_slip_of_a_printed_figure_is_no_other_rate() -> None:
    def rows(rate: str) -> list[object]:
        rates = {
            "UF1-PP0B": "1/10",
            "UF1-PP2B": "1/10",
            "RF2S-UF1-PP2B": "1/5",
            "UF10-PP1B": "1",
            "UF10-PP2B": "1",
            "RF2S-UF10-PP2B": "2",
            "RF4S-UF10-PP2B": rate,
        }
        return [row(label, blocks_per_cycle=value) for label, value in rates.items()]

    # 219.6 Gbps are printed where four blocks a cycle give 218.1: confirmed by simulation.
    assert verdict("asu", "throughput-follows", rows("4")) == OTHER
    assert verdict("asu", "throughput-follows", rows("3")) == FAILS


@pytest.mark.parametrize(("gain", "expected"), [(0.9, OTHER), (1.1, OPEN), (1.5, OPEN)])
def test_how_much_unrolling_may_gain_in_clock(gain: float, expected: Verdict) -> None:
    pairs = {"B": ("UF2-PP1B", "UF10-PP1B"), "D": ("UF5-PP1D", "UF10-PP1D")}
    rows = [routed(f"UF1-PP0{kind}", 100) for kind in pairs]
    rows += [routed(label, 100 * gain) for each in pairs.values() for label in each]
    assert verdict("zambreno2004", "unrolling-keeps-critical-path", rows) == expected
    assert verdict("zambreno2004", "unrolling-keeps-critical-path", rows[:-1]) == OPEN


@pytest.mark.parametrize(("clock", "measured"), [(130, None), (70, False)])
def test_slightly_is_told_and_not_judged(clock: float, measured: bool | None) -> None:
    rows = [
        routed(f"UF{shape}{kind}", 100 if kind == "B" else clock)
        for shape in ("1-PP0", "2-PP2", "10-PP1", "10-PP3")
        for kind in "BD"
    ]
    found = judgement("zambreno2004", "rom-clocks-faster-than-bram", rows)
    # Its own pairs deny that it is higher at all.
    assert (found.verdict, found.measured) == (FAILS, measured)
    assert f"ours differ by {clock - 100:+.1f}% to {clock - 100:+.1f}%" in found.reason
    assert "it hangs on how much slightly is" in found.reason


def test_serial_circuits_with_less_in_memory() -> None:
    def rows(rams: int, tables: int) -> list[object]:
        return [
            row("UF1-PP0B-STORED", slice_estimate=200, bram_count=10, lut_count=tables),
            *(
                row(f"UF1-PP0B-K{kind}-STORED", slice_estimate=300, bram_count=rams, lut_count=400)
                for kind in "LD"
            ),
            *(row(f"UF1-PP0{kind}-STORED", lut_count=900) for kind in "LD"),
        ]

    assert verdict("farooq2016", "key-in-clbs-takes-fewer-rams", rows(8, 300)) == OTHER
    assert verdict("farooq2016", "key-in-clbs-takes-fewer-rams", rows(10, 300)) == NOT_OURS
    assert verdict("farooq2016", "memory-takes-fewer-luts", rows(8, 300)) == OTHER
    assert verdict("farooq2016", "memory-takes-fewer-luts", rows(8, 950)) == NOT_OURS


def test_no_rise_of_ours_is_radical_or_not() -> None:
    def rows(pipelined: float) -> list[object]:
        rates = {"UF1-PP0B": 1.0, "UF10-PP1B": 1.78, "UF1-PP2B": 1.0, "UF10-PP2B": pipelined}
        return [
            routed(label, 100, throughput_gbps=rate, lut_count=100, ff_count=100)
            for label, rate in rates.items()
        ]

    for pipelined, measured in ((0.9, False), (1.07, None), (1.7, None)):
        found = judgement("asu", "unrolling-raises-efficiency", rows(pipelined))
        assert (found.verdict, found.measured) == (FAILS, measured)


def test_asu_efficiency_on_folded_copies_where_p2_is_too_large() -> None:
    def rows(fourfold: float, spread: Any = SPREAD) -> list[object]:
        shapes = {"UF1-PP2B": (1.0, 50), "RF2S-UF1-PP2B": (2.4, 100)}
        shapes["RF4S-UF1-PP2B"] = (fourfold, 200)
        return [
            routed(label, 100, spread, throughput_gbps=rate, lut_count=area, ff_count=area)
            for label, (rate, area) in shapes.items()
        ]

    found = judgement("asu", "efficiency-stops-at-p2", rows(4.8, STEADY))
    # What stands in bears out no figure of the report's.
    assert (found.measured, found.verdict) == (True, OTHER)
    assert "copies of the folded design stand in" in found.reason
    found = judgement("asu", "efficiency-stops-at-p2", rows(4.75))
    assert (found.measured, found.verdict) == (None, UNDECIDED)
    assert "in ours RF4S-UF1-PP2B over RF2S-UF1-PP2B: 0.9896 times" in found.reason
    notes = {item.row: item.note for item in found.evidence if item.source == "measured"}
    assert notes["RF2S-UF1-PP2B"] == "netlist not verified, 5 seeds"
    assert judgement("asu", "efficiency-stops-at-p2", rows(6)).measured is False
    # So is the first copy's efficiency.
    first = judgement("asu", "parallelism-raises-efficiency", rows(6))
    assert "in ours RF2S-UF1-PP2B over UF1-PP2B: 1.200 times" in first.reason


@pytest.mark.parametrize(("registers", "told"), [(280, 1.5), (411, 11.9), (600, 26.8)])
def test_asu_little_area_is_open_beside_the_throughput(registers: int, told: float) -> None:
    rows = [
        routed("UF1-PP0B", 100, throughput_gbps=1.0, lut_count=990, ff_count=275),
        routed("UF1-PP2B", 170, throughput_gbps=1.7, lut_count=1004, ff_count=registers),
    ]
    found = judgement("asu", "pipelining-raises-throughput", rows)
    # What is published is noticeable.
    assert (found.published, found.measured) == (None, True if told < 2 else None)
    assert found.verdict == (OTHER if told < 2 else OPEN)
    assert f"with +2.7% LUTs and registers published; with +{told}% in ours" in found.reason
    slow = [rows[0], routed("UF1-PP2B", 70, throughput_gbps=0.7, lut_count=1004, ff_count=280)]
    assert verdict("asu", "pipelining-raises-throughput", slow) == NOT_OURS


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ((1.0, 1.0, 1.01, 1.0, 0.995), HOLDS),
        # 1.78 times the throughput is not the clock that there was.
        ((0.89, 0.89, 0.9, 0.88, 0.89), NOT_OURS),
        ((0.99, 1.02, 0.93, 1.01, 0.97), UNDECIDED),
        ((0.89,), OPEN),
    ],
)
def test_asu_copies_keep_the_clock(shares: tuple[float, ...], said: Verdict) -> None:
    single = routed("UF1-PP2B", 100, (1.0, 1.0, 1.005, 1.0, 0.995))
    copies = routed("RF2S-UF1-PP2B", 100, shares)
    assert observed("asu", "throughput-grows-with-lanes", [single, copies]) == said


def test_a_point_that_was_left_out_says_why() -> None:
    rows = [
        row("RF2-UF10-PP3D", lut_count=70_000, left_out="not routed: no room"),
        row("UF10-PP3D", throughput_gbps=20),
    ]
    found = judgement("zambreno-short", "highest-throughput", rows)
    assert (found.measured, found.verdict, found.needs) == (None, OPEN, ())
    assert "not routed: no room" in found.reason


def test_figures_of_few_seeds_stand_beside_no_median(tmp_path: Path) -> None:
    pipeline = {"label": "UF10-C5dfT-G5ac", "lut_count": 100, "ff_count": 100}
    body = {"rows": [pipeline | {"throughput_gbps": 1.0}]}
    (tmp_path / "headline.json").write_text(json.dumps(body), encoding="utf-8")
    for spread, told in ((SPREAD[:1], "open until it is routed with 5 seeds"), (SPREAD, "12.80")):
        counts = {"lut_count": 1000, "ff_count": 1000, "bram_count": 100}
        rows = [routed("UF10-PP2B", 100, spread, throughput_gbps=12.8, **counts)]
        ((_, answer),) = answers(load("asu"), rows, tmp_path)
        assert told in answer


def test_what_a_rule_asks_for_is_told_by_kind() -> None:
    found = asked("jarvinen2003")
    assert found["both-directions-area"][SIG] == {Kind.AREA}
    assert found["mapping-once-is-faster"][SIG] == {Kind.CLOCK}
    assert found["matrices"] == {}


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
    # Beside the 20 rows, three with a known key, ten without registers between rounds, and one of
    # the space that no row has.
    assert len(found) == 20 + 3 + 10 + 1
    impossible = found["UF5-PP0B"]
    assert (impossible.label, impossible.exact) == ("UF5-PP1B", False)
    assert "synchronous block RAM" in impossible.refused
    assert [item.fmax_mhz for item in impossible.measured] == [9]
    assert found["UF1-PP0B"].exact
    assert found["UF1-PP0B"].measured == ()


@pytest.mark.parametrize(
    ("outcomes", "shared", "all_so"),
    [
        ("YES YES", "YES", "YES"),
        ("NO NO", "NO", "NO"),
        ("YES NO", "UNDECIDED", "NO"),
        ("NO UNDECIDED", "UNDECIDED", "NO"),
        ("YES UNDECIDED", "UNDECIDED", "UNDECIDED"),
        ("YES OPEN", "OPEN", "OPEN"),
        ("NO OPEN", "OPEN", "NO"),
    ],
)
def test_readings_must_agree_and_one_part_refutes_a_whole(
    outcomes: str, shared: str, all_so: str
) -> None:
    found = [Outcome[name] for name in outcomes.split()]
    assert rules.together(found) is Outcome[shared]
    assert rules.all_of(found) is Outcome[all_so]
