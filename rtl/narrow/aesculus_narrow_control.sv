// SPDX-License-Identifier: Apache-2.0
// What a datapath below one round does in which cycle, and its handshakes. One block at a time.
//
// A round is Steps cycles, in each of which a part of the new State and of the round key is written
// (a byte, or a column), and a pause, in which the S-boxes serve the key expansion. count_o runs 0 to
// Steps-1 and then through the last Pause values before it wraps, so that its low bits go on in the
// pause. The key is a step ahead of the State: key step j is in the cycle before step j.
//
// A block is accepted into registers (aesculus_narrow_load), then it is whitened in round 0; keys
// longer than a block are taken from the round before that, number 15. The result is copied to the
// output in the cycle that makes its last part; FlowStall holds it there.
//
// token_o is one-hot: bit j says that key step j of the loading is on, bit j+1 of the last Steps that
// part j of the block is. Low en_i means that out_valid_o is high, so that the core is idle.
// Zeroise: while the core is idle zeros go through the key, and from it through the State, and the
// ports into the input registers (flush_cycles of aesculus_pkg).

module aesculus_narrow_control
  import aesculus_pkg::*;
#(
  parameter int unsigned  KeyBits  = 128,
  parameter int unsigned  Steps    = 16,
  parameter int unsigned  Pause    = 4,

  localparam int unsigned CountW   = $clog2(Steps) + 1,
  localparam int unsigned KeySteps = KeyBits > 128 ? 2 * Steps : Steps
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clear_i,      // the next edge begins a clear, and offers nothing
  input  logic              en_i,         // low holds the result that is shown
  input  logic              in_valid_i,   // taken when en_i and in_ready_o
  output logic              in_ready_o,
  output logic              done_o,       // the last part of a result is made
  output logic              out_valid_o,
  output logic [3:0]        round_o,
  output logic [CountW-1:0] count_o,
  output logic [CountW-2:0] next_o,       // of the low bits of count_o
  output logic              loading_o,
  output logic              mixes_o,      // this round has MixColumns
  output logic              key_step_o,   // the key moves on
  output logic [KeySteps:0] token_o
);

  localparam int unsigned       Nr     = num_rounds(KeyBits);
  localparam logic [3:0]        First  = KeyBits > 128 ? 4'd15 : 4'd0;
  localparam logic [CountW-1:0] Turn   = CountW'(Steps - 1);
  localparam logic [CountW-1:0] Resume = CountW'(2 * Steps - Pause);

  logic idle_q, out_valid_q;
  logic [3:0] round_q;
  logic [CountW-1:0] count_q;
  logic [KeySteps:0] token_q;
  logic accept, turn, last;
  logic [3:0] round_next;
  logic [CountW-1:0] count_next;

  assign in_ready_o = idle_q;
  assign accept     = idle_q && en_i && in_valid_i;
  assign turn       = count_q == Turn;
  assign loading_o  = round_q == 4'd0 || (KeyBits > 128 && round_q == 4'd15);
  assign mixes_o    = round_q != 4'(Nr);
  assign last       = turn && !mixes_o;
  assign done_o     = !idle_q && last;
  assign key_step_o = idle_q || (count_q[CountW-1] ? &count_q : !turn);

  // Written out, as carry cells cost more than LUTs in counters of a few bits.
  always_comb begin
    logic carry;
    carry = turn;
    for (int i = 0; i < 4; i++) begin
      round_next[i] = round_q[i] ^ carry;
      carry = carry && round_q[i];
    end
    carry = 1'b1;
    for (int i = 0; i < CountW; i++) begin
      count_next[i] = count_q[i] ^ carry;
      carry = carry && count_q[i];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      idle_q      <= 1'b1;
      out_valid_q <= 1'b0;
      round_q     <= First;
      count_q     <= '1;
    end else begin
      if (idle_q) begin
        idle_q  <= !accept;
        round_q <= First;
        count_q <= '1;
      end else begin
        idle_q  <= last;
        round_q <= round_next;
        count_q <= turn ? Resume : count_next;
      end
      out_valid_q <= (done_o || !en_i) && !clear_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      token_q <= '0;
    end else if (key_step_o) begin
      token_q <= {token_q[KeySteps-1:0], accept};
    end
  end

  assign out_valid_o = out_valid_q;
  assign round_o     = round_q;
  assign count_o     = count_q;
  assign next_o      = count_next[CountW-2:0];
  assign token_o     = token_q;

endmodule
