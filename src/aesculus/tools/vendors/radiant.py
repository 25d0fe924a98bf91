"""Radiant: reports of the mapper (`.mrp`) and of the timing analyser (`.twr`)."""

import re
from dataclasses import replace

from aesculus.tools.vendors import lattice
from aesculus.tools.vendors.base import MEASURE, NAME, Extra, Task, Vendor, sdc
from aesculus.tools.vendors.figures import Figures, ReportError, megahertz

_HEAD = re.compile(r"Lattice (?:Mapping Report|Timing Report|Radiant)|Radiant Software", re.I)
_OTHER = re.compile(r"version:?\s+Diamond", re.I)
_VERSION = re.compile(r"Radiant Software \(\S+\) ([\d.]+)|Version:?\s+Radiant\S* ([\d.]+)", re.I)
_PART = re.compile(r"^[ \t]*(?:Target )?(?:Device|Vendor):?[ \t]+(\S+)", re.M | re.I)
_FROM = re.compile(r"^[ \t]*From (\S+)[ \t]*\|[ \t]*Target", re.M)
_SPEED = re.compile(r"^[ \t]*Performance Grade:[ \t]+(\S+)", re.M)
_ACTUAL = re.compile(r"Actual \(all paths\)[^|\n]*(?:\|[^|\n]*)?(?:\|([^|\n]*))?")


def read(text: str) -> tuple[Figures, ...]:
    """Return what a report says; nothing if it is none of Radiant."""
    if not _HEAD.search(text[:4000]) or _OTHER.search(text[:4000]):
        return ()
    version, part, speed = (each.search(text) for each in (_VERSION, _PART, _SPEED))
    base = Figures(
        "radiant",
        next(filter(None, version.groups()), "") if version else "",
        part[1] if part else "",
        speed[1] if speed else "",
    )
    clocks = [clock.split() for clock in _ACTUAL.findall(text)]
    if clocks:
        names = sorted(set(_FROM.findall(text)))
        if len(names) > 1:
            raise ReportError(f"clocks {', '.join(names)}; legal: one, the core's")
        # One a corner: the slowest counts.
        told = [(*clock, "", "")[:2] for clock in clocks]
        fmax = min(megahertz(value, "the actual frequency", unit) for value, unit in told)
        return (replace(base, fmax_mhz=fmax),)
    return (lattice.area(base, text, ("slice registers", "registers"), ("Block RAMs", "EBRs")),)


_RUN = f"""\
prj_open {NAME}.rdf
prj_run Synthesis -impl impl -forceOne
prj_run Map -impl impl
prj_run PAR -impl impl
prj_close
"""


def _extras(task: Task) -> dict[str, Extra]:
    return {"harness.sdc": Extra(sdc(task), "SDC"), MEASURE: Extra(_RUN)}


def _commands(_task: Task) -> list[list[str]]:
    return [["radiantc", f"{NAME}.tcl"], ["radiantc", MEASURE]]


VENDOR = Vendor(
    name="radiant",
    program="radiantc",
    example="LIFCL-40-9BG400C",
    constraints={"pdc": "PDC"},
    extras=_extras,
    commands=_commands,
    reports=("*.mrp", "*.twr"),
    read=read,
)
