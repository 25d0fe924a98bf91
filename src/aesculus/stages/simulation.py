"""Verification in simulation: of a point's RTL, and of a point's netlist."""

import gzip
import time
from collections.abc import Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import Protocol

from aesculus.benches.check import Mismatch
from aesculus.benches.measure import MeasureError
from aesculus.benches.simulate import TOP, VERILATOR_ARGS, bench_file, run_bench
from aesculus.benches.stimulus import Shape, plan
from aesculus.ciphers.aes.space import (
    DesignPoint,
    Direction,
    Flow,
    KeySchedule,
    LaneKeys,
    estimated_block_cycles,
    estimated_blocks_per_cycle,
    estimated_in_flight,
    estimated_passes,
    estimated_slots,
    sources,
    wrapper,
)
from aesculus.records import StageOutcome, Status
from aesculus.stages import provenance
from aesculus.stages.outcome import STATUS
from aesculus.tools import Failure, ToolError, verilator
from aesculus.tools.versions import verilator_version

DEFAULT_SEED = 0x4145_5343
"""Seed of stimulus and power-on noise."""

RTL_BLOCKS = 1000
"""Blocks in each random phase when RTL is verified."""

_NETLIST_BLOCKS = 200
_QUICK_BUILD_PASSES = 2
_GZIP_MAGIC = b"\x1f\x8b"

_STEPS = ("stimulus", "vectors", "reference", "check", "measure", "simulation")
_PACKAGES = ("cryptography", "cryptography-vectors")


class NamedDevice(Protocol):
    """What is asked of a device here: its name, for messages."""

    @property
    def name(self) -> str:
        """Name of the device, such as `LFE5U-85F-8`."""
        ...


def shape_of(point: DesignPoint) -> Shape:
    """Return what the stimulus must know of a point.

    The sizes are bounds, counted generously; they set run lengths and no figure is taken from them.
    """
    cycles = max(estimated_passes(point) * estimated_slots(point), estimated_block_cycles(point), 1)
    online = point.key_schedule is KeySchedule.ONLINE
    rings = 2 if online and point.direction is not Direction.ENCRYPT else 1
    stored = point.key_schedule is KeySchedule.STORED
    return Shape(
        key_bits=point.key_bits,
        direction=point.direction,
        tag_bits=point.tag_bits,
        stallable=point.flow is not Flow.NONE,
        slots=max(1, estimated_in_flight(point)),
        lone_cycles=rings * cycles + point.entry_cuts + 4,
        lanes=point.lanes,
        separate=point.lane_keys is LaneKeys.SEPARATE,
        schedule=point.key_schedule,
        fixed_key=bytes.fromhex(point.fixed_key),
        # A step of the schedule takes the cuts of a round; after a reset two keys go first.
        key_cycles=3 * (point.nr + 2) * point.cuts.bit_count() if stored else 0,
    )


@dataclass(frozen=True)
class Course:
    """All that decides how a simulation is built, driven and judged, besides its sources.

    Attributes:
        shape: what the stimulus knows of the core.
        blocks: in each random phase.
        seed: of random blocks, patterns and power-on noise.
        fixed_latency: every block must have the latency of a lone one.
        least_rate: the core must take and give so many blocks a cycle.
        optimise: whether the model is compiled to run quickly rather than built quickly.
    """

    shape: Shape
    blocks: int
    seed: int
    fixed_latency: bool
    least_rate: Fraction
    optimise: bool

    def reads(self) -> dict[str, str]:
        """Return name to SHA-256 (hex) of what this makes a simulation and its judge read."""
        shape = {each.name: getattr(self.shape, each.name) for each in fields(self.shape)}
        told = {
            "shape": shape | {"fixed_key": self.shape.fixed_key.hex()},
            "blocks": self.blocks,
            "seed": self.seed,
            "fixed_latency": self.fixed_latency,
            "least_rate": str(self.least_rate),
        }
        flags = verilator.settings(VERILATOR_ARGS, optimise=self.optimise)
        digest_of = provenance.digest_of
        return {
            "bench": provenance.file_digest(bench_file()),
            "course": digest_of(told),
            "flags": digest_of(flags),
            "steps": digest_of([provenance.versions(*_STEPS), provenance.packages(*_PACKAGES)]),
        }


def bench_fingerprint() -> str:
    """Return the SHA-256 (hex) over the bench and the steps that drive and judge it."""
    parts = [provenance.file_digest(bench_file()), list(VERILATOR_ARGS)]
    return provenance.digest_of(
        [*parts, provenance.versions(*_STEPS), provenance.packages(*_PACKAGES)]
    )


def course_of(point: DesignPoint, *, netlist: bool = False, seed: int = DEFAULT_SEED) -> Course:
    """Return how a point is simulated: its RTL, or a netlist of it."""
    return Course(
        shape=shape_of(point),
        blocks=_NETLIST_BLOCKS if netlist else RTL_BLOCKS,
        seed=seed,
        fixed_latency=point.flow is Flow.NONE,
        least_rate=estimated_blocks_per_cycle(point),
        # With few passes the model is large and the run short: building quickly wins.
        optimise=not netlist and estimated_passes(point) > _QUICK_BUILD_PASSES,
    )


def verify_rtl(
    point: DesignPoint,
    *,
    workdir: Path,
    timeout_s: float = 1800.0,
    seed: int = DEFAULT_SEED,
    jobs: int = 2,
) -> StageOutcome:
    """Verify the RTL of a point in a cycle-accurate simulation and measure rate and latency.

    Args:
        point: a legal point.
        workdir: folder for everything that is written.
        timeout_s: wall time limit in seconds, of the build and of the run each.
        seed: of random blocks, patterns and power-on noise.
        jobs: C++ compilers to run at once.

    Returns:
        The outcome; a core that is wrong is `failed`, with one line that names the vector. If a
        tool gave no result, `metrics["failure"]` holds the class of its failure, so that a missing
        program or a full disk is not held against the point.
    """
    source = workdir / f"{TOP}.sv"
    return _verify(
        source,
        wrapper(point),
        course_of(point, seed=seed),
        before=sources(point),
        workdir=workdir,
        timeout_s=timeout_s,
        jobs=jobs,
    )


def verify_netlist(
    point: DesignPoint,
    device: NamedDevice,
    netlist_v: bytes,
    *,
    workdir: Path,
    timeout_s: float = 3600.0,
    seed: int = DEFAULT_SEED,
    jobs: int = 2,
    models: Sequence[Path] = (),
) -> StageOutcome:
    """Verify the synthesised netlist of a point as `verify_rtl` does its RTL.

    All known answers are run; the random phases are shorter, as a netlist simulates slowly.

    Args:
        point: the point the netlist was made from.
        device: the device it was made for.
        netlist_v: Verilog of the module `aesculus_point` and of all cells it needs; gzip or plain.
        workdir: folder for everything that is written.
        timeout_s: wall time limit in seconds, of the build and of the run each.
        seed: of random blocks, patterns and power-on noise.
        jobs: C++ compilers to run at once.
        models: files with further cell models, if the netlist does not bring them all.

    Returns:
        The outcome, as that of `verify_rtl`.
    """
    plain = gzip.decompress(netlist_v) if netlist_v.startswith(_GZIP_MAGIC) else netlist_v
    source = workdir / "netlist.v"
    outcome = _verify(
        source,
        plain.decode("utf-8"),
        course_of(point, netlist=True, seed=seed),
        before=models,
        workdir=workdir,
        timeout_s=timeout_s,
        jobs=jobs,
    )
    if outcome.status is Status.OK:
        return outcome
    reason = f"netlist for {device.name}: {outcome.reason}"
    return outcome.model_copy(update={"reason": reason})


def _verify(
    source: Path,
    text: str,
    course: Course,
    *,
    before: Sequence[Path],
    workdir: Path,
    timeout_s: float,
    jobs: int,
) -> StageOutcome:
    start = time.monotonic()
    tools: dict[str, str] = {}

    def failed(
        reason: str, status: Status = Status.FAILED, failure: str = "", log: str = ""
    ) -> StageOutcome:
        return StageOutcome(
            status=status,
            metrics={"failure": failure} if failure else {},
            tools=tools,
            seconds=time.monotonic() - start,
            reason=reason,
            log=log,
        )

    try:
        tools["verilator"] = verilator_version()
        stimulus = plan(course.shape, seed=course.seed, blocks=course.blocks)
        workdir.mkdir(parents=True, exist_ok=True)
        source.write_text(text, encoding="utf-8")
        executable = verilator.build(
            [*before, source],
            top=TOP,
            main=bench_file(),
            workdir=workdir,
            jobs=jobs,
            timeout_s=timeout_s,
            verilator_args=VERILATOR_ARGS,
            optimise=course.optimise,
        )
        verdict = run_bench(
            executable,
            stimulus,
            workdir=workdir,
            timeout_s=timeout_s,
            fixed_latency=course.fixed_latency,
            least_rate=course.least_rate,
        )
    except ToolError as error:
        status = STATUS.get(error.kind, Status.FAILED)
        return failed(error.reason, status, error.kind.value, error.log)
    except OSError as error:
        reason = f"cannot write below {workdir}: {error}"
        return failed(reason, failure=Failure.of(error).value)
    except (Mismatch, MeasureError, ValueError) as error:
        return failed(str(error))
    return StageOutcome(
        status=Status.OK,
        metrics=verdict.metrics(),
        tools=tools,
        seconds=time.monotonic() - start,
    )
