// SPDX-License-Identifier: Apache-2.0
// Nexus distributed RAM for netlist simulation: 16 words of 4 bits, written at a clock edge, read
// at once.

module DPR16X4 #(
  // A text such as 0x0123456789ABCDEF: word 0 in its last digit.
  parameter [18*8-1:0] INITVAL = 0
) (
  input  wire       WCK, WRE,
  input  wire [3:0] WAD, DI, RAD,
  output wire [3:0] DO
);
  reg [3:0] mem [0:15];

  integer word;
  reg [7:0] letter;
  initial for (word = 0; word < 16; word = word + 1) begin
    letter = INITVAL[8*word +: 8];
    if (letter >= "a") mem[word] = 4'(letter - "a" + 8'd10);
    else if (letter >= "A") mem[word] = 4'(letter - "A" + 8'd10);
    else mem[word] = letter >= "0" ? 4'(letter - "0") : 4'd0;
  end

  always @(posedge WCK) if (WRE) mem[WAD] <= DI;
  assign DO = mem[RAD];
endmodule
