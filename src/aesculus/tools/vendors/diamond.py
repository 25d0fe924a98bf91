"""Diamond: reports of the mapper (`.mrp`) and of TRACE (`.twr`)."""

import re
from dataclasses import replace

from aesculus.tools.vendors import lattice
from aesculus.tools.vendors.base import MEASURE, NAME, Extra, Task, Vendor
from aesculus.tools.vendors.figures import Figures, ReportError, megahertz

_VERSION = re.compile(r"version:?\s+Diamond (?:\(\S+\) )?(?:Version )?([\d.]+)", re.I)
_PART = re.compile(r"^[ \t]*Target Device:[ \t]+(\S+)", re.M)
_TRACE = re.compile(r"Lattice TRACE Report", re.I)
_CLOCK = re.compile(r'^[ \t]*(?:Preference:[ \t]+)?FREQUENCY (?:PORT|NET) "([^"\n]+)"', re.M)
_SPEED = re.compile(r"^(?:Target Performance:|Device,speed:[^,\n]*,)[ \t]*(\S+)", re.M)
_FMAX = re.compile(r"(?:Report|Warning):([^\n]{1,80}?)([A-Za-z]*) is the maximum frequency")


def read(text: str) -> tuple[Figures, ...]:
    """Return what a report says; nothing if it is none of Diamond."""
    version = _VERSION.search(text[:4000])
    if version is None:
        return ()
    part, speed = _PART.search(text), _SPEED.search(text)
    grade = speed[1] if speed else ""
    base = Figures("diamond", version[1], part[1] if part else "", grade)
    if _TRACE.search(text[:4000]):
        return (_timing(base, text),)
    return (lattice.area(base, text, ("registers", "PFU registers"), ("block RAMs",)),)


def _timing(base: Figures, text: str) -> Figures:
    names = sorted(set(_CLOCK.findall(text)))
    if len(names) > 1:
        raise ReportError(f"clocks {', '.join(names)}; legal: one, the core's")
    found = [megahertz(value, "the maximum frequency", unit) for value, unit in _FMAX.findall(text)]
    if not found:
        raise ReportError("no maximum frequency in it: is it a whole report of TRACE?")
    return replace(base, fmax_mhz=min(found))


_RUN = f"""\
prj_project open {NAME}.ldf
prj_run Synthesis
prj_run Translate
prj_run Map
prj_run PAR -task PARTrace
prj_project close
"""


def _extras(task: Task) -> dict[str, Extra]:
    clock = f'FREQUENCY PORT "{task.clock}" {task.mhz:g} MHZ;\n'
    return {"harness.lpf": Extra(clock, "LPF"), MEASURE: Extra(_RUN)}


def _commands(_task: Task) -> list[list[str]]:
    return [["diamondc", f"{NAME}.tcl"], ["diamondc", MEASURE]]


VENDOR = Vendor(
    name="diamond",
    program="diamondc",
    example="LFE5U-85F-8BG381C",
    constraints={"lpf": "LPF"},
    extras=_extras,
    commands=_commands,
    reports=("*.mrp", "*.twr"),
    read=read,
)
