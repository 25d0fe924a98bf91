"""Cells that move together, and how late their paths are wherever they lie."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from aesculus.placement.design import PlacedDesign
from aesculus.placement.sites import Sites
from aesculus.placement.timing import NEVER, Sink, Timing

Unit = tuple[str, ...]
"""Names of cells that move together."""

Tile = tuple[int, int]
"""Column and row."""

_WINDOW = 3
"""How far around each place of interest others are looked at, in tiles."""

_NEIGHBOURS = 5
"""Of so many pins, those with the longest paths, the places are of interest."""

_MOST_UNITS = 3
"""So many units go to a tile together, where one alone gains nothing."""

_ALIKE = 0.97
"""Paths that are longer than this part of a unit's longest are looked at like that."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A wire of a unit: where its other end lies, and what stands before and behind it, in ps."""

    sink: Sink
    column: int
    row: int
    before: float
    behind: float


def _over(late: float) -> float:
    return late * late if late > 0 else 0.0


@dataclass
class _Gate:
    """A table of a group: what comes to it and what it goes on to.

    Attributes:
        arms: wires from outside, with the ps through the table.
        inner: wires from inside, so too.
        out: wires to outside.
        ends: wires to registers inside.
    """

    arms: list[tuple[Arm, float]] = field(default_factory=list)
    inner: list[tuple[Sink, float]] = field(default_factory=list)
    out: list[Arm] = field(default_factory=list)
    ends: list[Sink] = field(default_factory=list)


class Group:
    """Units that are joined by wires, on their way to one tile."""

    def __init__(
        self,
        design: PlacedDesign,
        timing: Timing,
        sites: Sites,
        units: tuple[Unit, ...],
    ) -> None:
        self._design, self._timing, self._sites, self.units = design, timing, sites, units
        self.cells = tuple(cell for unit in units for cell in unit)
        self._column, self._row, _ = design.spots[units[0][0]]
        # By driver, in the order of signals.
        self._tables: dict[int, _Gate] = {}
        # Wires that end in registers, or begin there; and those between two registers inside.
        self._alone: list[Arm] = []
        self._joined: list[Sink] = []
        self._gather()

    def _gather(self) -> None:
        design, timing, inside = self._design, self._timing, set(self.cells)
        pins = [
            (cell, port) for cell in self.cells for port in design.cells[cell]["port_directions"]
        ]
        into = [sink for pin in pins if (sink := timing.by_pin.get(pin)) is not None]
        reached = {further for sink in into for further, _ in sink.through}
        for index in sorted(reached, key=lambda each: (timing.arrival[each], each)):
            if timing.arrival[index] > NEVER:
                self._tables[index] = _Gate()
        for sink in into:
            before = timing.arrival[sink.driver]
            if NEVER in (before, sink.tail):
                continue
            source = timing.pins[sink.driver][0]
            if source not in inside:
                column, row, _ = design.spots[source]
                arm = Arm(sink, column, row, before, sink.tail)
                for further, ps in sink.through:
                    self._tables[further].arms.append((arm, ps))
                if not sink.through:
                    self._alone.append(arm)
            else:
                for further, ps in sink.through:
                    self._tables[further].inner.append((sink, ps))
        for pin in pins:
            driver = timing.number.get(pin)
            if driver is not None and timing.arrival[driver] > NEVER:
                self._gather_behind(driver, inside)

    def _gather_behind(self, index: int, inside: set[str]) -> None:
        table = self._tables.get(index)
        for sink in self._timing.sinks[index]:
            if sink.tail == NEVER:
                continue
            target = sink.pin[0]
            if target not in inside:
                column, row, _ = self._design.spots[target]
                arm = Arm(sink, column, row, self._timing.arrival[index], sink.tail)
                (self._alone if table is None else table.out).append(arm)
            elif sink.setup is not None:
                (self._joined if table is None else table.ends).append(sink)

    def grown(self, held: set[str]) -> "Group | None":
        """Return the group with the unit at its latest wire that may move; `None` if none may."""
        if len(self.units) == _MOST_UNITS:
            return None
        late = self.latest()
        # What lies near comes along, so that the long wires become shorter.
        worst = [arm for path, arm in late if path > _ALIKE * late[0][0]]
        worst.sort(key=lambda arm: (self._far(arm), arm.sink.pin))
        for arm in worst:
            for cell in (self._timing.pins[arm.sink.driver][0], arm.sink.pin[0]):
                unit = () if cell in self.cells else self._sites.unit(cell)
                if unit and held.isdisjoint(unit):
                    units = (*self.units, unit)
                    return Group(self._design, self._timing, self._sites, units)
        return None

    def _far(self, arm: Arm) -> int:
        return abs(arm.column - self._column) + abs(arm.row - self._row)

    def late(self, aim: float, spot: Tile | None) -> float:
        """Return what the group's paths are late, squared and summed.

        Args:
            aim: in ps.
            spot: if it lies in this tile; `None` for where it is.
        """
        total = 0.0
        arrivals: dict[int, float] = {}
        for index, table in self._tables.items():
            heads = [arm.before + self._way(arm, spot) + ps for arm, ps in table.arms]
            heads += [
                arrivals.get(sink.driver, self._timing.arrival[sink.driver])
                + self._inner(sink, spot)
                + ps
                for sink, ps in table.inner
            ]
            arrivals[index] = max(heads, default=NEVER)
        tails: dict[int, float] = {}
        for index, table in reversed(self._tables.items()):
            ends = [self._way(arm, spot) + arm.behind for arm in table.out]
            ends += [self._inner(sink, spot) + (sink.setup or 0.0) for sink in table.ends]
            total += sum(_over(arrivals[index] + end - aim) for end in ends)
            ends += [
                self._inner(sink, spot) + ps + tails[further]
                for further, behind in self._tables.items()
                if further in tails
                for sink, ps in behind.inner
                if sink.driver == index
            ]
            tails[index] = max(ends, default=NEVER)
            total += sum(
                _over(arm.before + self._way(arm, spot) + ps + tails[index] - aim)
                for arm, ps in table.arms
            )
        total += sum(
            _over(arm.before + self._way(arm, spot) + arm.behind - aim) for arm in self._alone
        )
        return total + sum(
            _over(
                self._timing.arrival[sink.driver]
                + self._inner(sink, spot)
                + (sink.setup or 0.0)
                - aim
            )
            for sink in self._joined
        )

    def _way(self, arm: Arm, spot: Tile | None) -> float:
        if spot is None:
            return arm.sink.wire
        return self._sites.wire(abs(arm.column - spot[0]), abs(arm.row - spot[1]))

    def _inner(self, sink: Sink, spot: Tile | None) -> float:
        if spot is None or self._sites.inner(sink.pin):
            return sink.wire
        return self._sites.wire(0, 0)

    def _arms(self) -> Iterator[Arm]:
        for table in self._tables.values():
            yield from (arm for arm, _ in table.arms)
            yield from table.out
        yield from self._alone

    def wire(self, spot: Tile | None) -> int:
        """Return how many tiles the group's wires go if it lies there; `None` for where it is."""
        column, row = spot or (self._column, self._row)
        return sum(abs(arm.column - column) + abs(arm.row - row) for arm in self._arms())

    def latest(self) -> list[tuple[float, Arm]]:
        """Return the group's wires with the longest path through each, in ps, the longest first."""
        paths = [(self._timing.path(arm.sink), arm) for arm in self._arms()]
        return sorted(paths, key=lambda each: (-each[0], each[1].sink.pin))

    def near(self, aim: float) -> Iterator[str]:
        """Yield the cells at the other ends of late wires."""
        for path, arm in self.latest():
            if path > aim:
                yield self._timing.pins[arm.sink.driver][0]
                yield arm.sink.pin[0]

    def around(self) -> set[Tile]:
        """Return the tiles near the group."""
        return _around((self._column, self._row))

    def places(self) -> set[Tile]:
        """Return the tiles that may be better, around the group and what its latest wires join."""
        here = self._column, self._row
        centres: set[Tile] = {here}
        ends = [(arm.column, arm.row) for _, arm in self.latest()[:_NEIGHBOURS]]
        for column, row in ends:
            centres.add((column, row))
            centres.add(((column + here[0]) // 2, (row + here[1]) // 2))
        if ends:
            centres.add(
                (sum(end[0] for end in ends) // len(ends), sum(end[1] for end in ends) // len(ends))
            )
        return set().union(*map(_around, centres))


def _around(centre: Tile) -> set[Tile]:
    column, row = centre
    return {
        (column + right, row + up)
        for right in range(-_WINDOW, _WINDOW + 1)
        for up in range(-_WINDOW, _WINDOW + 1)
        if abs(right) + abs(up) <= _WINDOW
    }
