"""What is to be done, best first: lists of wants that the engine works through.

A want names a result, not a job: whatever must come before it is done first.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from aesculus.design import Build
from aesculus.families import Device
from aesculus.families.ways import DEFAULT_WAY
from aesculus.records import Stage
from aesculus.stages.base import Subject
from aesculus.stages.chain import of_device

Ident = tuple[str, str, Stage, int, str]
"""Label, device, stage, seed and way."""


@dataclass(frozen=True, eq=False)
class Want:
    """A result that is wanted.

    Attributes:
        point: the design and its recipe.
        stage: the stage whose result is wanted.
        device: the device, `None` for the verification of RTL.
        seed_index: which of the point's seeds, for routing; for a stage that is `apart` the seed.
        way: name of the way to place and route, for a stage that is `apart`.
    """

    point: Build
    stage: Stage
    device: Device | None = None
    seed_index: int = 0
    way: str = DEFAULT_WAY

    @cached_property
    def ident(self) -> Ident:
        """What tells two wants apart."""
        return self.point.label, self.device_name, self.stage, self.seed_index, self.way

    @cached_property
    def design(self) -> str:
        """Label of the point without its recipe: points that share it share their RTL."""
        return Subject(self.point).design.label

    @property
    def device_name(self) -> str:
        """Name of the device, empty without one."""
        return "" if self.device is None else self.device.name


def distinct(wants: Iterable[Want]) -> list[Want]:
    """Return each want once, in the order of its first mention."""
    found: dict[Ident, Want] = {}
    for want in wants:
        found.setdefault(want.ident, want)
    return list(found.values())


def whole_chain(
    point: Build, device: Device, *, seeds: int = 1, netlist: bool = True
) -> list[Want]:
    """Return all stages of a point on a device.

    Args:
        point: the design and its recipe.
        device: the device; one without a router is not routed.
        seeds: how many seeds to route.
        netlist: also what only designs need that are shown: the verification of the netlist.
    """
    return [
        Want(point, file.stage, device if file.on_device else None, index)
        for file in of_device(device, extra=netlist)
        for index in range(seeds if file.seeded else 1)
    ]
