// SPDX-License-Identifier: Apache-2.0
// A product of two polynomials modulo that of the field of GHASH: aesculus_ghash_pkg::reduced() in
// look-up tables of four inputs.
//
// Bit i is the sum of five: low[i], and high[i], high[i-1], high[i-2] and high[i-7]. Bits 2j and
// 2j + 1 both have high[2j] + high[2j-1], so a pair takes three tables; a mapper left alone finds
// two a bit. Cost: about 205 LUT4.

module aesculus_ghash_reduce
  import aesculus_ghash_pkg::*;
(
  input  product_t product_i,
  output block_t   block_o
);

  // Below this bit comes more: what goes beyond x^127 once more.
  localparam int unsigned Simple = 14;

  block_t high;
  assign high = {1'b0, product_i[254:128]};

  block_t whole;
  assign whole = reduced(product_i);
  assign block_o[Simple-1:0] = whole[Simple-1:0];

  for (genvar i = Simple; i < 128; i += 2) begin : gen_pair
    logic both;
    aesculus_lut4 #(.Init(16'h6666)) u_both (
      .a_i({2'b00, high[i], high[i-1]}), .y_o(both)
    );
    aesculus_lut4 #(.Init(16'h6996)) u_even (
      .a_i({product_i[i], both, high[i-2], high[i-7]}), .y_o(block_o[i])
    );
    aesculus_lut4 #(.Init(16'h6996)) u_odd (
      .a_i({product_i[i+1], both, high[i+1], high[i-6]}), .y_o(block_o[i+1])
    );
  end

  logic unused;
  assign unused = ^{whole[127:Simple], high[Simple-8:0]};

endmodule
