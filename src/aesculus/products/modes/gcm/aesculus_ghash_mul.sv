// SPDX-License-Identifier: Apache-2.0
// The sum of `Terms` products in the field of GHASH, one sum a cycle, with one reduction.
//
// Bit CutReduced of Cuts is a register behind the reduction, for the others see
// aesculus_ghash_product. The sum comes out $countones(Cuts) cycles behind its operands, in which
// bit i is the coefficient of x^i.

module aesculus_ghash_mul
  import aesculus_ghash_pkg::*;
#(
  parameter int unsigned Terms  = 1,
  parameter int unsigned Levels = 4,
  parameter cuts_t       Cuts   = '0
) (
  input  logic                    clk_i,
  input  logic [Terms-1:0][127:0] x_i,
  input  logic [Terms-1:0][127:0] h_i,
  output logic [127:0]            sum_o
);

  product_t whole;
  block_t   sum;

  aesculus_ghash_product #(.Terms(Terms), .Levels(Levels), .Cuts(Cuts)) u_product (
    .clk_i, .x_i, .h_i, .sum_o(whole)
  );
  aesculus_ghash_reduce u_reduce (.product_i(whole), .block_o(sum));
  aesculus_cut #(.Width(128), .Depth(int'(Cuts[CutReduced]))) u_reduced (
    .clk_i, .en_i(1'b1), .d_i(sum), .q_o(sum_o)
  );

endmodule
