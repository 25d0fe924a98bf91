// SPDX-License-Identifier: Apache-2.0
// First-in first-out buffer for text that is held, with two registers behind its memory: block RAM has
// the first, and is so slow that what it shows goes no further in the same cycle.
//
// room_o says whether data_i can be taken. While wipe_i is high zeros go to one word after the
// other.

module aesculus_gcm_text #(
  parameter int unsigned Width = 8,
  parameter int unsigned AddrW = 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             wipe_i,
  input  logic             push_i,
  output logic             room_o,
  input  logic [Width-1:0] data_i,
  output logic             valid_o,
  input  logic             pop_i,
  output logic [Width-1:0] data_o
);

  logic [Width-1:0] mem [2**AddrW];
  logic [Width-1:0] fetched_q, data_q;
  logic [AddrW:0]   wr_q, rd_q;
  logic             has_fetched_q, valid_q, there, fetch, load;

  assign room_o = (wr_q ^ rd_q) != {1'b1, AddrW'(0)};
  assign there  = wr_q != rd_q;
  assign load   = !valid_q || pop_i;
  assign fetch  = wipe_i || (there && (!has_fetched_q || load));

  always_ff @(posedge clk_i) begin
    if (push_i || wipe_i) mem[wr_q[AddrW-1:0]] <= wipe_i ? '0 : data_i;
  end

  always_ff @(posedge clk_i) begin
    if (fetch) fetched_q <= mem[rd_q[AddrW-1:0]];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wr_q          <= '0;
      rd_q          <= '0;
      has_fetched_q <= 1'b0;
      valid_q       <= 1'b0;
      data_q        <= '0;
    end else if (wipe_i) begin
      wr_q <= wr_q + 1'b1;
      rd_q <= wr_q + 1'b1;  // read are words of the turn before, in the end zeros
    end else begin
      if (push_i) wr_q <= wr_q + 1'b1;
      if (fetch) rd_q <= rd_q + 1'b1;
      has_fetched_q <= there || (has_fetched_q && !load);
      if (load) begin
        valid_q <= has_fetched_q;
        data_q  <= has_fetched_q ? fetched_q : '0;
      end
    end
  end

  assign valid_o = valid_q;
  assign data_o  = data_q;

endmodule
