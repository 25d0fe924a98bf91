"""Lint of the RTL: Verilator with all warnings over several points, Verible for the style."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from aesculus import design
from aesculus.ciphers.aes.space import is_legal, parse, wrapper
from aesculus.export.boards import model
from aesculus.export.boards import top as boards
from aesculus.resources import rtl_dir, rtl_files
from aesculus.tools import verilator
from project.sources import ROOT
from samples import sampled

# Every S-box, flow control, key size and kind of ring (closed, open, left in mid-ring) is in here.
_POINTS = (
    "UF1-PP0T",
    "UF1-PP3B-STALL",
    "UF3-PP3B-CREDIT-TAG4",
    "UF2-C811T-KL",
    "UF4-PP3D-KB",
    "UF10-PP0L",
    "UF1-PPXT",
    "AES128ED-UF1-PPXC-KL",
    "UF1-PPXW",
    "UF10-PP3W-KP",
    "AES128ED-UF1-PPXP-KS",
    "UF1-PPXP-KD",
    "AES128D-UF1-PPXS",
    "AES128ED-UF1-PPXN",
    "UF1-PPXN",
    "AES128D-UF2-PP2N-KT",
    "AES192-UF5-PP2L",
    "AES256-UF7-PP1D-KT-STALL",
    "AES128D-UF2-PP2T",
    "AES128ED-UF1-PP3L",
    "AES256ED-UF3-PPXT",
    "RF2-UF1-PP1T",
    "UF1-PP1T-W8",
    "UF1-PP0P-W8-KB-STALL",
    "AES192-UF1-PP1B-W8-STALL",
    "AES256-UF1-PP1L-W8-TAG3",
    "UF1-PP1D-W32-STALL",
    "AES192-UF1-PP1T-W32",
    "AES256-UF1-PP1B-W32",
    "UF1-PP1T-STORED",
    "UF2-PP1B-EXT",
    "AES192ED-UF5-PP3F-LAST",
    "UF1-PP1T-FIXED",
)
_LONG = {
    "UF3-PP3B-CREDIT-TAG4",
    "UF4-PP3D-KB",
    "UF1-PPXT",
    "AES128ED-UF1-PPXC-KL",
    "UF1-PPXW",
    "AES128ED-UF1-PPXP-KS",
    "UF1-PPXN",
    "AES192-UF5-PP2L",
    "AES256-UF7-PP1D-KT-STALL",
    "AES128D-UF2-PP2T",
    "AES256ED-UF3-PPXT",
    "AES192-UF1-PP1B-W8-STALL",
    "AES192-UF1-PP1T-W32",
}
"""Each of these has, but for its numbers, what others have."""

# Every mode, and of what modes share every branch.
_PRODUCTS = (
    "CTR.UF1-PP0T",
    "CTR-W8-S4.RF2-UF1-PP0L",
    "CTR.RF2-UF10-PP1D",
    "ECB-S3.AES128ED-RF2-UF1-PP0L",
    "CBC-S2.UF1-PP0L",
    "CBC.AES128D-UF1-PP0L",
    "CFB128-S5.AES192-UF1-PP0L-CREDIT",
    "OFB.AES256-UF1-PP0L-STALL",
    "CFB8-S2.UF1-PP0L",
    "CFB1.AXIS8.UF1-PP0L-STALL",
    "GCM.UF1-PP0L",
    "GCM-H4-RAW-L8-D8.AES192-UF1-PP0L-STALL",
    "GCM-H4-D8.UF1-PP2L",
    "GCM.RF2-UF1-PP0L",
    "GMAC.RF3-UF1-PP0L",
    "GMAC-M1-K2.AES256-UF1-PP0L",
    "CMAC.UF1-PP0L",
    "CMAC-S3.AES192-UF1-PP0L-CREDIT",
    "CCM-H2-S3.AES192-UF1-PP0L-CREDIT",
    "CCM-RAW.AES256-UF1-PP0L-STALL",
    "KWP-H1-INV.AES256ED-UF1-PP0L-STALL",
    "XTS.UF1-PP0L",
    "XTS.UF10-PP1D",
    "XTS-S2.UF10-PP1D",
    "XTS-L8-S3.AES256ED-UF1-PP0L-CREDIT",
    "CTR.AXIS64.UF1-PP0L",
    "CTR-S3.AXIS128.UF1-PP0L",
    "CTR.AXIS512.UF1-PP0L",
    "CTR.AXIL32.UF1-PP0L",
    "OFB.AXIL32.AES256-UF1-PP0L",
    "CTR.WB32.UF1-PP0L",
)
_WAIVERS = Path(__file__).with_name("lint.vlt")


def _verilator_lint(sources: list[Path], top: str) -> str:
    """Return what Verilator has to say; empty when it is content."""
    kit = verilator.find()
    result = subprocess.run(
        [kit.program, "--lint-only", "-Wall", "--top-module", top, *map(str, sources)],
        env={**os.environ, **kit.env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0 or result.stderr
    return result.stderr


def _verible() -> str:
    folders = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    program = shutil.which("verible-verilog-lint", path=folders)
    assert program, "verible-verilog-lint is missing: install the Python package verible"
    return program


def _verible_lint(sources: list[Path]) -> str:
    rules = ROOT / ".rules.verible_lint"
    command = [_verible(), "--ruleset", "all", "--rules_config", str(rules), *map(str, sources)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0 or result.stdout or result.stderr
    return result.stdout + result.stderr


def test_the_points_can_be() -> None:
    assert [text for text in _POINTS if not is_legal(parse(text))] == []


@pytest.mark.parametrize("text", sampled(_POINTS, _LONG))
def test_verilator_finds_nothing(text: str, tmp_path: Path) -> None:
    point = parse(text)
    top = tmp_path / "aesculus_point.sv"
    top.write_text(wrapper(point), encoding="utf-8")
    assert not _verilator_lint([_WAIVERS, *rtl_files(), top], "aesculus_point")


@pytest.mark.parametrize("text", sampled(_PRODUCTS, {"GMAC-M1-K2.AES256-UF1-PP0L"}))
def test_verilator_finds_nothing_in_products(text: str, tmp_path: Path) -> None:
    product = design.parse(text)
    product.check()
    top = tmp_path / "aesculus_point.sv"
    top.write_text(product.top("aesculus_point"), encoding="utf-8")
    own = [path for path in product.sources() if path not in rtl_files()]
    assert not _verilator_lint([_WAIVERS, *rtl_files(), *own, top], "aesculus_point")


def test_verilator_would_find_a_truncation(tmp_path: Path) -> None:
    source = tmp_path / "narrow.sv"
    source.write_text(
        "module narrow (input logic [7:0] a_i, output logic [3:0] a_o);\n"
        "  assign a_o = a_i;\nendmodule\n",
        encoding="utf-8",
    )
    assert "WIDTHTRUNC" in _verilator_lint([source], "narrow")


def test_verible_finds_nothing() -> None:
    found = (ROOT / "src/aesculus").rglob("*.sv")
    # The style of what a generator wrote is its own.
    others = [path for path in found if path.parent.name != "generated"]
    assert not _verible_lint([*rtl_files(), *(rtl_dir() / "modes").glob("*.sv"), *others])


@pytest.mark.parametrize("text", ["UF1-PP0L", "AES256ED-UF1-PP0L-STORED", "UF1-PP0L-FIXED"])
def test_verilator_finds_nothing_on_boards(text: str, tmp_path: Path) -> None:
    point, board = design.parse(text), model.load("ulx3s")
    clocking = boards.Clocking(25.0, 1_000_000, 25, pll=False)
    made = {
        boards.CORE: point.top(boards.CORE),
        boards.SYSTEM: boards.system(design.Build(point), clocking),
        boards.TOP: boards.top(design.Build(point), board, clocking),
    }
    for name, content in made.items():
        (tmp_path / f"{name}.sv").write_text(content, encoding="utf-8")
    own = [*boards.line_files(), boards.RESET, *(tmp_path / f"{name}.sv" for name in made)]
    assert not _verilator_lint([_WAIVERS, *rtl_files(), *own], boards.TOP)


def test_verible_would_find_a_bad_port_name(tmp_path: Path) -> None:
    source = tmp_path / "wire.sv"
    source.write_text("module wire_it (input logic a);\nendmodule\n", encoding="utf-8")
    found = _verible_lint([source])
    assert "port-name-suffix" in found
    assert "module-filename" in found
