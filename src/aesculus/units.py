"""Quantities with units, read from texts, and times of a run, written."""

import math
import re

from aesculus.errors import InputError
from aesculus.inputs import shown

_QUANTITY = re.compile(r"\s*(-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+))\s*([A-Za-zµμ/]*)\s*")
_TIME_PART = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([a-zA-Z]*)\s*")
_SECONDS = {"": 1.0, "s": 1.0, "sec": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "d": 86400.0}
_EXPONENT = "e"
_LONGEST = 10_000 * _SECONDS["d"]
_BITS = {"k": 1e-6, "m": 1e-3, "g": 1.0, "t": 1e3}
_NS = {"ps": 1e-3, "ns": 1.0, "us": 1e3, "µs": 1e3, "μs": 1e3, "ms": 1e6, "s": 1e9}
_IN_BITS = re.compile(r"([kmgtKMGT]?)(?:b(?:ps|/s)|(?i:bits?(?:ps|/s)))")
_IN_BYTES = re.compile(r"([kmgtKMGT]?)(?:B/s|(?i:bytes?(?:ps|/s)))")
_BITS_OR_BYTES = re.compile(r"([kmgt]?)b(?:ps|/s)", re.IGNORECASE)


def _split(text: str, what: str, example: str) -> tuple[float, str]:
    # Programs may give a number, of which nobody knows the unit.
    match = _QUANTITY.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise InputError(f"{what} {shown(text)} is no quantity: write it as {example}")
    value = float(match[1])
    _check_size(value, what, text, example)
    if not match[2]:
        raise InputError(f"{what} {shown(text)}: the unit is missing: write it as {example}")
    return value, match[2]


def _check_size(value: float, what: str, text: str, example: str) -> None:
    if value <= 0:
        raise InputError(f"{what} {shown(text)}: give more than 0, such as {example}")
    if not math.isfinite(value):
        raise InputError(f"{what} {shown(text)}: no number is so large: write it as {example}")


def gbps(text: str) -> float:
    """Return a throughput in Gbit/s from a text such as `40Gbps`, `900 Mbit/s` or `2.5GB/s`.

    Only `B/s` and `bytes/s` are bytes: what `GBPS` or `GBps` would be, nobody knows.

    Raises:
        InputError: it cannot be read.
    """
    value, unit = _split(text, "throughput", "40Gbps")
    match = _IN_BITS.fullmatch(unit) or _IN_BYTES.fullmatch(unit)
    unclear = None if match else _BITS_OR_BYTES.fullmatch(unit)
    if unclear is not None:
        size = unclear[1].lower() if unclear[1] in {"k", "K"} else unclear[1].upper()
        raise InputError(
            f"throughput {shown(text)}: {unit} could be bits or bytes: write {size}bps or {size}B/s"
        )
    if match is None:
        raise InputError(
            f"throughput {shown(text)}: unknown unit {unit!r}; legal: bps, kbps, Mbps, Gbps, Tbps, "
            "bit/s, kbit/s, Mbit/s, Gbit/s, Tbit/s, and in bytes B/s, kB/s, MB/s, GB/s, TB/s"
        )
    factor = _BITS[match[1].lower()] if match[1] else 1e-9
    return value * factor * (8 if _IN_BYTES.fullmatch(unit) else 1)


def nanoseconds(text: str) -> float:
    """Return a time in ns from a text such as `300ns` or `1.5us`.

    Raises:
        InputError: it cannot be read.
    """
    value, unit = _split(text, "latency", "300ns")
    # A capital M is no thousandth.
    small = unit if unit.startswith("M") else unit.lower()
    if small not in _NS:
        raise InputError(f"latency {shown(text)}: unknown unit {unit!r}; legal: ps, ns, us, ms, s")
    return value * _NS[small]


def seconds(text: str) -> float:
    """Return a time in seconds from a text such as `10m`, `2h`, `90s` or `1h30m`.

    Raises:
        InputError: it cannot be read.
    """
    bare = text.strip().removeprefix("-")
    parts = _TIME_PART.findall(bare)
    whole = "".join(f"{number}{unit}" for number, unit in parts)
    total = 0.0
    for number, unit in parts:
        if unit.lower() not in {*_SECONDS, _EXPONENT}:
            raise InputError(f"budget {shown(text)}: unknown unit {unit!r}; legal: s, m, h, d")
        total += float(number) * _SECONDS.get(unit.lower(), 0.0)
    # A number without a unit is of seconds where it stands alone; 10m5 may be many things.
    unclear = len(parts) > 1 and not all(unit for _, unit in parts)
    unclear |= any(unit.lower() == _EXPONENT for _, unit in parts)
    if not parts or unclear or whole != re.sub(r"\s", "", bare):
        raise InputError(
            f"budget {shown(text)} is no time: write it with units, as 10m, 2h, 90s or 1h30m"
        )
    _check_size(total if bare == text.strip() else -total, "budget", text, "10m")
    if total > _LONGEST:
        most = _LONGEST / _SECONDS["d"]
        raise InputError(f"budget {shown(text)}: no run takes so long: give at most {most:,.0f}d")
    return total


def stamp(seconds: float) -> str:
    """Return how a line of a long run begins: the seconds since the run began."""
    return f"[{seconds:7.1f} s]"
