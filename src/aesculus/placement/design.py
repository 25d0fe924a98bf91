"""A placed design as nextpnr writes it: cells, where they lie, and what each net joins."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from aesculus.inputs import InputFileError, parse_json

PLACE = "NEXTPNR_BEL"
"""Attribute of a cell that says where the router put it."""

FIXED = "BEL"
"""Attribute of a cell that says where it is to be."""

_STRENGTH = "BEL_STRENGTH"
_ROUTING = "ROUTING"

Pin = tuple[str, str]
"""Name of a cell, name of its port."""

Spot = tuple[int, int, str]
"""Column, row, and the name of the place within this tile."""


class PlacedDesignError(ValueError):
    """A file is no placed design; one line."""


@dataclass
class PlacedDesign:
    """A design with a place for each cell.

    Attributes:
        cells: name to cell, as in nextpnr's JSON.
        spots: name of a cell to where it lies.
        sinks: driving pin to the pins that it drives.
        drivers: driven pin to the pin that drives it.
    """

    _body: dict[str, Any]
    _nets: Mapping[str, dict[str, Any]]
    cells: Mapping[str, dict[str, Any]]
    spots: dict[str, Spot]
    sinks: dict[Pin, list[Pin]]
    drivers: dict[Pin, Pin]

    def __post_init__(self) -> None:
        self._from = dict(self.spots)

    @property
    def moved(self) -> set[str]:
        """The cells that lie elsewhere than the router put them."""
        return {name for name, spot in self.spots.items() if spot != self._from[name]}

    def net(self, cell: str, port: str) -> int | None:
        """Return the number of the net at a port, `None` if nothing is connected."""
        bits = self.cells[cell]["connections"].get(port)
        return bits[0] if bits else None

    def written(self, kept: Iterable[str] = ()) -> bytes:
        """Return it as JSON for the router: cells fixed, nets of moved ones without their wires.

        Args:
            kept: types of cells whose nets keep their wires, as those of clocks.
        """
        types = frozenset(kept)
        nets = {
            bit
            for name in self.moved
            for bits in self.cells[name]["connections"].values()
            for bit in bits
        } - {
            bit
            for cell in self.cells.values()
            if cell["type"] in types
            for bits in cell["connections"].values()
            for bit in bits
        }
        for name, cell in self.cells.items():
            column, row, place = self.spots[name]
            attributes = cell["attributes"]
            attributes.pop(PLACE, None)
            attributes.pop(_STRENGTH, None)
            attributes[FIXED] = f"X{column}/Y{row}/{place}"
        for net in self._nets.values():
            if not nets.isdisjoint(net["bits"]):
                net["attributes"].pop(_ROUTING, None)
        return json.dumps(self._body, separators=(",", ":")).encode()


def placed_design(content: bytes) -> PlacedDesign:
    """Read a placed design.

    Args:
        content: what nextpnr's `--write` wrote, JSON.

    Raises:
        PlacedDesignError: it is none.
    """
    try:
        return _read(parse_json(content))
    except (InputFileError, LookupError, TypeError, AttributeError, ValueError) as error:
        raise PlacedDesignError(f"no placed design: {error}") from error


def _read(body: dict[str, Any]) -> PlacedDesign:
    module = max(body["modules"].values(), key=lambda each: len(each["cells"]))
    cells: dict[str, dict[str, Any]] = module["cells"]
    spots: dict[str, Spot] = {}
    by_net: dict[int, Pin] = {}
    for name, cell in cells.items():
        column, row, place = cell["attributes"][PLACE].split("/", 2)
        spots[name] = int(column[1:]), int(row[1:]), place
        for port, way in cell["port_directions"].items():
            bits = cell["connections"].get(port)
            if way == "output" and bits:
                by_net[bits[0]] = (name, port)
    sinks: dict[Pin, list[Pin]] = {pin: [] for pin in by_net.values()}
    drivers: dict[Pin, Pin] = {}
    for name, cell in cells.items():
        for port, way in cell["port_directions"].items():
            bits = cell["connections"].get(port)
            if way == "input" and bits and bits[0] in by_net:
                drivers[name, port] = by_net[bits[0]]
                sinks[by_net[bits[0]]].append((name, port))
    return PlacedDesign(body, module["netnames"], cells, spots, sinks, drivers)
