// SPDX-License-Identifier: Apache-2.0
// Zeroise for a mode and the core beside it, which clears itself in its own time: the mode is live when
// both are done. What depends on live_o and wipe_o is spread over the mode, so they come from registers,
// a cycle later than they could.
//
// While memories are overwritten the core is asked to clear itself again and again: what they still hold
// can reach its inputs, and would be found inside after a clear that ended sooner. It is first asked a
// cycle behind the mode, from a register, as its registers of results hang on that; in that cycle the
// mode is reset and shows nothing of it.

module aesculus_mode_clear #(
  parameter int unsigned Cycles = 1
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,
  input  logic core_cleared_i,
  output logic core_clear_o,
  output logic live_o,          // low while nothing is taken or shown
  output logic wipe_o,          // high while memories are overwritten
  output logic rst_no           // resets control, for two cycles
);

  logic own_live, live_q, wipe_q, ask_q, in_reset_q, rst_n, unused_admits, unused_wipe;

  aesculus_clear #(.Cycles(Cycles)) u_clear (
    .clk_i, .rst_ni, .clear_i, .live_o(own_live), .admits_o(unused_admits),
    .rst_core_no(rst_n), .wipe_o(unused_wipe)
  );

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      live_q <= 1'b0;
      wipe_q <= 1'b1;
    end else begin
      live_q <= own_live && core_cleared_i;
      wipe_q <= !own_live;
    end
  end

  // The core lies elsewhere than the memories that are overwritten.
  aesculus_kept_reg #(.ResetValue(1'b1)) u_ask (
    .clk_i, .rst_ni(rst_n), .d_i(!own_live), .q_o(ask_q)
  );

  // The reset is stored as flip-flops take it, without an inverter before them all.
  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      in_reset_q <= 1'b1;
    end else begin
      in_reset_q <= 1'b0;
    end
  end

  assign core_clear_o = ask_q;
  assign live_o       = live_q;
  assign wipe_o       = wipe_q;
  assign rst_no       = !in_reset_q;

endmodule
