// SPDX-License-Identifier: Apache-2.0
// First-in first-out buffer with its oldest word on the output, without overflow protection:
// the writer must know that there is room (aesculus_core counts credits).
//
// The memory is read asynchronously so that LUT RAM holds it where the family has some.

module aesculus_fifo #(
  parameter int unsigned Width   = 8,
  parameter int unsigned AddrW   = 2   // depth is 2**AddrW
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  output logic             valid_o,
  input  logic             pop_i,
  output logic [Width-1:0] data_o
);

  logic [Width-1:0] mem [2**AddrW];
  logic [AddrW:0] wr_q, rd_q;  // one bit more than the address tells full from empty

  always_ff @(posedge clk_i) begin
    if (push_i) mem[wr_q[AddrW-1:0]] <= data_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wr_q <= '0;
      rd_q <= '0;
    end else begin
      if (push_i) wr_q <= wr_q + 1'b1;
      if (pop_i && valid_o) rd_q <= rd_q + 1'b1;
    end
  end

  assign valid_o = wr_q != rd_q;
  assign data_o  = mem[rd_q[AddrW-1:0]];

endmodule
