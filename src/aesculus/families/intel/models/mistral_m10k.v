// SPDX-License-Identifier: Apache-2.0
// Cyclone V block RAM as Yosys maps it, for netlist simulation: one port to write, one to read.
//
// The enable of writing is low when it writes, but with words of 40 bits high.

module MISTRAL_M10K #(
  parameter integer CFG_ABITS = 10,
  parameter integer CFG_DBITS = 10,
  parameter [(1 << CFG_ABITS)*CFG_DBITS-1:0] INIT = 0
) (
  input  wire                 CLK1,
  input  wire [CFG_ABITS-1:0] A1ADDR, B1ADDR,
  input  wire [CFG_DBITS-1:0] A1DATA,
  input  wire                 A1EN, B1EN,
  output reg  [CFG_DBITS-1:0] B1DATA = 0
);
  reg [CFG_DBITS-1:0] mem [0:(1 << CFG_ABITS)-1];

  integer word;
  initial for (word = 0; word < (1 << CFG_ABITS); word = word + 1)
    mem[word] = INIT[CFG_DBITS*word +: CFG_DBITS];

  always @(posedge CLK1) begin
    if (A1EN == (CFG_DBITS == 40)) mem[A1ADDR] <= A1DATA;
    if (B1EN) B1DATA <= mem[B1ADDR];
  end
endmodule
