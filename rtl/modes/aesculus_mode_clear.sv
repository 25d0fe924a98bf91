// SPDX-License-Identifier: Apache-2.0
// Zeroise for a mode and the core beside it, which clears itself in its own time: the mode is live when
// both are done. What depends on live_o is spread over the mode, so it comes from a register, a cycle
// later than it could.

module aesculus_mode_clear #(
  parameter int unsigned Cycles = 1
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,
  input  logic core_cleared_i,
  output logic live_o,          // low while nothing is taken or shown
  output logic wipe_o,          // high while memories are overwritten
  output logic rst_no           // resets control, for a cycle
);

  logic own_live, live_q, rst_n, unused;

  aesculus_clear #(.Cycles(Cycles)) u_clear (
    .clk_i, .rst_ni, .clear_i, .live_o(own_live), .rst_core_no(rst_n), .wipe_o(unused)
  );

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      live_q <= 1'b0;
    end else begin
      live_q <= own_live && core_cleared_i;
    end
  end

  assign live_o = live_q;
  assign wipe_o = !own_live;
  assign rst_no = rst_n;

endmodule
