// SPDX-License-Identifier: Apache-2.0
// MachXO2 and MachXO3 block RAM for netlist simulation: true dual port, 1,024 words of 9 bits.
//
// Only the width of 9 without output registers is modelled; others stop the simulation.

module DP8KC #(
  parameter [319:0] INITVAL_00 = 320'h0,
  parameter [319:0] INITVAL_01 = 320'h0,
  parameter [319:0] INITVAL_02 = 320'h0,
  parameter [319:0] INITVAL_03 = 320'h0,
  parameter [319:0] INITVAL_04 = 320'h0,
  parameter [319:0] INITVAL_05 = 320'h0,
  parameter [319:0] INITVAL_06 = 320'h0,
  parameter [319:0] INITVAL_07 = 320'h0,
  parameter [319:0] INITVAL_08 = 320'h0,
  parameter [319:0] INITVAL_09 = 320'h0,
  parameter [319:0] INITVAL_0A = 320'h0,
  parameter [319:0] INITVAL_0B = 320'h0,
  parameter [319:0] INITVAL_0C = 320'h0,
  parameter [319:0] INITVAL_0D = 320'h0,
  parameter [319:0] INITVAL_0E = 320'h0,
  parameter [319:0] INITVAL_0F = 320'h0,
  parameter [319:0] INITVAL_10 = 320'h0,
  parameter [319:0] INITVAL_11 = 320'h0,
  parameter [319:0] INITVAL_12 = 320'h0,
  parameter [319:0] INITVAL_13 = 320'h0,
  parameter [319:0] INITVAL_14 = 320'h0,
  parameter [319:0] INITVAL_15 = 320'h0,
  parameter [319:0] INITVAL_16 = 320'h0,
  parameter [319:0] INITVAL_17 = 320'h0,
  parameter [319:0] INITVAL_18 = 320'h0,
  parameter [319:0] INITVAL_19 = 320'h0,
  parameter [319:0] INITVAL_1A = 320'h0,
  parameter [319:0] INITVAL_1B = 320'h0,
  parameter [319:0] INITVAL_1C = 320'h0,
  parameter [319:0] INITVAL_1D = 320'h0,
  parameter [319:0] INITVAL_1E = 320'h0,
  parameter [319:0] INITVAL_1F = 320'h0,
  parameter integer DATA_WIDTH_A = 9,
  parameter integer DATA_WIDTH_B = 9,
  parameter REGMODE_A = "NOREG",
  parameter REGMODE_B = "NOREG",
  parameter RESETMODE = "SYNC",
  parameter ASYNC_RESET_RELEASE = "SYNC",
  parameter CSDECODE_A = "0b000",
  parameter CSDECODE_B = "0b000",
  parameter WRITEMODE_A = "NORMAL",
  parameter WRITEMODE_B = "NORMAL",
  parameter INIT_DATA = "STATIC",
  parameter GSR = "AUTO"
) (
  input  wire CLKA, CEA, OCEA, WEA, RSTA, CSA0, CSA1, CSA2,
  input  wire ADA0, ADA1, ADA2, ADA3, ADA4, ADA5, ADA6, ADA7, ADA8, ADA9, ADA10, ADA11, ADA12,
  input  wire DIA0, DIA1, DIA2, DIA3, DIA4, DIA5, DIA6, DIA7, DIA8,
  output wire DOA0, DOA1, DOA2, DOA3, DOA4, DOA5, DOA6, DOA7, DOA8,
  input  wire CLKB, CEB, OCEB, WEB, RSTB, CSB0, CSB1, CSB2,
  input  wire ADB0, ADB1, ADB2, ADB3, ADB4, ADB5, ADB6, ADB7, ADB8, ADB9, ADB10, ADB11, ADB12,
  input  wire DIB0, DIB1, DIB2, DIB3, DIB4, DIB5, DIB6, DIB7, DIB8,
  output wire DOB0, DOB1, DOB2, DOB3, DOB4, DOB5, DOB6, DOB7, DOB8
);
  reg [8:0] mem [0:1023];

  // A value holds 16 rows of 18 bits in 20 bits each; a row is two words.
  localparam [32*320-1:0] Values = {
    INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C, INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18,
    INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14, INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10,
    INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A, INITVAL_09, INITVAL_08,
    INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04, INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00
  };

  integer word;
  initial begin
    if (DATA_WIDTH_A != 9 || DATA_WIDTH_B != 9)
      $fatal(1, "DP8KC: width %0d or %0d is not modelled", DATA_WIDTH_A, DATA_WIDTH_B);
    if (REGMODE_A != "NOREG" || REGMODE_B != "NOREG")
      $fatal(1, "DP8KC: output registers are not modelled");
    for (word = 0; word < 1024; word = word + 1)
      mem[word] = Values[20*(word/2) + 9*(word%2) +: 9];
  end

  wire [9:0] address_A = {ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3};
  wire [8:0] write_A = {DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0};
  wire       select_A = CEA && {CSA2, CSA1, CSA0} == 3'b000;
  reg  [8:0] read_A = 9'h0;
  assign {DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = read_A;

  wire       clear_A = RESETMODE == "ASYNC" && RSTA;

  always @(posedge CLKA or posedge clear_A) begin
    if (clear_A) read_A <= 9'h0;
    else if (RSTA) read_A <= 9'h0;
    else if (select_A && (!WEA || WRITEMODE_A == "READBEFOREWRITE"))
      read_A <= mem[address_A];
    else if (select_A && WRITEMODE_A == "WRITETHROUGH") read_A <= write_A;
  end

  always @(posedge CLKA) if (select_A && WEA && !RSTA) mem[address_A] <= write_A;

  wire [9:0] address_B = {ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3};
  wire [8:0] write_B = {DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0};
  wire       select_B = CEB && {CSB2, CSB1, CSB0} == 3'b000;
  reg  [8:0] read_B = 9'h0;
  assign {DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0} = read_B;

  wire       clear_B = RESETMODE == "ASYNC" && RSTB;

  always @(posedge CLKB or posedge clear_B) begin
    if (clear_B) read_B <= 9'h0;
    else if (RSTB) read_B <= 9'h0;
    else if (select_B && (!WEB || WRITEMODE_B == "READBEFOREWRITE"))
      read_B <= mem[address_B];
    else if (select_B && WRITEMODE_B == "WRITETHROUGH") read_B <= write_B;
  end

  always @(posedge CLKB) if (select_B && WEB && !RSTB) mem[address_B] <= write_B;
endmodule
