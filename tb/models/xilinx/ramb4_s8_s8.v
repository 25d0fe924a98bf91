// SPDX-License-Identifier: Apache-2.0
// Virtex-E block RAM for netlist simulation: true dual port, 512 words of 8 bits.

module RAMB4_S8_S8 #(
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
  parameter [255:0] INIT_0F = 256'h0
) (
  input  wire [8:0] ADDRA,
  input  wire [7:0]  DIA,
  output wire [7:0]  DOA,
  input  wire        CLKA, ENA, RSTA, WEA,
  input  wire [8:0] ADDRB,
  input  wire [7:0]  DIB,
  output wire [7:0]  DOB,
  input  wire        CLKB, ENB, RSTB, WEB
);
  reg [7:0] mem [0:511];

  task load(input [5:0] index, input [255:0] value);
    integer word;
    for (word = 0; word < 32; word = word + 1)
      mem[9'({index, word[4:0]})] = value[8*word +: 8];
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
  end

  reg [7:0] read_A = 8'h0;
  assign DOA = read_A;

  always @(posedge CLKA) begin
    if (ENA) begin
      if (RSTA) read_A <= 8'h0;
      else read_A <= WEA ? DIA : mem[ADDRA];
      if (WEA) mem[ADDRA] <= DIA;
    end
  end

  reg [7:0] read_B = 8'h0;
  assign DOB = read_B;

  always @(posedge CLKB) begin
    if (ENB) begin
      if (RSTB) read_B <= 8'h0;
      else read_B <= WEB ? DIB : mem[ADDRB];
      if (WEB) mem[ADDRB] <= DIB;
    end
  end
endmodule
