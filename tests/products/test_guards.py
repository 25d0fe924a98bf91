"""Parameters of modes that cannot be: the RTL says which would be, whoever puts it to use."""

import re

import pytest
from pyslang import driver

from aesculus.design import parse_build
from aesculus.stages.provenance import code_of
from project.sources import ROOT

_SOURCES = sorted([*(ROOT / "rtl").rglob("*.sv"), *(ROOT / "src").rglob("*.sv")])
_REGION = re.compile(r"`ifndef AESCULUS_UNCHECKED\n(.*?)`endif  // AESCULUS_UNCHECKED\n", re.DOTALL)
# A generate block that holds one $error, and nothing else.
_GUARD = re.compile(
    r'if \((?:[^"\n]|\n begin)*?\)\n? ?begin : gen_\w+\n\$error\("[^"]*"[^;]*\);\nend\n'
)
_GUARDED = [path for path in _SOURCES if "AESCULUS_UNCHECKED" in path.read_text(encoding="utf-8")]

_DESIGNS = {
    "aesculus_block_mode": "CTR.UF1-PP2B",
    "aesculus_segment_mode": "CFB8.UF1-PP2B",
    "aesculus_ccm": "CCM.UF1-PP2B",
    "aesculus_cmac": "CMAC.UF1-PP2B",
    "aesculus_kw": "KW.UF1-PP2B",
    "aesculus_xts": "XTS.UF1-PP2B",
    "aesculus_gcm": "GCM.UF1-PP2B",
    "aesculus_gcm_small": "GCM-D1.UF1-PP0P-W8",
    "aesculus_ghash": "GCM.UF1-PP2B",
    "aesculus_ghash_serial": "GCM-D8.UF1-PP2B",
}
"""A design that a module is of."""

_CTR = "Mode=aesculus_mode_pkg::ModeCtr"
_CFB = "Mode=aesculus_mode_pkg::ModeCfb"


def _elaborated(module: str, values: str, capfd: pytest.CaptureFixture[str]) -> str:
    """Return what slang has to say of a module with some parameters; nothing is good."""
    slang = driver.Driver()
    slang.addStandardArgs()
    files = " ".join(f'"{path}"' for path in parse_build(_DESIGNS[module]).design.sources())
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
        ("block_mode", "Encrypts=0", "Encrypts is 0; legal with Decrypts 0: 1"),
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


def test_every_guard_that_does_not_count_does_nothing_but_refuse() -> None:
    assert {path.stem for path in _GUARDED} == set(_DESIGNS)
    for path in _GUARDED:
        text = path.read_text(encoding="utf-8")
        regions = _REGION.findall(text)
        assert text.count("AESCULUS_UNCHECKED") == 2 * len(regions)
        for region in regions:
            assert not _GUARD.sub("", code_of(region)), path


def test_guards_are_no_part_of_what_a_design_is() -> None:
    guard = (
        "`ifndef AESCULUS_UNCHECKED\n  if (1) begin : gen_x\n  end\n`endif  // AESCULUS_UNCHECKED\n"
    )
    text = f"module m;\n{guard}endmodule\n"
    assert code_of(text) == "module m;\nendmodule\n"
    other = text.replace("AESCULUS_UNCHECKED", "SYNTHESIS")
    assert "gen_x" in code_of(other)
