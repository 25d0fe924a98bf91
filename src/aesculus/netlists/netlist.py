"""Reading, trimming, counting and packing mapped netlists (Yosys JSON)."""

import gzip
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, cast

from aesculus.families import CellKind, Family
from aesculus.inputs import MOST_NETLIST, parse_json, unpacked

TOP = "aesculus_point"
"""Name of the module that binds the core's parameters."""

Netlist = dict[str, Any]
"""A mapped design as Yosys writes it, parsed from JSON."""

_KEPT_ATTRIBUTES = frozenset({"keep", "LOC", "BEL"})


def top_module(netlist: Netlist, top: str = TOP) -> dict[str, Any]:
    """Return the module of that name."""
    return cast("dict[str, Any]", netlist["modules"][top])


def trim(netlist: Netlist, top: str = TOP) -> None:
    """Drop library modules and source references, which are most of the text."""
    module = top_module(netlist, top)
    for cell in module["cells"].values():
        attributes = cell.get("attributes", {})
        cell["attributes"] = {k: v for k, v in attributes.items() if k in _KEPT_ATTRIBUTES}
    for net in module["netnames"].values():
        net["attributes"] = {}
    module["attributes"] = {"top": "1"}
    netlist["modules"] = {top: module}


def cell_counts(netlist: Netlist, top: str = TOP) -> dict[str, int]:
    """Return cell type to count, sorted by type."""
    counts = Counter(cell["type"] for cell in top_module(netlist, top)["cells"].values())
    return dict(sorted(counts.items()))


def resource_counts(cells: Mapping[str, int], family: Family) -> dict[str, int]:
    """Return the metrics `lut_count`, `lutram_count`, `ff_count` and `bram_count`."""
    totals = dict.fromkeys(CellKind, 0)
    for cell, count in cells.items():
        if cell in family.cells:
            kind, amount = family.cells[cell]
            totals[kind] += amount * count
    return {f"{kind.value}_count": total for kind, total in totals.items()}


def pack(content: bytes) -> bytes:
    """Compress, with the same bytes for the same content."""
    return gzip.compress(content, compresslevel=6, mtime=0)


def unpack(content: bytes) -> bytes:
    """Undo `pack`; content that is not compressed is returned as it is.

    Raises:
        InputFileError: it is damaged, or unpacks to more than any netlist.
    """
    return unpacked(content, MOST_NETLIST) if content[:2] == b"\x1f\x8b" else content


def dump(netlist: Netlist) -> bytes:
    """Write a netlist as JSON."""
    return json.dumps(netlist, separators=(",", ":")).encode()


def parse(content: bytes) -> Netlist:
    """Read a netlist from JSON, compressed or not.

    Raises:
        InputFileError: it is damaged, or larger than any netlist.
        ValueError, RecursionError: it is no JSON.
    """
    return cast("Netlist", parse_json(unpack(content)))
