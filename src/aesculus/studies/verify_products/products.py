"""Which products are verified: covering lists, and small netlists of each mode and bus."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from allpairspy import AllPairs  # type: ignore[import-untyped]

from aesculus.design import Build, Design, IllegalDesignError, LabelError, modes, parse
from aesculus.products.common.around import ModeFolder
from aesculus.products.common.options import STREAMS, Option, written
from aesculus.products.modes.gcm.mode import LEVELS, REGISTERS

_KEYS = ("", "AES192", "AES256")
_DIRECTIONS = ("", "ED", "D")
_RINGS = ("UF1-PP0L", "UF2-PP1L", "UF1-PP2D", "UF10-PP1D", "UF1-PP1T-W8")
_LANES = ("", "RF2-")
_FLOWS = ("", "-STALL", "-CREDIT")
_STREAMS = ("", "-S2", "-S3", "-S12")
_AXIS = ("AXIS8.", "AXIS32.", "AXIS64.", "AXIS128.", "AXIS256.", "AXIS512.")
_REGISTERS = ("AXIL32.", "WB32.")
_BUSES = ("", *_AXIS, *_REGISTERS)
_PLAIN = ("CTR", "", "", "UF1-PP0L", "", "", "", "")
_PLAIN_OPTIONS = ("", "", "UF1-PP0L", "", "")
_FEW = 6
"""An option with no more values than that is covered with all of them."""

FULL_RATE = (
    "CTR.AXIS128.UF10-PP1D",
    "CTR-W32.UF10-PP1D",
    "ECB.UF10-PP1D",
    "CBC.UF10-PP1D",
    "CBC-S10.UF10-PP1D",
    "CBC-S11.UF10-PP1D",
    "CFB128-S11.UF10-PP1D",
    "CFB8-S11.UF10-PP1D",
    "CFB1-S11.UF10-PP1D",
    "OFB-S11.UF10-PP1D",
    "XTS.UF10-PP1D",
    "XTS-S2.UF10-PP1D",
    "CMAC-S11.UF10-PP1D",
    "CCM-S6.UF10-PP1D",
    "GCM.UF5-Cd01B",
    "GCM.UF10-PP2T",
    "GCM.RF2-UF10-PP1D",
    "GCM.RF4-UF10-PP1D",
)
"""Products whose rate is the point of them."""

BY_REGISTERS = (
    "CTR.AXIL32.UF1-PP0P-W8",
    "CTR.AXIL32.UF1-PP0L",
    "GCM-D8.AXIL32.UF1-PP0T",
    "CTR.WB32.UF1-PP0P",
)
"""Products behind registers, whose rate is that of the bus or of a small core."""

LANES = (
    "GCM-H2-L8.RF2-UF1-PP0L-STALL",
    "GCM-L8.RF3-UF5-PP1D",
    "GCM-H4-L8-M1-K1.RF4-UF1-PP0L",
    "GCM-RAW-M1.RF4-UF10-PP1D",
    "GCM-H2-M6.RF4-UF1-PP0L",
    "GCM.AXIS128.RF3-UF1-PP0L",
    "GCM.AXIS512.RF4-UF1-PP0L",
    "GMAC.RF3-UF2-PP1L-CREDIT",
    "GMAC-M6.RF4-UF10-PP1D",
)
"""GCM with lanes beside its options, flow control and buses."""

_SHAPES = (LEVELS, REGISTERS)
"""Options of the multiplier of GHASH, which a GHASH of some bits a cycle does not have."""

MULTIPLIERS = tuple(
    f"{mode}-M{m}-K{k}.UF1-PP0L"
    for mode in ("GCM", "GMAC")
    for k in LEVELS.legal
    for m in REGISTERS.legal
)
"""All multipliers of GHASH; GMAC feeds them without the cipher. Not all can be built."""

NETLISTS = tuple(f"{{mode}}.{bus}UF1-PP0L" for bus in ("", "AXIS32.", *_REGISTERS))
"""Of each mode, of which the netlist is simulated too."""

SMALL = (
    "GCM-H2-D1.AXIS32.UF1-PP0P-W8",
    "GCM-RAW-D8.UF1-PP0L",
    "GMAC-D1.UF1-PP0P-W8",
    "ECB.WB32.UF1-PP0B-W8",
)
"""Made to be small, of which the netlist is simulated too."""

WIDTHS = tuple(f"CTR.{bus}UF1-PP0L" for bus in _AXIS)
"""Widths of the bus, of which the netlist is simulated too; 16 bits are left to the tests."""


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


def _sampled(option: Option) -> Sequence[int]:
    """Return the values of an option that are covered: all, or ends, middle and default."""
    legal = option.legal
    if len(legal) <= _FEW:
        return legal
    return sorted({legal[0], (legal[0] + legal[-1]) // 2, legal[-1], option.default})


def _of_options(mode: ModeFolder) -> Iterator[str]:
    """Give labels in which almost every two values of the mode's options are together.

    Key size, direction, ring, flow control and bus are axes too. Streams are an axis of all modes,
    and multipliers of GHASH have a list of their own.
    """
    known = [option for option in mode.known if option not in {STREAMS, *_SHAPES}]
    if not known:
        return
    defaults = {option.field: option.default for option in mode.known}
    axes: list[Sequence[int | str]] = [_sampled(option) for option in known]

    def label(row: Sequence[int | str]) -> str:
        chosen = {option.field: int(value) for option, value in zip(known, row, strict=False)}
        around = [str(value) for value in row[len(known) :]]
        key, direction, ring, flow, bus = [*around, *_PLAIN_OPTIONS[len(around) :]]
        cipher = f"{key or 'AES128'}{direction}-" if key or direction else ""
        front = written(mode.plain, mode.known, {**defaults, **chosen})
        return f"{front}.{bus}{cipher}{ring}{flow}"

    def legal(row: Sequence[int | str]) -> bool:
        return _buildable(label(row))

    axes += [_KEYS, _DIRECTIONS, _RINGS[:2], _FLOWS, _BUSES]
    for row in AllPairs(axes, filter_func=legal):
        yield label(row)


def _answered(design: Design) -> tuple[object, ...]:
    """Return mode, key size and direction: what response files differ in."""
    return tuple(design.fields[name] for name in ("mode", "key_bits", "direction"))


def products() -> list[Build]:
    """Return products of which almost every two values of axes are in one, without repeats.

    Axes are mode, key size, direction, ring, lanes, flow control, streams and bus; beside them, for
    each mode that has options, these options, key size, direction, ring, flow control and bus.
    All multipliers of GHASH are there too, GCM with lanes, and each mode with each key size and
    direction.
    """
    found: dict[str, Design] = {}
    labels = [*FULL_RATE, *BY_REGISTERS, *LANES]
    labels += (_label(row) for row in AllPairs(_axes(), filter_func=_legal))
    labels += filter(_buildable, MULTIPLIERS)
    for _, mode in sorted(modes().items()):
        if isinstance(mode, ModeFolder):
            labels += _of_options(mode)
    for label in labels:
        design = parse(label)
        found.setdefault(design.label, design)
    met = {_answered(design) for design in found.values()}
    for row in filter(_legal, product(sorted(modes()), _KEYS, _DIRECTIONS)):
        design = parse(_label(row))
        if _answered(design) not in met:
            found.setdefault(design.label, design)
    for build in netlists():
        found.setdefault(build.label, build.design)
    return [Build(design) for design in found.values()]


def netlists() -> list[Build]:
    """Return those of which the netlist is simulated too: of each mode, bus and width."""
    of_modes = [text.format(mode=mode) for mode in sorted(modes()) for text in NETLISTS]
    return [Build(parse(text)) for text in dict.fromkeys([*of_modes, *WIDTHS, *SMALL])]
