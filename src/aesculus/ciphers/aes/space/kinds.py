"""The enumerated axes. `parameters.toml` gives each value its RTL literal; a test compares both."""

from enum import StrEnum

from aesculus.design.kinds import EXPANDING, TRAVELLING, Direction, KeySchedule

__all__ = [
    "EXPANDING",
    "TRAVELLING",
    "Direction",
    "Flow",
    "KeySchedule",
    "LaneKeys",
    "SboxKind",
]


class SboxKind(StrEnum):
    """How an S-box is built."""

    BRAM = "bram"
    ROM = "rom"
    LOGIC = "logic"
    TOWER = "tower"
    CANRIGHT = "canright"
    LINE = "line"
    TTABLE = "ttable"
    SHALLOW = "shallow"
    LUT = "lut"


class LaneKeys(StrEnum):
    """Whose keys the lanes use."""

    SHARED = "shared"
    SEPARATE = "separate"


class Flow(StrEnum):
    """Flow control between input and output."""

    NONE = "none"
    STALL = "stall"
    CREDIT = "credit"
