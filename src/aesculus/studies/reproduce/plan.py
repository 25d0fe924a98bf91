"""Which points of a paper are built on which devices, and how far each is taken.

Area is of the paper's own family, which no open router knows; the clock is of a routed device. All
points are synthesised on both first. What follows is decided by the counted size: a design that
the routed device has no room for is not routed, and the largest netlists of the families without
a clock are not simulated.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from aesculus import design, papers
from aesculus.ciphers.aes.space import DesignPoint, LabelError, is_legal, nearest_legal
from aesculus.defaults import AREA_DEVICE, ROUTED_DEVICE
from aesculus.engine.estimate import size
from aesculus.engine.plan import Want, distinct
from aesculus.families import Device, devices
from aesculus.records import Stage

ROOM = 0.7
"""Part of a device's tables, and of its block RAMs, up to which a design is routed: fuller ones
take over 10 minutes a seed, and at times never end."""

MOST_SIMULATED = 10_000
"""Tables of a netlist that is still simulated on a device without a clock; on a routed device every
netlist is."""


@dataclass(frozen=True)
class Build:
    """A point on a device.

    Attributes:
        point: the design and its recipe.
        device: where.
        routed: whether its clock is wanted.
    """

    point: design.Build
    device: Device
    routed: bool


Counted = Callable[[Build], tuple[int, int] | None]
"""Gives the look-up tables and block RAMs of a build, None as long as they are not counted."""


def area_devices(paper: str) -> list[Device]:
    """Return a device here for each family of a paper.

    Synthesis does not depend on the part of a family, so papers share one: the points that they
    have in common are built once.
    """
    content = papers.load(paper)
    own = [device.name.rpartition("-")[0] or device.name for device in content.devices]
    known = devices.names()
    order = [name for name in (AREA_DEVICE, *own) if name in known] + known
    found: dict[str, Device] = {}
    for family in dict.fromkeys(device.family for device in content.devices):
        fitting = (device for device in map(devices.load, order) if device.router is None)
        chosen = next((d for d in fitting if d.synthesis.variant == family), None)
        if chosen is not None:
            found[chosen.name] = chosen
    return list(found.values()) or [devices.load(AREA_DEVICE)]


def builds(paper: str) -> list[Build]:
    """Return what is built for a paper: its rows on all its families and on the routed device.

    A row that cannot be stands as the nearest point that can. The points that claims need besides
    are built on the first family. A label that the space cannot say is left out.
    """
    content = papers.load(paper)
    area, routed = area_devices(paper), devices.load(ROUTED_DEVICE)
    found: dict[tuple[str, str], Build] = {}
    wanted = [(text, area, row.clocked) for row in content.rows for text in (row.label, row.near)]
    wanted += [(extra.label, area[:1], extra.routed) for extra in content.also]
    for text, where, clocked in wanted:
        point = _point(text)
        if point is None:
            continue
        for device in [*where, *([routed] if clocked else [])]:
            build = Build(point, device, device.router is not None)
            found.setdefault((point.label, device.name), build)
    return list(found.values())


def _point(text: str) -> design.Build | None:
    if not text:
        return None
    try:
        point = design.parse_build(text)
    except LabelError:
        return None
    if isinstance(point.design, DesignPoint) and not is_legal(point.design):
        return design.Build(nearest_legal(point.design), recipe=point.recipe)
    return point


def first(paper: str) -> list[Want]:
    """Return the first half: every point simulated, and synthesised on its devices."""
    wants = []
    for build in builds(paper):
        wants += [Want(build.point, Stage.VERIFY), Want(build.point, Stage.SYNTH, build.device)]
    return distinct(sorted(wants, key=lambda want: size(want.point)))


def second(paper: str, counted: Counted, *, seeds: int) -> list[Want]:
    """Return the second half: netlists simulated and points routed, the smallest first.

    Args:
        paper: one of `papers.ids()`.
        counted: as `Counted`; for a build that is not counted a rough size stands in.
        seeds: routed seeds a point.
    """
    sized: list[tuple[float, Want]] = []
    for build in builds(paper):
        tables, _ = counted(build) or (size(build.point), 0)
        kept_out = left_out(build, counted(build))
        stages = []
        if build.device.router is None:
            stages += [] if kept_out else [Want(build.point, Stage.VERIFY_NETLIST, build.device)]
        elif not kept_out:
            stages.append(Want(build.point, Stage.VERIFY_NETLIST, build.device))
            stages += [Want(build.point, Stage.ROUTE, build.device, i) for i in range(seeds)]
        sized += [(tables, want) for want in stages]
    return distinct(want for _, want in sorted(sized, key=lambda pair: pair[0]))


def left_out(build: Build, counted: tuple[int, int] | None) -> str:
    """Return what is not done with a build and why; empty if all is done."""
    tables, rams = counted or (int(size(build.point)), 0)
    if build.device.router is None:
        if tables <= MOST_SIMULATED:
            return ""
        return f"netlist not simulated: {tables:,} LUTs are over {MOST_SIMULATED:,}"
    have = build.device.resources
    for taken, there, what in ((rams, have.brams, "block RAMs"), (tables, have.luts, "LUTs")):
        if taken > ROOM * there:
            return (
                f"not routed: it takes {taken:,} of the {there:,} {what} of {build.device.name}, "
                f"over {ROOM:.0%}"
            )
    return ""


def labels(found: Iterable[Build]) -> list[str]:
    """Return the labels of builds, each once."""
    return list(dict.fromkeys(build.point.label for build in found))
