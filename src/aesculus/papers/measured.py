"""Our own measurements, as far as there are any, in the form that the rules want."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from aesculus.design import LabelError, parse_build
from aesculus.papers.pins import pins

AREA = ("slice_estimate", "lut_count")
"""Area metrics, the first that is there is taken; slices are what most of the papers count."""

CLOCKED = frozenset(
    {"fmax_mhz", "throughput_gbps", "latency_ns", "efficiency", "efficiency_lut_ff"}
)
"""Metrics that hang on the clock and so on the placer's seeds."""


@cache
def canonical_label(text: str) -> str:
    """Return the canonical label of a point, or the text itself if the space cannot say it yet."""
    try:
        return parse_build(text).label
    except LabelError:
        return text.upper()


class Measured(BaseModel):
    """One row of figures of a point on a device; None stands for not measured yet.

    Attributes:
        label: label of the point, canonical once validated.
        device: device name.
        fmax_mhz: clock, the smaller of the router's figure and the clock network's limit, in MHz.
        throughput_gbps: in Gbps.
        latency_ns: in ns.
        latency_cycles: as simulated.
        blocks_per_cycle: as simulated.
        lut_count: LUTs of the core.
        ff_count: registers of the core.
        bram_count: block RAMs of the core.
        slice_estimate: slices, estimated from synthesis.
        netlist_verified: the netlist behind these figures passed its simulation.
        n_seeds: routed seeds.
        status: how far the design got, as `metrics.Row` has it.
        reason: what failed, in one line.
        left_out: what was not done on purpose, and why.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", arbitrary_types_allowed=True)

    label: str
    device: str
    fmax_mhz: float | None = None
    throughput_gbps: float | None = None
    latency_ns: float | None = None
    latency_cycles: float | None = None
    blocks_per_cycle: Fraction | None = None
    lut_count: int | None = None
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

    def value(self, metric: str) -> float | None:
        """Return a figure, also those made of several: `efficiency`, `area_lut_ff`, and so on.

        `efficiency` is Mbps per LUT, `efficiency_lut_ff` Mbps per LUT or register, `pins` the I/O.
        """
        if metric == "area_lut_ff":
            if self.lut_count is None or self.ff_count is None:
                return None
            return self.lut_count + self.ff_count
        if metric in {"efficiency", "efficiency_lut_ff"}:
            area = self.value("lut_count" if metric == "efficiency" else "area_lut_ff")
            if not area or self.throughput_gbps is None:
                return None
            return 1000 * self.throughput_gbps / area
        if metric == "pins":
            return pins(self.label)
        value = getattr(self, metric)
        return None if value is None else float(value)


class Table(BaseModel):
    """The values of one metric for several points on one device.

    Attributes:
        metric: name of the metric.
        device: the device they are all from; empty if nothing is measured.
        values: canonical label to value.
        unverified: labels of those whose netlist is not verified.
        seeds: label to routed seeds, of those that are routed.
    """

    model_config = ConfigDict(frozen=True)

    metric: str
    device: str = ""
    values: dict[str, float] = {}
    unverified: frozenset[str] = frozenset()
    seeds: dict[str, int] = {}


class Measurements:
    """All measured rows; comparisons are made on one device at a time."""

    def __init__(self, rows: Iterable[object] = ()) -> None:
        self._rows = [Measured.read(row) for row in rows]

    def of(self, label: str) -> list[Measured]:
        """Return the rows of a point, on all devices."""
        wanted = canonical_label(label)
        return [row for row in self._rows if row.label == wanted]

    def blocks_per_cycle(self, label: str) -> Fraction | None:
        """Return what simulation measured for a point; it does not depend on the device."""
        return next(
            (row.blocks_per_cycle for row in self.of(label) if row.blocks_per_cycle is not None),
            None,
        )

    def table(self, labels: Iterable[str], *metrics: str) -> Table:
        """Return the values of the first metric that some device has for these points.

        Of several devices the one that has most of the points is taken, the first by name of
        those that have equally many.
        """
        wanted = {canonical_label(label) for label in labels}
        for metric in metrics:
            devices: dict[str, dict[str, float]] = {}
            for row in self._rows:
                value = row.value(metric)
                if row.label in wanted and value is not None:
                    devices.setdefault(row.device, {})[row.label] = value
            if devices:
                name = min(devices, key=lambda device: (-len(devices[device]), device))
                return self._table(metric, name, devices[name])
        return Table(metric=metrics[0])

    def _table(self, metric: str, device: str, values: dict[str, float]) -> Table:
        here = [row for row in self._rows if row.device == device and row.label in values]
        return Table(
            metric=metric,
            device=device,
            values=values,
            unverified=frozenset(row.label for row in here if not row.netlist_verified),
            seeds={row.label: row.n_seeds for row in here if row.n_seeds},
        )

    def why_missing(self, label: str) -> str:
        """Return why a point lacks figures: what was left out or failed, or that it is not run."""
        told = [text for row in self.of(label) for text in (row.left_out, row.reason) if text]
        return "; ".join(dict.fromkeys(told)) or "it is not measured yet"
