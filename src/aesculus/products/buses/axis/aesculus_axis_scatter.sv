// SPDX-License-Identifier: Apache-2.0
// Parts words of a stream into beats. Byte 0 is in the lowest bits. A word stands until its last beat
// is taken; one of no bytes that ends nothing is passed over.

module aesculus_axis_scatter #(
  parameter int unsigned BeatBytes = 4,
  parameter int unsigned Beats     = 4,  // of a word, at least 2

  localparam int unsigned WordBytes = BeatBytes * Beats,
  localparam int unsigned InW       = $clog2(WordBytes + 1),
  localparam int unsigned OutW      = $clog2(BeatBytes + 1)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   clear_i,

  input  logic                   in_valid_i,
  output logic                   in_ready_o,
  input  logic [8*WordBytes-1:0] in_data_i,
  input  logic [InW-1:0]         in_bytes_i,
  input  logic                   in_bad_i,
  input  logic                   in_last_i,

  output logic                   out_valid_o,
  input  logic                   out_ready_i,
  output logic [8*BeatBytes-1:0] out_data_o,
  output logic [OutW-1:0]        out_bytes_o,
  output logic                   out_final_o, // the last beat of a word
  output logic                   out_last_o
);

  localparam int unsigned PlaceW = $clog2(Beats);

  logic [Beats-1:0][8*BeatBytes-1:0] parts;
  logic [PlaceW-1:0]                 place_q;
  logic [InW-1:0]                    left;
  logic                              blank, whole;

  assign parts       = in_data_i;
  assign left        = in_bytes_i - InW'(32'(place_q) * BeatBytes);
  assign whole       = left > InW'(BeatBytes);
  assign blank       = in_bytes_i == '0 && !in_last_i && !in_bad_i;
  assign out_valid_o = in_valid_i && !blank;
  assign out_final_o = !whole;
  assign out_last_o  = out_valid_o && in_last_i && out_final_o;
  assign out_data_o  = out_valid_o ? parts[place_q] : '0;
  assign out_bytes_o = !out_valid_o ? '0 : whole ? OutW'(BeatBytes) : OutW'(left);
  assign in_ready_o  = blank || (out_ready_i && out_final_o);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      place_q <= '0;
    end else if (clear_i) begin
      place_q <= '0;
    end else if (out_valid_o && out_ready_i) begin
      place_q <= out_final_o ? '0 : place_q + 1'b1;
    end
  end

endmodule
