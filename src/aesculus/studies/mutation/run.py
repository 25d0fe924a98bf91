"""Runs of mutants: which of them does the bench catch?

The first run is that of the right core; its trace is the reference. A mutant's run ends at the
first event that differs. A wrong block or tag is judged from that event alone, as everything
before it was right; where only the time of an event differs, the run is made again to its end and
judged as any other.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from aesculus.benches.bench import DEFAULT_SEED
from aesculus.benches.check import Kind, Mismatch
from aesculus.benches.measure import MeasureError
from aesculus.benches.native import RTL_BLOCKS
from aesculus.benches.simulate import run_bench
from aesculus.benches.stimulus import Stimulus, plan
from aesculus.ciphers.aes.space import DesignPoint
from aesculus.studies.mutation.mutants import CONTROL
from aesculus.tools import Failure, ToolError, run

_FOLDERS = re.compile(r"(?<![\w./])/(?:[^/\s:]+/)+")
_HEAD_BYTES = 8
_ENDS = {
    Kind.STALLED: "no progress",
    Kind.UNSTABLE: "an offered result changed",
    Kind.SURPLUS: "a result too many",
    Kind.STRAY_KEY: "took a key",
    Kind.LOUD: "shows what was not delivered",
    Kind.DEAF: "takes or offers in a reset or a clear",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What the bench says of one mutant.

    Attributes:
        number: of the mutant.
        caught: the bench fails it.
        why: what the bench saw first; empty if nothing.
    """

    number: int
    caught: bool
    why: str = ""


def failed(number: int, error: ToolError) -> Finding:
    """Return what the failure of a build or run says of a mutant, without folders of this machine.

    A program that refuses or breaks off tells of the mutant. One that was too slow or too large may
    tell of the machine alone, so the mutant is not caught by that.

    Raises:
        ToolError: it tells of the machine alone.
    """
    if error.kind.of_machine:
        raise error
    caught = error.kind not in {Failure.TIMEOUT, Failure.MEMORY}
    return Finding(number, caught, _FOLDERS.sub("", error.reason))


class Runner:
    """Runs mutants of one point.

    Args:
        point: the point.
        executable: as `mutants.build` returns it.
        workdir: folder for stimulus and traces.
        timeout_s: wall time limit in seconds of a run.
        seed: of the stimulus.

    Raises:
        Mismatch: the core is wrong without any mutant.
        MeasureError: likewise.
        ToolError: it does not run.
    """

    def __init__(
        self,
        point: DesignPoint,
        executable: Path,
        *,
        workdir: Path,
        timeout_s: float = 60.0,
        seed: int = DEFAULT_SEED,
    ) -> None:
        self._executable = executable
        self._workdir = workdir
        self._timeout_s = timeout_s
        shape = point.shape()
        self._fixed_latency = not shape.stallable
        self._least_rate = shape.least_rate
        self._stimulus: Stimulus = plan(shape, seed=seed, blocks=RTL_BLOCKS)
        self._judged(0, workdir / "right", executable)
        self._reference = workdir / "right" / "trace.bin"
        self._right = self._reference.read_bytes()
        self._size = int.from_bytes(self._right[4:_HEAD_BYTES], "little")

    def run(self, number: int, executable: Path | None = None) -> Finding:
        """Run the bench on one mutant.

        Args:
            number: of the mutant.
            executable: the bench around it, if it has one of its own.

        Raises:
            ToolError: the simulation cannot be started.
        """
        trace = self._workdir / "trace.bin"
        trace.unlink(missing_ok=True)
        built = executable or self._executable
        paths = (built, self._reference.with_name("stimulus.bin"), trace)
        try:
            run(
                [
                    *(str(path.resolve()) for path in paths),
                    f"+reference={self._reference.resolve()}",
                    f"+{CONTROL}={number}",
                ],
                name="simulation",
                cwd=self._workdir,
                log=self._workdir / "simulation.log",
                timeout_s=self._timeout_s,
            )
        except ToolError as error:
            return failed(number, error)
        got = trace.read_bytes()
        if got == self._right:
            return Finding(number, False)
        return self._seen(number, got) or self._judged(number, self._workdir / "whole", built)

    def _seen(self, number: int, got: bytes) -> Finding | None:
        """Judge by the first event that differs, if that is enough."""
        length = (min(len(got), len(self._right)) - _HEAD_BYTES) // self._size * self._size
        rows = [
            np.frombuffer(raw, dtype=np.uint8, count=length, offset=_HEAD_BYTES)
            for raw in (got, self._right)
        ]
        differ = np.flatnonzero((rows[0] != rows[1]).reshape(-1, self._size).any(axis=1))
        if differ.size == 0:
            return None
        start = _HEAD_BYTES + int(differ[0]) * self._size
        mine, right = (raw[start : start + self._size] for raw in (got, self._right))
        kind, wanted = (Kind(int.from_bytes(raw[:4], "little")) for raw in (mine, right))
        if kind in _ENDS:
            return Finding(number, True, _ENDS[kind])
        # Kind, phase, cycle, beats inside, then the tag and the blocks.
        if kind is wanted is Kind.OUTPUT and mine[20:] != right[20:]:
            return Finding(number, True, "wrong block" if mine[24:] != right[24:] else "wrong tag")
        return None

    def _judged(self, number: int, workdir: Path, executable: Path) -> Finding:
        """Run to the end and judge as any point; number 0 must pass."""
        try:
            run_bench(
                executable,
                self._stimulus,
                workdir=workdir,
                timeout_s=self._timeout_s,
                fixed_latency=self._fixed_latency,
                least_rate=self._least_rate,
                plusargs=(f"+{CONTROL}={number}",),
            )
        except (Mismatch, MeasureError) as error:
            if number == 0:
                raise
            return Finding(number, True, str(error).split(":")[0])
        except ToolError as error:
            if number == 0:
                raise
            return failed(number, error)
        return Finding(number, False, "in other cycles, which is allowed")
