// SPDX-License-Identifier: Apache-2.0
// Zeroise for a mode and the core beside it, which clears itself in its own time: the mode is live when
// both are done. What depends on live_o and wipe_o is spread over the mode, so they come from registers,
// a cycle later than they could.
//
// While memories are overwritten the core is asked to clear itself again and again: what they still hold
// can reach its inputs, and would be found inside after a clear that ended sooner. The core is asked a
// cycle after the mode is reset, from a register. Until then it may still show old results. The mode
// ignores them: it takes a result only if a beat waits for it, or while live_o is high.
//
// With Far registers more stand on both ways between mode and core, which lie apart on a large device.

module aesculus_mode_clear #(
  parameter int unsigned Cycles = 1,   // two or more, with Far eight or more
  parameter bit          Far    = 1'b0
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

  localparam int unsigned Hops = Far ? 3 : 1;

  logic own_live, live_q, wipe_q, in_reset_q, rst_n, unused_admits, unused_wipe;
  logic core_cleared;

  aesculus_clear #(.Cycles(Cycles)) u_clear (
    .clk_i, .rst_ni, .clear_i, .live_o(own_live), .admits_o(unused_admits),
    .rst_core_no(rst_n), .wipe_o(unused_wipe)
  );

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      live_q <= 1'b0;
      wipe_q <= 1'b1;
    end else begin
      live_q <= own_live && core_cleared;
      wipe_q <= !own_live;
    end
  end

  // The core lies elsewhere than the memories that are overwritten.
  logic [Hops:0] ask;
  assign ask[0] = !own_live;
  for (genvar h = 0; h < Hops; h++) begin : gen_ask
    aesculus_kept_reg #(.ResetValue(1'b1)) u_ask (
      .clk_i, .rst_ni, .d_i(ask[h]), .q_o(ask[h+1])
    );
  end

  if (Far) begin : gen_far
    logic [1:0] cleared_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        cleared_q <= '0;
      end else begin
        cleared_q <= {cleared_q[0], core_cleared_i};
      end
    end
    assign core_cleared = cleared_q[1];
  end else begin : gen_near
    assign core_cleared = core_cleared_i;
  end

  // The reset is stored as flip-flops take it, without an inverter before them all.
  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      in_reset_q <= 1'b1;
    end else begin
      in_reset_q <= 1'b0;
    end
  end

  assign core_clear_o = ask[Hops];
  assign live_o       = live_q;
  assign wipe_o       = wipe_q;
  assign rst_no       = !in_reset_q;

endmodule
