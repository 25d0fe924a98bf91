"""The SystemVerilog of a board's design around a core."""

from dataclasses import dataclass
from pathlib import Path

from aesculus import pages
from aesculus.design import Build
from aesculus.design.kinds import KeySchedule
from aesculus.export.boards.fit import drivable
from aesculus.export.boards.model import Board
from aesculus.netlists import netlist as nl
from aesculus.stages import route_harness as hn

RTL = Path(__file__).with_name("rtl")
"""Folder of what stands between a serial line and a core."""

SYSTEM = nl.TOP
"""Name of the module that holds the serial line and the core: it is mapped as a core is."""

CORE = "aesculus_verified"
"""Name of the core in it."""

TOP = hn.TOP
"""Name of the top, the one that the families' scripts for a router know."""

DIGEST_DIGITS = 16
"""Hexadecimal digits of the design's digest that a board tells."""


@dataclass(frozen=True)
class Clocking:
    """The clock of a core on a board and the speed of its line.

    Attributes:
        mhz: the clock.
        baud: bits per second.
        clks_per_bit: cycles of a bit.
        pll: the clock is that of a PLL and not the oscillator's.
    """

    mhz: float
    baud: int
    clks_per_bit: int
    pll: bool

    @property
    def khz(self) -> int:
        """The clock in kHz."""
        return round(1000 * self.mhz)


RESET = RTL / "aesculus_board_reset.sv"
"""The source that the top needs beside itself."""


def line_files() -> list[Path]:
    """Return the sources of the serial line; none needs another before it."""
    return sorted(set(RTL.glob("*.sv")) - {RESET})


def system(point: Build, clocking: Clocking) -> str:
    """Return the source of the module that holds the serial line and the core.

    Raises:
        InputError: the design cannot be driven.
    """
    shape = drivable(point)
    values = {
        "label": point.label,
        "system": SYSTEM,
        "core": CORE,
        "key_bits": shape.key_bits,
        "fixed": shape.schedule is KeySchedule.FIXED,
        "stored": shape.schedule is KeySchedule.STORED,
        "encrypts": False in shape.direction.decrypts,
        "decrypts": True in shape.direction.decrypts,
        "clks_per_bit": clocking.clks_per_bit,
        "clock_khz": clocking.khz,
        "digest": point.design.digest[:DIGEST_DIGITS],
    }
    return pages.render(__package__, "system.sv.j2", values)


def top(point: Build, board: Board, clocking: Clocking) -> str:
    """Return the source of the top: what stands between the board's pins and that module."""
    values = {
        "label": point.label,
        "board": board.name,
        "system": SYSTEM,
        "top": TOP,
        "reset": board.reset,
        "high": "high_o" in board.pins,
        "pll": clocking.pll,
    }
    return pages.render(__package__, "board.sv.j2", values)
