"""Late paths made shorter: cells on them are moved to places where all their paths are shorter.

The router's placer goes by the length of wires, and to that it is all the same where on a line a
register lies between two others. Here each cell of a late path is looked at with what drives it and
what it drives. It goes where the sum of squares of what its paths are late is least, if there is
room, or room can be made by moving what is early. What is far from late is not touched.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from aesculus.placement.design import PlacedDesign, Spot
from aesculus.placement.groups import Group, Unit
from aesculus.placement.sites import Sites
from aesculus.placement.timing import NEVER, Sink, Timing

_IDLE_TURNS = 3
"""After so many turns that gained nothing a round is over."""

_LATE_PART = 0.005
"""Such a part of all ends of paths counts as late when a round begins, those of the longest."""

_LEAST_LATE = 10
"""And so many of a small design."""

_LEAST_AIM = 0.7
"""What is shorter than this part of the longest path does not count as late."""

_ROUND_GAIN = 0.003
"""A further round is made if the longest path became shorter by such a part."""

_LEAST_GAIN = 0.02
"""A move is made if it takes off so much of what a unit's paths are late."""

_WIRE = 0.5
"""What a tile of wire counts beside the squares, so that of equal places the nearest is taken."""

_MOST_CLEARED = 5
"""So many tiles are looked at where room would have to be made."""

_MOST_CLEARED_UNITS = 6
"""So many units leave a tile for one that is late."""


@dataclass(frozen=True)
class Moved:
    """What came of it.

    Attributes:
        before: longest path in ps.
        expected: longest path in ps that is expected once the moved cells are routed.
        cells: how many were moved.
    """

    before: float
    expected: float
    cells: int


def move_late_cells(design: PlacedDesign, timing: Timing, sites: Sites) -> Moved:
    """Move cells of late paths, in turns, until that gains nothing more.

    The same design gives the same moves on every machine.

    Args:
        design: is changed.
        timing: of the design; is changed.
        sites: of the design's family.
    """
    ends = timing.ends()
    if not ends:
        # Nothing goes from register to register.
        return Moved(0.0, 0.0, 0)
    before = longest = ends[0]
    while True:
        count = max(_LEAST_LATE, int(_LATE_PART * len(ends)))
        # Of whole ps, as delays are: sums are exact then, in whatever order and by any Python.
        aim = math.floor(max(_LEAST_AIM * longest, ends[min(count, len(ends) - 1)]))
        turns = _Round(design, timing, sites, aim)
        turns.run()
        ends = timing.ends()
        if ends[0] > longest:
            turns.undo()
            ends = timing.ends()
        if ends[0] > (1 - _ROUND_GAIN) * longest:
            return Moved(before, ends[0], len(design.moved))
        longest = ends[0]


@dataclass
class _Steps:
    units: list[tuple[Unit, Spot]] = field(default_factory=list)
    wires: list[tuple[Sink, float]] = field(default_factory=list)


class _Round:
    """Turns with one aim: in each every late unit is moved at most once."""

    def __init__(self, design: PlacedDesign, timing: Timing, sites: Sites, aim: int) -> None:
        self._design, self._timing, self._sites, self._aim = design, timing, sites, aim
        # Cells that stay until times are known anew.
        self._held: set[str] = set()
        # What was done: units with where they lay, wires with the delays they had. The first is
        # the move that is being tried.
        self._tried, self._done = _Steps(), _Steps()

    def run(self) -> None:
        """Move what is late, until some turns on end have gained nothing."""
        least, idle = self._late(), 0
        while idle < _IDLE_TURNS and self._turn():
            self._timing.update()
            late = self._late()
            idle = 0 if late < least else idle + 1
            least = min(least, late)

    def _late(self) -> float:
        return sum((path - self._aim) ** 2 for path in self._timing.ends() if path > self._aim)

    def _turn(self) -> int:
        late: dict[str, float] = {}
        for sinks in self._timing.sinks:
            for sink in sinks:
                path = self._timing.path(sink)
                if path > self._aim:
                    for cell in (self._timing.pins[sink.driver][0], sink.pin[0]):
                        late[cell] = max(late.get(cell, 0.0), path)
        self._held = set()
        return sum(self._improve(cell) for cell in sorted(late, key=lambda n: (-late[n], n)))

    def _improve(self, cell: str) -> bool:
        """Move a late cell with what moves with it; return whether that was done."""
        unit = self._sites.unit(cell)
        if not unit or not self._held.isdisjoint(unit):
            return False
        group: Group | None = self._group(unit)
        while group is not None:
            if self._moved(group):
                self._held.update(group.cells)
                self._held.update(group.near(self._aim))
                return True
            group = group.grown(self._held)
        return False

    def _group(self, unit: Unit) -> Group:
        return Group(self._design, self._timing, self._sites, (unit,))

    def _moved(self, group: Group) -> bool:
        """Move a group to the best place where there is room, if one is better than its own."""
        aim = self._aim
        now = group.late(aim, None) + _WIRE * group.wire(None)
        enough = now - max(1.0, _LEAST_GAIN * now)
        found = sorted(
            (group.late(aim, tile) + _WIRE * group.wire(tile), *tile) for tile in group.places()
        )
        for number, (late, column, row) in enumerate(found):
            if late > enough:
                return False
            self._tried = _Steps()
            if self._put(group, column, row, clear=number < _MOST_CLEARED):
                moved = [cell for unit, _ in self._tried.units for cell in unit]
                self._expect(moved)
                self._held.update(moved)
                self._done.units += self._tried.units
                self._done.wires += self._tried.wires
                return True
            self._take_back(self._tried)
        return False

    def _put(self, group: Group, column: int, row: int, *, clear: bool) -> bool:
        """Put all units of a group into a tile; return whether there was room."""
        for unit in group.units:
            place = self._sites.fits(unit, column, row)
            if not place and clear and self._clear(group, unit, column, row):
                place = self._sites.fits(unit, column, row)
            if not place:
                return False
            self._move(unit, column, row, place)
        return True

    def _move(self, unit: Unit, column: int, row: int, place: str) -> None:
        self._tried.units.append((unit, self._design.spots[unit[0]]))
        self._sites.move(unit, column, row, place)

    def _expect(self, cells: Iterable[str]) -> None:
        """Give all wires of moved cells the delays that are expected where both ends lie now."""
        timing, design = self._timing, self._design
        for cell in cells:
            for port in design.cells[cell]["port_directions"]:
                if (sink := timing.by_pin.get((cell, port))) is not None:
                    self._expect_wire(sink)
                if (driver := timing.number.get((cell, port))) is not None:
                    for sink in timing.sinks[driver]:
                        self._expect_wire(sink)

    def _expect_wire(self, sink: Sink) -> None:
        timing, spots = self._timing, self._design.spots
        if self._sites.inner(sink.pin) or timing.arrival[sink.driver] == NEVER:
            return
        (column, row, _), (right, up, _) = spots[timing.pins[sink.driver][0]], spots[sink.pin[0]]
        self._tried.wires.append((sink, sink.wire))
        sink.wire = self._sites.wire(abs(column - right), abs(row - up))

    def _take_back(self, steps: _Steps) -> None:
        for unit, spot in reversed(steps.units):
            self._sites.move(unit, spot[0], spot[1], self._sites.place_of(spot))
        for sink, ps in reversed(steps.wires):
            sink.wire = ps

    def undo(self) -> None:
        """Put all cells back to where they lay when the round began."""
        self._take_back(self._done)
        self._done = _Steps()
        self._timing.update()

    def _clear(self, group: Group, unit: Unit, column: int, row: int) -> bool:
        """Move what shares no tile with a unit out of a tile, if none of that becomes late."""
        others = self._sites.in_the_way(unit, column, row)
        if not others or len(others) > _MOST_CLEARED_UNITS:
            return False
        stay = self._held.union(group.cells)
        return all(
            stay.isdisjoint(other) and self._leaves(self._group(other), (column, row))
            for other in others
        )

    def _leaves(self, group: Group, here: tuple[int, int]) -> bool:
        for _, column, row in sorted((group.wire(tile), *tile) for tile in group.around()):
            if (column, row) == here or group.late(self._aim, (column, row)):
                continue
            if place := self._sites.fits(group.units[0], column, row):
                self._move(group.units[0], column, row, place)
                return True
        return False
