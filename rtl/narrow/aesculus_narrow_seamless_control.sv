// SPDX-License-Identifier: Apache-2.0
// aesculus_narrow_control for aesculus_narrow_seamless, which takes a block in while it finishes the
// one before: a byte wide, keys of 128 bits.
//
// Rounds are of 20 cycles as there, and count_o runs alike: 28 to 31, then 0 to 15. Round 10 is the
// last one of a block (old_q), the whitening of the next (new_q), or both. A block is accepted in
// idle, or in count 30 of round 10, so that between blocks the S-box rests in no cycle. In idle the
// core stands in round 10 with count 31.
//
// Rounds are counted by their round constants, x^(i-1) in round i (FIPS 197, section 5.2): 01, 02 to
// 80, 1b, 36. What a counter and a table would cost goes into three XORs.
//
// token_o is one-hot: bit j says that byte j of the block and of the key is on, in the cycle before
// count j. It runs twice: with the whitening, and in round 1, in which the key schedule has its first
// operand from the input registers.
//
// Low en_i holds everything.

module aesculus_narrow_seamless_control
  import aesculus_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,      // the next edge begins a clear, and offers nothing
  input  logic        en_i,
  input  logic        in_valid_i,   // taken when en_i and in_ready_o
  output logic        in_ready_o,
  output logic        done_o,       // the last byte of a result is made
  output logic        out_valid_o,
  output logic [7:0]  rcon_o,       // of the round
  output logic [4:0]  count_o,
  output logic [3:0]  next_o,       // of the low bits of count_o
  output logic        loading_o,    // round 10: the State takes the next block
  output logic        fresh_o,      // the key schedule goes on from the input registers
  output logic        key_step_o,   // the key moves on
  output logic [15:0] token_o
);

  localparam logic [7:0] Round1  = 8'h01;
  localparam logic [7:0] Round10 = 8'h36;
  localparam logic [4:0] Turn    = 5'd15;
  localparam logic [4:0] Resume  = 5'd28;

  logic old_q, new_q, out_valid_q;
  logic [7:0] rcon_q;
  logic [4:0] count_q, count_next;
  logic [15:0] token_q;
  logic idle, entry, first, accept, turn;

  // Of the ten constants no other one has these bits.
  assign loading_o  = rcon_q[5] && rcon_q[1];
  assign first      = rcon_q[0] && !rcon_q[1];

  assign idle       = !old_q && !new_q;
  assign entry      = count_q[4] && count_q[1:0] == 2'd2;  // count 30
  assign turn       = count_q == Turn;
  assign in_ready_o = idle || (loading_o && entry);
  assign accept     = in_ready_o && in_valid_i;
  assign fresh_o    = idle || first;
  assign done_o     = turn && loading_o && old_q;
  assign key_step_o = count_q[4] ? &count_q : !turn;

  // Written out, as carry cells cost more than LUTs in counters of a few bits.
  always_comb begin
    logic carry;
    carry = 1'b1;
    for (int i = 0; i < 5; i++) begin
      count_next[i] = count_q[i] ^ carry;
      carry = carry && count_q[i];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      old_q       <= 1'b0;
      new_q       <= 1'b0;
      out_valid_q <= 1'b0;
      rcon_q      <= Round10;
      count_q     <= '1;
      token_q     <= '0;
    end else if (en_i) begin
      out_valid_q <= done_o && !clear_i;
      token_q     <= {token_q[14:0], accept || (first && entry)};
      count_q     <= idle ? '1 : turn ? Resume : count_next;
      if (in_ready_o) new_q <= accept;
      if (turn) begin
        if (!loading_o) begin
          rcon_q <= xtime(rcon_q);
        end else begin
          old_q <= new_q;
          new_q <= 1'b0;
          if (new_q) rcon_q <= Round1;
        end
      end
    end
  end

  assign out_valid_o = out_valid_q;
  assign rcon_o      = rcon_q;
  assign count_o     = count_q;
  assign next_o      = count_next[3:0];
  assign token_o     = token_q;

endmodule
