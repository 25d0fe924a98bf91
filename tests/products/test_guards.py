"""Parameters of modes that cannot be: the RTL says which would be, whoever puts it to use."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from pyslang import driver

from aesculus.design import parse_build
from aesculus.stages.provenance import code_of
from project.sources import ROOT

_SOURCES = sorted([*(ROOT / "rtl").rglob("*.sv"), *(ROOT / "src").rglob("*.sv")])
_GUARDED = [path for path in _SOURCES if "AESCULUS_UNCHECKED" in path.read_text(encoding="utf-8")]

_DESIGNS = {
    "aesculus_block_mode": "CTR.UF1-PP2B",
    "aesculus_mode_core": "CTR.UF1-PP2B",
    "aesculus_segment_mode": "CFB8.UF1-PP2B",
    "aesculus_ccm": "CCM.UF1-PP2B",
    "aesculus_cmac": "CMAC.UF1-PP2B",
    "aesculus_kw": "KW.UF1-PP2B",
    "aesculus_xts": "XTS.UF1-PP2B",
    "aesculus_xts_tweaks": "XTS.UF1-PP2B",
    "aesculus_xts_words": "XTS.UF1-PP2B",
    "aesculus_mode_deep": "XTS.UF1-PP2B",
    "aesculus_mode_flow": "XTS.UF1-PP2B",
    "aesculus_mode_prompt": "XTS.UF1-PP2B",
    "aesculus_mode_run": "XTS.UF1-PP2B",
    "aesculus_mode_tally": "XTS.UF1-PP2B",
    "aesculus_gcm": "GCM.UF1-PP2B",
    "aesculus_gcm_small": "GCM-D1.UF1-PP0P-W8",
    "aesculus_axis": "CTR.AXIS32.UF1-PP2B",
    "aesculus_registers": "ECB.WB32.UF1-PP2B",
    "aesculus_ghash": "GCM.UF1-PP2B",
    "aesculus_ghash_serial": "GCM-D8.UF1-PP2B",
}
"""A design that a module is of."""

_CTR = "Mode=aesculus_mode_pkg::ModeCtr"
_CFB = "Mode=aesculus_mode_pkg::ModeCfb"


def _elaborated(module: str, values: str, capfd: pytest.CaptureFixture[str]) -> str:
    """Return what slang has to say of a module with some parameters; nothing is good."""
    return _said(parse_build(_DESIGNS[module]).design.sources(), module, values, capfd)


def _said(
    sources: Iterable[Path], module: str, values: str, capfd: pytest.CaptureFixture[str]
) -> str:
    slang = driver.Driver()
    slang.addStandardArgs()
    files = " ".join(f'"{path}"' for path in sources)
    given = " ".join(f"-G {value}" for value in values.split())
    assert slang.parseCommandLine(
        f"slang -Wnone --timescale 1ns/1ps --top {module} {given} {files}"
    )
    assert slang.processOptions()
    assert slang.parseAllSources()
    capfd.readouterr()
    slang.reportCompilation(slang.createCompilation(), True)
    slang.reportDiagnostics(True)
    return capfd.readouterr().err


@pytest.mark.parametrize(
    ("module", "values", "said"),
    [
        ("block_mode", "KeyBits=127", "KeyBits is 127; legal: 128, 192, 256"),
        ("block_mode", "Lanes=5", "Lanes is 5; legal: 1, or with ModeEcb and ModeCtr up to 4"),
        ("block_mode", f"{_CFB} Lanes=2", "Lanes is 2; legal: 1, or with"),
        ("block_mode", "Streams=65", "Streams is 65; legal: 1 to 64"),
        ("block_mode", "AddrW=0", "AddrW is 0; legal: 1 to 16"),
        ("block_mode", f"{_CTR} CounterW=7", "CounterW is 7; legal: 8 to 128"),
        (
            "block_mode",
            f"{_CTR} CounterW=32 Lanes=3",
            "Lanes is 3; legal with CounterW 32: 1, 2, 4",
        ),
        ("block_mode", "Segment=8", "Segment is 8; legal: 128, or with ModeCfb 8 and 1"),
        ("block_mode", "Encrypts=0", "Encrypts is 0; legal with Decrypts 0"),
        ("block_mode", f"{_CTR} Encrypts=0 Decrypts=1", "Encrypts is 0; legal with Decrypts 1"),
        ("block_mode", "Single=1 Streams=4", "Streams is 4; legal with Single 1: 1"),
        ("block_mode", "Fast=1 Holds=1", "Fast is 1; legal with Holds 1: 0"),
        ("block_mode", "Fast=1 Single=1", "Fast is 1; legal with Single 1: 0"),
        ("block_mode", "Fast=1 AddrW=2", "AddrW is 2; legal with Fast 1: 3 to 16"),
        ("xts", "Fast=1 Single=1", "Fast is 1; legal with Single 1: 0"),
        ("xts", "Fast=1 Staged=0", "Fast is 1; legal with Staged 0: 0"),
        ("xts", "Fast=1 AddrW=2", "AddrW is 2; legal with Fast 1: 3 to 16"),
        ("axis", "KeyBits=100", "KeyBits is 100; legal: 128, 192, 256, 512"),
        ("axis", "BusBytes=3", "BusBytes is 3; legal: a power of two up to 64"),
        ("axis", "BusBytes=32 Lanes=3", "Lanes is 3; legal with BusBytes 32: 1, 2, 4"),
        ("registers", "KeyBits=1024", "KeyBits is 1024; legal: 128, 192, 256, 512"),
        ("segment_mode", "Single=1 Streams=2", "Streams is 2; legal with Single 1: 1"),
        ("ccm", "Single=1 Streams=2", "Streams is 2; legal with Single 1: 1"),
        ("cmac", "Single=1 Streams=2", "Streams is 2; legal with Single 1: 1"),
        ("xts", "Single=1 Streams=2", "Streams is 2; legal with Single 1: 1"),
        ("xts", "Fast=1 Holds=1", "Fast is 1; legal with Holds 1: 0"),
        ("xts_tweaks", "Streams=65", "Streams is 65; legal: 1 to 64"),
        ("xts_words", "AddrW=1", "AddrW is 1; legal: 2 to 16"),
        ("mode_deep", "AddrW=17", "AddrW is 17; legal: 2 to 16"),
        ("mode_deep", "NearW=9", "NearW is 9; legal: 2 to 8"),
        ("mode_flow", "AddrW=2", "AddrW is 2; legal: 3 to 16"),
        ("mode_prompt", "AddrW=1", "AddrW is 1; legal: 2 to 16"),
        ("mode_run", "AddrW=1", "AddrW is 1; legal: 2 to 16"),
        ("mode_tally", "AddrW=1", "AddrW is 1; legal: 2 to 16"),
        ("gcm", "AddrW=1", "AddrW is 1; legal: 2 to 16"),
        ("segment_mode", "Segment=2", "Segment is 2; legal: 8, 1"),
        ("segment_mode", "KeyBits=64", "KeyBits is 64; legal:"),
        ("ccm", "HoldW=1", "HoldW is 1; legal: 2 to 12"),
        ("ccm", "Streams=0", "Streams is 0; legal: 1 to 64"),
        ("cmac", "KeyBits=255", "KeyBits is 255; legal:"),
        ("kw", "HoldW=13", "HoldW is 13; legal: 1 to 12"),
        ("kw", "Encrypts=0", "Encrypts is 0; legal with Decrypts 0: 1"),
        ("xts", "KeyBits=192", "KeyBits is 192; legal: 128, 256"),
        ("xts", "LimitW=21", "LimitW is 21; legal: 8 to 20"),
        ("gcm", "Lanes=0", "Lanes is 0; legal: 1 to 4"),
        ("gcm", "Open=1 Holds=1", "Open is 1; legal with Holds 1: 0"),
        ("gcm", "LimitW=33", "LimitW is 33; legal: 8 to 32"),
        ("gcm", "HoldW=0", "HoldW is 0; legal: 2 to 12"),
        ("gcm", "Digit=3", "Digit is 3; legal: 0, or a power of two up to 64"),
        ("gcm", "Digit=128", "Digit is 128; legal: 0, or a power of two up to 64"),
        ("gcm_small", "Digit=0", "Digit is 0; legal: a power of two up to 64"),
        ("gcm_small", "Least=0", "Least is 0; legal: 1 and more"),
        ("gcm_small", "LimitW=7", "LimitW is 7; legal: 8 to 32"),
        ("ghash", "Blocks=5", "Blocks is 5; legal: 1 to 4"),
        ("ghash", "Levels=6", "Levels is 6; legal: 1 to 5"),
        ("ghash", "Cuts=0", "legal: a register at least"),
        ("ghash_serial", "Digit=5", "Digit is 5; legal: a power of two up to 64"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    module: str, values: str, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert said in _elaborated(f"aesculus_{module}", values, capfd)


@pytest.mark.parametrize("module", _DESIGNS)
def test_what_can_be_is_not(module: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert not re.search(r"\berror\b", _elaborated(module, "", capfd))


def test_the_instance_of_the_page_elaborates(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs/using-the-core.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```systemverilog\n(.*?)```", page, re.DOTALL)
    ports = ("clk_i", "rst_ni", "in_valid_i", "out_ready_i")
    given = "".join(f"  input logic {name},\n" for name in ports)
    given += "  input logic [127:0] in_block_i, in_key_i,\n  input logic [3:0] in_tag_i,\n"
    given += "  output logic in_ready_o, out_valid_o,\n  output logic [3:0] out_tag_o,\n"
    given += "  output logic [127:0] out_block_o\n"
    top = tmp_path / "top.sv"
    top.write_text(f"module aesculus_top (\n{given});\n{text}\nendmodule\n", encoding="utf-8")
    assert _said([*parse_build("UF2-PP3B").design.sources(), top], "aesculus_top", "", capfd) == ""


def test_every_guard_is_one_that_does_not_count() -> None:
    assert {path.stem for path in _GUARDED} == set(_DESIGNS)
    for path in _GUARDED:
        assert "AESCULUS_UNCHECKED" not in code_of(path.read_text(encoding="utf-8")), path


_REFUSAL = 'if (KeyBits != 128) begin : gen_bad\n  $error("KeyBits is %0d", KeyBits);\nend\n'


@pytest.mark.parametrize(
    ("guard", "counts"),
    [
        ("", False),
        (_REFUSAL, False),
        (f"// Why.\n{_REFUSAL}  // And why.\n{_REFUSAL}", False),
        ("assign out_auth_o = 1'b1;\n", True),
        (f"{_REFUSAL}assign out_auth_o = 1'b1;\n", True),
        (f"if (1) begin : gen_a assign out_auth_o = 1'b1; end {_REFUSAL}", True),
        (_REFUSAL.replace("end\n", "assign x = 1;\nend\n"), True),
        (_REFUSAL.replace("end\n", "end else begin\nassign x = 1;\nend\n"), True),
        (_REFUSAL.replace("$error", "$display"), True),
        (f"{_REFUSAL}`else\nassign x = 1;\n", True),
        (f'{_REFUSAL}`include "x.svh"\n', True),
    ],
)
def test_what_does_more_than_refuse_counts(guard: str, counts: bool) -> None:
    text = (
        f"module m;\n`ifndef AESCULUS_UNCHECKED\n{guard}`endif  // AESCULUS_UNCHECKED\nendmodule\n"
    )
    assert (code_of(text) != "module m;\nendmodule\n") is counts


@pytest.mark.parametrize(
    "label",
    [
        "GCM-H12-M6-K5.UF10-PP2B",
        "GCM-H2-L8-K1.RF4-UF10-PP2B",
        "GCM-D64-RAW.UF1-PP2B-STALL",
        "GCM-D1.UF1-PP0P-W8",
        "GMAC-D16.AES256-UF1-PP1B",
        "CCM-H11-S2.UF1-PP2B",
        "CCM-H2-S64.UF1-PP2B",
        "CMAC-S64.AES192-UF2-PP2B",
        "CTR-W8.RF4-UF10-PP2B",
        "CTR-W49.RF3-UF1-PP2B",
        "ECB.RF3-AES128D-UF1-PP2B",
        "CBC-S64.AES256ED-UF1-PP2B",
        "CFB1-S64.UF1-PP2B",
        "XTS-L8.AES256-UF14-C5dfT",
        "XTS-S64.UF1-PP2B",
        "KW-H1.AES128ED-UF1-PP2B",
        "KWP-H12.AES128D-UF1-PP2B",
        "CTR.AXIS8.UF1-PP2B",
        "CTR.AXIS512.RF4-UF10-PP2B",
        "XTS.AXIS128.AES256-UF14-C5dfT",
        "CBC.WB32.AES256-UF1-PP2B",
        "ECB.AXIL32.UF1-PP0B-W8",
    ],
)
def test_no_design_of_the_explorer_is_refused(
    label: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    design = parse_build(label).design
    top = tmp_path / "top.sv"
    top.write_text(design.top("aesculus_top"), encoding="utf-8")
    said = _said([*design.sources(), top], "aesculus_top", "", capfd)
    assert not re.search(r"\berror\b", said)
