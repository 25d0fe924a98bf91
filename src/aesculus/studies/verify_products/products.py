"""Which products are verified: a covering list, and the smallest of each mode as netlists."""

from collections.abc import Sequence
from functools import cache

from allpairspy import AllPairs  # type: ignore[import-untyped]

from aesculus.design import Build, Design, IllegalDesignError, LabelError, modes, parse

_KEYS = ("", "AES192", "AES256")
_DIRECTIONS = ("", "ED", "D")
_RINGS = ("UF1-PP0L", "UF2-PP1L", "UF1-PP2D", "UF10-PP1D", "UF1-PP1T-W8")
_LANES = ("", "RF2-")
_FLOWS = ("", "-STALL", "-CREDIT")
_STREAMS = ("", "-S2", "-S3", "-S12")
_PLAIN = ("CTR", "", "", "UF1-PP0L", "", "", "", "")
_BUSES = ("", "AXIS8.", "AXIS32.", "AXIS64.", "AXIS128.", "AXIS256.", "AXIS512.")

FULL_RATE = (
    "CTR.AXIS128.UF10-PP1D",
    "CTR-W32.UF10-PP1D",
    "ECB.UF10-PP1D",
    "CBC-S10.UF10-PP1D",
    "CBC-S11.UF10-PP1D",
    "CFB128-S11.UF10-PP1D",
    "CFB8-S11.UF10-PP1D",
    "OFB-S11.UF10-PP1D",
    "XTS.UF10-PP1D",
    "XTS-S2.UF10-PP1D",
    "CMAC-S11.UF10-PP1D",
    "CCM-S6.UF10-PP1D",
)
"""Products whose rate is the point of them."""

NETLISTS = "{mode}.UF1-PP0L", "{mode}.AXIS32.UF1-PP0L"
"""Of each mode, of which the netlist is simulated too."""


def _label(row: Sequence[str]) -> str:
    # A row that is not whole yet is asked for with what is plainest.
    mode, key, direction, ring, lanes, flow, streams, bus = [*row, *_PLAIN[len(row) :]]
    cipher = f"{key or 'AES128'}{direction}-" if key or direction else ""
    return f"{mode}{streams}.{bus}{cipher}{lanes}{ring}{flow}"


@cache
def _buildable(label: str) -> bool:
    try:
        parse(label).check()
    except (IllegalDesignError, LabelError):
        return False
    return True


def _legal(row: Sequence[str]) -> bool:
    return _buildable(_label(row))


def _axes() -> list[Sequence[str]]:
    return [sorted(modes()), _KEYS, _DIRECTIONS, _RINGS, _LANES, _FLOWS, _STREAMS, _BUSES]


def products() -> list[Build]:
    """Return products of which almost every two values of axes are in one, without repeats.

    Axes are mode, key size, direction, ring, lanes, flow control, streams and bus.
    """
    found: dict[str, Design] = {}
    for label in [*FULL_RATE, *(_label(row) for row in AllPairs(_axes(), filter_func=_legal))]:
        design = parse(label)
        found.setdefault(design.label, design)
    for build in netlists():
        found.setdefault(build.label, build.design)
    return [Build(design) for design in found.values()]


def netlists() -> list[Build]:
    """Return those of which the netlist is simulated too."""
    return [Build(parse(text.format(mode=mode))) for mode in sorted(modes()) for text in NETLISTS]
