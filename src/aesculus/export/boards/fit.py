"""Which cores the serial line of a board can drive, and how fast it may be."""

from aesculus.design import Build
from aesculus.design.cipher import Shape
from aesculus.design.kinds import KeySchedule
from aesculus.design.ports import shape_of
from aesculus.errors import InputError
from aesculus.export.boards.model import Board

_BLOCK_BITS = 128
_LEAST_CLKS = 4
_MOST_OFF = 0.015
"""How far a divided clock may be off the line's speed: half a bit in ten is shared by two sides."""

_WAIT_BITS = 20
"""Bits of the line in which a command must be executed: one byte is kept, one is on its way."""

_OWN_CYCLES = 16
"""Cycles that a command takes beside those of the core, generously."""


def drivable(point: Build) -> Shape:
    """Return the shape of a design that commands over bytes can drive.

    Raises:
        InputError: they cannot; the message says what is legal.
    """
    shape = shape_of(point.design)
    if shape is None:
        raise InputError(f"{point.label} is no core alone: a board takes cores, such as UF1-PP1T")
    label = point.label
    if shape.cipher.block_bits != _BLOCK_BITS:
        raise InputError(f"{label} has blocks of {shape.cipher.block_bits} bits; legal: 128")
    if shape.lanes != 1:
        raise InputError(f"{label} has {shape.lanes} lanes; a board takes one, without RF")
    if shape.schedule is KeySchedule.EXTERNAL:
        raise InputError(
            f"{label} takes round keys from outside; legal on a board: keys online, STORED or FIXED"
        )
    if shape.schedule is KeySchedule.LAST and any(shape.direction.decrypts):
        raise InputError(
            f"{label} wants the end of the key schedule to decrypt; legal on a board: keys online, "
            "STORED or FIXED"
        )
    return shape


def speed(board: Board, clock_mhz: float, latency_cycles: int) -> tuple[int, int]:
    """Return the speed of the line in bits per second, and the cycles of a bit.

    Args:
        board: the board.
        clock_mhz: clock of the core.
        latency_cycles: measured cycles of a lone block; commands come back to back, so a block must
            be done before the byte after the next has come.

    Raises:
        InputError: no speed of the board can be made of the clock.
    """
    for baud in board.baud:
        clks = round(clock_mhz * 1e6 / baud)
        if clks < _LEAST_CLKS or abs(clock_mhz * 1e6 / (clks * baud) - 1) > _MOST_OFF:
            continue
        if latency_cycles + _OWN_CYCLES <= _WAIT_BITS * clks:
            return baud, clks
    tried = ", ".join(map(str, board.baud))
    raise InputError(
        f"no speed of the serial line ({tried} baud) can be made of {clock_mhz:g} MHz on "
        f"{board.name}: choose another clock with --mhz"
    )
