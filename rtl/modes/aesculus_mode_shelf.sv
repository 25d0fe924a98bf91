// SPDX-License-Identifier: Apache-2.0
// Words that stand ready behind a deep memory, in small memory beside the output: what takes them goes
// no further than here, and the deep memory runs without a stop. The writer must know that there is
// room, for 2**AddrW words.
//
//   data_i --> memory of 16 words --> [register] --> data_o
//
// A word is shown two cycles after it was pushed. A wide word is spread over the device, so each column
// has control of its own: one net to all was the longest path.
//
// With valid_o low data_o is zeros. While wipe_i is high what is on data_i goes to one word after the
// other. It comes with or behind a reset.

module aesculus_mode_shelf #(
  parameter int unsigned Width = 8,

  localparam int unsigned AddrW = 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             wipe_i,
  input  logic             push_soon_i,  // a word comes in the next cycle
  input  logic [Width-1:0] data_i,
  output logic             take_o,       // room comes back
  output logic             valid_o,
  output logic             soon_o,       // valid_o is high in the next cycle; it may be without
  input  logic             pop_i,        // only with valid_o
  output logic [Width-1:0] data_o
);

  localparam int unsigned Column  = 16;
  localparam int unsigned Columns = (Width + Column - 1) / Column;

  logic push_q, some, some_soon, more, valid_q, bare_q, bare_d, load, take;

  aesculus_mode_level #(.AddrW(AddrW)) u_level (
    .clk_i, .rst_ni, .push_i(push_q), .take_i(take), .some_o(some), .more_o(more),
    .some_soon_o(some_soon)
  );

  assign load   = bare_q || pop_i;
  assign take   = some && load;
  assign bare_d = load ? !some : bare_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      push_q  <= 1'b0;
      valid_q <= 1'b0;
      bare_q  <= 1'b1;
    end else begin
      push_q  <= push_soon_i;
      valid_q <= some || (valid_q && !pop_i);
      bare_q  <= bare_d;
    end
  end

  logic [Column*Columns-1:0] wide, data;
  assign wide = (Column*Columns)'(data_i);

  for (genvar c = 0; c < Columns; c++) begin : gen_column
    logic [Column-1:0] mem [2**AddrW];
    logic [Column-1:0] data_q;
    logic [AddrW-1:0]  wr, rd, wr_next, rd_next;
    logic              writes, wipes, filled, bare;

    aesculus_kept_reg u_writes (
      .clk_i, .rst_ni, .d_i(push_soon_i || wipe_i), .q_o(writes)
    );
    aesculus_kept_reg #(.ResetValue(1'b1)) u_wipes (
      .clk_i, .rst_ni, .d_i(wipe_i), .q_o(wipes)
    );
    aesculus_kept_reg u_filled (.clk_i, .rst_ni, .d_i(some_soon), .q_o(filled));
    aesculus_kept_reg #(.ResetValue(1'b1)) u_bare (.clk_i, .rst_ni, .d_i(bare_d), .q_o(bare));

    // In a wipe both go on, so they stand together behind it.
    assign wr_next = wr + AddrW'(writes);
    assign rd_next = rd + AddrW'((filled && (bare || pop_i)) || (wipes && writes));
    for (genvar b = 0; b < AddrW; b++) begin : gen_address
      aesculus_kept_reg u_wr (.clk_i, .rst_ni, .d_i(wr_next[b]), .q_o(wr[b]));
      aesculus_kept_reg u_rd (.clk_i, .rst_ni, .d_i(rd_next[b]), .q_o(rd[b]));
    end

    always_ff @(posedge clk_i) begin
      if (writes) mem[wr] <= wide[Column*c+:Column];
    end

    always_ff @(posedge clk_i or posedge wipes) begin
      if (wipes) begin
        data_q <= '0;
      end else if (bare || pop_i) begin
        data_q <= filled ? mem[rd] : '0;
      end
    end
    assign data[Column*c+:Column] = data_q;
  end

  assign take_o  = take;
  assign valid_o = valid_q;
  assign soon_o  = some || (valid_q && !pop_i);
  assign data_o  = data[Width-1:0];

  logic unused;
  assign unused = ^{data, more};

endmodule
