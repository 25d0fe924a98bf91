"""Reports of Quartus: the fitter's summary, and the timing analyser's with its Fmax tables."""

import re

from aesculus.export.brought.figures import Figures, ReportError, count, number

_ROW = re.compile(r"^;(.+);\s*$", re.M)
_PLAIN = re.compile(r"^([A-Z][\w ()/]*?) : (.*)$", re.M)
_VERSION = re.compile(r"^Version (\S+)|Version (\d\S*) Build", re.M)
_ALMS = "Logic utilization (in ALMs)"
_CELLS = "Total logic elements"
_FFS = ("Total registers", "Total dedicated logic registers")
_RAMS = ("Total RAM Blocks", "M9Ks", "Total block memory blocks")


def read(text: str) -> Figures | None:
    """Return what a report says; `None` if it is none of Quartus."""
    if not re.search(r"Quartus Prime|Quartus II", text[:4000]):
        return None
    rows = [[cell.strip() for cell in found.split(";")] for found in _ROW.findall(text)]
    named = {row[0]: row[1] for row in rows if len(row) == 2}
    named |= dict(_PLAIN.findall(text))
    version = re.search(r"Version (\d[\d.]*)", text)
    base = Figures("quartus", version[1] if version else "", named.get("Device", ""))
    heads = next((row for row in rows if row[:2] == ["Fmax", "Restricted Fmax"]), None)
    if heads is not None:
        return _timing(base, rows)
    luts = named.get(_ALMS) or named.get(_CELLS)
    registers = next((named[name] for name in _FFS if name in named), None)
    if luts is None or registers is None:
        raise ReportError(f"no row {_ALMS!r} or no registers: is it a whole fitter summary?")
    rams = next((named[name] for name in _RAMS if name in named), "0")
    return Figures(
        base.tool,
        base.version,
        base.part,
        lut_count=count(_used(luts), _ALMS),
        ff_count=count(_used(registers), _FFS[0]),
        bram_count=count(_used(rams), _RAMS[0]),
    )


def _used(text: str) -> str:
    return text.partition("/")[0]


def _timing(base: Figures, rows: list[list[str]]) -> Figures:
    found = [row for row in rows if len(row) >= 3 and row[0].endswith(" MHz")]
    if not found:
        raise ReportError("no clock in its table of Fmax")
    names = {row[2] for row in found}
    if len(names) != 1:
        raise ReportError(f"clocks {', '.join(sorted(names))}; legal: one, the core's")
    # One table a corner: the slowest counts.
    slowest = min(number(row[0].removesuffix(" MHz"), "Fmax") for row in found)
    if not slowest:
        raise ReportError("Fmax is 0")
    return Figures(base.tool, base.version, base.part, fmax_mhz=slowest)
