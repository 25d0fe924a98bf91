// SPDX-License-Identifier: Apache-2.0
// The errors of a mode: they outlive a message, and end with a reset or when they are cleared. One that is
// met while they are cleared stays.

module aesculus_mode_errors
  import aesculus_mode_pkg::*;
(
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clear_i,
  input  logic [ErrorW-1:0] met_i,
  output logic [ErrorW-1:0] error_o
);

  logic [ErrorW-1:0] error_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      error_q <= '0;
    end else begin
      error_q <= (clear_i ? '0 : error_q) | met_i;
    end
  end

  assign error_o = error_q;

endmodule
