"""Rules that serve several papers. Each returns a `Finding`; none knows a figure by itself."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from aesculus.ciphers.aes.space import LabelError, Violation, nearest_legal, parse, violations
from aesculus.papers import compare, derive
from aesculus.papers.compare import Outcome
from aesculus.papers.derive import Agreement
from aesculus.papers.interval import Interval
from aesculus.papers.measured import AREA, CLOCKED, Measurements, Values, canonical_label
from aesculus.papers.published import Paper, PublishedRow
from aesculus.papers.verdict import Evidence, Finding, Rule, Verdict

SLIP = 0.01
"""A derived figure this near, relative, is taken as a slip of the pen, not of the reasoning."""

MOST = Fraction(1, 2)
"""A best point must be measured against more of the rows than this, those left out not counted."""

UNITS = {
    "efficiency": "throughput per LUT",
    "efficiency_slice": "throughput per slice",
    "efficiency_lut_ff": "throughput per LUT and register",
    "fmax_mhz": "clock",
    "throughput_gbps": "throughput",
    "latency_ns": "latency as simulated",
    "latency_eq2_ns": "latency by equation (2)",
    "slice_estimate": "count of slices",
    "area_luts": "count of LUTs",
    "ff_count": "count of registers",
    "area_delay": "product of resources and period",
}
"""Measured figures in words."""

UNVERIFIED = "netlist not verified"
"""Note of evidence whose netlist did not pass a simulation."""

ABOUT = 0.25
"""A ratio is about a stated one within this part of it. For words see `hangs_on`."""

SAME_DROP = 0.10
"""Two drops of a clock are of one size if they are no further apart than this."""


@dataclass(frozen=True)
class Metric:
    """A figure of merit as published and as measured.

    Attributes:
        published: key in a row's figures.
        measured: metrics of `Measurements.table`, in order of preference.
        highest: whether more is better.
        besides: another reading of the measured figure, which has to say the same.
    """

    published: str
    measured: tuple[str, ...]
    highest: bool
    besides: tuple[str, ...] = ()

    @property
    def readings(self) -> tuple[tuple[str, ...], ...]:
        """What is measured, and if there is one its other reading."""
        return (self.measured, self.besides) if self.besides else (self.measured,)

    def better(self, left: float, right: float) -> bool:
        """Tell whether `left` is strictly better than `right`."""
        return left > right if self.highest else left < right


AREA_METRIC = Metric("slices", AREA, highest=False)
CLOCK = Metric("fmax_mhz", ("fmax_mhz",), highest=True)
THROUGHPUT = Metric("throughput_gbps", ("throughput_gbps",), highest=True)
LATENCY = Metric("latency_ns", ("latency_eq2_ns",), highest=False)
"""By equation (2) of Zambreno 2004, as the published figures are: it counts no register of the
result, which is a cycle of two without cuts, and one of 31 with three in each round."""

SIMULATED = "latency_ns"
"""Latency as simulated, that register included: told beside what is judged by `LATENCY`."""

EFFICIENCY = Metric(
    "efficiency_mbps_per_slice", ("efficiency_slice",), highest=True, besides=("efficiency",)
)
"""Per slice, as the papers have it, and per look-up table."""


def point(row: PublishedRow) -> str:
    """Return the canonical label by which measurements of a row's point are found."""
    text = row.label or row.near
    return canonical_label(text) if text else ""


def number(row: PublishedRow, figure: str) -> float:
    """Return a published figure.

    Raises:
        KeyError: there is none.
    """
    value = row.figure(figure)
    if value is None:
        raise KeyError(f"{row.name} has no published {figure}")
    return float(value)


def published(row: PublishedRow, *figures: str) -> Evidence:
    """Return a published row as evidence, with the figures it has of those named."""
    have = {name: float(value) for name in figures if (value := row.figure(name)) is not None}
    return Evidence(source="published", row=row.name, device=row.device, figures=have)


def measured(table: Values, label: str) -> Evidence:
    """Return a measured value as evidence."""
    return Evidence(
        source="measured",
        row=label,
        device=table.device,
        figures={table.metric: table.values[label]},
        note=_note(table, label),
    )


def _note(table: Values, label: str) -> str:
    notes = [UNVERIFIED] if label in table.unverified else []
    seeds = table.seeds.get(label, 0) if table.metric in CLOCKED else 0
    notes += [f"{seeds} seed{'' if seeds == 1 else 's'}"] if seeds else []
    return ", ".join(notes)


def impossible(row: PublishedRow) -> Violation | None:
    """Return why a row's registers cannot be where its label says, or None.

    Points that are merely not implemented yet are possible.
    """
    try:
        found = violations(parse(row.label)) if row.label else []
    except LabelError:
        return None
    return next((item for item in found if item.axis in {"cuts", "cut_every"}), None)


def points_can_be_built(paper: Paper, _rows: Measurements) -> Finding:
    """Every label's registers are where a circuit can have them."""
    finding = Finding(published=True)
    for row in paper.rows:
        violation = impossible(row)
        if violation is not None:
            finding.published = False
            nearest = nearest_legal(parse(row.label)).label
            finding.reasons.append(f"{row.name}: {violation.reason}; nearest: {nearest}")
            finding.evidence.append(published(row, "fmax_mhz", "latency_ns", "brams"))
    if finding.published:
        finding.reasons.append("the registers of every row can be where its label says")
    return finding


def clock_limit(paper: Paper, _rows: Measurements) -> Finding:
    """No clock is above the limit of the clock network of its device, where that is known."""
    finding = Finding()
    for device in paper.devices:
        # A rival's clock is not this paper's claim, so rows without an architecture are left out.
        clocks = {
            row.name: number(row, "fmax_mhz")
            for row in paper.rows
            if row.device == device.name and row.architecture and "fmax_mhz" in row.raw
        }
        if not clocks:
            continue
        if device.clock_limit_mhz is None:
            finding.reasons.append(f"no limit is known for {device.name}")
            continue
        limit = float(device.clock_limit_mhz)
        above = [name for name, clock in clocks.items() if clock > limit]
        finding.published = not above and finding.published is not False
        finding.reasons += [f"{name} is above the {limit:g} MHz of {device.name}" for name in above]
        finding.reasons.append(
            f"the limit of {device.name}, {limit:g} MHz, is "
            f"{'' if device.clock_limit_checked else 'un'}checked ({device.clock_limit_source})"
        )
        shown = above or [max(clocks, key=lambda name: clocks[name])]
        finding.evidence += [published(paper.row(name), "fmax_mhz") for name in shown]
    return finding


def throughput_follows(paper: Paper, rows: Measurements) -> Finding:
    """Each throughput is 128 bits times the clock times the blocks a cycle.

    Published: with the cycles that the architecture takes. Measured: with the blocks a cycle that
    simulation measured. A row that cannot be built is left to `points_can_be_built`.
    """
    finding = Finding()
    wrong: list[tuple[PublishedRow, Fraction, float]] = []
    right: list[tuple[float, PublishedRow]] = []
    simulated: list[bool] = []
    for row in paper.rows:
        if "throughput_gbps" not in row.derived or row.architecture is None:
            continue
        if impossible(row):
            finding.reasons.append(f"{row.name} is left out, for it cannot be built")
            continue
        rate = 1 / row.architecture.cycles_per_block
        agreement, deviation = _agreement(paper, row, rate)
        # Simulation of a merely near point would tell nothing about this one.
        ours = rows.blocks_per_cycle(row.label) if row.label else None
        if ours is not None:
            # A slip of the printed figure denies no rate: no other rate would be as near.
            same, apart = _agreement(paper, row, ours)
            simulated.append(same != Agreement.DISAGREES or abs(apart) <= SLIP)
            if not simulated[-1]:
                finding.reasons.append(f"{row.name}: simulation gives {ours} blocks a cycle")
        if agreement == Agreement.DISAGREES:
            wrong.append((row, rate, deviation))
        else:
            right.append((abs(deviation), row))
    count = len(wrong) + len(right)
    finding.published = not wrong
    if False in simulated or len(simulated) == count:
        finding.measured = all(simulated)
    if wrong and all(abs(deviation) <= SLIP for _, _, deviation in wrong) and all(simulated):
        finding.verdict = Verdict.OTHER_FIGURES
    for row, rate, _ in wrong:
        own = float((row.interval("fmax_mhz") * rate * derive.BLOCK_BITS / 1000).middle)
        finding.reasons.append(
            f"{row.name}: its clock gives {own:.4g} Gbps at {rate} blocks a cycle, "
            f"not {row.derived['throughput_gbps']}"
        )
        finding.evidence.append(published(row, "fmax_mhz", "throughput_gbps"))
    finding.reasons.insert(
        0, f"{len(right)} of {count} rows follow, {len(simulated)} of the {count} are simulated"
    )
    if not wrong and right:
        _, worst = max(right, key=lambda pair: pair[0])
        finding.evidence.append(published(worst, "fmax_mhz", "throughput_gbps"))
    return finding


def _agreement(
    paper: Paper, row: PublishedRow, blocks_per_cycle: Fraction
) -> tuple[Agreement, float]:
    """Compare a row's throughput with clock and rate; also return the relative deviation."""
    target = Interval.printed(row.derived["throughput_gbps"])
    value = row.interval("fmax_mhz") * blocks_per_cycle * derive.BLOCK_BITS / 1000
    deviation = float((target.middle - value.middle) / value.middle)
    if value.overlaps(target):
        return Agreement.FOLLOWS, deviation
    twice = any(
        item.row == row.name and item.agreement == Agreement.ROUNDED_TWICE
        for item in derive.rows(paper)
        if item.figure == "throughput_gbps"
    )
    return (Agreement.ROUNDED_TWICE if twice else Agreement.DISAGREES), deviation


def extremum(
    metric: Metric, winner: str, among: Callable[[PublishedRow], bool] = lambda _row: True
) -> Rule:
    """Return the rule that `winner` is the best row in a metric.

    Published: among all rows it is. Measured: among the rows that can be built and are measured on
    one device it is; with too few measured it only can be refuted.
    """

    def rule(paper: Paper, rows: Measurements) -> Finding:
        finding = Finding()
        row = paper.row(winner)
        field = [other for other in paper.rows if among(other)]
        _best_published(finding, metric, row, field)
        buildable = list(dict.fromkeys(point(other) for other in field if not impossible(other)))
        outcomes = []
        for names in metric.readings:
            table = rows.table(buildable, *names)
            outcomes.append(_best_measured(finding, metric, point(row), table, buildable))
        if Outcome.OPEN in outcomes and not rows.of(point(row)):
            finding.reasons.append(rows.why_missing(point(row)))
        finding.settle(together(outcomes))
        return finding

    return rule


def together(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the outcome by several readings of one figure: what they share, else undecided."""
    if Outcome.OPEN in outcomes:
        return Outcome.OPEN
    return outcomes[0] if len({*outcomes}) == 1 else Outcome.UNDECIDED


def all_of(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the outcome of several that must all be so: one that is not refutes the whole."""
    return Outcome.NO if Outcome.NO in outcomes else together(outcomes)


def _best_published(
    finding: Finding, metric: Metric, row: PublishedRow, field: Sequence[PublishedRow]
) -> None:
    have = [other for other in field if other.figure(metric.published) is not None]
    if row not in have:
        finding.reasons.append("the paper does not print the figures")
        return
    mine = number(row, metric.published)
    rivals = [r for r in have if r != row and not metric.better(mine, number(r, metric.published))]
    finding.published = not rivals
    finding.evidence += [published(item, metric.published) for item in (row, *rivals)]
    state = "is" if finding.published else "is not"
    finding.reasons.append(f"{row.name} {state} the best of {len(have)} published rows")


def _best_measured(
    finding: Finding, metric: Metric, label: str, table: Values, wanted: Sequence[str]
) -> Outcome:
    """Tell whether a point is the best of those wanted.

    Any point that is shown to be better refutes it at once; it is confirmed against all that can
    be measured.
    """
    what = UNITS.get(table.metric, table.metric)
    if label in table.left_out:
        finding.blocked = f"{label} is {table.left_out[label]}"
        return Outcome.OPEN
    if label not in table.values:
        return Outcome.OPEN
    exact = table.metric not in CLOCKED
    have = {k: v for k, v in table.samples.items() if compare.enough(v, exact=exact)}
    missing = [name for name in wanted if name not in have and name not in table.left_out]
    rivals = {name: v for name, v in have.items() if name != label}
    outcome, others = compare.leads(
        table.samples[label], rivals, highest=metric.highest, exact=exact
    )
    shown = label, *others
    finding.evidence += [measured(table, name) for name in shown if name in table.values]
    seeds = "" if exact else f" with {compare.LEAST_SEEDS} seeds"
    counted = f"{len(have)} of {len(wanted)} points measured on {table.device}{seeds}"
    if table.left_out:
        counted += f", {len(table.left_out)} too full to be routed"
    if outcome is Outcome.NO:
        best = max(others, key=lambda k: table.values[k] * (1 if metric.highest else -1))
        finding.reasons.append(f"in ours {best} has the better {what} ({counted})")
        return outcome
    if outcome is Outcome.OPEN or missing or len(have) < len(wanted) * MOST:
        finding.reasons.append(f"{what}: {counted}")
        return Outcome.OPEN
    if outcome is Outcome.UNDECIDED:
        finding.reasons.append(
            f"in ours {what} cannot tell it from {', '.join(others)} ({counted})"
        )
    else:
        finding.reasons.append(f"in ours it has the best {what} too ({counted})")
    return outcome


Pair = tuple[PublishedRow, PublishedRow]


def pairs(
    metric: Metric, found: Callable[[Paper], Sequence[Pair]], *, need: Fraction = Fraction(1)
) -> Rule:
    """Return the rule that the first row of each pair beats the second in a metric.

    Args:
        metric: the figure of merit.
        found: gives the pairs of a paper.
        need: the part of the pairs for which it must be so; below 1 more than that part.
    """

    def rule(paper: Paper, rows: Measurements) -> Finding:
        finding = Finding()
        all_pairs = list(found(paper))
        answers: list[bool] = []
        margins: list[tuple[float, Pair]] = []
        for left, right in all_pairs:
            if any(row.figure(metric.published) is None for row in (left, right)):
                continue
            better = metric.better(number(left, metric.published), number(right, metric.published))
            answers.append(better)
            ratio = number(left, metric.published) / number(right, metric.published)
            margins.append((ratio if metric.highest else 1 / ratio, (left, right)))
            if better != (need == 1):
                finding.evidence += [published(row, metric.published) for row in (left, right)]
        finding.published = _enough(answers, need)
        if margins and not finding.evidence:
            # All say the same; the pair with the least margin is the weakest evidence for it.
            _, tightest = min(margins, key=lambda item: item[0])
            finding.evidence += [published(row, metric.published) for row in tightest]
        finding.reasons.append(
            f"{metric.published}: so in {sum(answers)} of {len(answers)} published pairs"
            if answers
            else f"no {metric.published} is published for these rows"
        )
        _pairs_measured(finding, metric, all_pairs, rows, need)
        return finding

    return rule


def _pairs_measured(
    finding: Finding, metric: Metric, all_pairs: Sequence[Pair], rows: Measurements, need: Fraction
) -> None:
    labels = [(point(left), point(right)) for left, right in all_pairs]
    outcomes = [
        _pairs_in(finding, metric, labels, rows.table([x for pair in labels for x in pair], *names))
        for names in metric.readings
    ]
    finding.settle(together([_of_pairs(each, need) for each in outcomes]))


def _pairs_in(
    finding: Finding, metric: Metric, labels: Sequence[tuple[str, str]], table: Values
) -> list[Outcome]:
    """Compare all pairs in one reading of a figure."""
    exact = table.metric not in CLOCKED
    can = [pair for pair in labels if not any(name in table.left_out for name in pair)]
    samples = [(table.samples.get(a, ()), table.samples.get(b, ())) for a, b in can]
    found = compare.in_pairs(samples, highest=metric.highest, exact=exact)
    for pair, outcome in zip(can, found, strict=True):
        if outcome is not Outcome.OPEN:
            finding.evidence += [measured(table, name) for name in pair]
    told = [each for each in found if each is not Outcome.OPEN]
    what = UNITS.get(table.metric, table.metric)
    if told:
        unsure = told.count(Outcome.UNDECIDED)
        finding.reasons.append(
            f"in ours {what} is so in {told.count(Outcome.YES)} of {len(told)} pairs measured on "
            f"{table.device}{f', {unsure} not told apart' if unsure else ''}"
        )
    else:
        finding.reasons.append(
            f"no pair is measured for {what}"
            + ("" if exact else f" with {compare.LEAST_SEEDS} seeds")
        )
    if len(can) < len(labels):
        left = len(labels) - len(can)
        finding.reasons.append(f"{left} pairs are left out as too full to be routed")
    return found


def _of_pairs(outcomes: Sequence[Outcome], need: Fraction) -> Outcome:
    """Return whether enough of the pairs are so, whatever those do that are open or undecided."""
    total, sure = len(outcomes), outcomes.count(Outcome.YES)
    unsure, unknown = outcomes.count(Outcome.UNDECIDED), outcomes.count(Outcome.OPEN)
    if not total:
        return Outcome.OPEN

    def suffices(count: int) -> bool:
        return count == total if need == 1 else count > need * total

    if suffices(sure):
        return Outcome.YES
    if not suffices(sure + unsure + unknown):
        return Outcome.NO
    return Outcome.OPEN if unknown else Outcome.UNDECIDED


def _enough(answers: Sequence[bool], need: Fraction) -> bool | None:
    if not answers:
        return None
    return all(answers) if need == 1 else sum(answers) > need * len(answers)


def ratio_measured(rows: Measurements, over: str, under: str, *metrics: str) -> float | None:
    """Return the ratio of two points in the first metric that one device has for both.

    Of a figure that hangs on the clock it is that of medians, and there is none with too few seeds.
    """
    top, bottom = canonical_label(over), canonical_label(under)
    for metric in metrics:
        table = rows.table([over, under], metric)
        exact = metric not in CLOCKED
        if all(compare.enough(table.samples.get(k, ()), exact=exact) for k in (top, bottom)):
            return table.values[top] / table.values[bottom]
    return None


def first_measured(
    rows: Measurements, pairs: Iterable[tuple[str, str]], *metrics: str
) -> tuple[tuple[str, str], float] | None:
    """Return the first pair of points of which both are measured, and its `ratio_measured`."""
    for pair in pairs:
        ratio = ratio_measured(rows, *pair, *metrics)
        if ratio is not None:
            return pair, ratio
    return None


def better(rows: Measurements, one: str, other: str, metric: Metric) -> Outcome:
    """Tell whether a point is better than another, in all readings of a figure."""
    outcomes = []
    for names in metric.readings:
        table = rows.table([one, other], *names)
        pair = tuple(table.samples.get(canonical_label(label), ()) for label in (one, other))
        outcomes += compare.in_pairs(
            [(pair[0], pair[1])], highest=metric.highest, exact=table.metric not in CLOCKED
        )
    return together(outcomes)


def quicker(one: str, other: str, reason: str = "the paper does not print the figures") -> Rule:
    """Return the rule that a point clocks higher than another, of which the paper has no figures.

    Args:
        one: label of the first.
        other: label of the second.
        reason: what the paper has instead.
    """

    def rule(_paper: Paper, rows: Measurements) -> Finding:
        finding = Finding(reasons=[reason])
        finding.settle(clocks_compared(finding, rows, one, other))
        return finding

    return rule


def clocks_compared(finding: Finding, rows: Measurements, one: str, other: str) -> Outcome:
    """Tell whether a point clocks higher than another, and note what ours are in a finding."""
    labels = canonical_label(one), canonical_label(other)
    ratio = ratio_measured(rows, *labels, *CLOCK.measured)
    if ratio is not None:
        finding.reasons.append(f"in ours {labels[0]} clocks at {ratio:.2f} times {labels[1]}")
        table = rows.table(labels, *CLOCK.measured)
        finding.evidence += [measured(table, label) for label in labels]
    return better(rows, *labels, CLOCK)


def hangs_on(word: str) -> str:
    """Return the reason why a word of degree is open: the paper gives no number for it.

    One rule serves all such words, as little, slightly, significant, radically, extremely, far,
    well and moderate.
    Where no noticeable change is there, `little` is so and the others are denied. Where one is
    there, no bound of ours settles how much of it the word takes, either way.
    """
    return f"it hangs on how much {word} is"


def but_for(finding: Finding, word: str) -> Finding:
    """Leave open what is so but for a word of degree, and denied what is not so at all."""
    finding.published = None if finding.published else finding.published
    finding.measured = None if finding.measured else finding.measured
    finding.reasons.append(hangs_on(word))
    return finding


def little(changes: Iterable[float]) -> bool | None:
    """Tell whether rises, as parts, are little by the rule of `hangs_on`; None if it hangs."""
    return True if max(changes) <= compare.NOTICEABLE else None


_TOLD = {
    Outcome.YES: "it is so",
    Outcome.NO: "it is not so",
    Outcome.UNDECIDED: "seeds do not tell",
}


def latency_by_both(finding: Finding, by_equation: Outcome, simulated: Outcome) -> None:
    """Settle a claim of latency where the paper's count of cycles and the simulated one agree.

    Both outcomes are told. Where they differ it is open, also where one of them is that the seeds
    do not tell: a denial by the other is no less one.
    """
    outcomes = by_equation, simulated
    if Outcome.OPEN not in outcomes:
        finding.reasons.append(
            f"by equation (2) {_TOLD[by_equation]}, as simulated {_TOLD[simulated]}"
        )
    if differs_by_reading(finding, outcomes):
        finding.reasons.append("it hangs on whether the register of the result is counted")


def by_stand_in(finding: Finding) -> None:
    """Say of what ours bear out that it holds on other figures, as other points stand in."""
    if finding.measured:
        finding.verdict = Verdict.OTHER_FIGURES


def moderate(finding: Finding, most: Mapping[str, bool]) -> Finding:
    """Judge that resources are moderate: not so where most of each is taken, else it hangs.

    Args:
        finding: what is settled.
        most: of each resource that is compared, whether none of the others takes more of it.
    """
    finding.published = False if all(most.values()) else None
    if finding.published is None:
        finding.reasons.append(hangs_on("moderate"))
    return finding


def differs_by_reading(finding: Finding, outcomes: Iterable[Outcome]) -> bool:
    """Settle what is so in every reading of what the paper leaves unsaid, and nothing else.

    Args:
        finding: what is settled.
        outcomes: that of each reading.

    Returns:
        Whether all readings are known and not alike.
    """
    found = {*outcomes}
    if len(found) == 1:
        finding.settle(found.pop())
        return False
    return Outcome.OPEN not in found
