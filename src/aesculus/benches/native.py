"""The bench of a core's own ports: `tb/bench.cpp`, driven by a stimulus and judged by its trace."""

from collections.abc import Sequence
from functools import cache
from inspect import getsourcefile
from pathlib import Path
from typing import Any, cast

from aesculus.benches.bench import DEFAULT_SEED, TOP, told
from aesculus.benches.simulate import VERILATOR_ARGS, bench_file, run_bench
from aesculus.benches.stimulus import plan
from aesculus.design import Core, Design
from aesculus.tools import verilator

RTL_BLOCKS = 1000
"""Blocks in each random phase when RTL is verified."""

_NETLIST_BLOCKS = 200
_OWN = ("bench", "check", "draws", "measure", "native", "simulate", "stimulus")


def verify(
    design: Design,
    files: Sequence[Path],
    *,
    netlist: bool,
    workdir: Path,
    timeout_s: float,
    seed: int = DEFAULT_SEED,
    jobs: int = 2,
) -> dict[str, Any]:
    """Verify a core, see `Bench.verify`."""
    shape = cast("Core", design).shape()
    stimulus = plan(shape, seed=seed, blocks=_blocks(netlist=netlist))
    executable = verilator.build(
        files,
        top=TOP,
        main=bench_file(),
        workdir=workdir,
        jobs=jobs,
        timeout_s=timeout_s,
        verilator_args=VERILATOR_ARGS,
        optimise=not netlist,
    )
    verdict = run_bench(
        executable,
        stimulus,
        workdir=workdir,
        timeout_s=timeout_s,
        fixed_latency=not shape.stallable,
        least_rate=shape.least_rate,
    )
    return verdict.metrics()


def course(design: Design, *, netlist: bool) -> dict[str, object]:
    """Return what decides how a core is driven and judged, see `Bench.course`."""
    shape = cast("Core", design).shape()
    return {
        "shape": told(shape),
        "blocks": _blocks(netlist=netlist),
        "seed": DEFAULT_SEED,
        "flags": verilator.settings(VERILATOR_ARGS, optimise=not netlist),
    }


def _blocks(*, netlist: bool) -> int:
    return _NETLIST_BLOCKS if netlist else RTL_BLOCKS


def sources(design: Design) -> list[Path]:
    """Return the bench with its judge, and the Python files of the cipher's folder."""
    here = Path(__file__).parent
    door = Path(getsourcefile(type(cast("Core", design).cipher)) or __file__)
    return [
        bench_file(),
        *(here / f"{name}.py" for name in _OWN),
        *_programs(door.parent),
    ]


@cache
def _programs(folder: Path) -> tuple[Path, ...]:
    # Looked for once: the modules of a cipher are loaded by now, and each design asks.
    return tuple(sorted(folder.rglob("*.py")))
