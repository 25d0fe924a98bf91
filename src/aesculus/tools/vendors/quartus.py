"""Quartus, Standard and Pro: the pins of the harness are virtual, so that none needs a place.

Its reports are the fitter's, of which the summary is enough, and the timing analyser's with its
tables of Fmax.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, takewhile

from aesculus.tools.vendors.base import NAME, Extra, Task, Vendor, sdc
from aesculus.tools.vendors.figures import Figures, ReportError, amount, count, megahertz

_ROW = re.compile(r"^;(.+);[ \t\r]*$", re.M)
_PLAIN = re.compile(r"^([A-Z][\w ()/]*?) : (.*)$", re.M)
_VERSION = re.compile(r"^Version (\S+)|Version (\d\S*) Build", re.M)
_ALMS = "Logic utilization (in ALMs)"
_CELLS = "Total logic elements"
_FFS = ("Total registers", "Total dedicated logic registers")
_REPORT = re.compile(r"^Fitter report for ", re.M)
_STATUS = "Fitter Status"
_TREE = "Compilation Hierarchy Node"
_HARNESS_CORE = "u_core"
_CORE = rf":{_HARNESS_CORE}\|?$|^\|?{_HARNESS_CORE}\|?$"
_FMAX = ["Fmax", "Restricted Fmax"]
_CORNER = re.compile(r"^[ \t]*\d+\.[ \t].*Fmax Summary[ \t\r]*$", re.M)
_RAMS = ("Total RAM Blocks", "M9Ks", "Total block memory blocks")


def read(text: str) -> Figures | None:
    """Return what a report says; `None` if it is none of Quartus."""
    if not re.search(r"Quartus Prime|Quartus II", text[:4000]):
        return None
    rows = [[cell.strip() for cell in found.split(";")] for found in _ROW.findall(text)]
    # The summary comes first; further tables may have rows of the same name.
    named = dict(_PLAIN.findall(text))
    named |= {row[0]: row[1] for row in reversed(rows) if len(row) == 2}
    version = re.search(r"Version (\d[\d.]*)", text)
    base = Figures("quartus", version[1] if version else "", named.get("Device", ""))
    if any(row[:2] == _FMAX for row in rows):
        return _timing(base, rows, len(_CORNER.findall(text)))
    status = named.get(_STATUS, "not told").partition(" - ")[0]
    if status != "Successful":
        raise ReportError(f"{_STATUS} is {status!r}; legal: 'Successful'")
    tree = next((row for row in rows if row[0] == _TREE), None)
    if tree is not None:
        return _entities(base, tree, rows)
    if _REPORT.search(text[:4000]):
        raise ReportError("no table of entities: is it a whole report of the fitter?")
    luts = named.get(_ALMS) or named.get(_CELLS)
    registers = next((named[name] for name in _FFS if name in named), None)
    if luts is None or registers is None:
        raise ReportError(f"no row {_ALMS!r} or no registers: is it a whole fitter summary?")
    rams = next((named[name] for name in _RAMS if name in named), "0")
    return replace(
        base,
        lut_count=count(_used(luts), _ALMS),
        ff_count=count(_used(registers), _FFS[0]),
        bram_count=count(_used(rams), _RAMS[0]),
    )


def _entities(base: Figures, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Figures:
    """Return what the table of entities says of the core in its harness."""
    core = next((row for row in rows if re.search(_CORE, row[0])), None)
    if core is None or len(core) != len(heads):
        raise ReportError(f"no whole row of the instance {_HARNESS_CORE}, which is the core")
    cells = dict(zip(heads, core, strict=True))

    def whole(*names: str) -> float:
        for name in names:
            found = next((text for head, text in cells.items() if head.startswith(name)), None)
            if found is not None:
                # A number stands for the entity with all below it; the one in brackets is its own.
                return amount(found.partition("(")[0], name)
        raise ReportError(f"no column {names[0]!r} in its table of entities")

    return replace(
        base,
        lut_count=round(whole("ALMs needed", "Logic Cells")),
        ff_count=round(whole("Dedicated Logic Registers")),
        bram_count=whole("M10Ks", "M20Ks", "M9Ks", "M4Ks"),
        core_alone=True,
    )


def _used(text: str) -> str:
    return text.partition("/")[0]


def _timing(base: Figures, rows: Sequence[Sequence[str]], listed: int) -> Figures:
    """Return the clock of the slowest corner; each has a table, and may be in the list of them.

    The restricted clock is what the pulses of the clock network allow, however short the paths.
    """
    heads = [place for place, row in enumerate(rows) if row[:2] == _FMAX]
    if len(heads) < listed:
        raise ReportError(f"{len(heads)} of {listed} tables of Fmax: is it a whole report?")
    names: set[str] = set()
    clocks = []
    for head in heads:
        table = _below(rows, head)
        if len(rows[head]) < 3 or not table:
            raise ReportError("no clock in its table of Fmax")
        for row in table:
            names.add(row[2])
            for what, cell in zip(_FMAX, row, strict=False):
                value, _, unit = cell.partition(" ")
                clocks.append(megahertz(value, f"{what} of {row[2]}", unit.strip()))
    if len(names) != 1:
        raise ReportError(f"clocks {', '.join(sorted(names))}; legal: one, the core's")
    return replace(base, fmax_mhz=min(clocks))


def _below(rows: Sequence[Sequence[str]], head: int) -> list[Sequence[str]]:
    wide = len(rows[head])
    return list(takewhile(lambda row: len(row) == wide, islice(rows, head + 1, None)))


_SETTINGS = "settings.tcl"
_REPORTS = "reports"


def _extras(task: Task) -> dict[str, Extra]:
    lines = [f"set_instance_assignment -name VIRTUAL_PIN ON -to {pin}" for pin in task.pins]
    lines.append(f"set_global_assignment -name PROJECT_OUTPUT_DIRECTORY {_REPORTS}")
    if task.seed is not None:
        lines.append(f"set_global_assignment -name SEED {task.seed}")
    return {
        "harness.sdc": Extra(sdc(task), "SDC"),
        _SETTINGS: Extra("\n".join([*lines, ""]), "tclSource"),
    }


def _commands(task: Task) -> list[list[str]]:
    synthesis = "quartus_syn" if "Pro Edition" in task.version else "quartus_map"
    return [
        ["quartus_sh", "-t", f"{NAME}.tcl"],
        [synthesis, NAME],
        ["quartus_fit", NAME],
        ["quartus_sta", NAME],
    ]


VENDOR = Vendor(
    name="quartus",
    program="quartus_sh",
    example="5CEBA4F23C7",
    constraints={"sdc": "SDC"},
    extras=_extras,
    commands=_commands,
    reports=(f"{NAME}.fit.rpt", f"{NAME}.sta.rpt"),
    read=read,
    version=("--version",),
    family=True,
    seeds=True,
)
