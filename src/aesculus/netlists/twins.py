"""Merging cells that do the same on the same inputs.

Modules that are mapped apart may each hold a register of the same signal. Yosys merges such twins
before mapping, in a design of one piece; after mapping it no longer knows the cells.
"""

from collections.abc import Collection
from typing import Any

_Bit = int | str


def merge_twins(module: dict[str, Any], kinds: Collection[str], muxes: Collection[str] = ()) -> int:
    """Merge cells of equal type, parameters and inputs in a mapped module, in place.

    Merging two cells can make twins of those behind them, so this goes on until none is left.

    Args:
        module: a module of a mapped netlist (Yosys JSON).
        kinds: types of the cells that may be merged: tables and flip-flops, whose state follows
            from parameters and inputs alone. Cells with the attribute `keep` are left alone.
        muxes: types of the cells that sit in one slice with the tables they choose from. A table
            before one of them is left alone: it cannot be in two slices.

    Returns:
        How many cells were dropped.
    """
    cells: dict[str, dict[str, Any]] = module["cells"]
    before = len(cells)
    while True:
        same = _twins(cells, kinds, _bound(cells, muxes))
        if not same:
            return before - len(cells)
        _rename(module, same)


def _bound(cells: dict[str, dict[str, Any]], muxes: Collection[str]) -> set[_Bit]:
    """Return the bits that multiplexers read."""
    return {
        bit
        for cell in cells.values()
        if cell["type"] in muxes
        for port, bits in cell["connections"].items()
        if cell["port_directions"].get(port) != "output"
        for bit in bits
    }


def _twins(
    cells: dict[str, dict[str, Any]], kinds: Collection[str], bound: Collection[_Bit]
) -> dict[_Bit, _Bit]:
    """Drop every second twin; return the bits it drove with the bits that take their place."""
    seen: dict[object, dict[str, Any]] = {}
    same: dict[_Bit, _Bit] = {}
    for name, cell in list(cells.items()):
        if cell["type"] not in kinds or "keep" in cell.get("attributes", {}):
            continue
        directions, pins = cell["port_directions"], cell["connections"]
        if any(
            bit in bound
            for port, bits in pins.items()
            if directions.get(port) == "output"
            for bit in bits
        ):
            continue
        inputs = sorted((p, tuple(b)) for p, b in pins.items() if directions.get(p) != "output")
        key = (cell["type"], tuple(sorted(cell["parameters"].items())), tuple(inputs))
        twin = seen.setdefault(key, cell)
        if twin is cell:
            continue
        for port, bits in pins.items():
            if directions.get(port) == "output":
                kept = twin["connections"].get(port, [])
                if len(kept) != len(bits):
                    break
                same.update(zip(bits, kept, strict=True))
        else:
            del cells[name]
    return same


def _rename(module: dict[str, Any], same: dict[_Bit, _Bit]) -> None:
    for cell in module["cells"].values():
        for bits in cell["connections"].values():
            bits[:] = [same.get(bit, bit) for bit in bits]
    for group in ("ports", "netnames"):
        for entry in module[group].values():
            entry["bits"][:] = [same.get(bit, bit) for bit in entry["bits"]]
