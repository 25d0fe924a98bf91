// SPDX-License-Identifier: Apache-2.0
// Virtex-II block RAM for netlist simulation: true dual port, 2,048 words of 8 bits and parity.

module RAMB16_S9_S9 #(
  parameter [255:0] INIT_00 = 256'h0,
  parameter [255:0] INIT_01 = 256'h0,
  parameter [255:0] INIT_02 = 256'h0,
  parameter [255:0] INIT_03 = 256'h0,
  parameter [255:0] INIT_04 = 256'h0,
  parameter [255:0] INIT_05 = 256'h0,
  parameter [255:0] INIT_06 = 256'h0,
  parameter [255:0] INIT_07 = 256'h0,
  parameter [255:0] INIT_08 = 256'h0,
  parameter [255:0] INIT_09 = 256'h0,
  parameter [255:0] INIT_0A = 256'h0,
  parameter [255:0] INIT_0B = 256'h0,
  parameter [255:0] INIT_0C = 256'h0,
  parameter [255:0] INIT_0D = 256'h0,
  parameter [255:0] INIT_0E = 256'h0,
  parameter [255:0] INIT_0F = 256'h0,
  parameter [255:0] INIT_10 = 256'h0,
  parameter [255:0] INIT_11 = 256'h0,
  parameter [255:0] INIT_12 = 256'h0,
  parameter [255:0] INIT_13 = 256'h0,
  parameter [255:0] INIT_14 = 256'h0,
  parameter [255:0] INIT_15 = 256'h0,
  parameter [255:0] INIT_16 = 256'h0,
  parameter [255:0] INIT_17 = 256'h0,
  parameter [255:0] INIT_18 = 256'h0,
  parameter [255:0] INIT_19 = 256'h0,
  parameter [255:0] INIT_1A = 256'h0,
  parameter [255:0] INIT_1B = 256'h0,
  parameter [255:0] INIT_1C = 256'h0,
  parameter [255:0] INIT_1D = 256'h0,
  parameter [255:0] INIT_1E = 256'h0,
  parameter [255:0] INIT_1F = 256'h0,
  parameter [255:0] INIT_20 = 256'h0,
  parameter [255:0] INIT_21 = 256'h0,
  parameter [255:0] INIT_22 = 256'h0,
  parameter [255:0] INIT_23 = 256'h0,
  parameter [255:0] INIT_24 = 256'h0,
  parameter [255:0] INIT_25 = 256'h0,
  parameter [255:0] INIT_26 = 256'h0,
  parameter [255:0] INIT_27 = 256'h0,
  parameter [255:0] INIT_28 = 256'h0,
  parameter [255:0] INIT_29 = 256'h0,
  parameter [255:0] INIT_2A = 256'h0,
  parameter [255:0] INIT_2B = 256'h0,
  parameter [255:0] INIT_2C = 256'h0,
  parameter [255:0] INIT_2D = 256'h0,
  parameter [255:0] INIT_2E = 256'h0,
  parameter [255:0] INIT_2F = 256'h0,
  parameter [255:0] INIT_30 = 256'h0,
  parameter [255:0] INIT_31 = 256'h0,
  parameter [255:0] INIT_32 = 256'h0,
  parameter [255:0] INIT_33 = 256'h0,
  parameter [255:0] INIT_34 = 256'h0,
  parameter [255:0] INIT_35 = 256'h0,
  parameter [255:0] INIT_36 = 256'h0,
  parameter [255:0] INIT_37 = 256'h0,
  parameter [255:0] INIT_38 = 256'h0,
  parameter [255:0] INIT_39 = 256'h0,
  parameter [255:0] INIT_3A = 256'h0,
  parameter [255:0] INIT_3B = 256'h0,
  parameter [255:0] INIT_3C = 256'h0,
  parameter [255:0] INIT_3D = 256'h0,
  parameter [255:0] INIT_3E = 256'h0,
  parameter [255:0] INIT_3F = 256'h0,
  parameter [255:0] INITP_00 = 256'h0,
  parameter [255:0] INITP_01 = 256'h0,
  parameter [255:0] INITP_02 = 256'h0,
  parameter [255:0] INITP_03 = 256'h0,
  parameter [255:0] INITP_04 = 256'h0,
  parameter [255:0] INITP_05 = 256'h0,
  parameter [255:0] INITP_06 = 256'h0,
  parameter [255:0] INITP_07 = 256'h0,
  parameter [8:0] INIT_A = 9'h0,
  parameter [8:0] INIT_B = 9'h0,
  parameter [8:0] SRVAL_A = 9'h0,
  parameter [8:0] SRVAL_B = 9'h0,
  parameter WRITE_MODE_A = "WRITE_FIRST",
  parameter WRITE_MODE_B = "WRITE_FIRST"
) (
  input  wire [10:0] ADDRA,
  input  wire [7:0]  DIA,
  output wire [7:0]  DOA,
  input  wire [0:0]  DIPA,
  output wire [0:0]  DOPA,
  input  wire        CLKA, ENA, SSRA, WEA,
  input  wire [10:0] ADDRB,
  input  wire [7:0]  DIB,
  output wire [7:0]  DOB,
  input  wire [0:0]  DIPB,
  output wire [0:0]  DOPB,
  input  wire        CLKB, ENB, SSRB, WEB
);
  reg [8:0] mem [0:2047];

  task load(input [5:0] index, input [255:0] value);
    integer word;
    for (word = 0; word < 32; word = word + 1)
      mem[11'({index, word[4:0]})][7:0] = value[8*word +: 8];
  endtask

  task load_parity(input [2:0] index, input [255:0] value);
    integer word;
    for (word = 0; word < 256; word = word + 1) mem[{index, word[7:0]}][8] = value[word];
  endtask

  initial begin
    load(6'h00, INIT_00);
    load(6'h01, INIT_01);
    load(6'h02, INIT_02);
    load(6'h03, INIT_03);
    load(6'h04, INIT_04);
    load(6'h05, INIT_05);
    load(6'h06, INIT_06);
    load(6'h07, INIT_07);
    load(6'h08, INIT_08);
    load(6'h09, INIT_09);
    load(6'h0A, INIT_0A);
    load(6'h0B, INIT_0B);
    load(6'h0C, INIT_0C);
    load(6'h0D, INIT_0D);
    load(6'h0E, INIT_0E);
    load(6'h0F, INIT_0F);
    load(6'h10, INIT_10);
    load(6'h11, INIT_11);
    load(6'h12, INIT_12);
    load(6'h13, INIT_13);
    load(6'h14, INIT_14);
    load(6'h15, INIT_15);
    load(6'h16, INIT_16);
    load(6'h17, INIT_17);
    load(6'h18, INIT_18);
    load(6'h19, INIT_19);
    load(6'h1A, INIT_1A);
    load(6'h1B, INIT_1B);
    load(6'h1C, INIT_1C);
    load(6'h1D, INIT_1D);
    load(6'h1E, INIT_1E);
    load(6'h1F, INIT_1F);
    load(6'h20, INIT_20);
    load(6'h21, INIT_21);
    load(6'h22, INIT_22);
    load(6'h23, INIT_23);
    load(6'h24, INIT_24);
    load(6'h25, INIT_25);
    load(6'h26, INIT_26);
    load(6'h27, INIT_27);
    load(6'h28, INIT_28);
    load(6'h29, INIT_29);
    load(6'h2A, INIT_2A);
    load(6'h2B, INIT_2B);
    load(6'h2C, INIT_2C);
    load(6'h2D, INIT_2D);
    load(6'h2E, INIT_2E);
    load(6'h2F, INIT_2F);
    load(6'h30, INIT_30);
    load(6'h31, INIT_31);
    load(6'h32, INIT_32);
    load(6'h33, INIT_33);
    load(6'h34, INIT_34);
    load(6'h35, INIT_35);
    load(6'h36, INIT_36);
    load(6'h37, INIT_37);
    load(6'h38, INIT_38);
    load(6'h39, INIT_39);
    load(6'h3A, INIT_3A);
    load(6'h3B, INIT_3B);
    load(6'h3C, INIT_3C);
    load(6'h3D, INIT_3D);
    load(6'h3E, INIT_3E);
    load(6'h3F, INIT_3F);
    load_parity(3'h0, INITP_00);
    load_parity(3'h1, INITP_01);
    load_parity(3'h2, INITP_02);
    load_parity(3'h3, INITP_03);
    load_parity(3'h4, INITP_04);
    load_parity(3'h5, INITP_05);
    load_parity(3'h6, INITP_06);
    load_parity(3'h7, INITP_07);
  end

  reg [8:0] read_A = INIT_A;
  assign {DOPA, DOA} = read_A;

  always @(posedge CLKA) begin
    if (ENA) begin
      if (SSRA) read_A <= SRVAL_A;
      else if (!WEA || WRITE_MODE_A == "READ_FIRST") read_A <= mem[ADDRA];
      else if (WRITE_MODE_A == "WRITE_FIRST") read_A <= {DIPA, DIA};
      if (WEA) mem[ADDRA] <= {DIPA, DIA};
    end
  end

  reg [8:0] read_B = INIT_B;
  assign {DOPB, DOB} = read_B;

  always @(posedge CLKB) begin
    if (ENB) begin
      if (SSRB) read_B <= SRVAL_B;
      else if (!WEB || WRITE_MODE_B == "READ_FIRST") read_B <= mem[ADDRB];
      else if (WRITE_MODE_B == "WRITE_FIRST") read_B <= {DIPB, DIB};
      if (WEB) mem[ADDRB] <= {DIPB, DIB};
    end
  end
endmodule
