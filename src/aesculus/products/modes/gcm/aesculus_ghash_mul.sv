// SPDX-License-Identifier: Apache-2.0
// The sum of `Terms` products in the field of GHASH, one sum a cycle (Karatsuba).
//
//   x_i[t] --[0]--> split --[1+k]--+
//                                  +--> short products, added over t --[6]--> join --[7+k]--> reduced
//   h_i[t] --[0]--> split --[1+k]--+                                                  --[12]--> sum_o
//
// The products are added before they are put together, so all terms share one join and one reduction.
// A bit of Cuts is a register at the place shown; k is the level of Karatsuba less one. The sum comes
// out $countones(Cuts) cycles behind its operands. Polynomials: bit i is the coefficient of x^i.

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

  localparam int unsigned Leaf   = 128 >> Levels;
  localparam int unsigned Leaves = 3**Levels;

  logic [Terms-1:0][Leaves-1:0][Leaf-1:0] x_leaves, h_leaves;
  logic [Leaves-1:0][2*Leaf-2:0]          sums, sums_q;
  product_t                               whole;

  for (genvar t = 0; t < Terms; t++) begin : gen_term
    logic [127:0] x_q, h_q;
    aesculus_cut #(.Width(256), .Depth(int'(Cuts[CutStart]))) u_start (
      .clk_i, .en_i(1'b1), .d_i({x_i[t], h_i[t]}), .q_o({x_q, h_q})
    );
    aesculus_ghash_split #(.Levels(Levels), .Cuts(8'(Cuts[CutSplit+:5]))) u_split_x (
      .clk_i, .poly_i(x_q), .leaves_o(x_leaves[t])
    );
    aesculus_ghash_split #(.Levels(Levels), .Cuts(8'(Cuts[CutSplit+:5]))) u_split_h (
      .clk_i, .poly_i(h_q), .leaves_o(h_leaves[t])
    );
  end

  // Bit k of a short product is the sum of x[j]*h[k-j] over all j and terms.
  for (genvar i = 0; i < Leaves; i++) begin : gen_leaf
    for (genvar k = 0; k < 2*Leaf - 1; k++) begin : gen_bit
      localparam int unsigned Low  = k < Leaf ? 0 : k - Leaf + 1;
      localparam int unsigned Here = k < Leaf ? k + 1 : 2*Leaf - 1 - k;
      logic [Terms-1:0][Here-1:0] x_bits, h_bits;
      for (genvar t = 0; t < Terms; t++) begin : gen_bits
        for (genvar j = 0; j < Here; j++) begin : gen_product
          assign x_bits[t][j] = x_leaves[t][i][Low+j];
          assign h_bits[t][j] = h_leaves[t][i][k-Low-j];
        end
      end
      aesculus_ghash_dot #(.Many(Terms*Here)) u_dot (
        .x_i(x_bits), .h_i(h_bits), .sum_o(sums[i][k])
      );
    end
  end

  aesculus_cut #(.Width($bits(sums)), .Depth(int'(Cuts[CutProduct]))) u_product (
    .clk_i, .en_i(1'b1), .d_i(sums), .q_o(sums_q)
  );
  aesculus_ghash_join #(.Levels(Levels), .Cuts(8'(Cuts[CutJoin+:5]))) u_join (
    .clk_i, .leaves_i(sums_q), .product_o(whole)
  );
  aesculus_cut #(.Width(128), .Depth(int'(Cuts[CutReduced]))) u_reduced (
    .clk_i, .en_i(1'b1), .d_i(reduced(whole)), .q_o(sum_o)
  );

endmodule
