"""Vivado: out-of-context runs of a project.

Its reports are `report_utilization`, also `-hierarchical`, and `report_timing_summary`.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from aesculus.tools.vendors.base import MEASURE, NAME, Extra, Task, Vendor, sdc
from aesculus.tools.vendors.figures import Figures, ReportError, clock, count, halves, number, slack

_Number = TypeVar("_Number", int, float)

_VERSION = re.compile(r"^\|\s*Tool Version\s*:\s*Vivado v\.?(\S+)", re.M)
_PART = re.compile(r"^\|\s*Device\s*:\s*(\S+)", re.M)
_SPEED = re.compile(r"^\|\s*Speed File\s*:\s*(\S+)", re.M)
_SPEED_OF_PART = re.compile(r"-\d[A-Z]{0,2}(?=-[a-z]$|$)")
_STATE = re.compile(r"^\|\s*Design State\s*:[ \t]*(\S[^\r\n]*?)[ \t]*\|?[ \t\r]*$", re.M)
_ROUTED = re.compile(r"\bRouted\b|postRoute")
_PLACED = re.compile(rf"\bFully Placed\b|postPlace|{_ROUTED.pattern}")
_ROW = re.compile(r"^\|(.+)\|[ \t\r]*$", re.M)
_TREE = ["Instance", "Module"]
_HARNESS_CORE = "u_core"
_SITE = "Site Type"

_LUTS = ("LUT as Logic",)
_LUTRAMS = ("LUT as Memory",)
_FFS = ("Slice Registers", "CLB Registers")
_BRAMS = ("Block RAM Tile",)
_ALL_LUTS = ("Slice LUTs", "CLB LUTs")
_PASSED = "LUT used exclusively as pack-thrus"


def read(text: str) -> tuple[Figures, ...]:
    """Return what a report says; nothing if it is none of Vivado."""
    version = _VERSION.search(text)
    if version is None:
        return ()
    found = _PART.search(text)
    part = found[1] if found else ""
    # A part may end with its speed grade.
    speed = _SPEED.search(text)
    grade = _SPEED_OF_PART.search(part) if speed is None else None
    base = Figures("vivado", version[1], part, speed[1] if speed else grade[0] if grade else "")
    told = _ROW.findall(text)
    rows = [[cell.strip() for cell in row.split("|")] for row in told]
    state = _STATE.search(text)
    heads = next((place for place, row in enumerate(rows) if row[:2] == _TREE), None)
    if heads is None and "Timing Summary" in text:
        _check_state("timing", state, _ROUTED, "'Routed'")
        return (_timing(base, text),)
    _check_state("area", state, _PLACED, "'Routed' or 'Fully Placed'")
    if heads is None:
        return (_flat(base, rows),)
    depths = [len(row) - len(row.lstrip()) for row in told[heads:]]
    return _hierarchy(base, rows[heads:], depths)


def _check_state(what: str, state: re.Match[str] | None, done: re.Pattern[str], legal: str) -> None:
    if state is not None and not done.search(state[1]):
        raise ReportError(f"the {what} is of a design that is {state[1]!r}; legal: {legal}")


def _flat(base: Figures, rows: list[list[str]]) -> Figures:
    used: dict[str, list[str]] = {}
    whole = True
    for row in rows:
        if row[0] == _SITE:
            # Tables with a column a region have rows of the same names.
            whole = row[1:2] == ["Used"]
        elif whole and len(row) >= 2:
            used.setdefault(row[0].rstrip("*"), []).append(row[1])

    def told(names: tuple[str, ...], what: str, read: Callable[[str, str], _Number]) -> _Number:
        found = [read(text, what) for name in names for text in used.get(name, ())]
        if not found:
            raise ReportError(f"no row {' or '.join(names)!r}: is it a whole report_utilization?")
        if len(set(found)) > 1:
            numbers = " and ".join(f"{each:,}" for each in sorted(set(found)))
            raise ReportError(f"{what} is {numbers}; legal: the same in every row of it")
        return found[0]

    luts, memories = told(_LUTS, _LUTS[0], count), told(_LUTRAMS, _LUTRAMS[0], count)
    passed = told((_PASSED,), _PASSED, count) if _PASSED in used else 0
    for name in _ALL_LUTS:
        if name in used and told((name,), name, count) != luts + memories + passed:
            raise ReportError(
                f"{name} is {used[name][0]!r}; legal: {luts + memories + passed:,}, the sum of the "
                "rows below it"
            )
    return replace(
        base,
        lut_count=luts,
        lutram_count=memories,
        ff_count=told(_FFS, "registers", count),
        bram_count=told(_BRAMS, _BRAMS[0], halves),
    )


def _hierarchy(base: Figures, rows: list[list[str]], depths: list[int]) -> tuple[Figures, ...]:
    """Return what a table of instances says of all, its first row, and of the core alone."""
    heads, *rest = rows
    place = next((place for place, row in enumerate(rows) if row[0] == _HARNESS_CORE), 0)
    if not place or len(rows[place]) != len(heads):
        raise ReportError(f"no whole row of the instance {_HARNESS_CORE}, which is the core")
    # Modes have an instance of this name within, which stands deeper.
    for row, depth in zip(rows, depths, strict=True):
        if row[0] == _HARNESS_CORE and depth == depths[place] and row != rows[place]:
            raise ReportError(f"several rows of the instance {_HARNESS_CORE}, which is the core")
    core = _instance(base, heads, rows[place])
    if len(rest[0]) != len(heads):
        raise ReportError("no whole row of the instance at the top")
    return _instance(base, heads, rest[0]), replace(core, core_alone=True)


def _instance(base: Figures, heads: list[str], row: list[str]) -> Figures:
    cells = dict(zip(heads, row, strict=True))
    try:
        luts, memories = cells["Logic LUTs"], cells["LUTRAMs"]
        shifts, registers = cells["SRLs"], cells["FFs"]
        large, small = cells["RAMB36"], cells["RAMB18"]
    except KeyError as missing:
        raise ReportError(f"no column {missing}: is it report_utilization -hierarchical?") from None
    return replace(
        base,
        lut_count=count(luts, "Logic LUTs"),
        lutram_count=count(memories, "LUTRAMs") + count(shifts, "SRLs"),
        ff_count=count(registers, "FFs"),
        bram_count=count(large, "RAMB36") + count(small, "RAMB18") / 2,
    )


# Blanks at the start of a line are no ends of lines here, nor in the other readers: else all that
# follows is looked at again from each of many empty lines.
_SUMMARY = re.compile(r"^[ \t]*WNS\(ns\).*\n[ \t\r-]*\n[ \t]*(\S+)", re.M)
_CLOCK = re.compile(r"^(\S+)[ \t]+\{[\d. ]+\}[ \t]+([\d.]+)[ \t]+[\d.]+[ \t\r]*$", re.M)


def _timing(base: Figures, text: str) -> Figures:
    worst = _SUMMARY.search(text)
    clocks = _CLOCK.findall(text)
    if worst is None:
        raise ReportError("no WNS in it: is it a whole report_timing_summary?")
    if len(clocks) != 1:
        raise ReportError(f"{len(clocks)} clocks in its Clock Summary; legal: 1, the core's")
    fmax = clock(number(clocks[0][1], "period"), slack(worst[1], "WNS"))
    return replace(base, fmax_mhz=fmax)


_CLOCK_SOURCE = "clock_source.tcl"

# Out of context there are no pads, and the clock comes from a buffer outside the design: without
# a place for it, Vivado knows no delay of the clock's network.
_SOURCE = """\
set sites [get_sites -quiet -filter {{SITE_TYPE == BUFGCTRL || SITE_TYPE == BUFGCE}}]
if {{[llength $sites]}} {{
  set_property HD.CLK_SRC [lindex $sites 0] [get_ports {clock}]
}}
"""

_RUNS = """\
proc finished {{run}} {{
  if {{[get_property PROGRESS [get_runs $run]] != "100%"}} {{
    puts "ERROR: $run: [get_property STATUS [get_runs $run]]"
    exit 1
  }}
}}
set_property -name {{STEPS.SYNTH_DESIGN.ARGS.MORE OPTIONS}} \\
  -value {{-mode out_of_context}} -objects [get_runs synth_1]
launch_runs synth_1
wait_on_run synth_1
finished synth_1
set_property STEPS.OPT_DESIGN.TCL.PRE [file normalize {source}] [get_runs impl_1]
launch_runs impl_1 -to_step route_design
wait_on_run impl_1
finished impl_1
open_run impl_1
report_utilization -file utilization.rpt
report_utilization -hierarchical -file hierarchy.rpt
report_timing_summary -file timing.rpt
exit
"""


def _extras(task: Task) -> dict[str, Extra]:
    return {
        "harness.xdc": Extra(sdc(task), "xdc"),
        _CLOCK_SOURCE: Extra(_SOURCE.format(clock=task.clock)),
        MEASURE: Extra(_RUNS.format(source=_CLOCK_SOURCE)),
    }


def _commands(_task: Task) -> list[list[str]]:
    batch = ["vivado", "-mode", "batch", "-notrace", "-nojournal"]
    return [[*batch, "-source", f"{NAME}.tcl", MEASURE]]


VENDOR = Vendor(
    name="vivado",
    program="vivado",
    example="xc7a100tcsg324-1",
    constraints={"xdc": "xdc"},
    extras=_extras,
    commands=_commands,
    reports=("utilization.rpt", "hierarchy.rpt", "timing.rpt"),
    read=read,
    version=("-version",),
)
