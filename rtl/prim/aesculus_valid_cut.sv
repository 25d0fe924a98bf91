// SPDX-License-Identifier: Apache-2.0
// `Depth` one-bit registers in a row, cleared by reset, for the few valid bits that need it.

module aesculus_valid_cut #(
  parameter int unsigned Depth = 1
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic en_i,
  input  logic d_i,
  output logic q_o
);

  if (Depth == 0) begin : gen_wire
    assign q_o = d_i;
    logic unused;
    assign unused = ^{clk_i, rst_ni, en_i};
  end else begin : gen_regs
    logic [Depth-1:0] valid_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= '0;
      end else if (en_i) begin
        valid_q <= Depth'({valid_q, d_i});
      end
    end
    assign q_o = valid_q[Depth-1];
  end

endmodule
