"""Verification in simulation: of a design's RTL, and of a netlist of it."""

import os
import time
from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from aesculus import benches, verilog
from aesculus.benches.bench import DEFAULT_SEED, TOP
from aesculus.benches.check import Mismatch, Unfinished
from aesculus.benches.measure import MeasureError
from aesculus.benches.simulate import bench_file
from aesculus.design import Design
from aesculus.design.text import digest_of
from aesculus.families.registry import family as family_of
from aesculus.netlists import netlist as nl
from aesculus.netlists.simnet import ModelError, same_verilog
from aesculus.records import StageOutcome, Status
from aesculus.stages import provenance
from aesculus.stages.outcome import STATUS
from aesculus.tools import Failure, ToolError, verilator
from aesculus.tools.versions import verilator_version

_STEPS = ("stimulus", "vectors", "reference", "check", "measure", "simulation")
# A bench that reads what is no trace may raise any ValueError.
_VERDICTS = (Mismatch, MeasureError, ValueError)
_PACKAGES = ("cryptography", "cryptography-vectors")


class NamedDevice(Protocol):
    """What is asked of a device here: its name, for messages."""

    @property
    def name(self) -> str:
        """Name of the device, such as `LFE5U-85F-8`."""
        ...


def reads_of(design: Design, *, netlist: bool = False) -> dict[str, str]:
    """Return name to SHA-256 (hex) of what a simulation of a design and its judge read.

    Steps of our own count by their versions; what a design's own bench is made of counts by its
    code, and so does a cipher that names no steps.

    Args:
        design: what is verified.
        netlist: a netlist of it is simulated.
    """
    bench = benches.load(design.bench)
    own = bench.sources(design)
    files = [path for path in own if path.suffix != ".py"]
    homes = {os.fspath(entry["file"].parent) for entry in provenance.steps().values()}
    code = [path for path in own if path.suffix == ".py" and not _is_ours(path, homes)]
    return {
        "bench": digest_of(
            [
                design.bench,
                [provenance.file_digest(path) for path in files],
                provenance.step_digest(code),
            ]
        ),
        "course": digest_of(bench.course(design, netlist=netlist)),
        "steps": digest_of([provenance.versions(*_steps(own)), provenance.packages(*_PACKAGES)]),
    }


def _steps(paths: Sequence[Path]) -> Sequence[str]:
    """Return the steps that some files belong to; if there are none, those of AES's bench.

    Benches of products have code of their own, and judge what an AES core does for them.
    """
    given = set(paths)
    found = [
        name for name, entry in provenance.steps().items() if not given.isdisjoint(entry["modules"])
    ]
    return found or _STEPS


def _is_ours(path: Path, homes: Set[str]) -> bool:
    """Return whether a Python file counts by the versions of its steps.

    Args:
        path: the file.
        homes: folders with a file of steps.
    """
    # As texts: each design asks of some sixty files, and to take paths apart takes far longer.
    package = os.fspath(provenance.PACKAGE)
    place = os.fspath(path)
    if not place.startswith(f"{package}/"):
        return False
    room, *inner = place[len(package) + 1 :].split("/")
    if room == "ciphers" and len(inner) > 1:
        return "/".join((package, room, inner[0])) in homes
    # A product's bench is of its folder, wherever that lies: it counts by its code.
    return room != "products"


def bench_fingerprint() -> str:
    """Return the SHA-256 (hex) over the native bench and the steps that drive and judge it."""
    steps = [provenance.versions(*_STEPS), provenance.packages(*_PACKAGES)]
    return digest_of([provenance.file_digest(bench_file()), *steps])


def verify_rtl(
    design: Design,
    *,
    workdir: Path,
    timeout_s: float = 1800.0,
    seed: int = DEFAULT_SEED,
    jobs: int = 2,
) -> StageOutcome:
    """Verify the RTL of a design in a cycle-accurate simulation and measure rate and latency.

    Args:
        design: one that can be built.
        workdir: folder for everything that is written.
        timeout_s: wall time limit in seconds, of the build and of the run each.
        seed: of random blocks, patterns and power-on noise.
        jobs: C++ compilers to run at once.

    Returns:
        The outcome; a core that is wrong is `failed`, with one line that names the vector. If a
        tool gave no result, `metrics["failure"]` holds the class of its failure, so that a missing
        program or a full disk is not held against the point.
    """
    top = design.top(TOP)
    return _verify(
        design,
        workdir / f"{TOP}.sv",
        lambda: top,
        before=design.sources(),
        netlist=False,
        workdir=workdir,
        timeout_s=timeout_s,
        seed=seed,
        jobs=jobs,
    )


def verify_netlist(
    design: Design,
    device: NamedDevice,
    netlist_v: bytes,
    *,
    workdir: Path,
    timeout_s: float = 3600.0,
    seed: int = DEFAULT_SEED,
    jobs: int = 2,
    models: Sequence[Path] = (),
    netlist_json: bytes = b"",
    family: str = "",
) -> StageOutcome:
    """Verify the synthesised netlist of a design as `verify_rtl` does its RTL.

    All known answers are run; the random phases are shorter, as a netlist simulates slowly. It may
    come out of a store that somebody else filled: `verilog.checked` says what it may hold.

    Args:
        design: what the netlist was made from.
        device: the device it was made for.
        netlist_v: Verilog of the module `aesculus_point` and of all cells it needs; gzip or plain.
        workdir: folder for everything that is written.
        timeout_s: wall time limit in seconds, of the build and of the run each.
        seed: of random blocks, patterns and power-on noise.
        jobs: C++ compilers to run at once.
        models: files with further cell models, if the netlist does not bring them all.
        netlist_json: what is routed, which `netlist_v` must be made of; gzip or plain. Empty for
            Verilog that is no synthesis's.
        family: name of the device's family, with `netlist_json`.

    Returns:
        The outcome, as that of `verify_rtl`.
    """

    def text() -> str:
        try:
            found = nl.unpack(netlist_v).decode("utf-8")
        except (ValueError, OSError, EOFError) as error:
            reason = f"stored netlist: it cannot be read ({type(error).__name__})"
            raise ToolError(Failure.ENVIRONMENT, "aesculus", reason) from error
        if not netlist_json:
            return verilog.checked(found)
        try:
            made = same_verilog(nl.parse(netlist_json), family_of(family), found)
        except (ModelError, RecursionError, ValueError) as error:
            # Synthesis wrote none such, and Verilog of this name may be right with another.
            again = "`aesculus store forget LABEL --ok` has it made anew"
            reason = f"stored netlist: {error}; {again}"
            raise ToolError(Failure.ENVIRONMENT, "aesculus", reason) from error
        return verilog.checked(made)

    outcome = _verify(
        design,
        workdir / "netlist.v",
        text,
        before=models,
        netlist=True,
        workdir=workdir,
        timeout_s=timeout_s,
        seed=seed,
        jobs=jobs,
    )
    if outcome.status is Status.OK:
        return outcome
    reason = f"netlist for {device.name}: {outcome.reason}"
    return outcome.model_copy(update={"reason": reason})


def _verify(
    design: Design,
    source: Path,
    text: Callable[[], str],
    *,
    before: Sequence[Path],
    netlist: bool,
    workdir: Path,
    timeout_s: float,
    seed: int,
    jobs: int,
) -> StageOutcome:
    start = time.monotonic()
    tools: dict[str, str] = {}

    def failed(
        reason: str,
        status: Status = Status.FAILED,
        metrics: Mapping[str, str | int] = MappingProxyType({}),
        log: str = "",
    ) -> StageOutcome:
        return StageOutcome(
            status=status,
            metrics=dict(metrics),
            tools=tools,
            seconds=time.monotonic() - start,
            reason=reason,
            log=log,
        )

    try:
        tools["verilator"] = verilator_version()
        workdir.mkdir(parents=True, exist_ok=True)
        source.write_text(text(), encoding="utf-8")
        with verilator.trusted(workdir, _VERDICTS):
            metrics = benches.load(design.bench).verify(
                design,
                [*before, source],
                netlist=netlist,
                workdir=workdir,
                timeout_s=timeout_s,
                seed=seed,
                jobs=jobs,
            )
    except ToolError as error:
        status = STATUS.get(error.kind, Status.FAILED)
        return failed(error.reason, status, error.metrics, error.log)
    except OSError as error:
        reason = f"cannot use files below {workdir}: {error}"
        return failed(reason, metrics={"failure": Failure.of(error).value})
    except Unfinished as error:
        return failed(str(error), metrics={"failure": Failure.CRASH.value})
    except _VERDICTS as error:
        return failed(str(error))
    return StageOutcome(
        status=Status.OK,
        metrics={**metrics, "payload_bits": design.payload_bits},
        tools=tools,
        seconds=time.monotonic() - start,
    )
