"""Points as coordinates: categories for samplers that know nothing of AES."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from aesculus.ciphers.aes.space import Cut
from aesculus.design import Build

Category = int | str

MASKS: dict[str, dict[str, int]] = {"cuts": {str(cut.name).lower(): int(cut) for cut in Cut}}
"""Fields that are sets, with their members: each member is a coordinate of its own."""


class Encoding:
    """The axes along which the points of a problem differ, every cut position being one of its own.

    Not every combination is a point; `nearest` repairs those that are none.

    Attributes:
        choices: axis to its values, in order; each has two or more.
    """

    def __init__(self, points: Sequence[Build]) -> None:
        rows = [_coordinates(point) for point in points]
        # Designs of several kinds have different fields; one that a point lacks is empty there.
        names = dict.fromkeys(name for row in rows for name in row)
        rows = [{name: row.get(name, "") for name in names} for row in rows]
        values = {name: sorted({row[name] for row in rows}, key=_order) for name in names}
        self.choices: dict[str, tuple[Category, ...]] = {
            name: tuple(found) for name, found in values.items() if len(found) > 1
        }
        self._places = {
            name: {value: place for place, value in enumerate(found)}
            for name, found in self.choices.items()
        }
        self._table: NDArray[np.int64] = np.array(
            [self._line(row) for row in rows], dtype=np.int64
        ).reshape(len(rows), len(self.choices))
        self._exact = {tuple(line): number for number, line in reversed([*enumerate(self._table)])}

    def coordinates(self, point: Build) -> dict[str, Category]:
        """Return the coordinates of a point."""
        row = _coordinates(point)
        return {name: row.get(name, "") for name in self.choices}

    def nearest(self, coordinates: Mapping[str, Category]) -> int:
        """Return the number of the point with these coordinates, else of the nearest one.

        Near is in how many axes they differ, then by how many steps in their order; the first one
        of equally near points.
        """
        wanted = self._line(coordinates)
        exact = self._exact.get(tuple(wanted))
        if exact is not None:
            return exact
        apart = np.abs(self._table - np.array(wanted, dtype=np.int64))
        differing = (apart > 0).sum(axis=1)
        return int(np.lexsort((apart.sum(axis=1), differing))[0])

    def features(self) -> NDArray[np.float64]:
        """Return the points as numbers for a regression, one line a point, of unit scale.

        Numbers of rounds, lanes and bits by their logarithm; names as one column each. Where some
        points lack a number, that they do is a column of its own.
        """
        columns = [
            column
            for place, values in enumerate(self.choices.values())
            for column in _columns(values, self._table[:, place])
        ]
        return np.column_stack(columns) if columns else np.zeros((len(self._table), 1))

    def _line(self, row: Mapping[str, Category]) -> list[int]:
        return [self._places[name][row[name]] for name in self.choices]


def _coordinates(point: Build) -> dict[str, Category]:
    row: dict[str, Category] = {}
    for name, value in point.fields.items():
        if name in MASKS:
            row |= {f"cut_{cut}": int(bool(value & bit)) for cut, bit in MASKS[name].items()}
        else:
            row[name] = value if isinstance(value, int) else str(value)
    return row


def _order(value: Category) -> tuple[bool, Category]:
    return isinstance(value, str), value


def _columns(values: Sequence[Category], held: NDArray[np.int64]) -> list[NDArray[np.float64]]:
    """Return the columns of an axis.

    Args:
        values: of the axis, numbers ahead of names.
        held: the place of each point's value.
    """
    numbers = np.array([value for value in values if isinstance(value, int)], dtype=float)
    names = range(len(numbers), len(values))
    if len(names) == 2 == len(values):
        names = range(1, 2)
    columns = [(held == place).astype(float) for place in names]
    if len(numbers) > 1:
        scaled = numbers if numbers.min() <= 0 else np.log2(numbers)
        scaled = (scaled - scaled.min()) / np.ptp(scaled)
        columns.append(np.append(scaled, np.zeros(len(values) - len(numbers)))[held])
    return columns
