"""Moving registers behind an ECP5 block RAM into the RAM's own output register.

Yosys maps a RAM without its output register and leaves a fabric register behind it. The RAM is
slow from clock to output without the register (some 5 ns) and quick with it (under 1 ns).
"""

from collections.abc import Mapping
from typing import Any

_RAM = "DP16KD"
_FLIP_FLOP = "TRELLIS_FF"
_WIDTH = 18
_Cells = dict[str, dict[str, Any]]


def merge_output_registers(netlist: dict[str, Any]) -> None:
    """Merge output registers in every module of a mapped netlist (Yosys JSON), in place.

    A port of a RAM takes them if every used output bit feeds exactly one flip-flop and nothing
    else, all these have the RAM port's clock and edge and no reset, the port has no reset, and
    their enable is the port's own enable. The last is stricter than the silicon, which has an
    enable of its own for the output register, but leaves no doubt about what that register does
    while the port is disabled. Initial states are kept too: the RAM's register starts at 0, so
    flip-flops that start at 1 stay where they are.
    """
    for module in netlist["modules"].values():
        _merge_in(module)


def _merge_in(module: dict[str, Any]) -> None:
    cells: _Cells = module["cells"]
    readers = readers_of(module)
    for cell in [cell for cell in cells.values() if cell["type"] == _RAM]:
        for side in "AB":
            behind = _registers_behind(cell, side, cells, readers)
            if behind:
                _take(cell, side, behind, cells)


def readers_of(module: dict[str, Any]) -> dict[int, list[str]]:
    """Return net to the cells that read it, one entry a reading pin; "" for a port."""
    readers: dict[int, list[str]] = {}
    for name, cell in module["cells"].items():
        for port, bits in cell["connections"].items():
            if cell["port_directions"].get(port) == "output":
                continue
            for bit in bits:
                if isinstance(bit, int):
                    readers.setdefault(bit, []).append(name)
    for port in module["ports"].values():
        if port["direction"] != "input":
            for bit in port["bits"]:
                readers.setdefault(bit, []).append("")
    return readers


def has_output_register(ram: Mapping[str, Any], side: str) -> bool:
    """Return whether a side of a block RAM, "A" or "B", takes a cycle more for its output."""
    return str(ram["parameters"].get(f"REGMODE_{side}", "NOREG")).strip() != "NOREG"


def _registers_behind(
    ram: dict[str, Any], side: str, cells: _Cells, readers: dict[int, list[str]]
) -> dict[str, str]:
    """Return output port to the flip-flop to merge into it; empty if the port cannot take them."""
    pins, parameters = ram["connections"], ram["parameters"]
    if has_output_register(ram, side):
        return {}
    if pins.get(f"RST{side}", ["0"]) != ["0"]:
        return {}
    falling = str(parameters.get(f"CLK{side}MUX", f"CLK{side}")).strip() == "INV"
    found: dict[str, str] = {}
    for index in range(_WIDTH):
        port = f"DO{side}{index}"
        for bit in pins.get(port, []):
            users = readers.get(bit, [])
            if not users:
                continue
            if len(users) != 1 or not _fits(cells.get(users[0]), bit, ram, side, falling):
                return {}
            found[port] = users[0]
    return found


def _fits(
    cell: dict[str, Any] | None, bit: int, ram: dict[str, Any], side: str, falling: bool
) -> bool:
    if cell is None or cell["type"] != _FLIP_FLOP or cell["connections"].get("DI") != [bit]:
        return False
    pins, parameters = cell["connections"], cell["parameters"]
    clock_mux = str(parameters.get("CLKMUX", "CLK")).strip()
    enable_mux = str(parameters.get("CEMUX", "1")).strip()
    enable = ["1"] if enable_mux == "1" else pins.get("CE", ["1"])
    return (
        pins["CLK"] == ram["connections"][f"CLK{side}"]
        and (clock_mux == "INV") == falling
        and pins.get("LSR", ["0"]) == ["0"]
        and str(parameters.get("LSRMUX", "LSR")).strip() != "INV"
        and str(parameters.get("REGSET", "RESET")).strip() == "RESET"
        and enable_mux != "INV"
        and enable == ram["connections"].get(f"CE{side}", ["1"])
    )


def _take(ram: dict[str, Any], side: str, behind: dict[str, str], cells: _Cells) -> None:
    ram["parameters"][f"REGMODE_{side}"] = "OUTREG"
    ram["connections"][f"OCE{side}"] = list(ram["connections"].get(f"CE{side}", ["1"]))
    for port, name in behind.items():
        ram["connections"][port] = list(cells.pop(name)["connections"]["Q"])
