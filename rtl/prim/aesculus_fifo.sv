// SPDX-License-Identifier: Apache-2.0
// First-in first-out buffer with its oldest word on the output, zeros when it is empty, without
// overflow protection: the writer must know that there is room (aesculus_flow counts credits).
//
// The memory is read asynchronously so that LUT RAM holds it where the family has some.
// While wipe_i is high data_i is written to one word after the other and the buffer stays empty, so
// 2**AddrW cycles of it, with zeros on data_i, leave zeros. It comes with or behind a reset.

module aesculus_fifo #(
  parameter int unsigned Width   = 8,
  parameter int unsigned AddrW   = 2   // depth is 2**AddrW
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             wipe_i,
  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  output logic             valid_o,
  input  logic             pop_i,
  output logic [Width-1:0] data_o
);

  logic [Width-1:0] mem [2**AddrW];
  logic [AddrW:0] wr_q, rd_q;  // one bit more than the address tells full from empty
  logic write, read;

  assign write = push_i || wipe_i;
  assign read  = (pop_i && valid_o) || wipe_i;

  always_ff @(posedge clk_i) begin
    if (write) mem[wr_q[AddrW-1:0]] <= data_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wr_q <= '0;
      rd_q <= '0;
    end else begin
      if (write) wr_q <= wr_q + 1'b1;
      if (read) rd_q <= rd_q + 1'b1;
    end
  end

  assign valid_o = wr_q != rd_q;
  assign data_o  = valid_o ? mem[rd_q[AddrW-1:0]] : '0;

endmodule
