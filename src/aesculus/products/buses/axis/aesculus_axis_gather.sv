// SPDX-License-Identifier: Apache-2.0
// Joins beats of a stream to words of several of them. Byte 0 is in the lowest bits.
//
// A word ends when it is full, and before that behind a beat that is partial, bad or the last one, or
// in front of a beat with another note. A beat of no bytes that ends nothing is passed over. The
// first beat of the next word is taken as a word leaves, so nothing is lost at full rate.

module aesculus_axis_gather #(
  parameter int unsigned BeatBytes = 4,
  parameter int unsigned Beats     = 4,  // of a word, at least 2
  parameter int unsigned NoteW     = 1,
  parameter int unsigned TailW     = 1,

  localparam int unsigned WordBytes = BeatBytes * Beats,
  localparam int unsigned InW       = $clog2(BeatBytes + 1),
  localparam int unsigned OutW      = $clog2(WordBytes + 1)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   clear_i,

  input  logic                   in_valid_i,
  output logic                   in_ready_o,
  input  logic [8*BeatBytes-1:0] in_data_i,
  input  logic [InW-1:0]         in_bytes_i,
  input  logic                   in_bad_i,
  input  logic                   in_last_i,
  input  logic [NoteW-1:0]       in_note_i,   // of a word: all its beats have the same
  input  logic [TailW-1:0]       in_tail_i,   // of a word: that of its last beat

  output logic                   out_valid_o,
  input  logic                   out_ready_i,
  output logic [8*WordBytes-1:0] out_data_o,
  output logic [OutW-1:0]        out_bytes_o,
  output logic                   out_bad_o,
  output logic                   out_last_o,
  output logic [NoteW-1:0]       out_note_o,
  output logic [TailW-1:0]       out_tail_o
);

  localparam int unsigned FillW = $clog2(Beats + 1);

  logic [Beats-1:0][8*BeatBytes-1:0] data_q;
  logic [OutW-1:0]                   bytes_q;
  logic [FillW-1:0]                  fill_q;
  logic                              full_q, bad_q, last_q;
  logic [NoteW-1:0]                  note_q;
  logic [TailW-1:0]                  tail_q;

  logic blank, other, leave, take, closes;
  logic [FillW-1:0] place;

  assign blank       = in_bytes_i == '0 && !in_last_i && !in_bad_i;
  assign other       = in_valid_i && !blank && fill_q != '0 && in_note_i != note_q;
  assign out_valid_o = full_q || other;
  assign leave       = out_valid_o && out_ready_i;
  assign in_ready_o  = blank || !out_valid_o || leave;
  assign take        = in_valid_i && in_ready_o && !blank;
  assign place       = leave ? '0 : fill_q;
  assign closes      = in_last_i || in_bad_i || in_bytes_i != InW'(BeatBytes)
                       || place == FillW'(Beats - 1);

  assign out_data_o  = out_valid_o ? data_q : '0;
  assign out_bytes_o = out_valid_o ? bytes_q : '0;
  assign out_bad_o   = out_valid_o && bad_q;
  assign out_last_o  = out_valid_o && last_q;
  assign out_note_o  = out_valid_o ? note_q : '0;
  assign out_tail_o  = out_valid_o ? tail_q : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      data_q  <= '0;
      bytes_q <= '0;
      fill_q  <= '0;
      full_q  <= 1'b0;
      bad_q   <= 1'b0;
      last_q  <= 1'b0;
      note_q  <= '0;
      tail_q  <= '0;
    end else if (clear_i) begin
      data_q  <= '0;
      bytes_q <= '0;
      fill_q  <= '0;
      full_q  <= 1'b0;
      bad_q   <= 1'b0;
      last_q  <= 1'b0;
      note_q  <= '0;
      tail_q  <= '0;
    end else begin
      if (leave) begin
        data_q  <= '0;
        bytes_q <= '0;
        fill_q  <= '0;
        full_q  <= 1'b0;
      end
      if (take) begin
        data_q[place[$clog2(Beats)-1:0]] <= in_data_i;
        bytes_q <= (leave ? '0 : bytes_q) + OutW'(in_bytes_i);
        fill_q  <= place + 1'b1;
        full_q  <= closes;
        bad_q   <= in_bad_i;
        last_q  <= in_last_i;
        note_q  <= in_note_i;
        tail_q  <= in_tail_i;
      end
    end
  end

endmodule
