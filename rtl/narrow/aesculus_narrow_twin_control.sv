// SPDX-License-Identifier: Apache-2.0
// aesculus_narrow_seamless_control for aesculus_narrow_twin: rounds of 16 cycles, no pause.
//
// count_o is the step of the key, the State is a cycle behind it. The key schedule has the next key
// while it makes the last round key of a block, in round 10 (loading_o), and the State the next block a
// cycle later (whitening_o). A block is accepted in idle, in which the core stands in round 10 with
// count 0, or in the last cycle of round 9.
//
// token_o is one-hot: bit j says that byte j of the block and of the key is on, in step j of round 10.
//
// Low en_i holds everything.

module aesculus_narrow_twin_control
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
  output logic [3:0]  count_o,
  output logic        loading_o,    // the key's register takes the next key
  output logic        whitening_o,  // the State takes the next block
  output logic [15:0] token_o
);

  localparam logic [7:0] Round1  = 8'h01;
  localparam logic [7:0] Round10 = 8'h36;

  logic old_q, new_q, out_valid_q, done_q, whitening_q;
  logic [7:0] rcon_q;
  logic [3:0] count_q, count_next;
  logic [15:0] token_q;
  logic idle, ninth, accept, turn;

  // Of the ten constants no other one has these bits.
  assign loading_o  = rcon_q[5] && rcon_q[1];
  assign ninth      = rcon_q[1] && rcon_q[0];

  assign idle       = !old_q && !new_q;
  assign turn       = &count_q;
  assign in_ready_o = idle || (ninth && turn);
  assign accept     = in_ready_o && in_valid_i;

  // Written out, as carry cells cost more than LUTs in counters of a few bits.
  always_comb begin
    logic carry;
    carry = 1'b1;
    for (int i = 0; i < 4; i++) begin
      count_next[i] = count_q[i] ^ carry;
      carry = carry && count_q[i];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      old_q       <= 1'b0;
      new_q       <= 1'b0;
      done_q      <= 1'b0;
      out_valid_q <= 1'b0;
      whitening_q <= 1'b1;
      rcon_q      <= Round10;
      count_q     <= '0;
      token_q     <= '0;
    end else if (en_i) begin
      done_q      <= turn && loading_o && old_q;
      out_valid_q <= done_q && !clear_i;
      whitening_q <= loading_o;
      token_q     <= {token_q[14:0], accept};
      count_q     <= idle ? '0 : count_next;
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

  assign done_o      = done_q;
  assign out_valid_o = out_valid_q;
  assign rcon_o      = rcon_q;
  assign count_o     = count_q;
  assign whitening_o = whitening_q;
  assign token_o     = token_q;

endmodule
