"""The stage `synth`: synthesis of a design for a device.

Modules that the recipe shares stay modules at first: identical ones among them are merged and each
is mapped once, and only then is everything flattened into one netlist. That netlist is counted,
routed and simulated: there is no second one.
"""

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol

from aesculus.design import Build
from aesculus.design.text import digest_of
from aesculus.families import Device, DeviceError, devices, family
from aesculus.netlists import netlist as nl
from aesculus.netlists.dedupe import merge_identical
from aesculus.netlists.simnet import ModelError, same_verilog, write_verilog
from aesculus.netlists.timing import path_estimate_ns
from aesculus.netlists.twins import merge_twins
from aesculus.records import Stage, StageOutcome, Status
from aesculus.stages import models, provenance
from aesculus.stages.base import Given, Reads, StageFile, Subject
from aesculus.stages.outcome import failed
from aesculus.stages.synth_recipes import Recipe, recipe
from aesculus.tools import ToolError, versions, written, yosys
from aesculus.verilog import ForeignCodeError

_STEPS = ("synth", "merge_identical", "merge_twins", "count", "path_estimate", "simnet", "cells")
_ELABORATE, _MAP = "elaborate", "map"


class NamedJob(Protocol):
    """What is asked of a job here; see `store.Job`."""

    @property
    def stage(self) -> Stage:
        """The stage."""
        ...

    @property
    def device(self) -> str:
        """Name of the device."""
        ...

    @property
    def inputs(self) -> Mapping[str, str]:
        """What `Synth.reads` returns."""
        ...

    @property
    def tools(self) -> Mapping[str, str]:
        """What `Synth.tools` returns."""
        ...


class Synth(StageFile):
    """Synthesises a design, counts the netlist and writes it for simulation."""

    stage = Stage.SYNTH
    needs = (Stage.VERIFY,)
    timeout_s = 3600.0
    metrics: ClassVar[Mapping[str, str]] = {
        "lut_count": "look-up tables used as logic, carry cells included",
        "lutram_count": "look-up tables used as memory or shift registers",
        "ff_count": "flip-flops",
        "bram_count": "block RAMs",
        "slice_estimate": "slices, on families that count in them",
        "path_estimate_ns": "estimate of the longest path in ns",
        "cells": "cell type to count",
    }
    artefacts: ClassVar[Mapping[str, str]] = {
        "netlist.json": "the netlist as Yosys writes it",
        "netlist.v": "the netlist with its cell models; left out where a cell has none",
    }

    def tools(self, device: Device | None) -> dict[str, str]:
        """Return the version of Yosys."""
        del device
        return {"yosys": versions.yosys_version()}

    def reads(self, subject: Subject) -> Reads:
        """Return the top, both scripts, the cell models and what is read of device and recipe."""
        device, chosen = subject.on(), recipe(subject.recipe)
        target = family(device.family)
        tables = chosen.tables_for(device.lut_inputs)
        # The second script names modules that the first makes: stand-ins take their place here.
        scripts = [
            elaborate_script(["sources"], (*chosen.shared, *tables)),
            map_script(["shared"], ["gates"], mapping(subject.point, device)),
            [list(chosen.shared), list(tables), list(chosen.as_gates)],
        ]
        own = provenance.versions(*_STEPS, f"family.{target.name}")
        inputs = {
            "top": provenance.text_digest(subject.top()),
            "scripts": digest_of(scripts),
            "models": models.digest(target.name),
            "steps": digest_of(own),
        }
        counted = None if device.slice is None else device.slice.model_dump(mode="json")
        return Reads(inputs, device=digest_of(counted))

    def run(self, subject: Subject, given: Given) -> StageOutcome:
        """Synthesise."""
        return _synthesise(subject, workdir=given.workdir, timeout_s=given.timeout_s)

    def seconds(self, subject: Subject, luts: float) -> float:
        """Return the time, which goes with the tables."""
        del subject
        return 2 + luts / 1500

    def memory_mb(self, subject: Subject, luts: float) -> int:
        """Return the memory of Yosys."""
        del subject
        return int(400 + 0.04 * luts)


STAGE = Synth()


def check_twins(job: NamedJob, files: Mapping[str, bytes]) -> None:
    """Refuse a synthesis of somebody else whose two netlists are not the same.

    Only what this program would take for its own can be compared: others write Verilog otherwise,
    and no result is named after theirs.

    Args:
        job: what was synthesised.
        files: the artefacts by their names, unpacked.

    Raises:
        ForeignCodeError: they are not the same, or no netlists of this program.
        ValueError: one cannot be read.
    """
    if job.stage is not Stage.SYNTH or not {"netlist.json", "netlist.v"} <= files.keys():
        return
    try:
        target = family(devices.load(job.device).family)
        tools = STAGE.tools(None)
    except (DeviceError, ToolError):
        return
    ours = digest_of(provenance.versions(*_STEPS, f"family.{target.name}"))
    if job.inputs.get("steps") != ours or job.inputs.get("models") != models.digest(target.name):
        return
    if job.tools != tools:
        return
    try:
        core = nl.parse(files["netlist.json"])
    except (RecursionError, ValueError):
        # No tool reads it.
        return
    try:
        same_verilog(core, target, files["netlist.v"].decode("utf-8"))
    except ModelError as error:
        raise ForeignCodeError(f"refused: {error}") from error


def synthesise(
    point: Build, device: Device, *, workdir: Path, timeout_s: float = 3600.0
) -> StageOutcome:
    """Synthesise a design point for a device, after the point's recipe.

    Args:
        point: the design.
        device: what to map it to.
        workdir: folder for everything that is written; it is made if need be.
        timeout_s: wall time limit in seconds.

    Returns:
        On success the metrics `lut_count` (tables used as logic, carry cells included),
        `lutram_count` (tables used as memory or shift registers), `ff_count`, `bram_count`,
        `cells`, `path_estimate_ns`, on families with slices `slice_estimate`, and the artefacts
        `netlist.json` and `netlist.v`, both gzip; the latter is left out, and the log says so, if
        it holds a cell that no simulation model tells of. A tool's failure is an outcome with its
        reason.

    Raises:
        RecipeError: if the point names an unknown recipe.
    """
    return _synthesise(Subject(point, device), workdir=workdir, timeout_s=timeout_s)


def _synthesise(subject: Subject, *, workdir: Path, timeout_s: float) -> StageOutcome:
    start = time.monotonic()
    device = subject.on()
    chosen = recipe(subject.recipe)
    target = family(device.family)
    tools: dict[str, str] = {}
    try:
        tools["yosys"] = versions.yosys_version()
        workdir.mkdir(parents=True, exist_ok=True)
        netlist, log = _map(subject, chosen, workdir=workdir, deadline=start + timeout_s)
    except ToolError as error:
        return failed(error, tools=tools, seconds=time.monotonic() - start)
    nl.trim(netlist)
    merge_twins(nl.top_module(netlist), target.mergeable(), target.muxes)
    if target.finish is not None:
        target.finish(netlist)
    cells = nl.cell_counts(netlist)
    metrics: dict[str, Any] = {
        **nl.resource_counts(cells, target),
        "cells": cells,
        "path_estimate_ns": round(path_estimate_ns(netlist, target), 3),
    }
    if device.slice is not None:
        tables = metrics["lut_count"] + metrics["lutram_count"]
        metrics["slice_estimate"] = max(
            -(-tables // device.slice.luts), -(-metrics["ff_count"] // device.slice.ffs)
        )
    artefacts = {"netlist.json": nl.pack(nl.dump(netlist))}
    try:
        artefacts["netlist.v"] = nl.pack(write_verilog(netlist, target).encode())
    except ModelError as error:
        # The area stands without a simulation; who wants the netlist verified is told why not.
        log += f"\nnetlist.v was not written: {error}\n"
    return StageOutcome(
        status=Status.OK,
        metrics=metrics,
        artefacts=artefacts,
        tools=tools,
        seconds=time.monotonic() - start,
        log=log,
    )


def elaborate_script(files: Sequence[str], shared: Sequence[str]) -> list[str]:
    """Return the Yosys commands from sources to `elaborated.il`.

    Args:
        files: names of the sources in compile order, the top among them.
        shared: name patterns of modules that stay modules.
    """
    return [
        f"read_slang --threads 1 --keep-hierarchy --ignore-assertions --top {nl.TOP} "
        + " ".join(files),
        *(f"setattr -mod -set keep_hierarchy 1 {pattern} {pattern}$*" for pattern in shared),
        "flatten -noscopeinfo",
        "setattr -mod -unset keep_hierarchy A:keep_hierarchy",
        "opt_expr",
        "opt_clean",
        # Constants cross into the instances that are left, so that a tied-off input tells two
        # of them apart.
        "opt_hier",
        "opt_expr",
        "opt_clean",
        # No family has a cell that is a ROM of tables to Yosys: tables are what logic maps to.
        'setattr -set rom_style "logic" a:rom_style=distributed',
        "write_rtlil elaborated.il",
    ]


def mapping(point: Build, device: Device) -> list[str]:
    """Return the Yosys commands that map a design which has been read, after its recipe.

    Raises:
        RecipeError: if the point names an unknown recipe.
    """
    chosen, target = recipe(point.recipe), family(device.family)
    wide = chosen.wants_wide_luts(str(point.design.fields.get("sbox", "")))
    return target.script(device.synthesis.variant, wide, chosen.args.get(target.name, ()))


def map_script(shared: Sequence[str], gates: Sequence[str], commands: Sequence[str]) -> list[str]:
    """Return the Yosys commands from `merged.il` to `mapped.json`.

    Args:
        shared: modules that are mapped apart.
        gates: those of them that are broken into gates first.
        commands: see `mapping`.
    """
    return [
        "read_rtlil merged.il",
        *(f"setattr -mod -set keep_hierarchy 1 {_selector(name)}" for name in shared),
        *(line for name in gates for line in _to_gates(name)),
        *commands,
        *_JOIN,
        "write_json mapped.json",
    ]


def _map(
    subject: Subject, chosen: Recipe, *, workdir: Path, deadline: float
) -> tuple[nl.Netlist, str]:
    device = subject.on()
    folder = workdir.resolve()
    tables = chosen.tables_for(device.lut_inputs)
    files = collect_sources(subject, folder / _ELABORATE)
    yosys.run_script(
        elaborate_script(files, (*chosen.shared, *tables)),
        workdir=folder / _ELABORATE,
        timeout_s=deadline - time.monotonic(),
    )
    merged = merge_identical(written(folder / _ELABORATE / "elaborated.il", "yosys"), nl.TOP)
    shared = [name for name in merged.matching(chosen.shared) if merged.instances[name] > 1]
    kept = [*shared, *merged.matching(tables)]
    gates = [name for name in merged.matching(chosen.as_gates) if name in shared]
    (folder / _MAP).mkdir(exist_ok=True)
    (folder / _MAP / "merged.il").write_text(merged.text, encoding="utf-8")
    run = yosys.run_script(
        map_script(kept, gates, mapping(subject.point, device)),
        workdir=folder / _MAP,
        timeout_s=deadline - time.monotonic(),
    )
    return json.loads(written(folder / _MAP / "mapped.json", "yosys")), run.log


def collect_sources(subject: Subject, folder: Path, module: str = nl.TOP) -> list[str]:
    """Write the sources next to the script and return their names in compile order.

    By plain names they are found by WebAssembly tools too, and messages are short. They are
    written without comments, so that what is hashed is what is read: Yosys names things by lines.

    Args:
        subject: the design.
        folder: where the script runs; it is made if need be.
        module: name of the top module, the last of the sources.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names: list[str] = []
    texts = [(path.name, path.read_text(encoding="utf-8")) for path in subject.sources()]
    for index, (name, text) in enumerate([*texts, (f"{module}.sv", subject.top(module))]):
        names.append(name if name not in names else f"{index}_{name}")
        (folder / names[-1]).write_text(provenance.code_of(text), encoding="utf-8")
    return names


_JOIN = (
    "setattr -mod -unset keep_hierarchy A:keep_hierarchy",
    "flatten -noscopeinfo",
    "delete t:$scopeinfo",
    "opt_merge",
    "opt_clean",
)
"""Commands that join the shared modules to the rest, after mapping."""


def _to_gates(name: str) -> list[str]:
    return [f"select {_selector(name)}", "opt -full", "techmap", "opt -full", "select -clear"]


def _selector(name: str) -> str:
    # Brackets and the like in elaborated names are wildcards of Yosys's own.
    return "".join("?" if char in "[]*?$ " else char for char in name.removeprefix("\\"))
