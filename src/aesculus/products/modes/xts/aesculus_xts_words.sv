// SPDX-License-Identifier: Apache-2.0
// Words that stand ready for what is decided elsewhere: in small memory, the first one in a register.
// What moves them is said a cycle ahead. The writer must know that there is room, for 2**AddrW words.
//
//   data_i --> [register] --> memory --> [register] --> data_o
//
// A word is shown three cycles after it was pushed, or behind others. A wide word is spread over the
// device, so each column has control of its own: one net to all was the longest path. While wipe_i is
// high zeros go to one word after the other, so 2**AddrW + 2 cycles of it leave zeros. It comes with
// or behind a reset.

module aesculus_xts_words #(
  parameter int unsigned Width = 8,
  parameter int unsigned AddrW = 4   // 2 or more
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             wipe_i,
  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  input  logic             pop_soon_i,   // data_o is done with in the next cycle; only of a word
  output logic [Width-1:0] data_o        // any word, if there is none
);

`ifndef AESCULUS_UNCHECKED
  if (AddrW < 2 || AddrW > 16) begin : gen_bad_addr_w
    $error("AddrW is %0d; legal: 2 to 16", AddrW);
  end
`endif  // AESCULUS_UNCHECKED

  localparam int unsigned Column  = 32;
  localparam int unsigned Columns = (Width + Column - 1) / Column;

  logic push_q, pop_q, bare_q, bare_d, some, some_soon, load;  // bare: the register has no word
  assign load   = bare_q || pop_q;
  assign bare_d = load ? !some : bare_q;

  aesculus_mode_tally #(.AddrW(AddrW)) u_tally (
    .clk_i, .rst_ni, .push_i(push_q), .take_i(some && load), .some_o(some), .some_soon_o(some_soon)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      push_q <= 1'b0;
      pop_q  <= 1'b0;
      bare_q <= 1'b1;
    end else begin
      push_q <= push_i;
      pop_q  <= pop_soon_i;
      bare_q <= bare_d;
    end
  end

  logic [Column*Columns-1:0] wide, data;
  assign wide   = (Column*Columns)'(data_i);
  assign data_o = data[Width-1:0];

  for (genvar c = 0; c < Columns; c++) begin : gen_column
    logic [Column-1:0] mem [2**AddrW];
    logic [AddrW-1:0]  wr, rd, wr_next, rd_next;
    logic              pushes, pops, wipes, filled, bare;
    logic [Column-1:0] data_q, shown_q;

    // In a wipe both go on, so they stand together behind it.
    aesculus_kept_reg u_pushes (.clk_i, .rst_ni, .d_i(push_i || wipe_i), .q_o(pushes));
    aesculus_kept_reg #(.ResetValue(1'b1)) u_wipes (.clk_i, .rst_ni, .d_i(wipe_i), .q_o(wipes));
    aesculus_kept_reg u_pops (.clk_i, .rst_ni, .d_i(pop_soon_i), .q_o(pops));
    aesculus_kept_reg u_filled (.clk_i, .rst_ni, .d_i(some_soon), .q_o(filled));
    aesculus_kept_reg #(.ResetValue(1'b1)) u_bare (.clk_i, .rst_ni, .d_i(bare_d), .q_o(bare));
    assign wr_next = wr + AddrW'(pushes);
    assign rd_next = rd + AddrW'((filled && (bare || pops)) || (wipes && pushes));
    for (genvar b = 0; b < AddrW; b++) begin : gen_address
      aesculus_kept_reg u_wr (.clk_i, .rst_ni, .d_i(wr_next[b]), .q_o(wr[b]));
      aesculus_kept_reg u_rd (.clk_i, .rst_ni, .d_i(rd_next[b]), .q_o(rd[b]));
    end

    always_ff @(posedge clk_i or posedge wipes) begin
      if (wipes) data_q <= '0;
      else data_q <= wide[Column*c+:Column];
    end

    always_ff @(posedge clk_i) begin
      if (pushes) mem[wr] <= data_q;
      if (bare || pops) shown_q <= mem[rd];
    end
    assign data[Column*c+:Column] = shown_q;
  end

  logic unused;
  assign unused = ^data;

endmodule
