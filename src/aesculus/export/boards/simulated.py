"""A board in simulation, at the end of a serial line that `host.Link` can speak over."""

import struct
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

from aesculus.benches.simulate import VERILATOR_ARGS
from aesculus.export.boards.host import LineError
from aesculus.export.boards.model import Board
from aesculus.export.boards.top import TOP, Clocking
from aesculus.tools import verilator

_MAIN = Path(__file__).with_name("line.cpp")

_PLL = """\
// In simulation the PLL hands the clock on, and takes its time to lock.
module pll (
  input  logic clock_in,
  output logic clock_out,
  output logic locked
);
  logic [3:0] count_q = '0;
  always_ff @(posedge clock_in) if (!locked) count_q <= count_q + 4'd1;
  assign locked = &count_q;
  assign clock_out = clock_in;
endmodule
"""

_ANSWER = struct.Struct("=QI")
_PATIENCE_BYTES = 40
_MOST_S = 3600.0  # of one simulation
_PATIENCE_CYCLES = 20_000


class SimulatedLine:
    """The host's end of a simulated line. Time passes only while it is read."""

    def __init__(self, process: "subprocess.Popen[bytes]", clocking: Clocking) -> None:
        self._process = process
        self._clocking = clocking
        self._waiting = 0
        self.cycles = 0

    def write(self, data: bytes, /) -> None:
        """Send some bytes."""
        self._tell(b"w" + struct.pack("=I", len(data)) + data)
        self._waiting += len(data)

    def read(self, size: int, /) -> bytes:
        """Return the next bytes; fewer if none come for long.

        Raises:
            LineError: the simulation has ended.
        """
        bytes_of_time = self._waiting + size + _PATIENCE_BYTES
        limit = 10 * self._clocking.clks_per_bit * bytes_of_time + _PATIENCE_CYCLES
        self._tell(b"r" + struct.pack("=II", size, limit))
        self._waiting = 0
        self.cycles, count = _ANSWER.unpack(self._hear(_ANSWER.size))
        return self._hear(count)

    def now(self) -> float:
        """Return the simulated time in seconds."""
        return self.cycles / (self._clocking.mhz * 1e6)

    def _tell(self, data: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(data)
            self._process.stdin.flush()
        except OSError:
            raise LineError("the simulation of the board has ended") from None

    def _hear(self, size: int) -> bytes:
        assert self._process.stdout is not None
        found = self._process.stdout.read(size)
        if len(found) < size:
            raise LineError("the simulation of the board has ended")
        return found


def build(
    sources: Sequence[Path], board: Board, clocking: Clocking, *, workdir: Path, jobs: int = 2
) -> Path:
    """Build the simulation of a board's whole design, but for its PLL; return the program.

    Args:
        sources: in compile order, the top last; a PLL is added.
        board: whose pins are driven.
        clocking: its clock.
        workdir: folder for everything that is written; it is made if need be.
        jobs: compilers to run at once.

    Raises:
        ToolError: it does not build.
    """
    workdir.mkdir(parents=True, exist_ok=True)
    pll = workdir / "pll.sv"
    pll.write_text(_PLL, encoding="utf-8")
    flags = [f"-DRESET_IDLE={int(board.reset == 'low')}"] if board.reset else []
    return verilator.build(
        [*([pll] if clocking.pll else []), *sources],
        top=TOP,
        main=_MAIN,
        workdir=workdir,
        jobs=jobs,
        cflags=flags,
        verilator_args=VERILATOR_ARGS,
    )


@contextmanager
def running(program: Path, clocking: Clocking) -> Iterator[SimulatedLine]:
    """Run a simulation; give its line. The simulation ends with the block.

    Args:
        program: as `build` returns it.
        clocking: its clock; the host's bits have its length, whatever the design's own have.
    """
    pipe = subprocess.PIPE
    command = [str(program), str(clocking.clks_per_bit)]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as process:
        # Who waits for an answer then reads that it has ended.
        too_long = Timer(_MOST_S, process.kill)
        too_long.daemon = True
        too_long.start()
        try:
            yield SimulatedLine(process, clocking)
        finally:
            too_long.cancel()
            process.kill()
