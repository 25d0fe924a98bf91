"""Each published derived figure, recomputed from its paper's raw figures by its own equations.

A printed figure stands for the range of values that round to it. A derived figure *follows* if the
range recomputed from the raw figures meets the range that prints as published. If it does not, but
the figure comes out of another printed, already rounded one, it is *rounded twice*. Else the row
*disagrees* with itself.
"""

from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction

from pydantic import BaseModel, ConfigDict

from aesculus.papers import load
from aesculus.papers.interval import Interval
from aesculus.papers.published import Paper, PublishedRow, Stated

BLOCK_BITS = 128
ABOUT = Fraction(5, 100)
"""How far `about` reaches, relative."""


class Agreement(StrEnum):
    """What came of recomputing a figure."""

    FOLLOWS = "follows"
    ROUNDED_TWICE = "rounded twice"
    DISAGREES = "disagrees"


class Recomputed(BaseModel):
    """A published figure beside the recomputed one.

    Attributes:
        row: name of the row, or section of a stated figure.
        figure: name of the figure or id of the stated one; the name tells the unit.
        published: as printed.
        low: least value that the raw figures allow.
        recomputed: value from the raw figures as printed.
        high: greatest value that the raw figures allow.
        deviation: (published - recomputed) / recomputed, relative.
        agreement: the verdict.
    """

    model_config = ConfigDict(frozen=True)

    row: str
    figure: str
    published: str
    low: float
    recomputed: float
    high: float
    deviation: float
    agreement: Agreement


def throughput_gbps(row: PublishedRow) -> Interval:
    """Return 128 bits times clock over the cycles a block takes, in Gbps.

    A rival's row without a described architecture is taken as a block a cycle.
    """
    cycles = Fraction(1)
    if row.equation_cycles is not None:
        cycles = Fraction(row.equation_cycles)
    elif row.architecture is not None:
        cycles = row.architecture.cycles_per_block
    return row.interval("fmax_mhz") * BLOCK_BITS / (cycles * 1000)


def _latency_ns(row: PublishedRow) -> Interval:
    if row.architecture is None:
        raise KeyError(f"{row.name} has no published architecture")
    return row.architecture.cycles_of_latency * 1000 / row.interval("fmax_mhz")


_FORMULAS: dict[str, Callable[[PublishedRow], Interval]] = {
    "throughput_gbps": throughput_gbps,
    "latency_ns": _latency_ns,
    "period_ns": lambda row: 1000 / row.interval("fmax_mhz"),
    "efficiency_mbps_per_slice": lambda row: throughput_gbps(row) * 1000 / row.interval("slices"),
    "brams_per_gbps": lambda row: row.interval("brams") / row.interval("throughput_gbps"),
    "slices_per_gbps": lambda row: row.interval("slices") / row.interval("throughput_gbps"),
}


def _from_rounded(paper: Paper, row: PublishedRow, figure: str) -> Interval | None:
    """Return a figure computed from printed derived figures, where a paper may have done so.

    None if there is no such way, or if the printed figure it would start from is itself wrong.
    """
    source = row
    if figure == "throughput_gbps" and row.copies_of and row.architecture is not None:
        source = paper.row(row.copies_of)
    elif figure != "efficiency_mbps_per_slice":
        return None
    printed = source.derived["throughput_gbps"]
    if not throughput_gbps(source).overlaps(Interval.printed(printed)):
        return None
    if figure == "efficiency_mbps_per_slice":
        return Interval.exact(printed) * 1000 / row.interval("slices")
    assert row.architecture is not None
    return Interval.exact(printed) * row.architecture.lanes


def rows(paper: Paper) -> list[Recomputed]:
    """Recompute every derived figure of every row of a paper."""
    return [_recompute(paper, row, figure) for row in paper.rows for figure in row.derived]


def _recompute(paper: Paper, row: PublishedRow, figure: str) -> Recomputed:
    printed = row.derived[figure]
    target = Interval.printed(printed)
    value = _FORMULAS[figure](row)
    agreement = Agreement.DISAGREES
    if value.overlaps(target):
        agreement = Agreement.FOLLOWS
    else:
        rounded = _from_rounded(paper, row, figure)
        if rounded is not None and rounded.overlaps(target):
            agreement = Agreement.ROUNDED_TWICE
    return _result(
        row=row.name,
        figure=figure,
        printed=str(printed),
        target=target,
        value=value,
        agreement=agreement,
    )


def _result(
    *, row: str, figure: str, printed: str, target: Interval, value: Interval, agreement: Agreement
) -> Recomputed:
    deviation = (target.middle - value.middle) / value.middle if value.middle else Fraction(0)
    return Recomputed(
        row=row,
        figure=figure,
        published=printed,
        low=float(value.low),
        recomputed=float(value.middle),
        high=float(value.high),
        deviation=float(deviation),
        agreement=agreement,
    )


# ---- figures stated in the text ------------------------------------------------------------------


def _ratio(figure: str, over: str, under: str) -> Callable[[Paper], Interval]:
    """Return the formula of a ratio between two rows of a paper."""

    def formula(paper: Paper) -> Interval:
        return _value(paper.row(over), figure) / _value(paper.row(under), figure)

    return formula


def _value(row: PublishedRow, figure: str) -> Interval:
    """Return a figure of a row, recomputed from raw ones if it is derived."""
    return row.interval(figure) if figure in row.raw else _FORMULAS[figure](row)


def area(row: PublishedRow) -> Interval:
    """Return LUTs plus registers, the area of the ASU report."""
    return Interval.exact(row.raw["luts"] + row.raw["regs"])


def _more(formula: Callable[[Paper], Interval]) -> Callable[[Paper], Interval]:
    return lambda paper: (formula(paper) - 1) * 100


def _less_as_ratio(key: str) -> Callable[[Paper], Interval]:
    """Return the formula of the ratio that a stated saving in percent amounts to."""
    return lambda paper: 1 / (1 - paper.stated_figure(key).interval / 100)


def _maximum(paper: Paper) -> Interval:
    return max((throughput_gbps(row) for row in paper.rows), key=lambda value: value.middle)


def _used(row: str, device: str) -> Callable[[Paper], Interval]:
    def formula(paper: Paper) -> Interval:
        part = paper.device(device)
        if part is None:
            raise KeyError(f"{paper.id} has no device {device!r}")
        return paper.row(row).interval("slices") * 100 / part.published["slices"]

    return formula


def _sig_latency(_paper: Paper) -> Interval:
    """Cycles of SIG-AES-E by sections 4.2 to 4.4: the S-box takes 2, every other block 1."""
    sbox, other = 2, 1
    first = 3 * other  # input registers, phi, key addition
    middle = sbox + other + other  # S-boxes, MixColumns, key addition
    last = sbox + other + other  # S-boxes, the register that waits for the key, key addition
    return Interval.exact(first + 9 * middle + last)


def _brams_per_round(_paper: Paper) -> Interval:
    """Sixteen S-boxes for the state and four for the key, two in a dual-port RAM."""
    return Interval.exact((16 + 4) // 2)


def _memory_bits(paper: Paper) -> Interval:
    part = paper.device("XCV1000E-8")
    assert part is not None
    return Interval.exact(part.published["brams"] * part.published["bram_bits"])


def _mix_columns_modulus(_paper: Paper) -> Interval:
    """The modulus of degree 4 under which equation (5) gives equations (6) to (9)."""
    polynomial = (2, 1, 1, 3)  # {02} + {01} x + {01} x^2 + {03} x^3
    equations = ((2, 3, 1, 1), (1, 2, 3, 1), (1, 1, 2, 3), (3, 1, 1, 2))
    columns = list(zip(*equations, strict=True))
    (modulus,) = (m for m in range(16, 32) if _multiples_of_x(polynomial, m) == columns)
    return Interval.exact(modulus)


def _multiples_of_x(polynomial: tuple[int, ...], modulus: int) -> list[tuple[int, ...]]:
    """Return the polynomial times 1, x, x^2 and x^3, reduced; coefficients are bytes."""
    found = [polynomial]
    for _ in range(3):
        *low, top = found[-1]
        shifted = (0, *low)
        found.append(tuple(c ^ (top if modulus >> i & 1 else 0) for i, c in enumerate(shifted)))
    return found


_FOLDED = "Folded (base design)"
_CHOSEN = "Unrolling pipelined + Parallelism (P1)"
_BEST = "Farashahi 2014, 2-slow"

_STATED: dict[tuple[str, str], Callable[[Paper], Interval]] = {
    ("zambreno2004", "slices-unrolled-pp3d"): _ratio("slices", "UF10-PP3D", "UF1-PP3D"),
    ("zambreno2004", "slices-saved-by-bram"): lambda paper: (
        (1 - _ratio("slices", "UF2-PP2B", "UF2-PP2D")(paper)) * 100
    ),
    ("zambreno2004", "efficiency-gained-by-bram"): _ratio(
        "efficiency_mbps_per_slice", "UF2-PP2B", "UF2-PP2D"
    ),
    ("zambreno2004", "partitioning-pp3l"): _ratio("throughput_gbps", "UF1-PP3L", "UF1-PP0L"),
    ("zambreno2004", "fastest-clock-pp3b"): lambda paper: paper.row("UF10-PP3B").interval(
        "fmax_mhz"
    ),
    ("zambreno2004", "throughput-pp3b"): lambda paper: throughput_gbps(paper.row("UF10-PP3B")),
    ("zambreno2004", "throughput-pp3d"): lambda paper: throughput_gbps(paper.row("UF10-PP3D")),
    ("zambreno2004", "maximum-throughput"): _maximum,
    ("zambreno-short", "throughput-above-30"): _maximum,
    ("jarvinen2003", "latency-cycles"): _sig_latency,
    ("jarvinen2003", "slices-used-virtex2"): _used("SIG-AES-E Virtex-II", "XC2V2000-5"),
    ("jarvinen2003", "slices-used-virtexe"): _used("SIG-AES-E Virtex-E", "XCV1000E-8"),
    ("jarvinen2003", "throughput-virtex2"): lambda paper: throughput_gbps(
        paper.row("SIG-AES-E Virtex-II")
    ),
    ("jarvinen2003", "throughput-virtexe"): lambda paper: throughput_gbps(
        paper.row("SIG-AES-E Virtex-E")
    ),
    ("jarvinen2003", "brams-per-round"): _brams_per_round,
    ("jarvinen2003", "memory-bits"): _memory_bits,
    ("jarvinen2003", "mix-columns-modulus"): _mix_columns_modulus,
    ("farooq2016", "frequency-gain"): _more(_ratio("fmax_mhz", "CC-KC-S", _BEST)),
    ("farooq2016", "throughput-gain"): _more(_ratio("throughput_gbps", "CC-KC-S", _BEST)),
    ("farooq2016", "lut-ratio"): _less_as_ratio("lut-more-spartan6"),
    ("farooq2016", "lut-ff-ratio"): _less_as_ratio("lut-ff-less-spartan6"),
    ("farooq2016", "register-ratio"): _less_as_ratio("register-less-spartan6"),
    ("asu", "folded-pipelined-gain"): _ratio("throughput_gbps", "Folded pipelined", _FOLDED),
    ("asu", "unrolled-gain"): _ratio("throughput_gbps", "Unrolling", _FOLDED),
    ("asu", "final-gain"): _ratio("throughput_gbps", _CHOSEN, _FOLDED),
    ("asu", "goal-throughput"): lambda paper: throughput_gbps(paper.row(_CHOSEN)),
    ("asu", "goal-area"): lambda paper: area(paper.row(_CHOSEN)),
    ("asu", "area-in-conclusion"): lambda paper: area(paper.row(_CHOSEN)),
}


def stated(paper: Paper) -> list[Recomputed]:
    """Recompute every figure that a paper states in its text and that follows from others."""
    return [_check_stated(paper, item) for item in paper.stated if item.relation != "given"]


def _check_stated(paper: Paper, item: Stated) -> Recomputed:
    value = _STATED[paper.id, item.id](paper)
    target = item.interval
    limit = target.middle
    follows = {
        "equal": value.overlaps(target),
        "over": value.high > limit,
        "under": value.low < limit,
        "about": value.overlaps(
            Interval(limit * (1 - ABOUT), limit, limit * (1 + ABOUT)),
        ),
    }[item.relation]
    agreement = Agreement.FOLLOWS if follows else Agreement.DISAGREES
    return _result(
        row=f"section {item.section}",
        figure=item.id,
        printed=str(item.value),
        target=target,
        value=value,
        agreement=agreement,
    )


def disagreements(paper_id: str) -> list[Recomputed]:
    """Return what does not follow from the raw figures of a paper, rounded twice included."""
    paper = load(paper_id)
    return [item for item in rows(paper) + stated(paper) if item.agreement != Agreement.FOLLOWS]
