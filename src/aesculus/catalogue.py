"""Every figure of a design on a device: name, unit, direction, what it needs, how it is shown.

What can be optimised, limited, searched for in the store, printed or written in a table follows
from this list. A new figure is one entry here, one field of `metrics.Row`, and what fills that
field in `metrics/build.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

MISSING = "\N{EN DASH}"
"""Stands for a figure that is not known."""


class Needs(IntEnum):
    """What has to be done before a figure is there; each level includes those before it.

    `VERIFIED` is simulated RTL, `NETLIST` a synthesised netlist besides, `ROUTED` a routed seed,
    which only devices with an open router have.
    """

    VERIFIED = 1
    NETLIST = 2
    ROUTED = 3


@dataclass(frozen=True, slots=True)
class Scale:
    """A smaller unit, in which values below one of the usual unit are shown.

    Attributes:
        factor: how many of it make one of the usual unit.
        unit: its name.
    """

    factor: float
    unit: str


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure.

    Attributes:
        name: its field in a row, in JSON, CSV and space files.
        doc: what it is, a few words.
        unit: behind a value in a sentence.
        title: above a column; may be broken into lines.
        needs: what has to be done before it is there.
        more_is_better: the direction in which it improves, None for one that is no aim.
        digits: decimals that are shown.
        whole: whether it is a number of things, which may be 0.
        short: other names that a user may type.
        smaller: units for values below one of `unit`, largest first.
        indexed: whether the store has a column for it; any other is read out of the whole row.
    """

    name: str
    doc: str
    unit: str
    title: str
    needs: Needs
    more_is_better: bool | None = None
    digits: int = 0
    whole: bool = False
    short: tuple[str, ...] = ()
    smaller: tuple[Scale, ...] = ()
    indexed: bool = False

    @property
    def offset(self) -> float:
        """What is added to it before a ratio or logarithm is taken: 1 where it may be 0."""
        return 1.0 if self.whole else 0.0

    def cell(self, value: float | None) -> str:
        """Return a value for a column of this figure: in its unit, or with a smaller one named."""
        number, unit = self._parts(value)
        return number if unit in {"", self.unit} else f"{number} {unit}"

    def quantity(self, value: float | None) -> str:
        """Return a value with its unit, for a sentence."""
        number, unit = self._parts(value)
        return f"{number} {unit}".rstrip()

    def _parts(self, value: float | None) -> tuple[str, str]:
        if value is None:
            return MISSING, ""
        for scale in (Scale(1.0, self.unit), *self.smaller):
            scaled = value * scale.factor
            if abs(scaled) >= 1 or not self.smaller or scale == self.smaller[-1] or not value:
                return f"{scaled:,.{self.digits}f}", scale.unit
        raise AssertionError(value)


def _area(name: str, doc: str, unit: str, **more: object) -> Figure:
    return Figure(
        name,
        doc,
        unit,
        str(more.pop("title", unit)),
        Needs.NETLIST,
        more_is_better=False,
        whole=True,
        **more,  # type: ignore[arg-type]
    )


_FIGURES = (
    Figure(
        "throughput_gbps",
        "throughput in a mode without feedback, at `fmax_mhz`",
        "Gbit/s",
        "Gbit/s",
        Needs.ROUTED,
        more_is_better=True,
        digits=2,
        short=("throughput", "bit/s", "gbit/s", "gbps"),
        smaller=(Scale(1e3, "Mbit/s"), Scale(1e6, "kbit/s"), Scale(1e9, "bit/s")),
        indexed=True,
    ),
    Figure(
        "fmax_mhz",
        "clock to count on: that of the router, or the clock network's limit if that is less",
        "MHz",
        "f max\nMHz",
        Needs.ROUTED,
        more_is_better=True,
        digits=1,
        short=("fmax", "clock", "mhz"),
        indexed=True,
    ),
    Figure(
        "fmax_routed_mhz",
        "the router's clock, median over the placer seeds",
        "MHz routed",
        "routed\nMHz",
        Needs.ROUTED,
        more_is_better=True,
        digits=1,
    ),
    Figure(
        "blocks_per_cycle",
        "blocks that leave in a clock cycle, over all lanes",
        "blocks a cycle",
        "blocks/\ncycle",
        Needs.VERIFIED,
        more_is_better=True,
        digits=3,
        short=("blocks",),
        indexed=True,
    ),
    Figure(
        "mbps_per_lut",
        "throughput over all look-up tables, those used as memory included",
        "Mbit/s per LUT",
        "Mbit/s\nper LUT",
        Needs.ROUTED,
        more_is_better=True,
        digits=2,
        short=("efficiency",),
    ),
    Figure(
        "mbps_per_slice",
        "throughput over estimated slices",
        "Mbit/s per slice",
        "Mbit/s\nper slice",
        Needs.ROUTED,
        more_is_better=True,
        digits=2,
    ),
    Figure(
        "latency_ns",
        "time from a block's entry to its exit, at `fmax_mhz`",
        "ns",
        "latency\nns",
        Needs.ROUTED,
        more_is_better=False,
        digits=1,
        short=("latency", "ns"),
        indexed=True,
    ),
    Figure(
        "latency_cycles",
        "clock cycles from a block's entry to its exit",
        "cycles",
        "latency\ncycles",
        Needs.VERIFIED,
        more_is_better=False,
        short=("cycles",),
        indexed=True,
    ),
    _area(
        "area_luts",
        "all look-up tables of the core: those used as logic and those used as memory",
        "LUT",
        short=("lut", "luts", "area"),
        indexed=True,
    ),
    _area("lut_count", "look-up tables used as logic", "logic LUT", indexed=True),
    _area("ff_count", "flip-flops", "FF", short=("ff",), indexed=True),
    _area("bram_count", "block RAMs", "BRAM", short=("bram",), indexed=True),
    _area("lutram_count", "look-up tables used as memory or shift registers", "memory LUT"),
    _area(
        "slice_estimate",
        "slices, estimated from look-up tables and flip-flops",
        "slices (estimate)",
        title="slices ≈",
        short=("slices",),
        indexed=True,
    ),
    Figure(
        "switching_per_block",
        "changes of nets times their fan-out, for a block: relative, for energy on one device",
        "weighted changes a block",
        "switching\nper block",
        Needs.NETLIST,
        more_is_better=False,
        short=("switching", "energy"),
    ),
    Figure(
        "path_estimate_ns",
        "longest path of the netlist before it is placed, from round figures: no clock",
        "ns of path",
        "path ≈\nns",
        Needs.NETLIST,
        more_is_better=False,
        digits=2,
    ),
    Figure(
        "fmax_routed_min",
        "the slowest seed's routed clock",
        "MHz",
        "min\nMHz",
        Needs.ROUTED,
        digits=1,
    ),
    Figure(
        "fmax_routed_max",
        "the fastest seed's routed clock",
        "MHz",
        "max\nMHz",
        Needs.ROUTED,
        digits=1,
    ),
    Figure(
        "n_seeds",
        "placer seeds that were routed to an end",
        "seeds",
        "seeds",
        Needs.ROUTED,
        whole=True,
        indexed=True,
    ),
)

FIGURES: Mapping[str, Figure] = {figure.name: figure for figure in _FIGURES}
"""All figures by name."""

AIMS: Mapping[str, bool] = {
    figure.name: figure.more_is_better for figure in _FIGURES if figure.more_is_better is not None
}
"""Figures that can be optimised or limited, to whether more of it is better."""

CLOCKED: frozenset[str] = frozenset(name for name in AIMS if FIGURES[name].needs is Needs.ROUTED)
"""Of these, figures that only a routed design has."""

IN_SLICES = frozenset({"slice_estimate", "mbps_per_slice"})
"""Of these, figures that only a device has on which area is counted in slices."""

SHORT: Mapping[str, str] = {short: figure.name for figure in _FIGURES for short in figure.short}
"""Other names that a user may type to the figure they mean."""


def typed(name: str) -> str:
    """Return the first of the names by which a user may type a figure."""
    return (*FIGURES[name].short, name)[0]


def named(text: str) -> Figure:
    """Return the figure that a short or a full name means.

    Raises:
        ValueError: no figure that can be optimised has this name; one line with those that are
            legal.
    """
    name = SHORT.get(text.lower(), text.lower())
    if name not in AIMS:
        # Each once, by the first of its names.
        legal = map(typed, AIMS)
        raise ValueError(f"no figure {text!r}; legal: {', '.join(legal)}")
    return FIGURES[name]
