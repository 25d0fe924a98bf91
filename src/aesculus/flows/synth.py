"""Synthesis of a design point for a device.

Modules that the recipe shares stay modules at first: identical ones among them are merged and each
is mapped once, and only then is everything flattened into one netlist. That netlist is counted,
routed and simulated: there is no second one.
"""

import json
import shutil
import time
from pathlib import Path
from typing import Any

from aesculus.ciphers.aes.space import DesignPoint, sources
from aesculus.ciphers.aes.space.rtl import wrapper
from aesculus.devices import Device
from aesculus.flows import netlist as nl
from aesculus.flows.dedupe import merge_identical
from aesculus.flows.families import family
from aesculus.flows.outcome import failed
from aesculus.flows.recipes import Recipe, recipe
from aesculus.flows.simnet import ModelError, write_verilog
from aesculus.flows.timing import path_estimate_ns
from aesculus.flows.twins import merge_twins
from aesculus.records import StageOutcome, Status
from aesculus.tools import ToolError, versions, yosys


def synthesise(
    point: DesignPoint, device: Device, *, workdir: Path, timeout_s: float = 3600.0
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
    start = time.monotonic()
    chosen = recipe(point.recipe)
    target = family(device.family)
    tools: dict[str, str] = {}
    try:
        tools["yosys"] = versions.yosys_version()
        workdir.mkdir(parents=True, exist_ok=True)
        netlist, log = _map(point, device, chosen, workdir=workdir, deadline=start + timeout_s)
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


def _map(
    point: DesignPoint, device: Device, chosen: Recipe, *, workdir: Path, deadline: float
) -> tuple[nl.Netlist, str]:
    target = family(device.family)
    folder = workdir.resolve()
    tables = chosen.tables_for(device.lut_inputs)
    files = " ".join(collect_sources(point, folder / "elaborate"))
    yosys.run_script(
        [
            f"read_slang --threads 1 --keep-hierarchy --ignore-assertions --top {nl.TOP} {files}",
            *(
                f"setattr -mod -set keep_hierarchy 1 {pattern} {pattern}$*"
                for pattern in (*chosen.shared, *tables)
            ),
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
        ],
        workdir=folder / "elaborate",
        timeout_s=deadline - time.monotonic(),
    )
    text = (folder / "elaborate" / "elaborated.il").read_text(encoding="utf-8")
    merged = merge_identical(text, nl.TOP)
    shared = [name for name in merged.matching(chosen.shared) if merged.instances[name] > 1]
    kept = [*shared, *merged.matching(tables)]
    gates = [name for name in merged.matching(chosen.as_gates) if name in shared]
    (folder / "map").mkdir(exist_ok=True)
    (folder / "map" / "merged.il").write_text(merged.text, encoding="utf-8")
    wide = chosen.wants_wide_luts(point.sbox.value)
    run = yosys.run_script(
        [
            "read_rtlil merged.il",
            *(f"setattr -mod -set keep_hierarchy 1 {_selector(name)}" for name in kept),
            *(line for name in gates for line in _to_gates(name)),
            *target.script(device.synthesis.variant, wide, chosen.args.get(target.name, ())),
            *_JOIN,
            "write_json mapped.json",
        ],
        workdir=folder / "map",
        timeout_s=deadline - time.monotonic(),
    )
    mapped = (folder / "map" / "mapped.json").read_text(encoding="utf-8")
    return json.loads(mapped), run.log


def collect_sources(point: DesignPoint, folder: Path, module: str = nl.TOP) -> list[str]:
    """Copy a point's sources into the folder of a script; return their names in compile order.

    By plain names they are found by WebAssembly tools too, and messages are short.

    Args:
        point: the design.
        folder: where the script runs; it is made if need be.
        module: name of the top module, the last of the sources.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names: list[str] = []
    for index, path in enumerate(sources(point)):
        names.append(path.name if path.name not in names else f"{index}_{path.name}")
        shutil.copyfile(path, folder / names[-1])
    names.append(f"{module}.sv")
    (folder / names[-1]).write_text(wrapper(point, module=module), encoding="utf-8")
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
