"""The design space: what a design point is, which points are legal, and how they are named."""

from aesculus.space.aliases import ALIASES
from aesculus.space.canonical import DEFAULT_BASIS, canonical
from aesculus.space.cuts import (
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
from aesculus.space.design import DesignPoint
from aesculus.space.estimate import (
    clear_cycles,
    estimated_block_cycles,
    estimated_blocks_per_cycle,
    estimated_in_flight,
    estimated_passes,
    estimated_slots,
)
from aesculus.space.keys import example_key
from aesculus.space.kinds import (
    EXPANDING,
    TRAVELLING,
    Direction,
    Flow,
    KeySchedule,
    LaneKeys,
    SboxKind,
)
from aesculus.space.labels import LabelError, label, parse
from aesculus.space.parameters import Axis, EnumMember, axes, axis, implemented_values, members
from aesculus.space.presets import POINT_SETS, PointSet, point_set
from aesculus.space.rtl import rtl_literals, rtl_parameters, wrapper
from aesculus.space.rules import (
    IllegalPointError,
    Violation,
    available,
    check,
    is_legal,
    nearest_legal,
    violations,
)
from aesculus.space.sources import every_set_of_sources, sources
from aesculus.space.whole import count_legal, draw

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
    "point_set",
    "position_names",
    "registered_rounds",
    "rtl_literals",
    "rtl_parameters",
    "sources",
    "violations",
    "wrapper",
]
