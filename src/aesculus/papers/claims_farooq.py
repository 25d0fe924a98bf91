"""The claims of Farooq and Aslam."""

from collections.abc import Sequence
from itertools import product

from aesculus.papers import compare, derive, load, rules
from aesculus.papers.compare import Outcome
from aesculus.papers.measured import AREA, CLOCKED, Measurements, canonical_label
from aesculus.papers.published import Paper
from aesculus.papers.rules import CLOCK, EFFICIENCY, THROUGHPUT, Metric
from aesculus.papers.verdict import Evidence, Finding, Rule

_BEST = "CC-KC-S"
_AREA = Metric("area", AREA, highest=False)
_REGISTERS = Metric("regs", ("ff_count",), highest=False)
_MORE_REGISTERS = Metric("regs", ("ff_count",), highest=True)
_TABLES = Metric("luts", ("area_luts",), highest=True)
_FEWER_TABLES = Metric("luts", ("area_luts",), highest=False)
_FEWER_RAMS = Metric("brams", ("bram_count",), highest=False)
_MORE_AREA = Metric("area", AREA, highest=True)
_AREA_DELAY = Metric("area_delay", ("area_delay",), highest=False)
_LOWEST_CLOCK = Metric(CLOCK.published, CLOCK.measured, highest=False)


def _clock_limit(paper: Paper, rows: Measurements) -> Finding:
    """The stated clocks, the one on Virtex-5 being stated as a distance from a rival's."""
    finding = rules.clock_limit(paper, rows)
    rival = paper.row("Farashahi 2014, 2-slow")
    below = float(paper.stated_figure("virtex5-loss").value) / 100
    clock = rules.number(rival, "fmax_mhz") * (1 - below)
    limit = float(paper.stated_figure("device-limit-virtex5").value)
    finding.evidence.append(
        Evidence(
            source="derived",
            row=f"{_BEST} on Virtex-5",
            device="Virtex-5",
            figures={"fmax_mhz": clock, "clock_limit_mhz": limit},
        )
    )
    if clock > limit:
        finding.published = False
        finding.reasons.append(
            f"4 % below {rival.figure('fmax_mhz')} MHz is {clock:.1f} MHz, above the {limit:g} MHz "
            "by which this paper itself calls the rival's clock theoretical"
        )
    return finding


def _ratios_agree(paper: Paper, _rows: Measurements) -> Finding:
    """The abstract's ratios against the savings that section 4.3 gives in percent."""
    keys = ("lut-ratio", "lut-ff-ratio", "register-ratio")
    items = [item for item in derive.stated(paper) if item.figure in keys]
    finding = Finding(
        published=all(item.agreement == derive.Agreement.FOLLOWS for item in items),
        evidence=[
            Evidence(
                source="published",
                row=f"{item.figure}: {item.published} in the abstract",
                figures={"from_section_4_3": item.recomputed},
            )
            for item in items
        ],
    )
    finding.reasons += [
        f"{item.figure}: {item.published} times in the abstract, {item.recomputed:.2f} by the "
        "percentages of section 4.3"
        for item in items
        if item.agreement != derive.Agreement.FOLLOWS
    ]
    ratio = float(paper.stated_figure("lut-ratio").value)
    finding.reasons.append(
        f"{ratio} times the LUTs are {ratio - 1:.0%} more; the text's 62 % is the share of its own"
    )
    return finding


# ---- the five circuits ---------------------------------------------------------------------------

_TOLD = 10
"""By how much the parallel circuits are unrolled, if fully, as section 3.1 has it."""

_UNROLLED = (2, 5, _TOLD)
"""How far they may be: the text gives no number, and its ratio of slices does not fit the ten. That
they are unrolled it says (sections 3.3.2, 3.3.4 and 4.2), so one round is no reading."""

_CLBS = {"L": "logic", "D": "ROM"}
"""What an S-box in CLBs may be: by section 3.2 they compute as well as store."""

_READINGS = tuple(product(_UNROLLED, _CLBS))
"""How far the parallel circuits are unrolled, and what an S-box in CLBs is."""

_TWICE = 2.0

_Reading = tuple[int, str]


def _circuits(reading: _Reading) -> dict[str, str]:
    """Return the five circuits by a reading."""
    unroll, clb = reading
    return {
        "CB-KB-S": "UF1-PP0B-STORED",
        "CB-KC-S": f"UF1-PP0B-K{clb}-STORED",
        "CC-KC-S": f"UF1-PP0{clb}-STORED",
        "CB-KB-P": f"UF{unroll}-PP1B",
        "CB-KC-P": f"UF{unroll}-PP1B-K{clb}",
    }


def _told(reading: _Reading) -> str:
    return f"UF{reading[0]} with {_CLBS[reading[1]]}"


def _in_all_readings(finding: Finding, outcomes: dict[_Reading, Outcome], what: str) -> Finding:
    """Settle what is so in each reading of the circuits, and nothing else."""
    if rules.differs_by_reading(finding, outcomes.values()):
        told = ", ".join(f"{_told(reading)} {each.value}" for reading, each in outcomes.items())
        finding.reasons.append(
            f"{what}: it hangs on how far P is unrolled and on what CLBs hold ({told}), which the "
            "paper leaves unclear, so nothing is judged by it"
        )
    elif Outcome.OPEN not in outcomes.values():
        finding.reasons.append(f"{what}: the same by all readings of the circuits")
    return finding


def _best_of_five(metric: Metric, winner: str = _BEST, what: str = "in ours") -> Rule:
    """Return the rule that a circuit leads the five in a metric, whichever circuits they are."""

    def rule(_paper: Paper, rows: Measurements) -> Finding:
        finding = Finding(reasons=["the paper does not print the figures"])
        outcomes = {}
        for reading in _READINGS:
            labels = {name: canonical_label(text) for name, text in _circuits(reading).items()}
            found = []
            for names in metric.readings:
                table = rows.table(labels.values(), *names)
                exact = table.metric not in CLOCKED
                others = {
                    label: table.samples.get(label, ())
                    for name, label in labels.items()
                    if name != winner
                }
                mine = table.samples.get(labels[winner], ())
                if not all(compare.enough(v, exact=exact) for v in others.values()):
                    found.append(Outcome.OPEN)
                    continue
                outcome, ahead = compare.leads(mine, others, highest=metric.highest, exact=exact)
                found.append(outcome)
                if outcome is not Outcome.OPEN:
                    shown = (labels[winner], *ahead)
                    finding.evidence += [rules.measured(table, label) for label in shown]
            outcomes[reading] = rules.together(found)
        return _in_all_readings(finding, outcomes, what)

    return rule


def _best_in_both_senses(metric: Metric, by_equation: Metric, equation: str) -> Rule:
    """Return the rule that CC-KC-S leads by what is said and by the paper's equation for it.

    Its equation (2) has the bits of a block over one clock period, whatever a block takes. Where
    the two differ nothing is judged.
    """
    senses = (
        _best_of_five(metric, what="in ours, by the blocks a cycle that simulation has"),
        _best_of_five(by_equation, what=f"in ours, by {equation}"),
    )

    def rule(paper: Paper, rows: Measurements) -> Finding:
        found = [sense(paper, rows) for sense in senses]
        answers = {each.measured for each in found}
        finding = Finding(
            measured=answers.pop() if len(answers) == 1 else None,
            undecided=any(each.undecided for each in found)
            and all(each.undecided or each.measured is not None for each in found),
            reasons=[reason for each in found for reason in each.reasons],
            evidence=[row for each in found for row in each.evidence],
        )
        if answers and finding.measured is None and not finding.undecided:
            finding.reasons.append("it hangs on what is meant")
        return finding

    return rule


def _parallel_beats_serial(metric: Metric) -> Rule:
    """Return the rule that both parallel circuits beat their serial ones."""

    def rule(_paper: Paper, rows: Measurements) -> Finding:
        finding = Finding(reasons=["the paper does not print the figures"])
        outcomes = {}
        for reading in _READINGS:
            labels = _circuits(reading)
            pairs = [
                tuple(canonical_label(labels[f"{name}-{way}"]) for way in "PS")
                for name in ("CB-KB", "CB-KC")
            ]
            table = rows.table([label for pair in pairs for label in pair], *metric.measured)
            samples = [(table.samples.get(a, ()), table.samples.get(b, ())) for a, b in pairs]
            found = compare.in_pairs(
                samples, highest=metric.highest, exact=table.metric not in CLOCKED
            )
            outcomes[reading] = rules.all_of(found)
            for pair, outcome in zip(pairs, found, strict=True):
                if outcome is not Outcome.OPEN:
                    finding.evidence += [rules.measured(table, label) for label in pair]
        return _in_all_readings(finding, outcomes, "in ours")

    return rule


def _twice_the_slices(_paper: Paper, rows: Measurements) -> Finding:
    """CC-KC-S over CB-KC-P, for each reading of them; the ratio is stated, not charted.

    It is open where the text's circuits miss it: which ones it is about is then not known.
    """
    finding = Finding(reasons=["stated without the slices"])
    ratios = {}
    fewer = []
    for reading in _READINGS:
        five = _circuits(reading)
        pair = (five[_BEST], five["CB-KC-P"])
        ratio = rules.ratio_measured(rows, *pair, *AREA)
        registers = rules.ratio_measured(rows, *pair, "ff_count")
        if ratio is None or registers is None:
            continue
        ratios[reading] = ratio
        fewer += [reading] if registers < 1 else []
        finding.evidence.append(
            Evidence(
                source="measured",
                row=f"{canonical_label(pair[0])} over {canonical_label(pair[1])}",
                figures={"area_ratio": ratio, "register_ratio": registers},
            )
        )
    if len(ratios) < len(_READINGS):
        return finding
    told = ", ".join(f"{ratio:.2f} by {_told(reading)}" for reading, ratio in ratios.items())
    finding.reasons.append(f"in ours {told}")
    near = [each for each, ratio in ratios.items() if abs(ratio / _TWICE - 1) <= rules.ABOUT]
    if all((_TOLD, clb) in near for clb in _CLBS):
        finding.measured = True
    else:
        meant = [reading for reading in near if reading in fewer]
        finding.reasons.append(
            "the circuits can only be those of " + " or ".join(map(_told, meant))
            if meant
            else "none has that ratio with fewer registers in CC-KC-S, as the text says, so the "
            "circuits are not known and nothing is judged by it"
        )
    return finding


def _quicker(one: str, other: str) -> Rule:
    """Return the rule that a serial circuit clocks higher than another one."""

    def rule(_paper: Paper, rows: Measurements) -> Finding:
        finding = Finding(reasons=["the paper does not print the figures"])
        outcomes: dict[_Reading, Outcome] = {}
        for clb in _CLBS:
            # How far P is unrolled is nothing to the serial circuits.
            reading = (_TOLD, clb)
            five = _circuits(reading)
            outcomes[reading] = rules.clocks_compared(finding, rows, five[one], five[other])
        if rules.differs_by_reading(finding, outcomes.values()):
            finding.reasons.append(
                "it hangs on whether CLBs hold the S-box as logic or as ROM, which the paper "
                "leaves unclear, so nothing is judged by it"
            )
        return finding

    return rule


def _logic_faster(paper: Paper, rows: Measurements) -> Finding:
    """S-boxes in CLBs against block RAM in the serial design; the charts have no figures."""
    finding = _quicker(_BEST, "CB-KB-S")(paper, rows)
    slow, fast = (load("zambreno2004").row(name) for name in ("UF1-PP0L", "UF1-PP0B"))
    finding.reasons.append(
        f"Zambreno 2004 published the contrary for logic: {slow.figure('fmax_mhz')} MHz, and "
        f"{fast.figure('fmax_mhz')} MHz in block RAM"
    )
    finding.evidence += [rules.published(row, "fmax_mhz") for row in (slow, fast)]
    return finding


def _online_beats_serial(paper: Paper, rows: Measurements) -> Finding:
    """P against S, and besides at equal unrolling, for P differs from S in both.

    The paper gives the clock as the reason, and its throughput is bits times the clock, whatever a
    block takes. Where the two readings differ nothing is judged.
    """
    finding = _parallel_beats_serial(THROUGHPUT)(paper, rows)
    finding.reasons.append("P is unrolled and S is not, so the pairs differ in more than the keys")
    pair = ("UF1-PP0B", "UF1-PP0B-STORED")
    alone = rules.ratio_measured(rows, *pair, "throughput_gbps")
    if alone is not None:
        if rules.better(rows, *pair, THROUGHPUT) is not Outcome.YES and finding.measured:
            finding.measured = None
            finding.reasons.append(
                "the text says that it comes of a higher clock, which unrolling is not, so it "
                "hangs on what is meant and nothing is judged by it"
            )
        finding.reasons.append(
            f"at equal unrolling online keys give {alone:.2f} times the throughput"
        )
        finding.evidence.append(
            Evidence(
                source="measured",
                row="UF1-PP0B over UF1-PP0B-STORED",
                figures={"throughput_ratio": alone},
            )
        )
    return finding


def _against(metrics: Sequence[Metric], *pairs: tuple[str, str]) -> Rule:
    """Return the rule that in each pair the first circuit is ahead in all of some metrics."""

    def rule(_paper: Paper, rows: Measurements) -> Finding:
        finding = Finding(reasons=["the paper does not print the figures"])
        outcomes = {}
        for reading in _READINGS:
            five = _circuits(reading)
            found = []
            for (one, other), metric in product(pairs, metrics):
                labels = canonical_label(five[one]), canonical_label(five[other])
                found.append(rules.better(rows, *labels, metric))
                table = rows.table(labels, *metric.measured)
                shown = [rules.measured(table, each) for each in labels if each in table.values]
                finding.evidence += [each for each in shown if each not in finding.evidence]
            outcomes[reading] = rules.all_of(found)
        return _in_all_readings(finding, outcomes, "in ours")

    return rule


def _fewer_resources(paper: Paper, _rows: Measurements) -> Finding:
    """Throughput and resources against those of existing work, by the paper's own ratios."""
    own, rival = paper.row(_BEST), paper.row("Farashahi 2014, 2-slow")
    luts, registers, pairs = (
        float(paper.stated_figure(name).value)
        for name in ("lut-ratio", "register-ratio", "lut-ff-ratio")
    )
    rate = rules.number(own, "throughput_gbps") / rules.number(rival, "throughput_gbps")
    below = float(paper.stated_figure("virtex5-loss").value)
    return Finding(
        # None of its statements says of which resource.
        published=None if min(luts, 1 / registers, 1 / pairs) < 1 else False,
        reasons=[
            f"by its abstract it takes {luts:g} times the slice LUTs of existing work, and "
            f"{registers:g} and {pairs:g} times fewer slice registers and LUT-FF pairs",
            "section 4.3 says of both devices that it takes more LUTs, and its last sentences on "
            "them and section 1 that resources are fewer",
            rules.hangs_on("significant") + ", and on which resource counts",
            f"its throughput is {rate:.2f} times the best of others on Spartan-6, and {below:g} % "
            "below on Virtex-5, by an equation that takes a clock period for a block",
        ],
        evidence=[
            rules.published(own, "throughput_gbps"),
            rules.published(rival, "throughput_gbps"),
            Evidence(
                source="published",
                row=f"{_BEST} against existing work, abstract",
                figures={
                    "lut_ratio": luts,
                    "register_ratio": 1 / registers,
                    "lut_ff_ratio": 1 / pairs,
                },
            ),
        ],
    )


def _moderate(_paper: Paper, _rows: Measurements) -> Finding:
    """Moderate among the five, by what sections 3.3.5, 4.2 and 5 say in words."""
    finding = Finding(
        reasons=[
            "the paper does not print the figures; by its sections 3.3.5, 4.2 and 5 it takes the "
            "most LUTs of the five, much more CLBs than the others, the fewest registers and no "
            "block RAM"
        ]
    )
    return rules.moderate(finding, {"LUTs": True, "registers": False, "block RAMs": False})


CLAIMS: dict[str, Rule] = {
    "throughput-follows": rules.throughput_follows,
    "clock-limit": _clock_limit,
    "ratios-agree": _ratios_agree,
    "logic-clocks-faster-than-bram": _logic_faster,
    "parallel-clocks-faster": _parallel_beats_serial(CLOCK),
    "key-logic-clocks-faster": _quicker("CB-KC-S", "CB-KB-S"),
    "serial-has-the-worst-delay": _best_of_five(_LOWEST_CLOCK, "CB-KB-S"),
    "online-beats-serial": _online_beats_serial,
    "twice-the-slices": _twice_the_slices,
    "serial-is-smallest": _best_of_five(_AREA, "CB-KB-S"),
    "fewest-registers": _best_of_five(_REGISTERS),
    "most-luts": _best_of_five(_TABLES),
    "most-efficient": _best_in_both_senses(
        EFFICIENCY, _AREA_DELAY, "equations (2) and (3), bits times the clock over all resources"
    ),
    "highest-clock": _best_of_five(CLOCK),
    "highest-throughput": _best_in_both_senses(
        THROUGHPUT, CLOCK, "equation (2), bits times the clock"
    ),
    "parallel-takes-more": _parallel_beats_serial(_MORE_AREA),
    "parallel-takes-more-registers": _parallel_beats_serial(_MORE_REGISTERS),
    "key-in-clbs-takes-fewer-rams": _against((_FEWER_RAMS, _MORE_AREA), ("CB-KC-S", "CB-KB-S")),
    # Serial beside serial: a parallel circuit has more rounds besides.
    "memory-takes-fewer-luts": _against((_FEWER_TABLES,), ("CB-KB-S", _BEST), ("CB-KC-S", _BEST)),
    "online-quicker-and-larger": _against((CLOCK, _MORE_AREA), ("CB-KB-P", "CB-KB-S")),
    "fewer-resources": _fewer_resources,
    "moderate-resources": _moderate,
    "online-quick-and-large": _against((CLOCK, _MORE_AREA), ("CB-KC-P", "CB-KB-S")),
    "best-area-delay": _best_of_five(_AREA_DELAY),
}
