// SPDX-License-Identifier: Apache-2.0
// Memory for text that is held: a word is read in one cycle and shown in the next, so that block RAM
// can hold it.
//
// While wipe_i is high zeros go to one word after the other, and each is read in its turn: 2**AddrW + 1
// cycles of it leave zeros, in the register too. It comes with or behind a reset.

module aesculus_mode_text #(
  parameter int unsigned Width = 8,
  parameter int unsigned AddrW = 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             wipe_i,
  input  logic             write_i,
  input  logic [AddrW-1:0] wr_addr_i,
  input  logic [Width-1:0] data_i,
  input  logic             read_i,
  input  logic [AddrW-1:0] rd_addr_i,
  output logic [Width-1:0] data_o     // until the next read_i
);

  logic [Width-1:0] mem [2**AddrW];
  logic [Width-1:0] data_q;
  logic [AddrW-1:0] wipe_q, wr_addr, rd_addr;

  assign wr_addr = wipe_i ? wipe_q : wr_addr_i;
  assign rd_addr = wipe_i ? wipe_q : rd_addr_i;

  always_ff @(posedge clk_i) begin
    if (write_i || wipe_i) mem[wr_addr] <= wipe_i ? '0 : data_i;
  end

  always_ff @(posedge clk_i) begin
    if (read_i || wipe_i) data_q <= mem[rd_addr];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wipe_q <= '0;
    end else begin
      wipe_q <= wipe_i ? wipe_q + 1'b1 : '0;
    end
  end

  assign data_o = data_q;

endmodule
