"""Placed designs of ECP5 by hand, as nextpnr writes them, and their delays."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

CLOCK_TO_Q, THROUGH, INSIDE = 395, 180, 108
"""ps of a register, of a table, and from a table to the register beside it."""


def register(place: str, *, data: int, out: int, **more: Any) -> dict[str, Any]:
    """Return a register, by default of the pin M and without reset or enable.

    Args:
        place: where it lies.
        data: net of its data.
        out: net of its output.
        more: `reset` and `enable`, nets; `beside`, whether its data come from the table beside it.
    """
    beside = bool(more.get("beside"))
    port = "DI" if beside else "M"
    pins = {port: [data], "Q": [out], "CLK": [1]}
    for name, pin in (("reset", "LSR"), ("enable", "CE")):
        pins[pin] = [more[name]] if name in more else []
    settings = {"SD": "1 " if beside else "0 ", "CLKMUX": "CLK", "LSRMUX": "LSR", "CEMUX": "1 "}
    if "reset" in more:
        settings["SRMODE"] = "ASYNC"
    if "enable" in more:
        settings["CEMUX"] = "CE"
    return _cell("TRELLIS_FF", place, pins, settings)


def table(place: str, ins: Iterable[int], out: int, **settings: str) -> dict[str, Any]:
    """Return a table of up to four inputs."""
    pins: dict[str, list[int]] = {"F": [out]}
    pins |= {port: [net] for port, net in zip("ABCD", ins, strict=False)}
    return _cell("TRELLIS_COMB", place, pins, settings)


def _cell(
    kind: str, place: str, pins: Mapping[str, list[int]], settings: Mapping[str, str]
) -> dict[str, Any]:
    ways = {port: "output" if port in ("F", "Q", "CLKO") else "input" for port in pins}
    return {
        "type": kind,
        "parameters": dict(settings),
        "attributes": {"NEXTPNR_BEL": place, "BEL_STRENGTH": "1"},
        "port_directions": ways,
        "connections": dict(pins),
    }


def placed(cells: Mapping[str, dict[str, Any]]) -> bytes:
    """Return a placed design with a buffer that drives net 1, the clock."""
    clock = _cell("DCCA", "X67/Y0/TDCC0", {"CLKO": [1]}, {})
    every = {"clock": clock, **cells}
    nets = {bit for cell in every.values() for bits in cell["connections"].values() for bit in bits}
    names = {
        f"n{net}": {"bits": [net], "attributes": {"ROUTING": f"X1/Y1/W{net};;1"}} for net in nets
    }
    empty: dict[str, dict[str, Any]] = {"cells": {}, "netnames": {}}
    top = {"cells": every, "netnames": names}
    return json.dumps({"modules": {"library": empty, "top": top}}).encode()


def sdf(cells: Mapping[str, dict[str, Any]], wire: Any) -> list[str]:
    """Return the lines of an SDF file.

    Args:
        cells: of the design.
        wire: from where a driver and where a driven cell lie, (column, row) each, to ps.
    """
    drivers: dict[int, tuple[str, str]] = {}
    for name, cell in cells.items():
        for port in ("F", "Q"):
            for net in cell["connections"].get(port, []):
                drivers[net] = name, port
    lines = ["(DELAYFILE", "(CELL", '(CELLTYPE "top")', "(INSTANCE )"]
    for name, cell in cells.items():
        for port, bits in cell["connections"].items():
            if port in ("F", "Q", "CLK") or not bits or bits[0] not in drivers:
                continue
            source, out = drivers[bits[0]]
            far = INSIDE if port == "DI" else wire(_tile(cells[source]), _tile(cell))
            ends = f"{_told(source)}/{out} {_told(name)}/{port}"
            lines.append(f"(INTERCONNECT {ends} ({far}:{far}:{far}) ({far}:{far}:{far}))")
    for name, cell in cells.items():
        lines += ["(CELL", f'(CELLTYPE "{cell["type"]}")', f"(INSTANCE {_told(name)})"]
        pins = [port for port, bits in cell["connections"].items() if bits]
        if cell["type"] == "TRELLIS_FF":
            lines.append(f"(IOPATH CLK Q ({CLOCK_TO_Q}:{CLOCK_TO_Q}:{CLOCK_TO_Q}) (1:1:1))")
            for port in pins:
                if port not in ("Q", "CLK"):
                    lines.append(f"(SETUPHOLD (posedge {port}) (posedge CLK) (0:0:0) (1:1:1))")
                    lines.append(f"(SETUPHOLD (negedge {port}) (posedge CLK) (9:9:9) (1:1:1))")
        else:
            lines += [
                f"(IOPATH {port} F ({THROUGH}:{THROUGH}:{THROUGH}) (1:1:1))"
                for port in pins
                if port != "F"
            ]
        lines.append(")")
    return lines


def _tile(cell: Mapping[str, Any]) -> tuple[int, int]:
    column, row, _ = cell["attributes"]["NEXTPNR_BEL"].split("/")
    return int(column[1:]), int(row[1:])


def _told(name: str) -> str:
    return name.replace("[", "\\[").replace("]", "\\]").replace("$", "\\$")
