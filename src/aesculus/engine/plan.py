"""What is to be done, best first: lists of wants that the engine works through.

A want names a result, not a job: whatever must come before it is done first.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, zip_longest

from aesculus.ciphers.aes.space import DesignPoint, point_set
from aesculus.devices import Device
from aesculus.engine.estimate import Estimator
from aesculus.metrics import HEADLINE_SEEDS, Row
from aesculus.records import Stage

_FIRST_ROUTED = 4
_FIRST_SET = "zambreno20"


@dataclass(frozen=True, eq=False)
class Want:
    """A result that is wanted.

    Attributes:
        point: the design.
        stage: the stage whose result is wanted.
        device: the device, `None` for the verification of RTL.
        seed_index: which of the point's seeds, for routing.
    """

    point: DesignPoint
    stage: Stage
    device: Device | None = None
    seed_index: int = 0

    @cached_property
    def ident(self) -> tuple[str, str, Stage, int]:
        """What tells two wants apart."""
        return self.point.label, self.device_name, self.stage, self.seed_index

    @cached_property
    def design(self) -> str:
        """Label of the point without its recipe: points that share it share their RTL."""
        return self.point.replace(recipe="default").label

    @property
    def device_name(self) -> str:
        """Name of the device, empty without one."""
        return "" if self.device is None else self.device.name


def distinct(wants: Iterable[Want]) -> list[Want]:
    """Return each want once, in the order of its first mention."""
    found: dict[tuple[str, str, Stage, int], Want] = {}
    for want in wants:
        found.setdefault(want.ident, want)
    return list(found.values())


def whole_chain(
    point: DesignPoint, device: Device, *, seeds: int = 1, netlist: bool = True
) -> list[Want]:
    """Return all stages of a point on a device.

    Args:
        point: the design.
        device: the device; one without a router is not routed.
        seeds: how many seeds to route.
        netlist: whether to verify the netlist, too.
    """
    wants = [Want(point, Stage.VERIFY), Want(point, Stage.SYNTH, device)]
    if netlist:
        wants.append(Want(point, Stage.VERIFY_NETLIST, device))
    if device.router is not None:
        wants += [Want(point, Stage.ROUTE, device, index) for index in range(seeds)]
    return wants


def best_first(
    points: Sequence[DesignPoint], devices: Sequence[Device], estimator: Estimator
) -> list[Want]:
    """Return the first pass over points and devices: one seed each, the most telling results first.

    First the published points on the first device that knows area only, interleaved with the
    cheapest routed points of different kinds, those with their netlist verified. Then all the rest,
    cheapest first.
    """
    area = [device for device in devices if device.router is None]
    routed = [device for device in devices if device.router is not None]

    def cost(point: DesignPoint, device: Device) -> float:
        stages = [Stage.VERIFY, Stage.SYNTH] + ([Stage.ROUTE] if device.router else [])
        where = ["" if stage is Stage.VERIFY else device.name for stage in stages]
        pairs = zip(stages, where, strict=True)
        return sum(estimator.seconds(stage, point, name) for stage, name in pairs)

    columns: list[list[list[Want]]] = []
    if routed:
        device = routed[0]
        picks = _kinds_of(sorted(points, key=lambda p: (cost(p, device), p.label)))
        columns.append([whole_chain(point, device) for point in picks])
    if area:
        device = area[0]
        published = set(point_set(_FIRST_SET).legal_points())
        first = [point for point in points if point in published]
        chains = [
            whole_chain(point, device, netlist=False)
            for point in sorted(first, key=lambda p: (cost(p, device), p.label))
        ]
        columns.append(_in_parts(chains, len(columns[0]) if columns else 1))
    head = chain.from_iterable(chain.from_iterable(zip_longest(*columns, fillvalue=[])))
    pairs = [(point, device) for point in points for device in devices]
    pairs.sort(key=lambda pair: (cost(*pair), pair[0].label, pair[1].name))
    rest = chain.from_iterable(whole_chain(p, d, netlist=False) for p, d in pairs)
    return distinct([*head, *rest])


def _in_parts(chains: Sequence[list[Want]], count: int) -> list[list[Want]]:
    """Return the chains in `count` lists of nearly equal length, in order."""
    per = -(-len(chains) // max(1, count))
    parts = [chains[start : start + per] for start in range(0, len(chains), max(1, per))]
    return [list(chain.from_iterable(part)) for part in parts]


def _kinds_of(ordered: Sequence[DesignPoint]) -> list[DesignPoint]:
    """Return the first points of different kinds: small unrollings, memory S-box and not."""
    found: dict[tuple[int, bool], DesignPoint] = {}
    for point in ordered:
        found.setdefault((point.unroll, point.sbox == "bram"), point)
    small = sorted(found.items(), key=lambda item: (item[0][0], not item[0][1]))
    return [point for _, point in small[:_FIRST_ROUTED]]


def frontier_wants(
    rows: Sequence[Row],
    point_of: Callable[[Row], DesignPoint],
    devices: Iterable[Device],
    *,
    seeds: int = HEADLINE_SEEDS,
) -> list[Want]:
    """Return what the Pareto-optimal rows still need: a verified netlist, and more seeds.

    Args:
        rows: all rows that compete.
        point_of: from a row to its design.
        devices: devices to refine on.
        seeds: how many seeds a frontier point should have.
    """
    # The room of reports brings the drawing library, which no other part of a run needs.
    from aesculus.report import pareto_marks  # noqa: PLC0415

    known = {device.name: device for device in devices}
    best = [row for row, mark in zip(rows, pareto_marks(rows), strict=True) if mark]
    best = [row for row in best if row.device in known]
    best.sort(key=lambda row: (row.estimate, row.area_luts or 0, row.label))
    netlists = [
        Want(point_of(row), Stage.VERIFY_NETLIST, known[row.device])
        for row in best
        if not row.netlist_verified
    ]
    routes = [
        Want(point_of(row), Stage.ROUTE, known[row.device], index)
        for index in range(1, seeds)
        for row in best
        if not row.estimate
    ]
    return [*netlists, *routes]
