// SPDX-License-Identifier: Apache-2.0
// ECP5 block RAM for netlist simulation: true dual port, 2,048 words of 9 bits.
//
// Widths of 9, 18 and 36 are modelled, which is what bytes with parity map to; others stop the
// simulation. With 36 bits there is one port to write, A, and one to read, B: the data pins of both
// carry a word together, those of A its lower half. The output register (REGMODE OUTREG) is enabled
// by OCE. A port that writes shows what WRITEMODE says; the other port's view of a word in the cycle
// of its writing is the old one.

module DP16KD #(
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
  parameter [319:0] INITVAL_20 = 320'h0,
  parameter [319:0] INITVAL_21 = 320'h0,
  parameter [319:0] INITVAL_22 = 320'h0,
  parameter [319:0] INITVAL_23 = 320'h0,
  parameter [319:0] INITVAL_24 = 320'h0,
  parameter [319:0] INITVAL_25 = 320'h0,
  parameter [319:0] INITVAL_26 = 320'h0,
  parameter [319:0] INITVAL_27 = 320'h0,
  parameter [319:0] INITVAL_28 = 320'h0,
  parameter [319:0] INITVAL_29 = 320'h0,
  parameter [319:0] INITVAL_2A = 320'h0,
  parameter [319:0] INITVAL_2B = 320'h0,
  parameter [319:0] INITVAL_2C = 320'h0,
  parameter [319:0] INITVAL_2D = 320'h0,
  parameter [319:0] INITVAL_2E = 320'h0,
  parameter [319:0] INITVAL_2F = 320'h0,
  parameter [319:0] INITVAL_30 = 320'h0,
  parameter [319:0] INITVAL_31 = 320'h0,
  parameter [319:0] INITVAL_32 = 320'h0,
  parameter [319:0] INITVAL_33 = 320'h0,
  parameter [319:0] INITVAL_34 = 320'h0,
  parameter [319:0] INITVAL_35 = 320'h0,
  parameter [319:0] INITVAL_36 = 320'h0,
  parameter [319:0] INITVAL_37 = 320'h0,
  parameter [319:0] INITVAL_38 = 320'h0,
  parameter [319:0] INITVAL_39 = 320'h0,
  parameter [319:0] INITVAL_3A = 320'h0,
  parameter [319:0] INITVAL_3B = 320'h0,
  parameter [319:0] INITVAL_3C = 320'h0,
  parameter [319:0] INITVAL_3D = 320'h0,
  parameter [319:0] INITVAL_3E = 320'h0,
  parameter [319:0] INITVAL_3F = 320'h0,
  parameter DATA_WIDTH_A = 18,
  parameter DATA_WIDTH_B = 18,
  parameter REGMODE_A = "NOREG",
  parameter REGMODE_B = "NOREG",
  parameter RESETMODE = "SYNC",
  parameter ASYNC_RESET_RELEASE = "SYNC",
  parameter CSDECODE_A = "0b000",
  parameter CSDECODE_B = "0b000",
  parameter CLKAMUX = "CLKA",
  parameter CLKBMUX = "CLKB",
  parameter WRITEMODE_A = "NORMAL",
  parameter WRITEMODE_B = "NORMAL",
  parameter INITVAL_LEAVE = 0,
  parameter GSR = "AUTO"
) (
  input wire ADA0,
  input wire ADA1,
  input wire ADA2,
  input wire ADA3,
  input wire ADA4,
  input wire ADA5,
  input wire ADA6,
  input wire ADA7,
  input wire ADA8,
  input wire ADA9,
  input wire ADA10,
  input wire ADA11,
  input wire ADA12,
  input wire ADA13,
  input wire DIA0,
  input wire DIA1,
  input wire DIA2,
  input wire DIA3,
  input wire DIA4,
  input wire DIA5,
  input wire DIA6,
  input wire DIA7,
  input wire DIA8,
  input wire DIA9,
  input wire DIA10,
  input wire DIA11,
  input wire DIA12,
  input wire DIA13,
  input wire DIA14,
  input wire DIA15,
  input wire DIA16,
  input wire DIA17,
  input wire CSA0,
  input wire CSA1,
  input wire CSA2,
  input wire CLKA,
  input wire CEA,
  input wire OCEA,
  input wire WEA,
  input wire RSTA,
  output wire DOA0,
  output wire DOA1,
  output wire DOA2,
  output wire DOA3,
  output wire DOA4,
  output wire DOA5,
  output wire DOA6,
  output wire DOA7,
  output wire DOA8,
  output wire DOA9,
  output wire DOA10,
  output wire DOA11,
  output wire DOA12,
  output wire DOA13,
  output wire DOA14,
  output wire DOA15,
  output wire DOA16,
  output wire DOA17,
  input wire ADB0,
  input wire ADB1,
  input wire ADB2,
  input wire ADB3,
  input wire ADB4,
  input wire ADB5,
  input wire ADB6,
  input wire ADB7,
  input wire ADB8,
  input wire ADB9,
  input wire ADB10,
  input wire ADB11,
  input wire ADB12,
  input wire ADB13,
  input wire DIB0,
  input wire DIB1,
  input wire DIB2,
  input wire DIB3,
  input wire DIB4,
  input wire DIB5,
  input wire DIB6,
  input wire DIB7,
  input wire DIB8,
  input wire DIB9,
  input wire DIB10,
  input wire DIB11,
  input wire DIB12,
  input wire DIB13,
  input wire DIB14,
  input wire DIB15,
  input wire DIB16,
  input wire DIB17,
  input wire CSB0,
  input wire CSB1,
  input wire CSB2,
  input wire CLKB,
  input wire CEB,
  input wire OCEB,
  input wire WEB,
  input wire RSTB,
  output wire DOB0,
  output wire DOB1,
  output wire DOB2,
  output wire DOB3,
  output wire DOB4,
  output wire DOB5,
  output wire DOB6,
  output wire DOB7,
  output wire DOB8,
  output wire DOB9,
  output wire DOB10,
  output wire DOB11,
  output wire DOB12,
  output wire DOB13,
  output wire DOB14,
  output wire DOB15,
  output wire DOB16,
  output wire DOB17
);
  reg [8:0] mem [0:2047];

  // A value holds 16 rows of 18 bits in 20 bits each; a row is two words.
  task load(input [5:0] index, input [319:0] value);
    integer row;
    for (row = 0; row < 16; row = row + 1) begin
      mem[{index, row[3:0], 1'b0}] = value[20*row +: 9];
      mem[{index, row[3:0], 1'b1}] = value[20*row+9 +: 9];
    end
  endtask

  initial begin
    if ((DATA_WIDTH_A != 9 && DATA_WIDTH_A != 18 && DATA_WIDTH_A != 36) ||
        (DATA_WIDTH_B != 9 && DATA_WIDTH_B != 18 && DATA_WIDTH_B != 36))
      $fatal(1, "DP16KD: width %0d or %0d is not modelled", DATA_WIDTH_A, DATA_WIDTH_B);
    load(6'h00, INITVAL_00);
    load(6'h01, INITVAL_01);
    load(6'h02, INITVAL_02);
    load(6'h03, INITVAL_03);
    load(6'h04, INITVAL_04);
    load(6'h05, INITVAL_05);
    load(6'h06, INITVAL_06);
    load(6'h07, INITVAL_07);
    load(6'h08, INITVAL_08);
    load(6'h09, INITVAL_09);
    load(6'h0A, INITVAL_0A);
    load(6'h0B, INITVAL_0B);
    load(6'h0C, INITVAL_0C);
    load(6'h0D, INITVAL_0D);
    load(6'h0E, INITVAL_0E);
    load(6'h0F, INITVAL_0F);
    load(6'h10, INITVAL_10);
    load(6'h11, INITVAL_11);
    load(6'h12, INITVAL_12);
    load(6'h13, INITVAL_13);
    load(6'h14, INITVAL_14);
    load(6'h15, INITVAL_15);
    load(6'h16, INITVAL_16);
    load(6'h17, INITVAL_17);
    load(6'h18, INITVAL_18);
    load(6'h19, INITVAL_19);
    load(6'h1A, INITVAL_1A);
    load(6'h1B, INITVAL_1B);
    load(6'h1C, INITVAL_1C);
    load(6'h1D, INITVAL_1D);
    load(6'h1E, INITVAL_1E);
    load(6'h1F, INITVAL_1F);
    load(6'h20, INITVAL_20);
    load(6'h21, INITVAL_21);
    load(6'h22, INITVAL_22);
    load(6'h23, INITVAL_23);
    load(6'h24, INITVAL_24);
    load(6'h25, INITVAL_25);
    load(6'h26, INITVAL_26);
    load(6'h27, INITVAL_27);
    load(6'h28, INITVAL_28);
    load(6'h29, INITVAL_29);
    load(6'h2A, INITVAL_2A);
    load(6'h2B, INITVAL_2B);
    load(6'h2C, INITVAL_2C);
    load(6'h2D, INITVAL_2D);
    load(6'h2E, INITVAL_2E);
    load(6'h2F, INITVAL_2F);
    load(6'h30, INITVAL_30);
    load(6'h31, INITVAL_31);
    load(6'h32, INITVAL_32);
    load(6'h33, INITVAL_33);
    load(6'h34, INITVAL_34);
    load(6'h35, INITVAL_35);
    load(6'h36, INITVAL_36);
    load(6'h37, INITVAL_37);
    load(6'h38, INITVAL_38);
    load(6'h39, INITVAL_39);
    load(6'h3A, INITVAL_3A);
    load(6'h3B, INITVAL_3B);
    load(6'h3C, INITVAL_3C);
    load(6'h3D, INITVAL_3D);
    load(6'h3E, INITVAL_3E);
    load(6'h3F, INITVAL_3F);
  end

  function [17:0] fetch(input [13:0] address, input integer width);
    case (width)
      36:      fetch = {mem[{address[13:5], 2'd3}], mem[{address[13:5], 2'd2}]};
      18:      fetch = {mem[{address[13:4], 1'b1}], mem[{address[13:4], 1'b0}]};
      default: fetch = {9'h0, mem[address[13:3]]};
    endcase
  endfunction

  localparam WIDE_WRITE = DATA_WIDTH_A == 36;
  localparam WIDE_READ = DATA_WIDTH_B == 36;

  wire [17:0] write_B = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0};
  wire [13:0] address_A = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0};
  wire [17:0] write_A = {DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0};
  wire        clock_A = CLKA ^ (CLKAMUX == "INV");
  wire        select_A = CEA && {CSA2, CSA1, CSA0} == 3'b000;
  reg  [17:0] read_A = 18'h0, held_A = 18'h0;
  reg  [17:0] read_low = 18'h0, held_low = 18'h0;
  wire [17:0] own_A = REGMODE_A == "OUTREG" ? held_A : read_A;
  wire [17:0] low = REGMODE_B == "OUTREG" ? held_low : read_low;
  wire [17:0] result_A = WIDE_READ ? low : own_A;
  assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = result_A;

  always @(posedge clock_A) begin
    if (RSTA) read_A <= 18'h0;
    else if (select_A && (!WEA || WRITEMODE_A == "READBEFOREWRITE"))
      read_A <= fetch(address_A, DATA_WIDTH_A);
    else if (select_A && WEA && WRITEMODE_A == "WRITETHROUGH")
      read_A <= write_A;
    if (RSTA) held_A <= 18'h0;
    else if (OCEA) held_A <= read_A;
    if (select_A && WEA) begin
      if (WIDE_WRITE) begin
        if (address_A[0]) mem[{address_A[13:5], 2'd0}] <= write_A[8:0];
        if (address_A[1]) mem[{address_A[13:5], 2'd1}] <= write_A[17:9];
        if (address_A[2]) mem[{address_A[13:5], 2'd2}] <= write_B[8:0];
        if (address_A[3]) mem[{address_A[13:5], 2'd3}] <= write_B[17:9];
      end else if (DATA_WIDTH_A == 18) begin
        if (address_A[0]) mem[{address_A[13:4], 1'b0}] <= write_A[8:0];
        if (address_A[1]) mem[{address_A[13:4], 1'b1}] <= write_A[17:9];
      end else mem[address_A[13:3]] <= write_A[8:0];
    end
  end

  wire [13:0] address_B = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0};
  wire        clock_B = CLKB ^ (CLKBMUX == "INV");
  wire        select_B = CEB && {CSB2, CSB1, CSB0} == 3'b000;
  reg  [17:0] read_B = 18'h0, held_B = 18'h0;
  wire [17:0] result_B = REGMODE_B == "OUTREG" ? held_B : read_B;
  assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0} = result_B;

  always @(posedge clock_B) begin
    if (RSTB) read_B <= 18'h0;
    else if (select_B && (!WEB || WRITEMODE_B == "READBEFOREWRITE"))
      read_B <= fetch(address_B, DATA_WIDTH_B);
    else if (select_B && WEB && WRITEMODE_B == "WRITETHROUGH")
      read_B <= write_B;
    if (RSTB) held_B <= 18'h0;
    else if (OCEB) held_B <= read_B;
    if (RSTB) read_low <= 18'h0;
    else if (select_B) read_low <= {mem[{address_B[13:5], 2'd1}], mem[{address_B[13:5], 2'd0}]};
    if (RSTB) held_low <= 18'h0;
    else if (OCEB) held_low <= read_low;
    if (select_B && WEB) begin
      if (DATA_WIDTH_B == 18) begin
        if (address_B[0]) mem[{address_B[13:4], 1'b0}] <= write_B[8:0];
        if (address_B[1]) mem[{address_B[13:4], 1'b1}] <= write_B[17:9];
      end else mem[address_B[13:3]] <= write_B[8:0];
    end
  end
endmodule
