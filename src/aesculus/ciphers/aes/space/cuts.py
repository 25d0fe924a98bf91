"""Cut positions of a round and the named sets of them."""

from enum import IntFlag
from typing import NamedTuple

from aesculus.ciphers.aes.space.kinds import Direction
from aesculus.ciphers.aes.space.parameters import sbox_member


class Cut(IntFlag):
    """The cut positions in data order; `parameters.toml` says where each register sits."""

    START = 1 << 0
    S1 = 1 << 1
    S2 = 1 << 2
    S3 = 1 << 3
    S4 = 1 << 4
    S5 = 1 << 5
    S6 = 1 << 6
    S7 = 1 << 7
    SUB = 1 << 8
    PRE = 1 << 9
    M1 = 1 << 10
    MIX = 1 << 11


ALL_CUTS: int = sum(Cut)
"""Every cut position."""

INNER_CUTS: int = sum((Cut.S1, Cut.S2, Cut.S3, Cut.S4, Cut.S5, Cut.S6, Cut.S7))
"""The cut positions inside an S-box."""


class CutPreset(NamedTuple):
    """A named pipelining.

    Attributes:
        mask: cut positions that hold a register.
        every_round: every physical round holds them; otherwise only the first one does.
    """

    mask: int
    every_round: bool


PRESETS: dict[str, CutPreset] = {
    "PP0": CutPreset(int(Cut.START), every_round=False),
    "PP1": CutPreset(int(Cut.START), every_round=True),
    "PP2": CutPreset(int(Cut.START | Cut.SUB), every_round=True),
    "PP3": CutPreset(int(Cut.START | Cut.SUB | Cut.MIX), every_round=True),
}
"""The partitionings PP0..PP3 of Zambreno et al. (FPL 2004)."""

DEEPEST = "PPX"
"""Name of the preset whose mask depends on the S-box: see `available_cuts`."""


def position_names(mask: int) -> list[str]:
    """Return the names of the cut positions in a mask, in data order; unknown bits as `bit<n>`."""
    known = [str(cut.name).lower() for cut in Cut if mask & cut]
    rest = mask & ~ALL_CUTS
    return known + [f"bit{bit}" for bit in range(rest.bit_length()) if rest >> bit & 1]


def inner_cuts(sbox: str) -> int:
    """Return the mask of the cut positions inside an S-box of this kind; 0 when it has none."""
    mask = 0
    for name in sbox_member(sbox).inner_cuts:
        mask |= Cut[name.upper()]
    return int(mask)


def available_cuts(sbox: str, direction: str) -> int:
    """Return the mask of all cut positions that a round with this S-box and direction has.

    This is what `PPX` stands for.
    """
    mask = ALL_CUTS & ~INNER_CUTS | inner_cuts(sbox)
    return mask & ~Cut.PRE if direction == Direction.ENCRYPT else mask


def registered_rounds(unroll: int, cut_every: int) -> tuple[int, ...]:
    """Return the physical rounds (0-based) that hold the cuts.

    Raises:
        ValueError: `cut_every` is below 1.
    """
    return tuple(range(0, unroll, cut_every))
