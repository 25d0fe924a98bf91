"""What the ports of a block cipher's core leave open: its direction, and whence its keys come."""

from enum import StrEnum


class Direction(StrEnum):
    """What the core computes."""

    ENCRYPT = "encrypt"
    DECRYPT = "decrypt"
    BOTH = "both"

    @property
    def decrypts(self) -> tuple[bool, ...]:
        """The levels of `in_decrypt_i` that have a meaning."""
        return {"encrypt": (False,), "decrypt": (True,), "both": (False, True)}[self.value]


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
