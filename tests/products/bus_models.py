"""Runs a product in a simulator with cocotb, so that bus models that others wrote can drive it."""

import os
import shutil
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from aesculus.design import parse
from aesculus.export.render import render
from aesculus.tools import verilator


def plain_top(text: str, top: str) -> str:
    """Return a top with the names of the bus' standard alone, as bus models look for them.

    Two ports that differ in their direction alone keep it in their names.
    """
    design = parse(text)
    stems = Counter(port.name.rpartition("_")[0] for port in design.ports())
    names = {"rst_ni": "~rst"}
    ports = []
    for port in design.ports():
        name = port.name.rpartition("_")[0]
        name = name if stems[name] == 1 else port.name
        plain = "rst" if port.name == "rst_ni" else name
        names.setdefault(port.name, plain)
        ports.append(f"  {port.way} logic [{port.bits - 1}:0] {plain}")
    bound = ",\n".join(f"    .{port}({name})" for port, name in names.items())
    head = f"module {top} (\n" + ",\n".join(ports) + "\n);\n"
    body = f"  aesculus_point u_point (\n{bound}\n  );\nendmodule\n"
    return f"{design.top('aesculus_point')}\n{head}{body}"


def passed(
    text: str,
    module: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    sources: Sequence[Path] | None = None,
) -> tuple[int, int]:
    """Return how many of the tests in `module`, which lies here, ran and how many failed.

    `sources` are in the place of the product's own; what they assert counts. Skips where cocotb,
    its bus models or perl are missing.
    """
    runner = pytest.importorskip("cocotb_tools.runner")
    pytest.importorskip("cocotbext.axi")
    if shutil.which("perl") is None:
        pytest.skip("no perl, which the script verilator needs that cocotb calls")
    kit = verilator.find()
    monkeypatch.setenv("PATH", f"{Path(kit.program).parent}{os.pathsep}{os.environ['PATH']}")
    if kit.root:
        monkeypatch.setenv("VERILATOR_ROOT", kit.root)
    # One file for the compiler: not every Verilator was told how to precompile headers.
    monkeypatch.setenv("MAKEFLAGS", "VM_PARALLEL_BUILDS=0")
    monkeypatch.setenv("AESCULUS_LABEL", text)
    monkeypatch.syspath_prepend(Path(__file__).parent)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    name = f"{module}_plain"
    top = folder / f"{name}.sv"
    top.write_text(plain_top(text, name), encoding="utf-8")
    # Only the ports are looked at: with every signal open, models are large and slow.
    ports = folder / "ports.vlt"
    ports.write_text(render("public.vlt", lean=name), encoding="utf-8")
    simulator = runner.get_runner("verilator")
    simulator.build(
        sources=[*(sources or parse(text).sources()), top],
        hdl_toplevel=name,
        build_dir=folder / "build",
        build_args=[
            *("-Wno-fatal", "-Wno-lint", "--no-public-flat-rw", "--assert"),
            *(str(ports), "-CFLAGS", "-O0"),
        ],
        timescale=("1ns", "1ps"),
    )
    results = simulator.test(
        test_module=module, hdl_toplevel=name, build_dir=folder / "build", test_dir=folder
    )
    found: tuple[int, int] = runner.get_results(results)
    return found
