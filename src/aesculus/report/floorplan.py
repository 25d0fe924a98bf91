"""The floorplan of a routed design: which part of it lies where on the device.

Cells are named after nets, and a net after one of the modules that it goes through: a part is what
its cells are named after, which is near what they do and not the same.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aesculus.report.criticalpath import part_of

HARNESS = "harness"
"""What lies around the core."""

TOP = "ports"
"""What is named after the core's own ports."""

UNNAMED = "not named"
"""What only a tool named."""

OTHERS = "others"
"""What is not told apart."""

MOST_PARTS = 6
"""Parts that are told apart; those that fill the fewest tiles are `OTHERS`."""

MOST_TILES = 1 << 16
"""Tiles of the largest picture; the largest device that is routed has some 12,000."""

_CORE = "u_core"
_TOOLS = "$"


@dataclass(frozen=True)
class Floorplan:
    """Which part fills most of each tile.

    Attributes:
        left: column of the first tile, on the router's grid.
        low: row of the first tile.
        columns: tiles side by side.
        parts: names of the parts, those that fill most tiles first.
        tiles: row after row from the lowest: how many alike, and the number of the part, -1 for
            nothing.
    """

    left: int
    low: int
    columns: int
    parts: tuple[str, ...]
    tiles: tuple[tuple[int, int], ...]


def read(told: Mapping[str, Any]) -> Floorplan:
    """Return a floorplan as the stage `route` keeps it (`stages.floorplan`).

    Raises:
        ValueError, LookupError, TypeError: it is none.
    """
    names = [name_of(str(module)) for module in told["modules"]]
    left, low, columns = (int(told[name]) for name in ("left", "low", "columns"))
    tiles: list[tuple[int, str]] = []
    for count, number in told["tiles"]:
        if int(count) < 1 or not -1 <= int(number) < len(names):
            raise ValueError(f"tiles [{count}, {number}]")
        tiles.append((int(count), names[number] if number >= 0 else ""))
    total = sum(count for count, _ in tiles)
    if not 0 < total <= MOST_TILES or columns < 1 or total % columns:
        raise ValueError(f"{total} tiles in {columns} columns")
    parts = _most(tiles)
    at = {name: index for index, name in enumerate(parts)} | {"": -1}
    drawn = tuple((count, at.get(name, len(parts) - 1)) for count, name in tiles)
    return Floorplan(left, low, columns, parts, drawn)


def _most(tiles: list[tuple[int, str]]) -> tuple[str, ...]:
    filled: Counter[str] = Counter()
    for count, name in tiles:
        filled[name] += count
    del filled[""]
    names = sorted(filled, key=lambda name: (-filled[name], name))
    few = len(names) <= MOST_PARTS
    return tuple(names if few else [*names[: MOST_PARTS - 1], OTHERS])


def name_of(module: str) -> str:
    """Return which part a module belongs to, in few words.

    Args:
        module: its hierarchical name in the routed netlist, without indices.
    """
    parts = module.split(".")
    if parts[0] != _CORE:
        return HARNESS
    # The first is the harness' name of the core, the second the top's.
    path, names = part_of(parts[1:])
    if names in {"", "core"}:
        return UNNAMED if parts[-1] == _TOOLS else TOP
    return f"{path}, {names}" if path else names
