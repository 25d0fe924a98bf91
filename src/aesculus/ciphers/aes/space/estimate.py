"""Closed forms for planning which point to try next.

Estimates only: a figure that is shown to anyone as a result is measured in simulation.
"""

from fractions import Fraction

from aesculus.ciphers.aes.space.cuts import registered_rounds
from aesculus.ciphers.aes.space.design import DesignPoint
from aesculus.ciphers.aes.space.kinds import Direction, Flow, KeySchedule
from aesculus.ciphers.aes.space.narrow import is_seamless, is_twin

_BLOCK = 128
_PARTS = {32: (4, 1), 8: (16, 4)}
"""Cycles of a round by the width of a datapath below one round: for its parts, for the key."""

_CLEARED = {32: (32, 12), 8: (8, 40)}
"""Bits of a part of the key in a datapath below one round, and cycles beside one for each part."""


def estimated_slots(point: DesignPoint) -> int:
    """Return how many registers the ring of one lane should have, in cycles once round.

    A datapath below one round has one slot, whatever its width.

    Raises:
        ValueError: the point is illegal and its `cut_every` is 0.
    """
    return len(registered_rounds(point.unroll, point.cut_every)) * point.cuts.bit_count()


def estimated_in_flight(point: DesignPoint) -> int:
    """Return how many beats (a block for each lane) should be in the core at once, at most.

    That is the slots of the ring and its entry registers, and for decryption with online keys those
    of the ring ahead of it, which takes the key to the end of its schedule, with its output
    register. A datapath below one round may hold a block beside the one that it finishes.

    Raises:
        ValueError: the point is illegal and its `cut_every` is 0.
    """
    if is_seamless(point):
        return 2
    prepares = point.key_schedule == KeySchedule.ONLINE and point.direction != Direction.ENCRYPT
    slots = estimated_slots(point)
    return point.entry_cuts + slots + (slots + 1 if prepares else 0)


def estimated_passes(point: DesignPoint) -> int:
    """Return how often a block should enter the ring's first round.

    Raises:
        ZeroDivisionError: the point is illegal and its `unroll` is 0.
    """
    return -(-point.nr // point.unroll)


def clear_cycles(point: DesignPoint) -> int:
    """Return how many cycles a clear takes, or what follows a reset: until `cleared_o` is high.

    `cleared_o` rises with the n-th clock edge after the last one that found `clear_i` high or
    `rst_ni` low. The numbers are those of `flush_cycles` in aesculus_pkg, and with stored keys
    those of the key store, which writes two banks anew.

    Raises:
        ValueError: the point is illegal and its `cut_every` is 0.
    """
    flush = estimated_in_flight(point)
    if point.flow == Flow.CREDIT:
        flush = 2 ** (flush + 2).bit_length() + 1
    if point.width in _CLEARED:
        parts, more = _CLEARED[point.width]
        flush = point.key_bits // parts + more
    if point.key_schedule != KeySchedule.STORED:
        return flush
    step = point.cuts.bit_count()
    return max(flush, 2 * (point.nr * step + 1) + 1)


def estimated_block_cycles(point: DesignPoint) -> int:
    """Return the cycles between two blocks of a full ring or of a narrow datapath.

    Raises:
        ZeroDivisionError: the point is illegal and its `unroll` is 0.
    """
    if point.width not in _PARTS:
        return estimated_passes(point)
    if is_seamless(point):
        return point.nr * sum(_cycles_of_a_round(point))
    return estimated_narrow_latency(point)


def _cycles_of_a_round(point: DesignPoint) -> tuple[int, int]:
    """Return the cycles for parts of the State, and those in which it waits for the key."""
    parts, pause = _PARTS[point.width]
    return parts, 0 if is_twin(point) else pause


def estimated_narrow_latency(point: DesignPoint) -> int:
    """Return the latency in cycles of a block in a datapath below one round.

    Raises:
        KeyError: the datapath is of full width.
    """
    parts, pause = _cycles_of_a_round(point)
    # A block is loaded in the time of a round, a key longer than a block in that of two.
    loading = 2 if point.key_bits > _BLOCK else 1
    return (loading + point.nr) * (parts + pause) - pause + 2


def estimated_blocks_per_cycle(point: DesignPoint) -> Fraction:
    """Return the rate that a full ring should reach in all lanes together, in blocks per cycle.

    Raises:
        ZeroDivisionError: the point is illegal and its `unroll` is 0.
    """
    return Fraction(point.lanes, estimated_block_cycles(point))
