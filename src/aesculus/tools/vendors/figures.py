"""What a report of a vendor's tool says, whichever tool it is."""

import re
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
        speed: its speed grade, as the tool writes it.
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
    speed: str = ""
    lut_count: int | None = None
    lutram_count: int | None = None
    ff_count: int | None = None
    bram_count: float | None = None
    fmax_mhz: float | None = None
    core_alone: bool = False


MOST_MHZ = 2000
"""The fastest clock in MHz that a report may tell of; no FPGA's clock network reaches it."""

_CLOCKS = f"above 0 and at most {MOST_MHZ:,} MHz, written without commas"
_LONGEST_NS = 1e6
_END = 1e9
_COUNT = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+")
_PLAIN = re.compile(r"[0-9]+(?:\.[0-9]*)?")
_AMOUNT = re.compile(rf"(?:{_COUNT.pattern})(?:\.[0-9]*)?")
_SIGNED = re.compile(rf"[+-]?(?:{_PLAIN.pattern})")

Reader = Callable[[str], tuple[Figures, ...]]
"""Reads a report; nothing if it is of another tool. A damaged one raises `ReportError`.

One that tells of the core and of core and harness gives both, so that each is compared.
"""

_RUN = {"tool": "tool", "version": "version", "part": "part", "speed": "speed grade"}
_AREA = {
    "lut_count": "look-up tables",
    "lutram_count": "look-up tables used as memory",
    "ff_count": "registers",
    "bram_count": "block RAMs",
}


def joined(parts: Iterable[Figures]) -> Figures:
    """Return what several reports of one run say together.

    An area of the core alone goes before one of core and harness.

    Raises:
        ReportError: they are of several tools, versions, parts or speed grades, contradict each
            other in clock or area, or have neither.
    """
    told = list(parts)
    first = told[0]
    for name, word in _RUN.items():
        found = sorted({getattr(each, name) for each in told} - {""})
        if len(found) > 1:
            raise ReportError(f"the reports are of several runs: {word} {' and '.join(found)}")
        if found:
            first = replace(first, **{name: found[0]})
    clocks = {each.fmax_mhz for each in told} - {None}
    if len(clocks) > 1:
        raise ReportError("the reports have several clocks: give those of one run")
    _check_areas(told)
    areas = [each for each in told if any(getattr(each, name) is not None for name in _AREA)]
    chosen = next((each for each in areas if each.core_alone), areas[0] if areas else None)
    if chosen is None and not clocks:
        raise ReportError("neither area nor clock is in there")
    if chosen is not None:
        first = replace(first, core_alone=chosen.core_alone)
        first = replace(first, **{name: getattr(chosen, name) for name in _AREA})
    return replace(first, fmax_mhz=next(iter(clocks), None))


def _check_areas(told: Iterable[Figures]) -> None:
    """Refuse two areas of one thing, and a core that takes more than it does with its harness."""
    parts = list(told)
    for name, word in _AREA.items():
        known = [each for each in parts if getattr(each, name) is not None]
        core = sorted({getattr(each, name) for each in known if each.core_alone})
        whole = sorted({getattr(each, name) for each in known if not each.core_alone})
        if len(core) > 1 or len(whole) > 1 or (core and whole and core > whole):
            numbers = " and ".join(f"{each:,}" for each in (*core, *whole))
            raise ReportError(f"the reports are of several runs: {word} {numbers}")


def number(text: str, what: str) -> float:
    """Return a number of a report that may have decimals; a comma stands in none.

    Raises:
        ReportError: it is none, negative, or no number that any device has.
    """
    return _number(_PLAIN, text, what, "a number")


def amount(text: str, what: str) -> float:
    """Return a number of things, of which there may be parts; commas may part groups of three.

    Raises:
        ReportError: as `number`.
    """
    return _number(_AMOUNT, text, what, "a number")


def halves(text: str, what: str) -> float:
    """Return a number of blocks of RAM, of which one may be half in use.

    Raises:
        ReportError: as `number`, or there is another part of one.
    """
    value = amount(text, what)
    if not (2 * value).is_integer():
        raise ReportError(f"{what} is {text.strip()!r}; legal: a number of wholes and halves")
    return value


def count(text: str, what: str) -> int:
    """Return a whole number of a report; commas may part groups of three digits.

    Raises:
        ReportError: as `number`.
    """
    return int(_number(_COUNT, text, what, "a whole number"))


def _number(form: re.Pattern[str], text: str, what: str, kind: str) -> float:
    found = text.strip()
    value = float(found.replace(",", "")) if form.fullmatch(found) else -1.0
    if not 0 <= value < _END:
        legal = f"{kind} of at least 0 and below {_END:,.0f}"
        raise ReportError(f"{what} is {found!r}; legal: {legal}")
    return value


def slack(text: str, what: str) -> float:
    """Return a slack of a report in ns, which may be negative.

    Raises:
        ReportError: it is no number, or longer than a millisecond.
    """
    value = float(text) if _SIGNED.fullmatch(text) else _END
    if not abs(value) <= _LONGEST_NS:
        raise ReportError(f"{what} is {text!r}; legal: a number of ns, at most {_LONGEST_NS:,.0f}")
    return value


def megahertz(text: str, what: str, unit: str = "MHz") -> float:
    """Return a clock of a report in MHz.

    Args:
        text: the number.
        what: whose clock it is.
        unit: what stands behind the number, MHz or GHz.

    Raises:
        ReportError: it is no number, or no clock that any device has.
    """
    found = text.strip()
    value = float(found) if _PLAIN.fullmatch(found) else 0.0
    if unit == "GHz":
        value *= 1000
    if unit not in {"MHz", "GHz"} or not 0 < value <= MOST_MHZ:
        told = f"{found} {unit}".strip()
        raise ReportError(f"{what} is {told!r}; legal: {_CLOCKS}")
    return value


def clock(period_ns: float, slack_ns: float) -> float:
    """Return the clock in MHz that a path with so much slack allows.

    Raises:
        ReportError: there is no such clock.
    """
    if period_ns <= 0 or period_ns - slack_ns <= 0:
        raise ReportError(f"a slack of {slack_ns:g} ns is more than the period of {period_ns:g} ns")
    value = 1000 / (period_ns - slack_ns)
    if value > MOST_MHZ:
        raise ReportError(
            f"a slack of {slack_ns!r} ns of {period_ns:g} ns makes {value:,.0f} MHz; legal: at "
            f"most {MOST_MHZ:,} MHz"
        )
    return value
