"""The claims of the report from Arizona State University."""

from collections.abc import Sequence

from aesculus.papers import compare, derive, rules
from aesculus.papers.compare import NOTICEABLE, Outcome
from aesculus.papers.measured import Measurements, canonical_label
from aesculus.papers.published import Paper, PublishedRow
from aesculus.papers.rules import Metric
from aesculus.papers.verdict import Evidence, Finding, Rule, Verdict

_FOLDED = "Folded (base design)"
_FOLDED_PIPELINED = "Folded pipelined"
_UNROLLED = "Unrolling"
_PIPELINED = "Unrolling pipelined"
_P1 = "Unrolling pipelined + Parallelism (P1)"
_P2 = "Unrolling pipelined + Parallelism (P2)"

_FOLDED_COPIES = ("UF1-PP2B", "RF2S-UF1-PP2B", "RF4S-UF1-PP2B")
"""The copies that stand in where those of the unrolled design are too large to be routed. As the
report's, which double every count, they share no key schedule."""

_FOLDED_PAIR = (_FOLDED_COPIES[1], _FOLDED_COPIES[0])

STATE_BITS = 128

SAME_GAIN = 0.10
"""Two gains are the same figure if they are no further apart than this, relative."""


def efficiency(row: PublishedRow) -> float:
    """Return Mbps per LUT or register, the throughput recomputed from the clock."""
    return float((derive.throughput_gbps(row) * 1000 / derive.area(row)).middle)


def _efficiency_evidence(row: PublishedRow) -> Evidence:
    return Evidence(
        source="derived",
        row=row.name,
        device=row.device,
        figures={"area": float(derive.area(row).middle), "mbps_per_lut_or_reg": efficiency(row)},
    )


def _at_little_area(paper: Paper, rows: Measurements) -> Finding:
    """The throughput, if it does not deny it, and then what it costs in area."""
    finding = _gain(rules.THROUGHPUT, _FOLDED_PIPELINED, _FOLDED)(paper, rows)
    high, low = paper.row(_FOLDED_PIPELINED), paper.row(_FOLDED)
    area = [float(derive.area(row).middle) for row in (high, low)]
    published = area[0] / area[1]
    finding.reasons.append(f"with {published - 1:+.1%} LUTs and registers published")
    if finding.published:
        finding.published = rules.little([published - 1])
    pair = (high.label, low.label)
    speed, rate = (
        rules.ratio_measured(rows, *pair, name) for name in ("throughput_gbps", "efficiency_lut_ff")
    )
    if speed is not None and rate is not None:
        ours = speed / rate
        finding.reasons.append(f"with {ours - 1:+.1%} in ours")
        if finding.measured:
            finding.measured = rules.little([ours - 1])
    if finding.published is None or finding.measured is None:
        finding.verdict = None
        finding.reasons.append(rules.hangs_on("little"))
    return finding


def _implied_cycles(paper: Paper, _rows: Measurements) -> Finding:
    """128 bits times clock over throughput is near a whole number of cycles."""
    finding = Finding(published=True)
    for name in (_FOLDED, _FOLDED_PIPELINED):
        row = paper.row(name)
        bits = rules.number(row, "fmax_mhz") * STATE_BITS / 1000
        cycles = bits / rules.number(row, "throughput_gbps")
        finding.published = bool(finding.published and abs(cycles - round(cycles)) < NOTICEABLE)
        finding.reasons.append(f"{name}: {cycles:.3f} cycles a block")
        finding.evidence.append(rules.published(row, "fmax_mhz", "throughput_gbps"))
    finding.reasons.append("pipelined, that needs two blocks in the ring at once")
    return finding


def _gain(metric: Metric, better: str, worse: str) -> Rule:
    """Return the rule that one row's figure is above another's by what the paper states."""

    def rule(paper: Paper, rows: Measurements) -> Finding:
        top, bottom = paper.row(better), paper.row(worse)
        name = metric.published
        published = rules.number(top, name) / rules.number(bottom, name)
        finding = Finding(
            published=published > 1,
            reasons=[f"published: {published:.3f} times"],
            evidence=[rules.published(row, "fmax_mhz", name) for row in (top, bottom)],
        )
        found = _compared(finding, rows, [(top.label, bottom.label)], metric)
        if found is None:
            return finding
        (high, low), ours = found
        finding.settle(rules.better(rows, high, low, metric))
        finding.reasons.append(f"in ours {high} over {low}: {ours:.3f} times")
        if finding.measured and abs(ours / published - 1) > SAME_GAIN:
            finding.verdict = Verdict.OTHER_FIGURES
        return finding

    return rule


def _compared(
    finding: Finding, rows: Measurements, pairs: Sequence[tuple[str, str]], metric: Metric
) -> tuple[tuple[str, str], float] | None:
    """Return the first pair that is measured with its ratio, and put it into the evidence."""
    found = rules.first_measured(rows, pairs, *metric.measured)
    if found is None:
        finding.reasons.append("not measured with enough seeds yet")
        return None
    table = rows.table(found[0], *metric.measured)
    finding.evidence += [rules.measured(table, label) for label in table.values]
    return found


def _pipeline_registers(paper: Paper, _rows: Measurements) -> Finding:
    """A cut through the state takes at least its 128 bits, in every physical round."""
    finding = Finding(published=True)
    for plain, piped in ((_FOLDED, _FOLDED_PIPELINED), (_UNROLLED, _PIPELINED)):
        before, after = paper.row(plain), paper.row(piped)
        architecture = after.architecture
        assert architecture is not None
        added = int(after.raw["regs"] - before.raw["regs"])
        needed = STATE_BITS * architecture.unroll
        finding.published = bool(finding.published and added >= needed)
        finding.reasons.append(f"{piped}: {added} more registers, where a cut takes {needed}")
        finding.evidence += [rules.published(row, "regs", "fmax_mhz") for row in (before, after)]
    finding.reasons.append(
        "the stages can only be inside the S-box ROMs, which the register count leaves out, "
        "or be there before"
    )
    return finding


def _efficiency_rises(
    better: tuple[str, ...],
    worse: tuple[str, ...],
    instead: tuple[str, str] | None = None,
    *,
    word: str = "",
) -> Rule:
    """Return the rule that throughput per LUT and register rises from one row to another.

    Of ours, `instead` is compared, the better one first, if those of the rows are not measured.
    `word` says of how much it rises, if the report does.
    """

    def rule(paper: Paper, rows: Measurements) -> Finding:
        finding = Finding(published=True)
        outcomes = []
        compared = []
        for top, bottom in zip(better, worse, strict=True):
            high, low = paper.row(top), paper.row(bottom)
            ratio = efficiency(high) / efficiency(low)
            finding.published = bool(finding.published and ratio > 1 + NOTICEABLE)
            finding.reasons.append(f"{low.name} to {high.name}: {ratio:.3f} times")
            finding.evidence += [_efficiency_evidence(row) for row in (low, high)]
            pairs = [(high.label, low.label), *([instead] if instead else [])]
            found = rules.first_measured(rows, pairs, "efficiency_lut_ff")
            if found is None:
                outcomes.append(Outcome.OPEN)
                continue
            (one, other), ours = found
            compared.append(found[0])
            table = rows.table([other, one], "efficiency_lut_ff")
            mine, theirs = (table.samples[canonical_label(label)] for label in (one, other))
            outcomes.append(compare.by_factor(mine, theirs, 1 + NOTICEABLE, highest=True))
            finding.reasons.append(f"in ours {one} over {other}: {ours:.3f} times")
            finding.evidence += [rules.measured(table, label) for label in table.values]
        finding.settle(rules.all_of(outcomes))
        if word:
            rules.but_for(finding, word)
        if instead in compared:
            rules.by_stand_in(finding)
        first = [paper.row(name) for name in (better[0], worse[0])]
        alone = [rules.number(row, "throughput_gbps") for row in first]
        finding.reasons.append(
            "the sentence says throughput, of a figure that shows throughput efficiency, and the "
            "next one sees no change at P2, where throughput doubles: efficiency is meant; "
            f"throughput alone rises {alone[0] / alone[1]:.2f} times"
        )
        return finding

    return rule


def _same_at_p2(paper: Paper, rows: Measurements) -> Finding:
    """From P1 to P2 the efficiency does not change: it neither rises nor falls.

    That it rises up to P1 is a claim of its own, and so is what the report concludes.
    """
    rise = efficiency(paper.row(_P2)) / efficiency(paper.row(_P1))
    finding = Finding(
        published=abs(rise - 1) <= NOTICEABLE,
        reasons=[f"{_P1} to {_P2}: {rise:.4f} times"],
        evidence=[_efficiency_evidence(paper.row(name)) for name in (_P1, _P2)],
    )
    own = paper.row(_P1).label, paper.row(_P2).label
    pairs = (own, _FOLDED_COPIES[1:])
    found = rules.first_measured(rows, [(four, two) for two, four in pairs], "efficiency_lut_ff")
    if found is None:
        finding.reasons.append("not measured with enough seeds yet")
        return finding
    (four, two), ours = found
    table = rows.table([two, four], "efficiency_lut_ff")
    samples = [table.samples[canonical_label(label)] for label in (four, two)]
    finding.settle(compare.same(*samples))
    finding.reasons.append(f"in ours {four} over {two}: {ours:.4f} times")
    finding.evidence += [rules.measured(table, label) for label in table.values]
    if (two, four) != own:
        finding.reasons.append("copies of the folded design stand in for those of the unrolled one")
        rules.by_stand_in(finding)
    return finding


def _further_copies(paper: Paper, _rows: Measurements) -> Finding:
    """What is concluded from P2: futile is a copy by what it is made for.

    The efficiency does not tell the second copy from the first, which the report takes.
    """
    one, two, four = (paper.row(name) for name in (_PIPELINED, _P1, _P2))
    gains = [efficiency(high) / efficiency(low) for low, high in ((one, two), (two, four))]
    # Of the clocks, as the printed throughput of P2 is a slip.
    rates = [
        float((derive.throughput_gbps(high) / derive.throughput_gbps(low)).middle)
        for low, high in ((one, two), (two, four))
    ]
    area, most = float(derive.area(four).middle), float(paper.goal["area"])
    return Finding(
        reasons=[
            f"the efficiency is {gains[1]:.4f} times at P2, but {gains[0]:.4f} times at P1, which "
            "the report takes: what speaks against the second copy speaks against the first",
            f"throughput alone is {rates[1]:.2f} times at P2, as at P1 {rates[0]:.2f} times",
            f"P2 takes {area:,.0f} LUTs and registers, where the goal has {most:,.0f}",
            "it hangs on what a copy is made for",
        ],
        evidence=[_efficiency_evidence(row) for row in (one, two, four)],
    )


def _copies_keep_the_clock(paper: Paper, rows: Measurements) -> Finding:
    """Copies give as many blocks in a cycle, so the clock alone decides.

    It is as it was if it is shown to be no lower by what is noticeable.
    """
    top, bottom = paper.row(_P1), paper.row(_PIPELINED)
    gain, clock = (
        rules.number(top, name) / rules.number(bottom, name)
        for name in ("throughput_gbps", "fmax_mhz")
    )
    finding = Finding(
        published=gain > 1 and clock > 1 - NOTICEABLE,
        reasons=[f"published: {gain:.3f} times at {clock:.3f} times the clock"],
        evidence=[rules.published(row, "fmax_mhz", "throughput_gbps") for row in (top, bottom)],
    )
    pairs = [(top.label, bottom.label), _FOLDED_PAIR]
    found = _compared(finding, rows, pairs, rules.CLOCK)
    if found is None:
        return finding
    (copies, single), ours = found
    table = rows.table([copies, single], *rules.CLOCK.measured)
    mine, theirs = (table.samples[canonical_label(label)] for label in (copies, single))
    lower = rules.better(rows, single, copies, rules.CLOCK)
    kept = compare.by_factor(mine, theirs, 1 - NOTICEABLE, highest=True)
    if lower is Outcome.YES:
        finding.settle(Outcome.NO)
    else:
        finding.settle(Outcome.UNDECIDED if kept is Outcome.NO else kept)
    finding.reasons.append(f"in ours {copies} clocks at {ours:.3f} times {single}")
    return finding


def _decision_logic(paper: Paper, rows: Measurements) -> Finding:
    """Unrolling raises the clock, if the decision logic of the folded design holds it back.

    Ten rounds give ten times the throughput at the same clock, so only the clock tells.
    """
    high, low = paper.row(_UNROLLED), paper.row(_FOLDED)
    ratio = rules.number(high, "fmax_mhz") / rules.number(low, "fmax_mhz")
    finding = Finding(
        published=ratio > 1 + NOTICEABLE,
        reasons=[
            f"unrolled clocks at {ratio:.2f} times the folded design, so its throughput is of the "
            "ten rounds, not of logic that is gone"
        ],
        evidence=[rules.published(row, "fmax_mhz", "throughput_gbps") for row in (high, low)],
    )
    finding.settle(rules.better(rows, high.label, low.label, rules.CLOCK))
    ours = rules.ratio_measured(rows, high.label, low.label, "fmax_mhz")
    if ours is not None:
        finding.reasons.append(f"in ours at {ours:.2f} times")
        table = rows.table([high.label, low.label], "fmax_mhz")
        finding.evidence += [rules.measured(table, label) for label in table.values]
    return finding


_PRINTED_MBPS = 75.0
"""The target as section V prints it; the abstract has as many Gbps."""


def _base_misses(paper: Paper, _rows: Measurements) -> Finding:
    """The base design against the target as printed, and as it must be meant."""
    row = paper.row(_FOLDED)
    gbps = float(derive.throughput_gbps(row).middle)
    meant = float(paper.goal["throughput_gbps"])
    met = 1000 * gbps >= _PRINTED_MBPS
    return Finding(
        published=not met,
        verdict=Verdict.OTHER_FIGURES if met and gbps < meant else None,
        reasons=[
            f"its {row.figure('throughput_gbps')} Gbps are {1000 * gbps / _PRINTED_MBPS:.0f} times "
            f"{_PRINTED_MBPS:g} Mbps, so it is met as printed",
            f"the target of the rest of the paper is {meant:g} Gbps, which it misses",
        ],
        evidence=[rules.published(row, "fmax_mhz", "throughput_gbps")],
    )


def _pipelined_falls_short(paper: Paper, rows: Measurements) -> Finding:
    """The unrolled pipelined design alone is below the goal; ours are on another device."""
    row = paper.row(_PIPELINED)
    least = float(paper.goal["throughput_gbps"])
    return Finding(
        published=float(derive.throughput_gbps(row).middle) < least,
        reasons=[f"{row.figure('throughput_gbps')} Gbps against {least:g}"],
        evidence=[rules.published(row, "fmax_mhz", "throughput_gbps")],
    )


def _goal(paper: Paper, rows: Measurements) -> Finding:
    """Exactly the row P1 meets both limits."""
    least, most = float(paper.goal["throughput_gbps"]), float(paper.goal["area"])
    meeting = [
        row
        for row in paper.rows
        if float(derive.throughput_gbps(row).middle) >= least
        and float(derive.area(row).middle) < most
    ]
    finding = Finding(
        published=[row.name for row in meeting] == [_P1],
        evidence=[_efficiency_evidence(row) for row in meeting],
        reasons=[
            "LUT plus registers are compared with a goal in slices; a slice of that family has 4 "
            "LUTs and 8 registers"
        ],
    )
    labels = list(dict.fromkeys(rules.point(row) for row in paper.rows))
    speed, area = rows.table(labels, "throughput_gbps"), rows.table(labels, "area_lut_ff")
    known = {k for k, v in speed.samples.items() if compare.enough(v, exact=False)}
    known &= area.values.keys()
    mine = rules.point(paper.row(_P1))
    if mine in speed.left_out:
        finding.blocked = f"{mine} is {speed.left_out[mine]}"
    elif known == {*labels} - set(speed.left_out):
        good = {name for name in known if speed.values[name] >= least and area.values[name] < most}
        finding.measured = good == {mine}
        finding.reasons.append(f"in ours these meet it: {', '.join(sorted(good)) or 'none'}")
        finding.evidence += [rules.measured(speed, name) for name in sorted(good)]
    return finding


def _area_in_conclusion(paper: Paper, _rows: Measurements) -> Finding:
    row = paper.row(_P1)
    limit = float(paper.stated_figure("area-in-conclusion").value)
    total = float(derive.area(row).middle)
    slices = max(rules.number(row, "luts") / 4, rules.number(row, "regs") / 8)
    return Finding(
        published=total < limit,
        reasons=[
            f"its own table gives {total:,.0f} LUTs and registers, and the text counts both and "
            "calls them slices",
            f"of true slices, with 4 LUTs and 8 registers each, these are {slices:,.0f} at least",
        ],
        evidence=[rules.published(row, "luts", "regs")],
    )


def _well_under(paper: Paper, _rows: Measurements) -> Finding:
    """The chosen design against the limit of section II, as the report counts its area."""
    row = paper.row(_P1)
    total, limit = float(derive.area(row).middle), float(paper.goal["area"])
    finding = Finding(
        published=total < limit * (1 - NOTICEABLE),
        reasons=[
            f"its own table gives {total:,.0f} LUTs and registers, {total / limit:.0%} of the "
            f"{limit:,.0f} that it calls slices"
        ],
        evidence=[rules.published(row, "luts", "regs")],
    )
    return rules.but_for(finding, "well under")


def _mining(paper: Paper, _rows: Measurements) -> Finding:
    """A block of Bitcoin is found by SHA-256 alone."""
    return Finding(
        published=False,
        reasons=[
            "a block of Bitcoin is found by hashing its header twice with SHA-256 (S. Nakamoto, "
            "Bitcoin, 2008, section 4; FIPS 180-4), and no part of that is a block cipher",
            "nothing that the report measures is a hash",
        ],
        evidence=[rules.published(paper.row(_P1), "throughput_gbps")],
    )


def _comparable_to_asic(_paper: Paper, _rows: Measurements) -> Finding:
    """Nothing that it could be compared with is given."""
    return Finding(reasons=["no figure of an ASIC is given, and none is measured here"])


def _folded_is_slowest(paper: Paper, _rows: Measurements) -> Finding:
    """The base design against the other six; a claim about its own table."""
    rates = {row.name: rules.number(row, "throughput_gbps") for row in paper.rows}
    second = min((name for name in rates if name != _FOLDED), key=lambda name: rates[name])
    return Finding(
        published=rates[_FOLDED] < rates[second],
        reasons=[f"{rates[_FOLDED]:g} Gbps; the next, {second}, has {rates[second]:g}"],
        evidence=[
            rules.published(paper.row(name), "throughput_gbps") for name in (_FOLDED, second)
        ],
    )


CLAIMS: dict[str, Rule] = {
    "throughput-follows": rules.throughput_follows,
    "pipelining-raises-throughput": _at_little_area,
    "pipeline-registers": _pipeline_registers,
    "decision-logic-holds-back": _decision_logic,
    "base-misses-the-target": _base_misses,
    "pipelined-falls-short": _pipelined_falls_short,
    "unrolling-raises-efficiency": _efficiency_rises(
        (_UNROLLED, _PIPELINED), (_FOLDED, _FOLDED_PIPELINED), word="radical"
    ),
    "parallelism-raises-efficiency": _efficiency_rises((_P1,), (_PIPELINED,), _FOLDED_PAIR),
    "efficiency-stops-at-p2": _same_at_p2,
    "further-copies-are-futile": _further_copies,
    "goal-picks-p1": _goal,
    "folded-is-slowest": _folded_is_slowest,
    "comparable-to-asic": _comparable_to_asic,
    "area-in-conclusion": _area_in_conclusion,
    "area-is-well-under": _well_under,
    "suited-to-mining": _mining,
}

OBSERVATIONS: dict[str, Rule] = {
    "clock-limit": rules.clock_limit,
    "folded-cycles": _implied_cycles,
    "throughput-grows-with-lanes": _copies_keep_the_clock,
}
