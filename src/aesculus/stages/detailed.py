"""Timing-driven detailed placement: cells of late paths are moved, and the design is routed again.

The router's placer goes by the length of wires; `placement.moves` goes by what is late once all is
routed. A turn reads the placed design and its delays, moves cells, and gives the design back to the
router with all cells fixed. The router checks each place by its own rules, keeps the wires of what
has stayed and routes the rest. The best of all turns counts; the first is the router's own.
"""

import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aesculus.families import Device, family
from aesculus.placement.delays import read_delays
from aesculus.placement.design import placed_design
from aesculus.placement.moves import move_late_cells
from aesculus.placement.timing import Timing
from aesculus.stages import route as rt
from aesculus.stages.floorplan import OPTION, PLACED
from aesculus.tools import Failure, ToolError, process

STEP = "detailed"
"""The step of our own that takes part."""

DELAYS = "delays.sdf"
"""File to which the router writes all delays."""

OUTPUTS = (OPTION, PLACED, "--sdf", DELAYS)
"""The router's arguments that write what a turn reads."""

_MOVED = "moved.json"
_REPORT = "report.json"
_BEST = "best"

AS_PLACED = ("--no-pack",)
"""The router's arguments for a turn. The placer of the way runs, and only checks what is fixed."""

_IDLE_TURNS = 2
"""After so many turns without a higher clock there is no further one."""


def sites_step(device: Device) -> str:
    """Return the name of the step that says what fits where in a family."""
    return f"sites.{device.family}"


@dataclass(frozen=True)
class Turns:
    """What the turns came to.

    Attributes:
        log: the router's, of the turn that counts.
        clocks: MHz as placed, and after each turn; `None` for one that could not be routed.
        cells: how many cells were moved in each turn.
    """

    log: str
    clocks: tuple[float | None, ...]
    cells: tuple[int, ...]


def improve(
    device: Device,
    folder: Path,
    seed: int,
    timeout_s: float,
    log: str,
    *,
    turns: int,
    more: Sequence[str],
    outputs: Sequence[str],
) -> Turns:
    """Improve a routed design in a folder, where the router has written `OUTPUTS`.

    Its report and the files of `outputs` are those of the best turn in the end. A turn that cannot
    be routed is the last one. What else goes wrong ends all, as a build must not hang on what a
    machine has time and room for.

    Args:
        device: where it is placed; its family tells its sites.
        folder: of the run.
        seed: the placer's, told to the router again.
        timeout_s: limit of wall time in seconds, for each tool.
        log: the router's first.
        turns: most of them.
        more: the way's options of the router for routing.
        outputs: names of further files that the router writes, each with its option before it.

    Raises:
        ToolError: the router or what moves cells failed, or a move broke the router's rules.
    """
    kept = [_REPORT, *outputs[1::2]]
    best = _clock(folder, device, log)
    clocks: list[float | None] = [best]
    cells: list[int] = []
    best_log, idle = log, 0
    _keep(folder, kept)
    options = [*AS_PLACED, *more, *OUTPUTS, *outputs]
    while len(cells) < turns and idle < _IDLE_TURNS:
        count = _move(device, folder, timeout_s)
        if not count:
            break
        cells.append(count)
        # What a router did not write is not to be taken from the turn before.
        for name in (*kept, PLACED, DELAYS):
            (folder / name).unlink()
        deadline = time.monotonic() + timeout_s
        try:
            turn_log = rt.run_placer(device, folder, seed, deadline, options, netlist=_MOVED)
            clock = _clock(folder, device, turn_log)
        except ToolError as error:
            if error.kind is Failure.TIMING or rt.cannot_be_routed(error):
                clocks.append(None)
                break
            if error.kind is Failure.REFUSED:
                raise _our_own("the router refuses where cells were moved to", error) from error
            raise
        clocks.append(clock)
        idle += 1
        if clock > best:
            best, best_log, idle = clock, turn_log, 0
            _keep(folder, kept)
    for name in kept:
        shutil.move(folder / f"{_BEST}-{name}", folder / name)
    return Turns(best_log, tuple(clocks), tuple(cells))


def _keep(folder: Path, names: Sequence[str]) -> None:
    for name in names:
        shutil.copyfile(folder / name, folder / f"{_BEST}-{name}")


def _clock(folder: Path, device: Device, log: str) -> float:
    router = rt.router_of(device)
    report = rt.read_report(folder, router, log)
    return float(rt.metrics_of(report, router, log)["fmax_routed_mhz"])


def _our_own(what: str, error: ToolError) -> ToolError:
    """Return an error that no design is to blame for."""
    return ToolError(Failure.ENVIRONMENT, "aesculus", f"{what}: {error.reason}", log=error.log)


def _move(device: Device, folder: Path, timeout_s: float) -> int:
    """Write the design with its late cells moved, by a process of its own; return how many were.

    Raises:
        ToolError: it did not come to its end.
    """
    try:
        run = process.run(
            [sys.executable, "-P", "-m", __spec__.name, device.family],
            name="aesculus",
            cwd=folder,
            log=folder / "moves.log",
            timeout_s=timeout_s,
        )
    except ToolError as error:
        if error.kind in {Failure.REFUSED, Failure.CRASH}:
            raise _our_own("cells of late paths could not be moved", error) from error
        raise
    return int(run.log.split()[-1])


def main(argv: Sequence[str]) -> int:
    """Move late cells of the design in the working directory; print how many.

    Args:
        argv: name of the family, which tells its sites.
    """
    sites = family(argv[0]).sites
    assert sites is not None, argv[0]
    design = placed_design(Path(PLACED).read_bytes())
    with Path(DELAYS).open(encoding="utf-8", errors="replace") as lines:
        timing = Timing(design, read_delays(lines))
    places = sites(design)
    moved = move_late_cells(design, timing, places)
    Path(_MOVED).write_bytes(design.written(places.kept))
    sys.stdout.write(f"late cells moved: {moved.cells}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
