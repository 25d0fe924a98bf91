"""Published points in the form the report draws them in."""

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from aesculus.ciphers.aes import space
from aesculus.papers import Paper, PublishedRow

_FIGURES = {
    "fmax_mhz": "fmax_mhz",
    "slices": "slices",
    "brams": "brams",
    "throughput_gbps": "throughput_gbps",
    "latency_ns": "latency_ns",
    "mbps_per_slice": "efficiency_mbps_per_slice",
}
"""Field of a point to name of the figure in `papers`."""


class PublishedPoint(BaseModel):
    """One published design beside which ours is shown.

    Attributes:
        name: as the paper calls it.
        label: canonical label of the same point here, empty when there is none.
        device: the paper's device.
        fmax_mhz: published clock, MHz.
        slices: published area in slices; never the same as LUTs.
        brams: published block RAMs.
        throughput_gbps: published throughput, Gbit/s.
        latency_ns: published latency, ns.
        mbps_per_slice: published efficiency, Mbit/s per slice.
        impossible: why the point cannot be built, empty when it can.
        nearest: label of the nearest point that can be built, where this one cannot.
    """

    model_config = ConfigDict(frozen=True)

    name: str
    label: str = ""
    device: str = ""
    fmax_mhz: float | None = None
    slices: float | None = None
    brams: float | None = None
    throughput_gbps: float | None = None
    latency_ns: float | None = None
    mbps_per_slice: float | None = None
    impossible: str = ""
    nearest: str = ""

    @property
    def bits_per_cycle(self) -> float | None:
        """Throughput over clock, bits per cycle, as the published figures imply it."""
        if self.throughput_gbps is None or not self.fmax_mhz:
            return None
        return 1000 * self.throughput_gbps / self.fmax_mhz

    @property
    def latency_cycles(self) -> float | None:
        """Latency times clock, cycles, as the published figures imply it."""
        if self.latency_ns is None or self.fmax_mhz is None:
            return None
        return self.latency_ns * self.fmax_mhz / 1000


def published_points(paper: Paper) -> list[PublishedPoint]:
    """Return a paper's rows, each with the reason when it cannot be built."""
    return [_point(row) for row in paper.rows]


def _point(row: PublishedRow) -> PublishedPoint:
    label, reason, nearest = _placed(row.label)
    figures = {ours: row.figure(theirs) for ours, theirs in _FIGURES.items()}
    return PublishedPoint(
        name=row.name,
        label=label,
        device=row.device,
        impossible=reason,
        nearest=nearest,
        **{name: float(value) for name, value in figures.items() if value is not None},
    )


def _placed(label: str) -> tuple[str, str, str]:
    """Return canonical label, reason when it cannot be, and nearest label then."""
    if not label:
        return "", "", ""
    point = space.parse(label)
    reasons = "; ".join(violation.reason for violation in space.violations(point))
    return point.label, reasons, space.nearest_legal(point).label if reasons else ""


def impossible(points: Iterable[PublishedPoint]) -> list[PublishedPoint]:
    """Return the points that cannot be built."""
    return [point for point in points if point.impossible]
