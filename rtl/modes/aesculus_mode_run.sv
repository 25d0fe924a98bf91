// SPDX-License-Identifier: Apache-2.0
// A queue for wide words beside a core that takes a block in every cycle: aesculus_mode_deep, then a small
// memory and a register. What takes a word goes no further than these two, and no count of words is
// in its way. The writer must know that there is room, for 2**AddrW + 3 words: while more stand in the
// deep memory than that has, the small one has a dozen of them.
//
//   data_i --> deep memory --> memory of 16 words --> [register] --> data_o
//
// A word is shown six cycles after it was pushed. A wide word is spread over the device, so each column
// has control of its own: one net to all was the longest path.
//
// With valid_o low data_o is zeros, and pop_i says nothing. While wipe_i is high zeros go to one word
// after the other, so 2**AddrW + 24 cycles of it leave zeros. It comes with or behind a reset.

module aesculus_mode_run #(
  parameter int unsigned Width = 8,
  parameter int unsigned AddrW = 6   // 2 or more
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             wipe_i,
  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  output logic             valid_o,
  output logic             soon_o,   // valid_o in the next cycle
  input  logic             pop_i,
  output logic [Width-1:0] data_o
);

`ifndef AESCULUS_UNCHECKED
  if (AddrW < 2 || AddrW > 16) begin : gen_bad_addr_w
    $error("AddrW is %0d; legal: 2 to 16", AddrW);
  end
`endif  // AESCULUS_UNCHECKED

  localparam int unsigned NearW   = 4;
  localparam int unsigned Column  = 16;
  localparam int unsigned Columns = (Width + Column - 1) / Column;

  logic             push_soon, push, some, some_soon, load, take;
  logic             valid_q, bare_q, bare_d;  // bare: the register takes what comes
  logic [Width-1:0] word;

  aesculus_mode_deep #(.Width(Width), .AddrW(AddrW), .NearW(NearW)) u_deep (
    .clk_i, .rst_ni, .wipe_i, .push_i, .data_i, .taken_i(take), .soon_o(push_soon), .valid_o(push),
    .data_o(word)
  );

  aesculus_mode_tally #(.AddrW(NearW)) u_tally (
    .clk_i, .rst_ni, .push_i(push), .take_i(take), .some_o(some), .some_soon_o(some_soon)
  );

  assign load   = bare_q || pop_i;
  assign take   = some && load;
  assign bare_d = load ? !some : bare_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      bare_q  <= 1'b1;
    end else begin
      valid_q <= !bare_d;
      bare_q  <= bare_d;
    end
  end

  logic [Column*Columns-1:0] wide, shown;
  assign wide = (Column*Columns)'(word);

  for (genvar c = 0; c < Columns; c++) begin : gen_column
    logic [Column-1:0] mem [2**NearW];
    logic [Column-1:0] shown_q;
    logic [NearW-1:0]  wr, rd;
    logic              writes, wipes, wiping, filled, bare, moves;

    aesculus_kept_reg u_writes (.clk_i, .rst_ni, .d_i(push_soon || wipe_i), .q_o(writes));
    aesculus_kept_reg #(.ResetValue(1'b1)) u_wipes (.clk_i, .rst_ni, .d_i(wipe_i), .q_o(wipes));
    aesculus_kept_reg u_wiping (.clk_i, .rst_ni, .d_i(wipe_i), .q_o(wiping));
    aesculus_kept_reg u_filled (.clk_i, .rst_ni, .d_i(some_soon), .q_o(filled));
    aesculus_kept_reg #(.ResetValue(1'b1)) u_bare (.clk_i, .rst_ni, .d_i(bare_d), .q_o(bare));

    // In a wipe both go on, so they stand together behind it.
    assign moves = wiping || (filled && (bare || pop_i));
    for (genvar b = 0; b < NearW; b++) begin : gen_address
      logic carry_wr, carry_rd;
      if (b == 0) begin : gen_first
        assign carry_wr = 1'b1;
        assign carry_rd = 1'b1;
      end else begin : gen_further
        assign carry_wr = &wr[b-1:0];
        assign carry_rd = &rd[b-1:0];
      end
      aesculus_kept_reg u_wr (
        .clk_i, .rst_ni, .d_i(wr[b] ^ (writes && carry_wr)), .q_o(wr[b])
      );
      aesculus_kept_reg u_rd (
        .clk_i, .rst_ni, .d_i(rd[b] ^ (moves && carry_rd)), .q_o(rd[b])
      );
    end

    always_ff @(posedge clk_i) begin
      if (writes) mem[wr] <= wide[Column*c+:Column];
    end

    always_ff @(posedge clk_i or posedge wipes) begin
      if (wipes) begin
        shown_q <= '0;
      end else if (bare || pop_i) begin
        shown_q <= filled ? mem[rd] : '0;
      end
    end
    assign shown[Column*c+:Column] = shown_q;
  end

  assign valid_o = valid_q;
  assign soon_o  = some || (valid_q && !pop_i);
  assign data_o  = shown[Width-1:0];

  logic unused;
  assign unused = ^shown;

endmodule
