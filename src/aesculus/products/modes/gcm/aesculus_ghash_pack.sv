// SPDX-License-Identifier: Apache-2.0
// Blocks of a message for aesculus_ghash: beats that are not full are filled up by what comes behind
// them, so that only the last one has fewer than `Blocks`.
//
//   in_*  [a b c -] [d e f g] [h - - -] last
//   out_* [a b c d] [e f g h] last
//
// The last beat of a message has one block: with what is held, up to Blocks - 1, it makes one beat.
// A beat goes in in each cycle in which one could come out.

module aesculus_ghash_pack #(
  parameter int unsigned Blocks = 2,

  localparam int unsigned CountW = $clog2(Blocks + 1)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,

  // Blocks beyond in_count_i, which is one at least, are zero.
  input  logic                     in_valid_i,
  output logic                     in_ready_o,
  input  logic [Blocks-1:0][127:0] in_blocks_i,
  input  logic [CountW-1:0]        in_count_i,
  input  logic                     in_last_i,

  output logic                     out_valid_o,
  input  logic                     out_ready_i,
  output logic [Blocks-1:0][127:0] out_blocks_o,
  output logic [CountW-1:0]        out_count_o,
  output logic                     out_last_o
);

  logic [Blocks-1:0][127:0]   held_q, out_blocks_q;
  logic [CountW-1:0]          held_count_q, out_count_q;
  logic                       out_valid_q, out_last_q, take, full;
  logic [CountW:0]            total;
  logic [2*Blocks-1:0][127:0] row;  // what is held, and behind it what comes in

  assign in_ready_o = !out_valid_q || out_ready_i;
  assign take       = in_valid_i && in_ready_o;
  assign total      = (CountW+1)'(held_count_q) + (CountW+1)'(in_count_i);
  assign full       = total >= (CountW+1)'(Blocks);

  always_comb begin
    row = (2*Blocks*128)'(held_q);
    for (int unsigned k = 0; k < Blocks; k++) begin
      if (held_count_q == CountW'(k)) row[k+:Blocks] = in_blocks_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q       <= '0;
      held_count_q <= '0;
      out_valid_q  <= 1'b0;
      out_blocks_q <= '0;
      out_count_q  <= '0;
      out_last_q   <= 1'b0;
    end else begin
      if (take) begin
        held_q       <= full ? row[Blocks+:Blocks] : row[0+:Blocks];
        held_count_q <= CountW'(full ? total - (CountW+1)'(Blocks) : total);
        if (in_last_i) begin
          held_q       <= '0;
          held_count_q <= '0;
        end
      end
      if (in_ready_o) begin
        out_valid_q  <= take && (full || in_last_i);
        out_blocks_q <= row[0+:Blocks];
        out_count_q  <= full ? CountW'(Blocks) : CountW'(total);
        out_last_q   <= in_last_i;
      end
    end
  end

  assign out_valid_o  = out_valid_q;
  assign out_blocks_o = out_blocks_q;
  assign out_count_o  = out_count_q;
  assign out_last_o   = out_last_q;

endmodule
