"""The claims of the two papers by Zambreno and others."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise, product

from aesculus.ciphers.aes.space import parse
from aesculus.papers import compare, load, rules
from aesculus.papers.compare import Outcome
from aesculus.papers.measured import AREA, Measurements
from aesculus.papers.pins import pins
from aesculus.papers.published import AES128_ROUNDS, Architecture, Paper, PublishedRow
from aesculus.papers.rules import (
    AREA_METRIC,
    CLOCK,
    EFFICIENCY,
    LATENCY,
    SIMULATED,
    THROUGHPUT,
    Metric,
    Pair,
)
from aesculus.papers.verdict import Evidence, Finding, Rule, Verdict

MOST = Fraction(1, 2)
CAN = Fraction(0)
"""The part of pairs that a claim says to be possible has to be more than."""

_SINGLE = "UF5-PP3D"
_DOUBLES = ("RF2-UF5-PP3D", "RF2S-UF5-PP3D")
"""What stands in where the published pair cannot be routed: two lanes under one key, as the
published I/O say, and two with an expansion each, as its slices do."""


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


def _partitioned_pipelines(paper: Paper) -> list[Pair]:
    """Return the pairs of `_partitioned_further` of which both are unrolled and pipelined."""
    return [
        (finer, other)
        for finer, other in _partitioned_further(paper)
        if _arch(other).stages and _arch(other).unroll > 1
    ]


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
        measured = _all(finding.measured for finding in findings)
        return Finding(
            published=_all(finding.published for finding in findings),
            measured=measured,
            # One that is open may still deny it.
            undecided=measured is None
            and any(finding.undecided for finding in findings)
            and all(finding.undecided or finding.measured for finding in findings),
            reasons=[reason for finding in findings for reason in finding.reasons],
            evidence=[row for finding in findings for row in finding.evidence],
        )

    return rule


def _all(answers: Iterable[bool | None]) -> bool | None:
    known = list(answers)
    if False in known:
        return False
    return None if None in known else True


_QUICK = (*(f"UF{unroll}-PP0{sbox}" for unroll in (1, 2, 5, 10) for sbox in "DLT"), "UF2-PP1D")
"""Points that the published rows do not have, of which one may have the lowest latency: those
without registers between rounds for UF 2 to 10, and the one of a table in ROM that the space has
for UF5 and UF10 too."""


def _lowest_latency(winner: str) -> Rule:
    """Return the rule that a partly unrolled point has the lowest latency.

    The named winner is no evidence if it cannot be built; the conclusion then stands or falls with
    the best of the rows that can, and of ours with other quick points besides.
    """

    def rule(paper: Paper, rows: Measurements) -> Finding:
        violation = rules.impossible(paper.row(winner))
        assert violation is not None
        finding = Finding(evidence=[rules.published(paper.row(winner), "fmax_mhz", "latency_ns")])
        finding.reasons.append(f"{winner} cannot be built: {violation.reason}")
        buildable = [row for row in paper.rows if not rules.impossible(row)]
        best = min(buildable, key=lambda row: rules.number(row, "latency_ns"))
        finding.published = 1 < _arch(best).unroll < AES128_ROUNDS
        finding.evidence.append(rules.published(best, "fmax_mhz", "latency_ns"))
        finding.reasons.append(
            f"of the published rows that can be, {best.name} is lowest at "
            f"{best.figure('latency_ns')} ns"
        )
        labels = list(dict.fromkeys([*map(rules.point, buildable), *_QUICK]))
        rules.latency_by_both(
            finding,
            _lowest_measured(finding, rows, labels, *LATENCY.measured),
            _lowest_measured(finding, rows, labels, SIMULATED),
        )
        if finding.measured:
            finding.verdict = Verdict.OTHER_FIGURES
        return finding

    return rule


def _lowest_measured(
    finding: Finding, rows: Measurements, labels: list[str], metric: str
) -> Outcome:
    """Compare the quickest of the partly unrolled points with all others, or the other way."""
    table = rows.table(labels, metric)
    what = rules.UNITS[metric]
    have = {k: v for k, v in table.samples.items() if compare.enough(v, exact=False)}
    wanted = [label for label in labels if label not in table.left_out]
    partly = {k: v for k, v in have.items() if 1 < parse(k).unroll < AES128_ROUNDS}
    others = {k: v for k, v in have.items() if k not in partly}
    if len(have) < len(wanted) or not partly or not others:
        finding.reasons.append(f"{len(have)} of {len(wanted)} points measured with enough seeds")
        return Outcome.OPEN
    inside = min(partly, key=lambda label: table.values[label])
    outside = min(others, key=lambda label: table.values[label])
    finding.evidence += [rules.measured(table, label) for label in (inside, outside)]
    finding.reasons.append(
        f"in ours {what} is lowest with {inside} of the partly unrolled and with {outside} of the "
        f"others ({len(have)} points on {table.device})"
    )
    won, _ = compare.leads(have[inside], others, highest=False, exact=False)
    lost, _ = compare.leads(have[outside], partly, highest=False, exact=False)
    if won is Outcome.YES:
        return Outcome.YES
    return Outcome.NO if lost is Outcome.YES else Outcome.UNDECIDED


def _costs_the_factor(paper: Paper, rows: Measurements) -> Finding:
    """Unrolled N times a design takes about N times the slices, whatever its S-box and stages."""
    finding = Finding()
    found: list[tuple[float, float | None]] = []
    for group in _groups(paper, lambda row: (_stages(row), _arch(row).sbox)):
        single, *others = sorted(group, key=lambda row: _arch(row).unroll)
        for row in others if _arch(single).unroll == 1 else ():
            times = _arch(row).unroll
            said = rules.number(row, "slices") / rules.number(single, "slices")
            ours = rules.ratio_measured(rows, rules.point(row), rules.point(single), *AREA)
            found.append((said / times, None if ours is None else ours / times))
            finding.evidence += [rules.published(each, "slices") for each in (row, single)]
    known = [ours for _, ours in found if ours is not None]
    finding.published = _about_once(finding, "published", [said for said, _ in found])
    ours = _about_once(finding, "in ours", known)
    if len(known) == len(found):
        finding.measured = ours
    return finding


def _about_once(finding: Finding, what: str, shares: Sequence[float]) -> bool | None:
    """Tell whether ratios are about 1: all of them, or not even half; between, it hangs on about.

    Args:
        finding: where the ratios are noted.
        what: whose they are.
        shares: the ratios.
    """
    near = sum(abs(share - 1) <= rules.ABOUT for share in shares)
    if shares:
        finding.reasons.append(
            f"{what} {min(shares):.2f} to {max(shares):.2f} times N, {near} of {len(shares)} pairs "
            f"within {rules.ABOUT:.0%} of it"
        )
    if near == len(shares):
        return True
    if 2 * near < len(shares):
        return False
    finding.reasons.append("it hangs on how near about is")
    return None


def _unpipelined_is_quicker(_paper: Paper, rows: Measurements) -> Finding:
    """Ten rounds without registers between them against one round, with the same S-box.

    The paper says that it is possible, so one pair bears it out.
    """
    finding = Finding(reasons=["no row is such a point"])
    rules.latency_by_both(
        finding,
        _quicker_unpipelined(finding, rows, *LATENCY.measured),
        _quicker_unpipelined(finding, rows, SIMULATED),
    )
    return finding


def _quicker_unpipelined(finding: Finding, rows: Measurements, metric: str) -> Outcome:
    """Compare the pairs of `_unpipelined_is_quicker` in one reading of latency."""
    pairs = [(f"UF10-PP0{sbox}", f"UF1-PP0{sbox}") for sbox in "DLT"]
    table = rows.table([label for pair in pairs for label in pair], metric)
    can = [pair for pair in pairs if not any(label in table.left_out for label in pair)]
    samples = [(table.samples.get(a, ()), table.samples.get(b, ())) for a, b in can]
    found = compare.in_pairs(samples, highest=False, exact=False)
    for (one, other), outcome in zip(can, found, strict=True):
        if outcome is not Outcome.OPEN:
            ratio = table.values[one] / table.values[other]
            finding.reasons.append(
                f"in ours {one} has {ratio:.2f} times the {rules.UNITS[metric]} of {other}"
            )
            finding.evidence += [rules.measured(table, label) for label in (one, other)]
    if Outcome.YES in found:
        return Outcome.YES
    if Outcome.OPEN in found or not found:
        return Outcome.OPEN
    return Outcome.NO if {*found} == {Outcome.NO} else Outcome.UNDECIDED


def _pareto(paper: Paper, _rows: Measurements) -> Finding:
    """No row is worse than another one in throughput, latency and efficiency at once."""
    dominated = {}
    for row in paper.rows:
        better = [other for other in paper.rows if _dominates(other, row)]
        if better:
            dominated[row.name] = better[0].name
    buildable = [row for row in paper.rows if not rules.impossible(row)]
    left = [row.name for row in buildable if any(_dominates(other, row) for other in buildable)]
    return Finding(
        published=not dominated,
        reasons=[
            f"{len(dominated)} of the {len(paper.rows)} rows are no better than another one in any "
            f"of the three and worse in one: {', '.join(dominated)}",
            f"of the {len(buildable)} that can be built {len(left)}",
        ],
        evidence=[
            rules.published(paper.row(name), *(metric.published for metric in _THREE))
            for name in (*dominated, *dict.fromkeys(dominated.values()))
        ],
    )


_THREE = (THROUGHPUT, LATENCY, EFFICIENCY)


def _dominates(one: PublishedRow, other: PublishedRow) -> bool:
    pairs = [
        (metric, rules.number(one, metric.published), rules.number(other, metric.published))
        for metric in _THREE
    ]
    return not any(metric.better(b, a) for metric, a, b in pairs) and any(
        metric.better(a, b) for metric, a, b in pairs
    )


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


_REPORTED = {
    "Helion Technology": (16.0, True),
    "Järvinen and others": (17.8, False),
    "Saggese and others": (20.0, True),
    "Hodjat and Verbauwhede": (21.54, False),
}
"""Throughputs in Gbps of other cores that section 4.3 names, and whether it says more than that."""


_HIGHEST = "Hodjat and Verbauwhede"
"""Of whom section 4.3 says that no other reported throughput is higher, its own aside."""


def _fastest_reported(paper: Paper, _rows: Measurements) -> Finding:
    """Its best row is above the throughput that it names as the highest of all others."""
    best = max(paper.rows, key=lambda row: rules.number(row, "throughput_gbps"))
    mine = rules.number(best, "throughput_gbps")
    loose = [name for name, (_, more) in _REPORTED.items() if more]
    return Finding(
        published=all(mine > theirs for theirs, _ in _REPORTED.values()),
        reasons=[
            f"{best.name} gives {best.figure('throughput_gbps')} Gbps; the highest that was "
            f"reported besides it is by the same section the {_REPORTED[_HIGHEST][0]:g} of "
            f"{_HIGHEST}",
            f"so {' and '.join(loose)}, of whom it only says that they are above some figure, are "
            "not above that one",
        ],
        evidence=[
            rules.published(best, "throughput_gbps"),
            *(
                Evidence(source="published", row=name, figures={"throughput_gbps": theirs})
                for name, (theirs, _) in _REPORTED.items()
            ),
        ],
    )


def _competitive(paper: Paper, _rows: Measurements) -> Finding:
    """Section 4.3 quotes throughputs of others, and no other figure of theirs."""
    return Finding(
        reasons=[
            f"of {', '.join(_REPORTED)} it quotes throughputs alone: no area, latency or "
            "efficiency that its own could be put beside",
            f"its own are {len(paper.rows)} rows of Table 1",
        ]
    )


_ALIKE = "UF2-PP2B", "UF2-PP2D"
"""The pair of section 4.2."""


def _performs_alike(paper: Paper, rows: Measurements) -> Finding:
    """One S-box in block RAM, the other in ROM: clocks about the same, far fewer slices.

    A test can show that two clocks differ; that they are the same it cannot show.
    """
    one, other = (paper.row(name) for name in _ALIKE)
    clock = rules.number(one, "fmax_mhz") / rules.number(other, "fmax_mhz")
    slices = rules.number(one, "slices") / rules.number(other, "slices")
    finding = Finding(
        # Printed figures have no seeds: but for the noise of a tool they differ.
        published=True if abs(clock - 1) <= compare.NOTICEABLE else None,
        reasons=[
            f"published: {one.name} clocks at {clock:.3f} times {other.name}, with "
            f"{1 - slices:.0%} fewer slices; it hangs on how alike is meant"
        ],
        evidence=[rules.published(row, "fmax_mhz", "slices") for row in (one, other)],
    )
    labels = rules.point(one), rules.point(other)
    ours = rules.ratio_measured(rows, *labels, *CLOCK.measured)
    area = rules.ratio_measured(rows, *labels, *AREA)
    if ours is None or area is None:
        finding.reasons.append("not measured with enough seeds yet")
        return finding
    alike = True if abs(ours - 1) <= compare.NOTICEABLE else None
    finding.measured = alike if area < 1 else False
    finding.reasons.append(
        f"in ours {labels[0]} clocks at {ours:.3f} times {labels[1]}, with {1 - area:.0%} fewer "
        "slices"
    )
    table = rows.table(labels, *CLOCK.measured)
    finding.evidence += [rules.measured(table, label) for label in labels]
    return finding


def _unrolling_keeps_clock(paper: Paper, rows: Measurements) -> Finding:
    """Ten rounds with registers between them clock like one round.

    A test can show that two clocks differ; that they are the same it cannot show.
    """
    ten, one = paper.row("RF1-UF10-PP1b"), paper.row("RF1-UF1-PP1b")
    ratio = rules.number(ten, "fmax_mhz") / rules.number(one, "fmax_mhz")
    finding = Finding(
        published=abs(ratio - 1) <= compare.NOTICEABLE,
        reasons=[f"published: {ten.name} clocks at {ratio:.2f} times {one.name}"],
        evidence=[rules.published(row, "fmax_mhz") for row in (ten, one)],
    )
    labels = rules.point(ten), rules.point(one)
    outcome = rules.better(rows, *labels, CLOCK)
    finding.undecided = outcome is Outcome.UNDECIDED
    if outcome in {Outcome.YES, Outcome.NO}:
        finding.measured = False
    ours = rules.ratio_measured(rows, *labels, "fmax_mhz")
    if ours is not None:
        table = rows.table(labels, "fmax_mhz")
        finding.reasons.append(f"in ours at {ours:.2f} times")
        finding.evidence += [rules.measured(table, label) for label in labels]
    return finding


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
    readings = _copies(finding, rows, double, single)
    drops = [_clock_drop(finding, rows, *pair) for pair in readings]
    outcomes = [rules.better(rows, once, twice, CLOCK) for twice, once in readings]
    _in_both_expansions(finding, outcomes)
    far = [each is not None and abs(each - drop) > rules.SAME_DROP for each in drops]
    if finding.measured and any(far):
        finding.verdict = Verdict.OTHER_FIGURES
    _with_stand_in(finding, readings)
    return finding


def _with_stand_in(finding: Finding, readings: Sequence[tuple[str, str]]) -> None:
    """Say so where what is compared is not the published pair."""
    if any(once == _SINGLE for _, once in readings):
        rules.by_stand_in(finding)


def _copies(
    finding: Finding, rows: Measurements, double: PublishedRow, single: PublishedRow
) -> list[tuple[str, str]]:
    """Return the pair of ours for two ciphers and one, or those that stand in for it."""
    own = rules.point(double), rules.point(single)
    if rules.ratio_measured(rows, *own, "fmax_mhz") is not None:
        return [own]
    finding.reasons.append("the published pair is not routed, as it is too full")
    return [(twice, _SINGLE) for twice in _DOUBLES]


def _in_both_expansions(finding: Finding, outcomes: Iterable[Outcome]) -> None:
    """Settle what is so with one key expansion and with two, and nothing else."""
    if rules.differs_by_reading(finding, outcomes):
        finding.reasons.append(
            "it hangs on whether the expansion is doubled, as by its slices that pair's was, or "
            "shared, as its I/O say"
        )


def _replication_costs_more(paper: Paper, rows: Measurements) -> Finding:
    """Two lanes have a longer latency and less throughput per area than one."""
    double, single = paper.row("RF2-UF10-PP3d"), paper.row("RF1-UF10-PP3d")
    metrics = (LATENCY, EFFICIENCY)
    said = [
        rules.number(double, metric.published) / rules.number(single, metric.published)
        for metric in metrics
    ]
    finding = Finding(
        published=all(metric.better(1, ratio) for metric, ratio in zip(metrics, said, strict=True)),
        reasons=[f"published: {said[0]:.2f} times the latency, {said[1]:.2f} times the efficiency"],
        evidence=[
            rules.published(row, *(metric.published for metric in metrics))
            for row in (double, single)
        ],
    )
    outcomes, far = [], []
    readings = _copies(finding, rows, double, single)
    for twice, once in readings:
        found = [rules.better(rows, once, twice, metric) for metric in metrics]
        outcomes.append(rules.all_of(found))
        ours = [rules.ratio_measured(rows, twice, once, *metric.measured) for metric in metrics]
        known = [each for each in ours if each is not None]
        if len(known) < len(ours):
            continue
        far += [abs(a - b) > rules.SAME_DROP for a, b in zip(known, said, strict=True)]
        finding.reasons.append(
            f"in ours {twice} has {known[0]:.2f} times the latency of {once} and {known[1]:.2f} "
            "times the throughput per slice"
        )
        for metric in metrics:
            table = rows.table((twice, once), *metric.measured)
            finding.evidence += [rules.measured(table, label) for label in table.values]
    _in_both_expansions(finding, outcomes)
    if finding.measured and any(far):
        finding.verdict = Verdict.OTHER_FIGURES
    _with_stand_in(finding, readings)
    return finding


def _clock_drop(finding: Finding, rows: Measurements, twice: str, once: str) -> float | None:
    """Note in a finding what a copy costs in clock, and return it as a share."""
    ratio = rules.ratio_measured(rows, twice, once, "fmax_mhz")
    if ratio is None:
        finding.reasons.append(f"{twice} is not measured with enough seeds yet")
        return None
    finding.reasons.append(
        f"in ours the clock changes by {ratio - 1:.1%} from {once} to {twice}, "
        f"the throughput is {2 * ratio:.2f} times"
    )
    table = rows.table((twice, once), "fmax_mhz")
    finding.evidence += [rules.measured(table, label) for label in table.values]
    return 1 - ratio


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


def _partitioned_is_slow(paper: Paper, rows: Measurements) -> Finding:
    """Ten rounds of three registers against the iterative design with the same S-boxes.

    Where it is not even longer the claim is denied; how long extreme is the paper does not say.
    """
    finding = Finding()
    shorter = False
    pairs = [(paper.row(f"UF10-PP3{kind}"), paper.row(f"UF1-PP0{kind}")) for kind in "BD"]
    for deep, plain in pairs:
        factor = rules.number(deep, "latency_ns") / rules.number(plain, "latency_ns")
        shorter = shorter or factor <= 1
        finding.reasons.append(f"published {deep.name} {factor:.2f} times {plain.name}")
        finding.evidence += [rules.published(row, "latency_ns") for row in (deep, plain)]
    finding.published = False if shorter else None
    outcomes = []
    for (one, other), metric in product(pairs, (*LATENCY.measured, SIMULATED)):
        labels = (rules.point(one), rules.point(other))
        table = rows.table(labels, metric)
        samples = [table.samples.get(label, ()) for label in labels]
        # More is worse of a latency; here it is what is claimed.
        if metric != SIMULATED:
            outcomes += compare.in_pairs([(samples[0], samples[1])], highest=True, exact=False)
        ratio = rules.ratio_measured(rows, *labels, metric)
        if ratio is not None:
            what = rules.UNITS[metric]
            finding.reasons.append(
                f"in ours {labels[0]} has {ratio:.2f} times the {what} of {labels[1]}"
            )
            finding.evidence += [rules.measured(table, label) for label in labels]
    if Outcome.NO in outcomes:
        finding.measured = False
    finding.reasons.append("it hangs on how long extreme is")
    return finding


def _slightly_faster(paper: Paper, rows: Measurements) -> Finding:
    """Distributed ROM against block RAM: not higher denies it, how much higher hangs on slightly.

    Many are more than half of the pairs.
    """
    pairs = _one_against("rom", ("bram",))
    finding = rules.pairs(CLOCK, pairs, need=MOST)(paper, rows)
    ratios = [
        rules.ratio_measured(rows, rules.point(rom), rules.point(ram), *CLOCK.measured)
        for rom, ram in pairs(paper)
    ]
    known = [ratio - 1 for ratio in ratios if ratio is not None]
    if known:
        finding.reasons.append(f"ours differ by {min(known):+.1%} to {max(known):+.1%}")
    return rules.but_for(finding, "slightly")


def _partitioning_gains(paper: Paper, rows: Measurements) -> Finding:
    """More gain than area in a pair, as it only can be so; how large the gain is stands beside."""
    finding = rules.pairs(EFFICIENCY, _partitioned_pipelines, need=CAN)(paper, rows)
    gains, ours = {}, {}
    for pair in _partitioned_pipelines(paper):
        labels = rules.point(pair[0]), rules.point(pair[1])
        rate, area = (
            rules.number(pair[0], name) / rules.number(pair[1], name)
            for name in ("throughput_gbps", "slices")
        )
        gains[f"{pair[0].name} over {pair[1].name}"] = (rate, area)
        mine = rules.ratio_measured(rows, *labels, *THROUGHPUT.measured)
        its = rules.ratio_measured(rows, *labels, *AREA)
        if mine is not None and its is not None:
            ours[f"{labels[0]} over {labels[1]}"] = (mine, its)
    for whose, found in (("published", gains), ("in ours", ours)):
        if found:
            name, (rate, area) = max(found.items(), key=lambda item: item[1])
            finding.reasons.append(
                f"the largest gain {whose} is {rate:.2f} times with {area:.2f} times the slices, "
                f"of {name}"
            )
    return rules.but_for(finding, "extremely large")


def _little_positive(paper: Paper, rows: Measurements) -> Finding:
    """Unrolled rounds with registers between them against the iterative design, same S-boxes.

    One that does not gain noticeably gains little; else it hangs on little.
    """
    finding = Finding()
    pairs = [
        (row, next(one for one in group if _arch(one).unroll == 1))
        for group in _groups(paper, lambda row: (_stages(row) == 1, _arch(row).sbox))
        for row in group
        if _arch(row).unroll > 1 and _stages(row) == 1
    ]
    gains = []
    for row, single in pairs:
        gains.append(rules.number(row, "fmax_mhz") / rules.number(single, "fmax_mhz") - 1)
        finding.evidence += [rules.published(each, "fmax_mhz") for each in (row, single)]
    finding.published = _little(finding, "published", gains)
    ours = []
    for row, single in pairs:
        labels = (rules.point(row), rules.point(single))
        ratio = rules.ratio_measured(rows, *labels, *CLOCK.measured)
        if ratio is None:
            continue
        ours.append(ratio - 1)
        table = rows.table(labels, *CLOCK.measured)
        finding.evidence += [rules.measured(table, label) for label in labels]
    if ours:
        found = _little(finding, "in ours", ours)
        finding.measured = found if len(ours) == len(pairs) else None
    return finding


def _little(finding: Finding, what: str, gains: Sequence[float]) -> bool | None:
    """Tell whether clocks rose by little, and note by how much; None where it hangs on little."""
    finding.reasons.append(
        f"{what} the clock changes by {min(gains):+.1%} to {max(gains):+.1%} in {len(gains)} pairs"
    )
    found = rules.little(gains)
    if found is None:
        finding.reasons.append(rules.hangs_on("little"))
    return found


_ASIC_GBPS = 30.0
"""What section 4.3 has of an ASIC, as a figure that it is above."""


def _asic_is_superior(paper: Paper, _rows: Measurements) -> Finding:
    """The ASIC against all throughputs of FPGAs that the paper has, and of the other one."""
    best = max(paper.rows, key=lambda row: rules.number(row, "throughput_gbps"))
    mine = rules.number(best, "throughput_gbps")
    others = max(theirs for theirs, _ in _REPORTED.values())
    short = load("zambreno-short")
    later = max(short.rows, key=lambda row: rules.number(row, "throughput_gbps"))
    return Finding(
        published=None if max(mine, others) < _ASIC_GBPS else False,
        reasons=[
            f"more than {_ASIC_GBPS:g} Gbps are {_ASIC_GBPS / mine:.2f} times the "
            f"{best.figure('throughput_gbps')} of {best.name} and {_ASIC_GBPS / others:.2f} times "
            f"the most that it quotes: it hangs on how much is far",
            f"the other paper of these authors has {later.figure('throughput_gbps')} Gbps, for "
            f"{later.name}",
        ],
        evidence=[
            rules.published(best, "throughput_gbps"),
            rules.published(later, "throughput_gbps"),
        ],
    )


def _often_faster(paper: Paper, rows: Measurements) -> Finding:
    """Distributed ROM against block RAM in more than half of the pairs of Table 1.

    The section speaks of the memories; the paper has clocks of whole designs alone.
    """
    finding = rules.pairs(CLOCK, _one_against("rom", ("bram",)), need=MOST)(paper, rows)
    finding.reasons.append(
        "it prints no delay of a memory alone, so clocks of designs are compared"
    )
    return finding


def _room_for_tools(paper: Paper, _rows: Measurements) -> Finding:
    """What tools could do with logic no figure tells; what they did stands beside."""
    pairs = _one_against("logic", ("rom", "bram"))(paper)
    better = {
        what: sum(
            metric.better(*(rules.number(row, metric.published) for row in pair)) for pair in pairs
        )
        for what, metric in (("slices", AREA_METRIC), ("clock", CLOCK))
    }
    told = " and ".join(f"{count} of {len(pairs)} in {what}" for what, count in better.items())
    return Finding(
        reasons=[
            f"of its pairs that differ in the S-box alone logic is better than a memory in {told}, "
            "so no row shows a use of that room",
            "that there is room it does not deny: how much better tools could have done with a "
            "table no figure tells",
        ],
        evidence=[rules.published(row, "slices", "fmax_mhz") for pair in pairs for row in pair],
    )


_PACKED = 2
"""S-boxes in a block RAM, which has two ports."""


def _packing_fits(paper: Paper, _rows: Measurements) -> Finding:
    """Block RAMs of ten rounds against those of the device, with two S-boxes in each and one."""
    device = paper.device("XC2V4000")
    assert device is not None
    have = device.published["brams"]
    full = [row for row in paper.rows if _arch(row).unroll == AES128_ROUNDS and row.raw["brams"]]
    (packed,) = {int(row.raw["brams"]) for row in full}
    quickest = max(full, key=lambda row: rules.number(row, "throughput_gbps"))
    return Finding(
        published=packed <= have < _PACKED * packed,
        reasons=[
            f"ten rounds take {packed} of the {have} block RAMs, and with one S-box in each "
            f"{_PACKED * packed}",
            f"{quickest.name}, the quickest of these, has {quickest.figure('throughput_gbps')} "
            "Gbps",
            "section 4.1 calls the device medium-sized, section 4.3 relatively small",
        ],
        evidence=[rules.published(row, "brams", "throughput_gbps") for row in full],
    )


def _packing_explains(paper: Paper, _rows: Measurements) -> Finding:
    """The design with the highest throughput, by the block RAMs that it takes."""
    best = max(paper.rows, key=lambda row: rules.number(row, "throughput_gbps"))
    return Finding(
        published=bool(best.raw["brams"]),
        reasons=[
            f"{best.name}, which has the highest throughput, takes {best.raw['brams']} block RAMs"
        ],
        evidence=[rules.published(best, "brams", "throughput_gbps")],
    )


_MORE_AREA = Metric(AREA_METRIC.published, AREA_METRIC.measured, highest=True)


def _more_slices(paper: Paper, rows: Measurements) -> Finding:
    """Slices rise in every pair of rows that differ in unrolling alone; how much is significant?"""
    finding = rules.pairs(_MORE_AREA, _unrolled_further)(paper, rows)
    deep, plain = paper.row("UF10-PP3D"), paper.row("UF1-PP3D")
    times = rules.number(deep, "slices") / rules.number(plain, "slices")
    finding.reasons.append(f"{deep.name} has {times:.2f} times the slices of {plain.name}")
    finding.evidence += [rules.published(row, "slices") for row in (deep, plain)]
    return rules.but_for(finding, "significant")


def _more_pins(paper: Paper, _rows: Measurements) -> Finding:
    """I/O of two ciphers and of one; ours are counted at the ports."""
    double, single = paper.row("RF2-UF10-PP3d"), paper.row("RF1-UF10-PP3d")
    counts = [rules.number(row, "iobs") for row in (double, single)]
    ours = [pins(rules.point(row)) for row in (double, single)]
    return Finding(
        published=counts[0] > counts[1],
        reasons=[
            f"{counts[0]:.0f} I/O of {double.name}, {counts[1]:.0f} of {single.name}",
            f"the ports of ours have {ours[0]} and {ours[1]}",
        ],
        evidence=[rules.published(row, "iobs") for row in (double, single)],
    )


CLAIMS_2004: dict[str, Rule] = {
    "throughput-follows": rules.throughput_follows,
    "equation-1-divisor": _equation_1,
    "points-can-be-built": rules.points_can_be_built,
    "smallest": rules.extremum(AREA_METRIC, "UF1-PP0B"),
    "smallest-without-bram": rules.extremum(
        AREA_METRIC, "UF1-PP0D", lambda row: row.raw["brams"] == 0
    ),
    "highest-throughput": rules.extremum(THROUGHPUT, "UF10-PP3D"),
    "lowest-latency": _lowest_latency("UF5-PP0B"),
    "most-efficient": rules.extremum(EFFICIENCY, "UF10-PP2B"),
    "efficiency-rises-with-unrolling": rules.pairs(EFFICIENCY, _unrolled_further, need=MOST),
    "rom-clocks-faster-than-bram": _slightly_faster,
    "bram-saves-area": _both(
        rules.pairs(AREA_METRIC, _one_against("bram", ("rom",))),
        rules.pairs(EFFICIENCY, _one_against("bram", ("rom",))),
    ),
    "logic-is-never-best": _logic_worse(),
    "fastest-reported": _fastest_reported,
    "rom-is-often-faster": _often_faster,
    "logic-leaves-room": _room_for_tools,
    "packing-lets-it-fit": _packing_fits,
    "packing-explains-throughput": _packing_explains,
    "unrolling-takes-slices": _more_slices,
    "pareto-optimal": _pareto,
    "unrolling-costs-the-factor": _costs_the_factor,
    "unpipelined-may-be-quicker": _unpipelined_is_quicker,
    "partitioning-costs-little": _partitioning_gains,
    "unrolling-keeps-critical-path": _little_positive,
    "asic-is-superior": _asic_is_superior,
    "memory-performs-alike": _performs_alike,
    "competitive": _competitive,
    "partitioned-latency-is-extreme": _partitioned_is_slow,
    "partitioning-raises-clock": _both(
        rules.pairs(CLOCK, _partitioned_further), rules.pairs(THROUGHPUT, _partitioned_further)
    ),
}

CLAIMS_SHORT: dict[str, Rule] = {
    "throughput-follows": rules.throughput_follows,
    "points-can-be-built": rules.points_can_be_built,
    "smallest": rules.extremum(AREA_METRIC, "RF1-UF1-PP1b"),
    "lowest-latency": _lowest_latency("RF1-UF2-PP0b"),
    "most-efficient": rules.extremum(EFFICIENCY, "RF1-UF10-PP2b"),
    "fastest-clock": rules.extremum(CLOCK, "RF1-UF10-PP3d"),
    "highest-throughput": rules.extremum(THROUGHPUT, "RF2-UF10-PP3d"),
    "unrolling-keeps-clock": _unrolling_keeps_clock,
    "replication-costs-clock": _replication,
    "replication-costs-more": _replication_costs_more,
    "replication-takes-pins": _more_pins,
}

OBSERVATIONS_2004: dict[str, Rule] = {"clock-limit": rules.clock_limit}

OBSERVATIONS_SHORT: dict[str, Rule] = {
    "clock-limit": rules.clock_limit,
    "one-key-for-all-lanes": _shared_key_schedule,
}
