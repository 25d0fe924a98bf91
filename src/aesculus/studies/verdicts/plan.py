"""What verdicts need: points, devices and seeds, taken from the rules that judge."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from aesculus import papers
from aesculus.defaults import ROUTED_DEVICE
from aesculus.design import Build as Point
from aesculus.design import parse_build
from aesculus.engine.estimate import size
from aesculus.engine.plan import Want, distinct, whole_chain
from aesculus.families import devices
from aesculus.papers.compare import LEAST_SEEDS
from aesculus.papers.judge import asked
from aesculus.papers.measured import Kind
from aesculus.records import Stage
from aesculus.studies.reproduce.plan import (
    Build,
    Counted,
    area_devices,
    left_out,
)


@dataclass
class Need:
    """A point that verdicts hang on.

    Attributes:
        point: the point.
        kinds: what is wanted of it.
        area: names of the devices on which its area is wanted.
        claims: paper and claim of each verdict.
    """

    point: Point
    kinds: set[Kind] = field(default_factory=set)
    area: dict[str, None] = field(default_factory=dict)
    claims: list[tuple[str, str]] = field(default_factory=list)

    @property
    def label(self) -> str:
        """The canonical label."""
        return self.point.label


def needs() -> list[Need]:
    """Return the points that all verdicts need, the smallest first."""
    found: dict[str, Need] = {}
    for paper_id in papers.ids():
        family = area_devices(paper_id)[0].name
        for claim, labels in asked(paper_id).items():
            for label, kinds in labels.items():
                need = found.setdefault(label, Need(parse_build(label)))
                need.kinds |= kinds
                need.claims.append((paper_id, claim))
                if Kind.AREA in kinds:
                    need.area[family] = None
    return sorted(found.values(), key=lambda need: (size(need.point), need.label))


def points(wanted: Iterable[Need]) -> list[dict[str, Any]]:
    """Return what is told of each point, as the file of the campaign has it."""
    return [
        {
            "label": need.label,
            "wanted": sorted(kind.value for kind in need.kinds),
            "area": list(need.area),
            "claims": [f"{paper}: {claim}" for paper, claim in need.claims],
        }
        for need in wanted
    ]


def builds(wanted: Iterable[Need]) -> list[Build]:
    """Return the points on the devices where something is wanted of them."""
    routed = devices.load(ROUTED_DEVICE)
    found = []
    for need in wanted:
        found += [Build(need.point, devices.load(name), routed=False) for name in need.area]
        if Kind.CLOCK in need.kinds:
            found.append(Build(need.point, routed, routed=True))
    return found


def first(wanted: Iterable[Need]) -> list[Want]:
    """Return what is counted first, for the sizes decide what is left out."""
    known = list(wanted)
    wants = [Want(need.point, Stage.VERIFY) for need in known]
    wants += [Want(build.point, Stage.SYNTH, build.device) for build in builds(known)]
    return distinct(wants)


def second(wanted: Iterable[Need], counted: Counted) -> list[Want]:
    """Return the rest, point by point in the order given: a verdict needs all seeds of its points.

    So a budget that runs out leaves as many verdicts settled as it can.
    """
    wants = []
    for build in builds(wanted):
        if left_out(build, counted(build)):
            continue
        if build.routed:
            wants += whole_chain(build.point, build.device, seeds=LEAST_SEEDS)
        else:
            wants.append(Want(build.point, Stage.VERIFY_NETLIST, build.device))
    return distinct(wants)
