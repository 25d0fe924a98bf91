"""The two verification stages: a point's RTL, and a point's netlist, each in simulation."""

import gzip
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from aesculus.records import StageOutcome, Status
from aesculus.resources import rtl_files, tb_dir
from aesculus.space import (
    DesignPoint,
    Flow,
    KeySchedule,
    estimated_passes,
    estimated_slots,
    wrapper,
)
from aesculus.tools import Failure, ToolError, verilator
from aesculus.tools.versions import verilator_version
from aesculus.verify.check import Mismatch
from aesculus.verify.measure import MeasureError
from aesculus.verify.simulate import TOP, VERILATOR_ARGS, bench_file, run_bench
from aesculus.verify.stimulus import Shape, plan

DEFAULT_SEED = 0x4145_5343
"""Seed of stimulus and power-on noise."""

_RTL_BLOCKS = 1000
_NETLIST_BLOCKS = 200
_GZIP_MAGIC = b"\x1f\x8b"
_STATUS = {Failure.TIMEOUT: Status.TIMEOUT, Failure.MEMORY: Status.MEMORY}
# Nothing about the point: the machine must be put right, and the verdict must not be kept.
_ENVIRONMENT = {Failure.MISSING, Failure.DISK_FULL}


class NetlistDevice(Protocol):
    """What is asked of a device: the family, which names the folder of its cell models."""

    @property
    def family(self) -> str:
        """Family name, such as `ecp5`."""
        ...


def shape_of(point: DesignPoint) -> Shape:
    """Return what the stimulus must know of a point.

    The sizes are bounds, counted generously; they set run lengths and no figure is taken from them.

    Raises:
        ValueError: the point's round keys do not come with the blocks.
    """
    if point.key_schedule is not KeySchedule.ONLINE:
        raise ValueError(
            f"key_schedule={point.key_schedule} cannot be verified: the stimulus loads no keys;"
            f" legal: {KeySchedule.ONLINE}"
        )
    stages = max(1, estimated_slots(point))
    return Shape(
        key_bits=point.key_bits,
        direction=point.direction,
        tag_bits=point.tag_bits,
        stallable=point.flow is not Flow.NONE,
        slots=point.lanes * stages,
        lone_cycles=estimated_passes(point) * stages + 4,
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
        The outcome; a core that is wrong is `failed`, with one line that names the vector.

    Raises:
        ToolError: the machine is at fault: a program is missing or the disk is full.
    """
    source = workdir / f"{TOP}.sv"
    return _verify(
        point,
        source,
        wrapper(point),
        before=rtl_files(),
        blocks=_RTL_BLOCKS,
        workdir=workdir,
        timeout_s=timeout_s,
        seed=seed,
        jobs=jobs,
    )


def verify_netlist(
    point: DesignPoint,
    device: NetlistDevice,
    netlist_v: bytes,
    *,
    workdir: Path,
    timeout_s: float = 3600.0,
    seed: int = DEFAULT_SEED,
    jobs: int = 2,
    models: Sequence[Path] | None = None,
) -> StageOutcome:
    """Verify the synthesised netlist of a point as `verify_rtl` does its RTL.

    All known answers are run; the random phases are shorter, as a netlist simulates slowly.

    Args:
        point: the point the netlist was made from.
        device: the device it was made for.
        netlist_v: the netlist in Verilog, with the module `aes_point`; gzip or plain.
        workdir: folder for everything that is written.
        timeout_s: wall time limit in seconds, of the build and of the run each.
        seed: of random blocks, patterns and power-on noise.
        jobs: C++ compilers to run at once.
        models: cell models; by default all files in `tb/models/<family>`.

    Returns:
        The outcome; a netlist that is wrong is `failed`, with one line that names the vector.

    Raises:
        ToolError: the machine is at fault: a program is missing or the disk is full.
    """
    if models is None:
        models = cell_models(device.family)
    plain = gzip.decompress(netlist_v) if netlist_v.startswith(_GZIP_MAGIC) else netlist_v
    source = workdir / "netlist.v"
    return _verify(
        point,
        source,
        plain.decode("utf-8"),
        before=models,
        blocks=_NETLIST_BLOCKS,
        workdir=workdir,
        timeout_s=timeout_s,
        seed=seed,
        jobs=jobs,
        optimise=False,
    )


def cell_models(family: str) -> list[Path]:
    """Return the simulation models of a family's cells, none if the family needs none."""
    folder = tb_dir() / "models" / family
    return sorted(p for p in folder.glob("*") if p.suffix in {".v", ".sv"})


def _verify(
    point: DesignPoint,
    source: Path,
    text: str,
    *,
    before: Sequence[Path],
    blocks: int,
    workdir: Path,
    timeout_s: float,
    seed: int,
    jobs: int,
    optimise: bool = True,
) -> StageOutcome:
    start = time.monotonic()
    tools = {"verilator": verilator_version()}

    def failed(status: Status, reason: str, log: str = "") -> StageOutcome:
        return StageOutcome(
            status=status,
            reason=reason,
            log=log,
            tools=tools,
            seconds=time.monotonic() - start,
        )

    try:
        stimulus = plan(shape_of(point), seed=seed, blocks=blocks)
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
            optimise=optimise,
        )
        verdict = run_bench(
            executable,
            stimulus,
            workdir=workdir,
            timeout_s=timeout_s,
            fixed_latency=point.flow is Flow.NONE,
        )
    except ToolError as error:
        if error.kind in _ENVIRONMENT:
            raise
        return failed(_STATUS.get(error.kind, Status.FAILED), error.reason, error.log)
    except (Mismatch, MeasureError, ValueError) as error:
        return failed(Status.FAILED, str(error))
    return StageOutcome(
        status=Status.OK,
        metrics=verdict.metrics(),
        tools=tools,
        seconds=time.monotonic() - start,
    )
