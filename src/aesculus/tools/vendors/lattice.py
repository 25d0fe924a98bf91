"""What the mapper of Diamond and that of Radiant, one the other's child, write alike."""

import re
from dataclasses import replace

from aesculus.tools.vendors.figures import Figures, ReportError, count

_USED = r"^[ \t]*Number of {}:[ \t]*(\S+)"
_AS_MEMORY = re.compile(
    r"^[ \t]*Number used as (?:distributed RAM|shift registers):[ \t]*(\S+)", re.M
)


def area(base: Figures, text: str, registers: tuple[str, ...], rams: tuple[str, ...]) -> Figures:
    """Return what a mapper's report counts.

    Args:
        base: tool, version and part.
        text: the report.
        registers: names of the row of registers, the preferred one in front.
        rams: so of the row of block RAMs.

    Raises:
        ReportError: a row is missing, or has no number.
    """
    tables = _count(text, "LUT4s")
    # Radiant counts registers that sit in pads apart.
    apart = re.findall(_USED.format("I/O registers"), text, re.M)
    memory = sum(count(found, "number used as memory") for found in _AS_MEMORY.findall(text))
    return replace(
        base,
        lut_count=tables - memory,
        lutram_count=memory,
        ff_count=_count(text, *registers) + sum(count(n, "I/O registers") for n in apart),
        bram_count=_count(text, *rams),
    )


def _count(text: str, *names: str) -> int:
    for name in names:
        found = re.search(_USED.format(re.escape(name)), text, re.M | re.I)
        if found:
            return count(found[1], f"number of {name}")
    raise ReportError(f"no 'Number of {names[0]}': is it a whole report of the mapper?")
