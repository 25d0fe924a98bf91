"""The file lists: each is read as its tool reads it, with a stand-in for the tool's commands."""

import contextlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from pyslang import driver as slang

from aesculus.tools import verilator, yosys

needs_tcl = pytest.mark.skipif(shutil.which("tclsh") is None, reason="tclsh is not installed")

_NOTE = """
proc unknown {args} { puts [join $args |]; return {} }
proc note {args} { puts [join $args |] }
"""
_QUARTUS = _NOTE + "set quartus(qip_path) [lindex $argv 0]/lists\nset quartus(args) {F D}\n"


def _core(folder: Path) -> list[str]:
    core = json.loads((folder / "core.json").read_text(encoding="utf-8"))
    return [*core["files"], core["wrapper"]["file"]]


def _tcl(folder: Path, name: str, before: str = _NOTE) -> list[list[str]]:
    """Return the commands that a script gives a tool, each with its arguments."""
    script = folder / "lists" / name
    stand_in = folder.parent / "stand_in.tcl"
    stand_in.write_text(f"{before}\nsource {script}\n", encoding="utf-8")
    command = ["tclsh", str(stand_in), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [line.split("|") for line in done.stdout.splitlines()]


def _named(folder: Path, paths: list[str]) -> list[str]:
    found = [Path(path).resolve() for path in paths]
    assert all(path.is_file() for path in found)
    return [path.relative_to(folder.resolve()).as_posix() for path in found]


@needs_tcl
def test_vivado(bundle: Path) -> None:
    given = _tcl(bundle, "vivado.tcl")
    reads = [words for words in given if words[0] == "read_verilog"]
    assert _named(bundle, [words[-1] for words in reads]) == _core(bundle)
    assert all("-sv" in words for words in reads[:-1])
    assert given[-1][:3] == ["read_xdc", "-mode", "out_of_context"]
    assert Path(given[-1][3]).is_file()
    part = _tcl(bundle, "vivado.tcl", _NOTE + "set aesculus_is_part 1\n")
    assert all(words[0] != "read_xdc" for words in part)


@needs_tcl
def test_radiant(bundle: Path) -> None:
    added = [words[1] for words in _tcl(bundle, "radiant.tcl") if words[0] == "prj_add_source"]
    *files, last = _named(bundle, added)
    assert files == _core(bundle)
    assert last.endswith(".pdc")


@needs_tcl
def test_quartus(bundle: Path) -> None:
    given = _tcl(bundle, "quartus.qip", _QUARTUS)
    assert {words[0] for words in given} == {"set_global_assignment"}
    assert _named(bundle, [words[-1] for words in given]) == _core(bundle)
    given = _tcl(bundle, "quartus.tcl", _QUARTUS)
    assigned = [words for words in given if words[0] == "set_global_assignment"]
    settings = {words[2]: words[3] for words in assigned}
    assert (settings["FAMILY"], settings["DEVICE"]) == ("F", "D")
    assert settings["TOP_LEVEL_ENTITY"] == "aesculus_uf1_pp3t_lean"
    for name in ("QIP_FILE", "SDC_FILE"):
        assert Path(settings[name]).is_file()
    virtual = {words[-1] for words in given if words[0] == "set_instance_assignment"}
    assert "in_block_i" in virtual
    assert "clk_i" not in virtual
    assert given[-1] == ["project_close"]


def test_slang_takes_the_list(bundle: Path) -> None:
    driver = slang.Driver()
    driver.addStandardArgs()
    with contextlib.chdir(bundle):
        assert driver.parseCommandLine("slang --top aesculus_uf1_pp3t_lean -f lists/files.f")
        assert driver.processOptions()
        assert driver.parseAllSources()


def test_verilator_takes_the_list(bundle: Path) -> None:
    kit = verilator.find()
    top = ["--top-module", "aesculus_uf1_pp3t_lean"]
    command = [kit.program, "--lint-only", "-Wall", *top, "-f", "lists/files.f"]
    done = subprocess.run(
        command,
        cwd=bundle,
        env={**os.environ, **kit.env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_template_keeps_which_way_a_reset_is(bundle: Path) -> None:
    (template,) = bundle.glob("templates/*.v")
    text = template.read_text(encoding="utf-8")
    assert ".rst_ni(rst_n)" in text
    assert ".clk_i(clk)" in text


def test_templates_have_every_port(bundle: Path) -> None:
    core = json.loads((bundle / "core.json").read_text(encoding="utf-8"))
    ports = [port["name"] for port in core["wrapper"]["ports"]]
    for kind, pattern in (("v", r"^  \.(\w+)\("), ("sv", r"^  \.(\w+)"), ("vhd", r"^ +(\w+) =>")):
        (template,) = bundle.glob(f"templates/*.{kind}")
        assert re.findall(pattern, template.read_text(encoding="utf-8"), re.M) == ports


def test_the_router_is_told_what_every_median_was(bundle: Path) -> None:
    text = (bundle / "lists" / "yosys.ys").read_text(encoding="utf-8")
    assert " --placer static" in text.splitlines()[-1]


@pytest.mark.synth
def test_yosys(bundle: Path, tmp_path: Path) -> None:
    script = bundle / "lists" / "yosys.ys"
    lines = [line for line in script.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    folder = shutil.copytree(bundle, tmp_path / "bundle")
    yosys.run_script(lines, workdir=folder, timeout_s=300)
    core = json.loads((bundle / "core.json").read_text(encoding="utf-8"))
    top = core["wrapper"]["top"]
    found = folder / "build" / f"{top}.json"
    mapped = json.loads(found.read_text(encoding="utf-8"))["modules"][top]
    ports = {name: len(port["bits"]) for name, port in mapped["ports"].items()}
    assert ports == {port["name"]: port["width"] for port in core["wrapper"]["ports"]}
    assert {cell["type"] for cell in mapped["cells"].values()} >= {"LUT4", "TRELLIS_FF"}
