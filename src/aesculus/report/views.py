"""What is drawn over what: the pictures of the report."""

from dataclasses import dataclass

from aesculus.catalogue import FIGURES


@dataclass(frozen=True)
class Axis:
    """One axis.

    Attributes:
        figure: what it shows, a name of the catalogue.
        name: in a word.
        more: whether more of it is better.
        unit: where it is not that of the catalogue.
    """

    figure: str
    name: str
    more: bool
    unit: str = ""

    @property
    def title(self) -> str:
        """Name and unit."""
        return f"{self.name}, {self.unit or FIGURES[self.figure].unit}"


@dataclass(frozen=True)
class View:
    """One picture: `y` over `x`."""

    title: str
    x: Axis
    y: Axis


_AREA = Axis("area_luts", "area", more=False)
_SLICES = Axis("slice_estimate", "area", more=False)
_RATE = Axis("throughput_gbps", "throughput", more=True)
_DELAY = Axis("latency_ns", "latency", more=False)

ROUTED = (
    View("Throughput over area", _AREA, _RATE),
    View("Latency over area", _AREA, _DELAY),
    View("Efficiency over throughput", _RATE, Axis("mbps_per_lut", "efficiency", more=True)),
)
"""On a device with a router."""


def estimated(sliced: bool) -> tuple[View, ...]:
    """Return the pictures of a device without a router, where cycles stand for time.

    Args:
        sliced: whether its area is counted in slices.
    """
    area = _SLICES if sliced else _AREA
    rate = Axis("blocks_per_cycle", "throughput", more=True)
    delay = Axis("latency_cycles", "latency", more=False)
    return (View("Throughput over area", area, rate), View("Latency over area", area, delay))


def published(unit: str) -> tuple[View, ...]:
    """Return the pictures of a paper's own points.

    Args:
        unit: what the paper counts area in.
    """
    area = Axis("slice_estimate", "area", more=False, unit=unit)
    return (View("Throughput over area", area, _RATE), View("Latency over area", area, _DELAY))
