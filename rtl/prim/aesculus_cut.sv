// SPDX-License-Identifier: Apache-2.0
// `Depth` registers in a row without reset; a wire when Depth is 0.
//
// Data registers have no reset: whatever they hold after one is overwritten as data pass, in a ring as
// it turns (see aesculus_ring), and FPGA shift-register primitives have none either.

module aesculus_cut #(
  parameter int unsigned Width = 1,
  parameter int unsigned Depth = 1
) (
  input  logic             clk_i,
  input  logic             en_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  if (Depth == 0) begin : gen_wire
    assign q_o = d_i;
    logic unused;
    assign unused = ^{clk_i, en_i};
  end else begin : gen_regs
    logic [Depth-1:0][Width-1:0] data_q;
    always_ff @(posedge clk_i) begin
      if (en_i) begin
        data_q[0] <= d_i;
        for (int i = 1; i < Depth; i++) data_q[i] <= data_q[i-1];
      end
    end
    assign q_o = data_q[Depth-1];
  end

endmodule
