// SPDX-License-Identifier: Apache-2.0
// What the block RAMs of Nexus have in common, for netlist simulation: 2,048 words of 9 bits, two
// ports, each with 1, 2 or 4 words to an access. After FPGA-TN-02094, Memory User Guide for Nexus
// Platform.
//
// What Yosys does not emit for these cells, output registers and narrower widths, stops the
// simulation.

module EBR16K #(
  // 64 texts such as 0x0123, 80 digits each: 32 words, a word in the low 9 of 10 bits.
  parameter [64*656-1:0] Text = 0,
  parameter integer WordsA = 1,
  parameter integer WordsB = 1,
  parameter AsyncA = 0,
  parameter AsyncB = 0,
  parameter PlainA = 1,
  parameter PlainB = 1
) (
  input  wire        clk_a, en_a, rst_a,
  input  wire [10:0] word_a,
  input  wire        write_a,
  input  wire [3:0]  mask_a,
  input  wire [35:0] d_a,
  output reg  [35:0] q_a = 36'h0,
  input  wire        clk_b, en_b, rst_b,
  input  wire [10:0] word_b,
  input  wire        write_b,
  input  wire [3:0]  mask_b,
  input  wire [35:0] d_b,
  output reg  [35:0] q_b = 36'h0
);
  reg [8:0] mem [0:2047];

  function [3:0] nibble(input [7:0] letter);
    if (letter >= "a") nibble = 4'(letter - "a" + 8'd10);
    else if (letter >= "A") nibble = 4'(letter - "A" + 8'd10);
    else if (letter >= "0") nibble = 4'(letter - "0");
    else nibble = 4'd0;
  endfunction

  integer row, digit, word;
  reg [319:0] value;
  initial begin
    if ((WordsA != 1 && WordsA != 2 && WordsA != 4) || (WordsB != 1 && WordsB != 2 && WordsB != 4))
      $fatal(1, "block RAM: no model of these widths");
    if (!PlainA || !PlainB) $fatal(1, "block RAM: no model of this mode");
    for (row = 0; row < 64; row = row + 1) begin
      for (digit = 0; digit < 80; digit = digit + 1)
        value[4*digit +: 4] = nibble(Text[656*row + 8*digit +: 8]);
      for (word = 0; word < 32; word = word + 1) mem[11'(32*row + word)] = value[10*word +: 9];
    end
  end

  // A port that writes keeps what it shows. A reset that waits for the clock waits for the enable.
  wire clear_a = AsyncA && rst_a;
  always @(posedge clk_a) begin : write_port_a
    integer place;
    if (en_a && write_a)
      for (place = 0; place < WordsA; place = place + 1)
        if (mask_a[place]) mem[word_a + 11'(place)] <= d_a[9*place +: 9];
  end

  always @(posedge clk_a or posedge clear_a) begin : read_port_a
    integer place;
    if (clear_a) q_a <= 36'h0;
    else if (en_a && !write_a)
      for (place = 0; place < WordsA; place = place + 1)
        q_a[9*place +: 9] <= rst_a ? 9'h0 : mem[word_a + 11'(place)];
  end

  wire clear_b = AsyncB && rst_b;
  always @(posedge clk_b) begin : write_port_b
    integer place;
    if (en_b && write_b)
      for (place = 0; place < WordsB; place = place + 1)
        if (mask_b[place]) mem[word_b + 11'(place)] <= d_b[9*place +: 9];
  end

  always @(posedge clk_b or posedge clear_b) begin : read_port_b
    integer place;
    if (clear_b) q_b <= 36'h0;
    else if (en_b && !write_b)
      for (place = 0; place < WordsB; place = place + 1)
        q_b[9*place +: 9] <= rst_b ? 9'h0 : mem[word_b + 11'(place)];
  end
endmodule
