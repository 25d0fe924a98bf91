"""The enumerated axes. `parameters.toml` gives each value its RTL literal; a test compares both."""

from enum import StrEnum


class Direction(StrEnum):
    """What the core computes."""

    ENCRYPT = "encrypt"
    DECRYPT = "decrypt"
    BOTH = "both"


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


class KeySchedule(StrEnum):
    """Where round keys come from."""

    ONLINE = "online"
    STORED = "stored"
    EXTERNAL = "external"
    FIXED = "fixed"
    LAST = "last"


TRAVELLING = frozenset({KeySchedule.ONLINE, KeySchedule.LAST})
"""Schedules whose keys come with the blocks."""

EXPANDING = TRAVELLING | {KeySchedule.STORED}
"""Schedules whose keys the core expands, with S-boxes of their own."""


class LaneKeys(StrEnum):
    """Whose keys the lanes use."""

    SHARED = "shared"
    SEPARATE = "separate"


class Flow(StrEnum):
    """Flow control between input and output."""

    NONE = "none"
    STALL = "stall"
    CREDIT = "credit"
