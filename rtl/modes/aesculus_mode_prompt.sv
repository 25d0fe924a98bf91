// SPDX-License-Identifier: Apache-2.0
// A queue in front of a decision that is made late in a cycle: whether its first word is done with. The
// writer must know that there is room, for 2**AddrW + 3 words.
//
//   data_i --> memory --> [fetched] --+--> [next] --+--> [shown] --> data_o
//                                     +-------------+   (while nothing is shown, or it is popped)
//
// pop_i goes through one table to each of the two registers behind, and no further: [next] takes a word
// only when it is empty, whatever is popped, so what stands before it hangs on registers alone. With
// both full and [fetched] too, a word is popped in every cycle. A word is shown three cycles after it
// was pushed, or behind others. With AddrW over 4 a deeper memory stands in front (aesculus_mode_deep),
// and it takes four cycles more. Cost: three registers and some five LUT4 a bit.
//
// With valid_o low data_o is zeros, so nothing that stands in memory at first is ever looked at. While
// wipe_i is high zeros go to one word after the other, so 2**AddrW + 24 cycles of it leave zeros. It
// comes with or behind a reset.

module aesculus_mode_prompt #(
  parameter int unsigned Width = 8,
  parameter int unsigned AddrW = 4   // 2 or more
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             wipe_i,
  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  output logic             valid_o,
  input  logic [1:0]       pop_i,    // both, and only with valid_o
  output logic [Width-1:0] data_o
);

`ifndef AESCULUS_UNCHECKED
  if (AddrW < 2 || AddrW > 16) begin : gen_bad_addr_w
    $error("AddrW is %0d; legal: 2 to 16", AddrW);
  end
`endif  // AESCULUS_UNCHECKED

  localparam int unsigned NearW = AddrW < 4 ? AddrW : 4;

  logic             push;            // a word comes to the near memory
  logic             some, take;      // it has one, and one leaves it
  logic             unused_some_soon;
  logic [Width-1:0] word_in;

  if (AddrW > NearW) begin : gen_deep
    logic unused_soon;
    aesculus_mode_deep #(.Width(Width), .AddrW(AddrW), .NearW(NearW)) u_deep (
      .clk_i, .rst_ni, .wipe_i, .push_i, .data_i, .taken_i(take), .soon_o(unused_soon),
      .valid_o(push), .data_o(word_in)
    );
    logic unused;
    assign unused = unused_soon;
  end else begin : gen_near
    assign push    = push_i;
    assign word_in = data_i;
  end

  aesculus_mode_tally #(.AddrW(NearW)) u_tally (
    .clk_i, .rst_ni, .push_i(push), .take_i(take), .some_o(some), .some_soon_o(unused_some_soon)
  );

  logic [Width-1:0] mem [2**NearW];
  logic [NearW-1:0] wr_q, rd_q;
  logic             write;
  assign write = push || wipe_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wr_q <= '0;
      rd_q <= '0;
    end else begin
      // In a wipe both go on, so they stand together behind it.
      if (write) wr_q <= wr_q + 1'b1;
      if (take || wipe_i) rd_q <= rd_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (write) mem[wr_q] <= wipe_i ? '0 : word_in;
  end

  // A bit on top: there is a word. Without one it is all zeros.
  logic [Width:0] fetched_q, next_q, shown_q, stays_shown, stays_next, moves_shown;
  logic [Width:0] shown_d, next_d;
  logic           has_word, waits, shows, load;
  assign has_word = fetched_q[Width];
  assign waits    = next_q[Width];
  assign shows    = shown_q[Width];
  assign load     = !(has_word && waits);
  assign take     = some && load;

  // What the two hold next, if the shown word stays and if it is popped: then [next] is empty.
  assign stays_shown = shows ? shown_q : fetched_q;
  assign moves_shown = waits ? next_q : fetched_q;
  assign stays_next  = waits ? next_q : shows ? fetched_q : '0;

  for (genvar b = 0; b <= Width; b++) begin : gen_bit
    // pop[1] && pop[0] ? moves : stays
    aesculus_lut4 #(.Init(16'hcaaa)) u_shown (
      .a_i({pop_i, moves_shown[b], stays_shown[b]}), .y_o(shown_d[b])
    );
    // stays && !(pop[1] && pop[0])
    aesculus_lut4 #(.Init(16'h0222)) u_next (
      .a_i({pop_i, 1'b0, stays_next[b]}), .y_o(next_d[b])
    );
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fetched_q <= '0;
      shown_q   <= '0;
      next_q    <= '0;
    end else begin
      if (load) fetched_q <= some ? {1'b1, mem[rd_q]} : '0;
      shown_q <= shown_d;
      next_q  <= next_d;
    end
  end

  assign valid_o = shows;
  assign data_o  = shown_q[Width-1:0];

  logic unused;
  assign unused = unused_some_soon;

endmodule
