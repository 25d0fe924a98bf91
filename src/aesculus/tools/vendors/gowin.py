"""Gowin EDA: reports of placement and routing (`.rpt.txt`) and of timing (`.tr`), both as text."""

import re
from dataclasses import replace

from aesculus.tools.vendors.base import Extra, Task, Vendor, sdc
from aesculus.tools.vendors.figures import Figures, ReportError, count, megahertz

_TOOL = re.compile(r"<?Tool Version>?:\s*V?(\d\S*)")
_PART = re.compile(r"<?Part Number>?:\s*(\S+)")
_HEAD = re.compile(r"Gowin Semiconductor|GOWIN", re.I)
_ROW = r"^[ \t]*{}[ \t]*\|[ \t]*(\S+)"
_TABLES = re.compile(r"^[ \t]*--LUT,ALU,ROM16[ \t]*\|[ \t]*([^\s(]+)[ \t]*\(", re.M)
_RAMS = re.compile(r"^[ \t]*BSRAM[ \t]*\|[ \t]*(\S++).*+\n((?:[ \t]*--.*\n)*)", re.M)
_RAM = re.compile(r"^[ \t]*--[^\s|]+[ \t]*\|[ \t]*(\S+)", re.M)
_FREQUENCIES = "Max Frequency Summary"
_CLOCK = re.compile(r"^[ \t]*\d+[ \t]+(\S+)[ \t]+\S+\(MHz\)[ \t]+(\S+)\(MHz\)", re.M)


def read(text: str) -> tuple[Figures, ...]:
    """Return what a report says; nothing if it is none of Gowin EDA."""
    if not _HEAD.search(text[:4000]):
        return ()
    version, part = _TOOL.search(text), _PART.search(text)
    base = Figures("gowin", version[1] if version else "", part[1] if part else "")
    place = text.rfind(_FREQUENCIES)
    if place >= 0:
        return (_timing(base, text[place:]),)
    tables = _TABLES.search(text)
    logic, registers, rams = _first(text, "Logic"), _first(text, "Register"), _RAMS.search(text)
    if tables is None or rams is None:
        missing = "--LUT,ALU,ROM16" if tables is None else "BSRAM"
        raise ReportError(f"no row {missing!r}: is it a whole report of placement and routing?")
    used = count(tables[1], "--LUT,ALU,ROM16")
    area = replace(
        base,
        lut_count=used,
        lutram_count=count(logic, "Logic") - used,
        ff_count=count(registers, "Register"),
        bram_count=_blocks(rams[1], rams[2]),
    )
    return (area,)


def _first(text: str, name: str) -> str:
    found = re.search(_ROW.format(name), text, re.M)
    if found is None:
        raise ReportError(f"no row {name!r}: is it a whole report of placement and routing?")
    return found[1].partition("/")[0]


def _blocks(used: str, kinds: str) -> int:
    """Return block RAMs: some versions tell a share alone, and the numbers by kind below it."""
    if "/" in used:
        return count(used.partition("/")[0], "BSRAM")
    return sum(count(found, "BSRAM") for found in _RAM.findall(kinds))


def _timing(base: Figures, text: str) -> Figures:
    clocks = _CLOCK.findall(text)
    if len(clocks) != 1:
        raise ReportError(f"{len(clocks)} clocks in its {_FREQUENCIES}; legal: 1, the core's")
    fmax = megahertz(clocks[0][1], "the actual frequency")
    return replace(base, fmax_mhz=fmax)


def _extras(task: Task) -> dict[str, Extra]:
    return {"harness.sdc": Extra(sdc(task), "SDC")}


def _commands(_task: Task) -> list[list[str]]:
    # The script that Edalize writes runs synthesis, placement and routing.
    return [["gw_sh", "edalize_gowin_template.tcl"]]


VENDOR = Vendor(
    name="gowin",
    program="gw_sh",
    example="GW2AR-LV18QN88C8/I7",
    constraints={"cst": "CST", "sdc": "SDC"},
    extras=_extras,
    commands=_commands,
    reports=("*.rpt.txt", "*.tr"),
    read=read,
    options={"gowin_options": ["-gen_text_timing_rpt 1"]},
)
