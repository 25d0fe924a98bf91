"""Figures by the names that users type, and rows sorted by them."""

from aesculus.errors import InputError
from aesculus.frontier import KNOWN
from aesculus.metrics import Row

_SHORT = {
    "lut": "lut_count",
    "luts": "lut_count",
    "ff": "ff_count",
    "bram": "bram_count",
    "slices": "slice_estimate",
    "latency": "latency_ns",
    "cycles": "latency_cycles",
    "throughput": "throughput_gbps",
    "fmax": "fmax_mhz",
    "clock": "fmax_mhz",
    "efficiency": "mbps_per_lut",
}


def figure_name(text: str) -> str:
    """Return the figure that a short or a full name means.

    Raises:
        InputError: there is none of that name.
    """
    name = _SHORT.get(text.lower(), text.lower())
    if name not in KNOWN:
        raise InputError(f"no figure {text!r}; legal: {', '.join([*_SHORT, *KNOWN])}")
    return name


def sort_rows(rows: list[Row], name: str) -> list[Row]:
    """Return the rows with the best figure first, those without it last."""
    sign = -1.0 if KNOWN[name] else 1.0

    def place(row: Row) -> tuple[bool, float, str]:
        value = getattr(row, name)
        return value is None, 0.0 if value is None else sign * value, row.label

    return sorted(rows, key=place)
