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
  wire [7:0] unused_a, unused_b;
  wire [1:0] unused_parity_a, unused_parity_b;

  RAMB_TDP #(
    .AddressBits(12),
    .Data({
      INIT_0F, INIT_0E, INIT_0D, INIT_0C, INIT_0B, INIT_0A, INIT_09, INIT_08,
      INIT_07, INIT_06, INIT_05, INIT_04, INIT_03, INIT_02, INIT_01, INIT_00
    }),
    .ReadA(9),
    .ReadB(9),
    .WriteA(9),
    .WriteB(9)
  ) u_ram (
    .addr_a({ADDRA, 3'h0}),
    .di_a({8'h0, DIA}),
    .dip_a(2'b00),
    .do_a({unused_a, DOA}),
    .dop_a(unused_parity_a),
    .clk_a(CLKA),
    .en_a(ENA),
    .rst_a(RSTA),
    .we_a({1'b0, WEA}),
    .addr_b({ADDRB, 3'h0}),
    .di_b({8'h0, DIB}),
    .dip_b(2'b00),
    .do_b({unused_b, DOB}),
    .dop_b(unused_parity_b),
    .clk_b(CLKB),
    .en_b(ENB),
    .rst_b(RSTB),
    .we_b({1'b0, WEB})
  );
endmodule
