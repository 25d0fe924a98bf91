"""Vivado: out-of-context runs of a project.

Its reports are `report_utilization`, also `-hierarchical`, and `report_timing_summary`.
"""

import re
from dataclasses import replace

from aesculus.tools.vendors.base import MEASURE, NAME, Extra, Task, Vendor, sdc
from aesculus.tools.vendors.figures import Figures, ReportError, amount, clock, count, number, slack

_VERSION = re.compile(r"^\|\s*Tool Version\s*:\s*Vivado v\.?(\S+)", re.M)
_PART = re.compile(r"^\|\s*Device\s*:\s*(\S+)", re.M)
_SPEED = re.compile(r"^\|\s*Speed File\s*:\s*(\S+)", re.M)
_SPEED_OF_PART = re.compile(r"-\d[A-Z]{0,2}(?=-[a-z]$|$)")
_STATE = re.compile(r"^\|\s*Design State\s*:[ \t]*(\S[^\r\n]*?)[ \t]*\|?[ \t\r]*$", re.M)
_ROUTED = re.compile(r"\bRouted\b|postRoute")
_ROW = re.compile(r"^\|(.+)\|[ \t\r]*$", re.M)
_HARNESS_CORE = "u_core"

_LUTS = ("LUT as Logic",)
_LUTRAMS = ("LUT as Memory",)
_FFS = ("Slice Registers", "CLB Registers")
_BRAMS = ("Block RAM Tile",)


def read(text: str) -> Figures | None:
    """Return what a report says; `None` if it is none of Vivado."""
    version = _VERSION.search(text)
    if version is None:
        return None
    found = _PART.search(text)
    part = found[1] if found else ""
    # A part may end with its speed grade.
    speed = _SPEED.search(text)
    grade = _SPEED_OF_PART.search(part) if speed is None else None
    told = speed[1] if speed else grade[0] if grade else ""
    base = Figures("vivado", version[1], part, told)
    rows = [[cell.strip() for cell in found.split("|")] for found in _ROW.findall(text)]
    heads = next((row for row in rows if row[:2] == ["Instance", "Module"]), None)
    if heads is not None:
        return _hierarchy(base, heads, rows)
    if "Timing Summary" in text:
        return _timing(base, text)
    used = {row[0].rstrip("*"): row[1] for row in rows if len(row) >= 2}
    return replace(
        base,
        lut_count=count(_one(used, _LUTS), "LUT as Logic"),
        lutram_count=count(_one(used, _LUTRAMS), "LUT as Memory"),
        ff_count=count(_one(used, _FFS), "registers"),
        bram_count=amount(_one(used, _BRAMS), "Block RAM Tile"),
    )


def _one(used: dict[str, str], names: tuple[str, ...]) -> str:
    for name in names:
        if name in used:
            return used[name]
    raise ReportError(f"no row {' or '.join(names)!r}: is it a whole report_utilization?")


def _hierarchy(base: Figures, heads: list[str], rows: list[list[str]]) -> Figures:
    row = next((row for row in rows if row[0] == _HARNESS_CORE), None)
    if row is None or len(row) != len(heads):
        raise ReportError(f"no whole row of the instance {_HARNESS_CORE}, which is the core")
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
        core_alone=True,
    )


# Blanks at the start of a line are no ends of lines here, nor in the other readers: else all that
# follows is looked at again from each of many empty lines.
_SUMMARY = re.compile(r"^[ \t]*WNS\(ns\).*\n[ \t\r-]*\n[ \t]*(\S+)", re.M)
_CLOCK = re.compile(r"^(\S+)[ \t]+\{[\d. ]+\}[ \t]+([\d.]+)[ \t]+[\d.]+[ \t\r]*$", re.M)


def _timing(base: Figures, text: str) -> Figures:
    state = _STATE.search(text)
    if state is not None and not _ROUTED.search(state[1]):
        raise ReportError(f"the timing is of a design that is {state[1]!r}; legal: 'Routed'")
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
