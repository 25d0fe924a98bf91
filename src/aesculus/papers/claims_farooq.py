"""The claims of Farooq and Aslam."""

from aesculus.papers import derive, load, rules
from aesculus.papers.measured import AREA, Measurements
from aesculus.papers.published import Paper, PublishedRow
from aesculus.papers.rules import CLOCK, EFFICIENCY, THROUGHPUT, Metric
from aesculus.papers.verdict import Evidence, Finding, Rule

_BEST = "CC-KC-S"
_AREA = Metric("area", AREA, highest=False)


def _own(row: PublishedRow) -> bool:
    return row.architecture is not None


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


def _logic_faster(paper: Paper, rows: Measurements) -> Finding:
    """S-boxes in logic against block RAM in the serial design; the charts have no figures."""
    finding = rules.pairs(CLOCK, lambda paper: [(paper.row(_BEST), paper.row("CB-KB-S"))])(
        paper, rows
    )
    slow, fast = (load("zambreno2004").row(name) for name in ("UF1-PP0L", "UF1-PP0B"))
    finding.reasons.append(
        f"Zambreno 2004 published the contrary: {slow.figure('fmax_mhz')} MHz in logic, "
        f"{fast.figure('fmax_mhz')} MHz in block RAM"
    )
    finding.evidence += [rules.published(row, "fmax_mhz") for row in (slow, fast)]
    return finding


def _online_beats_serial(paper: Paper, rows: Measurements) -> Finding:
    """P against S, and besides at equal unrolling, for P differs from S in both."""
    finding = rules.pairs(
        THROUGHPUT,
        lambda paper: [
            (paper.row("CB-KB-P"), paper.row("CB-KB-S")),
            (paper.row("CB-KC-P"), paper.row("CB-KC-S")),
        ],
    )(paper, rows)
    finding.reasons.append("P is unrolled and S is not, so the pairs differ in more than the keys")
    alone = rules.ratio_measured(rows, "UF1-PP0B", "UF1-PP0B-STORED", "throughput_gbps")
    if alone is not None:
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


CLAIMS: dict[str, Rule] = {
    "throughput-follows": rules.throughput_follows,
    "clock-limit": _clock_limit,
    "ratios-agree": _ratios_agree,
    "logic-clocks-faster-than-bram": _logic_faster,
    "online-beats-serial": _online_beats_serial,
    "serial-is-smallest": rules.extremum(_AREA, "CB-KB-S", _own),
    "most-efficient": rules.extremum(EFFICIENCY, _BEST, _own),
}
