"""What a family says of places, for cells that are moved."""

from collections.abc import Sequence
from typing import Protocol

from aesculus.placement.design import Pin, Spot


class Sites(Protocol):
    """What a family says of places: which cells move together, what fits, how long wires take.

    Attributes:
        kept: types of cells whose nets keep their wires, as buffers of clocks.
    """

    kept: tuple[str, ...]

    def unit(self, cell: str) -> tuple[str, ...]:
        """Return the cells that move with a cell, itself among them; none if it stays."""

    def fits(self, unit: Sequence[str], column: int, row: int) -> str:
        """Return a place in a tile, as `move` takes it; empty if there is none."""

    def in_the_way(
        self, unit: Sequence[str], column: int, row: int
    ) -> list[tuple[str, ...]] | None:
        """Return the units that share no tile with a unit; `None` if one of them must stay."""

    def move(self, unit: Sequence[str], column: int, row: int, place: str) -> None:
        """Put the cells of a unit there."""

    def wire(self, columns: int, rows: int) -> float:
        """Return what a wire takes that goes so far, in ps."""

    def place_of(self, spot: Spot) -> str:
        """Return the place in a tile of where a cell of a unit lies."""

    def inner(self, pin: Pin) -> bool:
        """Return whether a driven pin is reached within a unit, wherever that lies."""
