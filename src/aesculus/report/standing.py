"""Which rows `pick` would take, and why not the others."""

from collections import defaultdict
from collections.abc import Collection, Sequence

from aesculus.families import Device, devices
from aesculus.frontier.pareto import costs, optimal
from aesculus.metrics import NO_PLACE, Row
from aesculus.report.marks import mode_of, objectives_of


def standings(rows: Sequence[Row], sources: Collection[str] | None) -> tuple[list[str], list[str]]:
    """Return of each row why `pick` would not take it, and its mark on the frontier.

    Args:
        rows: of any devices.
        sources: as for `objection`.
    """
    machines = {name: devices.known(name) for name in {row.device for row in rows}}
    objections = [objection(row, machines[row.device], sources) for row in rows]
    return objections, frontier_marks(rows, [not text for text in objections])


def objection(row: Row, device: Device | None, sources: Collection[str] | None) -> str:
    """Return why `pick` would not take a design, a few words; empty where it would.

    Args:
        row: its figures.
        device: its device; `None` where this installation does not know it.
        sources: digests of the RTL sources that would be exported; `None` for whatever.
    """
    if not row.verified:
        return "RTL not verified"
    if not row.netlist_verified:
        return "netlist not verified"
    if sources is not None and row.rtl_digest not in sources:
        return "made of other RTL sources than this program's"
    figures = {name: getattr(row, name) for name in (device.most if device is not None else ())}
    known = {name: value for name, value in figures.items() if value is not None}
    if row.status == "nofit" or (device is not None and not device.holds(known)):
        return "does not fit on the device"
    if row.status in NO_PLACE:
        return "no place found for it on the device"
    return ""


def frontier_marks(rows: Sequence[Row], taken: Sequence[bool]) -> list[str]:
    """Return for each row `best`, `would` or nothing.

    `best`: Pareto-optimal among the rows of its device and mode that `pick` would take, in
    throughput, latency, look-up tables and block RAM, or on devices without a clock in cycles for
    time.
    `would`: not taken, and none of those is better.

    Args:
        rows: of any devices.
        taken: whether `pick` would take each.
    """
    marks = [""] * len(rows)
    number = {id(row): index for index, row in enumerate(rows)}
    alike: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        alike[row.device, mode_of(row)].append(row)
    for group in alike.values():
        # All rows of a device have the same objectives: its router decides.
        objectives = objectives_of(group[0])
        mine = [row for row in group if taken[number[id(row)]]]
        front = [
            row for row, best in zip(mine, optimal(costs(mine, objectives)), strict=True) if best
        ]
        for row in front:
            marks[number[id(row)]] = "best"
        others = [row for row in group if not taken[number[id(row)]]]
        beside = [*front, *others]
        for row, best in zip(beside, optimal(costs(beside, objectives)), strict=True):
            if best and not taken[number[id(row)]]:
                marks[number[id(row)]] = "would"
    return marks
