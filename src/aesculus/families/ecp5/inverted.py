"""Taking the inverter before a flip-flop's reset or enable into the flip-flop.

The reset and the enable of an ECP5 slice can be inverted in the slice itself (LSRMUX and CEMUX are
"INV"). Yosys maps a table there instead, and every flip-flop waits for it: one net more on the
way of a signal that often spans the whole design.
"""

from collections.abc import Iterator
from typing import Any

from aesculus.families.cells import composed, number, pin
from aesculus.families.ecp5.outreg import readers_of

_FLIP_FLOP = "TRELLIS_FF"
_TABLE = "LUT4"
_TABLE_INPUTS = "ABCD"
_INVERTER = 0b01
_Module = dict[str, Any]


def fold_inverters(netlist: dict[str, Any]) -> None:
    """Fold inverters in every module of a mapped netlist (Yosys JSON), in place.

    A table goes when nothing else reads it.
    """
    for module in netlist["modules"].values():
        _fold_in(module)


def _fold_in(module: _Module) -> None:
    inverters = {
        cell["connections"]["Z"][0]: (name, inverted)
        for name, cell in module["cells"].items()
        if cell["type"] == _TABLE and (inverted := _inverted(cell)) is not None
    }
    folded: set[int] = set()
    for cell in module["cells"].values():
        if cell["type"] == _FLIP_FLOP:
            folded.update(_fold(cell, "LSR", "LSR", inverters))
            # An enable whose mux says "1" is not looked at.
            folded.update(_fold(cell, "CE", "1", inverters))
    for net in folded - readers_of(module).keys():
        del module["cells"][inverters[net][0]]


def _fold(
    cell: dict[str, Any], pin: str, default: str, inverters: dict[int, tuple[str, int]]
) -> Iterator[int]:
    """Fold the inverter before one pin of a flip-flop; yield the net that it no longer reads."""
    mux = str(cell["parameters"].get(f"{pin}MUX", default)).strip()
    net = cell["connections"].get(pin, ["0"])[0]
    if mux not in (pin, "INV") or net not in inverters:
        return
    cell["parameters"][f"{pin}MUX"] = pin if mux == "INV" else "INV"
    cell["connections"][pin] = [inverters[net][1]]
    yield net


def _inverted(table: dict[str, Any]) -> int | None:
    """Return the net that a table inverts; None if it does anything else."""
    init = number(table, "INIT")
    bits = [pin(table, name) for name in _TABLE_INPUTS]
    if not all(isinstance(bit, int) or bit in ("0", "1") for bit in bits):
        return None
    if len({bit for bit in bits if isinstance(bit, int)}) != 1:
        return None
    read = composed(
        pin(table, "Z"),
        bits,
        lambda values: init >> sum(value << place for place, value in enumerate(values)) & 1,
    )
    (net,) = read.inputs
    return net if isinstance(net, int) and read.init == _INVERTER else None
