"""Reports in the formats of vendors' tools, written for these tests: a small core in its harness."""

# Reports have long lines.
# ruff: noqa: E501

VIVADO_HEAD = """\
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
VIVADO_AREA = (
    VIVADO_HEAD
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
VIVADO_CORE = (
    VIVADO_HEAD
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
VIVADO_TIMING = (
    VIVADO_HEAD.replace("report_utilization", "report_timing_summary")
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
QUARTUS_AREA = """\
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
QUARTUS_TIMING = """\
Timing Analyzer report for aesculus
Quartus Prime Version 22.1std.0 Build 915 Lite Edition

; Slow 1100mV 85C Model Fmax Summary               ;
; Fmax       ; Restricted Fmax ; Clock Name ; Note ;
; 171.35 MHz ; 171.35 MHz      ; core_clk   ;      ;

; Slow 1100mV 0C Model Fmax Summary                ;
; Fmax       ; Restricted Fmax ; Clock Name ; Note ;
; 168.11 MHz ; 168.11 MHz      ; core_clk   ;      ;
"""
RADIANT_AREA = """\
Lattice Mapping Report File
Design:  harness
Radiant Software (64-bit) 2023.1.0.43.3
Device:  LIFCL-40-9BG400C

Design Summary
   Number of slice registers: 1203 out of 32256 (4%)
   Number of LUT4s:           2740 out of 32256 (8%)
   Number of Block RAMs: 5 out of 84 (6%)
"""
RADIANT_TIMING = """\
Lattice Timing Report -  Setup  and Hold, Version Radiant Software (64-bit) 2023.1.0.43.3
Device:  LIFCL-40-9BG400C

          Clock core_clk                |                    |       Period       |     Frequency
 From core_clk                          |             Target |           5.333 ns |        187.512 MHz
                                        | Actual (all paths) |           5.200 ns |        192.308 MHz
"""
QUARTUS_FIT = (
    """\
Fitter report for aesculus
Fri Jan  5 10:00:00 2024
Quartus Prime Version 22.1std.0 Build 915 10/25/2022 SC Lite Edition

"""
    + QUARTUS_AREA
    + """
; Fitter Resource Utilization by Entity                                                                                                   ;
; Compilation Hierarchy Node ; ALMs needed [=A-B+C] ; [A] ALMs used in final placement ; Combinational ALUTs ; Dedicated Logic Registers ; I/O Registers ; Block Memory Bits ; M10Ks ; Full Hierarchy Name ; Entity Name ;
; |harness                   ; 1022.0 (131.0)       ; 1030.5 (133.0)                   ; 1500 (131)          ; 1203 (525)                ; 0 (0)         ; 40960             ; 5     ; |harness            ; harness ;
;    |aesculus_point:u_core| ; 890.5 (0.0)          ; 897.5 (0.0)                      ; 1369 (0)            ; 678 (0)                   ; 0 (0)         ; 40960             ; 5     ; |harness|aesculus_point:u_core ; aesculus_point ;

; Another table             ;
; Total registers ; 7       ;
"""
)
DIAMOND_AREA = """\
                         Lattice Mapping Report File for Design Module 'harness'

Design Information
------------------
Command line:   map -a ECP5U -p LFE5U-85F -t CABGA381 -s 8 aesculus_impl1.ngd
Target Vendor:  LATTICE
Target Device:  LFE5U-85FCABGA381
Target Performance:   8
Mapper:  sa5p00,  version:  Diamond (64-bit) 3.12.1.454
Mapped on:  01/05/24  10:00:00

Design Summary
--------------
   Number of registers:   1203 out of 84735 (1%)
      PFU registers:         1203 out of 83640 (1%)
      PIO registers:            0 out of  1095 (0%)
   Number of SLICEs:      1400 out of 41820 (3%)
   Number of LUT4s:        2740 out of 83640 (3%)
      Number used as logic LUTs:        2680
      Number used as distributed RAM:    48
      Number used as ripple logic:       12
      Number used as shift registers:     0
   Number of PIO sites used: 4 + 4(JTAG) out of 205 (4%)
   Number of block RAMs:  5 out of 208 (2%)
"""
DIAMOND_TIMING = """\
Lattice TRACE Report - Setup, Version Diamond (64-bit) 3.12.1.454
Fri Jan  5 10:00:00 2024

Design file:     aesculus_impl1.ncd
Device,speed:    LFE5U-85F,8
Report level:    verbose report, limited to 10 items per preference

Preference Summary

  FREQUENCY PORT "clk_i" 400.000000 MHz (4096 errors)
            4096 items scored, 4096 timing errors detected.
Warning: 187.512MHz is the maximum frequency for this preference.

================================================================================
Preference: FREQUENCY PORT "clk_i" 400.000000 MHz ;
            4096 items scored, 4096 timing errors detected.
--------------------------------------------------------------------------------
Warning: 187.512MHz is the maximum frequency for this preference.
"""
GOWIN_AREA = """\
//Copyright (C)2014-2023 Gowin Semiconductor Corporation.
//All rights reserved.

1. PnR Messages

  <Report Title>: PnR Report
  <Tool Version>: V1.9.9
  <Part Number>: GW2A-LV18PG256C8/I7
  <Device>: GW2A-18

3. Resource Usage Summary

  ----------------------------------------------------------
  Resources                   | Usage
  ----------------------------------------------------------
  Logic                       | 2788/20736  14%
    --LUT,ALU,ROM16           | 2740(2728 LUT, 12 ALU, 0 ROM16)
    --SSRAM(RAM16)            | 8
  Register                    | 1203/15750  8%
    --Logic Register as Latch | 0/15552  0%
    --Logic Register as FF    | 1203/15552  8%
  CLS                         | 1700/10368  17%
  I/O Port                    | 4
  BSRAM                       | 11%
    --SP                      | 3
    --pROM                    | 2
  DSP                         | 0%
    --MULT18X18               | 9
  PLL                         | 0/4  0%
"""
GOWIN_TIMING = """\
//Copyright (C)2014-2023 Gowin Semiconductor Corporation.

1. Timing Messages
  <Report Title>: Timing Analysis Report
  <Tool Version>: V1.9.9
  <Part Number>: GW2A-LV18PG256C8/I7

2.3 Max Frequency Summary
  NO.   Clock Name   Constraint      Actual Fmax     Level   Entity
 ===== ============ =============== =============== ======= ========
  1     core_clk     400.000(MHz)    148.250(MHz)    9       TOP
"""

WHOLE = {
    "vivado": (VIVADO_AREA, VIVADO_CORE, VIVADO_TIMING),
    "quartus": (QUARTUS_FIT, QUARTUS_TIMING),
    "radiant": (RADIANT_AREA, RADIANT_TIMING),
    "diamond": (DIAMOND_AREA, DIAMOND_TIMING),
    "gowin": (GOWIN_AREA, GOWIN_TIMING),
}
"""The reports that a tool leaves, in the order of `Vendor.reports`."""
