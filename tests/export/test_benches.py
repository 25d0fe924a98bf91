"""A bundle is used: its benches run by one command each, and find what is wrong."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from aesculus.ciphers.aes.space import parse
from export.conftest import Made, make, needs_icarus, needs_perl, spoil
from samples import first

pytestmark = [pytest.mark.sim, pytest.mark.synth]

_CANONICAL = "UF1-PP0B-W8"


def _wrapper(folder: Path) -> Path:
    core = json.loads((folder / "core.json").read_text(encoding="utf-8"))
    return folder / str(core["wrapper"]["file"])


@pytest.mark.long
@pytest.mark.parametrize("bench", ["lint", "verilator"])
def test_a_folder_with_blanks_is_one_folder(real: Path, tmp_path: Path, bench: str) -> None:
    folder = tmp_path / "my designs" / "a core"
    shutil.copytree(real, folder)
    # Verilator refuses to build where there are blanks, and says so.
    build = folder / "build" if bench == "lint" else tmp_path / "built"
    others = [tmp_path / "my" / "file", build / "kept"]
    for other in others:
        other.parent.mkdir()
        other.touch()
    done = make(folder, bench, f"BUILD={build}")
    assert done.returncode == 0, done.stdout + done.stderr
    assert make(folder, "clean", f"BUILD={build}").returncode == 0
    assert all(other.is_file() for other in others)
    assert not (build / "verilator").exists()


def test_verilator_is_not_begun_where_it_cannot_build(real: Path, tmp_path: Path) -> None:
    folder = tmp_path / "a core"
    shutil.copytree(real, folder)
    done = make(folder, "test", "BUILD=build")
    assert done.returncode != 0
    said = "Verilator builds in no folder with a blank in its path: make verilator BUILD=..."
    assert said in done.stdout


@needs_icarus
def test_icarus_passes_the_flat_form(real: Path) -> None:
    done = make(real, "icarus")
    assert done.returncode == 0, done.stdout + done.stderr
    core = json.loads((real / "core.json").read_text(encoding="utf-8"))
    passed = rf"^PASS {_CANONICAL}: \d+ results, latency {core['latency_cycles']},"
    assert re.search(passed, done.stdout, re.M), done.stdout


@needs_icarus
@pytest.mark.parametrize(
    ("right", "wrong", "found"),
    first(
        2,
        [
            (".in_key_i(in_key_i)", ".in_key_i(in_key_i ^ 128'b1)", "wrong result"),
            (".out_tag_o(out_tag_o)", ".out_tag_o()", "show what was not delivered"),
            (".out_valid_o(out_valid_o)", ".out_valid_o()", "out_valid_o is unknown"),
            (".clear_i(clear_i)", ".clear_i(1'b0)", "show what was not delivered"),
            (".in_valid_i(in_valid_i)", ".in_valid_i(1'b0)", "nothing moves"),
        ],
    ),
)
def test_icarus_finds_a_wrong_connection(copied: Path, right: str, wrong: str, found: str) -> None:
    spoil(_wrapper(copied), right, wrong)
    done = make(copied, "icarus")
    assert done.returncode != 0
    assert re.search(rf"^FAIL in cycle \d+, step \d+: .*({found})", done.stdout, re.M), done.stdout


@needs_icarus
def test_what_fails_is_told_where_build_is_in_the_bundle(copied: Path) -> None:
    spoil(_wrapper(copied), ".in_valid_i(in_valid_i)", ".in_valid_i(1'b0)")
    done = make(copied, "icarus", "BUILD=build")
    assert done.returncode != 0
    assert re.search(r"^FAIL in cycle \d+, step \d+: nothing moves", done.stdout, re.M)


@needs_icarus
def test_icarus_finds_another_latency(copied: Path) -> None:
    (bench,) = copied.glob("sim/*_tb.sv")
    core = json.loads((copied / "core.json").read_text(encoding="utf-8"))
    spoil(bench, f"latency != {core['latency_cycles']})", "latency != 7)")
    assert "another time" in make(copied, "icarus").stdout


def _takes_seldom(folder: Path, cycles: int) -> None:
    """Let the wrapper of a bundle take nothing for some cycles behind each beat."""
    wrapper = _wrapper(folder)
    spoil(wrapper, ".in_valid_i(in_valid_i)", ".in_valid_i(in_valid_i && rest == 0)")
    spoil(wrapper, ".in_ready_o(in_ready_o)", ".in_ready_o(ready)")
    more = f"""
  wire ready;
  reg [15:0] rest = 0;
  assign in_ready_o = ready && rest == 0;
  always @(posedge clk_i) rest <= in_ready_o && in_valid_i ? {cycles} : rest - 16'(rest != 0);
endmodule"""
    text = wrapper.read_text(encoding="utf-8")
    wrapper.write_text(text.replace("\nendmodule", more), encoding="utf-8")


@needs_icarus
def test_icarus_finds_another_rate(copied: Path) -> None:
    core = json.loads((copied / "core.json").read_text(encoding="utf-8"))
    beats, cycles = core["blocks_per_cycle"].split("/")
    assert beats == "1"
    _takes_seldom(copied, int(cycles))
    said = f"a full core takes beats at another rate than 1/{cycles} a cycle"
    assert said in make(copied, "icarus").stdout


@needs_icarus
@pytest.mark.long
def test_cocotb_finds_another_rate(copied: Path) -> None:
    core = json.loads((copied / "core.json").read_text(encoding="utf-8"))
    _takes_seldom(copied, int(core["blocks_per_cycle"].split("/")[1]))
    done = make(copied, "cocotb", "SIM=icarus")
    assert done.returncode != 0
    assert "a full core takes beats at another rate" in done.stdout + done.stderr


@needs_perl
def test_verilator_passes_with_assertions(real: Path) -> None:
    done = make(real, "test")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(rf"^PASS {_CANONICAL}:", done.stdout, re.M)


def _shows(folder: Path, what: str) -> None:
    """Let the wrapper of a bundle show something else in the place of the core's block."""
    text = _wrapper(folder).read_text(encoding="utf-8")
    text = text.replace(".out_block_o(out_block_o)", ".out_block_o(shown)")
    more = f"  wire [127:0] shown;\n  assign out_block_o = {what};\nendmodule"
    _wrapper(folder).write_text(text.replace("endmodule", more), encoding="utf-8")


_LOUD = ["rst_ni ? shown : ~in_key_i", "out_valid_o ? shown : in_block_i"]


@needs_perl
@pytest.mark.long
@pytest.mark.parametrize("what", _LOUD)
def test_the_assertions_find_an_output_that_is_not_quiet(copied: Path, what: str) -> None:
    _shows(copied, what)
    # So that the bench does not look, and the assertions do.
    (bench,) = copied.glob("sim/*_tb.sv")
    text = bench.read_text(encoding="utf-8")
    bench.write_text(text.replace("if (!failed)", "if (1'b0)", 1))
    done = make(copied, "test")
    assert done.returncode != 0
    assert "the outputs of out show " in done.stdout + done.stderr


@needs_icarus
@pytest.mark.parametrize("what", _LOUD)
def test_the_bench_alone_finds_it_too(copied: Path, what: str) -> None:
    _shows(copied, what)
    done = make(copied, "icarus")
    assert done.returncode != 0
    assert "the outputs of out show what was not delivered" in done.stdout + done.stderr


@needs_icarus
@pytest.mark.parametrize(
    ("port", "told"),
    [
        ("in_ready_o", "in takes something in a reset or a clear"),
        ("cleared_o", "cleared_o is high in a reset or behind a clear"),
    ],
)
def test_it_finds_what_is_always_high(copied: Path, port: str, told: str) -> None:
    spoil(_wrapper(copied), f".{port}({port})", f".{port}()")
    text = _wrapper(copied).read_text(encoding="utf-8")
    high = f"  assign {port} = 1'b1;\nendmodule"
    _wrapper(copied).write_text(text.replace("endmodule", high), encoding="utf-8")
    done = make(copied, "icarus")
    assert done.returncode != 0
    assert told in done.stdout + done.stderr


@needs_icarus
def test_cocotb_finds_an_output_that_is_not_quiet(copied: Path) -> None:
    _shows(copied, "rst_ni ? shown : ~in_key_i")
    done = make(copied, "cocotb", "SIM=icarus")
    assert done.returncode != 0
    assert "the outputs of out show what was not delivered" in done.stdout + done.stderr


@needs_perl
@pytest.mark.parametrize(
    "simulator",
    [
        pytest.param("verilator", marks=pytest.mark.long),
        pytest.param("icarus", marks=needs_icarus),
    ],
)
def test_cocotb(real: Path, simulator: str) -> None:
    done = make(real, "cocotb", f"SIM={simulator}")
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    assert f"PASS {_CANONICAL}: 1 test in cocotb with {simulator}" in done.stdout


@needs_icarus
def test_cocotb_finds_a_wrong_connection(copied: Path) -> None:
    spoil(_wrapper(copied), ".in_key_i(in_key_i)", ".in_key_i(in_key_i ^ 128'b1)")
    done = make(copied, "cocotb", "SIM=icarus")
    assert done.returncode != 0
    assert "wrong out_block_o" in done.stdout + done.stderr


@needs_perl
def test_lint(real: Path) -> None:
    if shutil.which("iverilog") is None:
        pytest.skip("iverilog is not installed (package iverilog of the distribution)")
    done = make(real, "lint")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "%Warning" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("target", "variable"), [("test", "VERILATOR"), ("lint", "VERILATOR"), ("icarus", "IVERILOG")]
)
def test_a_missing_simulator_is_told_in_a_line(copied: Path, target: str, variable: str) -> None:
    done = make(copied, target, f"{variable}=not-there --some")
    assert done.returncode != 0
    told = f"no not-there on PATH: make {target} {variable}=..."
    assert told in done.stdout.splitlines()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["SIM=foo"], "SIM=foo: legal: verilator, icarus"),
        (["PYTHON=false"], "no cocotb for false: install it, or make cocotb PYTHON=..."),
    ],
)
def test_what_cocotb_lacks_is_told_in_a_line(copied: Path, arguments: list[str], told: str) -> None:
    done = make(copied, "cocotb", *arguments)
    assert done.returncode != 0
    assert told in done.stdout.splitlines()


def test_benches_leave_the_bundle_as_it_was(real: Path) -> None:
    from aesculus.export.manifest import checked  # noqa: PLC0415

    if shutil.which("iverilog") is not None:
        make(real, "icarus")
    assert not checked(real)


@pytest.mark.skipif(shutil.which("ghdl") is None, reason="ghdl is not installed")
def test_the_template_in_vhdl_is_vhdl(real: Path, tmp_path: Path) -> None:
    (template,) = real.glob("templates/*.vhd")
    for what in ("-s", "-a"):
        command = ["ghdl", what, "--std=08", str(template)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@needs_icarus
@pytest.mark.parametrize("kind", ["v", "sv"])
def test_the_templates_in_verilog_elaborate(real: Path, tmp_path: Path, kind: str) -> None:
    (template,) = real.glob(f"templates/*.{kind}")
    user = tmp_path / f"user.{kind}"
    user.write_text(f"module user;\n{template.read_text()}\nendmodule\n", encoding="utf-8")
    files = [*real.glob("flat/*.v"), _wrapper(real), user]
    version = "-g2012" if kind == "sv" else "-g2005"
    command = ["iverilog", version, "-t", "null", "-s", "user", *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.long
@needs_perl
@pytest.mark.parametrize(
    ("label", "rate"),
    [
        ("UF1-PP1T", "1/10"),
        ("UF2-PP3B-CREDIT-TAG4", "1/5"),
        ("UF1-PP1L-STORED-STALL", "1/10"),
        ("UF1-PP0T-STORED-CREDIT", "1/10"),
        ("UF1-PP0T-W8-STALL", "1/200"),
        ("UF1-PP0P-W32", "1/56"),
        ("AES192ED-UF1-PP1B-EXT", "1/12"),
        ("AES128ED-UF1-PP1T", "1/10"),
        ("AES128D-UF1-PP1C-STALL", "1/10"),
        ("UF10-PP0T-IN1", "1/1"),
        ("RF2S-UF1-PP1T", "1/5"),
    ],
)
def test_benches_of_every_kind_pass(made: Made, tmp_path: Path, label: str, rate: str) -> None:
    def run(latency: int) -> str:
        folder = tmp_path / f"core{latency}"
        folder.mkdir()
        made(label, latency=latency, rate=rate).write(folder)
        (bench,) = folder.glob("sim/*_tb.sv")
        text = bench.read_text(encoding="utf-8")
        if not latency:
            # It is not known yet.
            text = re.sub(r"\n.*lone block took another.*", "", text)
            bench.write_text(text, encoding="utf-8")
        done = make(folder, "test")
        assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
        assert f"PASS {parse(label).label}:" in done.stdout
        return done.stdout

    # With the latency the bench asks for a clear and a reset at the last edge.
    found = re.search(r"latency (\d+)", run(0))
    assert found is not None
    run(int(found[1]))
