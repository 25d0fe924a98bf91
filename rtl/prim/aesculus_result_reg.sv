// SPDX-License-Identifier: Apache-2.0
// A register that never shows anything but zeros or what was loaded to be seen.
//
// Its reset is a register's output (aesculus_clear), so it takes effect at once and has no glitches.
// Cost: no LUT; the load is a clock enable and the reset the slices' own.

module aesculus_result_reg #(
  parameter int unsigned Width = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             load_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      q_o <= '0;
    end else if (load_i) begin
      q_o <= d_i;
    end
  end

endmodule
