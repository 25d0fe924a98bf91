// SPDX-License-Identifier: Apache-2.0
// SubBytes and MixColumns in one table: two look-ups of {{02}*S(a), S(a)} in a dual-port block RAM.
//
// The column that MixColumns makes of a byte is {02}*S, S, S, {03}*S. The two equal bytes are
// stored once and {03}*S is the sum of the others, so a word has 16 bits and a RAM of 18 kbit serves
// two bytes through its two ports. S alone is what the last round takes.
// The RAM's address register is the round's `start` cut, its output register the `sub` cut.
// Needs initialised block RAM, with the attributes of aesculus_sbox_bram.

module aesculus_sbox_ttable
  import aesculus_pkg::*;
  import aesculus_sbox_table_pkg::*;
#(
  parameter bit OutputReg = 1'b0
) (
  input  logic            clk_i,
  input  logic            en_i,
  input  logic [1:0][7:0] data_i,
  output logic [1:0][7:0] sub_o,
  output logic [1:0][7:0] double_o   // {02} times as much
);

  (* rom_style = "block", ram_style = "block", syn_romstyle = "EBR", syn_ramstyle = "block_ram" *)
  logic [15:0] mem [256];
  initial begin
    for (int unsigned i = 0; i < 256; i++) mem[8'(i)] = {xtime(Forward[i]), Forward[i]};
  end

  logic [1:0][15:0] read_q, read;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      read_q[0] <= mem[data_i[0]];
      read_q[1] <= mem[data_i[1]];
    end
  end

  aesculus_cut #(.Width(32), .Depth(32'(OutputReg))) u_output (
    .clk_i, .en_i, .d_i(read_q), .q_o(read)
  );

  assign {double_o[1], sub_o[1], double_o[0], sub_o[0]} = read;

endmodule
