// SPDX-License-Identifier: Apache-2.0
// Words that stand ready for what is decided elsewhere: in small memory, the first one shown. What
// moves them is said a cycle ahead. The writer must know that there is room, for 2**AddrW words.
//
//   data_i --> [register] --> memory --> [register] --> data_o
//
// A word is shown three cycles after it was pushed, or behind others. A wide word is spread over the
// device, so each column has control of its own: one net to all was the longest path. While wipe_i is
// high zeros go to one word after the other, so 2**AddrW + 2 cycles of it leave zeros. It comes with
// or behind a reset.

module aesculus_xts_words #(
  parameter int unsigned Width = 8,
  parameter int unsigned AddrW = 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             wipe_i,
  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  input  logic             pop_soon_i,   // data_o is done with in the next cycle
  output logic [Width-1:0] data_o        // any word, if there is none
);

  localparam int unsigned Column  = 32;
  localparam int unsigned Columns = (Width + Column - 1) / Column;

  logic [Column*Columns-1:0] wide, data;
  assign wide   = (Column*Columns)'(data_i);
  assign data_o = data[Width-1:0];

  for (genvar c = 0; c < Columns; c++) begin : gen_column
    logic [Column-1:0] mem [2**AddrW];
    logic [AddrW-1:0]  wr, rd, after, wr_next, rd_next, after_next;  // after: the one behind rd
    logic              pushes, pops, wipes, moves;
    logic [Column-1:0] data_q, shown_q;

    // In a wipe both go on, so they stand together behind it.
    aesculus_kept_reg u_pushes (.clk_i, .rst_ni, .d_i(push_i || wipe_i), .q_o(pushes));
    aesculus_kept_reg #(.ResetValue(1'b1)) u_wipes (.clk_i, .rst_ni, .d_i(wipe_i), .q_o(wipes));
    aesculus_kept_reg u_pops (.clk_i, .rst_ni, .d_i(pop_soon_i), .q_o(pops));
    // What is read next is one of two that are known, so no adder is in front of the memory.
    assign moves      = pops || (wipes && pushes);
    assign wr_next    = wr + AddrW'(pushes);
    assign rd_next    = moves ? after : rd;
    assign after_next = after + AddrW'(moves);
    for (genvar b = 0; b < AddrW; b++) begin : gen_address
      aesculus_kept_reg u_wr (.clk_i, .rst_ni, .d_i(wr_next[b]), .q_o(wr[b]));
      aesculus_kept_reg u_rd (.clk_i, .rst_ni, .d_i(rd_next[b]), .q_o(rd[b]));
      aesculus_kept_reg #(.ResetValue(b == 0)) u_after (
        .clk_i, .rst_ni, .d_i(after_next[b]), .q_o(after[b])
      );
    end

    always_ff @(posedge clk_i or posedge wipes) begin
      if (wipes) data_q <= '0;
      else data_q <= wide[Column*c+:Column];
    end

    always_ff @(posedge clk_i) begin
      if (pushes) mem[wr] <= data_q;
      shown_q <= mem[rd_next];
    end
    assign data[Column*c+:Column] = shown_q;
  end

  logic unused;
  assign unused = ^data;

endmodule
