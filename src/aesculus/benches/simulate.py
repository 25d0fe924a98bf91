"""Build one model with the bench, run a stimulus through it, judge and measure the trace."""

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from aesculus.benches import measure
from aesculus.benches.bench import TOP
from aesculus.benches.check import Checked, check, read_trace
from aesculus.benches.stimulus import KNOWN_ANSWERS, LONE, SATURATED, Phase, Stimulus
from aesculus.resources import tb_dir
from aesculus.tools import Failure, ToolError, run
from aesculus.tools.probe import room

VERILATOR_ARGS = ("--x-assign", "unique", "--x-initial", "unique")
"""Unknowns become noise from the stimulus' seed, so that a missing reset shows."""


_UNWRITTEN = "bench: cannot write: "
"""What `tb/bench.cpp` says of a trace that it cannot write."""

__all__ = ["TOP", "VERILATOR_ARGS", "Verdict", "bench_file", "judge", "run_bench"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a right run shows.

    Attributes:
        known_answers: vector source to number of known answers that came out right, in every lane.
        blocks: number of blocks that came out right, known answers included.
        cycles: length of the run.
        blocks_per_cycle: measured rate in the steady state.
        latency_cycles: measured latency of a lone block, see `measure.one_latency`; the larger one
            where encryption and decryption differ.
        note: what must be said of the known answers, if anything.
    """

    known_answers: dict[str, int] = field(default_factory=dict)
    blocks: int = 0
    cycles: int = 0
    blocks_per_cycle: Fraction = Fraction(0)
    latency_cycles: int = 0
    note: str = ""

    def metrics(self) -> dict[str, object]:
        """Return the metrics of the stage record, JSON-able."""
        rate = self.blocks_per_cycle
        return {
            "vectors": sum(self.known_answers.values()),
            "kat": self.known_answers,
            "blocks": self.blocks,
            "cycles": self.cycles,
            "blocks_per_cycle": f"{rate.numerator}/{rate.denominator}",
            "latency_cycles": self.latency_cycles,
            **({"kat_note": self.note} if self.note else {}),
        }


def bench_file() -> Path:
    """Return the C++ bench."""
    return tb_dir() / "bench.cpp"


def run_bench(
    executable: Path,
    stimulus: Stimulus,
    *,
    workdir: Path,
    timeout_s: float,
    fixed_latency: bool,
    least_rate: Fraction | None = None,
    plusargs: tuple[str, ...] = (),
) -> Verdict:
    """Run a built model and judge what it did.

    Args:
        executable: as `tools.verilator.build` returns it.
        stimulus: what to drive.
        workdir: folder for stimulus, trace and log.
        timeout_s: wall time limit in seconds of the simulation.
        fixed_latency: every block must have the latency of a lone one (no flow control).
        least_rate: the core must take and give so many blocks a cycle; `None` for any rate.
        plusargs: for the model, such as `+fault=3`.

    Raises:
        Mismatch: the core is wrong; `Unfinished` if the bench did not come to its end.
        MeasureError: the core is right, but shows no steady rate or no fixed latency.
        ToolError: the simulation did not come to its end, or its trace could not be written.
    """
    workdir.mkdir(parents=True, exist_ok=True)
    stimulus_file, trace_file = workdir / "stimulus.bin", workdir / "trace.bin"
    stimulus_file.write_bytes(stimulus.encode())
    trace_file.unlink(missing_ok=True)
    try:
        run(
            [*(str(p.resolve()) for p in (executable, stimulus_file, trace_file)), *plusargs],
            name="simulation",
            cwd=workdir,
            log=workdir / "simulation.log",
            timeout_s=timeout_s,
        )
    except ToolError as error:
        if _UNWRITTEN not in error.log:
            raise
        # The bench does not say why.
        room(workdir)
        reason = f"the simulation could not write {trace_file.name}"
        raise ToolError(Failure.ENVIRONMENT, error.tool, reason, log=error.log) from error
    checked = check(stimulus, read_trace(trace_file, stimulus.cipher.block_bits // 8))
    return judge(stimulus, checked, fixed_latency=fixed_latency, least_rate=least_rate)


def judge(
    stimulus: Stimulus,
    checked: Checked,
    *,
    fixed_latency: bool,
    least_rate: Fraction | None = None,
) -> Verdict:
    """Measure a run whose blocks were all right.

    Raises:
        MeasureError: there is no steady rate, it differs between input and output or is too low,
            or a latency that must be fixed is not.
    """
    saturated = _phases(stimulus, SATURATED)
    steady = [p for p in checked.passages if p.phase in saturated]
    rate_in = measure.steady_rate([p.entered for p in steady])
    rate = measure.steady_rate([p.left for p in steady])
    if rate_in != rate:
        raise measure.MeasureError(f"blocks enter at {rate_in} a cycle and leave at {rate}")
    lanes = stimulus.lanes
    if least_rate is not None and lanes * rate < least_rate:
        raise measure.MeasureError(
            f"{lanes * rate} blocks a cycle, where this point should pass {least_rate}"
        )
    lone = _phases(stimulus, LONE)
    latencies = []
    for decrypt in sorted({p.decrypt for p in checked.passages}):
        what = "decrypted" if decrypt else "encrypted"
        passages = [p for p in checked.passages if p.decrypt is decrypt]
        alone = [p.cycles for p in passages if p.phase in lone]
        latencies.append(measure.one_latency(alone, what=f"lone {what} block"))
        if fixed_latency:
            measure.one_latency([p.cycles for p in passages], what=f"{what} blocks")
    answers = {v.source for p in _named(stimulus, KNOWN_ANSWERS) for beat in p.beats for v in beat}
    return Verdict(
        # Each went through every lane.
        known_answers={source: checked.sources[source] // lanes for source in sorted(answers)},
        blocks=lanes * len(checked.passages),
        cycles=checked.cycles,
        blocks_per_cycle=lanes * rate,
        latency_cycles=max(latencies),
        note=stimulus.note,
    )


def _named(stimulus: Stimulus, name: str) -> list[Phase]:
    return [phase for phase in stimulus.phases if phase.name == name]


def _phases(stimulus: Stimulus, name: str) -> set[int]:
    return {index for index, phase in enumerate(stimulus.phases) if phase.name == name}
