"""Quartus, Standard and Pro: the pins of the harness are virtual, so that none needs a place.

Its reports are the fitter's, of which the summary is enough, and the timing analyser's with its
tables of Fmax.
"""

import re
from collections.abc import Mapping, Sequence
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
_LUT_COLUMNS = ("ALMs needed", "Logic Cells")
_FF_COLUMNS = ("Dedicated Logic Registers",)
_PAD_COLUMNS = ("I/O Registers",)
_RAM_COLUMNS = ("M10Ks", "M20Ks", "M9Ks", "M4Ks")
_RAMS = ("Total RAM Blocks", "M9Ks", "Total block memory blocks")


def read(text: str) -> tuple[Figures, ...]:
    """Return what a report says; nothing if it is none of Quartus."""
    if not re.search(r"Quartus Prime|Quartus II", text[:4000]):
        return ()
    rows = [[cell.strip() for cell in found.split(";")] for found in _ROW.findall(text)]
    # The summary comes first; further tables may have rows of the same name.
    named = dict(_PLAIN.findall(text))
    named |= {row[0]: row[1] for row in reversed(rows) if len(row) == 2}
    version = re.search(r"Version (\d[\d.]*)", text)
    base = Figures("quartus", version[1] if version else "", named.get("Device", ""))
    if any(row[:2] == _FMAX for row in rows):
        return (_timing(base, rows, len(_CORNER.findall(text))),)
    status = named.get(_STATUS, "not told").partition(" - ")[0]
    if status != "Successful":
        raise ReportError(f"{_STATUS} is {status!r}; legal: 'Successful'")
    tree = next((place for place, row in enumerate(rows) if row[0] == _TREE), None)
    if tree is None and _REPORT.search(text[:4000]):
        raise ReportError("no table of entities: is it a whole report of the fitter?")
    _check_repeated(text, rows)
    whole = _summary(base, named)
    return (whole,) if tree is None else (whole, _core(base, rows[tree:], whole))


def _check_repeated(text: str, rows: Sequence[Sequence[str]]) -> None:
    """Refuse a summary, as text or as the table with the fitter's status, that says two things."""
    start = next((place for place, row in enumerate(rows) if row[0] == _STATUS), None)
    told: dict[str, str] = {}
    for name, value in _PLAIN.findall(text) if start is None else _below(rows, start - 1, 2):
        if told.setdefault(name, value) != value:
            raise ReportError(f"{name} is {told[name]!r} and {value!r}; legal: one of them")


def _summary(base: Figures, named: Mapping[str, str]) -> Figures:
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


def _core(base: Figures, rows: Sequence[Sequence[str]], whole: Figures) -> Figures:
    """Return what the table of entities says of the core in its harness.

    Raises:
        ReportError: it lacks something, or says something else of all than the summary does.
    """
    heads, *rest = rows
    core = next((row for row in rest if re.search(_CORE, row[0])), None)
    if core is None or len(core) != len(heads):
        raise ReportError(f"no whole row of the instance {_HARNESS_CORE}, which is the core")
    if len(rest[0]) != len(heads):
        raise ReportError("no whole row of the entity at the top")
    _check_top(dict(zip(heads, rest[0], strict=True)), whole)
    cells = dict(zip(heads, core, strict=True))
    return replace(
        base,
        lut_count=round(_cell(cells, *_LUT_COLUMNS)),
        ff_count=round(_cell(cells, *_FF_COLUMNS)),
        bram_count=count(_text(cells, *_RAM_COLUMNS), _RAM_COLUMNS[0]),
        core_alone=True,
    )


def _check_top(cells: Mapping[str, str], whole: Figures) -> None:
    luts, registers = _cell(cells, *_LUT_COLUMNS), _cell(cells, *_FF_COLUMNS)
    # The summary rounds parts of a module; it may count registers of pads as well.
    apart = _cell(cells, *_PAD_COLUMNS) if _PAD_COLUMNS[0] in cells else 0.0
    pairs = (
        ("ALMs", whole.lut_count, luts, abs((whole.lut_count or 0) - luts) < 1),
        ("registers", whole.ff_count, registers, whole.ff_count in {registers, registers + apart}),
        (
            "block RAMs",
            whole.bram_count,
            rams := _cell(cells, *_RAM_COLUMNS),
            whole.bram_count == rams,
        ),
    )
    for what, summed, top, same in pairs:
        if not same:
            raise ReportError(
                f"{what} are {summed:,} in its summary and {top:,g} at the top of its table of "
                "entities; legal: the same"
            )


def _cell(cells: Mapping[str, str], *names: str) -> float:
    return amount(_text(cells, *names), names[0])


def _text(cells: Mapping[str, str], *names: str) -> str:
    for name in names:
        found = next((text for head, text in cells.items() if head.startswith(name)), None)
        if found is not None:
            # A number stands for the entity with all below it; the one in brackets is its own.
            return found.partition("(")[0]
    raise ReportError(f"no column {names[0]!r} in its table of entities")


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
        table = _below(rows, head, len(rows[head]))
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


def _below(rows: Sequence[Sequence[str]], head: int, wide: int) -> list[Sequence[str]]:
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
