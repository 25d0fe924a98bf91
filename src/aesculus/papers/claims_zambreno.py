"""The claims of the two papers by Zambreno and others."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise

from aesculus.papers import load, rules
from aesculus.papers.measured import Measurements
from aesculus.papers.published import AES128_ROUNDS, Architecture, Paper, PublishedRow
from aesculus.papers.rules import AREA_METRIC, CLOCK, EFFICIENCY, LATENCY, THROUGHPUT, Pair
from aesculus.papers.verdict import Evidence, Finding, Rule, Verdict

MOST = Fraction(1, 2)
_REPLICATED = ("RF2-UF5-PP3D", "UF5-PP3D")
"""The pair that stands in where the published one cannot be routed."""


def _arch(row: PublishedRow) -> Architecture:
    assert row.architecture is not None
    return row.architecture


def _stages(row: PublishedRow) -> int:
    """Registers in a round; with one physical round PP0 and PP1 are the same hardware."""
    arch = _arch(row)
    return 1 if arch.unroll == 1 and arch.stages == 0 else arch.stages


def _groups(paper: Paper, key: Callable[[PublishedRow], object]) -> Iterable[list[PublishedRow]]:
    groups: defaultdict[object, list[PublishedRow]] = defaultdict(list)
    for row in paper.rows:
        if not rules.impossible(row) and _arch(row).lanes == 1:
            groups[key(row)].append(row)
    return groups.values()


def _unrolled_further(paper: Paper) -> list[Pair]:
    """Pairs of rows next to each other in unrolling, with the same stages and S-box."""
    found = []
    for group in _groups(paper, lambda row: (_stages(row), _arch(row).sbox)):
        ordered = sorted(group, key=lambda row: _arch(row).unroll)
        found += [(right, left) for left, right in pairwise(ordered)]
    return found


def _partitioned_further(paper: Paper) -> list[Pair]:
    found = []
    for group in _groups(paper, lambda row: (_arch(row).unroll, _arch(row).sbox)):
        ordered = sorted(group, key=_stages)
        found += [(right, left) for left, right in pairwise(ordered)]
    return found


def _one_against(first: str, others: tuple[str, ...]) -> Callable[[Paper], list[Pair]]:
    """Return the pairs that differ in the S-box alone, `first` ahead."""

    def found(paper: Paper) -> list[Pair]:
        pairs = []
        for group in _groups(paper, lambda row: (_arch(row).unroll, _stages(row))):
            left = [row for row in group if _arch(row).sbox == first]
            right = [row for row in group if _arch(row).sbox in others]
            pairs += [(one, other) for one in left for other in right]
        return pairs

    return found


def _both(*rules_of_metrics: Rule) -> Rule:
    """Return the rule that all of some rules hold."""

    def rule(paper: Paper, rows: Measurements) -> Finding:
        findings = [one(paper, rows) for one in rules_of_metrics]
        return Finding(
            published=_all(finding.published for finding in findings),
            measured=_all(finding.measured for finding in findings),
            reasons=[reason for finding in findings for reason in finding.reasons],
            evidence=[row for finding in findings for row in finding.evidence],
        )

    return rule


def _all(answers: Iterable[bool | None]) -> bool | None:
    known = list(answers)
    if False in known:
        return False
    return None if None in known else True


def _lowest_latency(winner: str) -> Rule:
    """Return the rule that a partly unrolled point has the lowest latency.

    The named winner is no evidence if it cannot be built; the conclusion then stands or falls with
    the best of the rows that can.
    """

    def rule(paper: Paper, rows: Measurements) -> Finding:
        named = rules.extremum(LATENCY, winner)(paper, rows)
        violation = rules.impossible(paper.row(winner))
        if violation is None:
            return named
        finding = Finding(evidence=list(named.evidence))
        finding.reasons.append(f"{winner} cannot be built: {violation.reason}")
        buildable = [row for row in paper.rows if not rules.impossible(row)]
        best = min(buildable, key=lambda row: rules.number(row, "latency_ns"))
        finding.published = 1 < _arch(best).unroll < AES128_ROUNDS
        finding.evidence.append(rules.published(best, "fmax_mhz", "latency_ns"))
        finding.reasons.append(
            f"of the published rows that can be, {best.name} is lowest at "
            f"{best.figure('latency_ns')} ns"
        )
        labels = [rules.point(row) for row in buildable]
        table = rows.table(labels, "latency_ns")
        if len(table.values) >= len(set(labels)):
            fastest = min(table.values, key=lambda label: table.values[label])
            unroll = {rules.point(row): _arch(row).unroll for row in buildable}[fastest]
            finding.measured = 1 < unroll < AES128_ROUNDS
            finding.evidence.append(rules.measured(table, fastest))
            finding.reasons.append(f"in ours {fastest} is lowest on {table.device}")
        else:
            finding.reasons.append(f"{len(table.values)} of {len(set(labels))} points measured")
        stands = finding.published if finding.measured is None else finding.measured
        finding.verdict = Verdict.OTHER_FIGURES if stands else Verdict.DOES_NOT_FOLLOW
        return finding

    return rule


def _equation_1(paper: Paper, _rows: Measurements) -> Finding:
    """Equation (1) as labelled, and as the rows use it, on the first iterative row."""
    row = next(row for row in paper.rows if _arch(row).cycles_per_block > 1)
    cycles = _arch(row).cycles_per_block
    bits = rules.number(row, "fmax_mhz") * 128 / 1000
    return Finding(
        published=False,
        verdict=Verdict.OTHER_FIGURES,
        reasons=[
            f"the published {row.figure('throughput_gbps')} Gbps of {row.name} is 128 f over "
            f"{cycles} cycles per block; over blocks per cycle, {1 / cycles}, it would be "
            f"{bits * float(cycles):.4g} Gbps",
            "the text below the equation uses cycles per block, so only the name is wrong",
        ],
        evidence=[rules.published(row, "fmax_mhz", "throughput_gbps")],
    )


def _replication(paper: Paper, rows: Measurements) -> Finding:
    """Two lanes gain less than twice the throughput, for the clock falls."""
    double = paper.row("RF2-UF10-PP3d")
    single = paper.row("RF1-UF10-PP3d")
    drop = 1 - rules.number(double, "fmax_mhz") / rules.number(single, "fmax_mhz")
    gain = rules.number(double, "throughput_gbps") / rules.number(single, "throughput_gbps")
    finding = Finding(
        published=drop > 0 and gain < 2,
        reasons=[f"published: clock down {drop:.1%}, throughput {gain:.2f} times"],
        evidence=[
            rules.published(row, "fmax_mhz", "throughput_gbps", "slices")
            for row in (double, single)
        ],
    )
    pairs = [(rules.point(double), rules.point(single)), _REPLICATED]
    found = rules.first_measured(rows, pairs, "fmax_mhz")
    if found is None:
        finding.reasons.append("not measured yet")
        return finding
    pair, ratio = found
    ours = 1 - ratio
    finding.measured = ours > rules.NOTICEABLE
    finding.reasons.append(
        f"in ours the clock changes by {-ours:.1%} from {pair[1]} to {pair[0]}, "
        f"the throughput is {2 * ratio:.2f} times"
    )
    if pair == _REPLICATED:
        finding.reasons.append("the published pair is too large for the routed device")
    table = rows.table(pair, "fmax_mhz")
    finding.evidence += [rules.measured(table, label) for label in table.values]
    if finding.measured and abs(ours - drop) > rules.SAME_DROP:
        finding.verdict = Verdict.OTHER_FIGURES
    return finding


def _shared_key_schedule(paper: Paper, _rows: Measurements) -> Finding:
    """Sharing would save the key schedule's S-boxes once; their size is known from both papers."""
    double, single = paper.row("RF2-UF10-PP3d"), paper.row("RF1-UF10-PP3d")
    saved = 2 * rules.number(single, "slices") - rules.number(double, "slices")
    other = load("zambreno2004")
    rom, ram = other.row("UF10-PP3D"), other.row("UF10-PP3B")
    sboxes_in_round, key_sboxes = 20, 4
    each = (rules.number(rom, "slices") - rules.number(ram, "slices")) / (
        AES128_ROUNDS * sboxes_in_round
    )
    worth = each * AES128_ROUNDS * key_sboxes
    ports = rules.number(double, "iobs")
    return Finding(
        published=saved >= worth,
        reasons=[
            f"{ports:.0f} I/O are two data ports in, two out and one key, so the key is shared",
            f"but {saved:.0f} slices are saved, where the S-boxes of one key schedule alone take "
            f"about {worth:.0f}: the expansion is doubled",
        ],
        evidence=[
            *(rules.published(row, "slices", "iobs") for row in (double, single)),
            Evidence(
                source="derived",
                row="one S-box in distributed ROM, from UF10-PP3D and UF10-PP3B of 2004",
                figures={"slices": each},
            ),
        ],
    )


def _logic_worse() -> Rule:
    """Return the rule that memory beats logic in every metric but the memory it takes."""
    metrics = (CLOCK, AREA_METRIC, THROUGHPUT, LATENCY, EFFICIENCY)

    def memory_first(paper: Paper) -> list[Pair]:
        return [(memory, logic) for logic, memory in _one_against("logic", ("bram", "rom"))(paper)]

    return _both(*(rules.pairs(metric, memory_first) for metric in metrics))


CLAIMS_2004: dict[str, Rule] = {
    "throughput-follows": rules.throughput_follows,
    "equation-1-divisor": _equation_1,
    "points-can-be-built": rules.points_can_be_built,
    "clock-limit": rules.clock_limit,
    "smallest": rules.extremum(AREA_METRIC, "UF1-PP0B"),
    "smallest-without-bram": rules.extremum(
        AREA_METRIC, "UF1-PP0D", lambda row: row.raw["brams"] == 0
    ),
    "highest-throughput": rules.extremum(THROUGHPUT, "UF10-PP3D"),
    "lowest-latency": _lowest_latency("UF5-PP0B"),
    "most-efficient": rules.extremum(EFFICIENCY, "UF10-PP2B"),
    "efficiency-rises-with-unrolling": rules.pairs(EFFICIENCY, _unrolled_further, need=MOST),
    "rom-clocks-faster-than-bram": rules.pairs(CLOCK, _one_against("rom", ("bram",)), need=MOST),
    "bram-saves-area": _both(
        rules.pairs(AREA_METRIC, _one_against("bram", ("rom",))),
        rules.pairs(EFFICIENCY, _one_against("bram", ("rom",))),
    ),
    "logic-is-never-best": _logic_worse(),
    "partitioning-raises-clock": _both(
        rules.pairs(CLOCK, _partitioned_further), rules.pairs(THROUGHPUT, _partitioned_further)
    ),
}

CLAIMS_SHORT: dict[str, Rule] = {
    "throughput-follows": rules.throughput_follows,
    "points-can-be-built": rules.points_can_be_built,
    "clock-limit": rules.clock_limit,
    "smallest": rules.extremum(AREA_METRIC, "RF1-UF1-PP1b"),
    "lowest-latency": _lowest_latency("RF1-UF2-PP0b"),
    "most-efficient": rules.extremum(EFFICIENCY, "RF1-UF10-PP2b"),
    "fastest-clock": rules.extremum(CLOCK, "RF1-UF10-PP3d"),
    "highest-throughput": rules.extremum(THROUGHPUT, "RF2-UF10-PP3d"),
    "replication-costs-clock": _replication,
    "one-key-for-all-lanes": _shared_key_schedule,
}
