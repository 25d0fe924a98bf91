"""Reports of Radiant: of the mapper (`.mrp`) and of the timing analyser (`.twr`)."""

import re

from aesculus.export.brought.figures import Figures, ReportError, count, number

_HEAD = re.compile(r"Lattice (?:Mapping Report|Timing Report|Radiant)|Radiant Software", re.I)
_VERSION = re.compile(r"Radiant Software \(\S+\) ([\d.]+)|Version:?\s+Radiant\S* ([\d.]+)", re.I)
_PART = re.compile(r"^\s*(?:Target )?(?:Device|Vendor):?\s+(\S+)", re.M | re.I)
_USED = r"^\s*Number of {}:\s*(\S+)"
_ACTUAL = re.compile(r"Actual \(all paths\)\s*\|\s*(\S+) ns\s*\|\s*(\S+) MHz")


def read(text: str) -> Figures | None:
    """Return what a report says; `None` if it is none of Radiant."""
    if not _HEAD.search(text[:4000]):
        return None
    version, part = _VERSION.search(text), _PART.search(text)
    base = Figures(
        "radiant",
        next(filter(None, version.groups()), "") if version else "",
        part[1] if part else "",
    )
    clocks = _ACTUAL.findall(text)
    if clocks:
        if len(clocks) > 1:
            raise ReportError(f"{len(clocks)} clocks in it; legal: 1, the core's")
        fmax = number(clocks[0][1], "the actual frequency")
        if not fmax:
            raise ReportError("the actual frequency is 0")
        return Figures(base.tool, base.version, base.part, fmax_mhz=fmax)
    return Figures(
        base.tool,
        base.version,
        base.part,
        lut_count=_count(text, "LUT4s"),
        ff_count=_count(text, "slice registers", "registers"),
        bram_count=_count(text, "Block RAMs", "EBRs"),
    )


def _count(text: str, *names: str) -> int:
    for name in names:
        found = re.search(_USED.format(re.escape(name)), text, re.M | re.I)
        if found:
            return count(found[1], f"number of {name}")
    raise ReportError(f"no 'Number of {names[0]}': is it a whole report of the mapper?")
