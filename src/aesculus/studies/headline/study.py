"""The benchmark campaigns: points, device and seeds whose figures are committed."""

from dataclasses import dataclass

from aesculus.cli.common import ROUTED_DEVICE


@dataclass(frozen=True)
class Campaign:
    """A campaign.

    Attributes:
        name: what the user types; also the stem of its files.
        doc: one line.
        labels: the points.
        device: the device.
        seeds: routed seeds a point.
    """

    name: str
    doc: str
    labels: tuple[str, ...]
    device: str = ROUTED_DEVICE
    seeds: int = 5


_CAMPAIGNS = (
    Campaign(
        "headline",
        "AES-128 encryption at UF 1, 2, 5 and 10, block RAM and tower field, five seeds each.",
        (
            "UF1-PP2B",
            "UF2-C5dfT-G5ac",
            "UF5-PP3B",
            "UF10-C5dfT-G5ac",
        ),
    ),
)

CAMPAIGNS: dict[str, Campaign] = {campaign.name: campaign for campaign in _CAMPAIGNS}
"""The campaigns by name."""
