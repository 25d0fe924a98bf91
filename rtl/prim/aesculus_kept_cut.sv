// SPDX-License-Identifier: Apache-2.0
// A register of one bit without reset that stays a register of its own, as aesculus_kept_reg does.

module aesculus_kept_cut (
  input  logic clk_i,
  input  logic en_i,
  input  logic d_i,
  output logic q_o
);

  (* dont_touch = "true", preserve = 1, syn_preserve = 1 *)
  logic kept_q;
  (* keep = "true" *)
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      kept_q <= d_i;
    end
  end
  assign q_o = kept_q;

endmodule
