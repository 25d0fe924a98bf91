"""What a report of a vendor's tool says, whichever tool it is."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace


class ReportError(ValueError):
    """A report that cannot be read; the message is one line, without the file's name."""


@dataclass(frozen=True)
class Figures:
    """What one or several reports of one run say; `None` where they do not.

    Attributes:
        tool: name of the tool.
        version: its version, as it writes it.
        part: the part, as the tool writes it.
        lut_count: look-up tables used as logic; on Intel parts adaptive logic modules.
        lutram_count: look-up tables used as memory.
        ff_count: registers.
        bram_count: blocks of RAM, halves as 0.5.
        fmax_mhz: clock that the slowest path allows, in MHz.
        core_alone: the area is that of the core in its harness, not of both.
    """

    tool: str
    version: str = ""
    part: str = ""
    lut_count: int | None = None
    lutram_count: int | None = None
    ff_count: int | None = None
    bram_count: float | None = None
    fmax_mhz: float | None = None
    core_alone: bool = False


_LONGEST_NS = 1e6
_END = 1e9

Reader = Callable[[str], Figures | None]
"""Reads a report; `None` if it is of another tool. A damaged one raises `ReportError`."""

_AREA = ("lut_count", "lutram_count", "ff_count", "bram_count")


def joined(parts: Iterable[Figures]) -> Figures:
    """Return what several reports of one run say together.

    An area of the core alone goes before one of core and harness.

    Raises:
        ReportError: they are of several tools, versions or parts, contradict each other, or have
            neither area nor clock.
    """
    told = list(parts)
    first = told[0]
    for name in ("tool", "version", "part"):
        found = sorted({getattr(each, name) for each in told} - {""})
        if len(found) > 1:
            raise ReportError(f"the reports are of several runs: {name} {' and '.join(found)}")
        if found:
            first = replace(first, **{name: found[0]})
    clocks = {each.fmax_mhz for each in told} - {None}
    if len(clocks) > 1:
        raise ReportError("the reports have several clocks: give those of one run")
    areas = [each for each in told if any(getattr(each, name) is not None for name in _AREA)]
    chosen = next((each for each in areas if each.core_alone), areas[0] if areas else None)
    if chosen is None and not clocks:
        raise ReportError("neither area nor clock is in there")
    if chosen is not None:
        first = replace(first, core_alone=chosen.core_alone)
        first = replace(first, **{name: getattr(chosen, name) for name in _AREA})
    return replace(first, fmax_mhz=next(iter(clocks), None))


def number(text: str, what: str) -> float:
    """Return a number of a report; thousands may be separated by commas.

    Raises:
        ReportError: it is none, negative, or no number that any device has.
    """
    try:
        value = float(text.strip().replace(",", ""))
    except ValueError:
        value = -1.0
    if not 0 <= value < _END:
        raise _none(text, what, "a number")
    return value


def _none(text: str, what: str, kind: str) -> ReportError:
    legal = f"{kind} of at least 0 and below {_END:,.0f}"
    return ReportError(f"{what} is {text.strip()!r}; legal: {legal}")


def slack(text: str, what: str) -> float:
    """Return a slack of a report in ns, which may be negative.

    Raises:
        ReportError: it is no number, or longer than a millisecond.
    """
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not abs(value) <= _LONGEST_NS:
        raise ReportError(f"{what} is {text!r}; legal: a number of ns, at most {_LONGEST_NS:,.0f}")
    return value


def count(text: str, what: str) -> int:
    """Return a whole number of a report; errors as `number`."""
    value = number(text, what)
    if value != int(value):
        raise _none(text, what, "a whole number")
    return int(value)


def clock(period_ns: float, slack_ns: float) -> float:
    """Return the clock in MHz that a path with so much slack allows.

    Raises:
        ReportError: there is no such clock.
    """
    if period_ns <= 0 or period_ns - slack_ns <= 0:
        raise ReportError(f"a slack of {slack_ns:g} ns is more than the period of {period_ns:g} ns")
    return 1000 / (period_ns - slack_ns)
