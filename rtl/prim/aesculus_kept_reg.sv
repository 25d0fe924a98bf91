// SPDX-License-Identifier: Apache-2.0
// A register of one bit that stays a register of its own. Where several hold the same, so that each
// lies beside its readers, synthesis would make one of them.
//
// Yosys is told at the process; Vivado, Quartus, and Synplify and LSE at the register.

module aesculus_kept_reg #(
  parameter bit ResetValue = 1'b0
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic d_i,
  output logic q_o
);

  (* dont_touch = "true", preserve = 1, syn_preserve = 1 *)
  logic kept_q;
  (* keep = "true" *)
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      kept_q <= ResetValue;
    end else begin
      kept_q <= d_i;
    end
  end
  assign q_o = kept_q;

endmodule
