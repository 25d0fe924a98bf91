"""Places of ECP5's tables and registers: what moves together, what fits beside what.

A tile has four slices of two tables and two registers each. Registers of a tile share clock and
reset here, those of a slice their enable besides, as nextpnr's own rules want it; it checks each
placement by them again. A register whose data come from the table beside it moves with that table.
What is part of a carry chain, of a memory or of a wide multiplexer stays where it is.
"""

from collections.abc import Sequence
from typing import Any

from aesculus.placement.design import Pin, PlacedDesign, Spot

_TABLE, _REGISTER = "TRELLIS_COMB", "TRELLIS_FF"
_MEMORY = "TRELLIS_RAMW"
_SLICES = "ABCD"
_SPECIAL = ("OFX", "FXA", "FXB", "F1", "FCI", "FCO", "M")

_NEAR = (374.0, 55.0, 45.0, 56.0, 76.0, 31.0, 37.0, 37.0, 31.0)
"""Delay of a wire in ps: a first part, another tile in either direction, each tile up to the
fourth, those behind it, and those behind the tenth more.

Fitted to the routed wires of `XTS.UF10-C955N` on LFE5U-85F-8, to the quicker third of each length:
a wire that is late is one that the router takes care of.
"""

_LEAST = 150.0


class Ecp5Sites:
    """The places of a design on ECP5; see `placement.sites.Sites`.

    Attributes:
        taken: places of tables and registers, with the cells there.
    """

    kept: tuple[str, ...] = ("DCCA",)

    def __init__(self, design: PlacedDesign) -> None:
        self._design = design
        self.taken: dict[tuple[int, int, str], str] = {}
        self._tiles: dict[tuple[int, int], set[str]] = {}
        self._closed: set[tuple[int, int]] = set()
        self._delays: dict[tuple[int, int], float] = {}
        columns: list[int] = []
        self._rows: set[int] = set()
        for name, (column, row, place) in design.spots.items():
            kind = design.cells[name]["type"]
            if kind == _MEMORY:
                self._closed.add((column, row))
            elif kind in (_TABLE, _REGISTER):
                self.taken[column, row, place] = name
                self._tiles.setdefault((column, row), set()).add(name)
                columns.append(column)
                # A row has logic in all its tiles or in none, but for the border.
                self._rows.add(row)
        self._left, self._right = (min(columns), max(columns)) if columns else (0, -1)

    def _cell(self, name: str) -> dict[str, Any]:
        return self._design.cells[name]

    def _is_plain(self, name: str) -> bool:
        cell = self._cell(name)
        if cell["type"] != _TABLE or cell["parameters"].get("MODE"):
            return False
        return not any(cell["connections"].get(port) for port in _SPECIAL)

    def _from_table(self, name: str) -> bool:
        return bool(self._cell(name)["parameters"]["SD"].strip() == "1")

    def unit(self, cell: str) -> tuple[str, ...]:
        """Return a table and the register behind it, or one of them; none of what stays."""
        kind = self._cell(cell)["type"]
        if kind == _REGISTER:
            if not self._from_table(cell):
                return (cell,)
            table, _ = self._design.drivers.get((cell, "DI"), ("", ""))
            if not table or not self._is_plain(table):
                return ()
            return (table, cell) if self._beside(table) == cell else ()
        if kind != _TABLE or not self._is_plain(cell):
            return ()
        register = self._beside(cell)
        if register and self._from_table(register):
            return (cell, register)
        return (cell,)

    def _beside(self, table: str) -> str:
        column, row, place = self._design.spots[table]
        return self.taken.get((column, row, place.replace(".K", ".FF")), "")

    def fits(self, unit: Sequence[str], column: int, row: int) -> str:
        """Return slice and half of it, such as `A0`, where a unit fits into a tile."""
        tile = column, row
        if tile in self._closed or row not in self._rows:
            return ""
        if not self._left <= column <= self._right:
            return ""
        registers = [name for name in unit if self._cell(name)["type"] == _REGISTER]
        tables = len(unit) - len(registers)
        there = [
            name
            for name in self._tiles.get(tile, ())
            if self._cell(name)["type"] == _REGISTER and name not in unit
        ]
        if registers:
            shared = self._shared_in_tile(registers[0])
            if any(self._shared_in_tile(name) != shared for name in there):
                return ""
        for half in _SLICES:
            if registers and any(
                self._shared_in_slice(name) != self._shared_in_slice(registers[0])
                for name in there
                if self._design.spots[name][2][5] == half
            ):
                continue
            around = [self.taken.get((column, row, f"SLICE{half}.K{n}")) for n in (0, 1)]
            if any(name is not None and not self._is_plain(name) for name in around):
                continue
            for number in (0, 1):
                table = (column, row, f"SLICE{half}.K{number}") in self.taken
                register = (column, row, f"SLICE{half}.FF{number}") in self.taken
                if not (tables and table) and not (registers and register):
                    return f"{half}{number}"
        return ""

    def in_the_way(
        self, unit: Sequence[str], column: int, row: int
    ) -> list[tuple[str, ...]] | None:
        """Return units with registers that share clock and reset with those of a unit not."""
        tile = column, row
        registers = [name for name in unit if self._cell(name)["type"] == _REGISTER]
        if tile in self._closed or not registers:
            return None
        shared = self._shared_in_tile(registers[0])
        found: dict[tuple[str, ...], None] = {}
        for name in sorted(self._tiles.get(tile, ())):
            if self._cell(name)["type"] == _REGISTER and self._shared_in_tile(name) != shared:
                other = self.unit(name)
                if not other:
                    return None
                found[other] = None
        return list(found)

    def _net(self, name: str, port: str) -> int | None:
        return self._design.net(name, port)

    def _shared_in_tile(self, name: str) -> tuple[Any, ...]:
        settings = self._cell(name)["parameters"]
        return (
            self._net(name, "CLK"),
            settings.get("CLKMUX"),
            self._net(name, "LSR"),
            settings.get("LSRMUX"),
            settings.get("SRMODE"),
        )

    def _shared_in_slice(self, name: str) -> tuple[Any, ...]:
        settings = self._cell(name)["parameters"]
        return self._net(name, "CE"), settings.get("CEMUX"), settings.get("GSR")

    def move(self, unit: Sequence[str], column: int, row: int, place: str) -> None:
        """Put the cells of a unit into slice and half of a tile."""
        for name in unit:
            was = self._design.spots[name]
            del self.taken[was]
            self._tiles[was[0], was[1]].discard(name)
        for name in unit:
            kind = "FF" if self._cell(name)["type"] == _REGISTER else "K"
            spot = column, row, f"SLICE{place[0]}.{kind}{place[1]}"
            self._design.spots[name] = spot
            self.taken[spot] = name
            self._tiles.setdefault((column, row), set()).add(name)

    def wire(self, columns: int, rows: int) -> float:
        """Return what a wire takes that goes so many columns and rows, in ps."""
        far = columns, rows
        if far not in self._delays:
            terms = (
                1,
                min(columns, 1),
                min(rows, 1),
                min(columns, 4),
                min(rows, 4),
                max(columns - 4, 0),
                max(rows - 4, 0),
                max(columns - 10, 0),
                max(rows - 10, 0),
            )
            total = sum(part * ps for part, ps in zip(terms, _NEAR, strict=True))
            self._delays[far] = max(_LEAST, total)
        return self._delays[far]

    def place_of(self, spot: Spot) -> str:
        """Return slice and half of it of where a cell lies."""
        return f"{spot[2][5]}{spot[2][-1]}"

    def inner(self, pin: Pin) -> bool:
        """Return whether a pin is a register's that the table beside it feeds."""
        return pin[1] == "DI"
