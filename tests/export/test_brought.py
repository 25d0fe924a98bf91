"""Reports that a person brings, in the tools' formats, written for these tests."""

# Reports have long lines.
# ruff: noqa: E501

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus.cli import app

_VIVADO_HEAD = """\
Copyright 1986-2023 Xilinx, Inc. All Rights Reserved.
-----------------------------------------------------------------
| Tool Version : Vivado v.2023.2 (lin64) Build 4029153 Fri Oct 13
| Date         : Fri Jan  5 10:00:00 2024
| Command      : report_utilization -file utilization.rpt
| Design       : harness
| Device       : xc7a100tcsg324-1
| Design State : Routed
-----------------------------------------------------------------
"""
_VIVADO_AREA = (
    _VIVADO_HEAD
    + """
1. Slice Logic
--------------

+----------------------------+------+-------+------------+-----------+-------+
|          Site Type         | Used | Fixed | Prohibited | Available | Util% |
+----------------------------+------+-------+------------+-----------+-------+
| Slice LUTs                 | 1622 |     0 |          0 |     63400 |  2.56 |
|   LUT as Logic             | 1,590 |     0 |          0 |     63400 |  2.51 |
|   LUT as Memory            |   32 |     0 |          0 |     19000 |  0.17 |
| Slice Registers            | 1203 |     0 |          0 |    126800 |  0.95 |
+----------------------------+------+-------+------------+-----------+-------+

| Block RAM Tile    |  2.5 |     0 |          0 |       135 |  1.85 |
"""
)
_VIVADO_CORE = (
    _VIVADO_HEAD
    + """
+-----------+----------------+------------+------------+---------+------+-----+--------+--------+------+
|  Instance |     Module     | Total LUTs | Logic LUTs | LUTRAMs | SRLs | FFs | RAMB36 | RAMB18 | DSPs |
+-----------+----------------+------------+------------+---------+------+-----+--------+--------+------+
| harness   |          (top) |       1622 |       1590 |      32 |    0 |1203 |      2 |      1 |    0 |
|   (harness) |      (top)   |        300 |        300 |       0 |    0 | 800 |      0 |      0 |    0 |
|   u_core  | aesculus_x_lean|       1322 |       1290 |      30 |    2 | 403 |      2 |      1 |    0 |
+-----------+----------------+------------+------------+---------+------+-----+--------+--------+------+
"""
)
_VIVADO_TIMING = (
    _VIVADO_HEAD.replace("report_utilization", "report_timing_summary")
    + """
| Design Timing Summary
| ---------------------
------------------------------------------------------------------------------------------------

    WNS(ns)      TNS(ns)  TNS Failing Endpoints  TNS Total Endpoints      WHS(ns)
    -------      -------  ---------------------  -------------------      -------
     -0.250       -1.000                     12                 4000        0.030

| Clock Summary
Clock     Waveform(ns)       Period(ns)      Frequency(MHz)
-----     ------------       ----------      --------------
core_clk  {0.000 2.500}      5.000           200.000
"""
)
_QUARTUS_AREA = """\
+-------------------------------------------------------------------------------+
; Fitter Summary                                                                ;
+---------------------------------+---------------------------------------------+
; Fitter Status                   ; Successful - Fri Jan  5 10:00:00 2024       ;
; Quartus Prime Version           ; 22.1std.0 Build 915 Lite Edition            ;
; Device                          ; 5CEBA4F23C7                                 ;
; Logic utilization (in ALMs)     ; 1,022 / 18,480 ( 6 % )                      ;
; Total registers                 ; 1203                                        ;
; Total RAM Blocks                ; 5 / 308 ( 2 % )                             ;
+---------------------------------+---------------------------------------------+
"""
_QUARTUS_TIMING = """\
Timing Analyzer report for aesculus
Quartus Prime Version 22.1std.0 Build 915 Lite Edition

; Slow 1100mV 85C Model Fmax Summary               ;
; Fmax       ; Restricted Fmax ; Clock Name ; Note ;
; 171.35 MHz ; 171.35 MHz      ; core_clk   ;      ;

; Slow 1100mV 0C Model Fmax Summary                ;
; Fmax       ; Restricted Fmax ; Clock Name ; Note ;
; 168.11 MHz ; 168.11 MHz      ; core_clk   ;      ;
"""
_RADIANT_AREA = """\
Lattice Mapping Report File
Design:  harness
Radiant Software (64-bit) 2023.1.0.43.3
Device:  LIFCL-40-9BG400C

Design Summary
   Number of slice registers: 1203 out of 32256 (4%)
   Number of LUT4s:           2740 out of 32256 (8%)
   Number of Block RAMs: 5 out of 84 (6%)
"""
_RADIANT_TIMING = """\
Lattice Timing Report -  Setup  and Hold, Version Radiant Software (64-bit) 2023.1.0.43.3
Device:  LIFCL-40-9BG400C

          Clock core_clk                |                    |       Period       |     Frequency
 From core_clk                          |             Target |           5.333 ns |        187.512 MHz
                                        | Actual (all paths) |           5.200 ns |        192.308 MHz
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("AESCULUS_STORE", raising=False)
    return tmp_path


def _call(*texts: str, label: str = "uf1-pp1t") -> tuple[int, str, str]:
    names = []
    for number, text in enumerate(texts):
        path = Path(f"report{number}.rpt")
        path.write_text(text, encoding="utf-8")
        names.append(str(path))
    result = CliRunner().invoke(app, ["import-report", *names, "--label", label, "--json"])
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize(
    ("texts", "wanted"),
    [
        (
            (_VIVADO_AREA, _VIVADO_TIMING),
            {
                "tool": "vivado",
                "version": "2023.2",
                "part": "xc7a100tcsg324-1",
                "lut_count": 1590,
                "lutram_count": 32,
                "ff_count": 1203,
                "bram_count": 2.5,
                "fmax_mhz": pytest.approx(1000 / 5.25),
                "core_alone": False,
            },
        ),
        (
            (_VIVADO_AREA, _VIVADO_CORE),
            {
                "lut_count": 1290,
                "lutram_count": 32,
                "ff_count": 403,
                "bram_count": 2.5,
                "fmax_mhz": None,
                "core_alone": True,
            },
        ),
        (
            (_QUARTUS_AREA, _QUARTUS_TIMING),
            {
                "tool": "quartus",
                "part": "5CEBA4F23C7",
                "lut_count": 1022,
                "ff_count": 1203,
                "bram_count": 5,
                "fmax_mhz": 168.11,
            },
        ),
        (
            (_RADIANT_TIMING, _RADIANT_AREA),
            {
                "tool": "radiant",
                "version": "2023.1.0.43.3",
                "part": "LIFCL-40-9BG400C",
                "lut_count": 2740,
                "ff_count": 1203,
                "bram_count": 5,
                "fmax_mhz": 192.308,
            },
        ),
    ],
)
def test_reports_are_read(texts: tuple[str, ...], wanted: dict[str, object]) -> None:
    code, out, err = _call(*texts)
    assert code == 0, err
    (row,) = json.loads(out)
    assert {name: row[name] for name in wanted} == wanted
    assert row["brought"] is True
    assert row["label"] == "UF1-PP0T"


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (("a letter",), "of no known tool"),
        (("",), "of no known tool"),
        ((_VIVADO_AREA[: _VIVADO_AREA.index("| Slice Registers")],), "no row 'Slice Registers"),
        ((_VIVADO_AREA.replace("1203", "12o3"),), "registers is '12o3'; legal: a number"),
        ((_VIVADO_AREA.replace("1203", "-5"),), "registers is '-5'"),
        ((_VIVADO_AREA.replace("1203", "nan"),), "registers is 'nan'"),
        ((_VIVADO_AREA.replace("1203", "1.5"),), "legal: a whole number"),
        ((_VIVADO_CORE.replace("u_core", "u_more"),), "no whole row of the instance u_core"),
        ((_VIVADO_CORE.replace("RAMB18", "RAMB9"),), "no column 'RAMB18'"),
        ((_VIVADO_TIMING.replace("WNS", "XXX"),), "no WNS in it"),
        ((_VIVADO_TIMING.replace("-0.250", "NA"),), "WNS is 'NA'"),
        ((_VIVADO_TIMING.replace("-0.250", "7.0"),), "is more than the period of 5 ns"),
        (
            (_VIVADO_TIMING + "other  {0.000 2.000}      4.000           250.000\n",),
            "2 clocks in its Clock Summary",
        ),
        ((_QUARTUS_AREA.replace("Total registers", "Total letters"),), "whole fitter summary"),
        ((_QUARTUS_TIMING.replace(" MHz ;", " ;"),), "no clock in its table of Fmax"),
        ((_QUARTUS_TIMING.replace("core_clk", "other", 1),), "clocks core_clk, other"),
        ((_RADIANT_AREA.replace("LUT4s", "LUT5s"),), "no 'Number of LUT4s'"),
        ((_RADIANT_TIMING.replace("192.308", "x"),), "the actual frequency is 'x'"),
        ((_VIVADO_AREA, _QUARTUS_TIMING), "of several runs: tool quartus and vivado"),
        (
            (_VIVADO_AREA, _VIVADO_TIMING.replace("xc7a100t", "xc7a35t")),
            "of several runs: part xc7a100tcsg324-1 and xc7a35tcsg324-1",
        ),
        ((_VIVADO_TIMING, _VIVADO_TIMING.replace("-0.250", "0.100")), "several clocks"),
    ],
)
def test_malformed_reports_are_refused(texts: tuple[str, ...], said: str, place: Path) -> None:
    code, _, err = _call(*texts)
    assert code == 2
    assert said in err
    assert len(err.splitlines()) == 1
    assert not (place / ".aesculus").exists()


def test_they_are_kept_once_and_apart(place: Path) -> None:
    for _ in range(2):
        assert _call(_VIVADO_AREA, _VIVADO_TIMING)[0] == 0
    assert _call(_QUARTUS_AREA)[0] == 0
    result = CliRunner().invoke(app, ["import-report"])
    lines = result.stdout.splitlines()
    assert len(lines) == 4
    assert "quartus" in lines[2]
    assert (
        "| UF1-PP0T | xc7a100tcsg324-1 | vivado 2023.2 | 1,590 | 1,203 | 2.5 | 190.5 |" in lines[3]
    )
    # The store has none of it.
    assert not (place / ".aesculus" / "store.db").exists()
    next((place / ".aesculus" / "brought").glob("*.json")).write_text("{}")
    result = CliRunner().invoke(app, ["import-report"])
    assert result.exit_code == 1
    assert "is damaged" in result.stderr


@pytest.mark.timeout(60)
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["fifo", "folder"])
def test_what_is_no_file_among_them(make: Callable[[Path], None], place: Path) -> None:
    folder = place / ".aesculus" / "brought"
    folder.mkdir(parents=True)
    make(folder / "0.json")
    result = CliRunner().invoke(app, ["import-report"])
    assert result.exit_code == 1
    assert "0.json is damaged: " in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_label_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "x.rpt"
    path.write_text(_VIVADO_AREA)
    result = CliRunner().invoke(app, ["import-report", str(path)])
    assert result.exit_code == 2
    assert "--label" in result.stderr
    assert CliRunner().invoke(app, ["import-report", "--label", "UF1-PP1T"]).exit_code == 2
    gone = CliRunner().invoke(app, ["import-report", "gone.rpt", "--label", "UF1-PP1T"])
    assert gone.exit_code == 2
    assert "gone.rpt" in gone.stderr
