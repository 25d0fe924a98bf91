"""The claims of Järvinen, Tommiska and Skyttä."""

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from aesculus.ciphers.aes.space import DesignPoint, Direction, KeySchedule, LabelError, parse
from aesculus.papers import derive, load, matrices, rules
from aesculus.papers.compare import NOTICEABLE, Outcome
from aesculus.papers.derive import BLOCK_BITS, Agreement
from aesculus.papers.measured import AREA, Measurements
from aesculus.papers.published import AES128_ROUNDS, Paper
from aesculus.papers.verdict import Evidence, Finding, Rule, Verdict

SAME_SHARE = 0.05
"""Two area ratios are the same figure if they are no further apart than this."""

_FAMILIES = ("Virtex-II", "Virtex-E")


def _latency_follows(paper: Paper, _rows: Measurements) -> Finding:
    """Latency is the stated cycles over the clock, within a slip."""
    finding = Finding(published=True)
    for item in derive.rows(paper):
        if item.figure == "latency_ns" and item.agreement == Agreement.DISAGREES:
            row = paper.row(item.row)
            cycles = rules.number(row, "latency_ns") * rules.number(row, "fmax_mhz") / 1000
            finding.published = False
            finding.evidence.append(rules.published(row, "fmax_mhz", "latency_ns"))
            finding.reasons.append(
                f"{item.row}: 43 cycles are {item.recomputed:.1f} ns; {item.published} ns would be "
                f"{cycles:.2f} cycles"
            )
    return finding


_AMPHION = ("High Speed", "Ultra High Speed")
_NO_DEVICE = "Helion, Pipelined (Virtex-E)"


def _fastest(paper: Paper, _rows: Measurements) -> Finding:
    """Its own row has the highest throughput of those given for its family.

    A rival of which the paper only has that it is above some figure may be faster.
    """
    finding = Finding(published=True)
    loose = []
    for family in _FAMILIES:
        own = paper.row(f"SIG-AES-E (Table 3, {family})")
        rivals = [
            row
            for row in paper.rows
            if row.table == "3" and row != own and row.device[:3] == own.device[:3]
        ]
        mine = rules.number(own, "throughput_gbps")
        known = [row for row in rivals if row.figure("throughput_gbps") is not None]
        beaten = all(mine > rules.number(row, "throughput_gbps") for row in known)
        finding.published = bool(finding.published and beaten)
        finding.evidence.append(rules.published(own, "throughput_gbps"))
        for row in rivals:
            bound = row.at_least.get("throughput_gbps")
            if bound is not None:
                loose.append(row.name)
                finding.reasons.append(
                    f"{row.name} is given as more than {bound} Gbps only, so it is not excluded"
                )
    if finding.published:
        finding.reasons.insert(0, "it is above every throughput that Table 3 gives as a number")
        if loose:
            finding.published = None
    return finding


def _amphion(paper: Paper, _rows: Measurements) -> Finding:
    """Each of Amphion's two cores against the paper's own, and against Helion's in two readings.

    These are core by core, the iterative ones and the pipelined ones, and every one with every one.
    """
    finding = Finding()
    readings = {"core by core": True, "every core with every core": True}
    for family in _FAMILIES:
        own = paper.row(f"SIG-AES-E (Table 3, {family})")
        theirs = [paper.row(f"Helion, {name} ({family})") for name in ("Fast", "Pipelined")]
        cores = [paper.row(f"Amphion, {name} ({family})") for name in _AMPHION]
        alike = [*zip(cores, theirs, strict=True), *product(cores, [own])]
        for pair in product(cores, (own, *theirs)):
            if pair[1].figure("throughput_gbps") is None:
                continue
            one, other = (rules.number(each, "throughput_gbps") for each in pair)
            if one < other:
                continue
            readings["every core with every core"] = False
            if pair in alike:
                readings["core by core"] = False
            finding.reasons.append(f"{pair[0].name} has {one} Gbps, {pair[1].name} {other} Gbps")
            finding.evidence += [rules.published(each, "throughput_gbps") for each in pair]
    answers = set(readings.values())
    finding.published = answers.pop() if len(answers) == 1 else None
    if finding.published is None:
        told = ", ".join(f"{name} {'so' if so else 'not so'}" for name, so in readings.items())
        finding.reasons.append(f"it hangs on what is compared: {told}")
    return finding


_WEAVER = "Weaver's Rijndael"


def _weaver_is_faster(paper: Paper, _rows: Measurements) -> Finding:
    """Weaver's core against one of Amphion and one of Helion, on the family that has all three."""
    mine = paper.row(_WEAVER)
    others = [paper.row(f"{name} (Virtex-E)") for name in ("Amphion, High Speed", "Helion, Fast")]
    rate = rules.number(mine, "throughput_gbps")
    return Finding(
        published=all(rate > rules.number(row, "throughput_gbps") for row in others),
        evidence=[rules.published(row, "throughput_gbps") for row in (mine, *others)],
        reasons=["of Virtex-II no figure of that core is given"],
    )


def _slower_without_pipelines(paper: Paper, _rows: Measurements) -> Finding:
    """Each of the three against the paper's own core: slower, and on a smaller device."""
    finding, slower, smaller = Finding(), [], []
    for family in _FAMILIES:
        own = paper.row(f"SIG-AES-E (Table 3, {family})")
        names = [f"{name} ({family})" for name in ("Amphion, High Speed", "Helion, Fast")]
        if family == "Virtex-E":
            names.append(_WEAVER)
        for row in map(paper.row, names):
            rates = [rules.number(each, "throughput_gbps") for each in (row, own)]
            slower.append(rates[0] < rates[1])
            finding.reasons.append(f"{row.name} has {rates[0] / rates[1]:.2f} times its throughput")
            size, largest = (_size(each.device) for each in (row, own))
            assert size is not None
            assert largest is not None
            smaller.append(size < largest)
            finding.evidence.append(rules.published(row, "throughput_gbps"))
        finding.evidence.append(rules.published(own, "throughput_gbps"))
    finding.published = all((*slower, *smaller))
    if all(smaller):
        finding.reasons.append("each fits a smaller device, by the names of devices in Table 3")
    return rules.but_for(finding, "significantly")


_SIZE = re.compile(r"XC2?V(\d+)E?")


def _size(device: str) -> int | None:
    """Return the number by which a device of a family is the larger one; None if it is not told."""
    found = _SIZE.match(device)
    return int(found[1]) if found else None


def _smallest_device(paper: Paper, _rows: Measurements) -> Finding:
    """The devices that Table 3 has for the pipelined designs, on the family that has most.

    One whose device is not told may have a smaller one.
    """
    own = paper.row("SIG-AES-E (Table 3, Virtex-E)")
    others = ("GMU, Pipelined", "Amphion, Ultra High Speed (Virtex-E)", _NO_DEVICE)
    sizes = {name: _size(paper.row(name).device) for name in (own.name, *others)}
    known = {name: size for name, size in sizes.items() if size is not None}
    mine = known.pop(own.name)
    unknown = [name for name in others if name not in known]
    finding = Finding(
        published=(None if unknown else True) if min(known.values()) >= mine else False,
        evidence=[
            rules.published(paper.row(name), "throughput_gbps") for name in (own.name, *known)
        ],
    )
    finding.reasons += [
        f"{name} fits as small a one" for name, size in known.items() if size == mine
    ]
    finding.reasons += [
        f"the device of {name} is not told, so it is not excluded" for name in unknown
    ]
    return finding


def _memoryless(paper: Paper, rows: Measurements) -> Finding:
    """The tower-field pipeline takes no block RAM."""
    own = [row for row in paper.rows if row.table == "2"]
    finding = Finding(
        published=all(row.raw["brams"] == 0 for row in own),
        evidence=[rules.published(row, "brams", "slices") for row in own],
        reasons=["table S-boxes would take 10 block RAMs a round, two S-boxes in each"],
    )
    table = rows.table([rules.point(own[0])], "bram_count")
    if table.values:
        finding.measured = not any(table.values.values())
        finding.evidence += [rules.measured(table, label) for label in table.values]
    return finding


def _tower_beats_table(paper: Paper, rows: Measurements) -> Finding:
    """More throughput per area than a ten-round pipeline with the table in distributed ROM."""
    own = paper.row("SIG-AES-E Virtex-II")
    efficiency = 1000 * rules.number(own, "throughput_gbps") / rules.number(own, "slices")
    rival = load("zambreno2004").row("UF10-PP3D")
    theirs = rules.number(rival, "efficiency_mbps_per_slice")
    finding = Finding(
        published=efficiency > theirs,
        reasons=[
            f"{efficiency:.2f} Mbps a slice against {theirs:.2f} of the best table in ROM that "
            "Zambreno 2004 published for the same family; tables in block RAM reach 6.09, "
            "their memory not counted"
        ],
        evidence=[
            rules.published(own, "slices", "throughput_gbps"),
            rules.published(rival, "slices", "throughput_gbps"),
        ],
    )
    mine, other = rules.point(own), rules.point(rival)
    finding.settle(rules.better(rows, mine, other, rules.EFFICIENCY))
    for metric in ("efficiency_slice", "efficiency"):
        ratio = rules.ratio_measured(rows, mine, other, metric)
        if ratio is not None:
            table = rows.table([mine, other], metric)
            finding.reasons.append(f"in ours {ratio:.2f} times the {rules.UNITS[metric]}")
            finding.evidence += [rules.measured(table, label) for label in (mine, other)]
    return finding


def _both_directions(paper: Paper, rows: Measurements) -> Finding:
    """Area of both directions over that of encryption; published without its raw figures.

    The paper does not say where a block to decrypt gets the end of its key schedule from. So it is
    judged in both readings, a cipher key with each block and the end of the schedule with it, and
    stays open where they differ.
    """
    stated = float(paper.stated_figure("both-directions-area").value) / 100
    finding = Finding(
        reasons=[f"published as {stated:+.0%} without the slices, so it cannot be recomputed"],
        evidence=[
            Evidence(source="published", row="SIG-AES-ED", figures={"area_ratio": 1 + stated})
        ],
    )
    known = _ratios(paper, rows)
    judged = _ways("AES128ED-UF10-C911F-IN2")
    finding.evidence += [
        Evidence(
            source="measured",
            row=f"{label} over {_encryption_of(label)}",
            figures={"area_ratio": ratio},
        )
        for label, ratio in known.items()
    ]
    if not {*judged} <= known.keys():
        finding.reasons.append("not measured yet")
        return finding
    ours = [known[label] - 1 for label in judged]
    told = " and ".join(f"{more:+.1%} {how}" for more, how in zip(ours, _BROUGHT, strict=True))
    finding.reasons.append(f"in ours it is {told}")
    near = [abs(more - stated) <= SAME_SHARE for more in ours]
    _in_both_readings(finding, [Outcome.YES if each else Outcome.NO for each in near])
    others = [f"{ratio - 1:+.1%} for {k}" for k, ratio in known.items() if k not in judged]
    if others:
        finding.reasons.append(f"with longer keys {', '.join(others)}")
    return finding


_BROUGHT = ("if a block brings its cipher key", "if it brings the end of its key schedule")
"""What a block to decrypt may bring; the paper does not tell."""


def _ways(label: str) -> tuple[str, str]:
    """Return the labels of a design for both of what a block to decrypt may bring."""
    return parse(label).label, parse(f"{label}-LAST").label


def _in_both_readings(finding: Finding, outcomes: Sequence[Outcome]) -> None:
    """Settle what is so whatever a block to decrypt brings, and nothing else."""
    if rules.differs_by_reading(finding, outcomes):
        finding.reasons.append("which of them the paper built it does not say, so it stays open")


def _points_of_both(paper: Paper) -> dict[str, DesignPoint]:
    """Return our points with both directions, as far as the space can say them."""
    found = {}
    for text in (paper.row("SIG-AES-ED").label, *(extra.label for extra in paper.also)):
        try:
            point = parse(text)
        except LabelError:
            continue
        if point.direction == Direction.BOTH:
            found[point.label] = point
    return found


def _encryption_of(label: str) -> str:
    """Return the same design with encryption alone, whose keys always come at the start."""
    point = parse(label)
    return point.replace(direction=Direction.ENCRYPT, key_schedule=KeySchedule.ONLINE).label


def _ratios(paper: Paper, rows: Measurements) -> dict[str, float]:
    """Return label to its area over that of encryption, in slices or else in LUTs."""
    found = {}
    for label in _points_of_both(paper):
        ratio = rules.ratio_measured(rows, label, _encryption_of(label), *AREA)
        if ratio is not None:
            found[label] = ratio
    return found


def _decryption_slower(paper: Paper, rows: Measurements) -> Finding:
    """The clock of decryption below that of encryption.

    Judged in both readings of what a block to decrypt brings, as for the area.
    """
    finding = Finding(published=True)
    drops = []
    for family in _FAMILIES:
        pair = [paper.row(f"SIG-AES-{way} {family}") for way in ("E", "D")]
        clocks = [rules.number(row, "fmax_mhz") for row in pair]
        finding.published = bool(finding.published and clocks[1] < clocks[0])
        drops.append(1 - clocks[1] / clocks[0])
        finding.reasons.append(f"published on {family}: {-drops[-1]:+.1%}")
        finding.evidence += [rules.published(row, "fmax_mhz") for row in pair]
    one = rules.point(paper.row("SIG-AES-E Virtex-II"))
    ways = _ways(rules.point(paper.row("SIG-AES-D Virtex-II")))
    outcomes = [rules.better(rows, one, way, rules.CLOCK) for way in ways]
    ratios = {}
    for way in ways:
        ratio = rules.ratio_measured(rows, way, one, "fmax_mhz")
        if ratio is not None:
            ratios[way] = ratio
    finding.reasons += [f"in ours {ratio - 1:+.1%} for {way}" for way, ratio in ratios.items()]
    _in_both_readings(finding, outcomes)
    if finding.measured and any(
        1 - ratio - max(drops) > rules.SAME_DROP for ratio in ratios.values()
    ):
        finding.verdict = Verdict.OTHER_FIGURES
    table = rows.table([one, *ratios], "fmax_mhz")
    finding.evidence += [rules.measured(table, label) for label in table.values if ratios]
    return finding


def _decryption_throughput(paper: Paper, rows: Measurements) -> Finding:
    """The two throughputs of SIG-AES-D, of which only the text tells."""
    own = [paper.row(f"SIG-AES-D {family}") for family in _FAMILIES]
    return rules.throughput_follows(paper.model_copy(update={"rows": tuple(own)}), rows)


_ONCE = "UF10-C911F-IN2"
_EACH = "UF10-C911T-IN2"
"""The whole cipher in the tower field, and S-boxes that go there and back each time."""


def _mapping_once_is_smaller(_paper: Paper, rows: Measurements) -> Finding:
    """Slices of the two; the paper gives none of the other."""
    finding = Finding(reasons=["the paper did not build the other"])
    ratio = rules.ratio_measured(rows, _ONCE, _EACH, *AREA)
    if ratio is not None:
        finding.measured = None if 1 - ratio > NOTICEABLE else False
        finding.reasons += [
            f"in ours {_ONCE} takes {ratio - 1:+.1%} of the area of {_EACH}",
            rules.hangs_on("significant"),
        ]
        table = rows.table([_ONCE, _EACH], *AREA)
        finding.evidence += [rules.measured(table, label) for label in table.values]
    return finding


def _fits(paper: Paper, rows: Measurements) -> Finding:
    """Slices against those of the devices: E and D fit the two smaller, ED wants the largest.

    Ours are packed without a gap: what does not fit so does not fit at all, and that something
    fits they cannot show. So ours can deny the claim, never bear it out.
    """
    slices = {device.name: device.published["slices"] for device in paper.devices}
    small = {"Virtex-II": "XC2V2000-5", "Virtex-E": "XCV1000E-8"}
    own = {family: paper.row(f"SIG-AES-E {family}") for family in _FAMILIES}
    more = 1 + float(paper.stated_figure("both-directions-area").value) / 100
    both = rules.number(own["Virtex-E"], "slices") * more
    finding = Finding(
        published=all(
            rules.number(own[family], "slices") <= slices[small[family]] for family in _FAMILIES
        )
        and slices[_NEXT_SMALLER] < both <= slices[_SMALLEST_FOR_BOTH],
        reasons=[
            f"published: {both:,.0f} slices of both directions are between the "
            f"{slices[_NEXT_SMALLER]:,} of {_NEXT_SMALLER} and the {slices[_SMALLEST_FOR_BOTH]:,} "
            f"of {_SMALLEST_FOR_BOTH} (these two from memory)"
        ],
        evidence=[rules.published(row, "slices") for row in own.values()],
    )
    encryption = rules.point(paper.row("SIG-AES-E Virtex-II"))
    decryption, either = (_ways(f"AES128{way}-UF10-C911F-IN2") for way in ("D", "ED"))
    points = [encryption, *decryption, *either]
    table = rows.table(points, "slice_estimate")
    if not {*points} <= table.values.keys():
        return finding
    finding.evidence += [rules.measured(table, label) for label in points]
    outcomes = []
    room = {"E": [*small.values()], "D": [*small.values()], "ED": [_SMALLEST_FOR_BOTH]}
    for one, other, how in zip(decryption, either, _BROUGHT, strict=True):
        ours = {"E": table.values[encryption], "D": table.values[one], "ED": table.values[other]}
        wrong = [
            f"SIG-AES-{way} with {ours[way]:,.0f} slices does not fit {name}"
            for way, names in room.items()
            for name in names
            if ours[way] > slices[name]
        ]
        outcomes.append(Outcome.NO if wrong else Outcome.OPEN)
        finding.reasons.append(f"in ours {how}, {', '.join(wrong) or 'nothing denies it'}")
    if {*outcomes} == {Outcome.NO}:
        finding.measured = False
    else:
        finding.blocked = (
            "slices packed without a gap can show that a design does not fit, not that it does"
        )
    return finding


_SMALLEST_FOR_BOTH, _NEXT_SMALLER = "XCV2000E-8", "XCV1600E-8"


def _memory_wants_more(paper: Paper, _rows: Measurements) -> Finding:
    """Ten rounds of table S-boxes against the block RAMs of the two devices."""
    needed = AES128_ROUNDS * _RAMS_A_ROUND
    have = {name: paper.device(name) for name in ("XCV1000E-8", _NEXT_SMALLER)}
    rams = {name: each.published["brams"] for name, each in have.items() if each is not None}
    return Finding(
        published=rams["XCV1000E-8"] < needed <= rams[_NEXT_SMALLER],
        reasons=[
            f"{needed} block RAMs, two S-boxes in each, are more than the {rams['XCV1000E-8']} of "
            f"XCV1000E-8 and no more than the {rams[_NEXT_SMALLER]} of {_NEXT_SMALLER} (these from "
            "memory)"
        ],
        evidence=[
            Evidence(source="published", row=name, figures={"brams": count})
            for name, count in rams.items()
        ],
    )


_RAMS_A_ROUND = 10
"""Block RAMs of a round of AES-128: sixteen S-boxes and four of its key step, two in each."""


_NARROW = Fraction(32, BLOCK_BITS)
"""Part of a block that a port of 32 bits passes in a cycle."""


def _narrow_ports(paper: Paper, _rows: Measurements) -> Finding:
    """A port of 32 bits bounds the blocks a cycle; what that costs hangs on the core behind it."""
    finding = Finding()
    ratios = []
    for family in _FAMILIES:
        narrow, wide = (
            paper.row(f"{name} ({family})") for name in ("Amphion, High Speed", "Helion, Fast")
        )
        rates = [rules.number(row, "throughput_gbps") for row in (narrow, wide)]
        ratios.append(f"{rates[0] / rates[1]:.2f}")
        finding.evidence += [rules.published(row, "throughput_gbps") for row in (narrow, wide)]
    finding.reasons += [
        "it prints no core with ports of both widths; Amphion's with 32 bits has "
        f"{' and '.join(ratios)} times the throughput of Helion's iterative one, which is another "
        "core",
        f"ports of 32 bits pass {_NARROW} of a block in a cycle: a core that takes ten cycles for "
        "a block waits for none of them, one that takes a cycle has a quarter of its throughput "
        "left",
        "it hangs on which core is behind the ports",
    ]
    finding.evidence.append(
        Evidence(
            source="derived",
            row="ports of 32 bits, of a data block alone",
            figures={"blocks_per_cycle": str(_NARROW)},
        )
    )
    return finding


def _ofb_waits(_paper: Paper, _rows: Measurements) -> Finding:
    """In OFB too a block needs the one before it (SP 800-38A, section 6.4)."""
    return Finding(
        published=False,
        reasons=[
            "by SP 800-38A, section 6.4, each output block of OFB is the cipher of the one before "
            "it, so one message has one block under way, as in CBC",
            "of its five modes ECB and CTR have more, and decryption in CBC and CFB",
        ],
        evidence=[
            Evidence(
                source="derived",
                row="blocks of one message under way, to encrypt",
                figures={"OFB": 1, "CBC": 1, "CFB": 1},
            )
        ],
    )


def _mix_columns_modulus(paper: Paper, _rows: Measurements) -> Finding:
    item = next(item for item in derive.stated(paper) if item.figure == "mix-columns-modulus")
    return Finding(
        published=item.agreement == Agreement.FOLLOWS,
        reasons=["equations (6) to (9), which are right, follow from x^4 + 1 and from no other"],
        evidence=[
            Evidence(
                source="derived", row="modulus", figures={"polynomial": f"{int(item.recomputed):b}"}
            ),
            Evidence(
                source="published",
                row="section 2",
                figures={"polynomial": f"{int(item.published):b}"},
            ),
        ],
    )


def _bram_size(paper: Paper, _rows: Measurements) -> Finding:
    """Compared with what the other paper says of the same family."""
    own, other = paper.device("XCV1000E-8"), load("zambreno2004").device("XC2V4000")
    assert own is not None
    assert other is not None
    mine, theirs = own.published["bram_bits"], other.published["bram_bits"]
    return Finding(
        published=mine == theirs,
        reasons=[
            f"{mine} bits are right for Virtex-E; Zambreno 2004 gives up to {theirs} bits for "
            "Virtex-II, still two S-boxes, for a dual-port RAM has two ports"
        ],
        evidence=[
            Evidence(source="published", row="Virtex-II, 2003", figures={"bram_bits": mine}),
            Evidence(source="published", row="Virtex-II, 2004", figures={"bram_bits": theirs}),
        ],
    )


def _matrices(paper: Paper, _rows: Measurements) -> Finding:
    """Every printed matrix against the derived one."""
    wrong = matrices.differences(paper)
    names = sorted({item.id for item in wrong})
    total = len(paper.matrices) + len(paper.vectors) + len(paper.byte_lists)
    finding = Finding(published=not wrong)
    finding.reasons.append(
        f"{total - len(names)} of {total} matrices, vectors and lists agree in every entry"
    )
    for item in wrong:
        finding.evidence += [
            Evidence(
                source=source,
                row=f"{item.id}, equation ({item.equation}), row {item.row}",
                figures={"bits": bits},
            )
            for source, bits in (("published", item.printed), ("derived", item.true))
        ]
    if wrong:
        finding.reasons.append(f"in the scanned text {' and '.join(names)} have damaged rows")
        finding.verdict = Verdict.OTHER_FIGURES
    return finding


_RESOURCES = {"slices": "slices", "slices_per_gbps": "slices per Gbps", "brams": "block RAMs"}


def _moderate(paper: Paper, _rows: Measurements) -> Finding:
    """Slices, also those of a unit of throughput, and block RAM against the others of Table 3."""
    finding = Finding()
    most = {}
    for family in _FAMILIES:
        own = paper.row(f"SIG-AES-E (Table 3, {family})")
        table = [row for row in paper.rows if row.table == "3" and row.device[:3] == own.device[:3]]
        told = []
        for figure, what in _RESOURCES.items():
            mine, *others = (
                rules.number(row, figure)
                for row in (own, *(row for row in table if row != own))
                if row.figure(figure) is not None
            )
            most[f"{what} ({family})"] = mine >= max(others)
            told.append(f"{mine:,g} {what}, the others {min(others):,g} to {max(others):,g}")
        device = paper.device(own.device)
        assert device is not None
        finding.reasons.append(
            f"on {family} it takes {'; '.join(told)}; its device has {device.published['slices']:,}"
            " slices"
        )
        finding.evidence += [rules.published(row, *_RESOURCES) for row in table if row.raw]
    extreme = [what for what, is_so in most.items() if is_so]
    finding.reasons.append(f"of all that are told it takes the most {', '.join(extreme)}")
    return rules.moderate(finding, most)


def _an_xor_for_each_one(paper: Paper, _rows: Measurements) -> Finding:
    """XORs of two inputs for the ones in a matrix, counted in the printed isomorphism."""
    rows = next(each.rows for each in paper.matrices if each.id == "phi")
    ones = [row.count("1") for row in rows]
    needed = sum(max(count - 1, 0) for count in ones)
    return Finding(
        published=needed == sum(ones),
        reasons=[
            f"a row of n ones takes n - 1 XORs of two inputs: the {sum(ones)} ones of its first "
            f"matrix, in {len(ones)} rows, take {needed}, and fewer where rows share a sum",
            "the difference is the number of rows, so as long as nothing is shared the fewest ones "
            "take the fewest XORs all the same",
        ],
        evidence=[
            Evidence(
                source="derived",
                row="phi, equation (10)",
                figures={"ones": sum(ones), "xors": needed},
            )
        ],
    )


CLAIMS: dict[str, Rule] = {
    "throughput-follows": rules.throughput_follows,
    "latency-follows": _latency_follows,
    "highest-throughput": _fastest,
    "amphion-is-slower": _amphion,
    "slower-without-pipelines": _slower_without_pipelines,
    "weaver-is-faster": _weaver_is_faster,
    "smallest-device": _smallest_device,
    "memoryless-needs-no-bram": _memoryless,
    "both-directions-area": _both_directions,
    "mix-columns-modulus": _mix_columns_modulus,
    "decryption-throughput": _decryption_throughput,
    "mapping-once-is-smaller": _mapping_once_is_smaller,
    "mapping-once-is-faster": rules.quicker(_ONCE, _EACH, "the paper did not build the other"),
    "fits-devices": _fits,
    "memory-wants-a-larger-device": _memory_wants_more,
    "ofb-can-be-pipelined": _ofb_waits,
    "narrow-ports-slow-down": _narrow_ports,
    "virtex2-bram-size": _bram_size,
    "matrices": _matrices,
    "area-is-moderate": _moderate,
    "an-xor-for-each-one": _an_xor_for_each_one,
}

OBSERVATIONS: dict[str, Rule] = {
    "clock-limit": rules.clock_limit,
    "tower-beats-table": _tower_beats_table,
    "decryption-slower": _decryption_slower,
}
