"""Where a router put the cells of a design: what fills most of each tile of the device."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from aesculus.inputs import InputFileError, parse_json

FLOORPLAN = "floorplan.json"
"""Name of the artefact."""

PLACED = "placed.json"
"""File to which the router writes the placed netlist."""

OPTION = "--write"
"""The routers' argument that names it."""

# ECP5, iCE40 and Nexus write X22/Y12/…, the himbaechel routers X22Y12/….
_TILE = re.compile(r"X(\d+)/?Y(\d+)(?:/|$)")
_PLACE = "NEXTPNR_BEL"
_INDEX = re.compile(r"\[\d+\]")
_EMPTY = -1
_FLATTENED = "$flatten\\"

UNNAMED = ".$"
"""End of a module's name if its cells have none that the sources gave them."""


def floorplan(content: bytes) -> bytes | None:
    """Return the floorplan of a placed netlist; `None` if it has none that can be read.

    Args:
        content: what nextpnr's `--write` wrote, JSON.

    Returns:
        JSON: `left` and `low`, column and row of the first tile; `columns`, how many lie side by
        side; `modules`, the hierarchical names of modules, without indices; `tiles`, row after row
        from the lowest, [how many alike, number of the module that has most cells there or -1].
    """
    try:
        netlist = parse_json(content)
        cells = max((module["cells"] for module in netlist["modules"].values()), key=len)
        return _drawn(cells)
    except (InputFileError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        # The figures of the route do not hang on it.
        return None


def _module(name: str) -> str:
    """Return the module that a cell is named after; with `.$` behind it if only a tool named it."""
    module, _, own = name.removeprefix(_FLATTENED).rpartition(".")
    return _INDEX.sub("", module) + (UNNAMED if module and own.startswith("$") else "")


def _drawn(cells: Mapping[str, Mapping[str, Any]]) -> bytes | None:
    tiles: defaultdict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for name, cell in cells.items():
        place = _TILE.match(str(cell["attributes"].get(_PLACE, "")))
        if place is not None:
            tiles[int(place[2]), int(place[1])][_module(name)] += 1
    if not tiles:
        return None
    (low, high), (left, right) = (
        (min(ends), max(ends)) for ends in ([tile[side] for tile in tiles] for side in (0, 1))
    )
    most = {
        tile: min(found, key=lambda name: (-found[name], name)) for tile, found in tiles.items()
    }
    names = sorted(set(most.values()))
    number = {name: index for index, name in enumerate(names)}
    line = (
        number[most[row, column]] if (row, column) in most else _EMPTY
        for row in range(low, high + 1)
        for column in range(left, right + 1)
    )
    drawn = {
        "left": left,
        "low": low,
        "columns": right - left + 1,
        "modules": names,
        "tiles": [[len(list(alike)), index] for index, alike in groupby(line)],
    }
    return json.dumps(drawn, separators=(",", ":")).encode()
