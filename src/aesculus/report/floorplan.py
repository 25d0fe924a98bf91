"""The floorplan of a routed design: which part of it lies where on the device."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

KINDS = (
    "S-boxes",
    "rest of the cipher path",
    "keys",
    "control and FIFO",
    "ports, mode and bus",
    "harness",
    "core, not named",
)
"""Parts that are told apart, by their number."""

_SBOXES, _CIPHER, _KEYS, _CONTROL, _AROUND, _HARNESS, _UNNAMED = range(len(KINDS))
_CORE = "u_core"
_ENGINE = "u_engine"
_MODULE = re.compile(r"u_[a-z0-9_]+")
_KEY = frozenset({"u_keys", "u_key_store", "u_prepare", "u_sub_word"})
_SBOX = frozenset({"u_sub_bytes", "u_sbox"})
_PATH = frozenset({"u_states", "u_path", "u_load", "u_out"})

MOST_TILES = 1 << 16
"""Tiles of the largest picture; the largest device that is routed has some 12,000."""


@dataclass(frozen=True)
class Floorplan:
    """Which part fills most of each tile.

    Attributes:
        left: column of the first tile, on the router's grid.
        low: row of the first tile.
        columns: tiles side by side.
        tiles: row after row from the lowest: how many alike, and the number in `KINDS`, -1 for
            nothing.
    """

    left: int
    low: int
    columns: int
    tiles: tuple[tuple[int, int], ...]


def read(told: Mapping[str, Any]) -> Floorplan:
    """Return a floorplan as the stage `route` keeps it (`stages.floorplan`).

    Raises:
        ValueError, LookupError, TypeError: it is none.
    """
    kinds = [kind_of(str(name)) for name in told["modules"]]
    left, low, columns = (int(told[name]) for name in ("left", "low", "columns"))
    tiles = []
    for count, number in told["tiles"]:
        if int(count) < 1 or not -1 <= int(number) < len(kinds):
            raise ValueError(f"tiles [{count}, {number}]")
        tiles.append((int(count), kinds[number] if number >= 0 else -1))
    total = sum(count for count, _ in tiles)
    if not 0 < total <= MOST_TILES or columns < 1 or total % columns:
        raise ValueError(f"{total} tiles in {columns} columns")
    return Floorplan(left, low, columns, tuple(tiles))


def kind_of(module: str) -> int:
    """Return which part a module belongs to, a number in `KINDS`.

    Args:
        module: its hierarchical name in the routed netlist; cells of the core's top are named
            after their nets.
    """
    names = [part for part in module.split(".") if _MODULE.fullmatch(part)]
    if not module.startswith(_CORE):
        return _HARNESS
    if _ENGINE not in names:
        return _UNNAMED if module.endswith(".$") else _AROUND
    inner = set(names[names.index(_ENGINE) + 1 :])
    parts = ((_KEY, _KEYS), (_SBOX, _SBOXES), (_PATH, _CIPHER))
    return next((kind for marks, kind in parts if inner & marks), _CONTROL)
