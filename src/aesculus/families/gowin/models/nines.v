// SPDX-License-Identifier: Apache-2.0
// What Gowin's block RAMs of nines are, for netlist simulation: 2,048 nines and two ports.
//
// A port reads and writes words of 9, 18 or 36 bits. The lowest bits of its address say which nines of a
// wider word are written. The cells of the vendor, in the files beside this one, are this with other pins.

module GOWIN_NINES #(
  parameter CELL = "",
  parameter [64*288-1:0] INIT = 0,
  parameter WIDTH_A = 9,
  parameter WIDTH_B = 9,
  parameter [1:0] READ_MODE = 2'b00,   // 1: a register behind the output; bit 0 for port A, bit 1 for B
  parameter WRITE_MODE_A = 0,          // what a write reads: 0 nothing, 1 the new word, 2 the old one
  parameter WRITE_MODE_B = 0
) (
  input  wire [1:0]  clk, ce, oce, wre, reset,   // bit 0: port A, bit 1: port B
  input  wire [27:0] ad,
  input  wire [71:0] di,
  output wire [71:0] q
);
  reg [8:0] mem [0:2047];

  integer word;
  initial for (word = 0; word < 2048; word = word + 1) mem[word] = INIT[9*word +: 9];

  genvar side;
  generate
    for (side = 0; side < 2; side = side + 1) begin : gen_port
      localparam WIDTH = side == 0 ? WIDTH_A : WIDTH_B;
      localparam MODE  = side == 0 ? WRITE_MODE_A : WRITE_MODE_B;
      localparam NINES = WIDTH / 9;

      initial begin
        if (WIDTH != 9 && WIDTH != 18 && WIDTH != 36) begin
          $display("%0s: width %0d is not modelled", CELL, WIDTH);
          $finish;
        end
      end

      wire [13:0] at       = ad[14*side +: 14];
      wire [35:0] new_word = di[36*side +: 36];
      wire [10:0] first    = NINES == 4 ? {at[13:5], 2'b00} : NINES == 2 ? {at[13:4], 1'b0} : at[13:3];
      wire [3:0]  which    = NINES == 1 ? 4'b0001 : at[3:0];
      reg  [35:0] read = 36'h0, held = 36'h0;
      integer     nine;
      assign q[36*side +: 36] = READ_MODE[side] ? held : read;

      // An asynchronous reset is modelled as a synchronous one: the core ties it off.
      always @(posedge clk[side]) begin
        for (nine = 0; nine < NINES; nine = nine + 1) begin
          if (reset[side]) read[9*nine +: 9] <= 9'h0;
          else if (ce[side] && wre[side] && which[nine] && MODE == 1) read[9*nine +: 9] <= new_word[9*nine +: 9];
          else if (ce[side] && (!wre[side] || MODE != 0)) read[9*nine +: 9] <= mem[first | nine[10:0]];
          if (ce[side] && wre[side] && which[nine]) mem[first | nine[10:0]] <= new_word[9*nine +: 9];
        end
        if (reset[side]) held <= 36'h0;
        else if (oce[side]) held <= read;
      end
    end
  endgenerate
endmodule
