// SPDX-License-Identifier: Apache-2.0
// The reset of a board's design: it ends some 1,000 cycles after the clock is there, in step with it.
//
// That is longer than the block RAMs of iCE40 take after configuration, and than a button bounces
// at its release is not waited for: each bounce begins the count again.

module aesculus_board_reset (
  input  logic clk_i,
  input  logic ready_i,  // the clock is steady and no reset is asked for; asynchronous
  output logic rst_no
);

  logic [9:0] count_q = '0;  // at configuration
  logic       rst_nq = 1'b0;

  always_ff @(posedge clk_i or negedge ready_i) begin
    if (!ready_i) begin
      count_q <= '0;
      rst_nq  <= 1'b0;
    end else begin
      count_q <= &count_q ? count_q : count_q + 10'd1;
      rst_nq  <= &count_q;
    end
  end

  assign rst_no = rst_nq;

endmodule
