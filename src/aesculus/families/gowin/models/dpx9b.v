// SPDX-License-Identifier: Apache-2.0
// Gowin block RAM for netlist simulation: true dual port, 2,048 words of 9 bits or 1,024 of 18.
//
// With 18 the two lowest bits of an address say which halves are written. Other widths, or two of them,
// stop the simulation.

module DPX9B #(
  parameter [287:0] INIT_RAM_00 = 288'h0,
  parameter [287:0] INIT_RAM_01 = 288'h0,
  parameter [287:0] INIT_RAM_02 = 288'h0,
  parameter [287:0] INIT_RAM_03 = 288'h0,
  parameter [287:0] INIT_RAM_04 = 288'h0,
  parameter [287:0] INIT_RAM_05 = 288'h0,
  parameter [287:0] INIT_RAM_06 = 288'h0,
  parameter [287:0] INIT_RAM_07 = 288'h0,
  parameter [287:0] INIT_RAM_08 = 288'h0,
  parameter [287:0] INIT_RAM_09 = 288'h0,
  parameter [287:0] INIT_RAM_0A = 288'h0,
  parameter [287:0] INIT_RAM_0B = 288'h0,
  parameter [287:0] INIT_RAM_0C = 288'h0,
  parameter [287:0] INIT_RAM_0D = 288'h0,
  parameter [287:0] INIT_RAM_0E = 288'h0,
  parameter [287:0] INIT_RAM_0F = 288'h0,
  parameter [287:0] INIT_RAM_10 = 288'h0,
  parameter [287:0] INIT_RAM_11 = 288'h0,
  parameter [287:0] INIT_RAM_12 = 288'h0,
  parameter [287:0] INIT_RAM_13 = 288'h0,
  parameter [287:0] INIT_RAM_14 = 288'h0,
  parameter [287:0] INIT_RAM_15 = 288'h0,
  parameter [287:0] INIT_RAM_16 = 288'h0,
  parameter [287:0] INIT_RAM_17 = 288'h0,
  parameter [287:0] INIT_RAM_18 = 288'h0,
  parameter [287:0] INIT_RAM_19 = 288'h0,
  parameter [287:0] INIT_RAM_1A = 288'h0,
  parameter [287:0] INIT_RAM_1B = 288'h0,
  parameter [287:0] INIT_RAM_1C = 288'h0,
  parameter [287:0] INIT_RAM_1D = 288'h0,
  parameter [287:0] INIT_RAM_1E = 288'h0,
  parameter [287:0] INIT_RAM_1F = 288'h0,
  parameter [287:0] INIT_RAM_20 = 288'h0,
  parameter [287:0] INIT_RAM_21 = 288'h0,
  parameter [287:0] INIT_RAM_22 = 288'h0,
  parameter [287:0] INIT_RAM_23 = 288'h0,
  parameter [287:0] INIT_RAM_24 = 288'h0,
  parameter [287:0] INIT_RAM_25 = 288'h0,
  parameter [287:0] INIT_RAM_26 = 288'h0,
  parameter [287:0] INIT_RAM_27 = 288'h0,
  parameter [287:0] INIT_RAM_28 = 288'h0,
  parameter [287:0] INIT_RAM_29 = 288'h0,
  parameter [287:0] INIT_RAM_2A = 288'h0,
  parameter [287:0] INIT_RAM_2B = 288'h0,
  parameter [287:0] INIT_RAM_2C = 288'h0,
  parameter [287:0] INIT_RAM_2D = 288'h0,
  parameter [287:0] INIT_RAM_2E = 288'h0,
  parameter [287:0] INIT_RAM_2F = 288'h0,
  parameter [287:0] INIT_RAM_30 = 288'h0,
  parameter [287:0] INIT_RAM_31 = 288'h0,
  parameter [287:0] INIT_RAM_32 = 288'h0,
  parameter [287:0] INIT_RAM_33 = 288'h0,
  parameter [287:0] INIT_RAM_34 = 288'h0,
  parameter [287:0] INIT_RAM_35 = 288'h0,
  parameter [287:0] INIT_RAM_36 = 288'h0,
  parameter [287:0] INIT_RAM_37 = 288'h0,
  parameter [287:0] INIT_RAM_38 = 288'h0,
  parameter [287:0] INIT_RAM_39 = 288'h0,
  parameter [287:0] INIT_RAM_3A = 288'h0,
  parameter [287:0] INIT_RAM_3B = 288'h0,
  parameter [287:0] INIT_RAM_3C = 288'h0,
  parameter [287:0] INIT_RAM_3D = 288'h0,
  parameter [287:0] INIT_RAM_3E = 288'h0,
  parameter [287:0] INIT_RAM_3F = 288'h0,
  parameter BIT_WIDTH_0 = 9,
  parameter BIT_WIDTH_1 = 9,
  parameter [2:0] BLK_SEL_0 = 3'b000,
  parameter [2:0] BLK_SEL_1 = 3'b000,
  parameter [0:0] READ_MODE0 = 1'b0,
  parameter [0:0] READ_MODE1 = 1'b0,
  parameter RESET_MODE = "SYNC",
  parameter WRITE_MODE0 = 0,
  parameter WRITE_MODE1 = 0
) (
  input  wire [13:0] ADA,
  input  wire [17:0] DIA,
  output wire [17:0] DOA,
  input  wire [2:0]  BLKSELA,
  input  wire        CLKA, CEA, OCEA, WREA, RESETA,
  input  wire [13:0] ADB,
  input  wire [17:0] DIB,
  output wire [17:0] DOB,
  input  wire [2:0]  BLKSELB,
  input  wire        CLKB, CEB, OCEB, WREB, RESETB
);
  localparam WIDE = BIT_WIDTH_0 == 18;

  reg [8:0] mem [0:2047];

  task load(input [5:0] index, input [287:0] value);
    integer word;
    for (word = 0; word < 32; word = word + 1) mem[{index, word[4:0]}] = value[9*word +: 9];
  endtask

  initial begin
    if (BIT_WIDTH_0 != BIT_WIDTH_1 || (BIT_WIDTH_0 != 9 && !WIDE)) begin
      $display("DPX9B: widths %0d and %0d are not modelled", BIT_WIDTH_0, BIT_WIDTH_1);
      $finish;
    end
    load(6'h00, INIT_RAM_00);
    load(6'h01, INIT_RAM_01);
    load(6'h02, INIT_RAM_02);
    load(6'h03, INIT_RAM_03);
    load(6'h04, INIT_RAM_04);
    load(6'h05, INIT_RAM_05);
    load(6'h06, INIT_RAM_06);
    load(6'h07, INIT_RAM_07);
    load(6'h08, INIT_RAM_08);
    load(6'h09, INIT_RAM_09);
    load(6'h0A, INIT_RAM_0A);
    load(6'h0B, INIT_RAM_0B);
    load(6'h0C, INIT_RAM_0C);
    load(6'h0D, INIT_RAM_0D);
    load(6'h0E, INIT_RAM_0E);
    load(6'h0F, INIT_RAM_0F);
    load(6'h10, INIT_RAM_10);
    load(6'h11, INIT_RAM_11);
    load(6'h12, INIT_RAM_12);
    load(6'h13, INIT_RAM_13);
    load(6'h14, INIT_RAM_14);
    load(6'h15, INIT_RAM_15);
    load(6'h16, INIT_RAM_16);
    load(6'h17, INIT_RAM_17);
    load(6'h18, INIT_RAM_18);
    load(6'h19, INIT_RAM_19);
    load(6'h1A, INIT_RAM_1A);
    load(6'h1B, INIT_RAM_1B);
    load(6'h1C, INIT_RAM_1C);
    load(6'h1D, INIT_RAM_1D);
    load(6'h1E, INIT_RAM_1E);
    load(6'h1F, INIT_RAM_1F);
    load(6'h20, INIT_RAM_20);
    load(6'h21, INIT_RAM_21);
    load(6'h22, INIT_RAM_22);
    load(6'h23, INIT_RAM_23);
    load(6'h24, INIT_RAM_24);
    load(6'h25, INIT_RAM_25);
    load(6'h26, INIT_RAM_26);
    load(6'h27, INIT_RAM_27);
    load(6'h28, INIT_RAM_28);
    load(6'h29, INIT_RAM_29);
    load(6'h2A, INIT_RAM_2A);
    load(6'h2B, INIT_RAM_2B);
    load(6'h2C, INIT_RAM_2C);
    load(6'h2D, INIT_RAM_2D);
    load(6'h2E, INIT_RAM_2E);
    load(6'h2F, INIT_RAM_2F);
    load(6'h30, INIT_RAM_30);
    load(6'h31, INIT_RAM_31);
    load(6'h32, INIT_RAM_32);
    load(6'h33, INIT_RAM_33);
    load(6'h34, INIT_RAM_34);
    load(6'h35, INIT_RAM_35);
    load(6'h36, INIT_RAM_36);
    load(6'h37, INIT_RAM_37);
    load(6'h38, INIT_RAM_38);
    load(6'h39, INIT_RAM_39);
    load(6'h3A, INIT_RAM_3A);
    load(6'h3B, INIT_RAM_3B);
    load(6'h3C, INIT_RAM_3C);
    load(6'h3D, INIT_RAM_3D);
    load(6'h3E, INIT_RAM_3E);
    load(6'h3F, INIT_RAM_3F);
  end

  reg  [17:0] read_A = 18'h0, held_A = 18'h0;
  wire        select_A = CEA && BLKSELA == BLK_SEL_0;
  wire [10:0] low_A  = WIDE ? {ADA[13:4], 1'b0} : ADA[13:3];
  wire [10:0] high_A = {ADA[13:4], 1'b1};
  wire [17:0] kept_A = {WIDE ? mem[high_A] : 9'h0, mem[low_A]};
  wire [17:0] new_A;
  assign new_A[8:0]  = !WIDE || ADA[0] ? DIA[8:0] : kept_A[8:0];
  assign new_A[17:9] = !WIDE ? 9'h0 : ADA[1] ? DIA[17:9] : kept_A[17:9];
  assign DOA = READ_MODE0 ? held_A : read_A;

  // An asynchronous reset is modelled as a synchronous one: the core ties both off.
  always @(posedge CLKA) begin
    if (RESETA) read_A <= 18'h0;
    else if (select_A && (!WREA || WRITE_MODE0 == 2)) read_A <= kept_A;
    else if (select_A && WRITE_MODE0 == 1) read_A <= new_A;
    if (RESETA) held_A <= 18'h0;
    else if (OCEA) held_A <= read_A;
    if (select_A && WREA) begin
      mem[low_A] <= new_A[8:0];
      if (WIDE) mem[high_A] <= new_A[17:9];
    end
  end

  reg  [17:0] read_B = 18'h0, held_B = 18'h0;
  wire        select_B = CEB && BLKSELB == BLK_SEL_1;
  wire [10:0] low_B  = WIDE ? {ADB[13:4], 1'b0} : ADB[13:3];
  wire [10:0] high_B = {ADB[13:4], 1'b1};
  wire [17:0] kept_B = {WIDE ? mem[high_B] : 9'h0, mem[low_B]};
  wire [17:0] new_B;
  assign new_B[8:0]  = !WIDE || ADB[0] ? DIB[8:0] : kept_B[8:0];
  assign new_B[17:9] = !WIDE ? 9'h0 : ADB[1] ? DIB[17:9] : kept_B[17:9];
  assign DOB = READ_MODE1 ? held_B : read_B;

  // An asynchronous reset is modelled as a synchronous one: the core ties both off.
  always @(posedge CLKB) begin
    if (RESETB) read_B <= 18'h0;
    else if (select_B && (!WREB || WRITE_MODE1 == 2)) read_B <= kept_B;
    else if (select_B && WRITE_MODE1 == 1) read_B <= new_B;
    if (RESETB) held_B <= 18'h0;
    else if (OCEB) held_B <= read_B;
    if (select_B && WREB) begin
      mem[low_B] <= new_B[8:0];
      if (WIDE) mem[high_B] <= new_B[17:9];
    end
  end
endmodule
