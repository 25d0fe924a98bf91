"""The design space: what a design point is, which points are legal, and how they are named."""

from aesculus.ciphers.aes.space.aliases import ALIASES
from aesculus.ciphers.aes.space.canonical import DEFAULT_BASIS, canonical
from aesculus.ciphers.aes.space.cuts import (
    ALL_CUTS,
    DEEPEST,
    INNER_CUTS,
    PRESETS,
    Cut,
    CutPreset,
    available_cuts,
    inner_cuts,
    position_names,
    registered_rounds,
)
from aesculus.ciphers.aes.space.design import DesignPoint
from aesculus.ciphers.aes.space.estimate import (
    clear_cycles,
    estimated_block_cycles,
    estimated_blocks_per_cycle,
    estimated_in_flight,
    estimated_narrow_latency,
    estimated_passes,
    estimated_slots,
)
from aesculus.ciphers.aes.space.keys import example_key
from aesculus.ciphers.aes.space.kinds import (
    EXPANDING,
    TRAVELLING,
    Direction,
    Flow,
    KeySchedule,
    LaneKeys,
    SboxKind,
)
from aesculus.ciphers.aes.space.labels import LabelError, label, parse
from aesculus.ciphers.aes.space.parameters import (
    Axis,
    EnumMember,
    axes,
    axis,
    implemented_values,
    members,
)
from aesculus.ciphers.aes.space.point_sets import POINT_SETS, PointSet
from aesculus.ciphers.aes.space.rtl import rtl_literals, rtl_parameters, wrapper
from aesculus.ciphers.aes.space.rules import (
    IllegalPointError,
    Violation,
    available,
    check,
    is_legal,
    nearest_legal,
    violations,
)
from aesculus.ciphers.aes.space.sources import every_set_of_sources, sources
from aesculus.ciphers.aes.space.whole import count_legal, draw

__all__ = [
    "ALIASES",
    "ALL_CUTS",
    "DEEPEST",
    "DEFAULT_BASIS",
    "EXPANDING",
    "INNER_CUTS",
    "POINT_SETS",
    "PRESETS",
    "TRAVELLING",
    "Axis",
    "Cut",
    "CutPreset",
    "DesignPoint",
    "Direction",
    "EnumMember",
    "Flow",
    "IllegalPointError",
    "KeySchedule",
    "LabelError",
    "LaneKeys",
    "PointSet",
    "SboxKind",
    "Violation",
    "available",
    "available_cuts",
    "axes",
    "axis",
    "canonical",
    "check",
    "clear_cycles",
    "count_legal",
    "draw",
    "estimated_block_cycles",
    "estimated_blocks_per_cycle",
    "estimated_in_flight",
    "estimated_narrow_latency",
    "estimated_passes",
    "estimated_slots",
    "every_set_of_sources",
    "example_key",
    "implemented_values",
    "inner_cuts",
    "is_legal",
    "label",
    "members",
    "nearest_legal",
    "parse",
    "position_names",
    "registered_rounds",
    "rtl_literals",
    "rtl_parameters",
    "sources",
    "violations",
    "wrapper",
]
