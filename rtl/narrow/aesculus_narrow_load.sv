// SPDX-License-Identifier: Apache-2.0
// Input registers of a datapath below one round, read a part at a time by the one-hot token of its
// control. The parts are zero when nothing is loaded.
//
// Why not load the State in parallel: a multiplexer at each of its bits costs more than this select.

module aesculus_narrow_load #(
  parameter int unsigned  KeyBits  = 128,
  parameter int unsigned  Width    = 8,   // of a part
  parameter int unsigned  TagBits  = 1,
  parameter int unsigned  Lag      = 1,   // cycles from a part of the key to that of the block

  localparam int unsigned Steps    = 128 / Width,
  localparam int unsigned KeySteps = KeyBits > 128 ? 2 * Steps : Steps
) (
  input  logic               clk_i,
  input  logic               load_i,
  input  logic [127:0]       block_i,
  input  logic [KeyBits-1:0] key_i,
  input  logic [TagBits-1:0] tag_i,
  input  logic [KeySteps:0]  token_i,
  output logic [Width-1:0]   block_o,
  output logic [Width-1:0]   key_o,
  output logic [TagBits-1:0] tag_o
);

  localparam int unsigned KeyParts = KeyBits / Width;

  logic [Steps-1:0][Width-1:0] block_q;
  logic [KeyParts-1:0][Width-1:0] key_q;

  always_ff @(posedge clk_i) begin
    if (load_i) begin
      block_q <= block_i;
      key_q   <= key_i;
      tag_o   <= tag_i;
    end
  end

  always_comb begin
    block_o = '0;
    key_o   = '0;
    for (int unsigned j = 0; j < Steps; j++) begin
      block_o |= block_q[Steps-1-j] & {Width{token_i[KeySteps-Steps+j+Lag]}};
    end
    for (int unsigned j = 0; j < KeyParts; j++) begin
      key_o |= key_q[KeyParts-1-j] & {Width{token_i[KeySteps-KeyParts+j]}};
    end
  end

endmodule
