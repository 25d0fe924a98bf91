"""Static timing of a placed design of one clock: when signals come, and what is behind them."""

from collections import defaultdict
from dataclasses import dataclass

from aesculus.placement.delays import Delays
from aesculus.placement.design import Pin, PlacedDesign

NEVER = float("-inf")
"""Arrival of what no register feeds, and tail of what feeds none."""


@dataclass(slots=True)
class Sink:
    """A driven pin.

    Attributes:
        pin: which.
        driver: number of what drives it.
        wire: delay from there, in ps.
        setup: what it wants before its clock, in ps; `None` where nothing ends.
        through: what it goes on to: (number of the driver, ps).
        tail: longest way from the pin to the clock of a register behind it, in ps.
    """

    pin: Pin
    driver: int
    wire: float
    setup: float | None
    through: list[tuple[int, float]]
    tail: float = NEVER


class Timing:
    """Arrival times and tails of a design, and the paths that are late.

    Attributes:
        pins: the driving pins, by number.
        number: number of a driving pin.
        sinks: of each driver.
        by_pin: driven pin to its sink.
        arrival: of each driver, ps behind the clock.
    """

    def __init__(self, design: PlacedDesign, delays: Delays) -> None:
        """Build the graph. Pins that nothing times are left out."""
        self.pins: list[Pin] = list(design.sinks)
        self.number = {pin: index for index, pin in enumerate(self.pins)}
        self.sinks: list[list[Sink]] = [[] for _ in self.pins]
        self.by_pin: dict[Pin, Sink] = {}
        self.start = [NEVER] * len(self.pins)
        self._clocks: defaultdict[str, set[str]] = defaultdict(set)
        for name, ports in delays.clocks.items():
            if name in design.cells:
                self._clocks[design.cells[name]["type"]] |= ports
        through = self._through(design, delays)
        feeds = [0] * len(self.pins)
        for index, pin in enumerate(self.pins):
            for driven in design.sinks[pin]:
                goes = through.get(driven, [])
                setup = delays.setups.get(driven)
                wire = delays.wires.get((pin, driven))
                if wire is None or (setup is None and not goes):
                    continue
                sink = Sink(driven, index, wire, setup, goes)
                self.sinks[index].append(sink)
                self.by_pin[driven] = sink
                for further, _ in goes:
                    feeds[further] += 1
        self._order = self._sorted(feeds)
        self.arrival: list[float] = []
        self.update()

    def _through(self, design: PlacedDesign, delays: Delays) -> dict[Pin, list[tuple[int, float]]]:
        found: dict[Pin, list[tuple[int, float]]] = {}
        for name, paths in delays.through.items():
            if name not in design.cells:
                continue
            clocks = self._clocks[design.cells[name]["type"]]
            for source, target, ps in paths:
                index = self.number.get((name, target))
                if index is None:
                    continue
                if source in clocks:
                    self.start[index] = max(self.start[index], float(ps))
                else:
                    found.setdefault((name, source), []).append((index, float(ps)))
        return found

    def _sorted(self, feeds: list[int]) -> list[int]:
        """Return the drivers, each behind what feeds it; those in loops are left out."""
        order = [index for index, count in enumerate(feeds) if not count]
        left = list(feeds)
        for index in order:
            for sink in self.sinks[index]:
                for further, _ in sink.through:
                    left[further] -= 1
                    if not left[further]:
                        order.append(further)
        return order

    def update(self) -> None:
        """Work out arrivals and tails anew."""
        arrival = self.arrival = list(self.start)
        for index in self._order:
            here = arrival[index]
            for sink in self.sinks[index]:
                there = here + sink.wire
                for further, ps in sink.through:
                    arrival[further] = max(arrival[further], there + ps)
        tails = [NEVER] * len(self.pins)
        for index in reversed(self._order):
            longest = NEVER
            for sink in self.sinks[index]:
                tail = NEVER if sink.setup is None else sink.setup
                for further, ps in sink.through:
                    tail = max(tail, ps + tails[further])
                sink.tail = tail
                longest = max(longest, sink.wire + tail)
            tails[index] = longest

    def path(self, sink: Sink) -> float:
        """Return the longest path through a sink, in ps."""
        return self.arrival[sink.driver] + sink.wire + sink.tail

    def ends(self) -> list[float]:
        """Return the length of the longest path to each end, in ps, the longest first."""
        found = [
            self.arrival[sink.driver] + sink.wire + sink.setup
            for sinks in self.sinks
            for sink in sinks
            if sink.setup is not None and self.arrival[sink.driver] > NEVER
        ]
        return sorted(found, reverse=True)
