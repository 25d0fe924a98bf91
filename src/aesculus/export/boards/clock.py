"""The clock of a board's core: its oscillator's, or that of a PLL."""

from pathlib import Path

from aesculus.errors import InputError
from aesculus.export.boards.chips import Chip
from aesculus.export.boards.model import Board
from aesculus.tools import Failure, ToolError, written
from aesculus.tools.packer import run_program

FILE = "pll.v"
"""Name of the file with the PLL."""

_TIMEOUT_S = 120.0


def plan_pll(chip: Chip, board: Board, mhz: float, workdir: Path) -> float:
    """Write a PLL that gives about some clock; return the one that it gives, in MHz.

    Args:
        chip: of the board's family.
        board: has the oscillator.
        mhz: what is wished, in MHz.
        workdir: folder for the PLL.

    Raises:
        InputError: the PLL cannot give anything like it.
        ToolError: the program that plans it is missing, or tells no clock.
    """
    wish = f"{mhz:.3f}"
    path = workdir / FILE
    path.unlink(missing_ok=True)
    args = chip.pll.filled(oscillator=f"{board.oscillator_mhz:g}", mhz=wish, file=FILE)
    tool = chip.pll.tool
    try:
        log = run_program(tool, args, workdir=workdir, timeout_s=_TIMEOUT_S).log
    except ToolError as error:
        if error.kind is not Failure.REFUSED:
            raise
        raise InputError(
            f"the PLL of {board.name} cannot make {wish} MHz of its {board.oscillator_mhz:g} MHz: "
            "choose another clock with --mhz"
        ) from None
    reached = chip.pll.reached_mhz(written(path, tool, log=log))
    if reached is None:
        reason = f"{tool} ended well, but {FILE} tells no clock"
        raise ToolError(Failure.ENVIRONMENT, tool, reason, log=log)
    return reached
