"""Our own measurements, as far as there are any, in the form that the rules want."""

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from aesculus.design import LabelError, parse_build
from aesculus.papers.compare import LEAST_SEEDS
from aesculus.papers.pins import pins

_RATE = re.compile(r"[0-9]{1,9}(/[0-9]{1,9}|\.[0-9]{1,20})?")

AREA = ("slice_estimate", "area_luts")
"""Area metrics, the first that is there is taken; slices are what most of the papers count. The
others count slice LUTs as vendors' tools report them, those used as memory included."""

CLOCKED = frozenset(
    {
        "fmax_mhz",
        "throughput_gbps",
        "latency_ns",
        "latency_eq2_ns",
        "efficiency",
        "efficiency_slice",
        "efficiency_lut_ff",
        "area_delay",
    }
)
"""Metrics that hang on the clock and so on the placer's seeds."""

SLICE = 2
"""Look-up tables, and registers, in a slice of Virtex-II and in one of ECP5."""


@cache
def canonical_label(text: str) -> str:
    """Return the canonical label of a point, or the text itself if the space cannot say it yet."""
    try:
        return parse_build(text).label
    except LabelError:
        return text.upper()


class Kind(Enum):
    """What a rule wants to know of a point."""

    CYCLES = "cycles"
    AREA = "area"
    CLOCK = "clock"


class Measured(BaseModel):
    """One row of figures of a point on a device; None stands for not measured yet.

    Attributes:
        label: label of the point, canonical once validated.
        device: device name.
        fmax_mhz: clock, the smaller of the router's figure and the clock network's limit, in MHz.
        fmax_routed_seeds: the router's clock of each seed, in MHz.
        seeds: these seeds, in the same order.
        rtl_digest: SHA-256 of the RTL sources of this design, by which a reader finds its
            records; empty in files of before it was kept.
        clock_limit_mhz: limit of the clock network, in MHz.
        throughput_gbps: in Gbps.
        latency_ns: in ns.
        latency_cycles: as simulated.
        blocks_per_cycle: as simulated.
        lut_count: LUTs of the core that are used as logic.
        lutram_count: those used as memory or shift registers; None counts as 0, as files that were
            written before it was kept have none.
        ff_count: registers of the core.
        bram_count: block RAMs of the core.
        slice_estimate: slices, estimated from synthesis.
        netlist_verified: the netlist behind these figures passed its simulation.
        n_seeds: routed seeds.
        status: how far the design got, as `metrics.Row` has it.
        reason: what failed, in one line.
        left_out: what was not done on purpose, and why.
    """

    model_config = ConfigDict(
        frozen=True, extra="ignore", arbitrary_types_allowed=True, allow_inf_nan=False
    )

    label: str
    device: str
    fmax_mhz: float | None = None
    fmax_routed_seeds: tuple[float, ...] = ()
    seeds: tuple[int, ...] = ()
    rtl_digest: str = ""
    clock_limit_mhz: float | None = None
    throughput_gbps: float | None = None
    latency_ns: float | None = None
    latency_cycles: float | None = None
    blocks_per_cycle: Fraction | None = None
    lut_count: int | None = None
    lutram_count: int | None = None
    ff_count: int | None = None
    bram_count: float | None = None
    slice_estimate: float | None = None
    netlist_verified: bool = False
    n_seeds: int = 0
    status: str = ""
    reason: str = ""
    left_out: str = ""

    @field_validator("label")
    @classmethod
    def _canonical(cls, value: str) -> str:
        return canonical_label(value)

    @field_validator("blocks_per_cycle", mode="before")
    @classmethod
    def _fraction(cls, value: object) -> object:
        if isinstance(value, str) and not _RATE.fullmatch(value):
            raise ValueError(f"{value[:40]!r} is no rate: legal is a/b, or a decimal number")
        if isinstance(value, str | float):
            return Fraction(value).limit_denominator(1000)
        return Fraction(value) if isinstance(value, int) else value

    @classmethod
    def read(cls, row: object) -> "Measured":
        """Take the figures from any row: a mapping, or an object with such attributes.

        Raises:
            ValueError: the row has no label or device, or a figure is no number.
        """
        if isinstance(row, Measured):
            return row
        found: dict[str, Any] = {}
        for name in cls.model_fields:
            value = row.get(name) if isinstance(row, Mapping) else getattr(row, name, None)
            if value is not None:
                found[name] = value
        try:
            return cls.model_validate(found)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise ValueError(f"measured row: {where}: {first['msg']}") from error

    @property
    def area_luts(self) -> int | None:
        """All LUTs of the core, those used as memory included, as `metrics.Row.area_luts`."""
        return None if self.lut_count is None else self.lut_count + (self.lutram_count or 0)

    @property
    def latency_eq2_ns(self) -> float | None:
        """Latency by equation (2) of Zambreno 2004: no cycle for the register of the result."""
        if self.latency_cycles is None or not self.fmax_mhz:
            return None
        return 1000 * (self.latency_cycles - 1) / self.fmax_mhz

    def value(self, metric: str) -> float | None:
        """Return a figure, also those made of several; None if one of these is missing.

        `efficiency` is Mbps per LUT, `efficiency_lut_ff` Mbps per LUT or register,
        `efficiency_slice` Mbps per slice, packed without a gap; `area_lut_ff` is LUTs and
        registers, `area_delay` these and block RAMs times the clock period, in ns; `pins` the I/O.
        """
        if metric == "pins":
            return pins(self.label)
        if metric in {"area_lut_ff", "slices", "area_delay"}:
            return self._of_area(metric)
        if metric in _OVER:
            area = self.value(_OVER[metric])
            if not area or self.throughput_gbps is None:
                return None
            return 1000 * self.throughput_gbps / area
        value = getattr(self, metric)
        return None if value is None else float(value)

    def _of_area(self, metric: str) -> float | None:
        """Return one of the figures that are made of LUTs and registers."""
        tables = self.area_luts
        if tables is None or self.ff_count is None:
            return None
        if metric == "slices":
            return max(-(-tables // SLICE), -(-self.ff_count // SLICE))
        total = tables + self.ff_count
        if metric == "area_lut_ff":
            return total
        if self.bram_count is None or not self.fmax_mhz:
            return None
        return (total + self.bram_count) * 1000 / self.fmax_mhz

    def samples(self, metric: str) -> tuple[float, ...]:
        """Return a figure once for each routed seed; one that hangs on no clock once."""
        value = self.value(metric)
        if value is None:
            return ()
        if metric not in CLOCKED:
            return (value,)
        if not self.fmax_mhz:
            return ()
        limit = self.clock_limit_mhz or float("inf")
        shares = [min(clock, limit) / self.fmax_mhz for clock in self.fmax_routed_seeds]
        slower = metric in {"latency_ns", "latency_eq2_ns", "area_delay"}
        return tuple(value / share if slower else value * share for share in shares)


_OVER = {
    "efficiency": "area_luts",
    "efficiency_slice": "slices",
    "efficiency_lut_ff": "area_lut_ff",
}
"""Efficiency to the area that throughput is divided by."""


class Values(BaseModel):
    """The values of one metric for several points on one device.

    Attributes:
        metric: name of the metric.
        device: the device they are all from; empty if nothing is measured.
        values: canonical label to value.
        unverified: labels of those whose netlist is not verified.
        seeds: label to routed seeds, of those that are routed.
        samples: label to the values of its seeds; of a metric without a clock its one value.
        left_out: label to why it is not routed, of those that are left out on purpose.
    """

    model_config = ConfigDict(frozen=True)

    metric: str
    device: str = ""
    values: dict[str, float] = {}
    unverified: frozenset[str] = frozenset()
    seeds: dict[str, int] = {}
    samples: dict[str, tuple[float, ...]] = {}
    left_out: dict[str, str] = {}


class Measurements:
    """All measured rows; comparisons are made on one device at a time.

    Attributes:
        asked: label to what was asked of it, of all points that were asked for.
    """

    def __init__(self, rows: Iterable[object] = ()) -> None:
        self._rows = [Measured.read(row) for row in rows]
        self.asked: dict[str, frozenset[Kind]] = {}

    def of(self, label: str) -> list[Measured]:
        """Return the rows of a point, on all devices."""
        wanted = canonical_label(label)
        return [row for row in self._rows if row.label == wanted]

    def blocks_per_cycle(self, label: str) -> Fraction | None:
        """Return what simulation measured for a point; it does not depend on the device."""
        self._ask([label], Kind.CYCLES)
        return next(
            (row.blocks_per_cycle for row in self.of(label) if row.blocks_per_cycle is not None),
            None,
        )

    def table(self, labels: Iterable[str], *metrics: str) -> Values:
        """Return the values of the first metric that some device has for these points.

        Of several devices the one that has most of the points is taken, those with most seeds
        before others, and of those that have equally many the first in the rows.
        """
        wanted = dict.fromkeys(canonical_label(label) for label in labels)
        clocked = any(metric in CLOCKED for metric in metrics)
        self._ask(wanted, Kind.CLOCK if clocked else Kind.AREA)
        for metric in metrics:
            devices: dict[str, dict[str, Measured]] = {}
            for row in self._rows:
                if row.label in wanted and row.value(metric) is not None:
                    devices.setdefault(row.device, {})[row.label] = row
            if devices:
                # The first of equals: `reproduce` measures a paper's own family before others.
                name = min(devices, key=lambda device: _rank(devices[device]))
                return self._table(metric, name, devices[name], wanted)
        return Values(metric=metrics[0], left_out=self._left_out(wanted))

    def _ask(self, labels: Iterable[str], kind: "Kind") -> None:
        for label in labels:
            name = canonical_label(label)
            self.asked[name] = self.asked.get(name, frozenset()) | {kind}

    def _left_out(self, labels: Iterable[str]) -> dict[str, str]:
        """Return why points are not routed, of those of `labels` that are left out."""
        wanted = set(labels)
        # Rows of families that count in slices are about area, which is never left out.
        found = (row for row in self._rows if row.label in wanted and row.slice_estimate is None)
        return {row.label: row.left_out for row in found if row.left_out}

    def lacking(self) -> tuple[str, ...]:
        """Return the points that were asked for and lack seeds or figures, but are not left out."""
        out = self._left_out(self.asked)
        return tuple(
            label
            for label, kinds in self.asked.items()
            if not all(
                (kind is Kind.CLOCK and label in out)
                or any(_has(row, kind) for row in self.of(label))
                for kind in kinds
            )
        )

    def _table(
        self, metric: str, device: str, rows: Mapping[str, Measured], wanted: Iterable[str]
    ) -> Values:
        found = {label: row.value(metric) for label, row in rows.items()}
        return Values(
            metric=metric,
            device=device,
            values={label: value for label, value in found.items() if value is not None},
            unverified=frozenset(k for k, row in rows.items() if not row.netlist_verified),
            seeds={label: row.n_seeds for label, row in rows.items() if row.n_seeds},
            samples={label: row.samples(metric) for label, row in rows.items()},
            left_out=self._left_out(set(wanted) - set(rows)),
        )

    def why_missing(self, label: str) -> str:
        """Return why a point lacks figures: what was left out or failed, or that it is not run."""
        told = [text for row in self.of(label) for text in (row.left_out, row.reason) if text]
        return "; ".join(dict.fromkeys(told)) or "it is not measured yet"


def _has(row: Measured, kind: Kind) -> bool:
    """Return whether a row has what a comparison takes of its point."""
    if kind is Kind.CLOCK:
        return len(row.fmax_routed_seeds) >= LEAST_SEEDS
    return (row.blocks_per_cycle if kind is Kind.CYCLES else row.lut_count) is not None


def _rank(rows: Mapping[str, Measured]) -> tuple[int, int]:
    return -len(rows), -sum(row.n_seeds for row in rows.values())
